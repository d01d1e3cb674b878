"""Answers to presses that update the pressed message, which costs no request of the chat's rate limit.

Such an answer shows a slot like any other: it is rendered from the current state, compared with the recorded
message, and recorded. Until it ends, the queue blocks the slot so that no other request sends it.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial

from musbot.port.boundary import contain_errors, guard_callback, insist, may_contain, report
from musbot.port.messenger import MessengerError, Outage
from musbot.service.delivery.scheduling import Scheduler
from musbot.service.delivery.showing import Change, Showing
from musbot.service.delivery.shown import Displays
from musbot.service.queue.dispatch import Dispatcher, Lines, Times
from musbot.service.queue.fair_queue import Fate, Rank, Wish
from musbot.service.queue.parts import PartPlace
from musbot.service.queue.rate_limits import TINY
from musbot.service.queue.slots import StripSlot, TableSlot, Version
from musbot.service.tables.manager import TableManager
from musbot.table.acts import Payload, is_for_hand

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
        displays: Displays,
        lines: Lines,
        scheduler: Scheduler,
        showing: Showing,
        times: Times,
    ) -> None:
        self._manager = manager
        self._displays = displays
        self._lines = lines
        self._scheduler = scheduler
        self._showing = showing
        self._times = times
        self._under_way: set[tuple[str, TableSlot]] = set()

    def pressed(self, payload: Payload, chat: str, message: str) -> None:
        """Handles the message of a press. An unknown one comes from an unanswered send, or is its duplicate.

        The message of an unanswered send is recorded; a duplicate loses its buttons.
        """
        display = self._displays.of(payload.table)
        if not message or display is None or display.table is None or message in display.messages(chat):
            return
        if message in display.replaced:
            return  # it loses its buttons once its replacement is sent
        place = display.attempt_in(chat, None if is_for_hand(payload.act) else payload.question)
        attempt = display.at(place).attempt if place is not None else None
        if place is None or attempt is None:
            if display.messages(chat):
                self._lines.put(chat, StripSlot(message), Wish(Rank.REST))
        elif attempt.in_flight:
            display.change(place, attempt=replace(attempt, pressed=(*attempt.pressed, message)))
        else:
            self._showing.adopt(payload.table, place, message)
            display.stale(chat)
            self._scheduler.wake(display.table)

    def hold(self, chat: str, message: str) -> HeldMessage:
        """Blocks a pressed message in the queue."""
        return HeldMessage(self, chat, message)

    def set_plays_on_board(self, person: str, table_id: str, *, plays: bool) -> None:
        """Records whether a player uses the buttons of the public board.

        If they do, their private hand message has no buttons.
        """
        self._set_member(self._displays.hand_places(table_id).on_board, person, table_id, is_member=plays)

    def set_has_window(self, person: str, table_id: str, *, has_window: bool) -> None:
        """Records whether a player sees their hand in an ephemeral message at the table."""
        self._set_member(self._displays.hand_places(table_id).windows, person, table_id, is_member=has_window)

    def _set_member(self, people: set[str], person: str, table_id: str, *, is_member: bool) -> None:
        display = self._displays.of(table_id)
        if display is None or (table := display.table) is None or (person in people) == is_member:
            return
        (people.add if is_member else people.discard)(person)
        display.stale(person)
        self._scheduler.wake(table)

    def keep(self, chat: str, message: str) -> TableSlot | None:
        """Blocks and returns the slot that a message shows; None if it shows none.

        Slots of closed chats are not blocked, because sending them is the probe of the chat.
        """
        line, slot = self._lines.of(chat), self._displays.slot(chat, message)
        if line is None or slot is None or chat in self._manager.clocks.closed:
            return None
        line.keep(chat, slot)
        return slot

    def let_go(self, chat: str, slot: TableSlot) -> None:
        """Returns a slot to the queue."""
        self._lines[chat].let_go(chat, slot)

    async def bring(self, chat: str, message: str, slot: TableSlot, change: Change) -> bool:
        """Passes the current post of a blocked slot to `change`; returns whether it did."""
        line = self._lines[chat]
        if not await self._is_free(line, chat, slot) or self._displays.slot(chat, message) != slot:
            return False
        if (how := line.queue.wish_of(chat, slot)) is not None and how.after is not None:
            return False
        fate, place = Fate.AGAIN, PartPlace(chat, slot.part)
        shown = self._displays[slot.table].at(place).version
        self._under_way.add((chat, slot))
        try:
            fate = await self._showing.answer(change, chat, slot)
        except Outage:
            line.keep(chat, slot)  # until the answer can no longer undo a later request
            let_go = guard_callback(f"{chat}: an answer that was not heard", line.let_go)
            self._times.timers.call_later(COUNTS_S, let_go, chat, slot)
            raise
        except MessengerError as error:
            log.info("%s: a press was not answered with its message: %s", chat, error)
            raise
        finally:
            self._under_way.discard((chat, slot))
            self._goes_on(line, slot.table, place, shown if fate is not Fate.AGAIN else None)
            line.one_ended()
        return fate is Fate.MADE

    async def _is_free(self, line: Dispatcher, chat: str, slot: TableSlot) -> bool:
        """Waits up to WAITS_S until no request for a slot is in flight; returns False if one still is."""
        until = self._times.clock() + WAITS_S
        while (chat, slot) in self._under_way or line.queue.flying(chat) == slot:
            left = until - self._times.clock()
            if left <= TINY:
                return False
            await line.ended(left)
        return True

    def _goes_on(self, line: Dispatcher, table_id: str, place: PartPlace, shown: Version | None) -> None:
        """Removes a slot from the queue if its message is up to date; queues it if the answer failed.

        `shown` is the version that was shown; None if the answer failed.
        """
        display = self._displays.of(table_id)
        if display is None or display.table is None:
            return
        if shown is None:
            display.again(place)
            self._scheduler.wake(display.table)
        elif display.at(place).version is shown and display.at(place).posted is not None:
            line.drop(place.chat, [TableSlot(table_id, place.part)])


class HeldMessage:
    """A pressed message, kept out of the queue until `release`."""

    def __init__(self, answering: Answering, chat: str, message: str) -> None:
        self._answering = answering
        self._chat = chat
        self._message = message
        self._where = f"{chat}: a pressed message"
        self._slot: TableSlot | None = None
        with contain_errors(self._where):
            self._slot = answering.keep(chat, message)

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
        if self._slot is None:  # its press may have identified it
            self._slot = self._answering.keep(self._chat, self._message)
        if self._slot is None:
            return False
        return await self._answering.bring(self._chat, self._message, self._slot, change)

    def release(self) -> None:
        """Returns the message to the queue."""
        slot, self._slot = self._slot, None
        if slot is not None:
            insist(self._where, partial(self._answering.let_go, self._chat, slot))
