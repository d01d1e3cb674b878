"""An SQLite file is taken over into PostgreSQL: all of it in one transaction, compared before it counts."""

from __future__ import annotations

import json
import sqlite3
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote

import asyncpg

from musbot.store.connection import made_ready
from musbot.store.faults import meaning as meaning_in_file
from musbot.store.people import number_of_name
from musbot.store.postgres import reads
from musbot.store.postgres.connection import a_connection, connected_to_write
from musbot.store.postgres.faults import meaning
from musbot.store.postgres.schema import schema_of
from musbot.store.postgres.writer_lock import Claim
from musbot.store.protocol import StoreError
from musbot.store.refold import Damaged, Log, refold
from musbot.store.sqlite import logged, open_sqlite
from musbot.table.table import Table

Hears = Callable[[int, int], None]
"""Hears how much is done of how much."""


@dataclass(frozen=True, slots=True)
class HowFar:
    """Who hears how far it is: rows that are copied, rows that are compared, tables that are folded."""

    copied: Hears
    compared: Hears
    folded: Hears


class _Way:
    """How far something has come."""

    def __init__(self, hears: Hears, whole: int) -> None:
        self._hears = hears
        self._whole = whole
        self._done = 0

    def go(self, on: int) -> None:
        """Tells that so much more is done, now and then."""
        before, self._done = self._done, self._done + on
        if self._done == self._whole or self._done // EVERY != before // EVERY:
            self._hears(self._done, self._whole)


EVERY = 100
"""After so many it is told how far it is."""
_NEXT = "SELECT setval(pg_get_serial_sequence('{0}', 'id'), coalesce(max(id), 0) + 1, false) FROM {0}"
AT_ONCE = 10_000
"""Rows that are sent, or asked for, together."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """A table of both databases: its columns, by which it is in order, what becomes of a row on its way."""

    columns: tuple[str, ...]
    order: str
    made: Callable[[tuple[Any, ...]], tuple[Any, ...]] = tuple
    more: tuple[str, ...] = ()
    """What the row has besides, once it is made."""
    file: str = ""
    """Where its rows are in a file, if not in a table of that name."""


def _with_numbers(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """The people of an outline as numbers; what cannot be read is nobody, for the log is the truth."""
    try:
        found = json.loads(row[4])
    except (ValueError, RecursionError):
        found = []
    people = [it for it in found if type(it) is int] if isinstance(found, list) else []
    return (*row[:4], people, *row[5:])


KEPT: Mapping[str, _Kept] = {
    "people": _Kept(("id", "person"), "id"),
    "names": _Kept(("id", "who", "name", "language"), "id"),
    "tables": _Kept(
        ("table_id", "chat", "opened_at", "over_at", "people", "soon_s"), "table_id", _with_numbers
    ),
    "events": _Kept(
        ("table_id", "seq", "at", "kind", "version", "body"),
        "table_id, seq",
        lambda row: (*row, number_of_name(row[3], row[5])),
        ("who",),
    ),
    "seen": _Kept(("key", "at"), "key"),
    "shown": _Kept(
        ("table_id", "chat", "slot", "message", "digest", "at", "moment", "seq"), "table_id, chat, slot"
    ),
    "notes": _Kept(("kind", "name", "value"), "kind, name", file="notes JOIN noted ON noted.id = noted"),
    "results": _Kept(("table_id", "chat", "at", "rules", "alone", "seats", "winner", "juegos"), "table_id"),
    "played": _Kept(("who", "table_id"), "who, table_id"),
}
"""All that is kept, in the order in which it can be written."""


async def take_over(path: Path, url: str, told: HowFar) -> dict[str, int]:
    """Takes all of a file over into a database that is empty; returns how many rows of each table.

    Nothing is changed unless every row, every log and every fold is then equal; the file is brought up to
    date, and locked meanwhile. Raises StoreError.
    """
    store = await open_sqlite(path)  # raises Locked while a bot uses it
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)) as file:
            made_ready(file)
            async with a_connection(url, answer_s=None) as db:
                claim = Claim(uuid.uuid4().hex, await schema_of(db), partial(connected_to_write, url))
                held = await claim.at_once()
                try:
                    return await _taken_over(file, db, told)
                finally:
                    await held.close()
    except (asyncpg.PostgresError, asyncpg.InterfaceError, ConnectionError, TimeoutError) as error:
        raise meaning(error) from error
    except (sqlite3.Error, ValueError) as error:
        raise StoreError(f"{path}: {meaning_in_file(error)}") from error
    finally:
        await store.close()


async def _taken_over(file: sqlite3.Connection, db: asyncpg.Connection, told: HowFar) -> dict[str, int]:
    async with db.transaction():
        await db.execute(f"LOCK TABLE {', '.join(KEPT)} IN EXCLUSIVE MODE")
        for name in KEPT:
            if await db.fetchval(f"SELECT EXISTS (SELECT 1 FROM {name})"):
                raise StoreError(f"expected an empty database: there are rows in its table {name} already")
        there = {name: file.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in KEPT}
        whole = sum(there.values())
        copied, compared = _Way(told.copied, whole), _Way(told.compared, whole)
        counts = {name: await _copied(file, db, name, copied) for name in KEPT}
        for name in ("people", "names"):
            await db.execute(_NEXT.format(name))
        for name, count in counts.items():
            await _compare_rows(file, db, name, count, compared)
        await _compare_logs(file, db, _Way(told.folded, counts["tables"]))
    return counts


async def _copied(file: sqlite3.Connection, db: asyncpg.Connection, name: str, way: _Way) -> int:
    kept, done = KEPT[name], 0
    rows = _rows(file, name)
    while some := list(islice(rows, AT_ONCE)):
        try:
            await db.copy_records_to_table(name, records=some, columns=(*kept.columns, *kept.more))
        except (asyncpg.DataError, OverflowError, ValueError, TypeError) as error:
            raise StoreError(
                f"{name}: among its rows {done + 1} to {done + len(some)} is one that PostgreSQL cannot keep"
                f" ({type(error).__name__}): musbot doctor says what is wrong"
            ) from None
        done += len(some)
        way.go(len(some))
    return done


def _rows(file: sqlite3.Connection, name: str) -> Iterator[tuple[Any, ...]]:
    kept = KEPT[name]
    found = file.execute(f"SELECT {', '.join(kept.columns)} FROM {kept.file or name} ORDER BY {kept.order}")
    return (kept.made(row) for row in found)


async def _compare_rows(
    file: sqlite3.Connection, db: asyncpg.Connection, name: str, count: int, way: _Way
) -> None:
    kept, done = KEPT[name], 0
    columns = ", ".join((*kept.columns, *kept.more))
    rows = _rows(file, name)
    async for there in db.cursor(f"SELECT {columns} FROM {name} ORDER BY {kept.order}", prefetch=AT_ONCE):
        if tuple(there) != next(rows, None):
            raise StoreError(f"{name}: row {done + 1} is not what it was in the file: nothing is taken over")
        done += 1
        way.go(1)
    if done != count or next(rows, None) is not None:
        raise StoreError(f"{name}: {done} rows of {count} are there: nothing is taken over")


async def _compare_logs(file: sqlite3.Connection, db: asyncpg.Connection, way: _Way) -> None:
    tables: Sequence[Any] = file.execute("SELECT table_id FROM tables ORDER BY opened_at").fetchall()
    for (table,) in tables:
        was, found = logged(file, table), await reads.events(db, reads.EVENTS, table)
        if was != found or _fold(table, was) != _fold(table, found):
            raise StoreError(f"table {table} is not what it was in the file: nothing is taken over")
        way.go(1)


def _fold(table: str, log: Log) -> Table | str | None:
    """The table that a log leads to, or what is wrong with it."""
    try:
        return refold(table, log)
    except Damaged as damage:
        return str(damage)
