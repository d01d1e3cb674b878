"""Opens the configured database with the engine it belongs to."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec

from musbot.config import BadSetting, Database, Server
from musbot.store.sqlite import open_sqlite
from musbot.store.store import Store


def need_postgres() -> None:
    """Raises BadSetting where what speaks to PostgreSQL is not installed."""
    if find_spec("asyncpg") is None:
        raise BadSetting("DATABASE_URL", "musbot[postgres] to be installed for a postgresql:// one")


async def open_store(
    database: Database, *, waits: bool = False, unfit: Callable[[str], None] = lambda _: None
) -> Store:
    """Opens the store of a database; raises StoreError, or BadSetting where it cannot be one.

    Where another process has it, and it `waits`, it stands by if it can: a file is refused. Meanwhile
    `unfit` is told why it could not take over, and "" once it could again.
    """
    if isinstance(database, Server):
        need_postgres()
        from musbot.store.postgres.store import open_postgres

        return await open_postgres(database.url, waits=waits, unfit=unfit)
    try:
        return await open_sqlite(database)
    except OSError as error:
        raise BadSetting("DATABASE_URL", f"a file that can be written ({error.strerror})") from error
