"""The store in one SQLite file."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import astuple
from functools import partial
from pathlib import Path
from types import UnionType
from typing import Any
from urllib.parse import quote

from filelock import FileLock, Timeout

from musbot.store.codec import Stored
from musbot.store.connection import Connect, Connection, read_any_text, threaded
from musbot.store.faults import checked, meaning
from musbot.store.file import PRIVATE, PRIVATE_FOLDER, Guard, claim
from musbot.store.outline import read, written
from musbot.store.protocol import NOBODY, Locked, Outline, Posted, StoreError, Unfinished
from musbot.store.refold import SEATING
from musbot.store.schema import SAT, SITTER, migrate
from musbot.store.writer import (
    CHAT,
    EVENT,
    FORGET,
    HIDE,
    NOTE,
    OUTLINE,
    OVER,
    RELEASE,
    SEEN,
    SHOWN,
    TABLE,
    UNNOTE,
    Row,
    Writer,
)
from musbot.table.clocks import Timers

READ_TIMEOUT_S = 1
EVENT_KINDS = (int, str, int, str)
SHOWN_KINDS = (str, str, str, str, float, str, int)
UNFINISHED_KINDS = (str, str, str, float | None, int | None)
KEEP_KEYS_S = 48 * 3600
SLICE = 5000
"""How many deliveries are looked at, and swept, at once."""

_SLICE = f"""
    SELECT max(key), min(at) FROM (SELECT key, at FROM seen WHERE key > ? ORDER BY key LIMIT {SLICE})
    HAVING count(*) > 0
"""  # noqa: S608
"""By keys and not by age, for which there is no index: it would be as big as the table."""
_LAST_OF = f"""
    SELECT table_id FROM tables t WHERE over_at > 0
    AND table_id IN (SELECT table_id FROM events WHERE {SAT} AND {SITTER} = ?)
    AND EXISTS (SELECT 1 FROM events e WHERE e.table_id = t.table_id AND e.kind = 'Began')
    ORDER BY over_at DESC LIMIT 1
"""  # noqa: S608 - nothing of it comes from outside
_LAST = "(SELECT max(seq) FROM events e WHERE e.table_id = t.table_id)"
_TOLD = "coalesce((SELECT max(seq) FROM shown s WHERE s.table_id = t.table_id), 0)"
_UNFINISHED = f"""
    SELECT table_id, chat, people, soon_s, {_LAST} > {_TOLD} FROM tables t WHERE over_at IS NULL
    ORDER BY opened_at
"""  # noqa: S608
_UNTOLD = f"""
    SELECT table_id FROM tables t WHERE over_at > ? AND CASE
        WHEN EXISTS (SELECT 1 FROM events e WHERE e.table_id = t.table_id AND e.kind = 'Began')
        THEN NOT EXISTS (SELECT 1 FROM shown s WHERE s.table_id = t.table_id AND slot = 'end' AND seq > 0)
        ELSE {_LAST} > {_TOLD} END
    ORDER BY over_at
"""  # noqa: S608
_WRITTEN = """
    SELECT s.chat, max(s.at) FROM tables t JOIN shown s USING (table_id)
    WHERE (t.over_at IS NULL OR t.over_at > ?) AND s.at > ? GROUP BY s.chat
"""
_SEATING = f"""
    SELECT kind, version, body FROM events WHERE table_id = ?
    AND kind IN ({", ".join(f"'{kind.__name__}'" for kind in SEATING)}) ORDER BY seq
"""  # noqa: S608


class SqliteStore:
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
        self._reader = guard.over(reader)  # a transaction of the writer under way must not be seen
        self._clock = clock
        self._writer = Writer(guard.over(db), timers)
        self.tally = self._writer.tally
        self._opened = opened

    async def append(
        self,
        table: str,
        after: int,
        events: Sequence[Stored],
        *,
        key: str = "",
        over: bool = False,
        outline: Outline | None = None,
    ) -> None:
        """See Store."""
        now = self._clock()
        rows: list[Row] = [
            (EVENT, (table, after + place, now, e.kind, e.version, e.body))
            for place, e in enumerate(events, start=1)
        ]
        if key:
            rows.append((SEEN, (key, now)))
        if over:
            rows.append((OVER, (now, table)))
        if outline is not None:
            rows.append((OUTLINE, (*written(outline), table)))
        await self._writer.write(rows)

    async def create(
        self, table: str, chat: str, events: Sequence[Stored], *, key: str = "", outline: Outline = NOBODY
    ) -> None:
        """Begins the log of a new table in a chat; raises Conflict if there is one of that id already."""
        now = self._clock()
        rows: list[Row] = [(TABLE, (table, chat, now, *written(outline)))]
        rows += [(EVENT, (table, n, now, e.kind, e.version, e.body)) for n, e in enumerate(events, start=1)]
        if key:
            rows.append((SEEN, (key, now)))
        await self._writer.write(rows)

    async def move(self, table: str, chat: str) -> None:
        """Records that a table goes on in another chat."""
        await self._writer.write([(CHAT, (chat, table))])

    async def mark(self, key: str) -> None:
        """See Store."""
        await self._writer.write([(SEEN, (key, self._clock()))])

    async def record_shown(self, table: str, shown: Posted) -> None:
        """See Store."""
        row = (table, *astuple(shown))
        await self._writer.write([(SHOWN, row), (HIDE, (table, shown.chat, shown.slot))])

    async def note(self, kind: str, name: str, value: str) -> None:
        """See Store."""
        await self._writer.write([(NOTE, (kind, name, value)), (UNNOTE, (kind, name))])

    async def log(self, table: str) -> list[tuple[int, Stored]]:
        """See Store."""
        sql = "SELECT seq, kind, version, body FROM events WHERE table_id = ? ORDER BY seq"
        return [(seq, Stored(*event)) for seq, *event in await self._read(sql, (table,), EVENT_KINDS)]

    async def chat(self, table: str) -> str | None:
        """See Store."""
        found = await self._read("SELECT chat FROM tables WHERE table_id = ?", (table,))
        return found[0][0] if found else None

    async def seating(self, table: str) -> list[Stored]:
        """See Store."""
        return [Stored(*event) for event in await self._read(_SEATING, (table,), EVENT_KINDS[1:])]

    async def unfinished(self) -> list[Unfinished]:
        """See Store."""
        rows = await self._read(_UNFINISHED, (), UNFINISHED_KINDS)
        return [
            Unfinished(table, chat, read(people, soon_s), bool(behind))
            for table, chat, people, soon_s, behind in rows
        ]

    async def sweep(self) -> None:
        """See Store."""
        now, last = self._clock(), ""
        await self._writer.write([(RELEASE, (now,))])
        while True:
            found = await self._read(_SLICE, (last,), (str, float))
            if not found or found[0][0] <= last:  # the end, or damage
                return
            ((until, oldest),) = found
            if oldest < now - KEEP_KEYS_S:
                await self._writer.write([(FORGET, (last, until, now - KEEP_KEYS_S))])
            last = until

    async def shown(self, table: str) -> list[Posted]:
        """See Store."""
        sql = "SELECT chat, slot, message, digest, at, moment, seq FROM shown WHERE table_id = ?"
        return [Posted(*row) for row in await self._read(sql, (table,), SHOWN_KINDS)]

    async def notes(self, kind: str) -> dict[str, str]:
        """See Store."""
        sql = "SELECT name, value FROM notes WHERE kind = ?"
        return dict(await self._read(sql, (kind,), (str, str)))

    async def last_over(self, chat: str) -> str | None:
        """See Store."""
        found = await self._read(
            "SELECT table_id FROM tables t WHERE chat = ? AND over_at > 0 AND EXISTS"
            " (SELECT 1 FROM events e WHERE e.table_id = t.table_id AND e.kind = 'Began')"
            " ORDER BY over_at DESC LIMIT 1",
            (chat,),
        )
        return found[0][0] if found else None

    async def last_over_of(self, person: str) -> str | None:
        """See Store."""
        found = await self._read(_LAST_OF, (person,))
        return found[0][0] if found else None

    async def untold(self, since: float) -> list[str]:
        """See Store."""
        return [row[0] for row in await self._read(_UNTOLD, (since,), (str,))]

    async def written_since(self, at: float) -> dict[str, float]:
        """See Store."""
        return dict(await self._read(_WRITTEN, (at, at), (str, float)))

    async def close(self) -> None:
        """See Store."""
        try:
            await self._writer.close()
        finally:
            await self._opened.aclose()

    async def _read(
        self, sql: str, values: tuple[Any, ...] = (), kinds: Sequence[type | UnionType] = (str,)
    ) -> list[Any]:
        """The rows that a query finds, each of values of these kinds."""

        def read(db: sqlite3.Connection) -> list[Any]:
            return checked(db.execute(sql, values).fetchall(), kinds)

        return await self._reader.run(read)


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
    lock = FileLock(f"{path}.lock", mode=PRIVATE, blocking=False)
    try:
        lock.acquire()
    except Timeout:
        raise Locked(f"{path} is in use by another musbot: expected to be the only one") from None
    async with AsyncExitStack() as opened:
        opened.callback(lock.release)
        claim(path)
        try:
            db = await connect(path, isolation_level=None)
            opened.push_async_callback(db.close)
            await db.run(partial(_prepare, path=path))
            reader = await connect(f"file:{quote(str(path))}?mode=ro", uri=True, timeout=READ_TIMEOUT_S)
            opened.push_async_callback(reader.close)
            await reader.run(read_any_text)
        except (sqlite3.Error, ValueError) as error:
            raise StoreError(f"{path}: {meaning(error)}") from error
        return SqliteStore(
            db, reader, Guard(path), clock, timers or asyncio.get_running_loop(), opened.pop_all()
        )
    raise AssertionError  # the stack swallows nothing


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    read_any_text(db)
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        db.execute(f"PRAGMA {pragma}")
    migrate(db, path)
    db.execute("BEGIN IMMEDIATE")  # raises where it can only be read
    db.rollback()
    db.execute("PRAGMA busy_timeout=0")  # the writer waits by itself, for all at once
