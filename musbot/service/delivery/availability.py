"""Which chats can be written to, and how it is found out that one can be again.

A chat that refuses what is sent is closed: nothing more goes there, its tables stand still. Whatever anybody
does there makes the courier try once more. It is open again when what shows a table has been brought there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from musbot.service.delivery.scheduling import Scheduler
from musbot.service.delivery.shown import Displays
from musbot.service.queue.dispatch import Lines, Times
from musbot.service.queue.fair_queue import Rank, Wish
from musbot.service.queue.parts import PartPlace
from musbot.service.queue.slots import DeleteSlot, Slot, StripSlot, TableSlot, main_part
from musbot.service.tables.manager import TableManager

log = logging.getLogger(__name__)

WAIT_S = 2.0
"""How long one who acts in a closed chat waits until it is known whether it takes messages again."""
TALK_S = 10.0
"""The least pause between two tries that mere talk leads to."""
MOST_OWED = 16
"""Messages of a closed chat that are tidied up when it is open again, the newest."""
_NOT_KNOWN = "1"
"""What is noted of a closed chat where the platform has not told what the bot lacks."""


class Availability:
    """The closed chats, which are those of the manager and noted in the store; tries whether one is open."""

    def __init__(
        self, manager: TableManager, displays: Displays, lines: Lines, scheduler: Scheduler, times: Times
    ) -> None:
        self._manager = manager
        self._noted = manager.notes.closed
        self._displays = displays
        self._lines = lines
        self._scheduler = scheduler
        self._times = times
        self._closed = manager.clocks.closed
        self._failed_at: dict[str, float] = {}
        self._lacking: dict[str, tuple[str, ...]] = {}
        self._owed: dict[str, list[Slot]] = {}
        """What had still to be tidied up in a chat when it was closed."""

    def start(self) -> None:
        """Learns which chats were closed before the start."""
        for chat, noted in self._noted.facts.items():
            self._closed.add(chat)
            if noted != _NOT_KNOWN:
                self._lacking[chat] = tuple(noted.split())

    def is_closed(self, chat: str) -> bool:
        """Whether a chat is known not to take messages."""
        return chat in self._closed

    # ---- it is closed ------------------------------------------------------------------------------------

    def shut(self, chat: str, refused: Slot | None = None) -> None:
        """Notes that a chat takes no messages: what waits for it is taken back, its tables stand still.

        Where it was a player's, the board says so.
        """
        line = self._lines.of(chat)
        if line is None:
            return
        if news := chat not in self._closed:
            self._noted.note(chat, " ".join(self._lacking.get(chat, (_NOT_KNOWN,))))
            if self._manager.tables.any_in(chat):
                log.warning("%s cannot be written to: its tables stand still until it can", chat)
            else:
                log.info("%s cannot be written to", chat)
        self._manager.clocks.stop_in(chat)
        self._end_try(chat, open_again=False)
        waiting = line.queue.waiting(chat)
        untidy = [slot for slot in (*waiting, refused) if isinstance(slot, StripSlot | DeleteSlot)]
        if untidy:
            self._owed[chat] = [*self._owed.pop(chat, ()), *untidy][-MOST_OWED:]
        line.drop(chat, waiting)
        for display in self._displays.at(chat):
            table = display.table
            if table is None or self._scheduler.let_go(table.id) or chat == table.chat:
                continue
            if news:
                display.shut[chat] = table.hand
            display.again(PartPlace(table.chat, main_part(table)))
            self._scheduler.wake(table)

    def lacks(self, chat: str, permissions: Sequence[str]) -> None:
        """Notes what the bot may not do in a chat and needs for a table, as its platform says."""
        if permissions:
            known, self._lacking[chat] = self._lacking.get(chat, ()), tuple(permissions)
            if chat not in self._closed and self._manager.tables.any_in(chat):
                self.shut(chat)
            elif chat in self._closed and known != self._lacking[chat]:
                self._noted.note(chat, " ".join(permissions))
        elif self._lacking.pop(chat, ()) and chat in self._closed:
            self._noted.note(chat, _NOT_KNOWN)
            self.ask(chat)

    def lacking(self, chat: str) -> tuple[str, ...]:
        """Returns what the bot lacks in a chat, as far as the platform has told."""
        return self._lacking.get(chat, ())

    # ---- it may be open again ----------------------------------------------------------------------------

    def opened(self, chat: str) -> None:
        """Notes that the bot may write to a chat and its topics: those that were closed are tried at once."""
        for where in self._closed.closed_in(chat):
            self._lacking.pop(where, None)
        self.ask(chat)

    def forget(self, person: str) -> None:
        """Knows no more whether a private chat was closed, what was shown or had to be tidied up there."""
        self._owed.pop(person, None)
        for display in self._displays:
            if (message := display.hand_in(person)) and display.table is not None and display.table.over:
                self._lines.put(person, StripSlot(message), Wish(Rank.REST))  # its end is told to nobody
            display.leaves(person)
        self.opened(person)

    def ask(self, chat: str, *, talk: bool = False) -> None:
        """Tries closed chats once more where somebody does something, or merely talks.

        One where no table is can be written to until the next refusal.
        """
        for where in self._closed.closed_in(chat):
            if self._lacking.get(where) or self._lines.of(where) is None:
                continue
            if not self._manager.tables.any_in(where):
                self._open(where)
            elif not talk or self._times.clock() - self._failed_at.get(where, -TALK_S) >= TALK_S:
                self._try(where)

    async def reaches(self, chat: str) -> bool:
        """Whether a chat can be written to; one that was closed is tried once more."""
        if chat not in self._closed:
            return True
        self.ask(chat)
        trying = self._lines.trying(chat)
        if trying is not None:
            late = asyncio.get_running_loop().create_future()
            timer = self._times.timers.call_later(WAIT_S, _ring, late)
            await asyncio.wait((trying, late), return_when=asyncio.FIRST_COMPLETED)
            timer.cancel()
        return chat not in self._closed

    def _try(self, chat: str) -> None:
        """Brings what shows a chat's tables there, unless that is under way."""
        if self._lines.trying(chat) is not None and self._lines[chat].tasks(chat):
            return
        self._lines.begin_try(chat)
        if any(display.table is not None for display in self._displays.at(chat)):
            self._probe(chat)
        else:
            self._manager.notes.later(self._woken(chat))

    async def _woken(self, chat: str) -> None:
        await self._manager.tables.awaken(chat=chat)
        self._probe(chat)

    def _probe(self, chat: str) -> None:
        """Queues all that a chat does not show, and what shows its tables in any case."""
        for table in self._manager.tables.in_chat(chat):
            display = self._displays[table.id]
            display.mark_unverified(PartPlace(chat, main_part(table)))
            display.stale(chat)
            self._scheduler.wake(table)

    def showed(self, chat: str, slot: Slot, trying: asyncio.Future[bool] | None) -> None:
        """Notes that a request to a chat was answered, made during a try: it is open if that shows a table.

        What was made before the try, and answered only now, says nothing.
        """
        if trying is None or trying is not self._lines.trying(chat) or not isinstance(slot, TableSlot):
            return
        table = self._manager.tables.at(slot.table)
        if table is not None and table.chat == chat and slot.part == main_part(table):
            self._open(chat)

    def moved(self, chat: str) -> None:
        """Notes that a chat has another id now: there is nothing left that could be closed."""
        if chat in self._closed:
            self._open(chat)

    def _open(self, chat: str) -> None:
        """Lets a chat's tables go on, and brings it all that it does not show."""
        self._noted.note(chat, "")
        self._lacking.pop(chat, None)
        self._failed_at.pop(chat, None)
        log.info("%s can be written to again", chat)
        self._manager.clocks.go_on_in(chat)
        self._end_try(chat, open_again=True)
        for display in self._displays.at(chat):
            if display.table is not None:
                display.stale(chat)
                self._scheduler.wake(display.table)
        for aside in (aside for aside in self._manager.tables.quarantine if aside.chat == chat):
            self._scheduler.set_aside(aside)
        for slot in self._owed.pop(chat, ()):
            self._lines[chat].put(chat, slot, Wish(Rank.LATER))

    def _end_try(self, chat: str, *, open_again: bool) -> None:
        if self._lines.end_try(chat, open_again=open_again) and not open_again:
            self._failed_at[chat] = self._times.clock()


def _ring(late: asyncio.Future[None]) -> None:
    if not late.done():
        late.set_result(None)
