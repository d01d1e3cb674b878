"""The connections to PostgreSQL: one that writes, some that read, made anew whenever they are gone."""

from __future__ import annotations

import asyncio
import logging
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

import asyncpg

from musbot.store.postgres.faults import REFUSED, again, away, meaning
from musbot.store.postgres.schema import key
from musbot.store.postgres.writes import Marker, Statement, statements
from musbot.store.protocol import Busy, Locked, StoreError
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
_SET = {"application_name": "musbot"}
_GONE = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND application_name = 'musbot'"
)


class WritingLink:
    """The connection that writes; a commit whose answer was lost is found out by its number.

    Its session holds the advisory lock of the schema, which keeps every other process away; when the next
    session has it the one before can do nothing any more: what `commits` says then stays true.
    """

    def __init__(self, url: str, schema: str, clock: Callable[[], float]) -> None:
        self._url = url
        self._writer = uuid.uuid4().hex
        self._lock = key(schema, "writer")
        self._clock = clock
        self._db: asyncpg.Connection | None = None
        self._pid = 0
        self._number = 0
        self._gives_up: float | None = None

    async def begin(self) -> None:
        """Keeps other processes away from now on; raises Locked where one is there."""
        await self._connected()

    async def commit(self, batch: Sequence[Sequence[Row]]) -> Outcomes:
        """Commits a batch, or all of it that can be; raises Busy if certainly nothing of it was written."""
        try:
            await self._commit(batch)
        except REFUSED as error:
            if len(batch) == 1:
                return [meaning(error)]
            return [outcome for rows in batch for outcome in await self._alone(rows)]
        return [None] * len(batch)

    async def close(self) -> None:
        """Lets the connection go."""
        if self._db is not None:
            await _closed(self._db)

    def give_up(self, after_s: float) -> None:
        """Lets a commit of unknown outcome wait so long at most from now on."""
        self._gives_up = time.monotonic() + after_s

    async def _alone(self, rows: Sequence[Row]) -> Outcomes:
        """One write of a batch of which some was refused: what befalls it now is its own."""
        try:
            return await self.commit([rows])
        except StoreError as error:
            return [error]

    async def _commit(self, batch: Sequence[Sequence[Row]]) -> None:
        self._number += 1
        made = statements(batch, Marker(self._writer, self._number, self._clock()))
        for tried in range(MOST_TRIES):
            db = await self._connected()
            try:
                await _run(db, made)
            except REFUSED:
                raise
            except Exception as error:
                if again(error) and tried < MOST_TRIES - 1:
                    await asyncio.sleep(PAUSE_S * tried)
                    continue
                if away(error) and await self._was_committed():
                    return
                raise meaning(error) from error
            else:
                return

    async def _was_committed(self) -> bool:
        """Whether the last commit was made though nobody heard of it; waits until that can be known."""
        log.warning("the connection to PostgreSQL was lost in a commit: whether it was made is asked next")
        while True:
            try:
                db = await self._connected(anew=True)
                found = await db.fetchval("SELECT number FROM commits WHERE writer = $1", self._writer)
            except (StoreError, *_LOST) as error:
                if self._gives_up is not None and time.monotonic() > self._gives_up:
                    raise StoreError("PostgreSQL does not say whether it was written") from error
                await asyncio.sleep(PAUSE_S)
            else:
                made = bool(found == self._number)
                log.warning("PostgreSQL is there again: that commit was %s", "made" if made else "not made")
                return made

    async def _connected(self, *, anew: bool = False) -> asyncpg.Connection:
        """The connection, which nobody but this writer has; raises StoreError if there is none now."""
        if self._db is not None and not anew and not self._db.is_closed():
            return self._db
        if self._db is not None:
            self._db.terminate()
        try:
            db = await connected(self._url)
            await self._take_over(db)
        except Exception as error:
            raise meaning(error) from error
        self._db, self._pid = db, db.get_server_pid()
        return db

    async def _take_over(self, db: asyncpg.Connection) -> None:
        try:
            if not await db.fetchval("SELECT pg_try_advisory_lock($1)", self._lock):
                await self._end_the_last(db)
                await db.execute("SELECT pg_advisory_lock($1)", self._lock, timeout=CONNECT_S)
        except BaseException:
            db.terminate()
            raise

    async def _end_the_last(self, db: asyncpg.Connection) -> None:
        """Ends the session that this process had before; raises Locked if it is another's."""
        if not self._pid:
            raise Locked("the database is in use by another musbot")
        await db.execute(_GONE, self._pid)


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
        *(url,),
        min_size=0,  # none is made while the server is away
        max_size=READERS,
        timeout=CONNECT_S,
        command_timeout=ANSWER_S,
        server_settings=_SET,
    )
    return ReadingLinks(pool)


async def _closed(db: asyncpg.Connection) -> None:
    with suppress(*_LOST):
        await db.close(timeout=CONNECT_S)


def _why(error: Exception) -> str:
    if isinstance(error, OSError | asyncio.TimeoutError):
        return "PostgreSQL does not answer there"
    told = str(meaning(error))
    return told if not isinstance(meaning(error), Busy) else "PostgreSQL does not answer there"
