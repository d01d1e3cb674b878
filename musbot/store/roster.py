"""Who plays where: the tables of a database file that are not over, read without changing it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from musbot.store import queries
from musbot.store.checkup import Step, opened, unheard
from musbot.store.faults import meaning
from musbot.store.protocol import StoreError
from musbot.store.reads import load_log, read_file
from musbot.store.refold import Damaged, refold
from musbot.store.sqlite_schema import MIGRATIONS, usable
from musbot.table.table import Table


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
            rows = read_file(db, lambda run: run(queries.STANDING))
            for number, (name, chat, at) in enumerate(rows, 1):
                step(number, len(rows))
                yield OpenTable(name, chat, at, _table(db, name))
        except (sqlite3.Error, ValueError) as error:
            raise StoreError(f"{path}: {meaning(error)}") from error


def _table(db: sqlite3.Connection, name: str) -> Table | None:
    try:
        return refold(name, read_file(db, partial(load_log, table=name)))
    except (Damaged, sqlite3.Error, ValueError, StoreError):
        return None
