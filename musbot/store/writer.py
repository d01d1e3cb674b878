"""The one who writes to the database: a task that commits in groups (see docs/reliability.md)."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from musbot.store.connection import Connection
from musbot.store.protocol import Conflict, Repeated, StoreError

MOST_IN_A_BATCH = 100

EVENT = "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)"
SEEN = "INSERT INTO seen VALUES (?, ?)"
TABLE = "INSERT INTO tables VALUES (?, ?, ?, NULL)"
CHAT = "UPDATE tables SET chat = ? WHERE table_id = ?"
OVER = "UPDATE tables SET over_at = ? WHERE table_id = ?"
SHOWN = "INSERT OR REPLACE INTO shown VALUES (?, ?, ?, ?, ?, ?, ?)"
NOTE = "INSERT OR REPLACE INTO notes VALUES (?, ?, ?)"
FORGET = "DELETE FROM seen WHERE at < ?"
_ORDER = (TABLE, FORGET, SEEN, EVENT, CHAT, OVER, SHOWN, NOTE)
"""The statements there are, in the order in which those of a batch are run."""

Row = tuple[str, tuple[Any, ...]]
Groups = Sequence[tuple[str, list[tuple[Any, ...]]]]


@dataclass(slots=True)
class _Write:
    rows: list[Row]
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Writer:
    """Owns the connection that writes: what is asked for at once is committed together."""

    def __init__(self, db: Connection) -> None:
        self._db = db
        self._queue: asyncio.Queue[_Write | None] = asyncio.Queue()
        self._task = asyncio.create_task(self._write_on(), name="sqlite writer")

    async def write(self, rows: list[Row]) -> None:
        """Writes rows in one transaction, with others' rows; raises Conflict, Repeated or StoreError."""
        if self._task.done():
            raise StoreError("the database is closed")
        write = _Write(rows)
        await self._queue.put(write)
        await asyncio.shield(write.done)

    async def close(self) -> None:
        """Writes what waits; nothing is written any more."""
        await self._queue.put(None)
        await self._task

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
            await self._db.run(partial(_committed, groups=_grouped(batch)))
        except (sqlite3.Error, ValueError) as error:
            refused = _meaning(error)
            if len(batch) == 1 and not batch[0].done.done():
                batch[0].done.set_exception(refused)
            return refused
        for write in batch:
            if not write.done.done():
                write.done.set_result(None)
        return None


def _committed(db: sqlite3.Connection, groups: Groups) -> None:
    """All of it in one transaction, or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        for sql, values in groups:
            db.executemany(sql, values)
        db.commit()
    except BaseException:
        with suppress(sqlite3.Error):
            db.rollback()
        raise


def _grouped(batch: Iterable[_Write]) -> Groups:
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
