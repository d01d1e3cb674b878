"""The lease: the session with the lock of a schema may write, while the row `active` names its process.

The lock belongs to the session that writes, and ends with it. Every commit names its process, and is
refused if the row names another. So the database decides, not a clock.
"""

from __future__ import annotations

import asyncio
import logging
import math
import re
import time
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

import asyncpg

from musbot.store import codec
from musbot.store.postgres.faults import is_away, may_retry, to_store_error
from musbot.store.postgres.hosts import CONNECT_S, NoPrimary, connect_primary, connect_to_write
from musbot.store.postgres.lookout import Lookout
from musbot.store.postgres.schema import MIGRATIONS, lock_key, migrate
from musbot.store.postgres.writes import prepare_session
from musbot.store.protocol import DatabaseLocked, DatabaseNeedsOperator, DatabaseTakenOver, TablesGone

log = logging.getLogger(__name__)

LOOK_S = 0.2
"""Seconds between two looks of a standby."""
SILENT_S = 5.0
"""Seconds without a commit, as a standby counts, before it ends the session that holds the lock."""
ASKED_S = 1.5
"""Seconds of silence after which a standby tests whether the database takes writes."""
SLOW_S = 1.0
"""Seconds from which on a write shows that the database is slow, not that a process is dead."""
FORMER_FIRST_S = 2.0
"""Seconds for which the last owner may reconnect first after a restart of PostgreSQL."""

_TRY = "SELECT pg_try_advisory_lock($1)"
_WAIT = "SELECT pg_advisory_lock($1)"
_LEASE = "SELECT process, number, format, (SELECT max(version) FROM musbot) FROM active"
_WRITE = """
    SELECT NOT current_setting('transaction_read_only')::bool
    AND pg_logical_emit_message(true, 'musbot', '') IS NOT NULL
"""
"""A commit that leaves no row; false if the server is read-only."""
_TAKE = """
    INSERT INTO active (process, number, format) VALUES ($1, 0, $2)
    ON CONFLICT (one) DO UPDATE SET process = excluded.process, number = 0, format = excluded.format
"""
_END = """
    SELECT pg_terminate_backend(pid) FROM pg_locks
    WHERE locktype = 'advisory' AND granted AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (classid::bigint << 32) | objid::bigint = $1
"""
_END_OWN = f"{_END} AND pid = $2"
_END_SILENT = f"{_END} AND EXISTS (SELECT 1 FROM active WHERE process = $2 AND number = $3)"


@dataclass(frozen=True, slots=True)
class Lease:
    """The lease of the process that may write."""

    process: str
    """The name of the process."""
    number: int
    """The number of its last commit."""
    format: int
    """The format of its events."""
    schema: int
    """The version of its schema."""

    @property
    def term(self) -> int:
        """The term of the process, higher than its predecessor's; 0 for an older musbot."""
        found = _PROCESS.fullmatch(self.process)
        return int(found[1]) if found is not None else 0

    def last_commit_of(self, term: int) -> int | None:
        """Returns the last commit of the process of a term, as this lease's process found it at its takeover.

        None if its predecessor had another term, or if this lease's process is an older musbot.
        """
        found = _PROCESS.fullmatch(self.process)
        return int(found[3]) if found is not None and int(found[2]) == term else None

    def is_older(self, than: Lease) -> bool:
        """Returns whether this lease came before another: an earlier commit of its process, or an earlier
        term.

        A server with an older lease has lost commits. False for another process without a term.
        """
        if self.process == than.process:
            return self.number < than.number
        return 0 < self.term < than.term


_PROCESS = re.compile(r"(\d+)\.(\d+)\.(\d+)\.\w+")
"""The name of a process: its term, its predecessor's term and last commit, and random digits."""


class Watch:
    """Counts the seconds without a commit, in time in which the standby itself ran."""

    def __init__(self) -> None:
        self.silent_s = 0.0
        self._seen: Lease | None = None
        self._looked_at: float | None = None

    def record_lease(self, now: float, lease: Lease | None, *, slow: bool = False) -> bool:
        """Records the lease of the moment `now`, in seconds; returns whether it has been silent for SILENT_S.

        Two calls are compared, so any monotonic clock will do. A changed lease sets the count to 0, and
        `slow` does too, after a slow or refused test write of the standby. Each call adds at most SLOW_S.
        False for no lease.
        """
        ran = 0.0 if self._looked_at is None else min(now - self._looked_at, SLOW_S)
        self._looked_at = now
        self.silent_s = self.silent_s + ran if lease == self._seen and not slow else 0.0
        self._seen = lease
        return lease is not None and self.silent_s >= SILENT_S


@dataclass(slots=True)
class Claim:
    """A process that wants the lease of a schema, and its sessions."""

    url: str
    """The hosts of the database."""
    schema: str
    """The schema of its tables."""
    process: str = ""
    """The name of this process in the row, once it has taken the right."""
    former: Lease | None = None
    """The lease before this process took it."""
    timeline: int = 0
    """The timeline of the last session's server: no session is opened on an older one."""
    pid: int = 0
    """The server's process of the last session with the lock; a pooler tells its clients other numbers."""

    @property
    def lock(self) -> int:
        """The number of the advisory lock that guards the lease of this schema."""
        return lock_key(self.schema, "right")

    async def connect(self) -> asyncpg.Connection:
        """Opens a session with the primary, and remembers its timeline.

        Raises NoPrimary, also for a former primary, and asyncpg's errors, OSError and TimeoutError.
        """
        db, timeline = await connect_to_write(self.url, self.timeline)
        self.timeline = max(timeline, self.timeline)
        return db

    async def try_acquire(self, db: asyncpg.Connection) -> bool:
        """Takes the lock and the lease if the lock is free, and migrates the tables; returns whether it did.

        Sets `former`, `process` and `pid`. Raises NoPrimary if another server was promoted. Raises
        DatabaseNeedsOperator for tables of a newer musbot or one before 0.2. Raises StoreError if the user
        may make nothing temporary, and asyncpg's errors; the session then keeps the lock.
        """
        if not await db.fetchval(_TRY, self.lock):
            return False
        if await self.is_superseded(SLOW_S):
            raise NoPrimary("another server was promoted")
        await migrate(db)
        former = self.former = await load_lease(db)
        since, number = (former.term, former.number) if former is not None else (0, 0)
        self.process = f"{max(since + 1, int(time.time()))}.{since}.{number}.{uuid.uuid4().hex}"
        self.pid = await prepare_session(db)
        await self.write_lease(db)
        return True

    async def is_superseded(self, within_s: float = CONNECT_S) -> bool:
        """Returns whether a host of the URL is a primary that was promoted after the last session's server.

        False if none answers within `within_s` seconds, or before the first session. Raises no error.
        """
        if not self.timeline:
            return False
        try:
            async with asyncio.timeout(within_s):
                primary = await connect_primary(self.url, self.timeline + 1)
        except Exception:  # no such primary answers
            return False
        primary.db.terminate()
        return True

    async def write_lease(self, db: asyncpg.Connection) -> None:
        """Writes the lease of this process with commit number 0, over any other lease.

        Raises asyncpg's errors.
        """
        await db.execute(_TAKE, self.process, codec.FORMAT)

    async def acquire_now(self) -> asyncpg.Connection:
        """Returns a new session that holds the lease, with migrated tables.

        Raises DatabaseLocked if another process holds the lock, and the errors of `connect` and
        `try_acquire`; then no session stays open.
        """
        db = await self.connect()
        try:
            await self._require_free(db)
        except BaseException:
            db.terminate()
            raise
        return db

    async def reacquire(self) -> tuple[asyncpg.Connection, int]:
        """Returns a new session with the lock, and the number of this process's last commit on its server.

        -1 if the server lacks all its commits, LESS if also some of earlier processes; the lease must then be
        written again. Ends an earlier session of this process that still has the lock; sets `pid`. Raises
        LeaseTaken if another process has the lease, and DatabaseNeedsOperator if a newer musbot had it.
        Raises TimeoutError if the lock does not become free, and the errors of `connect` and
        `prepare_session`.
        """
        db = await self.connect()
        try:
            kept = await self._require_lease(db)
            await self._lock_again(db, kept)
            self.pid = await prepare_session(db)
            return db, await self._require_lease(db)
        except BaseException:
            db.terminate()
            raise

    async def _lock_again(self, db: asyncpg.Connection, kept: int) -> None:
        """Takes the lock; if the last session of this process still holds it, ends that session first.

        `kept` is the number in the lease. Raises LeaseTaken if the lock is held and `kept` is negative, and
        TimeoutError if it is not free within SLOW_S.
        """
        if await db.fetchval(_TRY, self.lock):
            return
        if kept < 0:  # its predecessor still plays there
            raise LeaseTaken(kept)
        await db.execute(_END_OWN, self.lock, self.pid)
        await db.execute(_WAIT, self.lock, timeout=SLOW_S)

    async def _require_free(self, db: asyncpg.Connection) -> None:
        """Takes the lease; raises DatabaseLocked if another process holds it, and the errors of
        `try_acquire`."""
        if not await self.try_acquire(db):
            raise DatabaseLocked(
                "the database is in use by another musbot: end that one, or set another DATABASE_URL"
            )

    async def _require_lease(self, db: asyncpg.Connection) -> int:
        """Returns the number of this process's last commit in the lease.

        Returns -1 if the lease is still `former` (None if there was none). Returns LESS for a different lease
        of an earlier term. Raises LeaseTaken for any other lease, and if there is none although there was one
        before; DatabaseNeedsOperator if a newer musbot had it, and asyncpg's errors.
        """
        lease = await load_lease(db)
        if lease is not None and lease.process == self.process:
            return lease.number
        if lease == self.former:
            return -1
        own = Lease(self.process, 0, 0, 0)
        if lease is not None and lease.is_older(own):
            return LESS
        raise LeaseTaken(lease.last_commit_of(own.term) if lease is not None else None)


LESS = -2
"""In place of a commit's number: the server lacks commits of an earlier process too."""


class LeaseTaken(DatabaseTakenOver):
    """Another process has taken the right."""

    def __init__(self, kept: int | None) -> None:
        """`kept` is this process's last commit on the successor's server; None for all, or if unknown."""
        super().__init__("another musbot has taken over")
        self.kept = kept


class StandBy:
    """Waits for the lease until it is free or its process is silent."""

    def __init__(
        self,
        claim: Claim,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]],
        unfit: Callable[[str], None] = lambda _: None,
    ) -> None:
        """`unfit` gets the reason why it could not take over, and "" once it could again."""
        self.rolled_back = False
        """Whether the server from which it took over lacks commits that this process had seen."""
        self.moved = False
        """Whether it took over on another server than the one on which it began to wait."""
        self._claim = claim
        self._unfit = unfit
        self._clock = clock
        self._sleep = sleep
        self._watch = Watch()
        self._newest: Lease | None = None
        self._not_before = -math.inf
        self._told = False
        self._played = False

    async def acquire(self) -> asyncpg.Connection:
        """Waits until it holds the lease, and returns the session; sets `moved` and `rolled_back`.

        An owner that commits nothing for SILENT_S, while the database takes writes, loses its session.
        Reconnects, and calls `unfit`, while the database does not answer. Raises DatabaseNeedsOperator if a
        newer musbot has or had the lease, TablesGone if the tables are gone, or another StoreError. The first
        connection raises the errors of `Claim.connect`.
        """
        db = await self._claim.connect()
        first = self._claim.timeline
        while True:
            lookout = Lookout(self._claim.is_superseded, partial(_end, db), self._sleep)
            try:
                while not await self._look(db):
                    await self._sleep(LOOK_S)
            except Exception as error:
                db.terminate()
                if not (is_away(error) or may_retry(error)):
                    raise to_store_error(error) from error
                self._unfit("the database does not answer")
                db = await self._reconnect()
                self._unfit("")
            except BaseException:
                db.terminate()
                raise
            else:
                self.moved = self._claim.timeline != first
                return db
            finally:
                try:
                    await lookout.stop()
                except BaseException:  # the session has no owner yet
                    db.terminate()
                    raise

    async def _reconnect(self) -> asyncpg.Connection:
        """Opens another session as soon as the database answers; raises StoreError for other errors.

        The former owner then gets FORMER_FIRST_S to reconnect, and its silent seconds count from 0 again.
        """
        while True:
            try:
                db = await self._claim.connect()
            except Exception as error:
                if not (is_away(error) or may_retry(error)):
                    raise to_store_error(error) from error
                await self._sleep(LOOK_S)
            else:
                self._watch, self._not_before = Watch(), self._clock() + FORMER_FIRST_S
                return db

    async def _look(self, db: asyncpg.Connection) -> bool:
        """Tries once to take the lease, and returns whether this process has it now.

        Otherwise records the lease, and ends the session of a silent owner. In the FORMER_FIRST_S after a
        reconnection it does not try. Raises TablesGone if the tables are gone, DatabaseNeedsOperator if a
        newer musbot has the lease, and the errors of `try_acquire`.
        """
        lease = await load_lease(db)
        if lease is None and self._played:
            raise TablesGone("the tables of musbot are gone from the database: restore a backup, then start")
        self._played = lease is not None
        if self._clock() >= self._not_before and await self._claim.try_acquire(db):
            self._judge(self._claim.former)
            return True
        if self._newest is None or (lease is not None and not lease.is_older(self._newest)):
            self._newest = lease
        if not self._told:
            log.info("another musbot plays with this database: this one stands by")
            self._told = True
        slow = self._watch.silent_s >= ASKED_S and await self._is_slow(db)
        if self._watch.record_lease(self._clock(), lease, slow=slow) and lease is not None:
            log.warning("the musbot that played has committed nothing for %g s: its session ends", SILENT_S)
            await db.execute(_END_SILENT, self._claim.lock, lease.process, lease.number)
        return False

    def _judge(self, former: Lease | None) -> None:
        """Sets `rolled_back`, and logs an error, if this server lacks commits that the standby has seen.

        `former` is the lease before this process took it.
        """
        if former is not None and self._newest is not None and former.is_older(self._newest):
            self.rolled_back = True
            log.error("a failover of the database lost commits that were answered as done")

    async def _is_slow(self, db: asyncpg.Connection) -> bool:
        """Returns whether a test write is refused or takes SLOW_S or longer; raises asyncpg's errors."""
        began = self._clock()
        return not await db.fetchval(_WRITE) or self._clock() - began >= SLOW_S


async def _end(db: asyncpg.Connection) -> None:
    """Ends a session without waiting."""
    db.terminate()


async def load_lease(db: asyncpg.Connection) -> Lease | None:
    """Returns the lease; None before the first one, or without tables.

    Raises DatabaseNeedsOperator if a newer musbot had it, and asyncpg's errors.
    """
    try:
        row = await db.fetchrow(_LEASE)
    except asyncpg.UndefinedTableError:
        return None
    lease = None if row is None else Lease(*row)
    if lease is not None and (lease.format > codec.FORMAT or lease.schema > len(MIGRATIONS)):
        raise DatabaseNeedsOperator(
            "a newer musbot has played with this database: this one cannot read what it wrote"
        )
    return lease
