"""Checks a PostgreSQL database and reads it, without changing it, while bots may be using it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import asyncpg

from musbot.store.checkup import Checkup, fold_tables
from musbot.store.postgres.connection import open_connection
from musbot.store.postgres.faults import to_store_error
from musbot.store.postgres.moving import TABLES, missing_tables
from musbot.store.postgres.reads import read_server
from musbot.store.postgres.replication import replication_risks
from musbot.store.postgres.schema import MIGRATIONS, missing_right, schema_of, schema_version
from musbot.store.postgres.writer_lock import load_lease
from musbot.store.postgres.writes import LACKS_TEMP, lacks_temp
from musbot.store.protocol import StoreError
from musbot.store.reads import Found, Work

UNSAFE = {
    "fsync": "a power cut may damage all of it",
    "full_page_writes": "a power cut may damage all of it",
    "synchronous_commit": "what was answered as done may be lost when it ends",
}
"""Settings of the server that break a promise if they are off, and the promise."""


async def unsafe_settings(db: asyncpg.Connection) -> list[str]:
    """Returns a line for each setting of the server that is off and breaks a promise.

    Raises asyncpg's errors.
    """
    shown = {name: await db.fetchval("SELECT current_setting($1, true)", name) for name in UNSAFE}
    return [f"{name} is off: {UNSAFE[name]}" for name, value in shown.items() if value == "off"]


async def check(url: str, *, finished: bool = False) -> Checkup:
    """Checks the server's settings and the schema, and folds the unfinished tables, or all if `finished`.

    Faults are in the result. A query that fails is one, and ends the check, unless it reads one log. No
    table is folded if the schema is unusable, older or lacks tables. Raises StoreError if the database cannot
    be opened or has no schema.
    """
    found = Checkup()
    async with open_connection(url) as db:
        try:
            schema = await schema_of(db)
            found.schema, why = await schema_version(db)
            found.faults += await unsafe_settings(db)
            risks, found.remarks = await replication_risks(db, url)
            found.faults += [*risks, *([LACKS_TEMP] if await lacks_temp(db) else [])]
            if found.schema < len(MIGRATIONS):
                found.faults += filter(None, [await missing_right(db)])
            if gone := await missing_tables(db):
                why = why or _describe_missing(gone, schema)
            if why:
                found.faults.append(why)
            elif found.schema == len(MIGRATIONS):
                await load_lease(db)  # raises if this musbot may not play on
                await read_server(db, partial(fold_tables, checkup=found, finished=finished))
        except (StoreError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
            found.faults.append(str(to_store_error(error)))
    return found


def _describe_missing(gone: Sequence[str], schema: str) -> str:
    """Returns the fault for tables that are missing: some of them, or all."""
    if len(gone) < len(TABLES):
        return f"the schema {schema} has lost {', '.join(gone)}: stop musbot and restore a backup"
    return (
        f"the schema {schema} has no tables of musbot: its first start makes them; if it had some, they"
        " were dropped: restore a backup before musbot starts"
    )


async def read_database(url: str, work: Work[Found], *, any_schema: bool = False) -> Found:
    """Runs a piece of work on a database and returns its result; changes no row.

    Raises StoreError, also if the schema is not current, unless `any_schema`. Errors of PostgreSQL become
    StoreError, other errors of the work propagate.
    """
    async with open_connection(url) as db:
        schema, why = (len(MIGRATIONS), "") if any_schema else await schema_version(db)
        if why or schema != len(MIGRATIONS):
            raise StoreError(f"the database has {why or f'schema {schema}: expected {len(MIGRATIONS)}'}")
        return await read_server(db, work)
    raise AssertionError  # the connection swallows nothing
