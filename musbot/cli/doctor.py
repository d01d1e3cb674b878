"""`musbot doctor`: checks a database, and exports the log of a table."""

from __future__ import annotations

import asyncio
import os
import shlex
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from musbot import MusError
from musbot.cli.errors import translate
from musbot.cli.shared import create_file
from musbot.config import Database, Server
from musbot.port.doctor import Finding
from musbot.store import sqlite_checkup
from musbot.store.checkup import Checkup, export_log
from musbot.store.file import (
    COUNT,
    PRIVATE,
    SQLITE,
    first_bytes,
    open_to_others,
    require_other_file,
)
from musbot.store.open_store import need_postgres, read_database
from musbot.store.protocol import TablesGone
from musbot.words.quoted import NAMES_SETTINGS, typed_program
from musbot.words.texts import Texts

BACKUPS = Path("/var/lib")
"""The folder in which systemd makes the folders of the services' backups."""


def check(database: Database, *, finished: bool) -> Checkup:
    """Checks a database and replays its unfinished tables, or all with `finished`. Faults are in the result.

    That a file with commits is gone is a fault too. Raises StoreError if the database cannot be opened,
    BadSetting if the driver is missing.
    """
    if isinstance(database, Server):
        need_postgres()
        from musbot.store.postgres import checkup as server

        return asyncio.run(server.check(database.url, finished=finished))
    try:
        return sqlite_checkup.check(database, finished=finished)
    except TablesGone as error:
        return Checkup(faults=[str(error)], lacks_commits=True)


def describe_checkup(texts: Texts, database: Database, checkup: Checkup) -> Iterator[Finding]:
    """Yields the lines about a checkup: the database, then each fault and remark.

    The database is left out if there are faults and it has no tables. A damaged file has a line with the
    number of readable tables. A damaged file, or a file that lacks commits, has a line about its newest copy.
    """
    if checkup.schema or not checkup.faults:
        name = str(database)
        yield Finding(texts("doctor-database", database=name, schema=checkup.schema, tables=checkup.tables))
    for line in (*checkup.faults, *checkup.remarks):
        yield Finding(translate(texts, line), wrong=True)
    if isinstance(database, Path) and (checkup.left is not None or checkup.lacks_commits):
        file, program = shlex.quote(str(database)), typed_program()
        if checkup.left is not None:
            line = texts("doctor-left", database=file, tables=checkup.left, program=program)
            yield Finding(line, wrong=True)
        yield Finding(_describe_copy(texts, database, file, program), wrong=True)


def _describe_copy(texts: Texts, database: Path, file: str, program: str) -> str:
    """Returns the line about the newest good copy of a database, or that there is none, and where."""
    folders = copy_folders(database)
    if copy := find_good_copy(database, folders):
        named = shlex.quote(str(copy))
        return texts("doctor-good-copy", database=file, copy=named, date=_date(copy), program=program)
    return texts("doctor-no-copy", folders=", ".join(map(str, folders)))


def describe_missing(texts: Texts, database: Path) -> Finding | None:
    """Returns the line that a database does not exist and which copy could be restored; None without a good
    copy."""
    if (copy := find_good_copy(database, copy_folders(database))) is None:
        return None
    named, file = shlex.quote(str(copy)), shlex.quote(str(database))
    return Finding(
        texts("doctor-no-database", database=file, copy=named, date=_date(copy), program=typed_program()),
        wrong=True,
    )


def _date(file: Path) -> str:
    """Returns the date and time of a file's last change, by this machine's clock."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(file.stat().st_mtime))


def copy_folders(database: Path) -> list[Path]:
    """Returns the folders in which copies of a database are likely: its own, and the service's backups."""
    unit = Path(os.environ.get(NAMES_SETTINGS, "")).stem
    return [database.absolute().parent, *([BACKUPS / f"{unit}-backups"] if unit else [])]


def find_good_copy(database: Path, folders: Sequence[Path]) -> Path | None:
    """Returns the newest SQLite file in `folders` without faults, under any name; None if there is none.

    Leaves out the database itself, and files on which another bot plays. That others can read a copy is no
    fault here.
    """
    files = [it for folder in folders for it in _list_folder(folder) if _may_be_copy(it, database)]
    for copy in sorted(files, key=lambda it: it.stat().st_mtime, reverse=True):
        with suppress(MusError):
            found = sqlite_checkup.check(copy, finished=True)
            if found.schema and len(found.faults) == len(open_to_others(copy)):
                return copy
    return None


def _list_folder(folder: Path) -> list[Path]:
    """Returns the paths of everything in a folder, links in the folder's path resolved.

    Empty if the folder is missing or may not be read.
    """
    try:
        return list(folder.resolve().iterdir())
    except OSError:
        return []


def _may_be_copy(file: Path, database: Path) -> bool:
    """Returns whether a file is an SQLite file that may be a copy of a database.

    A file on which another bot plays is no copy: it has a `-commits` file. A database that `restore` set
    aside has that file too, but is a copy. Links, which `restore` refuses, and unfinished files are none.
    """
    if file.is_symlink() or not file.is_file() or file.suffix == ".part":
        return False
    if first_bytes(file, len(SQLITE)) != SQLITE or file == Path(os.path.realpath(database)):
        return False
    return file.name.startswith(f"{database.name}.") or not file.with_name(f"{file.name}{COUNT}").exists()


def export(database: Database, table: str, to: Path) -> int:
    """Writes a table's log, a JSON line for each event, into a new file that only its owner can read.

    Returns the number of events. Raises StoreError for a table that is unknown or not whole, and for a file
    of the database itself; raises MusError for an existing file, which stays. No new file is left then.
    """
    if not isinstance(database, Server):
        require_other_file(database, to)
    with create_file(to, PRIVATE) as write_bytes:

        def write(line: str) -> None:
            """Writes a line into the file."""
            write_bytes(f"{line}\n".encode())

        return read_database(database, partial(export_log, table=table, write=write), any_schema=True)
