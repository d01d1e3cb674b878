"""Opens the configured database with its engine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from musbot.config import BadSetting, Database, Server
from musbot.store import sqlite_checkup
from musbot.store.reads import Found, Work
from musbot.store.sqlite import open_sqlite
from musbot.store.store import Store


def need_postgres() -> None:
    """Raises BadSetting if the PostgreSQL driver (asyncpg) is not installed."""
    if find_spec("asyncpg") is None:
        expected = "asyncpg to be installed for a postgresql:// one: pip install asyncpg"
        raise BadSetting("DATABASE_URL", expected)


@contextmanager
def report_unwritable(database: Path) -> Iterator[None]:
    """Raises BadSetting, which names the file or folder, for an OSError in the block."""
    try:
        yield
    except OSError as error:
        why = f"{error.filename or database}: {error.strerror}"
        raise BadSetting("DATABASE_URL", f"a file that can be written ({why})", error) from error


async def open_store(
    database: Database, *, waits: bool = False, unfit: Callable[[str], None] = lambda _: None
) -> Store:
    """Opens the store of a database: a file, or PostgreSQL for a Server. Creates or migrates its tables.

    With `waits`, a PostgreSQL standby waits until the process that writes ends or is silent (`StandBy`).
    Without it, and for an SQLite file, a second process gets DatabaseLocked. `unfit` is called with the
    reason while this standby could not take over, and with "" once it could again. Raises StoreError, and
    BadSetting for a file that cannot be written or a missing driver.
    """
    if isinstance(database, Server):
        need_postgres()
        from musbot.store.postgres.store import open_postgres

        return await open_postgres(database.url, waits=waits, unfit=unfit)
    with report_unwritable(database):
        return await open_sqlite(database)
    raise AssertionError  # the block swallows nothing


def read_database(database: Database, work: Work[Found], *, any_schema: bool = False) -> Found:
    """Runs a piece of work that changes no row, also while a bot uses the database; returns its result.

    For PostgreSQL it starts an event loop, so none may run already. Raises StoreError, also if the schema is
    not current or a file lacks commits, unless `any_schema`; BadSetting if the driver is missing.
    """
    if not isinstance(database, Server):
        return sqlite_checkup.read_database(database, work, any_schema=any_schema)
    need_postgres()
    from musbot.store.postgres import checkup

    return asyncio.run(checkup.read_database(database.url, work, any_schema=any_schema))
