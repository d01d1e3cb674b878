"""`musbot doctor`: whether all is well with the database, and what can be saved of a table."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

from musbot.cli.errors import translated
from musbot.cli.shared import created
from musbot.config import Database, Server
from musbot.open_store import need_postgres
from musbot.store import checkup
from musbot.store.checkup import Checkup
from musbot.store.file import PRIVATE, apart
from musbot.words.texts import Texts


def check(database: Database, *, finished: bool) -> Checkup:
    """Looks at a database, and folds every table that is not over, or each; raises StoreError."""
    if isinstance(database, Server):
        need_postgres()
        from musbot.store.postgres import checkup as server

        return asyncio.run(server.check(database.url, finished=finished))
    return checkup.check(database, finished=finished)


def told(texts: Texts, database: Database, found: Checkup) -> Iterator[str]:
    """Yields what is said of a database, a line for each fault."""
    yield texts("doctor-database", database=str(database), schema=found.schema, tables=found.tables)
    yield from (translated(texts, line) for line in (*found.faults, *found.remarks))
    yield texts("doctor-wrong", count=len(found.faults)) if found.faults else texts("doctor-well")


def export(database: Database, table: str, to: Path) -> int:
    """Writes a table's log into a file of its owner's alone; returns how many events.

    Raises MusError.
    """
    events = 0
    if not isinstance(database, Server):
        apart(database, to)
    with created(to, PRIVATE) as file:
        for line in _exported(database, table):
            file.write(f"{line}\n".encode())
            events += 1
    return events


def _exported(database: Database, table: str) -> Iterator[str]:
    if not isinstance(database, Server):
        return checkup.exported(database, table)

    need_postgres()
    from musbot.store.postgres.checkup import exported

    async def lines() -> list[str]:
        return [line async for line in exported(database.url, table)]

    return iter(asyncio.run(lines()))
