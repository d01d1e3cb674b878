"""What is wrong with a database file: looked for without changing it, also while a bot writes to it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from urllib.parse import quote

from musbot.store import queries
from musbot.store.connection import made_ready
from musbot.store.faults import checked, meaning
from musbot.store.file import open_to_others
from musbot.store.protocol import NoteKind, StoreError
from musbot.store.reads import load_log, read_file
from musbot.store.refold import Damaged, refold
from musbot.store.sqlite_schema import MIGRATIONS, schema_of

MOST_FAULTS = 20
LONGEST = 16 << 20
"""Of a text that is read, in bytes: no event comes near."""
Step = Callable[[int, int], None]
"""Hears how far something has come: how much is done, of how much."""
_LOG = "SELECT seq, at, kind, version, body FROM events WHERE table_id = ? ORDER BY seq"


@dataclass(slots=True)
class Checkup:
    """What was found: the schema's version, how many tables were looked at, and a line for each fault."""

    schema: int = 0
    tables: int = 0
    faults: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    """What could not be found out: no fault."""


def unheard(_: int, __: int) -> None:
    """A Step for nobody."""


def check(path: Path, *, finished: bool = False, step: Step = unheard) -> Checkup:
    """Looks at the file, and folds every table that is not over, or each; raises StoreError if it cannot."""
    found = Checkup()
    found.faults += [f"{file}: others than its owner can read it" for file in open_to_others(path)]
    with closing(opened(path)) as db:
        try:
            found.schema, why = schema_of(db)
            if why:
                found.faults.append(why)
                return found
            said = [row[0] for row in db.execute(f"PRAGMA integrity_check({MOST_FAULTS})")]
            found.faults += [" ".join(str(line).split()) for line in said if line != "ok"]
            if found.schema == len(MIGRATIONS):  # an older one is brought up to date first, by a start
                _check_tables(db, found, step, finished=finished)
        except (sqlite3.Error, ValueError, StoreError) as error:
            found.faults.append(str(meaning(error)))
    return found


def _check_tables(db: sqlite3.Connection, found: Checkup, step: Step, *, finished: bool) -> None:
    which = "" if finished else "WHERE over_at IS NULL"
    sql = f"SELECT table_id FROM tables {which} ORDER BY opened_at"  # noqa: S608 - nothing from outside
    rows = checked(db.execute(sql).fetchall(), (str,))
    for (table,) in rows:
        found.tables += 1
        step(found.tables, len(rows))
        try:
            if refold(table, read_file(db, partial(load_log, table=table))) is None:
                found.faults.append(str(Damaged(table, 1, "is missing")))
        except Damaged as damage:
            found.faults.append(str(damage))
        except (sqlite3.Error, ValueError, StoreError) as error:
            found.faults.append(f"table {table}: {meaning(error)}")


def exported(path: Path, table: str) -> Iterator[str]:
    """Yields a JSON line for each event of a table, damaged or not; raises StoreError where it cannot."""
    with closing(opened(path)) as db:
        events = 0
        try:
            for seq, at, kind, version, body in db.execute(_LOG, (table,)):
                line = {"seq": seq, "at": at, "kind": kind, "version": version, "body": as_json(body)}
                yield json.dumps(line)
                events += 1
        except (sqlite3.Error, ValueError) as error:
            raise StoreError(
                f"table {table}: only {events} events could be read: {meaning(error)}"
            ) from error
    if not events:
        raise StoreError(f"table {table}: expected one that is in {path}")


def noted(path: Path, kind: NoteKind) -> dict[str, str]:
    """Returns all notes of a kind, by name; raises StoreError."""
    with closing(opened(path)) as db:
        try:
            return dict(read_file(db, lambda run: run(queries.NOTES, kind=kind.noted)))
        except (sqlite3.Error, ValueError) as error:
            raise StoreError(f"{path}: {meaning(error)}") from error


def as_json(text: object) -> object:
    """The body as JSON, or as it stands where it is none."""
    try:
        return json.loads(text) if isinstance(text, str) else repr(text)
    except (ValueError, RecursionError):
        return text


def opened(path: Path) -> sqlite3.Connection:
    """Opens a database file to read it only; raises StoreError."""
    if not path.is_file():
        raise StoreError(f"{path}: expected a database file")
    try:
        db = sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {meaning(error)}") from error
    made_ready(db)
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
    return db
