"""An SQLite file is taken over into PostgreSQL: all of it in one transaction, compared before it counts.

What PostgreSQL cannot keep (a NUL in a text) is set aside by name, a table with all that belongs to it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote

import asyncpg

from musbot.store.connection import made_ready
from musbot.store.faults import meaning as meaning_in_file
from musbot.store.postgres.connection import a_connection
from musbot.store.postgres.faults import meaning
from musbot.store.postgres.schema import schema_of
from musbot.store.postgres.writer_lock import Claim
from musbot.store.protocol import StoreError
from musbot.store.sqlite import open_sqlite

Hears = Callable[[int, int], None]
"""Hears how much is done of how much: a row is read, copied and compared."""
Row = tuple[Any, ...]


@dataclass(slots=True)
class TakenOver:
    """What was taken over: how many rows of each table, and what was set aside, by name."""

    rows: dict[str, int] = field(default_factory=dict)
    aside: list[str] = field(default_factory=list)


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
MOST = 2**31
"""Numbers are less: none that was counted comes near."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """A table of both databases: its columns, by which it is in order, what becomes of a row on its way."""

    columns: tuple[str, ...]
    order: str
    made: Callable[[Row], Row] = tuple
    file: str = ""
    """Where its rows are in a file, if not in a table of that name."""
    emptied: Callable[[Row], Row] | None = None
    """What is left of one that cannot be kept and that others refer to: of a person, somebody forgotten."""


def _with_numbers(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """The people of an outline as numbers; what cannot be read is nobody, for the log is the truth."""
    try:
        found = json.loads(row[4])
    except (ValueError, RecursionError):
        found = []
    people = [it for it in found if type(it) is int] if isinstance(found, list) else []
    return (*row[:4], people, *row[5:])


KEPT: Mapping[str, _Kept] = {
    "people": _Kept(("id", "person"), "id", emptied=lambda row: (row[0], None)),
    "names": _Kept(("id", "who", "name", "language"), "id", emptied=lambda row: (*row[:2], None, "")),
    "tables": _Kept(
        ("table_id", "chat", "opened_at", "over_at", "people", "soon_s"), "table_id", _with_numbers
    ),
    "events": _Kept(("table_id", "seq", "at", "kind", "version", "body", "who"), "table_id, seq"),
    "seen": _Kept(("key", "at"), "key"),
    "shown": _Kept(
        ("table_id", "chat", "slot", "message", "digest", "at", "moment", "seq"), "table_id, chat, slot"
    ),
    "notes": _Kept(("kind", "name", "value"), "kind, name", file="notes JOIN noted ON noted.id = noted"),
    "results": _Kept(("table_id", "chat", "at", "rules", "alone", "seats", "winner", "juegos"), "table_id"),
    "played": _Kept(("who", "table_id"), "who, table_id"),
}
"""All that is kept, in the order in which it can be written."""
TABLES = (*KEPT, "active", "musbot")
"""Everything that belongs to a database."""
_WITH_TABLE = ("tables", "events", "shown")
"""Those whose rows begin with the id of a table, and go with it."""


async def missing(db: asyncpg.Connection) -> list[str]:
    """Returns which tables are not there."""
    here = "to_regclass(format('%I.%I', current_schema(), it))"
    asked = f"SELECT it FROM unnest($1::text[]) it WHERE {here} IS NULL"
    return [name for (name,) in await db.fetch(asked, TABLES)]


async def take_over(path: Path, url: str, told: Hears) -> TakenOver:
    """Takes all of a file over into a database that is empty.

    Nothing is changed unless every row is then what it was; the file is brought up to date, and locked
    meanwhile. Raises StoreError.
    """
    store = await open_sqlite(path)  # raises Locked while a bot uses it
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)) as file:
            made_ready(file)
            async with a_connection(url, answer_s=None) as db:
                claim = Claim(url, await schema_of(db))
                held = await claim.at_once()
                try:
                    return await _taken_over(_Source(file, told), db)
                finally:
                    await held.close()
    except (asyncpg.PostgresError, asyncpg.InterfaceError, ConnectionError, TimeoutError) as error:
        raise meaning(error) from error
    except (sqlite3.Error, ValueError) as error:
        raise StoreError(f"{path}: {meaning_in_file(error)}") from error
    finally:
        await store.close()


class _Source:
    """The rows of a file, those left out that cannot be kept; `aside` tells which."""

    def __init__(self, file: sqlite3.Connection, told: Hears) -> None:
        self._file = file
        self.aside: list[str] = []
        self._tables: set[str] = set()
        whole = sum(file.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in KEPT)
        self.way = _Way(told, 3 * whole)
        for name in KEPT:
            for number, row in enumerate(self._made(name), 1):
                self.way.go(1)
                if not _fits(row):
                    self._set_aside(name, number, row)

    def rows(self, name: str) -> Iterator[Row]:
        """Yields the rows of a table in order, as PostgreSQL is to have them."""
        for row in self._made(name):
            emptied = KEPT[name].emptied
            if name in _WITH_TABLE and row[0] in self._tables:
                self.way.go(1)
            elif _fits(row):
                yield row
            elif emptied is not None:
                yield emptied(row)
            else:
                self.way.go(1)

    def _set_aside(self, name: str, number: int, row: Row) -> None:
        if name not in _WITH_TABLE:
            self.aside.append(f"{name} {number}")
        elif row[0] not in self._tables:
            self._tables.add(row[0])
            self.aside.append(f"tables {row[0]!r}")

    def _made(self, name: str) -> Iterator[Row]:
        kept = KEPT[name]
        sql = f"SELECT {', '.join(kept.columns)} FROM {kept.file or name} ORDER BY {kept.order}"
        return map(kept.made, self._file.execute(sql))


def _fits(row: Row) -> bool:
    return all(
        "\0" not in it if isinstance(it, str) else not isinstance(it, int) or abs(it) < MOST for it in row
    )


async def _taken_over(source: _Source, db: asyncpg.Connection) -> TakenOver:
    async with db.transaction():
        await db.execute(f"LOCK TABLE {', '.join(KEPT)} IN EXCLUSIVE MODE")
        for name in KEPT:
            if await db.fetchval(f"SELECT EXISTS (SELECT 1 FROM {name})"):
                raise StoreError(f"expected an empty database: there are rows in its table {name} already")
        moved = TakenOver({name: await _copied(source, db, name) for name in KEPT}, source.aside)
        for name in ("people", "names"):
            await db.execute(_NEXT.format(name))
        for name, count in moved.rows.items():
            await _compare(source, db, name, count)
    return moved


async def _copied(source: _Source, db: asyncpg.Connection, name: str) -> int:
    kept, done, rows = KEPT[name], 0, source.rows(name)
    while some := list(islice(rows, AT_ONCE)):
        try:
            await db.copy_records_to_table(name, records=some, columns=kept.columns)
        except (asyncpg.DataError, OverflowError, ValueError, TypeError) as error:
            raise StoreError(
                f"{name}: among its rows {done + 1} to {done + len(some)} is one that PostgreSQL cannot keep"
                f" ({type(error).__name__}): musbot doctor says what is wrong"
            ) from None
        done += len(some)
        source.way.go(len(some))
    return done


async def _compare(source: _Source, db: asyncpg.Connection, name: str, count: int) -> None:
    kept, done, rows = KEPT[name], 0, source.rows(name)
    columns = ", ".join(kept.columns)
    async for there in db.cursor(f"SELECT {columns} FROM {name} ORDER BY {kept.order}", prefetch=AT_ONCE):
        if tuple(there) != next(rows, None):
            raise StoreError(f"{name}: row {done + 1} is not what it was in the file: nothing is taken over")
        done += 1
        source.way.go(1)
    if done != count or next(rows, None) is not None:
        raise StoreError(f"{name}: {done} rows of {count} are there: nothing is taken over")
