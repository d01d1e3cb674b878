"""What is wrong with a PostgreSQL database: looked for without changing it, also while bots write to it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from functools import partial

import asyncpg

from musbot.store import queries
from musbot.store.checkup import Checkup, as_json
from musbot.store.postgres.connection import a_connection
from musbot.store.postgres.faults import meaning
from musbot.store.postgres.moving import TABLES, missing
from musbot.store.postgres.reads import read_server
from musbot.store.postgres.replication import replication_risks
from musbot.store.postgres.schema import MIGRATIONS, schema_of, version
from musbot.store.protocol import NoteKind, StoreError
from musbot.store.reads import load_log
from musbot.store.refold import Damaged, refold
from musbot.store.roster import OpenTable

UNSAFE = {
    "fsync": "a power cut may damage all of it",
    "full_page_writes": "a power cut may damage all of it",
    "synchronous_commit": "what was answered as done may be lost when it ends",
}
"""Settings of the server that break promises where they are off, and which."""

_TABLES = "SELECT table_id FROM tables WHERE over_at IS NULL OR $1 ORDER BY opened_at"
_RAW = "SELECT seq, at, kind, version, body FROM events WHERE table_id = $1 ORDER BY seq"


async def unsafe(db: asyncpg.Connection) -> list[str]:
    """Returns what the server is set to that breaks promises, a line each."""
    shown = {name: await db.fetchval("SELECT current_setting($1, true)", name) for name in UNSAFE}
    return [f"{name} is off: {UNSAFE[name]}" for name, value in shown.items() if value == "off"]


async def check(url: str, *, finished: bool = False) -> Checkup:
    """Looks at the database, and folds every table that is not over, or each; raises StoreError."""
    found = Checkup()
    async with a_connection(url) as db:
        try:
            schema = await schema_of(db)
            found.schema, why = await version(db)
            found.faults += await unsafe(db)
            risks, found.remarks = await replication_risks(db, url)
            found.faults += risks
            if gone := await missing(db):
                why = why or _without(gone, schema)
            if why:
                found.faults.append(why)
            elif found.schema == len(MIGRATIONS):
                await folded(db, found, finished=finished)
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
            found.faults.append(str(meaning(error)))
    return found


def _without(gone: Sequence[str], schema: str) -> str:
    if len(gone) < len(TABLES):
        return f"the schema {schema} has lost {', '.join(gone)}: stop musbot and restore a backup"
    return (
        f"the schema {schema} has no tables of musbot: its first start makes them; if it had some, they were"
        " dropped: restore a backup before musbot starts"
    )


async def folded(db: asyncpg.Connection, found: Checkup, *, finished: bool) -> None:
    """Folds every table that is not over, or each, and notes what is wrong."""
    for (table,) in await db.fetch(_TABLES, finished):
        found.tables += 1
        try:
            if refold(table, await read_server(db, partial(load_log, table=table))) is None:
                found.faults.append(str(Damaged(table, 1, "is missing")))
        except Damaged as damage:
            found.faults.append(str(damage))


async def standing(url: str) -> list[OpenTable]:
    """Returns the tables that are not over, the oldest first; raises StoreError."""
    found = []
    async with a_connection(url) as db:
        try:
            schema, why = await version(db)
            if why or schema != len(MIGRATIONS):
                raise StoreError(f"the database has {why or f'schema {schema}: expected {len(MIGRATIONS)}'}")
            for name, chat, at in await read_server(db, lambda run: run(queries.STANDING)):
                try:
                    table = refold(name, await read_server(db, partial(load_log, table=name)))
                except Damaged:
                    table = None
                found.append(OpenTable(name, chat, at, table))
        except asyncpg.PostgresError as error:
            raise meaning(error) from error
    return found


async def exported(url: str, table: str) -> AsyncIterator[str]:
    """Yields a JSON line for each event of a table, damaged or not; raises StoreError where it cannot."""
    async with a_connection(url) as db:
        try:
            rows = await db.fetch(_RAW, table)
        except asyncpg.PostgresError as error:
            raise meaning(error) from error
        for seq, at, kind, number, body in rows:
            line = {"seq": seq, "at": at, "kind": kind, "version": number, "body": as_json(body)}
            yield json.dumps(line)
    if not rows:
        raise StoreError(f"table {table}: expected one that is in the database")


async def noted(url: str, kind: NoteKind) -> dict[str, str]:
    """Returns all notes of a kind, by name; raises StoreError."""
    async with a_connection(url) as db:
        try:
            return {
                str(name): str(value)
                for name, value in await read_server(db, lambda run: run(queries.NOTES, kind=kind.noted))
            }
        except asyncpg.PostgresError as error:
            raise meaning(error) from error
