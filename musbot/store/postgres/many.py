"""Workers that meet in a PostgreSQL database: what each holds are advisory locks of one session.

They end with the session, at once when its worker dies. The same session listens; what it hears is a hint.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from typing import Any, TypeVar

import asyncpg

from musbot.store.many import Errand, FactKept, Forgotten, HandedOn, Hint, Lapsed, Unheard
from musbot.store.postgres.faults import meaning
from musbot.store.postgres.link import ReadingLinks, connected, readers
from musbot.store.postgres.schema import channel, key
from musbot.store.protocol import StoreError

log = logging.getLogger(__name__)

T = TypeVar("T")

ANSWER_S = 3.0
"""How long the session may take for an answer, before it is taken for dead and all it holds for lost."""
MOST = 500
"""Errands that are read at once."""
_CLAIM = "SELECT k FROM unnest($1::bigint[]) k WHERE pg_try_advisory_lock(k)"
_RELEASE = "SELECT pg_advisory_unlock(k) FROM unnest($1::bigint[]) k"
_TAKEN = """
    SELECT (classid::bigint << 32) | objid::bigint FROM pg_locks
    WHERE locktype = 'advisory' AND granted AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
_KEEP = "INSERT INTO errands (key, part, body) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING"
_ERRANDS = """
    SELECT key, part, body FROM errands WHERE part = ANY($1::text[]) ORDER BY n LIMIT $2
"""


class PostgresMany:
    """A Many in PostgreSQL; made by `join_postgres`."""

    def __init__(self, url: str, schema: str, links: ReadingLinks, lapsed: Lapsed) -> None:
        self.held: frozenset[str] = frozenset()
        self._url = url
        self._schema = schema
        self._links = links
        self._lapsed = lapsed
        self._hints: asyncio.Queue[Hint] = asyncio.Queue()
        self._db: asyncpg.Connection | None = None
        self._lock = asyncio.Lock()

    # ---- names -------------------------------------------------------------------------------------------

    async def claim(self, names: Collection[str]) -> frozenset[str]:
        """See Many."""
        wanted = {key(self._schema, name): name for name in names if name not in self.held}

        async def ask(db: asyncpg.Connection) -> frozenset[str]:
            rows = await db.fetch(_CLAIM, list(wanted))
            gained = frozenset(wanted[row[0]] for row in rows)
            self.held |= gained
            return gained

        return await self._asked(ask)

    async def release(self, names: Collection[str]) -> None:
        """See Many."""
        gone = frozenset(names) & self.held

        async def ask(db: asyncpg.Connection) -> None:
            self.held -= gone
            await db.fetch(_RELEASE, [key(self._schema, name) for name in gone])

        await self._asked(ask)

    async def taken(self, names: Collection[str]) -> frozenset[str]:
        """See Many."""

        async def ask(db: asyncpg.Connection) -> frozenset[str]:
            locks = {row[0] for row in await db.fetch(_TAKEN)}
            return frozenset(name for name in names if key(self._schema, name) in locks)

        return await self._asked(ask)

    async def _asked(self, ask: Callable[[asyncpg.Connection], Awaitable[T]]) -> T:
        """Asks in the session, which is begun anew if it is gone; all that it held is lost then."""
        async with self._lock:
            try:
                async with asyncio.timeout(ANSWER_S):
                    return await ask(await self._session())
            except Exception as error:
                self._ended()
                raise meaning(error) from error

    async def _session(self) -> asyncpg.Connection:
        if self._db is not None and not self._db.is_closed():
            return self._db
        db = await connected(self._url)
        try:
            db.add_termination_listener(self._hears_end)
            await db.add_listener(channel(self._schema), self._heard)
        except BaseException:
            db.terminate()
            raise
        self._db = db
        self._hints.put_nowait(Unheard())
        return db

    def _hears_end(self, db: object) -> None:
        if db is self._db:
            self._ended()

    def _ended(self) -> None:
        """Notes that the session is gone, and with it all that it held."""
        db, self._db = self._db, None
        if db is not None and not db.is_closed():
            db.terminate()
        lost, self.held = self.held, frozenset()
        if lost:
            self._lapsed(lost)

    # ---- errands -----------------------------------------------------------------------------------------

    async def hand_on(self, errand: Errand) -> None:
        """See Many."""
        told = json.dumps(["errand", errand.part])

        async def keep(db: asyncpg.Connection) -> None:
            await db.execute(_KEEP, errand.key, errand.part, errand.body)
            await db.execute("SELECT pg_notify($1, $2)", channel(self._schema), told)

        await self._links.run(keep)

    async def errands(self, parts: Collection[str]) -> list[Errand]:
        """See Many."""
        rows = await self._links.run(lambda db: db.fetch(_ERRANDS, sorted(parts), MOST))
        return [Errand(*row) for row in rows]

    async def done(self, key: str) -> None:
        """See Many."""
        await self._links.run(lambda db: db.execute("DELETE FROM errands WHERE key = $1", key))

    # ---- hints -------------------------------------------------------------------------------------------

    async def changes(self) -> AsyncIterator[Hint]:
        """See Many."""
        while True:
            yield await self._hints.get()

    def _heard(self, _: Any, __: int, ___: str, told: object) -> None:
        match json.loads(str(told)):
            case ["note", str(kind), str(name)]:
                self._hints.put_nowait(FactKept(kind, name))
            case ["forgot", str(person)]:
                self._hints.put_nowait(Forgotten(person))
            case ["errand", str(part)]:
                self._hints.put_nowait(HandedOn(part))
            case _:
                log.info("a worker of another version tells what cannot be read")

    async def close(self) -> None:
        """See Many."""
        self.held = frozenset()
        db, self._db = self._db, None
        if db is not None:
            try:
                await db.close(timeout=1)
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
                db.terminate()
        await self._links.close()


async def join_postgres(url: str, lapsed: Lapsed) -> PostgresMany:
    """Joins the workers of a database; raises StoreError."""
    try:
        links = await readers(url)
    except Exception as error:
        raise meaning(error) from error
    schema = await links.run(lambda db: db.fetchval("SELECT current_schema()"))
    if schema is None:
        raise StoreError("PostgreSQL: expected a schema that is there (search_path)")
    return PostgresMany(url, schema, links, lapsed)
