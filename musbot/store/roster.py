"""Who plays where: the tables of a database file that are not over, read without changing it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from musbot.store.checkup import Step, opened, unheard
from musbot.store.faults import checked, meaning
from musbot.store.people import OF_CHAT, THE_CHAT
from musbot.store.protocol import StoreError
from musbot.store.refold import Damaged, refold
from musbot.store.sqlite import logged
from musbot.store.sqlite_schema import MIGRATIONS, usable
from musbot.table.table import Table

_OPEN = f"""
    SELECT s.table_id, {THE_CHAT}, (SELECT max(at) FROM events e WHERE e.table_id = s.table_id)
    FROM tables s {OF_CHAT} WHERE s.over_at IS NULL ORDER BY s.opened_at
"""  # noqa: S608 - nothing of it comes from outside


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that is not over: its chat, when something last happened there, and itself; None: damaged."""

    id: str
    chat: str
    at: float
    table: Table | None


def standing(path: Path, step: Step = unheard) -> Iterator[OpenTable]:
    """Yields the tables that are not over, the oldest first; raises StoreError for what cannot be read."""
    with closing(opened(path)) as db:
        try:
            schema = usable(db, path)
            if schema != len(MIGRATIONS):
                raise StoreError(f"{path}: schema {schema}: expected {len(MIGRATIONS)}, as a start makes it")
            rows = checked(db.execute(_OPEN).fetchall(), (str, str, float))
            for number, (name, chat, at) in enumerate(rows, 1):
                step(number, len(rows))
                yield OpenTable(name, chat, at, _table(db, name))
        except (sqlite3.Error, ValueError) as error:
            raise StoreError(f"{path}: {meaning(error)}") from error


def _table(db: sqlite3.Connection, name: str) -> Table | None:
    try:
        return refold(name, logged(db, name))
    except (Damaged, sqlite3.Error, ValueError, StoreError):
        return None
