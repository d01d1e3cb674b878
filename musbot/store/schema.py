"""The tables of the database file, and the steps that bring a file of an earlier version up to date."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

from musbot.store.codec import Stored
from musbot.store.connection import Connection
from musbot.store.migrate import upgraded
from musbot.store.protocol import StoreError
from musbot.store.refold import Damaged

log = logging.getLogger(__name__)

SCHEMA = """
    CREATE TABLE tables (
        table_id TEXT PRIMARY KEY, chat TEXT NOT NULL, opened_at REAL NOT NULL, over_at REAL
    ) STRICT;
    CREATE INDEX tables_by_chat ON tables (chat, over_at);
    CREATE TABLE events (
        table_id TEXT NOT NULL REFERENCES tables, seq INTEGER NOT NULL, at REAL NOT NULL,
        kind TEXT NOT NULL, version INTEGER NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE seen (key TEXT PRIMARY KEY, at REAL NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE shown (
        table_id TEXT NOT NULL REFERENCES tables, chat TEXT NOT NULL, slot TEXT NOT NULL,
        message TEXT NOT NULL, digest TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (table_id, chat, slot)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE notes (
        kind TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, name)
    ) STRICT, WITHOUT ROWID
"""
"""The first schema version."""

SAT = "kind = 'SatDown' AND json_valid(body)"
SITTER = "json_extract(body, '$.who.person')"
"""Who sat down; a body that is damaged names nobody."""


async def migrate(db: Connection, path: Path) -> None:
    """Takes a file through the steps it lacks; raises StoreError for one of a later version."""
    ((version,),) = await db.execute_fetchall("PRAGMA user_version")
    if version > len(MIGRATIONS):
        raise StoreError(f"{path} has schema {version}: this musbot knows up to {len(MIGRATIONS)}")
    for number, step in enumerate(MIGRATIONS[version:], start=version + 1):
        await db.execute_fetchall("BEGIN IMMEDIATE")
        try:
            await step(db)
            await db.execute_fetchall(f"PRAGMA user_version = {number}")
            await db.commit()
        except BaseException:
            await db.rollback()
            raise
        log.info("schema %d of %s made", number, path.name)


async def _schema(db: Connection) -> None:
    for statement in SCHEMA.split(";"):
        await db.execute_fetchall(statement)


async def _decisions(db: Connection) -> None:
    """Version 2 writes what the rules decide as events; a log that cannot be followed is left as it is."""
    select = "SELECT seq, at, kind, version, body FROM events WHERE table_id = ? ORDER BY seq"
    insert = "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)"
    for (table,) in await db.execute_fetchall("SELECT table_id FROM tables"):
        log_of_it = await db.execute_fetchall(select, (table,))
        rows = [(seq, at, Stored(*stored)) for seq, at, *stored in log_of_it]
        try:
            newer = upgraded(table, rows)
        except Damaged as damage:
            log.error("%s: it cannot be brought up to date", damage)  # noqa: TRY400
            continue
        await db.execute_fetchall("DELETE FROM events WHERE table_id = ?", (table,))
        await db.executemany(insert, [(table, seq, at, e.kind, e.version, e.body) for seq, at, e in newer])


async def _moments(db: Connection) -> None:
    """Version 3 keeps what was asked in what is shown; of what was shown before, it is not known."""
    await db.execute_fetchall("ALTER TABLE shown ADD COLUMN moment TEXT NOT NULL DEFAULT ''")


async def _sitters(db: Connection) -> None:
    """Version 4 finds the tables of a person."""
    await db.execute_fetchall(f"CREATE INDEX events_by_sitter ON events ({SITTER}) WHERE {SAT}")


MIGRATIONS: tuple[Callable[[Connection], Awaitable[None]], ...] = (
    _schema,
    _decisions,
    _moments,
    _sitters,
)
"""A step for each schema version; `user_version` says how many a file has been through."""
