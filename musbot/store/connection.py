"""Connections to SQLite that run pieces of work outside the event loop, one after another."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Protocol, TypeVar
from zlib import crc32

import aiosqlite

Found = TypeVar("Found")
"""The result of a piece of work."""


class Connection(Protocol):
    """A connection with a thread, or with the scheduler of a simulation."""

    async def run(self, work: Callable[[sqlite3.Connection], Found]) -> Found:
        """Runs a piece of work with the SQLite connection, after earlier pieces; returns its result.

        Raises the errors of the work, and ValueError after `close`; a connection of `file.Guard` raises
        StoreError for both.
        """

    async def close(self) -> None:
        """Closes the connection after the work that was given earlier, and ends its thread, if it has one."""


Connect = Callable[..., Awaitable[Connection]]
"""Opens a connection with the arguments of `sqlite3.connect`."""


class ThreadedConnection(aiosqlite.Connection):
    """aiosqlite's connection, which is given whole transactions: each statement would cost a hop there."""

    async def run(self, work: Callable[[sqlite3.Connection], Found]) -> Found:
        """Runs a piece of work in the connection's thread, after earlier pieces; returns its result.

        Raises the errors of the work, and ValueError after `close`.
        """
        found: Found = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return found

    def join_thread(self) -> None:
        """Blocks until the thread of a connection that could not be opened has ended."""
        self._thread.join()


async def connect_threaded(database: object, **options: Any) -> Connection:
    """Opens a connection with its own thread; `options` are keywords of `sqlite3.connect`.

    Raises sqlite3.Error.
    """
    db = ThreadedConnection(partial(sqlite3.connect, database, **options), iter_chunk_size=64)
    try:
        await db
    except BaseException:
        db.join_thread()  # it would tell a loop that may be closed by then
        raise
    return db


BUCKETS = 1 << 20
"""The number of buckets: of ten thousand million ids ten thousand share one, so a bucket identifies no
person."""


def prepare_connection(db: sqlite3.Connection) -> None:
    """Adds the SQL function `bucket`, and reads a text that is not UTF-8 as one replacement character.

    A damaged text then makes only its own table unreadable.
    """
    db.text_factory = _text
    db.create_function("bucket", 1, bucket, deterministic=True)


def bucket(name: object) -> int | None:
    """Returns the bucket of an id, 0 to BUCKETS - 1; a chat and its topics share one.

    None for a value that is no text.
    """
    return crc32(name.partition("/")[0].encode()) % BUCKETS if isinstance(name, str) else None


def _text(cell: bytes) -> str:
    """Decodes a text of the database; returns one replacement character for a text that is not UTF-8."""
    try:
        return cell.decode()
    except UnicodeDecodeError:
        return "\N{REPLACEMENT CHARACTER}"
