"""`musbot doctor`: checks a database, and exports the log of a table."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from musbot.cli.errors import translate
from musbot.cli.shared import create_file
from musbot.config import Database, Server
from musbot.store import sqlite_checkup
from musbot.store.checkup import Checkup, export_log
from musbot.store.file import PRIVATE, require_other_file
from musbot.store.open_store import need_postgres, read_database
from musbot.words.texts import Texts


def check(database: Database, *, finished: bool) -> Checkup:
    """Checks a database and replays its unfinished tables, or all with `finished`. Faults are in the result.

    Raises StoreError if it cannot be opened, BadSetting if the driver is missing.
    """
    if isinstance(database, Server):
        need_postgres()
        from musbot.store.postgres import checkup as server

        return asyncio.run(server.check(database.url, finished=finished))
    return sqlite_checkup.check(database, finished=finished)


def describe_checkup(texts: Texts, database: Database, found: Checkup) -> Iterator[str]:
    """Yields the lines that describe a checkup: the database, each fault and remark, and the verdict last."""
    yield texts("doctor-database", database=str(database), schema=found.schema, tables=found.tables)
    yield from (translate(texts, line) for line in (*found.faults, *found.remarks))
    yield texts("doctor-wrong", count=len(found.faults)) if found.faults else texts("doctor-well")


def export(database: Database, table: str, to: Path) -> int:
    """Writes a table's log, a JSON line for each event, into a new file that only its owner can read.

    Returns the number of events. Raises StoreError for a table that is unknown or cannot be read whole, and
    for a file of the database itself; MusError for an existing file, which stays. No new file is left then.
    """
    if not isinstance(database, Server):
        require_other_file(database, to)
    with create_file(to, PRIVATE) as write_bytes:

        def write(line: str) -> None:
            """Writes a line into the file."""
            write_bytes(f"{line}\n".encode())

        return read_database(database, partial(export_log, table=table, write=write), any_schema=True)
