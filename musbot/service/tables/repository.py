"""How tables are read from the store, their forgotten people without a name, and written to it."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field, replace

from musbot.game.errors import MusError
from musbot.port.deadline import committing
from musbot.store.codec import encode
from musbot.store.outline import renewed
from musbot.store.protocol import Busy, Conflict, Outline, Repeated, StoreError, Unfinished
from musbot.store.refold import Damaged, as_it_sat, refold_slowly
from musbot.store.results import result
from musbot.store.store import Store
from musbot.table.act_result import Refused
from musbot.table.events import AnyEvent, Occupant
from musbot.table.table import Table
from musbot.words.texts import Texts, first_known_language

log = logging.getLogger(__name__)

MOST_OVER = 64
"""Tables that are over and kept in memory, for those who press their buttons."""
MOST_FAILURES = 5


@dataclass(slots=True)
class Live:
    """A table in memory; `outline` is what the store knows of it besides its log, None: that is not known."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    outline: Outline | None = None


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

    async def once(self, table: str, reading: Callable[[], Coroutine[None, None, None]]) -> None:
        """Does what reads a table, or waits while another does; raises what that raises."""
        task = self._reading.get(table)
        if task is None:
            task = self._reading[table] = asyncio.ensure_future(reading())
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


class NotSaved(MusError):
    """The store failed: nothing has changed, and the press may be tried again."""


class LogWriter:
    """Knows how often in a row the store could not be written; `failed` is set where that is too often."""

    def __init__(self, store: Store) -> None:
        self.failed: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._store = store
        self._failures = 0
        for end in (store.lost, store.writer_ended):
            end.add_done_callback(lambda ended: self._fail(ended.result()))

    async def append(self, live: Live, events: Sequence[AnyEvent], key: str, after: Table) -> None:
        """Appends to a table's log what makes it `after`; raises Conflict, Repeated or NotSaved."""
        known = renewed(live.outline, live.table, after)
        await self.stored(
            self._store.append(
                live.table.id,
                live.table.seq,
                [encode(event) for event in events],
                key=key,
                over=after.over,
                outline=known if known != live.outline else None,
                result=result(after) if after.over else None,
            )
        )
        live.outline = known

    async def mark(self, key: str) -> None:
        """Records a delivery that changes nothing; raises Refused if it was applied, or refused, before."""
        try:
            await self.stored(self._store.mark(key))
        except Repeated:
            raise Refused("refused-repeated") from None

    async def stored(self, writing: Coroutine[None, None, object]) -> None:
        """Waits for a write; raises Conflict or Repeated, or NotSaved if the store fails."""
        try:
            with committing():
                await writing
        except (Conflict, Repeated):
            raise
        except StoreError as error:
            self._failures += not isinstance(error, Busy)  # which another program ends, not a new start
            if self._failures >= MOST_FAILURES:
                self._fail(str(error))
            raise NotSaved(str(error)) from error
        self._failures = 0

    def _fail(self, why: str) -> None:
        if not self.failed.done():
            self.failed.set_result(why)


def told_of(table: Table) -> tuple[Occupant | None, ...]:
    """Returns everybody whom a table names."""
    held, promised = (it.who for it in table.held), (it.who for it in table.promised)
    return *table.seats, *table.sat, *table.queue, *held, *promised, *table.barred


def named(table: Table) -> Table:
    """Returns a table as it was read: every player has a name, and nobody is waited for who is forgotten."""
    if all(who is None or who.name for who in told_of(table)):
        return table
    name, number = Texts(first_known_language(table.language))("player-forgotten"), 0
    seats = list(table.seats)
    for seat, who in enumerate(seats):
        if who is not None and not who.name:
            number += 1
            seats[seat] = Occupant(name if number == 1 else f"{name} {number}")
    return replace(
        table,
        seats=tuple(seats),
        sat=tuple(who if who is None or who.name else Occupant(name) for who in table.sat),
        queue=tuple(who for who in table.queue if who.name),
        held=tuple(it for it in table.held if it.who.name),
        promised=tuple(it for it in table.promised if it.who is None or it.who.name),
        barred=tuple(who for who in table.barred if who.name),
    )


def forgotten(who: Occupant) -> bool:
    """Whether somebody sat there who is forgotten: neither a person nor an AI player."""
    return who.person is None and who.ai is None
