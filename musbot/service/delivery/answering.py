"""Answers to presses that update the pressed message, which costs no request of the chat's rate limit.

Such an answer shows a slot like any other: it is rendered from the current state, compared with the recorded
message, and recorded. Until it ends, the queue blocks the slot so that no other request sends it.
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
"""Seconds that an answer waits for another answer or edit of its message before a request replaces it."""
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
        """Identifies the message of a press if its table has no record of it.

        The message of an unanswered send is recorded; a message pressed during a send is remembered until the
        send ends. Any other message is a duplicate: its buttons are removed later, if the chat has other
        messages of the table. No effect if the table is not loaded.
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
        """Keeps the queue from updating a message whose button was pressed, until the handle's `release`.

        Returns the handle, which can also update the message. Blocks no message that shows no part of a
        table, or whose chat is closed.
        """
        return HeldMessage(self, chat, message)

    def set_plays_on_board(self, person: PersonId, table_id: TableId, *, plays: bool) -> None:
        """Records in memory whether a player uses the buttons of the public board, and queues their messages.

        If they do, their private hand message has no buttons. No effect if the table is not loaded or this
        was recorded already.
        """
        self._set_member(self._projections.hand_places(table_id).on_board, person, table_id, is_member=plays)

    def _set_member(
        self, people: set[ChatId], person: PersonId, table_id: TableId, *, is_member: bool
    ) -> None:
        """Adds a person to a set of a table's hand places if `is_member`, otherwise removes them.

        Then queues their messages. No effect if the table is unknown or the set does not change.
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
        """Records that a window shows a player's hand, which the queue then keeps up to date.

        `post` is its content, None if that is uncertain. The deletion of an older window with this hand is
        queued. No effect if the table is not loaded, or the person has no seat there. The person's other
        messages are queued too.
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
        """Forgets a window that no longer shows a hand, and queues the player's other messages.

        If it only `expires`, its deletion is queued, and another one replaces it if the platform can send
        one.
        """
        for projection in self._projections:
            for place, record in projection.windows():
                if record.message != message or projection.table is None:
                    continue
                projection.forget(place)
                if expires:
                    self._outboxes.put(place.chat, DeleteSlot(message), SendPriority(Rank.REST))
                else:
                    projection.hand_places.windows.discard(person)
                projection.invalidate(person)
                self._reconciler.reconcile(projection.table)

    def close_windows(self, person: PersonId) -> None:
        """Records that a person has no window any longer, because they act in private; their deletion is
        queued.
        """
        for projection in self._projections:
            if (table := projection.table) is not None:
                self._set_member(projection.hand_places.windows, person, table.id, is_member=False)

    def block_message(self, chat: ChatId, message: MessageId) -> TableSlot | None:
        """Blocks and returns the slot that a message shows; blocks nothing and returns None if it shows none.

        None also if its platform is not running, or its chat is closed, because sending there is the chat's
        probe.
        """
        outbox, slot = self._outboxes.get(chat), self._projections.slot_of_message(chat, message)
        if outbox is None or slot is None or chat in self._manager.clocks.closed:
            return None
        outbox.block(chat, slot)
        return slot

    def unblock(self, chat: ChatId, slot: TableSlot) -> None:
        """Removes a block of a slot, so that the queue may send it again; raises KeyError without its
        platform.
        """
        self._outboxes[chat].unblock(chat, slot)

    async def update_by_answer(
        self, chat: ChatId, message: MessageId, slot: TableSlot, change: Change
    ) -> bool:
        """Passes the current post of a blocked slot to `change`; returns whether it did.

        False if the message is up to date, shows another part by now, waits for another part, or is still in
        flight after WAITS_S seconds. Raises the MessengerError of `change`; the queue then updates the
        message.
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
        """Waits up to WAITS_S seconds for the end of requests for a slot; returns False if one still runs."""
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

        `shown` is the version that was shown; None if the answer failed.
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
    """A pressed message, kept out of the queue until `release`."""

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

        Raises the MessengerError of `change`. After any error the queue updates the message; unexpected
        errors are reported.
        """
        try:
            return await self._bring(change)
        except BaseException as error:
            if isinstance(error, MessengerError) or not may_contain(error):
                raise
            report(self._where, error)
            return False

    async def _bring(self, change: Change) -> bool:
        """Passes the message's current post to `change`; returns whether it did. Raises every error."""
        if self._slot is None:  # its press may have identified it
            self._slot = self._answering.block_message(self._chat, self._message)
        if self._slot is None:
            return False
        return await self._answering.update_by_answer(self._chat, self._message, self._slot, change)

    def release(self) -> None:
        """Returns the message to the queue; errors are reported, not raised. A second call has no effect."""
        slot, self._slot = self._slot, None
        if slot is not None:
            insist(self._where, partial(self._answering.unblock, self._chat, slot))
