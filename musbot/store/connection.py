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
        """Runs a piece of work; raises its errors, and ValueError after `close`."""

    async def close(self) -> None:
        """Ends the thread, and frees the file."""


Connect = Callable[..., Awaitable[Connection]]
"""Opens a connection with the arguments of `sqlite3.connect`."""


class ThreadedConnection(aiosqlite.Connection):
    """aiosqlite's connection, which is given whole transactions: each statement would cost a hop there."""

    async def run(self, work: Callable[[sqlite3.Connection], Found]) -> Found:
        """Runs a piece of work; raises its errors, and ValueError after `close`."""
        found: Found = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return found

    def join_thread(self) -> None:
        """Waits until the thread of a connection that was not opened has ended."""
        self._thread.join()


async def connect_threaded(database: object, **options: Any) -> Connection:
    """Opens a connection with its own thread."""
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
    """Adds the function `bucket`, and reads text that is not UTF-8 as a replacement character.

    A damaged text then makes only its own table unreadable.
    """
    db.text_factory = _text
    db.create_function("bucket", 1, bucket, deterministic=True)


def bucket(name: object) -> int | None:
    """Returns the bucket of a person or of a chat with all its topics; None if the name is not a text."""
    return crc32(name.partition("/")[0].encode()) % BUCKETS if isinstance(name, str) else None


def _text(cell: bytes) -> str:
    try:
        return cell.decode()
    except UnicodeDecodeError:
        return "\N{REPLACEMENT CHARACTER}"
