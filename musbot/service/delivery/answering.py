"""Answers to presses that update the pressed message, which costs no request of the chat's rate limit.

Such an answer shows a slot like any other: it is rendered from the current state, compared with the recorded
message, and recorded. The queue blocks the slot from `hold_message` to `release`, so it does not send it too.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial

from musbot.narrator.post import Post
from musbot.port.boundary import contain_errors, guard_callback, insist, may_contain, report
from musbot.port.chats import window_in
from musbot.port.messenger import MessengerError, Outage
from musbot.service.delivery.projections import Projections
from musbot.service.delivery.reconciler import Reconciler
from musbot.service.delivery.showing import Change, Showing
from musbot.service.queue.fair_queue import Rank, SendOutcome, SendPriority
from musbot.service.queue.outboxes import Outbox, Outboxes, Times
from musbot.service.queue.parts import Part, PartPlace, PartView
from musbot.service.queue.rate_limits import TINY
from musbot.service.queue.slots import DeleteSlot, StripSlot, TableSlot, Version
from musbot.service.tables.manager import TableManager
from musbot.store.protocol import Posted
from musbot.table.acts import Payload, is_for_hand
from musbot.table.events import ChatId, MessageId, PersonId, TableId

log = logging.getLogger(__name__)

WAITS_S = 0.75
"""Seconds that an answer waits for another answer or request for its message; then the queue updates it."""
COUNTS_S = 3.0
"""Seconds for which an unanswered answer may still take effect.

A platform accepts none later (discord.com/developers/docs/interactions/receiving-and-responding).
"""


class Answering:
    """Updates pressed messages by the answers to their presses."""

    def __init__(
        self,
        manager: TableManager,
        projections: Projections,
        outboxes: Outboxes,
        scheduler: Reconciler,
        showing: Showing,
        times: Times,
    ) -> None:
        self._manager = manager
        self._projections = projections
        self._outboxes = outboxes
        self._reconciler = scheduler
        self._showing = showing
        self._times = times
        self._answered_slots: set[tuple[ChatId, TableSlot]] = set()

    def note_press(self, payload: Payload, chat: ChatId, message: MessageId) -> None:
        """Identifies a pressed message that its table has no record for.

        It becomes the message of an unanswered send of this question, and the chat's parts are queued. During
        such a send it is only remembered. Otherwise the removal of its buttons is queued, if the chat shows
        other parts of the table. No effect for "", a recently replaced message, or a table that is unreadable
        or not in memory.
        """
        projection = self._projections.get(payload.table)
        if (
            not message
            or projection is None
            or projection.table is None
            or message in projection.messages(chat)
        ):
            return
        if message in projection.replaced:
            return  # it loses its buttons once its replacement is sent
        place = projection.attempt_in(chat, None if is_for_hand(payload.act) else payload.question)
        attempt = projection.part_at(place).attempt if place is not None else None
        if place is None or attempt is None:
            if projection.messages(chat):
                self._outboxes.put(chat, StripSlot(message), SendPriority(Rank.REST))
        elif attempt.in_flight:
            projection.change(place, attempt=replace(attempt, pressed=(*attempt.pressed, message)))
        else:
            self._showing.adopt(payload.table, place, message)
            projection.invalidate(chat)
            self._reconciler.reconcile(projection.table)

    def hold_message(self, chat: ChatId, message: MessageId) -> HeldMessage:
        """Blocks the slot of a pressed message in the queue, until the returned handle's `release`.

        The handle can also update the message. It blocks no slot if `block_message` finds none, or after an
        error, which is reported. The queue ends a block without a release after MOST_BLOCK_S.
        """
        return HeldMessage(self, chat, message)

    def set_plays_on_board(self, person: PersonId, table_id: TableId, *, plays: bool) -> None:
        """Records in memory whether a player uses the buttons of the public board, and queues their messages.

        If they do, their private hand message has no buttons. No effect if the table is unreadable or not in
        memory, or if this was recorded already.
        """
        self._set_member(self._projections.hand_places(table_id).on_board, person, table_id, is_member=plays)

    def _set_member(
        self, people: set[ChatId], person: PersonId, table_id: TableId, *, is_member: bool
    ) -> None:
        """Adds a person to a set of a table's hand places if `is_member`, otherwise removes them.

        Then queues their messages. No effect if the table is unknown or unreadable, or the set does not
        change.
        """
        projection = self._projections.get(table_id)
        if projection is None or (table := projection.table) is None or (person in people) == is_member:
            return
        (people.add if is_member else people.discard)(person)
        projection.invalidate(person)
        self._reconciler.reconcile(table)

    def record_window(
        self, person: PersonId, table_id: TableId, message: MessageId, post: Post | None
    ) -> None:
        """Records in memory that a window shows a player's hand, which the queue then keeps up to date.

        `post` is its content, None if that is uncertain. Queues the deletion of an older window with this
        hand, and updates of the person's messages. No effect if the person has no seat, or the table is
        unreadable or not in memory.
        """
        projection = self._projections.get(table_id)
        table = projection.table if projection is not None else None
        seat = table.seat_of(person) if table is not None else None
        if projection is None or table is None or seat is None:
            return
        place = PartPlace(window_in(table.chat, person), Part(PartView.HAND, table.hand, seat))
        known, digest = projection.part_at(place).record, post.digest() if post is not None else ""
        if known is not None and known.message != message:
            self._outboxes.put(place.chat, DeleteSlot(known.message), SendPriority(Rank.REST))
        projection.change(place, record=Posted(place.chat, place.part.name, message, digest))
        projection.hand_places.windows.add(person)
        projection.invalidate(person)
        self._reconciler.reconcile(table)

    def end_window(self, person: PersonId, message: MessageId, *, expires: bool = False) -> None:
        """Forgets a player's window with this message, in memory, and queues updates of their messages.

        With `expires` the deletion of the message is queued, and the player stays in `HandPlaces.windows`.
        Otherwise they leave that set. They get a new window if their hand is not in private
        (`HandPlace.is_private`) and the platform can send one. No effect for a message that is no window.
        """
        for projection in self._projections:
            for place, record in projection.windows():
                if (record.message, place.person) != (message, person) or projection.table is None:
                    continue
                projection.forget(place)
                if expires:
                    self._outboxes.put(place.chat, DeleteSlot(message), SendPriority(Rank.REST))
                else:
                    projection.hand_places.windows.discard(person)
                projection.invalidate(person)
                self._reconciler.reconcile(projection.table)

    def close_windows(self, person: PersonId) -> None:
        """Records at each table in memory that a person has no window, because they act in private.

        The deletion of their windows is queued. A window stays if their private chat is closed. It stays too
        if they chose to see hands at the table, and windows can be sent. No effect at tables where the person
        has no window.
        """
        for projection in self._projections:
            if (table := projection.table) is not None:
                self._set_member(projection.hand_places.windows, person, table.id, is_member=False)

    def block_message(self, chat: ChatId, message: MessageId) -> TableSlot | None:
        """Blocks and returns the slot that a message shows; blocks nothing and returns None if it shows none.

        None also for the commitment to the deck, an unwanted part, and a platform that is not running. None
        for a closed chat, because sending there is the chat's probe.
        """
        outbox, slot = self._outboxes.get(chat), self._projections.slot_of_message(chat, message)
        if outbox is None or slot is None or chat in self._manager.clocks.closed:
            return None
        outbox.block(chat, slot)
        return slot

    def unblock(self, chat: ChatId, slot: TableSlot) -> None:
        """Removes one block of a slot, and wakes its outbox; raises KeyError if the platform is not running.

        The queue may send the slot again once it has no block.
        """
        self._outboxes[chat].unblock(chat, slot)

    async def update_by_answer(
        self, chat: ChatId, message: MessageId, slot: TableSlot, change: Change
    ) -> bool:
        """Passes a blocked slot's current post to `change` and records the result; returns whether it did.

        False if the message is up to date, needs no edit, or shows another part. False also if it waits for a
        prerequisite, or is in flight for WAITS_S. After a success, or if the message is up to date, the slot
        leaves the queue; after a failure it is queued. Raises the errors of `change`, and KeyError if the
        platform is not running. An Outage blocks the slot for COUNTS_S more.
        """
        outbox = self._outboxes[chat]
        if (
            not await self._is_free(outbox, chat, slot)
            or self._projections.slot_of_message(chat, message) != slot
        ):
            return False
        if (priority := outbox.queue.priority_of(chat, slot)) is not None and priority.after is not None:
            return False
        outcome, place = SendOutcome.AGAIN, PartPlace(chat, slot.part)
        shown = self._projections[slot.table].part_at(place).version
        self._answered_slots.add((chat, slot))
        try:
            outcome = await self._showing.answer(change, chat, slot)
        except Outage:
            outbox.block(chat, slot)  # until the answer can no longer undo a later request
            let_go = guard_callback(f"{chat}: an answer that was not heard", outbox.unblock)
            self._times.timers.call_later(COUNTS_S, let_go, chat, slot)
            raise
        except MessengerError as error:
            log.info("%s: a press was not answered with its message: %s", chat, error)
            raise
        finally:
            self._answered_slots.discard((chat, slot))
            self._finish_answer(
                outbox, slot.table, place, shown if outcome is not SendOutcome.AGAIN else None
            )
            outbox.signal_end()
        return outcome is SendOutcome.MADE

    async def _is_free(self, outbox: Outbox, chat: ChatId, slot: TableSlot) -> bool:
        """Waits up to WAITS_S seconds for a slot's answers and requests; returns False if one still runs."""
        until = self._times.clock() + WAITS_S
        while (chat, slot) in self._answered_slots or outbox.queue.in_flight_to(chat) == slot:
            left = until - self._times.clock()
            if left <= TINY:
                return False
            await outbox.wait_for_end(left)
        return True

    def _finish_answer(
        self, outbox: Outbox, table_id: TableId, place: PartPlace, shown: Version | None
    ) -> None:
        """Removes a slot from the queue if its message is up to date; queues it if the answer failed.

        `shown` is the version that was shown; None if the answer failed. The slot stays queued if the part
        has another version by now, or no message. No effect if the table is unknown or unreadable.
        """
        projection = self._projections.get(table_id)
        if projection is None or projection.table is None:
            return
        if shown is None:
            projection.invalidate_place(place)
            self._reconciler.reconcile(projection.table)
        elif projection.part_at(place).version is shown and projection.part_at(place).record is not None:
            outbox.drop(place.chat, [TableSlot(table_id, place.part)])


class HeldMessage:
    """A handle of a pressed message, whose slot, if it shows one, is blocked in the queue until `release`."""

    def __init__(self, answering: Answering, chat: ChatId, message: MessageId) -> None:
        self._answering = answering
        self._chat = chat
        self._message = message
        self._where = f"{chat}: a pressed message"
        self._slot: TableSlot | None = None
        with contain_errors(self._where):
            self._slot = answering.block_message(chat, message)

    async def update(self, change: Change) -> bool:
        """Passes the message's current post to `change` if the message is outdated; returns whether it did.

        False also in the other cases of `update_by_answer`, and after an unexpected error, which is reported.
        Raises a MessengerError of `change` and a requested cancellation. After an error the queue updates the
        message.
        """
        try:
            return await self._bring(change)
        except BaseException as error:
            if isinstance(error, MessengerError) or not may_contain(error):
                raise
            report(self._where, error)
            return False

    async def _bring(self, change: Change) -> bool:
        """Passes the message's current post to `change`; returns whether it did. Raises every error.

        If no slot is blocked, it first tries to block the message's slot again; False if the message shows
        none.
        """
        if self._slot is None:  # its press may have identified it
            self._slot = self._answering.block_message(self._chat, self._message)
        if self._slot is None:
            return False
        return await self._answering.update_by_answer(self._chat, self._message, self._slot, change)

    def release(self) -> None:
        """Unblocks the message's slot in the queue; errors are reported, not raised.

        No effect without a blocked slot, or in a second call.
        """
        slot, self._slot = self._slot, None
        if slot is not None:
            insist(self._where, partial(self._answering.unblock, self._chat, slot))
