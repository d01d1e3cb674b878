"""Moves an SQLite file into PostgreSQL, in one transaction that compares every row before it commits.

A row that PostgreSQL cannot store (a NUL in a text) is left out and named, with all rows of its table.
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

from musbot.store.connection import prepare_connection
from musbot.store.faults import to_store_error as meaning_in_file
from musbot.store.postgres.connection import open_connection
from musbot.store.postgres.faults import to_store_error
from musbot.store.postgres.schema import schema_of
from musbot.store.postgres.writer_lock import Claim
from musbot.store.protocol import DatabaseLocked, StoreError
from musbot.store.sqlite import open_sqlite

Hears = Callable[[int, int], None]
"""Reports progress: the number of steps done, and of all. Each row is read, copied and compared."""
Row = tuple[Any, ...]
"""A row of a table."""


@dataclass(slots=True)
class MoveResult:
    """The numbers of copied rows, and the names of rows that were left out."""

    rows: dict[str, int] = field(default_factory=dict)
    """The number of rows by table."""
    left_out: list[str] = field(default_factory=list)
    """The names of rows that were left out."""


class _MoveProgress:
    """Counts the finished steps of copying a file into a server, and reports them."""

    def __init__(self, hears: Hears, whole: int) -> None:
        self._hears = hears
        self._whole = whole
        self._done = 0

    def advance(self, on: int) -> None:
        """Adds `on` finished steps, and reports the progress at the end and every EVERY steps."""
        before, self._done = self._done, self._done + on
        if self._done == self._whole or self._done // EVERY != before // EVERY:
            self._hears(self._done, self._whole)


EVERY = 100
"""The steps between two reports."""
_NEXT = "SELECT setval(pg_get_serial_sequence('{0}', 'id'), coalesce(max(id), 0) + 1, false) FROM {0}"
AT_ONCE = 10_000
"""Rows that are sent, or asked for, together."""
MOST = 2**31
"""Integers are smaller than this."""


@dataclass(frozen=True, slots=True)
class _MovedTable:
    """A table of both databases."""

    columns: tuple[str, ...]
    """The names of its columns."""
    order: str
    """The columns by which its rows are ordered."""
    made: Callable[[Row], Row] = tuple
    """Converts a row of the file."""
    file: str = ""
    """Where its rows are in a file, if not in a table of that name."""
    without_text: Callable[[Row], Row] | None = None
    """Converts a row that PostgreSQL cannot store but others refer to; None if no row is like that."""


def _with_numbers(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Returns a row of `tables` with its people as a list of integers, empty if unreadable."""
    try:
        found = json.loads(row[4])
    except (ValueError, RecursionError):
        found = []
    people = [it for it in found if type(it) is int] if isinstance(found, list) else []
    return (*row[:4], people, *row[5:])


KEPT: Mapping[str, _MovedTable] = {
    "people": _MovedTable(("id", "person"), "id", without_text=lambda row: (row[0], None)),
    "names": _MovedTable(
        ("id", "who", "name", "language"), "id", without_text=lambda row: (*row[:2], None, "")
    ),
    "tables": _MovedTable(
        ("table_id", "chat", "opened_at", "over_at", "people", "soon_s"), "table_id", _with_numbers
    ),
    "events": _MovedTable(("table_id", "seq", "at", "kind", "version", "body", "who"), "table_id, seq"),
    "seen": _MovedTable(("key", "at"), "key"),
    "shown": _MovedTable(
        ("table_id", "chat", "slot", "message", "digest", "at", "moment", "seq"), "table_id, chat, slot"
    ),
    "notes": _MovedTable(
        ("kind", "name", "value"), "kind, name", file="notes JOIN noted ON noted.id = noted"
    ),
    "results": _MovedTable(
        ("table_id", "chat", "at", "rules", "alone", "seats", "winner", "juegos"), "table_id"
    ),
    "played": _MovedTable(("who", "table_id"), "who, table_id"),
    "date_events": _MovedTable(("date_id", "seq", "at", "kind", "version", "body", "who"), "date_id, seq"),
}
"""The tables, in an order in which they can be filled."""
TABLES = (*KEPT, "active", "musbot")
"""Everything that belongs to a database."""
_WITH_TABLE = ("tables", "events", "shown")
"""Those whose rows begin with the id of a table, and go with it."""


async def missing_tables(db: asyncpg.Connection) -> list[str]:
    """Returns the names in TABLES that the current schema lacks, in order; raises asyncpg's errors."""
    here = "to_regclass(format('%I.%I', current_schema(), it))"
    query = f"SELECT it FROM unnest($1::text[]) it WHERE {here} IS NULL"
    return [name for (name,) in await db.fetch(query, TABLES)]


async def take_over(path: Path, url: str, told: Hears) -> MoveResult:
    """Copies a file into an empty database, and compares every row before all rows are committed together.

    Returns the rows copied and left out. `told` gets the progress. The file stays, or is created; it is
    updated to the current schema, and locked during the move. The database gets its tables and this process's
    lease. Raises DatabaseLocked while a musbot uses either, StoreError, and OSError for the file; then no row
    of the file is committed.
    """
    try:
        store = await open_sqlite(path)
    except DatabaseLocked:
        raise DatabaseLocked(f"{path} is in use by a musbot: stop that first") from None
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)) as file:
            prepare_connection(file)
            async with open_connection(url, answer_s=None) as db:
                claim = Claim(url, await schema_of(db))
                held = await claim.acquire_now()
                try:
                    return await _copy_all(_Source(file, told), db)
                finally:
                    await held.close()
    except (asyncpg.PostgresError, asyncpg.InterfaceError, ConnectionError, TimeoutError) as error:
        raise to_store_error(error) from error
    except (sqlite3.Error, ValueError) as error:
        raise StoreError(f"{path}: {meaning_in_file(error)}") from error
    finally:
        await store.close()


class _Source:
    """The rows of a file that PostgreSQL can store; `left_out` names the others."""

    def __init__(self, file: sqlite3.Connection, told: Hears) -> None:
        self._file = file
        self.left_out: list[str] = []
        self._tables: set[str] = set()
        whole = sum(file.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in KEPT)
        self.way = _MoveProgress(told, 3 * whole)
        for name in KEPT:
            for number, row in enumerate(self._convert_rows(name), 1):
                self.way.advance(1)
                if not _is_storable(row):
                    self._set_aside(name, number, row)

    def rows(self, name: str) -> Iterator[Row]:
        """Yields the rows of a table in order, as PostgreSQL is to store them, without the rows left out.

        Rows left out count as progress at once. A person or name that cannot be stored keeps its number,
        without text. Raises sqlite3.Error.
        """
        for row in self._convert_rows(name):
            without_text = KEPT[name].without_text
            if name in _WITH_TABLE and row[0] in self._tables:
                self.way.advance(1)
            elif _is_storable(row):
                yield row
            elif without_text is not None:
                yield without_text(row)
            else:
                self.way.advance(1)

    def _set_aside(self, name: str, number: int, row: Row) -> None:
        """Adds the name of a row that cannot be stored to `left_out`; for a row that belongs to a table, the
        table's id, once."""
        if name not in _WITH_TABLE:
            self.left_out.append(f"{name} {number}")
        elif row[0] not in self._tables:
            self._tables.add(row[0])
            self.left_out.append(f"tables {row[0]!r}")

    def _convert_rows(self, name: str) -> Iterator[Row]:
        """Yields all rows of a table of the file in order, converted; raises sqlite3.Error."""
        kept = KEPT[name]
        sql = f"SELECT {', '.join(kept.columns)} FROM {kept.file or name} ORDER BY {kept.order}"
        return map(kept.made, self._file.execute(sql))


def _is_storable(row: Row) -> bool:
    """Returns whether PostgreSQL can store a row: no NUL in a text, and integers between -MOST and MOST.

    The integers in a list are not examined.
    """
    return all(
        "\0" not in it if isinstance(it, str) else not isinstance(it, int) or abs(it) < MOST for it in row
    )


async def _copy_all(source: _Source, db: asyncpg.Connection) -> MoveResult:
    """Copies all rows of the source in one transaction, compares them, and sets the next ids.

    Raises StoreError if the database is not empty, or a row cannot be stored or differs; errors of asyncpg
    and sqlite3 propagate. Then no row is committed.
    """
    async with db.transaction():
        await db.execute(f"LOCK TABLE {', '.join(KEPT)} IN EXCLUSIVE MODE")
        for name in KEPT:
            if await db.fetchval(f"SELECT EXISTS (SELECT 1 FROM {name})"):
                raise StoreError(f"expected an empty database: there are rows in its table {name} already")
        moved = MoveResult({name: await _copy_rows(source, db, name) for name in KEPT}, source.left_out)
        for name in ("people", "names"):
            await db.execute(_NEXT.format(name))
        for name, count in moved.rows.items():
            await _compare(source, db, name, count)
    return moved


async def _copy_rows(source: _Source, db: asyncpg.Connection, name: str) -> int:
    """Copies the rows of one table, counts them as progress, and returns their number.

    Raises StoreError for a row that cannot be stored.
    """
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
        source.way.advance(len(some))
    return done


async def _compare(source: _Source, db: asyncpg.Connection, name: str, count: int) -> None:
    """Raises StoreError unless a table has exactly the file's `count` rows; counts each row as progress.

    Errors of asyncpg and sqlite3 propagate.
    """
    kept, done, rows = KEPT[name], 0, source.rows(name)
    columns = ", ".join(kept.columns)
    async for there in db.cursor(f"SELECT {columns} FROM {name} ORDER BY {kept.order}", prefetch=AT_ONCE):
        if tuple(there) != next(rows, None):
            raise StoreError(f"{name}: row {done + 1} is not what it was in the file: nothing is taken over")
        done += 1
        source.way.advance(1)
    if done != count or next(rows, None) is not None:
        raise StoreError(f"{name}: {done} rows of {count} are there: nothing is taken over")
