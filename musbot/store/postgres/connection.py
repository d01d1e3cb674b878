"""The connections to PostgreSQL: one that writes, some that read, made anew whenever they are gone."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

import asyncpg

from musbot.store.operations import Write
from musbot.store.postgres.faults import REFUSED, again, away, displaced, meaning
from musbot.store.postgres.hosts import ANSWER_S, CONNECT_S, NoPrimary, connect, connect_primary
from musbot.store.postgres.redo import Redo
from musbot.store.postgres.writer_lock import LESS, Claim, Taken
from musbot.store.postgres.writes import apply_batch
from musbot.store.protocol import Busy, Displaced, Gap, RolledBack, StoreError, Unusable
from musbot.store.writer import Outcomes

log = logging.getLogger(__name__)

Found = TypeVar("Found")

READ_S = 5.0
"""How long it is tried to read while the database does not answer."""
PAUSE_S = 0.1
MOST_TRIES = 5
"""Of a batch that others were in the way of."""
READERS = 4
BEAT_S = 1.0
"""How often something is committed, so that it is seen that this process lives."""
SURE_S = 4.0
"""For how long a commit that was begun then tells that nobody has taken over: less than `right.SILENT_S`."""


class Pulse:
    """When the last commit was begun that the database has told of; a session that is gone tells nothing."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self._begun = -math.inf

    def beat(self, begun: float) -> None:
        """Notes that a commit which was begun then is made."""
        self._begun = begun

    def stop(self, *_: object) -> None:
        """Notes that the session is gone."""
        self._begun = -math.inf

    def lasts(self) -> bool:
        """Whether nobody can have taken over, as far as clocks tell."""
        return self.clock() - self._begun <= SURE_S


class WritingLink:
    """The connection that writes; a commit whose answer was lost is found out by its number.

    Each of its sessions has the right to write (`right`): when the next one has it the one before can do
    nothing any more, and what the row says then stays true. On a server that lacks acknowledged commits
    nothing is written but those.
    """

    def __init__(self, claim: Claim, db: asyncpg.Connection, clock: Callable[[], float]) -> None:
        self.pulse = Pulse(clock)
        self.gap: Gap | None = None
        """What a failover took and this process could not make again."""
        self._claim = claim
        self._number = 0
        self._acknowledged = 0
        self._found = 0
        """What the server of this session had of this process's commits when the session began."""
        self._redo = Redo(clock)
        self.gives_up: float | None = None
        """Until when a commit of unknown outcome is waited for at most."""
        self._ends: Unusable | None = None
        self._begin(db)

    async def commit(self, batch: Sequence[Write]) -> Outcomes:
        """Commits a batch, or all of it that can be; raises Busy if certainly nothing of it was written.

        Raises Displaced, from then on for good, if another process has taken over.
        """
        try:
            await self._commit(batch)
        except REFUSED as error:
            if len(batch) == 1:
                return [meaning(error)]
            return [outcome for write in batch for outcome in await self._alone(write)]
        return [None] * len(batch)

    async def close(self) -> None:
        """Lets the connection go."""
        self.pulse.stop()
        await _closed(self._db)

    async def _alone(self, write: Write) -> Outcomes:
        """One write of a batch of which some was refused: what befalls it now is its own."""
        try:
            return await self.commit([write])
        except StoreError as error:
            return [error]

    async def _commit(self, batch: Sequence[Write]) -> None:
        self._number += 1
        for tried in range(MOST_TRIES):
            db = await self._connected()
            begun = self.pulse.clock()
            try:
                await apply_batch(db, self._claim.process, self._number, batch)
            except Exception as error:
                if displaced(error):
                    raise self._displaced() from error
                if isinstance(error, REFUSED):
                    raise
                if again(error) and tried < MOST_TRIES - 1:
                    await asyncio.sleep(PAUSE_S * tried)
                    continue
                if away(error) and await self._was_committed():
                    self._acknowledge(batch)
                    return
                raise meaning(error) from error
            else:
                self.pulse.beat(begun)
                self._acknowledge(batch)
                return

    def _acknowledge(self, batch: Sequence[Write]) -> None:
        self._acknowledged = self._number
        self._redo.add(self._number, batch)

    async def _was_committed(self) -> bool:
        """Whether the last commit was made though nobody heard of it; waits until that can be known."""
        log.warning("the connection to PostgreSQL was lost in a commit: whether it was made is asked next")
        while True:
            try:
                await self._connected(anew=True)
            except Unusable:
                raise
            except (StoreError, *_LOST) as error:
                if self.gives_up is not None and time.monotonic() > self.gives_up:
                    raise StoreError("PostgreSQL does not say whether it was written") from error
                await asyncio.sleep(PAUSE_S)
            else:
                made = self._found == self._number
                log.warning("PostgreSQL is there again: that commit was %s", "made" if made else "not made")
                return made

    async def _connected(self, *, anew: bool = False) -> asyncpg.Connection:
        """The connection, with the right to write; raises StoreError if there is none now."""
        if self._ends is not None:
            raise self._displaced()
        if not anew and not self._db.is_closed():
            return self._db
        self._db.terminate()
        try:
            db, self._found = await self._claim.again(self._pid)
        except Taken as taken:
            if taken.kept is not None and taken.kept < self._acknowledged:
                self.gap = self._redo.gap(taken.kept)
            raise self._displaced() from None
        except Exception as error:
            raise meaning(error) from error
        try:
            if self._found < self._acknowledged:
                await self._make_again(db)
        except BaseException:
            db.terminate()
            raise
        self._begin(db)
        return db

    async def _make_again(self, db: asyncpg.Connection) -> None:
        """Makes the acknowledged commits again that a server lacks; raises RolledBack if that cannot be."""
        lost = self._redo.commits_after(self._found) if self._found > LESS else None
        log.warning("a failover of the database lost commits that were answered as done")
        process = self._claim.process
        try:
            if self._found < 0:
                await self._claim.sign(db)
            for number, batch in lost or ():
                await apply_batch(db, process, number, batch)
        except REFUSED:  # it is another history
            lost = None
        except Exception as error:
            raise meaning(error) from error
        try:
            await apply_batch(db, process, self._acknowledged, [])
        except Exception as error:
            raise meaning(error) from error
        if lost is None:
            self.gap = Gap()
            self._ends = RolledBack("a failover of the database lost what was answered as done")
            self.pulse.stop()
            raise self._ends
        log.warning("%d commits were made again from memory", len(lost))

    def _begin(self, db: asyncpg.Connection) -> None:
        db.add_termination_listener(self._ended)
        self._db, self._pid = db, db.get_server_pid()

    def _ended(self, db: object) -> None:
        if db is self._db:
            self.pulse.stop()

    def supersede(self) -> None:
        """Ends the session: another server has become the primary."""
        self.pulse.stop()
        self._db.terminate()

    def _displaced(self) -> Unusable:
        self._ends = self._ends or Displaced("another musbot has taken over")
        self.pulse.stop()
        return type(self._ends)(*self._ends.args)


class ReadingLinks:
    """Connections that read, and do what needs no order; asked again while the database does not answer."""

    def __init__(self, claim: Claim, pool: asyncpg.Pool) -> None:
        self._claim = claim
        self._pool = pool

    @classmethod
    async def open(cls, claim: Claim) -> ReadingLinks:
        """Opens one connection: who takes over can read, however many connections others have then."""
        pool = await _pool(claim)
        try:
            async with pool.acquire(timeout=CONNECT_S):
                return cls(claim, pool)
        except BaseException:
            pool.terminate()
            raise

    async def renew(self) -> None:
        """Ends all of them: another server has become the primary."""
        former, self._pool = self._pool, await _pool(self._claim)
        former.terminate()

    async def run(self, work: Callable[[asyncpg.Connection], Awaitable[Found]]) -> Found:
        """Does a piece of work, which may be done twice; raises StoreError."""
        deadline = time.monotonic() + READ_S
        while True:
            try:
                async with self._pool.acquire(timeout=CONNECT_S) as db:
                    return await work(db)
            except Exception as error:
                if not (away(error) or again(error)) or time.monotonic() > deadline:
                    raise meaning(error) from error
            await asyncio.sleep(PAUSE_S)

    async def close(self) -> None:
        """Lets them go."""
        try:
            await asyncio.wait_for(self._pool.close(), CONNECT_S)
        except (TimeoutError, *_LOST):
            self._pool.terminate()


async def _pool(claim: Claim) -> asyncpg.Pool:
    async def connect_to_read(*_: object, **__: object) -> asyncpg.Connection:
        return (await connect_primary(claim.url, claim.timeline)).db

    return await asyncpg.create_pool(
        min_size=0,  # the library would keep some, and tell of each that it cannot
        max_size=READERS,
        max_inactive_connection_lifetime=0,
        connect=connect_to_read,
        reset=_keep_settings,
    )


async def _keep_settings(_: asyncpg.Connection) -> None:
    """In place of RESET ALL, which would forget the schema that the URL names."""


_LOST = (
    OSError,
    asyncio.TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)


@asynccontextmanager
async def a_connection(url: str, answer_s: float | None = ANSWER_S) -> AsyncIterator[asyncpg.Connection]:
    """A connection for a while, with the primary if it answers, else with any host of the URL.

    Raises StoreError, in words that hold nothing of the URL.
    """
    try:
        db = await _connected_to_read(url, answer_s)
    except Exception as error:
        raise StoreError(f"the database cannot be opened: {_why(error)}") from error
    try:
        yield db
    except _LOST as error:
        raise meaning(error) from error
    finally:
        await _closed(db)


async def _connected_to_read(url: str, answer_s: float | None) -> asyncpg.Connection:
    try:
        return (await connect_primary(url, answer_s=answer_s)).db
    except NoPrimary:
        return await connect(url, answer_s)


async def _closed(db: asyncpg.Connection) -> None:
    with suppress(*_LOST):
        await db.close(timeout=CONNECT_S)


def _why(error: Exception) -> str:
    if isinstance(error, OSError | asyncio.TimeoutError):
        return "PostgreSQL does not answer there"
    told = str(meaning(error))
    return told if not isinstance(meaning(error), Busy) else "PostgreSQL does not answer there"
