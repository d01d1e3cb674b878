"""The database file: who may read it, and whether it is still the one that was opened, and whole."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing, suppress
from errno import ENOLCK, ENOSYS, EOPNOTSUPP
from functools import partial
from pathlib import Path
from urllib.parse import quote

from filelock import FileLock, Timeout

from musbot.boundary import report
from musbot.store.connection import Connection, Found
from musbot.store.faults import meaning
from musbot.store.hanging import DatabaseCall, HangWatch
from musbot.store.protocol import Locked, StoreError, Unusable

log = logging.getLogger(__name__)

PRIVATE, PRIVATE_FOLDER = 0o600, 0o700
OTHERS = 0o077
NO_LOCKS = {ENOLCK, ENOSYS, EOPNOTSUPP}
"""Errors of flock that do not mean that somebody else holds the lock."""
COUNT = "-commits"
"""Ends the name of a file beside a database that says how many commits were made there."""
BESIDE = ("", "-wal", "-shm", COUNT, ".lock")
"""What the names of the files of a database end in."""


def lock_file(path: Path, held: str) -> FileLock:
    """Acquires the writer's lock of a database; all names of one file share it.

    Raises Locked with the text `held` if another process has it, StoreError on a file system without locks.
    """
    lock, other = (
        FileLock(f"{os.path.realpath(path)}.lock", mode=PRIVATE, blocking=False, fallback_to_soft=False)
        for _ in range(2)
    )
    try:
        lock.acquire()
    except Timeout:
        raise Locked(held) from None
    except OSError as error:
        if error.errno in NO_LOCKS:
            raise _without_locks(path, error) from None
        raise
    try:
        keep_owner(Path(lock.lock_file))
        other.acquire()  # must fail: a lock granted twice protects nothing
    except Timeout:
        return lock
    except OSError as error:
        lock.release()
        raise _without_locks(path, error) from None
    lock.release()
    raise _without_locks(path, OSError(ENOLCK, "two at a time"))


def is_locked(path: Path) -> bool:
    """Whether a process holds the writer's lock of a database; takes it for a moment if none does."""
    try:
        lock_file(path, "").release()
    except Locked:
        return True
    except (OSError, StoreError):  # a start tells what is wrong there
        return False
    return False


def _without_locks(path: Path, error: OSError) -> StoreError:
    folder = path.absolute().parent
    return StoreError(f"{folder}: its file system keeps no locks ({error.strerror}): expected a local one")


def apart(path: Path, to: Path) -> None:
    """Raises StoreError where a file to be written is one of those of a database, by whatever name."""
    for own in (Path(f"{os.path.realpath(path)}{end}") for end in BESIDE):
        if os.path.realpath(to) == str(own) or (to.exists() and own.exists() and to.samefile(own)):
            raise StoreError(f"{to} belongs to the database itself: expected another file")


def claim(path: Path) -> None:
    """Makes the file where there is none, and lets nobody but its owner read what there is.

    Raises OSError for one that cannot be written, StoreError for what is no file.
    """
    opened = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0), PRIVATE)
    try:
        if not stat.S_ISREG(os.fstat(opened).st_mode):
            raise StoreError(f"{path}: expected a file")
    finally:
        os.close(opened)
    if os.name == "posix":
        keep_owner(path)
        tighten(path)


def keep_owner(path: Path) -> None:
    """Gives a file that root has made here to the owner of its folder: the bot's user has to write it."""
    if os.name == "posix" and os.geteuid() == 0:
        folder = path.absolute().parent.stat()
        os.chown(path, folder.st_uid, folder.st_gid)


def open_to_others(path: Path) -> list[Path]:
    """Returns the files of a database that others than its owner may read or write."""
    files = [path.with_name(f"{path.name}{end}") for end in BESIDE]
    return [file for file in files if file.exists() and file.stat().st_mode & OTHERS]


def tighten(path: Path) -> None:
    """Takes from others what they may do with the files of a database."""
    for file in open_to_others(path):
        try:
            file.chmod(PRIVATE)
        except OSError as error:
            log.warning("%s can be read by others, who could look at cards: %s", file, error.strerror)
        else:
            log.warning("%s could be read by others: from now on by its owner alone", file)


def count(db: sqlite3.Connection, path: Path) -> None:
    """Says beside a database how many commits it has; raises StoreError where it has lost some."""
    beside = path.with_name(f"{path.name}{COUNT}")
    ((number,),) = db.execute("SELECT number FROM commits")
    try:
        known = int(beside.read_text("ascii")) if beside.is_file() else 0
    except (OSError, ValueError):  # none as yet, or the end of the machine took it
        known = 0
    if number < known:
        raise StoreError(
            f"{path} has {number} commits of {known} that were made: its {path.name}-wal is missing,"
            f" or an older file took its place. Put the right one back, or delete {beside.name}"
        )
    part = beside.with_name(f"{beside.name}.part")
    with suppress(OSError):  # a disk that is full: it is older then, and finds less
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE))
        part.write_text(str(number), "ascii")
        keep_owner(part)
        part.replace(beside)


def counted_anew(db: sqlite3.Connection, path: Path) -> None:
    """Does so while musbot runs; raises Unusable where the file no longer has what was written to it."""
    ((number,),) = db.execute("SELECT number FROM commits")
    with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)) as fresh:
        found = fresh.execute("SELECT number FROM commits").fetchall()
    if found != [(number,)]:
        raise Unusable(f"{path} was written over while musbot ran: put a copy back, then start it again")
    count(db, path)


class Guard:
    """Notices when the file is lost: deleted, replaced or damaged; nothing is written then any more.

    `lost` is done then, and says why.
    """

    def __init__(self, path: Path, watch: HangWatch) -> None:
        self.lost: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.path = path
        self.watch = watch
        self._wal = path.with_name(f"{path.name}-wal")
        self._file = _inode(path)
        self._log: tuple[int, int] | None = None

    def over(self, real: Connection, call: DatabaseCall) -> Connection:
        """Returns a connection that is used only while the file is there, and tells errors as ours."""
        return _Guarded(real, self, call)

    def check(self) -> None:
        """Raises Unusable where the name of the file, or of its log, leads to another one, or nowhere."""
        if _inode(self.path) != self._file or (self._log is not None and _inode(self._wal) != self._log):
            raise Unusable(f"{self.path} was deleted or replaced while musbot ran: start it again")
        if self._log is None:
            self._log = _inode(self._wal)

    def told(self, error: Exception) -> StoreError:
        """Returns what an error means, and notes it if the file is lost by it."""
        told = meaning(error)
        if not isinstance(error, StoreError | sqlite3.Error | OSError | ValueError | OverflowError):
            report("a transaction of the database", error)
        if isinstance(told, Unusable) and not self.lost.done():
            self.lost.set_result(str(told))
        return told


class _Guarded:
    def __init__(self, real: Connection, guard: Guard, call: DatabaseCall) -> None:
        self._real = real
        self._guard = guard
        self._call = call

    async def run(self, work: Callable[[sqlite3.Connection], Found]) -> Found:
        if self._guard.lost.done():
            raise Unusable(self._guard.lost.result())
        try:
            with self._guard.watch.watch(self._call):
                return await self._real.run(partial(self._watched, work))
        except Exception as error:
            raise self._guard.told(error) from error

    def _watched(self, work: Callable[[sqlite3.Connection], Found], db: sqlite3.Connection) -> Found:
        """Before, so that no other file is written to; after, for what went into a lost one is not kept."""
        self._guard.check()
        found = work(db)
        self._guard.check()
        return found

    async def close(self) -> None:
        await self._real.close()


def _inode(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
