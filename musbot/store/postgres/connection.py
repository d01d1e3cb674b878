"""The connections to PostgreSQL, one for writing and some for reading, renewed when they break."""

from __future__ import annotations

import asyncio
import logging
import math
import ssl
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

import asyncpg

from musbot.store.operations import Write
from musbot.store.postgres.faults import REFUSED, is_away, is_displaced, may_retry, to_store_error
from musbot.store.postgres.hosts import (
    ANSWER_S,
    CONNECT_S,
    NoPrimary,
    connect,
    connect_primary,
    require_own_sessions,
)
from musbot.store.postgres.redo import Redo
from musbot.store.postgres.writer_lock import LESS, Claim, LeaseTaken
from musbot.store.postgres.writes import apply_batch
from musbot.store.protocol import (
    CommitsRolledBack,
    DatabaseBusy,
    DatabaseLost,
    DatabaseNeedsOperator,
    DatabaseTakenOver,
    Gap,
    StoreError,
)
from musbot.store.writer import Outcomes

log = logging.getLogger(__name__)

Found = TypeVar("Found")
"""The result of a piece of work."""

READ_S = 5.0
"""Seconds for which a read is tried while the database does not answer."""
PAUSE_S = 0.1
"""Seconds between two attempts."""
MOST_TRIES = 5
"""Of a batch that others were in the way of."""
READERS = 4
"""The most connections that read."""
BEAT_S = 1.0
"""Seconds between two commits that show a standby that this process lives."""
LEASE_LASTS_S = 4.0
"""Seconds after the beginning of a commit in which no standby can have taken over; less than `SILENT_S`."""


class Pulse:
    """The time at which the last acknowledged commit began; a session that has ended counts as never."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self._begun = -math.inf

    def record_commit(self, begun: float) -> None:
        """Records `begun`, the time at which an acknowledged commit began, by this clock."""
        self._begun = begun

    def stop(self, *_: object) -> None:
        """Marks the session as ended: `is_current` is False until the next `record_commit`."""
        self._begun = -math.inf

    def is_current(self) -> bool:
        """Returns whether the last acknowledged commit began within LEASE_LASTS_S, so no standby can have
        taken over."""
        return self.clock() - self._begun <= LEASE_LASTS_S


class WritingLink:
    """The connection that writes; if the answer to a commit is lost, its number tells whether it was made.

    Each session holds the lease, so the session before it can write nothing more. The number of the last
    commit is therefore final. A server that lacks acknowledged commits first gets those again.
    """

    def __init__(self, claim: Claim, db: asyncpg.Connection, clock: Callable[[], float]) -> None:
        self.pulse = Pulse(clock)
        self.gap: Gap | None = None
        """The commits that a failover lost and that this process could not make again."""
        self._claim = claim
        self._number = 0
        self._acknowledged = 0
        self._found = 0
        """The number of this process's last commit on the server when the session began."""
        self._redo = Redo(clock)
        self.is_refused = False
        """Whether the last attempt to connect was refused, rather than not answered."""
        self.gives_up: float | None = None
        """The time until which a commit of unknown outcome is awaited; None for ever."""
        self._ends: DatabaseLost | None = None
        self._reported = ""
        """The logged reason for the last failure to connect; "" after a success."""
        self._begin(db)

    async def commit(self, batch: Sequence[Write]) -> Outcomes:
        """Commits a batch without the writes that are refused.

        Returns None for each write, or its StoreError. After a refusal each write is committed separately,
        and any StoreError is its outcome. Otherwise raises DatabaseBusy, after which no row was written, or
        another StoreError. Raises DatabaseTakenOver or CommitsRolledBack if this process has lost the right
        to write. An unknown outcome is awaited until the time `gives_up`; then it is a StoreError.
        """
        try:
            await self._commit(batch)
        except REFUSED as error:
            if len(batch) == 1:
                return [to_store_error(error)]
            return [outcome for write in batch for outcome in await self._commit_alone(write)]
        return [None] * len(batch)

    async def close(self) -> None:
        """Stops the pulse and closes the connection; an error is ignored."""
        self.pulse.stop()
        await _close_quietly(self._db)

    async def _commit_alone(self, write: Write) -> Outcomes:
        """Commits one write of a batch in which some write was refused.

        Returns its only outcome; a StoreError is the outcome, never raised.
        """
        try:
            return await self.commit([write])
        except StoreError as error:
            return [error]

    async def _commit(self, batch: Sequence[Write]) -> None:
        """Makes the next commit and records it; if it conflicts with others, tries it MOST_TRIES times.

        If the answer is lost, finds out whether the commit was made (`_was_committed`), and raises
        DatabaseBusy if not. Raises REFUSED errors of a write unchanged, otherwise StoreError;
        DatabaseTakenOver also ends the right to write.
        """
        self._number += 1
        for tried in range(MOST_TRIES):
            db = await self._connect()
            begun = self.pulse.clock()
            try:
                await apply_batch(db, self._claim.process, self._number, batch)
            except Exception as error:
                if is_displaced(error):
                    raise self._end_displaced() from error
                if isinstance(error, REFUSED):
                    raise
                if may_retry(error) and tried < MOST_TRIES - 1:
                    await asyncio.sleep(PAUSE_S * tried)
                    continue
                if is_away(error) and await self._was_committed():
                    self._acknowledge(batch)
                    return
                raise to_store_error(error) from error
            else:
                self.pulse.record_commit(begun)
                self._acknowledge(batch)
                return

    def _acknowledge(self, batch: Sequence[Write]) -> None:
        """Records that the last commit was made, and keeps its batch for a failover."""
        self._acknowledged = self._number
        self._redo.add(self._number, batch)

    async def _was_committed(self) -> bool:
        """Reconnects until the server shows whether the last commit was made, and returns that.

        Raises DatabaseLost if this process has lost the right to write, and StoreError after `gives_up`. In
        both cases the outcome stays unknown.
        """
        log.warning("the connection to PostgreSQL was lost in a commit: whether it was made is asked next")
        while True:
            try:
                await self._connect(anew=True)
            except DatabaseLost:
                raise
            except (StoreError, *_LOST) as error:
                if self.gives_up is not None and time.monotonic() > self.gives_up:
                    raise StoreError("PostgreSQL does not say whether it was written") from error
                await asyncio.sleep(PAUSE_S)
            else:
                made = self._found == self._number
                log.warning("PostgreSQL is there again: that commit was %s", "made" if made else "not made")
                return made

    async def _connect(self, *, anew: bool = False) -> asyncpg.Connection:
        """Returns the connection that writes; opens one, with the lease, if it is closed or if `anew` is set.

        Acknowledged commits that the server lacks are made again first. Raises DatabaseTakenOver or
        CommitsRolledBack if this process has lost the right to write. Sets `gap` if that loses commits.
        Raises another StoreError if no primary answers.
        """
        if self._ends is not None:
            raise self._end_displaced()
        if not anew and not self._db.is_closed():
            return self._db
        self._db.terminate()
        try:
            db, self._found = await self._claim.reacquire()
        except LeaseTaken as taken:
            if taken.kept is not None and taken.kept < self._acknowledged:
                self.gap = self._redo.gap(taken.kept)
            raise self._end_displaced() from None
        except Exception as error:
            self.is_refused = is_away(error) and not isinstance(error, TimeoutError)
            self._log_refusal(reason := to_store_error(error))
            raise reason from error
        try:
            if self._found < self._acknowledged:
                await self._make_again(db)
        except BaseException:
            db.terminate()
            raise
        self._begin(db)
        return db

    async def _make_again(self, db: asyncpg.Connection) -> None:
        """Makes the acknowledged commits again that a server lacks, after the lease if that is missing too.

        Raises CommitsRolledBack, sets `gap` and ends the right to write, if some are not in memory or do not
        fit, or if the server also lacks commits of an earlier process. Raises another StoreError if the
        server fails.
        """
        lost = self._redo.commits_after(self._found) if self._found > LESS else None
        log.warning("a failover of the database lost commits that were answered as done")
        process = self._claim.process
        try:
            if self._found < 0:
                await self._claim.write_lease(db)
            for number, batch in lost or ():
                await apply_batch(db, process, number, batch)
        except REFUSED:  # it is another history
            lost = None
        except Exception as error:
            raise to_store_error(error) from error
        try:
            await apply_batch(db, process, self._acknowledged, [])
        except Exception as error:
            raise to_store_error(error) from error
        if lost is None:
            self.gap = Gap()
            self._ends = CommitsRolledBack("a failover of the database lost what was answered as done")
            self.pulse.stop()
            raise self._ends
        log.warning("%d commits were made again from memory", len(lost))

    def _log_refusal(self, reason: StoreError) -> None:
        """Logs why no session could be opened, unless the same reason was logged last."""
        if str(reason) != self._reported:
            log.warning("no session with the database: %s", reason)
            self._reported = str(reason)

    def _begin(self, db: asyncpg.Connection) -> None:
        """Takes `db` as the connection that writes, and watches for its end."""
        self._reported = ""
        db.add_termination_listener(self._on_end)
        self._db = db
        self.is_refused = False

    def _on_end(self, db: object) -> None:
        """Stops the pulse if the connection that ended is the present one."""
        if db is self._db:
            self.pulse.stop()

    def supersede(self) -> None:
        """Ends the session, because another server has become the primary.

        The next commit opens another session.
        """
        self.pulse.stop()
        self._db.terminate()

    def _end_displaced(self) -> DatabaseLost:
        """Ends the right to write for good.

        Returns a new error to raise: DatabaseTakenOver, or an earlier CommitsRolledBack.
        """
        self._ends = self._ends or DatabaseTakenOver("another musbot has taken over")
        self.pulse.stop()
        return type(self._ends)(*self._ends.args)


class ReadingLinks:
    """Connections that read, and retry while the database does not answer."""

    def __init__(self, claim: Claim, pool: asyncpg.Pool) -> None:
        self._claim = claim
        self._pool = pool

    @classmethod
    async def open(cls, claim: Claim) -> ReadingLinks:
        """Returns links with a pool of at most READERS connections, after opening one.

        A process that takes over needs that connection even if the server is full. Raises asyncpg's errors,
        OSError and TimeoutError.
        """
        pool = await _pool(claim)
        try:
            async with pool.acquire(timeout=CONNECT_S):
                return cls(claim, pool)
        except BaseException:
            pool.terminate()
            raise

    async def renew(self) -> None:
        """Replaces the pool and ends its connections, because another server has become the primary.

        Work under way fails there; `run` repeats it on the new ones within its READ_S.
        """
        former, self._pool = self._pool, await _pool(self._claim)
        former.terminate()

    async def run(self, work: Callable[[asyncpg.Connection], Awaitable[Found]]) -> Found:
        """Runs a piece of work on a connection and returns its result.

        Repeats it for READ_S while the database does not answer or another transaction conflicts, so it may
        run several times. Raises StoreError for any error of the work.
        """
        deadline = time.monotonic() + READ_S
        while True:
            try:
                async with self._pool.acquire(timeout=CONNECT_S) as db:
                    return await work(db)
            except Exception as error:
                if not (is_away(error) or may_retry(error)) or time.monotonic() > deadline:
                    raise to_store_error(error) from error
            await asyncio.sleep(PAUSE_S)

    async def close(self) -> None:
        """Closes the connections, or ends them if that fails or takes over CONNECT_S. Raises no error."""
        try:
            await asyncio.wait_for(self._pool.close(), CONNECT_S)
        except (TimeoutError, *_LOST):
            self._pool.terminate()


async def _pool(claim: Claim) -> asyncpg.Pool:
    """Returns an empty pool of connections to the primary; the first use opens one."""

    async def connect_to_read(*_: object, **__: object) -> asyncpg.Connection:
        """Opens a connection to the primary for the pool; raises the errors of `connect_primary`."""
        return (await connect_primary(claim.url, claim.timeline)).db

    return await asyncpg.create_pool(
        min_size=0,  # with more, the library logs every connection that fails
        max_size=READERS,
        max_inactive_connection_lifetime=0,
        connect=connect_to_read,
        reset=_keep_settings,
    )


async def _keep_settings(_: asyncpg.Connection) -> None:
    """Keeps a connection's settings when it returns to the pool.

    RESET ALL would forget the schema that the URL names.
    """


_LOST = (
    OSError,
    asyncio.TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)


@asynccontextmanager
async def open_connection(url: str, answer_s: float | None = ANSWER_S) -> AsyncIterator[asyncpg.Connection]:
    """Opens a connection to the primary, or to any host of the URL if `connect_primary` raises NoPrimary.

    Closes it at the end. A statement may take `answer_s` seconds; None sets no limit. Raises StoreError,
    whose text never quotes the URL: DatabaseNeedsOperator for a pooler that lends sessions, a wrong URL or a
    refused login. In the block, errors of PostgreSQL, OSError and TimeoutError become StoreError too.
    """
    try:
        await require_own_sessions(url)
        db = await _connected_to_read(url, answer_s)
    except Exception as error:
        lasts = isinstance(error, asyncpg.ClientConfigurationError) or to_store_error(error).lasts
        kind = DatabaseNeedsOperator if lasts else StoreError
        raise kind(f"the database cannot be opened: {_error_reason(error)}") from error
    try:
        yield db
    except _LOST as error:
        raise to_store_error(error) from error
    finally:
        await _close_quietly(db)


async def _connected_to_read(url: str, answer_s: float | None) -> asyncpg.Connection:
    """Opens a session with the primary, or with any host if `connect_primary` raises NoPrimary.

    Raises asyncpg's errors, OSError and TimeoutError.
    """
    try:
        return (await connect_primary(url, answer_s=answer_s)).db
    except NoPrimary:
        return await connect(url, answer_s)


async def _close_quietly(db: asyncpg.Connection) -> None:
    """Closes a connection within CONNECT_S; ignores errors of the connection."""
    with suppress(*_LOST):
        await db.close(timeout=CONNECT_S)


_NO_ROOT = "expected sslrootcert=FILE in the URL, with the certificate that the server's is signed by"


def _error_reason(error: Exception) -> str:
    """Returns the reason why a database cannot be opened, without quoting the URL."""
    if isinstance(error, asyncpg.ClientConfigurationError):
        lacks_root = "root certificate" in str(error)  # verify-ca and verify-full need one
        return _NO_ROOT if lacks_root else "expected a URL that PostgreSQL's libpq takes"
    if isinstance(error, ssl.SSLError) or type(error) is ConnectionError:
        return "PostgreSQL does not answer there, or not with the TLS that the URL asks for"
    if isinstance(error, OSError | asyncio.TimeoutError):
        return "PostgreSQL does not answer there"
    reason = str(to_store_error(error))
    return (
        reason if not isinstance(to_store_error(error), DatabaseBusy) else "PostgreSQL does not answer there"
    )
