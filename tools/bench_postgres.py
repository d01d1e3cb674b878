"""What a commit costs with each driver of PostgreSQL: `python -m tools.bench_postgres URL`.

A batch of writes (each of two events, a delivery's key and the outline of its table) is committed in four
ways. Printed is the processor time that each write costs this process and, on Linux, the server beside it.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

Rows = list[tuple[Any, ...]]
Commit = Callable[[Rows, Rows, Rows, int], Awaitable[None]]

SCHEMA = "bench_drivers"
TABLES = (
    f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE",
    f"CREATE SCHEMA {SCHEMA}",
    f"SET search_path = {SCHEMA}",
    "CREATE TABLE events (table_id text, seq bigint, at float8, kind text, version int, body text,"
    " PRIMARY KEY (table_id, seq))",
    "CREATE TABLE seen (key text PRIMARY KEY, at float8)",
    "CREATE TABLE tables (table_id text PRIMARY KEY, soon_s float8)",
    "CREATE TABLE commits (writer text PRIMARY KEY, number bigint)",
    "INSERT INTO commits VALUES ('w', 0)",
)
SEEN = "INSERT INTO seen VALUES ($1, $2)"
EVENT = "INSERT INTO events VALUES ($1, $2, $3, $4, $5, $6)"
SOON = "UPDATE tables SET soon_s = $1 WHERE table_id = $2"
MARK = "UPDATE commits SET number = $1 WHERE writer = 'w'"
AS_ONE = """
    WITH s AS (INSERT INTO seen SELECT * FROM unnest($1::text[], $2::float8[])),
    e AS (INSERT INTO events SELECT * FROM
        unnest($3::text[], $4::bigint[], $5::float8[], $6::text[], $7::int[], $8::text[])),
    t AS (UPDATE tables SET soon_s = x.s FROM unnest($9::float8[], $10::text[]) AS x(s, t)
        WHERE table_id = x.t)
    UPDATE commits SET number = $11 WHERE writer = 'w'
"""
BATCHES = {1: 1500, 10: 500, 100: 100}
BODY = '{"seat":1,"action":"envido 2"}'


def batches(size: int) -> Iterator[tuple[Rows, Rows, Rows, int]]:
    """Yields what is committed together: keys, events, outlines and the number of the commit."""
    for number in range(BATCHES[size]):
        seq = 2 * number
        events = [(f"T{t}", seq + n, 1.5, "Said", 1, BODY) for t in range(size) for n in (1, 2)]
        keys = [(f"telegram:{t} {number}", 1.5) for t in range(size)]
        yield list(keys), list(events), [(2.0, f"T{t}") for t in range(size)], number


def columns(rows: Rows) -> list[list[Any]]:
    """Returns rows as columns."""
    return [list(column) for column in zip(*rows, strict=True)]


async def with_asyncpg(url: str, *, as_one: bool) -> tuple[Commit, Callable[[], Awaitable[None]]]:
    """Returns what commits, and what ends it."""
    import asyncpg

    db = await asyncpg.connect(url)
    for statement in TABLES:
        await db.execute(statement)

    async def in_steps(keys: Rows, events: Rows, outlines: Rows, number: int) -> None:
        async with db.transaction():
            await db.executemany(SEEN, keys)
            await db.executemany(EVENT, events)
            await db.executemany(SOON, outlines)
            await db.execute(MARK, number)

    async def at_once(keys: Rows, events: Rows, outlines: Rows, number: int) -> None:
        await db.fetch(AS_ONE, *columns(keys), *columns(events), *columns(outlines), number)

    return (at_once if as_one else in_steps), db.close


async def with_psycopg(url: str, *, as_one: bool) -> tuple[Commit, Callable[[], Awaitable[None]]]:
    """Returns what commits, and what ends it."""
    import psycopg

    db = await psycopg.AsyncConnection.connect(url, autocommit=True, cursor_factory=psycopg.AsyncRawCursor)
    db.prepare_threshold = 0
    for statement in TABLES:
        await db.execute(statement)

    async def in_steps(keys: Rows, events: Rows, outlines: Rows, number: int) -> None:
        async with db.pipeline(), db.transaction(), db.cursor() as cursor:
            await cursor.executemany(SEEN, keys)
            await cursor.executemany(EVENT, events)
            await cursor.executemany(SOON, outlines)
            await cursor.execute(MARK, (number,))

    async def at_once(keys: Rows, events: Rows, outlines: Rows, number: int) -> None:
        await db.execute(AS_ONE, (*columns(keys), *columns(events), *columns(outlines), number))

    return (at_once if as_one else in_steps), db.close


Way = tuple[str, Callable[[str], Awaitable[tuple[Commit, Callable[[], Awaitable[None]]]]]]
WAYS: dict[str, Way] = {
    "asyncpg, a statement a step": ("asyncpg", lambda url: with_asyncpg(url, as_one=False)),
    "asyncpg, one statement": ("asyncpg", lambda url: with_asyncpg(url, as_one=True)),
    "psycopg, steps in a pipeline": ("psycopg", lambda url: with_psycopg(url, as_one=False)),
    "psycopg, one statement": ("psycopg", lambda url: with_psycopg(url, as_one=True)),
}


def of_the_server() -> float:
    """Returns the processor time of all servers of PostgreSQL on this machine, in seconds; 0 if unknown."""
    spent = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = stat.read_text()
        except OSError:
            continue
        if "(postgres)" in text:
            spent += sum(map(int, text.rpartition(")")[2].split()[11:13]))
    return spent / os.sysconf("SC_CLK_TCK")


async def main(url: str) -> None:
    """Prints what it has measured."""
    for size in BATCHES:
        for name, (driver, connect) in WAYS.items():
            if find_spec(driver) is None:
                sys.stdout.write(f"{name:30} {driver} is not installed\n")
                continue
            commit, close = await connect(url)
            own, server = time.process_time(), of_the_server()
            for batch in batches(size):
                await commit(*batch)
            writes = size * BATCHES[size]
            own, server = time.process_time() - own, of_the_server() - server
            await close()
            sys.stdout.write(f"{name:30} {size:4} in a commit: {own / writes * 1e6:6.0f} µs a write,")
            sys.stdout.write(f" {server / writes * 1e6:6.0f} of the server's\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("python -m tools.bench_postgres URL: expected a postgresql:// URL")
    asyncio.run(main(sys.argv[1]))
