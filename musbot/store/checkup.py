"""Checks the tables of a database and reads them, without changing it, while a bot may be using it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field

from musbot.store import queries
from musbot.store.protocol import NoteKind, StoreError
from musbot.store.queries import RunQuery
from musbot.store.reads import load_log
from musbot.store.refold import DamagedLog, refold
from musbot.table.events import ChatId
from musbot.table.table import Table

Report = Callable[[int, int], None]
"""Reports progress: the number that is done, and the number of all."""


def report_nothing(_: int, __: int) -> None:
    """Reports no progress."""


@dataclass(slots=True)
class Checkup:
    """The result of checking a database."""

    schema: int = 0
    """The version of the schema; 0 if there are no tables."""
    tables: int = 0
    """The number of tables that were folded, damaged ones included; in a PostgreSQL backup only counted."""
    faults: list[str] = field(default_factory=list)
    """A line for each fault."""
    remarks: list[str] = field(default_factory=list)
    """A line for each thing that could not be checked."""
    left: int | None = None
    """The number of tables that can be read in a damaged file; None for any other database."""
    lacks_commits: bool = False
    """Whether the file is missing or lacks commits that were made, so that a copy is needed."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """An unfinished table."""

    id: str
    """The id of the table."""
    chat: ChatId
    """The chat of the table."""
    at: float
    """The time of its last event, in seconds since 1970."""
    table: Table | None
    """Its state; None if its log is damaged."""


async def fold_tables(
    run: RunQuery, checkup: Checkup, report: Report = report_nothing, *, finished: bool
) -> None:
    """Folds the unfinished tables, or all if `finished`, and adds each damaged log to `checkup.faults`.

    Counts them in `checkup.tables`, and calls `report` before each with its number, from 1. A table without
    events counts as damaged. A StoreError of one log becomes a fault; other errors of `run`, and every error
    of the list of tables, propagate.
    """
    tables = [table for (table,) in await run(queries.TABLES, finished=finished)]
    for number, table in enumerate(tables, 1):
        checkup.tables += 1
        report(number, len(tables))
        try:
            if refold(table, await load_log(run, table)) is None:
                checkup.faults.append(str(DamagedLog(table, 1, "is missing")))
        except DamagedLog as damage:
            checkup.faults.append(str(damage))
        except StoreError as error:
            checkup.faults.append(f"table {table}: {error}")


async def load_open_tables(run: RunQuery, report: Report = report_nothing) -> list[OpenTable]:
    """Reads and returns the unfinished tables, lobbies included, the oldest first.

    A table whose log is damaged, or cannot be read with a StoreError, has the state None. Calls `report`
    before each table. Raises the errors of `run` for the list of tables, and errors that are no StoreError.
    """
    found, rows = list[OpenTable](), await run(queries.STANDING)
    for number, (name, chat, at) in enumerate(rows, 1):
        report(number, len(rows))
        try:
            table = refold(name, await load_log(run, name))
        except (DamagedLog, StoreError):
            table = None
        found.append(OpenTable(name, chat, at, table))
    return found


async def export_log(run: RunQuery, table: str, write: Callable[[str], object]) -> int:
    """Passes a line of JSON, without its line break, to `write` for each event of a table, damaged or not.

    Returns the number of events. Raises StoreError if the table has no event, or at an event that cannot be
    read; the lines before it have been written. Other errors of `run`, and errors of `write`, propagate.
    """
    events, seq = 0, -1
    try:
        while rows := await run(queries.EXPORTED, table=table, after=seq):
            ((seq, at, kind, version, body),) = rows
            line = {"seq": seq, "at": at, "kind": kind, "version": version, "body": _as_json(body)}
            write(json.dumps(line))
            events += 1
    except StoreError as error:
        raise StoreError(f"table {table}: only {events} events could be read: {error}") from error
    if not events:
        raise StoreError(f"table {table}: expected one that is in the database")
    return events


async def load_notes(run: RunQuery, kind: NoteKind) -> dict[ChatId, str]:
    """Returns the notes of a kind as values by name; raises the errors of `run`."""
    return dict(await run(queries.NOTES, kind=kind.noted))


def _as_json(text: object) -> object:
    """Returns the JSON value in a text, or the text if it is not JSON; otherwise a value's `repr`."""
    try:
        return json.loads(text) if isinstance(text, str) else repr(text)
    except (ValueError, RecursionError):
        return text
