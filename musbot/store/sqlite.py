"""The store in one SQLite file."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from functools import partial
from pathlib import Path
from types import UnionType
from typing import Any
from urllib.parse import quote

from musbot.boundary import Background, Periodic, contain_errors
from musbot.store import results
from musbot.store.codec import Stored
from musbot.store.connection import Connect, Connection, made_ready, threaded
from musbot.store.faults import OWN, checked, meaning
from musbot.store.file import PRIVATE_FOLDER, Guard, claim, count, counted_anew, lock_file
from musbot.store.forget import emptied, forget
from musbot.store.hanging import DatabaseCall, HangWatch
from musbot.store.outline import numbers, retold
from musbot.store.people import IS_SEATED, NAMES_OF, OF_CHAT, THE_CHAT, with_people
from musbot.store.protocol import StoreError, Unfinished
from musbot.store.results import PastPartida
from musbot.store.sqlite_schema import migrate, usable
from musbot.store.sqlite_writes import committed
from musbot.store.steps import SEATING_KINDS, Row
from musbot.store.store import SLICE, Query, Store
from musbot.store.writer import PAUSE_S, Outcomes, Writer
from musbot.table.alarms import Timers

log = logging.getLogger(__name__)

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON")
READ_TIMEOUT_S = 1
COUNT_S = 10.0
"""How often it is looked whether the file has what was written to it."""
MOST_TRIES = 100
"""To empty the log of the file after somebody was forgotten, PAUSE_S apart."""
EVENT_KINDS = (int, str, int, str)
UNFINISHED_KINDS = (str, str, str, float | None)

_SLICE = f"""
    SELECT max(key), min(at) FROM (SELECT key, at FROM seen WHERE key > ? ORDER BY key LIMIT {SLICE})
    HAVING count(*) > 0
"""  # noqa: S608
"""By keys and not by age, for which there is no index: it would be as big as the table."""
_LAST_OF = f"""
    SELECT table_id FROM tables t WHERE over_at > 0 AND table_id IN
    (SELECT table_id FROM events WHERE who IN ({NAMES_OF}) AND kind = 'SatDown')
    AND EXISTS (SELECT 1 FROM events e WHERE e.table_id = t.table_id AND e.kind = 'Began')
    ORDER BY over_at DESC LIMIT 1
"""  # noqa: S608 - nothing of it comes from outside
_PARTAKES = f"""
    SELECT table_id FROM tables WHERE over_at IS NULL AND table_id IN
    (SELECT table_id FROM events WHERE who IN ({NAMES_OF}) AND {IS_SEATED})
"""  # noqa: S608
_LAST = "(SELECT max(seq) FROM events e WHERE e.table_id = t.table_id)"
_TOLD = "coalesce((SELECT max(seq) FROM shown s WHERE s.table_id = t.table_id), 0)"
_UNFINISHED = "SELECT table_id, chat, people, soon_s FROM tables WHERE over_at IS NULL ORDER BY opened_at"
_BEHIND = f"SELECT table_id FROM tables t WHERE over_at IS NULL AND {_LAST} > {_TOLD}"  # noqa: S608
_KNOWN = "SELECT id, person FROM people WHERE person IS NOT NULL"
_RESTING = f"""
    SELECT table_id FROM tables t WHERE over_at IS NULL AND soon_s IS NULL
    AND (SELECT at FROM events e WHERE e.table_id = t.table_id AND seq = {_LAST}) < ?
"""  # noqa: S608
_UNTOLD = f"""
    SELECT table_id FROM tables t WHERE over_at > ? AND CASE
        WHEN EXISTS (SELECT 1 FROM events e WHERE e.table_id = t.table_id AND e.kind = 'Began')
        THEN NOT EXISTS (SELECT 1 FROM shown s WHERE s.table_id = t.table_id AND slot = 'end' AND seq > 0)
        ELSE {_LAST} > {_TOLD} END
    ORDER BY over_at
"""  # noqa: S608
_WRITTEN = f"""
    SELECT {THE_CHAT}, max(s.at) FROM tables t JOIN shown s USING (table_id) {OF_CHAT}
    WHERE (t.over_at IS NULL OR t.over_at > ?1) AND s.at > ?1 GROUP BY s.chat
"""  # noqa: S608
_SHOWN = f"""
    SELECT {THE_CHAT}, slot, message, digest, at, moment, seq FROM shown s {OF_CHAT} WHERE table_id = ?
"""  # noqa: S608
_LOG = "SELECT seq, kind, version, body FROM events WHERE table_id = ? ORDER BY seq"
_SEATING = f"""
    SELECT kind, version, body FROM events WHERE table_id = ?
    AND kind IN ({", ".join(f"'{kind}'" for kind in sorted(SEATING_KINDS))}) ORDER BY seq
"""  # noqa: S608
_LAST_OVER = """
    SELECT table_id FROM tables t WHERE chat = ? AND over_at > 0 AND EXISTS
    (SELECT 1 FROM events e WHERE e.table_id = t.table_id AND e.kind = 'Began') ORDER BY over_at DESC LIMIT 1
"""
_QUERIES = {
    Query.BEHIND: _BEHIND,
    Query.CHAT: f"SELECT {THE_CHAT} FROM tables s {OF_CHAT} WHERE s.table_id = ?",  # noqa: S608
    Query.RESTING: _RESTING,
    Query.OLDEST_KEYS: _SLICE,
    Query.PARTAKES: _PARTAKES,
    Query.SHOWN: _SHOWN,
    Query.NOTES: "SELECT n.name, value FROM notes JOIN noted n ON n.id = noted WHERE kind = ?",
    Query.LAST_OVER: _LAST_OVER,
    Query.LAST_OVER_OF: _LAST_OF,
    Query.UNTOLD: _UNTOLD,
    Query.FINISHED: "SELECT table_id FROM tables WHERE over_at < ? AND table_id > ? ORDER BY 1 LIMIT ?",
    Query.WRITTEN: _WRITTEN,
}
_KINDS: Mapping[Query, Sequence[type | UnionType]] = {
    Query.OLDEST_KEYS: (str, float),
    Query.SHOWN: (str, str, str, str, float, str, int),
    Query.NOTES: (str, str),
    Query.WRITTEN: (str, float),
}
"""What the values of a row are where they are not one text."""


class SqliteStore(Store):
    """A Store in a file; made by `open_sqlite`."""

    def __init__(
        self,
        db: Connection,
        reader: Connection,
        guard: Guard,
        clock: Callable[[], float],
        timers: Timers,
        opened: AsyncExitStack,
    ) -> None:
        self.lost = guard.lost
        self.watch = guard.watch
        # a transaction of the writer under way must not be seen
        self._reader = guard.over(reader, DatabaseCall.READ)
        self._timers = timers
        self._db = guard.over(db, DatabaseCall.WRITE)
        self._opened = opened
        self._path = guard.path
        self._background = Background()
        self._counts = Periodic(timers, COUNT_S, "the commits of the database", self._count)
        super().__init__(Writer(self._committed, timers, "another program holds the database"), clock)

    async def log(self, table: str) -> list[tuple[int, Stored]]:
        """See Store."""
        return await self._reader.run(partial(logged, table=table))

    async def seating(self, table: str) -> list[Stored]:
        """See Store."""

        def read(db: sqlite3.Connection) -> list[Stored]:
            rows = checked(db.execute(_SEATING, (table,)).fetchall(), EVENT_KINDS[1:])
            return with_people(db, [Stored(*row) for row in rows])

        return await self._reader.run(read)

    async def unfinished(self) -> list[Unfinished]:
        """See Store."""
        rows = await self._read(_UNFINISHED, (), UNFINISHED_KINDS)
        known = dict(await self._read(_KNOWN, (), (int, str))) if rows else {}
        return retold(((*row[:2], numbers(row[2]), *row[3:]) for row in rows), known)

    async def sweep(self) -> None:
        """See Store."""
        await super().sweep()
        await self._db.run(emptied)

    async def results(self, chat: str, most: int) -> list[PastPartida]:
        """See Store."""
        return (await self._results(results.OF_CHAT, (chat, most)))[::-1]

    async def results_of(self, person: str, most: int) -> list[PastPartida]:
        """See Store."""
        return await self._results(results.OF_PERSON, (person, most))

    async def _results(self, sql: str, values: tuple[Any, ...]) -> list[PastPartida]:
        def read(db: sqlite3.Connection) -> list[PastPartida]:
            return results.read(db, checked(db.execute(sql, values).fetchall(), results.KINDS))

        return await self._reader.run(read)

    async def forget(self, person: str) -> None:
        """See Store."""
        await self._db.run(partial(forget, person=person))
        for _ in range(MOST_TRIES):
            if await self._db.run(emptied):
                return
            again = asyncio.Event()
            self._timers.call_later(PAUSE_S, again.set)
            await again.wait()
        log.warning("somebody reads the database: what was deleted stays in its WAL until they have finished")

    def begin(self) -> None:
        """Looks every COUNT_S whether the file has what was written to it, and says beside it how much."""
        self._counts.start()

    def _count(self) -> None:
        self._background.start(self._counted(), "the commits of the database")

    async def _counted(self) -> None:
        with contain_errors("the commits of the database"), suppress(StoreError):
            await self._db.run(partial(counted_anew, path=self._path))  # a lost file is noted by the guard

    def sure(self) -> bool:
        """See Store: the lock of the file keeps others away."""
        return True

    async def close(self) -> None:
        """See Store."""
        self._counts.stop()
        try:
            await self._writer.close()
            await self._counted()
        finally:
            await self._opened.aclose()

    async def _committed(self, batch: Sequence[Sequence[Row]]) -> Outcomes:
        try:
            return await self._db.run(partial(committed, batch=batch))
        except (sqlite3.Error, *OWN) as error:
            raise meaning(error) from error

    async def _asked(self, query: Query, *values: Any) -> list[Any]:
        return await self._read(_QUERIES[query], values, _KINDS.get(query, (str,)))

    async def _read(
        self, sql: str, values: tuple[Any, ...] = (), kinds: Sequence[type | UnionType] = (str,)
    ) -> list[Any]:
        """The rows that a query finds, each of values of these kinds."""

        def read(db: sqlite3.Connection) -> list[Any]:
            return checked(db.execute(sql, values).fetchall(), kinds)

        return await self._reader.run(read)


def logged(db: sqlite3.Connection, table: str) -> list[tuple[int, Stored]]:
    """Returns all events of a table with their numbers; raises Unusable for what was never written so."""
    rows = checked(db.execute(_LOG, (table,)).fetchall(), EVENT_KINDS)
    events = with_people(db, [Stored(*event) for _, *event in rows])
    return [(row[0], event) for row, event in zip(rows, events, strict=True)]


async def open_sqlite(
    path: Path,
    clock: Callable[[], float] = time.time,
    connect: Connect = threaded,
    timers: Timers | None = None,
) -> SqliteStore:
    """Opens, and makes or migrates, the database file; raises Locked if another process writes to it.

    `clock` says what time is written, `timers` (None: the loop's) how long a write may wait.
    """
    path.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    lock = lock_file(path, f"{path} is in use by another musbot: expected to be the only one")
    async with AsyncExitStack() as opened:
        opened.callback(lock.release)
        claim(path)
        try:
            db = await connect(path, isolation_level=None)
            opened.push_async_callback(db.close)
            await db.run(partial(_prepare, path=path))
            reader = await connect(f"file:{quote(str(path))}?mode=ro", uri=True, timeout=READ_TIMEOUT_S)
            opened.push_async_callback(reader.close)
            await reader.run(made_ready)
        except (sqlite3.Error, ValueError) as error:
            raise StoreError(f"{path}: {meaning(error)}") from error
        timers = timers or asyncio.get_running_loop()
        store = SqliteStore(db, reader, Guard(path, HangWatch(timers)), clock, timers, opened.pop_all())
        store.begin()
        return store
    raise AssertionError  # the stack swallows nothing


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    made_ready(db)
    usable(db, path)  # before the journal is made another
    for pragma in PRAGMAS:
        db.execute(f"PRAGMA {pragma}")
    migrate(db, path)
    db.execute("BEGIN IMMEDIATE")  # raises where it can only be read
    db.rollback()
    count(db, path)
    emptied(db)  # a kill may have left there what was deleted
    db.execute("PRAGMA busy_timeout=0")  # the writer waits by itself, for all at once
