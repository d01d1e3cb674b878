"""The tables of the database file, and the steps that bring a file up to date."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

from musbot.store.protocol import DatabaseNeedsOperator

log = logging.getLogger(__name__)

APPLICATION = 0x6D757302
"""The `application_id` in the header of a file; before 0.2 it was another."""

SCHEMA = f"""
    CREATE TABLE tables (
        table_id TEXT PRIMARY KEY, chat TEXT NOT NULL, opened_at REAL NOT NULL, over_at REAL,
        people TEXT NOT NULL DEFAULT '[]', soon_s REAL
    ) STRICT;
    CREATE INDEX tables_by_chat ON tables (chat, over_at);
    CREATE INDEX tables_unfinished ON tables (opened_at) WHERE over_at IS NULL;
    CREATE INDEX tables_over ON tables (over_at) WHERE over_at IS NOT NULL;
    CREATE TABLE events (
        table_id TEXT NOT NULL REFERENCES tables, seq INTEGER NOT NULL, at REAL NOT NULL,
        kind TEXT NOT NULL, version INTEGER NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX events_by_name ON events (json_extract(body, '$.who'))
        WHERE kind IN ('SatDown', 'Queued') AND json_valid(body);
    CREATE TABLE seen (key TEXT PRIMARY KEY, at REAL NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE shown (
        table_id TEXT NOT NULL REFERENCES tables, chat TEXT NOT NULL, slot TEXT NOT NULL,
        message TEXT NOT NULL, digest TEXT NOT NULL, at REAL NOT NULL, moment TEXT NOT NULL,
        seq INTEGER NOT NULL, PRIMARY KEY (table_id, chat, slot)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE notes (
        kind TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, name)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE people (id INTEGER PRIMARY KEY, person TEXT UNIQUE) STRICT;
    CREATE TABLE names (
        id INTEGER PRIMARY KEY, who INTEGER NOT NULL, name TEXT, language TEXT NOT NULL,
        UNIQUE (who, name, language)
    ) STRICT;
    CREATE TABLE results (
        table_id TEXT PRIMARY KEY, chat TEXT NOT NULL, at REAL NOT NULL, rules TEXT NOT NULL,
        alone INTEGER NOT NULL, seats TEXT NOT NULL, winner INTEGER, juegos TEXT NOT NULL
    ) STRICT;
    CREATE INDEX results_by_chat ON results (chat, at);
    CREATE TABLE played (
        who INTEGER NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (who, table_id)
    ) STRICT, WITHOUT ROWID;
    PRAGMA application_id = {APPLICATION}
"""
"""Version 1 of the schema."""


IN_PLACE = """
    ALTER TABLE people RENAME TO old_people;
    CREATE TABLE people (id INTEGER PRIMARY KEY, bucket INTEGER, person TEXT) STRICT;
    INSERT INTO people SELECT id, bucket(person), person FROM old_people ORDER BY id;
    DROP TABLE old_people;
    CREATE INDEX people_by_bucket ON people (bucket) WHERE bucket IS NOT NULL;
    ALTER TABLE names RENAME TO old_names;
    CREATE TABLE names (
        id INTEGER PRIMARY KEY, who INTEGER NOT NULL, name TEXT, language TEXT NOT NULL
    ) STRICT;
    INSERT INTO names SELECT * FROM old_names ORDER BY id;
    DROP TABLE old_names;
    CREATE INDEX names_by_who ON names (who);
    CREATE TABLE noted (id INTEGER PRIMARY KEY, bucket INTEGER, name TEXT) STRICT;
    INSERT INTO noted (bucket, name) SELECT bucket(name), name FROM notes GROUP BY name;
    CREATE INDEX noted_by_bucket ON noted (bucket) WHERE bucket IS NOT NULL;
    ALTER TABLE notes RENAME TO old_notes;
    CREATE TABLE notes (
        kind TEXT NOT NULL, noted INTEGER NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, noted)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO notes SELECT o.kind, n.id, o.value FROM old_notes o
        JOIN noted n ON n.bucket = bucket(o.name) AND n.name = o.name;
    DROP TABLE old_notes;
    CREATE INDEX notes_by_name ON notes (noted)
"""
"""Rows that name a person never move, and no index holds an id or a name (`ForgetPerson`)."""


WHO_COLUMN = """
    ALTER TABLE events ADD COLUMN who INTEGER;
    UPDATE events SET who = json_extract(body, '$.who')
        WHERE kind IN ('SatDown', 'Promised', 'Queued', 'Barred') AND CASE WHEN json_valid(body)
        THEN json_type(body, '$.who') = 'integer' AND typeof(json_extract(body, '$.who')) = 'integer' END;
    DROP INDEX events_by_name;
    CREATE INDEX events_by_name ON events (who) WHERE who IS NOT NULL
"""
"""Version 4 of the schema: the name in an event has its number in a column too, as in PostgreSQL."""


DATES = """
    CREATE TABLE date_events (
        date_id TEXT NOT NULL, seq INTEGER NOT NULL, at REAL NOT NULL, kind TEXT NOT NULL,
        version INTEGER NOT NULL, body TEXT NOT NULL, who INTEGER, PRIMARY KEY (date_id, seq)
    ) STRICT, WITHOUT ROWID
"""
"""Version 5 of the schema: the logs of dates. `who` is the number of the name in an event."""


def _execute_all(statements: str, db: sqlite3.Connection) -> None:
    """Executes statements that semicolons separate; no text in them may have a semicolon."""
    for statement in statements.split(";"):
        db.execute(statement)


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    partial(_execute_all, SCHEMA),
    partial(_execute_all, IN_PLACE),
    partial(
        _execute_all, "CREATE TABLE commits (number INTEGER NOT NULL) STRICT; INSERT INTO commits VALUES (0)"
    ),
    partial(_execute_all, WHO_COLUMN),
    partial(_execute_all, DATES),
)
"""A step for each schema version; `user_version` says how many a file has been through."""


def schema_of(db: sqlite3.Connection) -> tuple[int, str]:
    """Returns the schema of a file, and why this musbot cannot use it; "" if it can.

    The schema is the file's `user_version`: 0 for a new file, and for most foreign files, which cannot be
    used. Raises sqlite3.Error if the file cannot be read.
    """
    ((version,),) = db.execute("PRAGMA user_version")
    ((application,),) = db.execute("PRAGMA application_id")
    if not version and db.execute("SELECT EXISTS (SELECT 1 FROM sqlite_master)").fetchone() == (1,):
        return version, "expected a database of musbot, found another program's"
    if version and application != APPLICATION:
        return version, f"schema {version} of before musbot 0.2: expected a database made since, or no file"
    if not 0 <= version <= len(MIGRATIONS):
        return version, f"schema {version}: this musbot knows up to {len(MIGRATIONS)}"
    return version, ""


def unexpected_objects(db: sqlite3.Connection, version: int) -> list[str]:
    """Returns the names of a file's tables, indexes, views and triggers that musbot's schema lacks.

    `version` is that schema. An object whose SQL differs counts too. Raises sqlite3.Error.
    """
    known = _known_objects(version)
    return [str(row[1]) for row in db.execute(_OBJECTS) if row not in known]


def missing_objects(db: sqlite3.Connection, version: int) -> list[str]:
    """Returns the names of the tables and indexes of a schema that a file lacks, or that differ in it.

    Raises sqlite3.Error.
    """
    return sorted(str(row[1]) for row in _known_objects(version) - set(db.execute(_OBJECTS)))


def _known_objects(version: int) -> set[tuple[str, str, str]]:
    """Returns the type, name and SQL of every object of a schema."""
    with closing(sqlite3.connect(":memory:")) as own:
        own.create_function("bucket", 1, str)
        for step in MIGRATIONS[:version]:
            step(own)
        return set(own.execute(_OBJECTS))
    raise AssertionError  # closing swallows nothing


_OBJECTS = "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"


def require_usable(db: sqlite3.Connection, path: Path) -> int:
    """Returns the schema of a file, 0 for a new one.

    Raises DatabaseNeedsOperator, with the path, if this musbot cannot use it, and sqlite3.Error if it cannot
    be read.
    """
    version, why = schema_of(db)
    if why:
        raise DatabaseNeedsOperator(f"{path}: {why}")
    return version


def migrate(db: sqlite3.Connection, path: Path) -> None:
    """Applies the migrations that a file lacks, each in its own transaction.

    Raises DatabaseNeedsOperator if this musbot cannot use the file, and sqlite3.Error. A failed step is
    rolled back; earlier steps stay.
    """
    version = require_usable(db, path)
    for number, step in enumerate(MIGRATIONS[version:], start=version + 1):
        db.execute("BEGIN IMMEDIATE")
        try:
            step(db)
            db.execute(f"PRAGMA user_version = {number}")
            db.commit()
        except BaseException:
            db.rollback()
            raise
        log.info("schema %d of %s made", number, path.name)
