"""Durable actions a second through manager, store and courier, under the platform's real limits."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from musbot.config import Server
from tools.bench.crowd import crowd

AT_ONCE = 50


@asynccontextmanager
async def _place(server: str) -> AsyncIterator[Path | Server]:
    """Yields an empty folder, or for a URL a Server with an empty schema; both are deleted in the end."""
    if not server:
        with TemporaryDirectory() as folder:
            yield Path(folder)
        return
    from musbot.store.postgres.connection import open_connection

    schema = f"bench_{uuid.uuid4().hex}"
    async with open_connection(server) as db:
        await db.execute(f"CREATE SCHEMA {schema}")
    try:
        yield Server(f"{server}{'&' if '?' in server else '?'}search_path={schema}")
    finally:
        async with open_connection(server) as db:
            await db.execute(f"SET client_min_messages = warning; DROP SCHEMA {schema} CASCADE")


async def measure(tables: int, seconds: float, server: str = "") -> dict[str, float]:
    """Returns actions and requests per second, and the processor time of an action in µs.

    At most AT_ONCE tables act at the same time, for `seconds`. The tables are in a file, or in an empty
    schema of a PostgreSQL server, which is dropped in the end.
    """
    async with _place(server) as where, crowd(where, tables) as many:
        made = 0
        free = list(range(tables))
        many.rng.shuffle(free)
        until = time.monotonic() + seconds

        async def play() -> None:
            nonlocal made
            while time.monotonic() < until:
                place = free.pop(0)
                await many.act(place)
                free.append(place)
                made += 1

        requests, began, busy = many.wire.requests, time.perf_counter(), time.process_time()
        await asyncio.gather(*(play() for _ in range(min(AT_ONCE, tables))))
        took, used = time.perf_counter() - began, time.process_time() - busy
        requests = many.wire.requests - requests
    return {
        f"actions a second, {tables} tables": made / took,
        f"  requests a second beside it, {tables} tables": requests / took,
        f"  processor time an action, µs, {tables} tables": used / made * 1e6,
    }
