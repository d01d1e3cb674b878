"""Checks a database file and reads it, without changing it, while a bot may be using it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from urllib.parse import quote

from musbot.store.checkup import Checkup, Report, fold_tables, report_nothing
from musbot.store.connection import prepare_connection
from musbot.store.faults import to_store_error
from musbot.store.file import (
    missing_commits,
    open_to_others,
    recorded_count,
    require_commits,
    require_readable,
)
from musbot.store.protocol import StoreError
from musbot.store.reads import Found, Work, read_file
from musbot.store.sqlite_schema import MIGRATIONS, require_usable, schema_of

MOST_FAULTS = 20
"""The most faults that SQLite looks for."""
LONGEST = 16 << 20
"""The longest text that is read, in bytes; an event is far shorter."""


def check(path: Path, *, finished: bool = False, report: Report = report_nothing) -> Checkup:
    """Checks a file's permissions and integrity, and folds its unfinished tables, or all if `finished`.

    Faults are in the result, also if SQLite cannot read on. An unusable schema is a fault and ends the check.
    An older schema is no fault, but then no table is folded. `report` gets the progress in tables. Raises
    StoreError if the file cannot be opened or is missing (TablesGone if it had commits).
    """
    known = recorded_count(path)  # read first: a bot may commit in between
    require_readable(path)
    found = Checkup()
    found.faults += [f"{file}: others than its owner can read it" for file in open_to_others(path)]
    with closing(open_to_read(path)) as db:
        try:
            found.schema, why = schema_of(db)
            if why:
                found.faults.append(why)
                return found
            lines = [row[0] for row in db.execute(f"PRAGMA integrity_check({MOST_FAULTS})")]
            found.faults += [" ".join(str(line).split()) for line in lines if line != "ok"]
            found.faults += filter(None, [missing_commits(db, path, known)])
            if found.schema == len(MIGRATIONS):  # a start updates an older file before it is read
                read_file(db, partial(fold_tables, found=found, report=report, finished=finished))
        except (sqlite3.Error, ValueError, StoreError) as error:
            found.faults.append(str(to_store_error(error)))
    return found


def read_database(path: Path, work: Work[Found], *, any_schema: bool = False) -> Found:
    """Runs a piece of work on a file and returns its result; changes no row.

    Raises StoreError, also if the schema is not current or commits are missing, unless `any_schema`. Errors
    of the work come through, except that sqlite3.Error and ValueError become StoreError.
    """
    known = 0 if any_schema else recorded_count(path)
    with closing(open_to_read(path)) as db:
        try:
            schema = len(MIGRATIONS) if any_schema else require_usable(db, path)
            require_commits(db, path, known)
            if schema != len(MIGRATIONS):
                raise StoreError(f"{path}: schema {schema}: expected {len(MIGRATIONS)}, as a start makes it")
            return read_file(db, work)
        except (sqlite3.Error, ValueError) as error:
            raise StoreError(f"{path}: {to_store_error(error)}") from error
    raise AssertionError  # closing swallows nothing


def open_to_read(path: Path) -> sqlite3.Connection:
    """Returns a connection that only reads a database file; raises StoreError if it cannot be read.

    A file that is no database raises only when it is read. The caller closes the connection.
    """
    require_readable(path)
    try:
        db = sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {to_store_error(error)}") from error
    prepare_connection(db)
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
    return db
