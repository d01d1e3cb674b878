"""A person is forgotten: neither his name nor the id that his platform gave him is left in the file."""

from __future__ import annotations

import sqlite3

from musbot.store.people import MARK, NAMES_OF, THE_NUMBER
from musbot.store.sqlite_schema import NAMED, NAMES_WHO

_SHOWN = f"""
    DELETE FROM shown WHERE chat = '{MARK}' || {THE_NUMBER}
    AND table_id IN (SELECT table_id FROM events WHERE {NAMED} AND {NAMES_WHO} IN {NAMES_OF})
"""  # noqa: S608 - nothing of it comes from outside
_NOTES = "DELETE FROM notes WHERE name = ? OR substr(name, 1, length(?) + 1) = ? || '/'"
_NAMES = f"UPDATE names SET name = NULL, language = '' WHERE who = {THE_NUMBER}"  # noqa: S608
_PERSON = "UPDATE people SET person = NULL WHERE person = ?"
_STEPS = ((_SHOWN, 2), (_NOTES, 3), (_NAMES, 1), (_PERSON, 1))
"""What is done, and how often the person is named in it."""
_WHERE = ("people", "names", "notes")
"""The tables that name people: what stood in a gap between rows is gone only when they are written anew."""


def forget(db: sqlite3.Connection, person: str) -> None:
    """Takes a person out of a file in one transaction; then its log has to be emptied (`emptied`)."""
    db.execute("BEGIN IMMEDIATE")
    try:
        for statement, times in _STEPS:
            db.execute(statement, (person,) * times)
        for table in _WHERE:
            rows = db.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608
            db.execute(f"DELETE FROM {table}")  # noqa: S608
            if rows:
                marks = ", ".join("?" * len(rows[0]))
                db.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608
        db.commit()
    except BaseException:
        db.rollback()
        raise


def emptied(db: sqlite3.Connection) -> bool:
    """Brings all of the write-ahead log into the file and leaves it empty; False while somebody reads."""
    ((busy, _, _),) = db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return not busy
