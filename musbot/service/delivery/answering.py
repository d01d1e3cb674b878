"""Presses that are answered with the message they were in, as that is to look now: no request of its chat's.

What is shown so is a slot like any other: made from the state of this moment, compared with what the chat is
known to show, noted as shown. The queue keeps it back meanwhile, so that nothing else brings it there.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

from musbot.port.boundary import contain_errors, guard_callback, may_contain, report
from musbot.port.messenger import MessengerError, Outage
from musbot.service.delivery.scheduling import Scheduler
from musbot.service.delivery.showing import Change, Showing
from musbot.service.delivery.shown import Display, Displays
from musbot.service.queue.dispatch import Dispatcher, Lines, Times
from musbot.service.queue.fair_queue import Fate, Rank, Wish
from musbot.service.queue.parts import PartPlace
from musbot.service.queue.rate_limits import TINY
from musbot.service.queue.slots import StripSlot, TableSlot
from musbot.service.tables.manager import TableManager
from musbot.table.acts import Payload, is_for_hand
from musbot.table.table import Table

log = logging.getLogger(__name__)

WAITS_S = 0.75
"""How long an answer waits for another one, or an edit, of the same message; after that a request follows."""
MOST_LET_GO = 3
"""Tries to return a pressed message to the queue, where nothing else can update it."""
COUNTS_S = 3.0
"""How long an answer of which nobody knows whether it was heard may still change anything: a platform takes

none that comes later (discord.com/developers/docs/interactions/receiving-and-responding).
"""


class Answering:
    """Shows tables by answers to presses, and knows which are under way; the rest is left to the queue."""

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
        """Hears where a button was: a message not known is one whose sending was not answered, or its twin.

        The first is known from now on, the other loses its buttons.
        """
        display = self._displays.of(payload.table)
        if not message or display is None or display.table is None or message in display.messages(chat):
            return
        if message in display.replaced:
            return  # it is replaced, and loses its buttons as soon as what replaces it is there
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
        """Keeps a pressed message out of the queue."""
        return HeldMessage(self, chat, message)

    def speaks(self, person: str, table_id: str, *, aside: bool) -> None:
        """Notes whether somebody speaks on the board of a table: then their hand has no words."""
        self._is(person, table_id, lambda display: display.elsewhere, aside)

    def stands(self, person: str, table_id: str, *, there: bool) -> None:
        """Notes whether somebody's hand stands where they play, in a message for them alone."""
        self._is(person, table_id, lambda display: display.windows, there)

    def _is(self, person: str, table_id: str, whose: Callable[[Display], set[str]], so: bool) -> None:  # noqa: FBT001
        display = self._displays.of(table_id)
        if display is None or (table := display.table) is None or (person in whose(display)) == so:
            return
        (whose(display).add if so else whose(display).discard)(person)
        display.stale(person)
        self._scheduler.wake(table)

    def keep(self, chat: str, message: str) -> TableSlot | None:
        """Keeps back what a message shows, if it is known to show anything; returns what.

        Not in a chat that is closed: by bringing it there it is tried whether it is open again.
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
        """Gives `change` what is to be shown of a slot that is kept; returns whether it did."""
        line = self._lines[chat]
        if not await self._is_free(line, chat, slot) or self._displays.slot(chat, message) != slot:
            return False
        if (how := line.queue.wish_of(chat, slot)) is not None and how.after is not None:
            return False
        display, fate = self._displays[slot.table], Fate.AGAIN
        shown = (display.table, display.revision)
        self._under_way.add((chat, slot))
        try:
            fate = await self._showing.answer(change, chat, slot)
        except Outage:
            line.keep(chat, slot)  # until it can no longer undo what is brought there after it
            let_go = guard_callback(f"{chat}: an answer that was not heard", line.let_go)
            self._times.timers.call_later(COUNTS_S, let_go, chat, slot)
            raise
        except MessengerError as error:
            log.info("%s: a press was not answered with its message: %s", chat, error)
            raise
        finally:
            self._under_way.discard((chat, slot))
            self._goes_on(line, chat, slot, shown if fate is not Fate.AGAIN else None)
            line.one_ended()
        return fate is Fate.MADE

    async def _is_free(self, line: Dispatcher, chat: str, slot: TableSlot) -> bool:
        """Waits until nothing else brings a slot to its chat; returns whether that was soon enough."""
        until = self._times.clock() + WAITS_S
        while (chat, slot) in self._under_way or line.queue.flying(chat) == slot:
            left = until - self._times.clock()
            if left <= TINY:
                return False
            await line.ended(left)
        return True

    def _goes_on(
        self, line: Dispatcher, chat: str, slot: TableSlot, shown: tuple[Table | None, int] | None
    ) -> None:
        """Lets what waits of a slot wait no longer if it is shown as it is; else it is brought there.

        `shown` is the table that was shown, in which revision.
        """
        display = self._displays.of(slot.table)
        if display is None or display.table is None:
            return
        if shown is None:
            display.again(PartPlace(chat, slot.part))
            self._scheduler.wake(display.table)
            return
        table, revision = shown
        as_it_was = table is display.table and revision == display.revision
        if as_it_was and display.at(PartPlace(chat, slot.part)).posted is not None:
            line.drop(chat, [slot])


class HeldMessage:
    """A pressed message, kept out of the queue until `let_go`."""

    def __init__(self, answering: Answering, chat: str, message: str) -> None:
        self._answering = answering
        self._chat = chat
        self._message = message
        self._where = f"{chat}: a pressed message"
        self._slot: TableSlot | None = None
        with contain_errors(self._where):
            self._slot = answering.keep(chat, message)

    async def bring(self, change: Change) -> bool:
        """Gives `change` what the message is to show now, if it shows anything else; returns whether it did.

        Raises the MessengerError that `change` does: the queue then brings the chat what it is to show. So it
        does after an unexpected error, which is reported.
        """
        try:
            return await self._bring(change)
        except BaseException as error:
            if isinstance(error, MessengerError) or not may_contain(error):
                raise
            report(self._where, error)
            return False

    async def _bring(self, change: Change) -> bool:
        if self._slot is None:  # it may be known by its press
            self._slot = self._answering.keep(self._chat, self._message)
        if self._slot is None:
            return False
        return await self._answering.bring(self._chat, self._message, self._slot, change)

    def let_go(self) -> None:
        """Returns the message to the queue."""
        slot, self._slot = self._slot, None
        for _ in range(MOST_LET_GO):
            if slot is None:
                return
            with contain_errors(self._where):
                self._answering.let_go(self._chat, slot)
                return
