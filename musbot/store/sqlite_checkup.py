"""Checks a database file and reads it, without changing it, while a bot may be using it."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from functools import partial
from operator import itemgetter
from pathlib import Path
from urllib.parse import quote

from musbot.store.checkup import Checkup, Report, fold_tables, report_nothing
from musbot.store.connection import prepare_connection
from musbot.store.faults import name_file, to_store_error
from musbot.store.file import (
    missing_commits,
    open_to_others,
    recorded_count,
    require_commits,
    require_readable,
)
from musbot.store.protocol import DatabaseBusy, StoreError
from musbot.store.reads import Found, Work, read_file
from musbot.store.sqlite_schema import MIGRATIONS, migrate, missing_objects, require_usable, schema_of

MOST_FAULTS = 20
"""The most faults that SQLite looks for."""
COMMITS_SINCE = 3
"""The first version of the schema that counts commits."""
LONGEST = 16 << 20
"""The longest text that is read, in bytes; an event is far shorter."""


def check(path: Path, *, finished: bool = False, report: Report = report_nothing) -> Checkup:
    """Checks a file's permissions and integrity, and folds its unfinished tables, or all if `finished`.

    Faults are in the result, also if SQLite cannot read on. In a damaged file `left` counts the tables that
    `save_rows` could save. An unusable schema is a fault and ends the check. An older schema is no fault, but
    then no table is folded. `report` gets the progress in tables. Raises StoreError if the file cannot be
    opened or is missing (TablesGone if it had commits).
    """
    known = recorded_count(path)  # read first: a bot may commit in between
    require_readable(path)
    found, damage = Checkup(), list[str]()
    found.faults += [f"{file}: others than its owner can read it" for file in open_to_others(path)]
    with closing(open_to_read(path)) as db:
        try:
            found.schema, why = schema_of(db)
            if why:
                found.faults.append(why)
                return found
            lines = [row[0] for row in db.execute(f"PRAGMA integrity_check({MOST_FAULTS})")]
            damage += [" ".join(str(line).split()) for line in lines if line != "ok"]
            if lost := missing_objects(db, found.schema):
                damage.append(f"the database has lost {', '.join(lost)}: restore a backup")
            found.faults += damage
            if fault := missing_commits(db, path, known):
                found.faults.append(fault)
                found.lacks_commits = True
            if found.schema == len(MIGRATIONS):  # a start updates an older file before it is read
                read_file(db, partial(fold_tables, checkup=found, report=report, finished=finished))
        except (sqlite3.Error, ValueError, StoreError) as error:
            store_error = to_store_error(error)
            found.faults.append(str(store_error))
            damage += [] if isinstance(store_error, DatabaseBusy) else [str(store_error)]
        if damage:
            found.left = _count_left(db, finished=finished)
    return found


def _count_left(db: sqlite3.Connection, *, finished: bool) -> int:
    """Returns the number of unfinished tables, or of all if `finished`, that can be read after a rescue.

    `save_rows` has then saved the rows of the damaged file.
    """
    left = Checkup()
    with closing(sqlite3.connect("")) as saved:  # a file that SQLite deletes
        try:
            save_rows(db, saved)
            migrate(saved, Path("the copy"))
            read_file(saved, partial(fold_tables, checkup=left, finished=finished))
        except (sqlite3.Error, ValueError, StoreError):
            return 0
    return left.tables - len(left.faults)


def save_rows(damaged: sqlite3.Connection, to: sqlite3.Connection) -> None:
    """Copies the readable rows of a damaged file into an empty one, with the schema that it had.

    Each table, and the log of each table of Mus, is read from both ends up to a damaged place. Rows that
    break a constraint are left out. Raises sqlite3.Error or DatabaseNeedsOperator if the schema cannot be
    read.
    """
    version = require_usable(damaged, Path("the copy"))
    to.isolation_level = None
    prepare_connection(to)
    to.execute("BEGIN")
    for step in MIGRATIONS[:version]:
        step(to)
    made = "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    for table, sql in to.execute(made).fetchall():
        columns = to.execute(f"PRAGMA table_info({table})").fetchall()
        keys = [name for _, name, *_, key in sorted(columns, key=itemgetter(-1)) if key]
        order = keys if "WITHOUT ROWID" in sql else ["rowid"]
        listed = ", ".join(column[1] for column in columns)
        logs = to.execute("SELECT table_id FROM tables").fetchall() if table == "events" else [()]
        insert = f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * len(columns))})"  # noqa: S608
        to.execute(f"DELETE FROM {table}")  # noqa: S608 - the one row of `commits`
        for log in logs:
            where = " WHERE table_id = ?" if log else ""
            for direction in ("ASC", "DESC"):
                by = ", ".join(f"{key} {direction}" for key in order)
                select = f"SELECT {listed} FROM {table}{where} ORDER BY {by}"  # noqa: S608
                if _copy_rows(damaged, select, log, to, insert):
                    break
    if version >= COMMITS_SINCE:
        to.execute("DELETE FROM commits WHERE number < (SELECT max(number) FROM commits)")
        to.execute("INSERT INTO commits SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM commits)")
    to.execute(f"PRAGMA user_version = {version}")
    to.commit()


def _copy_rows(
    damaged: sqlite3.Connection, select: str, values: Sequence[str], to: sqlite3.Connection, insert: str
) -> bool:
    """Inserts the rows of a query until one cannot be read; returns whether all could be read."""
    try:
        for row in damaged.execute(select, values):
            with suppress(sqlite3.Error):  # a damaged row, or a row that was copied before
                to.execute(insert, row)
    except (sqlite3.Error, ValueError):
        return False
    return True


def read_database(path: Path, work: Work[Found], *, any_schema: bool = False) -> Found:
    """Runs a piece of work on a file and returns its result; changes no row.

    Raises StoreError, also if the schema is not current or commits are missing, unless `any_schema`. Errors
    of the work propagate, except that sqlite3.Error and ValueError become StoreError.
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
            raise StoreError(name_file(path, to_store_error(error))) from error
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
