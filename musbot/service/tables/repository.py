"""Loads tables from the store and writes to it. Forgotten people get a placeholder name."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace

from musbot.game.actions import Seat
from musbot.game.errors import BadRules, Illegal, MusError
from musbot.game.events import Signed
from musbot.game.rules_base import UnknownName
from musbot.port.boundary import OperatorError
from musbot.port.deadline import committing
from musbot.store.codec import encode
from musbot.store.hanging import DatabaseCall
from musbot.store.outline import update_outline
from musbot.store.protocol import Conflict, DatabaseBusy, DuplicateDelivery, Outline, StoreError, Unfinished
from musbot.store.refold import DamagedLog, fold_seating, refold_slowly
from musbot.store.results import result
from musbot.store.store import Store
from musbot.table.act_result import Refused
from musbot.table.events import AnyEvent, Occupant, TableId
from musbot.table.table import Table
from musbot.words.texts import Texts, first_known_language

log = logging.getLogger(__name__)

MOST_OVER = 64
"""Number of finished tables in memory, for presses on their buttons."""
MOST_FAILURES = 5
"""Failed writes in a row after which musbot stops."""


@dataclass(slots=True)
class Live:
    """A table in memory."""

    table: Table
    """The table."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """The lock of every act at the table."""
    outline: Outline | None = None
    """The stored outline; None if unknown."""
    doubtful: bool = False
    """Whether an act has failed unexpectedly, so the log may hold more than the table shows."""


class LazyRepository:
    """The index of unfinished tables that are not loaded yet, and a cache of finished ones.

    It reads tables from the store; simultaneous requests share one reading.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._resting: dict[TableId, Unfinished] = {}
        self._reading: dict[TableId, asyncio.Task[None]] = {}
        self._over: OrderedDict[str, Table] = OrderedDict()

    def __contains__(self, table: TableId) -> bool:
        """Returns whether a table is in the index: unfinished and not loaded yet."""
        return table in self._resting

    def add_dormant(self, table: Unfinished) -> None:
        """Adds a table that is not loaded to the index."""
        self._resting[table.table] = table

    def remove_dormant(self, table: TableId) -> None:
        """Removes a table from the index; no effect if it is not there."""
        self._resting.pop(table, None)

    async def tables_to_load(self) -> list[TableId]:
        """Returns the ids of indexed tables with messages to update, then of tables with clocks.

        Each group is sorted by the next clock; other tables are left out. Raises nothing: if the store fails,
        that is logged, and it returns all indexed tables.
        """
        try:
            behind = frozenset(await self._store.list_behind())
        except StoreError as error:
            log.warning("every table is taken up, for which chats are behind is not known: %s", error)
            behind = frozenset(self._resting)

        def urgency(it: Unfinished) -> tuple[bool, float]:
            """Returns the sort key of a table: with messages to update first, then the next clock."""
            return it.table not in behind, it.outline.soon_s or 0

        due = [it for it in self._resting.values() if it.table in behind or it.outline.soon_s is not None]
        return [it.table for it in sorted(due, key=urgency)]

    async def read_once(self, table: TableId, reading: Callable[[], Coroutine[None, None, None]]) -> None:
        """Runs `reading` for a table, or waits for a reading under way; raises its errors.

        Cancelling the caller does not cancel the reading.
        """
        task = self._reading.get(table)
        if task is None:
            task = self._reading[table] = asyncio.ensure_future(reading())
            task.add_done_callback(lambda done: self._read(table, done))
        await asyncio.shield(task)

    def _read(self, table: TableId, task: asyncio.Task[None]) -> None:
        """Removes an ended reading, whose error only its callers get."""
        del self._reading[table]
        if not task.cancelled():
            task.exception()  # marks it as retrieved, because no caller may be left

    async def read(self, table: TableId) -> Table:
        """Returns a table read from its log, with placeholders for forgotten people; keeps nothing in memory.

        Raises DamagedLog, also for an unknown table, and StoreError.
        """
        read = await refold_slowly(table, await self._store.load_log(table))
        if read is None:
            raise DamagedLog(table, 1, "is missing")
        return with_placeholder_names(read)

    async def load_finished(self, table: TableId) -> Table | None:
        """Returns a finished table, from memory or the store, and keeps it in memory.

        None if the id is unknown. Whether the table is finished is not checked. Raises DamagedLog or
        StoreError.
        """
        if table not in self._over and await self._store.find_chat(table) is None:
            return None
        if table not in self._over:
            await self.read_once(table, lambda: self._keep(table))
        found = self._over.get(table)
        if found is not None:
            self._over.move_to_end(table)
        return found

    async def _keep(self, table: TableId) -> None:
        """Loads a finished table into memory; above MOST_OVER tables, drops the least recently used.

        Raises DamagedLog or StoreError.
        """
        self._over[table] = await self.read(table)
        if len(self._over) > MOST_OVER:
            self._over.popitem(last=False)

    async def seating_snapshot(self, table: TableId) -> Table | None:
        """Returns a table for its seats, rules and chat; None if the id is unknown.

        Its partida is missing unless it is a finished table in memory. Raises DamagedLog or StoreError.
        """
        found = self._over.get(table)
        if found is None:
            read = fold_seating(table, await self._store.load_seating(table))
            found = with_placeholder_names(read) if read is not None else None
        return found

    async def forget(self) -> None:
        """Clears the finished tables in memory, because a person in them was forgotten.

        Waits first for the readings under way, which may have found the name.
        """
        if self._reading:
            await asyncio.wait(self._reading.values())
        self._over.clear()


class NotSaved(MusError, OperatorError):
    """An act could not be stored: memory is unchanged, and the act may be repeated."""


EXPLAINED = (Refused, Illegal, BadRules, UnknownName, NotSaved, StoreError)
"""The errors with which an act may end, and which a message explains to the person.

Any other MusError is unexpected, so the boundary of the act reports it.
"""


class LogWriter:
    """Writes to the store.

    `failed` is set, to the reason, when the store is lost or its writer ends. `MOST_FAILURES` failures in a
    row set it too.
    """

    def __init__(self, store: Store) -> None:
        self.failed: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._store = store
        self._failures = 0
        for end in (store.lost, store.writer_ended):
            end.add_done_callback(lambda ended: self._fail(str(ended.result())))

    async def append(self, live: Live, events: Sequence[AnyEvent], key: str, after: Table) -> None:
        """Appends events to a table's log; `after` is the table after them, `key` the delivery or "".

        If `after` is over, also stores the result of its partida. `live.table` does not change; its outline
        does. Raises Conflict, DuplicateDelivery or NotSaved, and then stores nothing, except as `StoreError`
        explains.
        """
        known = update_outline(live.outline, live.table, after)
        await self.await_write(
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
        """Records a delivery that changes nothing.

        Raises Refused if it was recorded before, and NotSaved. An empty key is not recorded.
        """
        try:
            await self.await_write(self._store.mark(key))
        except DuplicateDelivery:
            raise Refused("refused-repeated") from None

    async def await_write(self, writing: Coroutine[None, None, object]) -> None:
        """Waits for a write, which no deadline then cancels.

        Raises Conflict or DuplicateDelivery, and NotSaved for any other StoreError. Each NotSaved except for
        DatabaseBusy counts as a failure, and a success resets the count. At `MOST_FAILURES`, `failed` is set.
        """
        try:
            with committing(), self._store.watch.watch(DatabaseCall.WRITE):
                await writing
        except (Conflict, DuplicateDelivery):
            raise
        except StoreError as error:
            self._failures += not isinstance(
                error, DatabaseBusy
            )  # another program holds the file; a restart does not help
            if self._failures >= MOST_FAILURES:
                self._fail(str(error))
            raise NotSaved(str(error)) from error
        self._failures = 0

    def _fail(self, why: str) -> None:
        """Sets the reason in `failed`, unless it has one."""
        if not self.failed.done():
            self.failed.set_result(why)


def named_players(table: Table) -> tuple[Occupant | None, ...]:
    """Returns all players whom a table names; None for an empty seat, and a seat promised to no person.

    They are at seats, now or at the end of the last hand, or waiting. Others have a kept or promised seat,
    are barred, showed the best hand, or made a seña.
    """
    held, promised = (it.who for it in table.held), (it.who for it in table.promised)
    best = (table.best.who,) if table.best is not None else ()
    signers = (who for _, who in table.signers)
    return *table.seats, *table.sat, *table.queue, *held, *promised, *table.barred, *best, *signers


def with_placeholder_names(table: Table, language: str = "") -> Table:
    """Returns a table with placeholder names for forgotten people without a name; others keep theirs.

    Seats, the best hand and makers of señas get a name in `language`, or in the table's for "". From the
    second seat on, it has a number. In the queue, kept seats, promises and bans, they are left out.
    """
    if all(who is None or who.name for who in named_players(table)):
        return table
    name = Texts(first_known_language(language or table.language))("player-forgotten")
    both = (table.seats, table.sat)
    forgotten = sorted(
        {at for seats in both for at, who in enumerate(seats) if who is not None and not who.name}
    )
    names = {seat: name if number == 1 else f"{name} {number}" for number, seat in enumerate(forgotten, 1)}
    best = table.best
    if best is not None and not best.who.name:
        best = replace(best, who=Occupant(names.get(best.seat, name)))
    return replace(
        table,
        seats=_fill_names(table.seats, names),
        sat=_fill_names(table.sat, names),
        best=best,
        queue=tuple(who for who in table.queue if who.name),
        held=tuple(it for it in table.held if it.who.name),
        promised=tuple(it for it in table.promised if it.who is None or it.who.name),
        barred=tuple(who for who in table.barred if who.name),
        signers=_rename_signers(
            table, lambda who, seat: who if who.name else Occupant(names.get(seat, name))
        ),
    )


def translate_placeholders(table: Table, language: str) -> Table:
    """Returns a table from `with_placeholder_names` for a reader of `language`: with placeholders in it.

    The table itself if that is its own language.
    """
    if first_known_language(table.language) == language:
        return table
    best = table.best
    if best is not None and _is_forgotten(best.who):
        best = replace(best, who=Occupant(""))
    signers = _rename_signers(table, lambda who, _: Occupant("") if _is_forgotten(who) else who)
    seats, sat = _clear_names(table.seats), _clear_names(table.sat)
    blank = replace(table, seats=seats, sat=sat, best=best, signers=signers)
    return with_placeholder_names(blank, language)


def _rename_signers(
    table: Table, rename: Callable[[Occupant, Seat], Occupant]
) -> tuple[tuple[Signed, Occupant], ...]:
    """Returns the señas of a table with the result of `rename` for each maker and their seat."""
    return tuple((made, rename(who, made.seat)) for made, who in table.signers)


def _clear_names(seats: Sequence[Occupant | None]) -> tuple[Occupant | None, ...]:
    """Returns seats where forgotten people have no name."""
    return tuple(Occupant("") if who is not None and _is_forgotten(who) else who for who in seats)


def _is_forgotten(who: Occupant) -> bool:
    """Returns whether a player is a forgotten person, with or without a placeholder name."""
    return who.person is None and who.ai is None


def _fill_names(seats: Sequence[Occupant | None], names: Mapping[Seat, str]) -> tuple[Occupant | None, ...]:
    """Returns seats where a player without a name has the name for their seat in `names`; others stay."""
    return tuple(who if who is None or who.name else Occupant(names[seat]) for seat, who in enumerate(seats))


def is_forgotten(who: Occupant) -> bool:
    """Returns whether an occupant is the placeholder of a forgotten person: neither a person nor an AI
    player."""
    return who.person is None and who.ai is None
