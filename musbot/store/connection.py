"""How the store reaches SQLite: pieces of work, each done whole, off the loop, one after another."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Protocol, TypeVar
from zlib import crc32

import aiosqlite

Found = TypeVar("Found")


class Connection(Protocol):
    """A connection of its own thread; a simulation has one that its scheduler runs."""

    async def run(self, work: Callable[[sqlite3.Connection], Found]) -> Found:
        """Does a piece of work; raises what that raises, ValueError once it is closed."""

    async def close(self) -> None:
        """Lets the file go."""


Connect = Callable[..., Awaitable[Connection]]
"""Opens a connection; called with what `sqlite3.connect` takes."""


class Threaded(aiosqlite.Connection):
    """aiosqlite's connection, which is given whole transactions: each statement would cost a hop there."""

    async def run(self, work: Callable[[sqlite3.Connection], Found]) -> Found:
        """See Connection."""
        found: Found = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return found

    def ended(self) -> None:
        """Waits until the thread of a connection that was not opened has ended."""
        self._thread.join()


async def threaded(database: object, **options: Any) -> Connection:
    """Opens a connection with a thread of its own."""
    db = Threaded(partial(sqlite3.connect, database, **options), iter_chunk_size=64)
    try:
        await db
    except BaseException:
        db.ended()  # it would tell a loop that may be closed by then
        raise
    return db


BUCKETS = 1 << 20
"""Few enough that a bucket tells of nobody: of ten thousand million ids ten thousand have the same."""


def made_ready(db: sqlite3.Connection) -> None:
    """Lets ids be found by their bucket, and what is no text be read as a sign that stands for none.

    So only the table in which it stands cannot be read.
    """
    db.text_factory = _text
    db.create_function("bucket", 1, bucket, deterministic=True)


def bucket(name: object) -> int | None:
    """Returns in which of `BUCKETS` a person, or a chat with all of its topics, is looked for."""
    return crc32(name.partition("/")[0].encode()) % BUCKETS if isinstance(name, str) else None


def _text(cell: bytes) -> str:
    try:
        return cell.decode()
    except UnicodeDecodeError:
        return "\N{REPLACEMENT CHARACTER}"
