"""Copies of a database file: made while it is in use, verified, and put back in its place."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from musbot.store.checkup import Checkup, Report
from musbot.store.faults import MOST_QUOTED, meaning
from musbot.store.file import BESIDE, PRIVATE, PRIVATE_FOLDER, apart, keep_owner, lock_file
from musbot.store.protocol import StoreError
from musbot.store.sqlite_checkup import check, open_to_read
from musbot.store.sqlite_schema import schema_of, strangers

FOLDERS_OPEN = os.name == "posix"
PAGES = 2000
"""How many are copied at a time: some milliseconds of work."""


class Exists(StoreError):
    """A file stands where one is to be written."""


@dataclass(frozen=True, slots=True)
class Copied:
    """A copy that was made: what was found in it, and where that is which had its place: a file, a schema."""

    found: Checkup
    aside: Path | str | None = None


def backup(path: Path, to: Path, copying: Report, folding: Report, *, overwrite: bool = False) -> Copied:
    """Copies a database as it is at one moment, also while it is written to, and folds all of the copy.

    The file is there whole or not at all, for its owner alone; it takes the place of no database in use.
    Raises Exists, StoreError and OSError.
    """
    _expect_ours(path)
    apart(path, to)
    not_in_the_way(to, overwrite=overwrite)
    if (log := to.with_name(f"{to.name}-wal")).exists():
        raise Exists(f"{log} is there: {to} is a database in use, or was: nothing was written")
    with part_of(to) as part:
        _copy(path, part, copying)
        found = check(part, finished=True, report=folding)
        settle(part, to, overwrite=overwrite)
    return Copied(found)


def restore(
    copy: Path, path: Path, copying: Report, folding: Report, *, replace: bool = False, damaged: bool = False
) -> Copied:
    """Puts a copy where musbot expects its database, which must be in use by none; folds all of it first.

    What was there is moved aside, never deleted. A copy in which anything is wrong changes nothing, unless it
    may be `damaged`.
    Raises Exists, Locked, StoreError and OSError.
    """
    if copy.is_symlink():
        raise StoreError(f"{copy} is a link: name the copy itself")
    _expect_ours(copy, strictly=True)
    path.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    path = Path(os.path.realpath(path))
    lock = lock_file(path, f"{path} is in use by a musbot: stop that first")
    try:
        not_in_the_way(path, overwrite=replace)
        with part_of(path) as part:
            _copy(copy, part, copying)
            found = check(part, finished=True, report=folding)
            if found.faults and not damaged:
                return Copied(found)
            aside = _moved_aside(path)
            keep_owner(part)
            settle(part, path, overwrite=False)
    finally:
        lock.release()
    return Copied(found, aside)


def _expect_ours(path: Path, *, strictly: bool = False) -> None:
    """Raises StoreError for a file that is no database of musbot; damage is told once all is gone over.

    `strictly`: nor for one that this musbot cannot read, or in which there is more than its tables.
    """
    with closing(open_to_read(path)) as db:
        try:
            version, why = schema_of(db)
            more = strangers(db, version) if strictly and version and not why else []
        except (sqlite3.Error, ValueError) as error:
            raise StoreError(f"{path}: {meaning(error)}") from error
    if not version or (strictly and why):
        raise StoreError(f"{path}: {why or 'expected a database of musbot, found an empty file'}")
    if more:
        raise StoreError(f"{path}: expected the tables of musbot alone, found {more[0][:MOST_QUOTED]!r}")


def not_in_the_way(file: Path, *, overwrite: bool) -> None:
    """Raises Exists where a file stands that is not to be written over."""
    if file.exists() and not (overwrite and file.is_file()):
        raise Exists(f"{file} is there already: nothing was written")


@contextmanager
def part_of(of: Path) -> Iterator[Path]:
    """A file beside another, for its owner alone, which is gone afterwards if it still has that name."""
    part = of.with_name(f"{of.name}.{os.getpid()}.part")
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
    try:
        yield part
    finally:
        for end in BESIDE:
            part.with_name(f"{part.name}{end}").unlink(missing_ok=True)


def _copy(path: Path, to: Path, report: Report) -> None:
    """Copies what stands in a database at one moment, whoever writes to it meanwhile; raises StoreError."""

    def told(_: int, left: int, whole: int) -> None:
        report(whole - left, whole)

    with closing(open_to_read(path)) as source, closing(sqlite3.connect(to)) as target:
        try:
            source.execute("BEGIN")  # what is written from now on is not seen: no page has to be copied twice
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            source.backup(target, pages=PAGES, progress=told)
            target.execute("PRAGMA journal_mode=DELETE")  # one file is the whole of it
        except sqlite3.Error as error:
            full = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL
            raise StoreError(f"{to.parent if full else path}: {meaning(error)}") from error


def settle(part: Path, to: Path, *, overwrite: bool) -> None:
    """Gives a file its name once all of it is on the disk; raises Exists if one came there meanwhile."""
    flushed(part)
    if overwrite:
        part.replace(to)
    else:
        try:
            os.link(part, to)
        except FileExistsError:
            raise Exists(f"{to} is there already: nothing was written") from None
        except OSError:  # a file system on which a file has one name
            not_in_the_way(to, overwrite=False)
            part.rename(to)
    flushed(to.parent)


def flushed(path: Path) -> None:
    """Waits until a file, or what a folder holds, is on the disk; Windows opens no folder."""
    folder = path.is_dir()
    if folder and not FOLDERS_OPEN:
        return
    opened_at = os.open(path, os.O_RDONLY if folder else os.O_RDWR)  # Windows flushes what may be written
    try:
        os.fsync(opened_at)
    finally:
        os.close(opened_at)


def _moved_aside(path: Path) -> Path | None:
    """Gives a database a name that tells when it was moved; None where there was none.

    A log that lies there is moved with it, and alone too: it would be taken for that of the copy.
    """
    files = [end for end in BESIDE if end != ".lock" and path.with_name(f"{path.name}{end}").exists()]
    aside = path.with_name(f"{path.name}.{time.strftime('%Y-%m-%d-%H%M%S')}")
    for end in reversed(files):
        to = aside.with_name(f"{aside.name}{end}")
        not_in_the_way(to, overwrite=False)
        path.with_name(f"{path.name}{end}").rename(to)
    return aside if files else None
