"""The tables of the database file, and the steps that bring a file of an earlier version up to date."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from pathlib import Path

from musbot.store.codec import Stored
from musbot.store.migrate import upgraded
from musbot.store.outline import outline, read, written
from musbot.store.people import MARK, NAME, NAME_ID, NUMBERS, PERSON, PERSON_ID, TELLS, apart, with_people
from musbot.store.protocol import NOBODY, Outline, StoreError
from musbot.store.refold import Damaged, refold
from musbot.store.results import result
from musbot.store.sqlite_writes import write
from musbot.store.steps import ended

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
"""Who sat down, until version 6; a body that is damaged names nobody."""
NAMED = "kind IN ('SatDown', 'Queued') AND json_valid(body)"
NAMES_WHO = "json_extract(body, '$.who')"
"""Whose name an event tells, by its number, from version 7."""


def migrate(db: sqlite3.Connection, path: Path) -> None:
    """Takes a file through the steps it lacks; raises StoreError for one of a later version."""
    ((version,),) = db.execute("PRAGMA user_version")
    if version > len(MIGRATIONS):
        raise StoreError(f"{path} has schema {version}: this musbot knows up to {len(MIGRATIONS)}")
    for number, step in enumerate(MIGRATIONS[version:], start=version + 1):
        if step in ALONE:
            step(db)
        db.execute("BEGIN IMMEDIATE")
        try:
            if step not in ALONE:
                step(db)
            db.execute(f"PRAGMA user_version = {number}")
            db.commit()
        except BaseException:
            db.rollback()
            raise
        log.info("schema %d of %s made", number, path.name)


def _schema(db: sqlite3.Connection) -> None:
    for statement in SCHEMA.split(";"):
        db.execute(statement)


def _decisions(db: sqlite3.Connection) -> None:
    """Version 2 writes what the rules decide as events; a log that cannot be followed is left as it is."""
    select = "SELECT seq, at, kind, version, body FROM events WHERE table_id = ? ORDER BY seq"
    insert = "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)"
    for (table,) in db.execute("SELECT table_id FROM tables").fetchall():
        rows = [(seq, at, Stored(*stored)) for seq, at, *stored in db.execute(select, (table,))]
        try:
            newer = upgraded(table, rows)
        except Damaged as damage:
            log.error("%s: it cannot be brought up to date", damage)  # noqa: TRY400
            continue
        db.execute("DELETE FROM events WHERE table_id = ?", (table,))
        db.executemany(insert, [(table, seq, at, e.kind, e.version, e.body) for seq, at, e in newer])


def _moments(db: sqlite3.Connection) -> None:
    """Version 3 keeps what was asked in what is shown; of what was shown before, it is not known."""
    db.execute("ALTER TABLE shown ADD COLUMN moment TEXT NOT NULL DEFAULT ''")


def _sitters(db: sqlite3.Connection) -> None:
    """Version 4 finds the tables of a person."""
    db.execute(f"CREATE INDEX events_by_sitter ON events ({SITTER}) WHERE {SAT}")


def _no_blanks(db: sqlite3.Connection) -> None:
    """Version 5 keeps no row for what is forgotten."""
    db.execute("DELETE FROM notes WHERE value = ''")
    db.execute("DELETE FROM shown WHERE message = ''")


def _outlines(db: sqlite3.Connection) -> None:
    """Version 6 knows who sits at a table, and how soon something happens there, without its log."""
    db.execute("ALTER TABLE tables ADD COLUMN people TEXT NOT NULL DEFAULT '[]'")
    db.execute("ALTER TABLE tables ADD COLUMN soon_s REAL")
    db.execute("ALTER TABLE shown ADD COLUMN seq INTEGER NOT NULL DEFAULT 0")
    db.execute("CREATE INDEX tables_unfinished ON tables (opened_at) WHERE over_at IS NULL")
    db.execute("CREATE INDEX tables_over ON tables (over_at) WHERE over_at IS NOT NULL")
    _outlined(db)


def _outlined(db: sqlite3.Connection) -> None:
    select = "SELECT seq, kind, version, body FROM events WHERE table_id = ? ORDER BY seq"
    for (name,) in db.execute("SELECT table_id FROM tables WHERE over_at IS NULL").fetchall():
        try:
            table = refold(name, [(seq, Stored(*stored)) for seq, *stored in db.execute(select, (name,))])
            known = outline(table) if table is not None else NOBODY
        except Damaged:
            known = Outline(soon_s=0)  # it is taken up, and set aside then
        db.execute("UPDATE tables SET people = ?, soon_s = ? WHERE table_id = ?", (*written(known), name))


def _people(db: sqlite3.Connection) -> None:
    """Version 7 keeps names, and the ids of people, apart from all else (store/people.py)."""
    db.execute("CREATE TABLE people (id INTEGER PRIMARY KEY, person TEXT UNIQUE) STRICT")
    db.execute(
        "CREATE TABLE names (id INTEGER PRIMARY KEY, who INTEGER NOT NULL, name TEXT,"
        " language TEXT NOT NULL, UNIQUE (who, name, language)) STRICT"
    )
    db.execute("DROP INDEX events_by_sitter")
    _told_apart(db)
    db.execute("UPDATE tables SET people = '[]', soon_s = NULL WHERE over_at IS NOT NULL")
    _numbered(db)
    db.execute(f"CREATE INDEX events_by_name ON events ({NAMES_WHO}) WHERE {NAMED}")


def _told_apart(db: sqlite3.Connection) -> None:
    """What cannot be read is left as it is."""
    kinds = ", ".join(f"'{kind}'" for kind in TELLS)
    select = f"SELECT table_id, seq, kind, version, body FROM events WHERE kind IN ({kinds})"  # noqa: S608
    update = "UPDATE events SET body = json_replace(?, ?, ({})) WHERE table_id = ? AND seq = ?".format
    for table, seq, *event in db.execute(select).fetchall():
        told = apart(Stored(*event))
        if told is None:
            continue
        db.execute(PERSON, (told.person,))
        if told.name is None:
            db.execute(update(PERSON_ID), (told.event.body, "$.by", told.person, table, seq))
            continue
        named = (told.name, told.language)
        db.execute(NAME, (*named, told.person))
        db.execute(update(NAME_ID), (told.event.body, "$.who", told.person, *named, table, seq))


def _numbered(db: sqlite3.Connection) -> None:
    """The outlines, and what private chats show."""
    for table, people in db.execute("SELECT table_id, people FROM tables WHERE over_at IS NULL").fetchall():
        db.execute(f"UPDATE tables SET people = {NUMBERS} WHERE table_id = ?", (_listed(people), table))  # noqa: S608
    db.execute(f"""
        UPDATE shown SET chat = coalesce((SELECT '{MARK}' || id FROM people WHERE person = chat), chat)
    """)  # noqa: S608


def _listed(people: str) -> str:
    return written(read(people, None))[0]


def _compact(db: sqlite3.Connection) -> None:
    """Version 8 is written anew: in gaps of the file stood what earlier versions had deleted."""
    db.execute("VACUUM")


ALONE = frozenset((_compact,))
"""Steps that are no part of a transaction: a kill in one of them leaves the file as it was before."""


def _results(db: sqlite3.Connection) -> None:
    """Version 9 keeps how each partida ended, of those that can be read."""
    db.execute(
        "CREATE TABLE results (table_id TEXT PRIMARY KEY, chat TEXT NOT NULL, at REAL NOT NULL,"
        " rules TEXT NOT NULL, alone INTEGER NOT NULL, seats TEXT NOT NULL, winner INTEGER,"
        " juegos TEXT NOT NULL) STRICT"
    )
    db.execute("CREATE INDEX results_by_chat ON results (chat, at)")
    db.execute(
        "CREATE TABLE played (who INTEGER NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (who, table_id))"
        " STRICT, WITHOUT ROWID"
    )
    select = "SELECT seq, kind, version, body FROM events WHERE table_id = ? ORDER BY seq"
    over = "SELECT table_id, over_at FROM tables WHERE over_at IS NOT NULL"
    for name, at in db.execute(over).fetchall():
        log = db.execute(select, (name,)).fetchall()
        events = with_people(db, [Stored(*event) for _, *event in log])
        try:
            table = refold(name, [(row[0], event) for row, event in zip(log, events, strict=True)])
        except Damaged:
            continue
        end = result(table) if table is not None else None
        if end is not None:
            write(db, [ended(name, at, end)])


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    _schema,
    _decisions,
    _moments,
    _sitters,
    _no_blanks,
    _outlines,
    _people,
    _compact,
    _results,
)
"""A step for each schema version; `user_version` says how many a file has been through."""
