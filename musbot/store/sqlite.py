"""The store in one SQLite file: one writer task that groups commits (see docs/reliability.md)."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import aiosqlite
from filelock import FileLock, Timeout

from musbot.store.codec import Stored
from musbot.store.migrate import upgraded
from musbot.store.protocol import Conflict, Locked, Posted, Repeated, StoreError
from musbot.store.refold import Damaged

log = logging.getLogger(__name__)

KEEP_KEYS_S = 48 * 3600
MOST_IN_A_BATCH = 100

SCHEMA = """
    CREATE TABLE tables (
        table_id TEXT PRIMARY KEY, chat TEXT NOT NULL, opened_at REAL NOT NULL, over_at REAL
    ) STRICT;
    CREATE INDEX tables_by_chat ON tables (chat, over_at);
    CREATE TABLE events (
        table_id TEXT NOT NULL REFERENCES tables, seq INTEGER NOT NULL, at REAL NOT NULL,
        kind TEXT NOT NULL, version INTEGER NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE seen (key TEXT PRIMARY KEY, at REAL NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE shown (
        table_id TEXT NOT NULL REFERENCES tables, chat TEXT NOT NULL, slot TEXT NOT NULL,
        message TEXT NOT NULL, digest TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (table_id, chat, slot)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE notes (
        kind TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, name)
    ) STRICT, WITHOUT ROWID
"""
"""The first schema version."""

_SAT = "kind = 'SatDown' AND json_valid(body)"
_SITTER = "json_extract(body, '$.who.person')"
"""Who sat down; a body that is damaged names nobody."""
_LAST_OF = f"""
    SELECT table_id FROM tables t WHERE over_at > 0
    AND table_id IN (SELECT table_id FROM events WHERE {_SAT} AND {_SITTER} = ?)
    AND EXISTS (SELECT 1 FROM events e WHERE e.table_id = t.table_id AND e.kind = 'Began')
    ORDER BY over_at DESC LIMIT 1
"""  # noqa: S608 - nothing of it comes from outside

_EVENT = "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)"
_SEEN = "INSERT INTO seen VALUES (?, ?)"
_TABLE = "INSERT INTO tables VALUES (?, ?, ?, NULL)"
_CHAT = "UPDATE tables SET chat = ? WHERE table_id = ?"
_OVER = "UPDATE tables SET over_at = ? WHERE table_id = ?"
_SHOWN = "INSERT OR REPLACE INTO shown VALUES (?, ?, ?, ?, ?, ?, ?)"
_NOTE = "INSERT OR REPLACE INTO notes VALUES (?, ?, ?)"
_FORGET = "DELETE FROM seen WHERE at < ?"
_ORDER = (_TABLE, _FORGET, _SEEN, _EVENT, _CHAT, _OVER, _SHOWN, _NOTE)

Row = tuple[str, tuple[Any, ...]]


@dataclass(slots=True)
class _Write:
    rows: list[Row]
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class SqliteStore:
    """A Store in a file; made by `open_sqlite`."""

    def __init__(
        self,
        db: aiosqlite.Connection,
        reader: aiosqlite.Connection,
        lock: FileLock,
        clock: Callable[[], float],
    ) -> None:
        self._db = db
        self._reader = reader  # a transaction of the writer under way must not be seen
        self._lock = lock
        self._clock = clock
        self._queue: asyncio.Queue[_Write | None] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write_on(), name="sqlite writer")

    async def append(
        self, table: str, after: int, events: Sequence[Stored], *, key: str = "", over: bool = False
    ) -> None:
        """See Store."""
        now = self._clock()
        rows: list[Row] = [
            (_EVENT, (table, after + place, now, e.kind, e.version, e.body))
            for place, e in enumerate(events, start=1)
        ]
        if key:
            rows.append((_SEEN, (key, now)))
        if over:
            rows.append((_OVER, (now, table)))
        await self._write(rows)

    async def create(self, table: str, chat: str, events: Sequence[Stored], *, key: str = "") -> None:
        """Begins the log of a new table in a chat; raises Conflict if there is one of that id already."""
        now = self._clock()
        rows: list[Row] = [(_TABLE, (table, chat, now))]
        rows += [(_EVENT, (table, n, now, e.kind, e.version, e.body)) for n, e in enumerate(events, start=1)]
        if key:
            rows.append((_SEEN, (key, now)))
        await self._write(rows)

    async def move(self, table: str, chat: str) -> None:
        """Records that a table goes on in another chat."""
        await self._write([(_CHAT, (chat, table))])

    async def mark(self, key: str) -> None:
        """See Store."""
        await self._write([(_SEEN, (key, self._clock()))])

    async def record_shown(self, table: str, shown: Posted) -> None:
        """See Store."""
        row = (table, shown.chat, shown.slot, shown.message, shown.digest, shown.at, shown.moment)
        await self._write([(_SHOWN, row)])

    async def note(self, kind: str, name: str, value: str) -> None:
        """See Store."""
        await self._write([(_NOTE, (kind, name, value))])

    async def log(self, table: str) -> list[tuple[int, Stored]]:
        """See Store."""
        sql = "SELECT seq, kind, version, body FROM events WHERE table_id = ? ORDER BY seq"
        return [(seq, Stored(*event)) for seq, *event in await self._read(sql, (table,))]

    async def chat(self, table: str) -> str | None:
        """See Store."""
        found = await self._read("SELECT chat FROM tables WHERE table_id = ?", (table,))
        return found[0][0] if found else None

    async def unfinished(self) -> list[str]:
        """See Store."""
        found = await self._read("SELECT table_id FROM tables WHERE over_at IS NULL ORDER BY opened_at")
        return [row[0] for row in found]

    async def keys(self) -> set[str]:
        """See Store."""
        since = self._clock() - KEEP_KEYS_S
        await self._write([(_FORGET, (since,))])
        return {row[0] for row in await self._read("SELECT key FROM seen")}

    async def shown(self, table: str) -> list[Posted]:
        """See Store."""
        sql = "SELECT chat, slot, message, digest, at, moment FROM shown WHERE table_id = ?"
        rows = await self._read(sql, (table,))
        return [Posted(*row) for row in rows if row[2]]

    async def notes(self, kind: str) -> dict[str, str]:
        """See Store."""
        rows = await self._read("SELECT name, value FROM notes WHERE kind = ?", (kind,))
        return {name: value for name, value in rows if value}

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

    async def over_since(self, at: float) -> list[str]:
        """See Store."""
        found = await self._read("SELECT table_id FROM tables WHERE over_at > ? ORDER BY over_at", (at,))
        return [row[0] for row in found]

    async def close(self) -> None:
        """See Store."""
        await self._queue.put(None)
        await self._writer
        await self._reader.close()
        await self._db.close()
        self._lock.release()

    async def _read(self, sql: str, values: tuple[Any, ...] = ()) -> list[Any]:
        async with self._reader.execute(sql, values) as cursor:
            return list(await cursor.fetchall())

    async def _write(self, rows: list[Row]) -> None:
        if self._writer.done():
            raise StoreError("the database is closed")
        write = _Write(rows)
        await self._queue.put(write)
        await asyncio.shield(write.done)

    async def _write_on(self) -> None:
        while (first := await self._queue.get()) is not None:
            batch = [first]
            while len(batch) < MOST_IN_A_BATCH and not self._queue.empty():
                write = self._queue.get_nowait()
                if write is None:
                    self._queue.put_nowait(None)
                    break
                batch.append(write)
            if await self._commit(batch) is None:
                continue
            for write in batch:  # refused: one by one, so that only the guilty one fails
                if len(batch) > 1:
                    await self._commit([write])

    async def _commit(self, batch: list[_Write]) -> StoreError | None:
        try:
            await self._db.execute("BEGIN IMMEDIATE")
            for sql, values in _grouped(batch):
                await self._db.executemany(sql, values)
            await self._db.commit()
        except (sqlite3.Error, ValueError) as error:
            with suppress(sqlite3.Error, ValueError):
                await self._db.rollback()
            refused = _meaning(error)
            if len(batch) == 1 and not batch[0].done.done():
                batch[0].done.set_exception(refused)
            return refused
        for write in batch:
            if not write.done.done():
                write.done.set_result(None)
        return None


def _grouped(batch: Iterable[_Write]) -> Iterable[tuple[str, list[tuple[Any, ...]]]]:
    """The rows of a batch by statement, tables first, each statement's in the order in which they came."""
    groups: dict[str, list[tuple[Any, ...]]] = {}
    for write in batch:
        for sql, values in write.rows:
            groups.setdefault(sql, []).append(values)
    return sorted(groups.items(), key=lambda group: _ORDER.index(group[0]))


def _meaning(error: Exception) -> StoreError:
    text = str(error)
    if isinstance(error, sqlite3.IntegrityError) and "seen.key" in text:
        return Repeated("this delivery was recorded before")
    if isinstance(error, sqlite3.IntegrityError):
        return Conflict(text)
    return StoreError(f"SQLite: {text}")


async def open_sqlite(path: Path, clock: Callable[[], float] = time.time) -> SqliteStore:
    """Opens, and makes or migrates, the database file; raises Locked if another process writes to it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(f"{path}.lock", blocking=False)
    try:
        lock.acquire()
    except Timeout:
        raise Locked(f"{path} is in use by another musbot: expected to be the only one") from None
    try:
        sqlite3.connect(path).close()  # where that fails, aiosqlite would leave a thread behind
        db = await _connect(path)
    except sqlite3.Error as error:
        lock.release()
        raise StoreError(f"{path}: {error}") from None
    except BaseException:
        lock.release()
        raise
    reader = await aiosqlite.connect(f"file:{quote(str(path))}?mode=ro", uri=True)
    reader.text_factory = _text
    return SqliteStore(db, reader, lock, clock)


def _text(cell: bytes) -> str:
    """What is no text becomes a sign that stands for none, so that only its own table cannot be read."""
    try:
        return cell.decode()
    except UnicodeDecodeError:
        return "\N{REPLACEMENT CHARACTER}"


async def _connect(path: Path) -> aiosqlite.Connection:
    db = await aiosqlite.connect(path, isolation_level=None)
    db.text_factory = _text
    try:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
            await db.execute(f"PRAGMA {pragma}")
        await _migrate(db, path)
    except BaseException:
        await db.close()
        raise
    return db


async def _migrate(db: aiosqlite.Connection, path: Path) -> None:
    async with db.execute("PRAGMA user_version") as cursor:
        row = await cursor.fetchone()
    version = row[0] if row else 0
    if version > len(MIGRATIONS):
        raise StoreError(f"{path} has schema {version}: this musbot knows up to {len(MIGRATIONS)}")
    for number, step in enumerate(MIGRATIONS[version:], start=version + 1):
        await db.execute("BEGIN IMMEDIATE")
        try:
            await step(db)
            await db.execute(f"PRAGMA user_version = {number}")
            await db.commit()
        except BaseException:
            await db.rollback()
            raise
        log.info("schema %d of %s made", number, path.name)


async def _schema(db: aiosqlite.Connection) -> None:
    for statement in SCHEMA.split(";"):
        await db.execute(statement)


async def _decisions(db: aiosqlite.Connection) -> None:
    """Version 2 writes what the rules decide as events; a log that cannot be followed is left as it is."""
    async with db.execute("SELECT table_id FROM tables") as cursor:
        tables = [row[0] async for row in cursor]
    for table in tables:
        sql = "SELECT seq, at, kind, version, body FROM events WHERE table_id = ? ORDER BY seq"
        async with db.execute(sql, (table,)) as cursor:
            rows = [(seq, at, Stored(*stored)) async for seq, at, *stored in cursor]
        try:
            newer = upgraded(table, rows)
        except Damaged as damage:
            log.error("%s: it cannot be brought up to date", damage)  # noqa: TRY400
            continue
        await db.execute("DELETE FROM events WHERE table_id = ?", (table,))
        await db.executemany(_EVENT, [(table, seq, at, e.kind, e.version, e.body) for seq, at, e in newer])


async def _moments(db: aiosqlite.Connection) -> None:
    """Version 3 keeps what was asked in what is shown; of what was shown before, it is not known."""
    await db.execute("ALTER TABLE shown ADD COLUMN moment TEXT NOT NULL DEFAULT ''")


async def _sitters(db: aiosqlite.Connection) -> None:
    """Version 4 finds the tables of a person."""
    await db.execute(f"CREATE INDEX events_by_sitter ON events ({_SITTER}) WHERE {_SAT}")


MIGRATIONS: tuple[Callable[[aiosqlite.Connection], Awaitable[None]], ...] = (
    _schema,
    _decisions,
    _moments,
    _sitters,
)
"""A step for each schema version; `user_version` says how many a file has been through."""
