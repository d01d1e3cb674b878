"""The store in one SQLite file."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from functools import partial
from pathlib import Path
from urllib.parse import quote

from musbot.runtime.boundary import Background, Periodic, contain_errors
from musbot.store.connection import Connect, Connection, connect_threaded, prepare_connection
from musbot.store.faults import name_file, to_store_error
from musbot.store.file import (
    PRIVATE_FOLDER,
    Guard,
    claim,
    lock_file,
    record_count,
    require_writable,
    verify_and_record_count,
)
from musbot.store.hanging import DatabaseCall, HangWatch
from musbot.store.operations import Write
from musbot.store.protocol import DatabaseNeedsOperator, StoreError
from musbot.store.reads import Found, Work, read_file
from musbot.store.sqlite_schema import migrate, require_usable
from musbot.store.sqlite_writes import commit, empty_wal
from musbot.store.store import Store
from musbot.store.writer import PAUSE_S, Outcomes, Writer
from musbot.table.alarms import Timers

log = logging.getLogger(__name__)

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON")
"""The settings of the connection that writes."""
READ_TIMEOUT_S = 1
"""Seconds that a read waits for a locked database."""
COUNT_S = 10.0
"""Seconds between two checks of the number of commits."""
MOST_TRIES = 100
"""The attempts to empty the write-ahead log after a person was forgotten, PAUSE_S apart."""


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
        self.watch = HangWatch(timers)
        # a transaction of the writer under way must not be seen
        self._reader = guard.guard(reader)
        self._timers = timers
        self._db = guard.guard(db)
        self._opened = opened
        self._path = guard.path
        self._background = Background()
        self._counts = Periodic(timers, COUNT_S, "the commits of the database", self._count)
        held = "another program holds the database"
        super().__init__(Writer(self._commit, timers, held, self.watch), clock)

    async def _read(self, work: Work[Found]) -> Found:
        """Runs a piece of work on the reading connection and returns its result.

        Raises StoreError, and DatabaseLost once the file is lost.
        """
        with self.watch.watch(DatabaseCall.READ):
            return await self._reader.run(partial(read_file, work=work))

    async def sweep(self) -> None:
        """Deletes old keys, pauses and dates as `Store.sweep` does, then empties the write-ahead log.

        While another program reads, the log stays. Raises StoreError.
        """
        await super().sweep()
        await self._db.run(empty_wal)

    async def _erase(self) -> None:
        """Empties the write-ahead log, which still has the deleted names.

        While another program reads, tries it MOST_TRIES times, PAUSE_S apart; then only logs a warning.
        Raises StoreError.
        """
        for _ in range(MOST_TRIES):
            if await self._db.run(empty_wal):
                return
            again = asyncio.Event()
            self._timers.call_later(PAUSE_S, again.set)
            await again.wait()
        log.warning("somebody reads the database: what was deleted stays in its WAL until they have finished")

    def begin(self) -> None:
        """Starts a check that records the number of commits every COUNT_S; the first follows after
        COUNT_S."""
        self._counts.start()

    def _count(self) -> None:
        """Starts a task that checks and records the number of commits, and does not wait for it."""
        self._background.start(self._check_count(), "the commits of the database")

    async def _check_count(self) -> None:
        """Checks and records the number of commits.

        Raises no error: the guard marks a lost file, other failures are logged or dropped.
        """
        with contain_errors("the commits of the database"), suppress(StoreError):
            await self._db.run(
                partial(verify_and_record_count, path=self._path)
            )  # a lost file is noted by the guard

    def owns_database(self) -> bool:
        """Returns True: the lock of the file keeps other processes out."""
        return True

    async def close(self) -> None:
        """Commits pending writes, records the number of commits, closes the file and releases its lock.

        A failure to record the number is only logged or dropped. Later reads and writes raise StoreError.
        """
        self._counts.stop()
        try:
            await self._writer.close()
            await self._check_count()
        finally:
            await self._opened.aclose()

    async def _commit(self, batch: Sequence[Write]) -> Outcomes:
        """Commits a batch in one transaction; returns for each write None, or the error that refused it.

        Raises StoreError if the transaction failed.
        """
        return await self._db.run(partial(commit, batch=batch))


async def open_sqlite(
    path: Path,
    clock: Callable[[], float] = time.time,
    connect: Connect = connect_threaded,
    timers: Timers | None = None,
) -> SqliteStore:
    """Opens the database file; creates it and its folder, or migrates it to the current schema.

    Removes the permissions of other users (`claim`). `clock` is the source of stored times, in seconds since
    1970. `timers` (None: the loop's) times the writes; `connect` opens the connections. Raises DatabaseLocked
    if another process has it, and TablesGone if it is missing although it had commits. Raises
    DatabaseNeedsOperator or another StoreError for a damaged, foreign or newer file, or for lost commits.
    Raises OSError if it cannot be written.
    """
    require_writable(path)
    path.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    lock = lock_file(path, f"{path} is in use by another musbot: end that one, or set another DATABASE_URL")
    async with AsyncExitStack() as opened:
        opened.callback(lock.release)
        claim(path)
        try:
            db = await connect(path, isolation_level=None)
            opened.push_async_callback(db.close)
            await db.run(partial(_prepare, path=path))
            reader = await connect(f"file:{quote(str(path))}?mode=ro", uri=True, timeout=READ_TIMEOUT_S)
            opened.push_async_callback(reader.close)
            await reader.run(prepare_connection)
        except (sqlite3.Error, ValueError) as error:
            store_error = to_store_error(error)
            raise (DatabaseNeedsOperator if store_error.lasts else StoreError)(
                name_file(path, store_error)
            ) from error
        timers = timers or asyncio.get_running_loop()
        store = SqliteStore(db, reader, Guard(path), clock, timers, opened.pop_all())
        store.begin()
        return store
    raise AssertionError  # the stack swallows nothing


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    """Brings the writing connection's file up to date and checks it.

    Sets its pragmas, migrates it, records the number of commits and empties the write-ahead log. Raises
    sqlite3.Error and StoreError.
    """
    prepare_connection(db)
    require_usable(db, path)  # before the journal is made another
    for pragma in PRAGMAS:
        db.execute(f"PRAGMA {pragma}")
    migrate(db, path)
    db.execute("BEGIN IMMEDIATE")  # raises if the file is read-only
    db.rollback()
    record_count(db, path)
    empty_wal(db)  # a kill may have left deleted rows in it
    db.execute("PRAGMA busy_timeout=0")  # the writer waits for all writes together
