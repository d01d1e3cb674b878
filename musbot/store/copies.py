"""Copies a database file while it is in use, verifies the copy, and restores it."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from musbot.store.checkup import Checkup, Report
from musbot.store.faults import MOST_QUOTED, name_file, to_store_error
from musbot.store.file import (
    BESIDE,
    PRIVATE,
    PRIVATE_FOLDER,
    keep_owner,
    lock_file,
    recorded_count,
    require_commits,
    require_other_file,
    require_readable,
)
from musbot.store.protocol import DatabaseLocked, StoreError
from musbot.store.sqlite_checkup import check, open_to_read, save_rows
from musbot.store.sqlite_schema import schema_of, unexpected_objects

FOLDERS_OPEN = os.name == "posix"
"""Whether the system can open a folder, to flush it."""
DOUBT_MESSAGES = """
    UPDATE shown SET digest = '', seq = 0
    WHERE table_id IN (SELECT table_id FROM tables WHERE over_at IS NULL)
"""
"""Makes the content of every message of an unfinished table uncertain: chats may show more than a copy has.

The next start then edits each of these messages.
"""
PAGES = 2000
"""The pages that are copied at a time, in some milliseconds."""


class AlreadyExists(StoreError):
    """A file, a folder or the tables of a database exist already, so no new ones are made."""


def name_taken_error(file: Path) -> StoreError:
    """Returns the error for a new file whose name is taken: AlreadyExists, or for a folder, which cannot be
    replaced, a plain StoreError."""
    if file.is_dir():
        return StoreError(f"{file} is a folder: expected the name of a file")
    return AlreadyExists(f"{file} is there already: nothing was written")


@dataclass(frozen=True, slots=True)
class CopyResult:
    """The result of a backup or a restore."""

    found: Checkup
    """The result of checking the copy."""
    former: Path | str | None = None
    """The new name of the former file, or the schema with the former tables; None or "" if there is none."""


def backup(path: Path, to: Path, copying: Report, folding: Report, *, overwrite: bool = False) -> CopyResult:
    """Copies a database at one moment, also while a bot writes to it, and checks the copy (`check`).

    Faults that the check finds are in the result and do not prevent the copy. The file is complete or absent,
    and readable only by its owner. `overwrite` allows an existing file to be replaced. `copying` and
    `folding` get the progress in pages and in tables. Raises AlreadyExists, DatabaseLocked if a write-ahead
    log of `to` exists, other StoreErrors (DatabaseNeedsOperator if commits are missing) and OSError.
    """
    known = recorded_count(path)
    _expect_ours(path, commits=known)
    require_other_file(path, to)
    require_absent(to, overwrite=overwrite)
    if (log := to.with_name(f"{to.name}-wal")).exists():
        raise DatabaseLocked(f"{log} is there: {to} is a database in use, or was: nothing was written")
    with create_part_file(to) as part:
        _copy(path, part, copying, to)
        found = check(part, finished=True, report=folding)
        move_into_place(part, to, overwrite=overwrite)
    return CopyResult(found)


def restore(
    copy: Path, path: Path, copying: Report, folding: Report, *, replace: bool = False, damaged: bool = False
) -> CopyResult:
    """Restores a copy as the database, which no process may use, after a check with all its tables.

    A former database is renamed, never deleted, also if a later step fails; without `replace` it raises
    AlreadyExists. Faults are in the result; unless `damaged`, the database is then left as before. Of a
    damaged file it restores the readable rows, and raises StoreError if it can restore no table. `copying`
    and `folding` get the progress in pages and in tables. Raises AlreadyExists, OSError, and DatabaseLocked
    if a musbot uses the database. Raises StoreError too, for example if the copy is a link or pg_dump made
    it.
    """
    require_readable(copy)
    if copy.is_symlink():
        raise StoreError(f"{copy} is a link: name the copy itself")
    _expect_ours(copy, strictly=True)
    path.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    path = Path(os.path.realpath(path))
    lock = lock_file(path, f"{path} is in use by a musbot: stop that first")
    try:
        require_absent(path, overwrite=replace)
        with create_part_file(path) as part:
            _copy(copy, part, copying, path)
            _doubt_messages(part)
            found = check(part, finished=True, report=folding)
            if found.faults and not damaged:
                return CopyResult(found)
            if found.left is not None:
                found = _save(part, found)
            former = _move_aside(path)
            keep_owner(part)
            move_into_place(part, path, overwrite=False)
    finally:
        lock.release()
    return CopyResult(found, former)


def _save(part: Path, checkup: Checkup) -> Checkup:
    """Replaces a damaged file by one with the rows that can be read in it; returns the check of both.

    Raises StoreError if no table in it can be read, and OSError.
    """
    if not checkup.left:
        raise StoreError("no table in it can be read: nothing was changed")
    with create_part_file(part) as saved:
        with closing(open_to_read(part)) as source, closing(sqlite3.connect(saved)) as target:
            save_rows(source, target)
        made = check(saved, finished=True)
        saved.replace(part)
    return Checkup(made.schema, made.tables, [*checkup.faults, *made.faults])


def _expect_ours(path: Path, *, strictly: bool = False, commits: int = 0) -> None:
    """Raises StoreError unless a file can be read, has a schema, and has `commits` commits or more.

    With `strictly`, also for a schema that this musbot cannot read, and for other objects than its tables.
    Damaged rows are found later, by `check`.
    """
    with closing(open_to_read(path)) as db:
        try:
            version, why = schema_of(db)
            if commits:  # a damaged copy may not even have their number
                require_commits(db, path, commits)
            more = unexpected_objects(db, version) if strictly and version and not why else []
        except (sqlite3.Error, ValueError) as error:
            raise StoreError(name_file(path, to_store_error(error))) from error
    if not version or (strictly and why):
        raise StoreError(f"{path}: {why or 'expected a database of musbot, found an empty file'}")
    if more:
        raise StoreError(f"{path}: expected the tables of musbot alone, found {more[0][:MOST_QUOTED]!r}")


def require_absent(file: Path, *, overwrite: bool) -> None:
    """Raises AlreadyExists if something has the name `file`; with `overwrite` only if it is no file, such as
    a folder."""
    if file.exists() and not (overwrite and file.is_file()):
        raise name_taken_error(file)


@contextmanager
def create_part_file(of: Path) -> Iterator[Path]:
    """Creates an empty file next to `of`, only for its owner, and yields its path.

    Deletes that name and its journal files at the end, also after `move_into_place`, which gave the file
    another name. Raises OSError, also if the file exists already.
    """
    part = of.with_name(f"{of.name}.{os.getpid()}.part")
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
    try:
        yield part
    finally:
        for end in BESIDE:
            part.with_name(f"{part.name}{end}").unlink(missing_ok=True)


def _copy(path: Path, to: Path, report: Report, named: Path) -> None:
    """Copies a database into the file `to` at one moment, also while a bot writes to it.

    Calls `report` with the number of pages copied, and of all. The copy has no write-ahead log. Raises
    StoreError; if `to` cannot be written, the error is about `named`, which is its name at the end.
    """

    def report_pages(_: int, left: int, whole: int) -> None:
        """Reports the pages that are done instead of the pages that are left."""
        report(whole - left, whole)

    try:
        with closing(open_to_read(path)) as source, closing(sqlite3.connect(to)) as target:
            source.execute("BEGIN")  # later writes are invisible, so no page is copied twice
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            source.backup(target, pages=PAGES, progress=report_pages)
            target.execute("PRAGMA journal_mode=DELETE")  # one file is the whole of it
    except sqlite3.Error as error:
        ours = getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN)
        at = named if ours else path
        raise StoreError(name_file(at, to_store_error(error))) from error


def _doubt_messages(part: Path) -> None:
    """Makes the content of the messages in a copy uncertain (DOUBT_MESSAGES), unless the copy is damaged."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(part)) as db, db:
        db.execute(DOUBT_MESSAGES)


def move_into_place(part: Path, to: Path, *, overwrite: bool) -> None:
    """Flushes a file to the disk and gives it the name `to`; it may keep its old name too.

    Raises AlreadyExists if the name is taken, unless `overwrite` allows replacing that file; OSError if the
    disk fails.
    """
    flush_file(part)
    if overwrite:
        part.replace(to)
    else:
        try:
            os.link(part, to)
        except FileExistsError:
            raise name_taken_error(to) from None
        except OSError:  # a file system on which a file has one name
            require_absent(to, overwrite=False)
            part.rename(to)
    flush_file(to.parent)


def flush_file(path: Path) -> None:
    """Waits until a file or the entries of a folder are on the disk; raises OSError.

    Windows opens no folder, so there a folder is not flushed.
    """
    folder = path.is_dir()
    if folder and not FOLDERS_OPEN:
        return
    opened_at = os.open(path, os.O_RDONLY if folder else os.O_RDWR)  # Windows flushes writable files
    try:
        os.fsync(opened_at)
    finally:
        os.close(opened_at)


def _move_aside(path: Path) -> Path | None:
    """Adds the local date and time to the names of a database's files, and returns its new path.

    Returns None if the database itself was missing. The lock file stays. A write-ahead log is renamed too,
    even alone: SQLite would apply it to the copy. Raises AlreadyExists if a new name is taken, and OSError;
    files renamed before stay renamed.
    """
    files = [end for end in BESIDE if end != ".lock" and path.with_name(f"{path.name}{end}").exists()]
    former = path.with_name(f"{path.name}.{time.strftime('%Y-%m-%d-%H%M%S')}")
    for end in reversed(files):
        to = former.with_name(f"{former.name}{end}")
        require_absent(to, overwrite=False)
        path.with_name(f"{path.name}{end}").rename(to)
    return former if "" in files else None
