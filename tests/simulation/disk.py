"""The database file: real SQLite, whose every piece of work is a step of the simulation and may fail."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.simulation.chance import Chance
from tests.simulation.loop import Loop

FAILURES = (
    ("database or disk is full", sqlite3.SQLITE_FULL),
    ("database is locked", sqlite3.SQLITE_BUSY),
    ("disk I/O error", sqlite3.SQLITE_IOERR),
)
LATENCY_S = 0.002
SLOW, SLOW_S = 0.01, 0.5
"""How often a statement takes much longer, and how long."""


class Disk:
    """A folder with one database file, that outlives the processes that open it.

    Of `failing` of the statements that write one fails. A kill takes back what was not committed, as
    SQLite does for whoever opens the file next.
    """

    def __init__(self, folder: Path, chance: Chance, failing: float) -> None:
        self.path = folder / "mus.sqlite"
        self.works = self.statements = 0
        self._template = folder / "empty.sqlite"
        self._chance = chance
        self._rng = chance.stream("disk")
        self._failing, self._slow = failing, SLOW
        self._open: list[_Connection] = []
        for end in ("-wal", "-shm", "-commits"):
            Path(f"{self.path}{end}").unlink(missing_ok=True)
        if self._template.exists():
            shutil.copyfile(self._template, self.path)
        else:
            self.path.unlink(missing_ok=True)

    def well(self) -> None:
        """Lets nothing fail any more, nor take long."""
        self._failing, self._slow = 0, 0.0

    async def connect(self, database: str | Path, **options: Any) -> _Connection:
        """See `musbot.store.connection.Connect`."""
        loop = asyncio.get_running_loop()
        assert isinstance(loop, Loop)
        raw = sqlite3.connect(database, factory=_Flaky, check_same_thread=False, **options)
        raw.disk = self if database == self.path else None
        connection = _Connection(self, loop, raw)
        self._open.append(connection)
        return connection

    def crash(self) -> None:
        """Lets go of the file as the end of a process does."""
        for connection in self._open:
            connection.raw.close()
        self._open.clear()

    def keep_empty(self) -> None:
        """Keeps the file as it is, without tables, for those who come after: it need not be made anew."""
        if not self._template.exists():
            shutil.copyfile(self.path, self._template)

    def takes_s(self) -> float:
        """Draws what a piece of work takes."""
        self.works += 1
        if self._rng.random() < self._slow:
            return self._rng.random() * SLOW_S
        return self._rng.random() * LATENCY_S

    def fails(self) -> sqlite3.OperationalError | None:
        """Draws whether a statement that writes fails."""
        self.statements += 1
        drawn, which = self._rng.random(), self._rng.random()
        if drawn >= self._failing or not self._chance.may("disk", self.statements):
            return None
        text, code = FAILURES[int(which * len(FAILURES))]
        error = sqlite3.OperationalError(text)
        error.sqlite_errorcode = code
        return error


class _Flaky(sqlite3.Connection):
    """SQLite on a disk that may fail before a transaction begins, within it, and before it is kept."""

    disk: Disk | None = None

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        if sql.startswith("BEGIN"):
            self._may_fail()
        elif sql.startswith("PRAGMA synchronous"):
            sql = "PRAGMA synchronous=OFF"  # the end of a process is no power cut
        return super().execute(sql, *values)

    def executemany(self, sql: str, values: Any) -> sqlite3.Cursor:
        self._may_fail()
        return super().executemany(sql, values)

    def commit(self) -> None:
        self._may_fail()
        super().commit()

    def _may_fail(self) -> None:
        if self.disk is not None and (error := self.disk.fails()) is not None:
            raise error


class _Connection:
    """A connection without a thread: one piece of work after another, each in a while."""

    def __init__(self, disk: Disk, loop: Loop, raw: sqlite3.Connection) -> None:
        self.raw = raw
        self._disk = disk
        self._loop = loop
        self._free_at = 0.0

    async def run(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        """See Connection."""
        future: asyncio.Future[Any] = self._loop.create_future()
        self._free_at = max(self._free_at, self._loop.time()) + self._disk.takes_s()
        self._loop.call_at(self._free_at, self._works, future, work)
        return await future

    async def close(self) -> None:
        """See Connection."""
        self.raw.close()

    def _works(self, future: asyncio.Future[Any], work: Callable[[sqlite3.Connection], Any]) -> None:
        try:
            found = work(self.raw)
        except BaseException as error:
            if not future.done():
                future.set_exception(error)
        else:
            if not future.done():
                future.set_result(found)
