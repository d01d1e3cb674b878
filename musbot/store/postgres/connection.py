"""The connections to PostgreSQL: one that writes, some that read, made anew whenever they are gone."""

from __future__ import annotations

import asyncio
import logging
import math
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

import asyncpg

from musbot.store.postgres.faults import REFUSED, again, away, displaced, meaning
from musbot.store.postgres.writer_lock import Claim, seen
from musbot.store.postgres.writes import Marker, Statement, statements
from musbot.store.protocol import Busy, Displaced, StoreError
from musbot.store.steps import Row
from musbot.store.writer import Outcomes

log = logging.getLogger(__name__)

Found = TypeVar("Found")

CONNECT_S = 5.0
"""How long a connection may take."""
ANSWER_S = 30.0
"""How long a statement may take, before the connection is taken for dead."""
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
_SET = {"application_name": "musbot"}
_SET_WRITING = {
    **_SET,
    "idle_in_transaction_session_timeout": "10000",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
"""So that the server lets go of one whose machine is gone."""
_TCP = {"TCP_KEEPIDLE": 5, "TCP_KEEPINTVL": 2, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": 10_000}
"""The same on this side, where the system knows it."""


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
    nothing any more, and what the row says then stays true.
    """

    def __init__(self, claim: Claim, db: asyncpg.Connection, clock: Callable[[], float]) -> None:
        self.pulse = Pulse(clock)
        self._claim = claim
        self._number = 0
        self.gives_up: float | None = None
        """Until when a commit of unknown outcome is waited for at most."""
        self._lost = False
        self._begin(db)

    async def commit(self, batch: Sequence[Sequence[Row]]) -> Outcomes:
        """Commits a batch, or all of it that can be; raises Busy if certainly nothing of it was written.

        Raises Displaced, from then on for good, if another process has taken over.
        """
        try:
            await self._commit(batch)
        except REFUSED as error:
            if len(batch) == 1:
                return [meaning(error)]
            return [outcome for rows in batch for outcome in await self._alone(rows)]
        return [None] * len(batch)

    async def close(self) -> None:
        """Lets the connection go."""
        self.pulse.stop()
        await _closed(self._db)

    async def _alone(self, rows: Sequence[Row]) -> Outcomes:
        """One write of a batch of which some was refused: what befalls it now is its own."""
        try:
            return await self.commit([rows])
        except StoreError as error:
            return [error]

    async def _commit(self, batch: Sequence[Sequence[Row]]) -> None:
        self._number += 1
        made = statements(batch, Marker(self._claim.process, self._number))
        for tried in range(MOST_TRIES):
            db = await self._connected()
            begun = self.pulse.clock()
            try:
                await _run(db, made)
            except Exception as error:
                if displaced(error):
                    raise self._displaced() from error
                if isinstance(error, REFUSED):
                    raise
                if again(error) and tried < MOST_TRIES - 1:
                    await asyncio.sleep(PAUSE_S * tried)
                    continue
                if away(error) and await self._was_committed():
                    return
                raise meaning(error) from error
            else:
                self.pulse.beat(begun)
                return

    async def _was_committed(self) -> bool:
        """Whether the last commit was made though nobody heard of it; waits until that can be known."""
        log.warning("the connection to PostgreSQL was lost in a commit: whether it was made is asked next")
        while True:
            try:
                db = await self._connected(anew=True)
                sign = await seen(db)
            except Displaced:
                raise
            except (StoreError, *_LOST) as error:
                if self.gives_up is not None and time.monotonic() > self.gives_up:
                    raise StoreError("PostgreSQL does not say whether it was written") from error
                await asyncio.sleep(PAUSE_S)
            else:
                made = sign is not None and sign.number == self._number
                log.warning("PostgreSQL is there again: that commit was %s", "made" if made else "not made")
                return made

    async def _connected(self, *, anew: bool = False) -> asyncpg.Connection:
        """The connection, with the right to write; raises StoreError if there is none now."""
        if self._lost:
            raise self._displaced()
        if not anew and not self._db.is_closed():
            return self._db
        self._db.terminate()
        try:
            self._begin(await self._claim.again(self._pid))
        except Displaced:
            raise self._displaced() from None
        except Exception as error:
            raise meaning(error) from error
        return self._db

    def _begin(self, db: asyncpg.Connection) -> None:
        db.add_termination_listener(self._ended)
        self._db, self._pid = db, db.get_server_pid()

    def _ended(self, db: object) -> None:
        if db is self._db:
            self.pulse.stop()

    def _displaced(self) -> Displaced:
        self._lost = True
        self.pulse.stop()
        return Displaced("another musbot has taken over")


class ReadingLinks:
    """Connections that read, and do what needs no order; asked again while the database does not answer."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool

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


_LOST = (OSError, asyncio.TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)


async def _run(db: asyncpg.Connection, made: Sequence[Statement]) -> None:
    if len(made) == 1:
        await db.fetch(made[0].sql, *made[0].values)
        return
    async with db.transaction():
        for statement in made:
            await db.fetch(statement.sql, *statement.values)


async def connected(url: str, answer_s: float | None = ANSWER_S) -> asyncpg.Connection:
    """Returns a connection on which a statement takes so long at most; raises what asyncpg does."""
    return await asyncpg.connect(url, timeout=CONNECT_S, command_timeout=answer_s, server_settings=_SET)


async def connected_to_write(url: str) -> asyncpg.Connection:
    """Returns a connection whose end both sides hear of soon; raises what asyncpg does."""
    db = await asyncpg.connect(url, timeout=CONNECT_S, command_timeout=ANSWER_S, server_settings=_SET_WRITING)
    line = db._transport.get_extra_info("socket")  # the library tells of it in no other way
    if line is not None and line.family in (socket.AF_INET, socket.AF_INET6):
        line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, value in _TCP.items():
            if hasattr(socket, name):
                line.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    return db


@asynccontextmanager
async def a_connection(url: str, answer_s: float | None = ANSWER_S) -> AsyncIterator[asyncpg.Connection]:
    """A connection for a while; raises StoreError, in words that hold nothing of the URL."""
    try:
        db = await connected(url, answer_s)
    except Exception as error:
        raise StoreError(f"the database cannot be opened: {_why(error)}") from error
    try:
        yield db
    finally:
        await _closed(db)


async def readers(url: str) -> ReadingLinks:
    """Returns connections to read by."""
    pool = await asyncpg.create_pool(
        url,
        min_size=0,  # the library would keep some, and tell of each that it cannot
        max_size=READERS,
        max_inactive_connection_lifetime=0,
        timeout=CONNECT_S,
        command_timeout=ANSWER_S,
        server_settings=_SET,
    )
    try:
        async with pool.acquire(timeout=CONNECT_S):
            pass  # one is kept: who takes over can read, however many connections others have then
    except BaseException:
        pool.terminate()
        raise
    return ReadingLinks(pool)


async def _closed(db: asyncpg.Connection) -> None:
    with suppress(*_LOST):
        await db.close(timeout=CONNECT_S)


def _why(error: Exception) -> str:
    if isinstance(error, OSError | asyncio.TimeoutError):
        return "PostgreSQL does not answer there"
    told = str(meaning(error))
    return told if not isinstance(meaning(error), Busy) else "PostgreSQL does not answer there"
