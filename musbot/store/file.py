"""The database file: its permissions, and whether it is still the opened file and complete."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing, suppress
from errno import EACCES, ENOENT, ENOLCK, ENOSYS, ENOTDIR, EOPNOTSUPP, EROFS
from functools import partial
from pathlib import Path
from urllib.parse import quote

from filelock import FileLock, Timeout

from musbot.runtime.boundary import report
from musbot.store.connection import Connection, Found
from musbot.store.faults import name_file, to_store_error
from musbot.store.protocol import DatabaseLocked, DatabaseLost, DatabaseNeedsOperator, StoreError, TablesGone

log = logging.getLogger(__name__)

PRIVATE, PRIVATE_FOLDER = 0o600, 0o700
OTHERS = 0o077
"""The permissions of users other than the owner."""
SQLITE, PG_DUMP = b"SQLite format 3\0", b"PGDMP"
"""The first bytes of an SQLite file, and of a copy that pg_dump made."""
NO_LOCKS = {ENOLCK, ENOSYS, EOPNOTSUPP}
"""Errors of flock on file systems without locks."""
COUNT = "-commits"
"""The suffix of the file with the number of commits."""
BESIDE = ("", "-wal", "-shm", COUNT, ".lock")
"""The suffixes of all files of a database."""


def lock_file(path: Path, held: str) -> FileLock:
    """Acquires and returns the writer's lock of a database, without waiting; creates the lock file.

    For root, the lock file goes to the owner of its folder. A symbolic link has the lock of its target; a
    hard link has its own. Raises DatabaseLocked with the text `held` if the lock is already held. Raises
    DatabaseNeedsOperator if the file system keeps no locks, or its owner cannot be changed. Raises OSError if
    the lock file cannot be made.
    """
    lock, other = (
        FileLock(f"{os.path.realpath(path)}.lock", mode=PRIVATE, blocking=False, fallback_to_soft=False)
        for _ in range(2)
    )
    try:
        lock.acquire()
    except Timeout:
        raise DatabaseLocked(held) from None
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
    """Returns whether a process holds the writer's lock of a database; False also if the lock cannot be
    tried.

    Takes the lock for a moment if it is free; the lock file then stays. Raises no OSError or StoreError.
    """
    try:
        lock_file(path, "").release()
    except DatabaseLocked:
        return True
    except (OSError, StoreError):  # `require_writable` and a start report the fault
        return False
    return False


def require_writable(path: Path) -> None:
    """Raises OSError if this user cannot make or write one of the files of a database; changes nothing.

    It must be possible to make a missing folder. The error names the file or folder. Every start
    and `musbot doctor` make this check.
    """
    real = Path(os.path.realpath(path))
    folder = next(it for it in real.parents if os.path.exists(it))
    if not folder.is_dir():
        raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR), str(real.parent))
    files = [real.with_name(f"{real.name}{end}") for end in BESIDE]
    for it in (folder, *filter(os.path.exists, files)):
        if not os.access(it, os.W_OK | (os.X_OK if it == folder else 0)):
            locked = hasattr(os, "statvfs") and os.statvfs(it).f_flag & os.ST_RDONLY
            missing = it == folder and it != real.parent  # and this user may not make it
            code = EROFS if locked else ENOENT if missing else EACCES
            named = real.parent if it == folder else it
            raise OSError(code, os.strerror(code), str(named))


def _without_locks(path: Path, error: OSError) -> StoreError:
    """Returns a DatabaseNeedsOperator for a database whose file system keeps no locks; `error` gives the
    reason."""
    folder = path.absolute().parent
    return DatabaseNeedsOperator(
        f"{folder}: its file system keeps no locks ({error.strerror}): expected a local one"
    )


def require_readable(path: Path) -> None:
    """Raises StoreError unless a path leads to a file that this user may read, and pg_dump did not make it.

    The error is TablesGone if the file is missing although its `-commits` file counts commits.
    """
    try:
        is_file = stat.S_ISREG(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        require_kept(path)
        require_present(path)
        is_file = False
    except OSError as error:  # in another user's folder
        raise StoreError(f"{path}: cannot be read: {error.strerror}") from error
    if not is_file:
        raise StoreError(f"{path}: expected a database file")
    if not os.access(path, os.R_OK):
        raise StoreError(f"{path}: cannot be read: {os.strerror(EACCES)}")
    if first_bytes(path, len(PG_DUMP)) == PG_DUMP:
        raise StoreError(f"{path} is a copy of a PostgreSQL database: expected one of an SQLite file")


def require_present(path: Path) -> None:
    """Raises StoreError, with the whole path, if no file or folder has this name."""
    if not os.path.exists(path):
        raise StoreError(f"{path.absolute()}: {os.strerror(ENOENT)}")


def first_bytes(path: Path, count: int) -> bytes:
    """Returns at most `count` bytes from the beginning of a file; none if it cannot be read."""
    try:
        with open(path, "rb") as opened:
            return opened.read(count)
    except OSError:
        return b""


def require_other_file(path: Path, to: Path) -> None:
    """Raises StoreError if `to` is one of the files of the database at `path`, under any name or link."""
    for own in (Path(f"{os.path.realpath(path)}{end}") for end in BESIDE):
        if os.path.realpath(to) == str(own) or (to.exists() and own.exists() and to.samefile(own)):
            raise StoreError(f"{to} belongs to the database itself: expected another file")


def claim(path: Path) -> None:
    """Creates the database file if it is missing, and restricts all files of the database to their owner.

    `restrict_to_owner` logs each file that others could use; Windows is left alone. If root runs this, the
    database file goes to the owner of its folder. Raises TablesGone if it is missing or empty although its
    `-commits` file counts commits. Raises DatabaseNeedsOperator for a device or a pipe. Raises OSError if it
    cannot be written or its owner cannot be changed.
    """
    require_kept(path)
    opened = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0), PRIVATE)
    try:
        if not stat.S_ISREG(os.fstat(opened).st_mode):
            raise DatabaseNeedsOperator(f"{path}: expected a file")
    finally:
        os.close(opened)
    if os.name == "posix":
        keep_owner(path)
        restrict_to_owner(path)


def keep_owner(path: Path) -> None:
    """If root runs this, gives a file to its folder's owner, because the bot's user has to write it.

    Raises OSError. Without root and on Windows it changes no file.
    """
    if os.name == "posix" and os.geteuid() == 0:
        folder = path.absolute().parent.stat()
        os.chown(path, folder.st_uid, folder.st_gid)


def open_to_others(path: Path) -> list[Path]:
    """Returns the existing files of a database that users other than the owner may read, write or run."""
    files = [path.with_name(f"{path.name}{end}") for end in BESIDE]
    return [file for file in files if file.exists() and file.stat().st_mode & OTHERS]


def restrict_to_owner(path: Path) -> None:
    """Removes the permissions of other users from the files of a database.

    Logs a warning for each such file, also if its permissions cannot be changed, instead of raising.
    """
    for file in open_to_others(path):
        try:
            file.chmod(PRIVATE)
        except OSError as error:
            log.warning("%s can be read by others, who could look at cards: %s", file, error.strerror)
        else:
            log.warning("%s could be read by others: from now on by its owner alone", file)


def _count_of(db: sqlite3.Connection) -> int:
    """Returns the number of commits of a database; raises sqlite3.DatabaseError if it is missing."""
    match db.execute("SELECT number FROM commits").fetchall():
        case [(int(number),)]:
            return number
    raise sqlite3.DatabaseError("database disk image is malformed")


def recorded_count(path: Path) -> int:
    """Returns the number of commits in the `-commits` file next to a database; 0 if it cannot be read."""
    try:
        return int(path.with_name(f"{path.name}{COUNT}").read_text("ascii"))
    except (OSError, ValueError):  # absent, or lost in a power cut
        return 0


def require_kept(path: Path) -> None:
    """Raises TablesGone if a database is missing or empty although commits to it were recorded."""
    if (known := recorded_count(path)) and not (os.path.exists(path) and path.stat().st_size):
        beside = f"{path.name}{COUNT}"
        raise TablesGone(
            f"{path} is gone, with {known} commits that were made: put a copy back, then start it again;"
            f" for an empty one delete {beside}"
        )


def missing_commits(db: sqlite3.Connection, path: Path, known: int) -> str:
    """Returns the fault of a database with fewer commits than the `known` ones; "" if it has them.

    Read `known` first: a bot may commit in between. A database without the table `commits` has 0. Raises
    sqlite3.Error if the file cannot be read or that table has no row.
    """
    counted = db.execute("SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'commits')").fetchone()
    number = _count_of(db) if counted == (1,) else 0
    if number >= known:
        return ""
    beside = f"{path.name}{COUNT}"
    return (
        f"{path} has {number} commits of {known} that were made: its {path.name}-wal is missing,"
        f" or an older file took its place. Put the right one back, or delete {beside}"
    )


def require_commits(db: sqlite3.Connection, path: Path, known: int) -> None:
    """Raises DatabaseNeedsOperator if a database has fewer commits than the `known` ones, and
    sqlite3.Error."""
    if fault := missing_commits(db, path, known):
        raise DatabaseNeedsOperator(fault)


def record_count(db: sqlite3.Connection, path: Path) -> None:
    """Records the number of commits in the `-commits` file next to a database.

    Raises DatabaseNeedsOperator, and records nothing, if the database has fewer commits than were recorded.
    Raises sqlite3.Error if their number cannot be read or is missing. A file that cannot be written keeps its
    older number, without an error.
    """
    number = _count_of(db)
    require_commits(db, path, recorded_count(path))
    part = path.with_name(f"{path.name}{COUNT}.part")
    with suppress(OSError):  # a disk that is full: it is older then, and finds less
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE))
        part.write_text(str(number), "ascii")
        keep_owner(part)
        part.replace(path.with_name(f"{path.name}{COUNT}"))


def verify_and_record_count(db: sqlite3.Connection, path: Path) -> None:
    """Checks that the database was not replaced under its open connection, then records its number of
    commits.

    Writes nothing if the number is unchanged. Raises TablesGone if the file at `path` shows another number.
    Raises DatabaseNeedsOperator if commits are lost, and sqlite3.Error if the file cannot be read.
    """
    number = _count_of(db)
    with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)) as fresh:
        found = fresh.execute("SELECT number FROM commits").fetchall()
    if found != [(number,)]:
        raise TablesGone(f"{path} was written over while musbot ran: put a copy back, then start it again")
    if recorded_count(path) != number:  # an idle bot writes nothing to its disk
        record_count(db, path)


class Guard:
    """Detects, when a guarded connection works, that the file was deleted, replaced or damaged.

    From then on it refuses all work, also reads. `lost` is then done, with the reason.
    """

    def __init__(self, path: Path) -> None:
        self.lost: asyncio.Future[DatabaseLost] = asyncio.get_running_loop().create_future()
        self.path = path
        self._wal = path.with_name(f"{path.name}-wal")
        self._file = _inode(path)
        self._log: tuple[int, int] | None = None

    def guard(self, real: Connection) -> Connection:
        """Returns a connection whose `run` checks the file before and after each piece of work.

        Errors of `run` are StoreErrors; a DatabaseLost one marks the file as lost. Then each `run` raises it
        without doing the work. `close` checks nothing.
        """
        return _Guarded(real, self)

    def check(self) -> None:
        """Raises TablesGone if the file or its write-ahead log was deleted or replaced since it was opened.

        The first check that finds a log remembers it.
        """
        if _inode(self.path) != self._file or (self._log is not None and _inode(self._wal) != self._log):
            raise TablesGone(
                f"{self.path} was deleted or replaced while musbot ran: put a copy back, then start it again"
            )
        if self._log is None:
            self._log = _inode(self._wal)

    def explain(self, error: Exception) -> StoreError:
        """Returns the StoreError for an error; the first that is DatabaseLost completes `lost`.

        The text of a damage names the file. Logs an error that is no StoreError, sqlite3.Error, OSError,
        ValueError or OverflowError.
        """
        store_error = to_store_error(error)
        if type(store_error) is DatabaseLost:
            store_error = DatabaseLost(name_file(self.path, store_error))
        if not isinstance(error, StoreError | sqlite3.Error | OSError | ValueError | OverflowError):
            report("a transaction of the database", error)
        if isinstance(store_error, DatabaseLost) and not self.lost.done():
            self.lost.set_result(store_error)
        return store_error


class _Guarded:
    def __init__(self, real: Connection, guard: Guard) -> None:
        self._real = real
        self._guard = guard

    async def run(self, work: Callable[[sqlite3.Connection], Found]) -> Found:
        """Runs a piece of work between two checks of the file and returns its result.

        Raises StoreError for any error of the work. A DatabaseLost one marks the file as lost; from then on
        raises that without doing the work.
        """
        if self._guard.lost.done():
            raise self._guard.lost.result()
        try:
            return await self._real.run(partial(self._run_checked, work))
        except Exception as error:
            raise self._guard.explain(error) from error

    def _run_checked(self, work: Callable[[sqlite3.Connection], Found], db: sqlite3.Connection) -> Found:
        """Runs a piece of work in the thread, between two checks; raises TablesGone if the file was replaced.

        The first check keeps the work from another file, the second detects that its commit went to a lost
        one. Errors of the work propagate.
        """
        self._guard.check()
        found = work(db)
        self._guard.check()
        return found

    async def close(self) -> None:
        """Closes the connection without a check of the file; its errors propagate."""
        await self._real.close()


def _inode(path: Path) -> tuple[int, int] | None:
    """Returns the device and inode of a file; None if it cannot be found."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
