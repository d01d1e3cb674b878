"""`musbot doctor`: checks a database, and exports the log of a table."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

from musbot.cli.errors import translate
from musbot.cli.shared import create_file
from musbot.config import Database, Server
from musbot.open_store import need_postgres
from musbot.store import checkup
from musbot.store.checkup import Checkup
from musbot.store.file import PRIVATE, apart
from musbot.words.texts import Texts


def check(database: Database, *, finished: bool) -> Checkup:
    """Checks a database and replays its unfinished tables, or all with `finished`. Raises StoreError."""
    if isinstance(database, Server):
        need_postgres()
        from musbot.store.postgres import checkup as server

        return asyncio.run(server.check(database.url, finished=finished))
    return checkup.check(database, finished=finished)


def describe_checkup(texts: Texts, database: Database, found: Checkup) -> Iterator[str]:
    """Yields the lines that describe a checkup, one for each fault and remark."""
    yield texts("doctor-database", database=str(database), schema=found.schema, tables=found.tables)
    yield from (translate(texts, line) for line in (*found.faults, *found.remarks))
    yield texts("doctor-wrong", count=len(found.faults)) if found.faults else texts("doctor-well")


def export(database: Database, table: str, to: Path) -> int:
    """Writes a table's log into a new file that only its owner can read. Returns the number of events."""
    events = 0
    if not isinstance(database, Server):
        apart(database, to)
    with create_file(to, PRIVATE) as file:
        for line in _log_lines(database, table):
            file.write(f"{line}\n".encode())
            events += 1
    return events


def _log_lines(database: Database, table: str) -> Iterator[str]:
    """Returns the lines of a table's log."""
    if not isinstance(database, Server):
        return checkup.exported(database, table)

    need_postgres()
    from musbot.store.postgres.checkup import exported

    async def lines() -> list[str]:
        return [line async for line in exported(database.url, table)]

    return iter(asyncio.run(lines()))
