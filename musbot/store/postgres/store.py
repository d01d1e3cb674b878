"""The store in a PostgreSQL database, to which one process writes."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from functools import partial

import asyncpg

from musbot.runtime.boundary import Background, Periodic
from musbot.store.hanging import DatabaseCall, HangWatch
from musbot.store.operations import Write
from musbot.store.postgres.checkup import unsafe_settings
from musbot.store.postgres.connection import (
    BEAT_S,
    ReadingLinks,
    WritingLink,
    open_connection,
)
from musbot.store.postgres.faults import to_store_error
from musbot.store.postgres.lookout import Lookout
from musbot.store.postgres.reads import read_server
from musbot.store.postgres.replication import replication_risks
from musbot.store.postgres.schema import schema_of
from musbot.store.postgres.writer_lock import Claim, StandBy
from musbot.store.protocol import DatabaseLost, Gap, StoreError
from musbot.store.reads import Found, Work
from musbot.store.store import Store
from musbot.store.writer import DEADLINE_S, Outcomes, Writer
from musbot.table.alarms import Timers

log = logging.getLogger(__name__)

_TIDY = ("people", "names", "notes", "shown")
"""The tables in which a person was named."""


class PostgresStore(Store):
    """A Store in PostgreSQL; made by `open_postgres`."""

    def __init__(
        self,
        url: str,
        link: WritingLink,
        links: ReadingLinks,
        clock: Callable[[], float],
        timers: Timers,
        opened: AsyncExitStack,
    ) -> None:
        self.lost: asyncio.Future[DatabaseLost] = asyncio.get_running_loop().create_future()
        self.watch = HangWatch(timers)
        self.url = url
        self._link = link
        self._links = links
        super().__init__(Writer(self._commit, timers, "PostgreSQL does not answer", self.watch), clock)
        self._opened = opened
        self._background = Background()
        self._beats = Periodic(timers, BEAT_S, "the heartbeat of the database", self._begin_beat)

    def begin(self) -> None:
        """Starts tasks that commit an empty batch, now and every BEAT_S.

        So a standby sees a living process.
        """
        self._beats.start()
        self._begin_beat()

    def _begin_beat(self) -> None:
        """Starts an empty commit, unless the last commit that it started is still under way."""
        if not self._background:
            self._background.start(self._beat(), "the heartbeat of the database")

    async def _beat(self) -> None:
        """Commits an empty batch; ignores StoreError."""
        with suppress(StoreError):
            await self._writer.write([])

    def owns_database(self) -> bool:
        """Returns whether the last commit is so recent that no standby can have taken over.

        Also True while `says_farewell`.
        """
        return self.says_farewell or self._link.pulse.is_current()

    def is_refused(self) -> bool:
        """Returns whether the server refused the last connection, or broke it off, instead of not
        answering."""
        return self._link.is_refused

    async def _erase(self) -> None:
        """Frees the space of deleted rows, and makes the planner forget names that it sampled.

        The server does both later by itself. A StoreError is only logged.
        """
        for table in _TIDY:
            try:
                await self._run(partial(_vacuum, table=table))
            except StoreError as error:
                log.info("%s: %s", table, error)

    def hurry(self) -> None:
        """Shortens the waits of writes, because the process is ending; reads keep theirs.

        A commit of unknown outcome is awaited for about DEADLINE_S after the first call.
        """
        super().hurry()
        self._link.gives_up = self._link.gives_up or time.monotonic() + DEADLINE_S

    async def close(self) -> None:
        """Shortens the waits of writes, writes pending operations and closes the connections.

        Later reads and writes raise StoreError. A commit of unknown outcome is awaited as in `hurry`.
        """
        self._beats.stop()
        self.hurry()
        try:
            await self._writer.close()
        finally:
            await self._opened.aclose()

    async def _commit(self, batch: Sequence[Write]) -> Outcomes:
        """Commits a batch; returns for each write None, or the error that refused it.

        Raises StoreError; DatabaseLost also completes `lost`.
        """
        try:
            return await self._link.commit(batch)
        except DatabaseLost as error:
            self._lose(error)
            raise

    async def _run(self, work: Callable[[asyncpg.Connection], Awaitable[Found]]) -> Found:
        """Runs a piece of work on a connection that reads, and returns its result.

        Raises StoreError; DatabaseLost also completes `lost`, and is then raised without doing the work.
        """
        if self.lost.done():
            raise self.lost.result()
        try:
            with self.watch.watch(DatabaseCall.READ):
                return await self._links.run(work)
        except DatabaseLost as error:
            self._lose(error)
            raise

    def _lose(self, error: DatabaseLost) -> None:
        """Completes `lost` with the first error, and sets `gap` if a failover lost acknowledged commits."""
        self.gap = self._link.gap or self.gap
        if not self.lost.done():
            self.lost.set_result(error)

    async def _read(self, work: Work[Found]) -> Found:
        """Runs a piece of work on a connection that reads, and returns its result; raises StoreError."""
        return await self._run(lambda db: read_server(db, work))


async def open_postgres(
    url: str,
    clock: Callable[[], float] = time.time,
    timers: Timers | None = None,
    *,
    waits: bool = False,
    unfit: Callable[[str], None] = lambda _: None,
) -> PostgresStore:
    """Opens the database with the lease, and creates or migrates its tables; raises StoreError.

    If another process has the lease, this one becomes a standby if it `waits`, and otherwise raises
    DatabaseLocked. `unfit` gets the reason while a standby could not take over, and "" once it could again.
    If a standby took over from a server that lacks commits, `gap` is Gap(). No error quotes the password.
    `clock` is the source of stored times, `timers` (None: the loop's) times the writes. Starts the heartbeat
    and a Lookout.
    """
    claim = Claim(url, await _schema_of_url(url))
    async with AsyncExitStack() as opened:
        try:
            links = await ReadingLinks.open(claim)
            opened.push_async_callback(links.close)
            standby = StandBy(claim, asyncio.get_running_loop().time, asyncio.sleep, unfit)
            db = await (standby.acquire() if waits else claim.acquire_now())
            if standby.moved:
                await links.renew()
        except Exception as error:
            raise to_store_error(error) from error
        link = WritingLink(claim, db, suspend_aware_clock_s)
        opened.push_async_callback(link.close)

        async def on_superseded() -> None:
            """Ends the writing session and renews the reading ones."""
            link.supersede()
            await links.renew()

        opened.push_async_callback(Lookout(claim.is_superseded, on_superseded).stop)
        store = PostgresStore(url, link, links, clock, timers or asyncio.get_running_loop(), opened.pop_all())
        store.gap = Gap() if standby.rolled_back else None
        store.begin()
        return store
    raise AssertionError  # the stack swallows nothing


async def _schema_of_url(url: str) -> str:
    """Returns the schema that a URL names.

    Logs a warning for each setting or failover risk that may break a promise. Raises StoreError.
    """
    async with open_connection(url) as db:
        risks, hidden = await replication_risks(db, url)
        for line in [*await unsafe_settings(db), *risks, *hidden]:
            log.warning("PostgreSQL: %s", line)
        return await schema_of(db)
    raise AssertionError  # the connection swallows nothing


async def _vacuum(db: asyncpg.Connection, table: str) -> None:
    """Frees a table's deleted rows and samples it again for the planner; raises asyncpg's errors."""
    await db.execute(f"VACUUM (ANALYZE) {table}")


def suspend_aware_clock_s() -> float:
    """Returns the seconds of a clock that also runs while the machine sleeps.

    It is a monotonic clock if the system has none.
    """
    return time.clock_gettime(_CLOCK)


_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
