"""A table in memory, and how one is read that is not: over, or nobody has come to it since the start."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from musbot.game.actions import Seat
from musbot.service.tables.anonymise import named
from musbot.store.protocol import Outline, StoreError, Unfinished
from musbot.store.refold import Damaged, as_it_sat, refold_slowly
from musbot.store.store import Store
from musbot.table.clocks import Alarm, Handle, Moment, NudgeClock, Timers
from musbot.table.state import Table

log = logging.getLogger(__name__)

MOST_OVER = 64
"""Tables that are over and kept in memory, for those who press their buttons."""


@dataclass(slots=True)
class Live:
    """A table that is played; `touched` counts what people have done there.

    `outline` is what the store knows of it besides its log; None: that is not known.
    """

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    clocks: dict[Alarm, Handle] = field(default_factory=dict)
    touched: int = 0
    nudged: NudgeClock | None = None
    seen: dict[Seat, Moment] = field(default_factory=dict)
    outline: Outline | None = None

    @property
    def called(self) -> NudgeClock | None:
        """The turn that has been waited for long enough to call its player, if it still is his."""
        return self.nudged if self.nudged in self.clocks else None

    def wind(
        self, wanted: Mapping[Alarm, float], timers: Timers, strike: Callable[[Live, Alarm], None]
    ) -> None:
        """Starts the clocks that should run and do not yet, and stops those that should no longer."""
        for alarm in self.clocks.keys() - wanted.keys():
            self.clocks.pop(alarm).cancel()
        for alarm, seconds in wanted.items():
            if alarm not in self.clocks:
                self.clocks[alarm] = timers.call_later(seconds, strike, self, alarm)

    def cancel(self) -> None:
        """Stops every clock."""
        for clock in self.clocks.values():
            clock.cancel()
        self.clocks.clear()


class LazyRepository:
    """Knows which unfinished tables rest there; reads each once, however many want it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._resting: dict[str, Unfinished] = {}
        self._reading: dict[str, asyncio.Task[None]] = {}
        self._over: OrderedDict[str, Table] = OrderedDict()

    def __contains__(self, table: str) -> bool:
        return table in self._resting

    def put(self, table: Unfinished) -> None:
        """Lets a table rest."""
        self._resting[table.table] = table

    def drop(self, table: str) -> None:
        """Forgets that a table rests."""
        self._resting.pop(table, None)

    async def awaited(self) -> list[str]:
        """Returns the tables that have to be shown or go on by themselves, the most urgent first.

        All of them where the store does not say which have to be shown.
        """
        try:
            behind = frozenset(await self._store.behind())
        except StoreError as error:
            log.warning("every table is taken up, for which chats are behind is not known: %s", error)
            behind = frozenset(self._resting)

        def urgency(it: Unfinished) -> tuple[bool, float]:
            return it.table not in behind, it.outline.soon_s or 0

        due = [it for it in self._resting.values() if it.table in behind or it.outline.soon_s is not None]
        return [it.table for it in sorted(due, key=urgency)]

    async def once(self, table: str, reading: Callable[[], Awaitable[None]]) -> None:
        """Does what reads a table, or waits while another does; raises what that raises."""
        task = self._reading.get(table)
        if task is None:
            task = self._reading[table] = asyncio.ensure_future(_done(reading))
            task.add_done_callback(lambda done: self._read(table, done))
        await asyncio.shield(task)

    def _read(self, table: str, task: asyncio.Task[None]) -> None:
        del self._reading[table]
        if not task.cancelled():
            task.exception()  # those who wait for it have it; there may be none any more

    async def read(self, table: str) -> Table:
        """Reads a table from its log; raises Damaged, also where there is none."""
        read = await refold_slowly(table, await self._store.log(table))
        if read is None:
            raise Damaged(table, 1, "is missing")
        return named(read)

    async def over(self, table: str) -> Table | None:
        """Returns a table that is over, or None if there never was one of that id; raises Damaged."""
        if table not in self._over and await self._store.chat(table) is None:
            return None
        if table not in self._over:
            await self.once(table, lambda: self._keep(table))
        found = self._over.get(table)
        if found is not None:
            self._over.move_to_end(table)
        return found

    async def _keep(self, table: str) -> None:
        self._over[table] = await self.read(table)
        if len(self._over) > MOST_OVER:
            self._over.popitem(last=False)

    async def as_it_sat(self, table: str) -> Table | None:
        """Returns who sits at a table, by which rules and where, without its partida; raises Damaged."""
        found = self._over.get(table)
        if found is None:
            read = as_it_sat(table, await self._store.seating(table))
            found = named(read) if read is not None else None
        return found

    def forget(self) -> None:
        """Forgets the tables that are over: whoever comes to one reads it anew."""
        self._over.clear()


async def _done(reading: Callable[[], Awaitable[None]]) -> None:
    await reading()
