"""Tables that are in the store and not in memory: over, or nobody has come to them since the start."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from musbot.service.nameless import named
from musbot.store.protocol import StoreError, Unfinished
from musbot.store.refold import Damaged, as_it_sat, refold_slowly
from musbot.store.store import Store
from musbot.table.state import Table

log = logging.getLogger(__name__)

MOST_OVER = 64
"""Tables that are over and kept in memory, for those who press their buttons."""


class Shelf:
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
