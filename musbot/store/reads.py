"""Reads that need more than one query: logs and results with their people, and unfinished tables."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Coroutine, Sequence
from functools import cache
from typing import Any, TypeVar, cast

from musbot.store import queries
from musbot.store.codec import Stored
from musbot.store.dialect import SQLITE, fill_in
from musbot.store.faults import check_rows, to_store_error
from musbot.store.outline import parse_unfinished, people_in
from musbot.store.people import forgotten_id, numbers_in, person_fields, restore_people
from musbot.store.protocol import Unfinished
from musbot.store.queries import Query, RunQuery
from musbot.store.results import ChatResults, PastPartida, chat_results, names_in, parse_results, seats_in
from musbot.table.events import ChatId

Found = TypeVar("Found")
"""The result of a piece of work."""
Work = Callable[[RunQuery], Coroutine[Any, Any, Found]]
"""A piece of work that runs queries on one connection."""


def read_file(db: sqlite3.Connection, work: Work[Found]) -> Found:
    """Runs a piece of work on a database file and returns its result.

    Its queries raise StoreError; errors of the work propagate. Raises RuntimeError if the work pauses,
    which queries never do.
    """

    async def run(query: Query, **values: str | float) -> Sequence[Any]:
        """Returns the rows that answer a query.

        Raises StoreError for an error of SQLite or a row of the wrong length. Raises DatabaseLost for a cell
        whose type is not the one in `query.kinds`.
        """
        try:
            return check_rows(db.execute(_fill_in_query(query), values).fetchall(), query.kinds)
        except (sqlite3.Error, ValueError) as error:
            raise to_store_error(error) from error

    coroutine = work(run)
    try:
        coroutine.send(None)
    except StopIteration as done:
        return cast(Found, done.value)
    raise RuntimeError("expected work that only asks the database")


@cache
def _fill_in_query(query: Query) -> str:
    """Returns a query's SQL for SQLite; cached."""
    return fill_in(query.sql, SQLITE)


async def load_log(run: RunQuery, table: str, query: Query = queries.LOG) -> list[tuple[int, Stored]]:
    """Returns the events of a table in order, each with its number, with people in them instead of numbers.

    `query` selects them, by default all. Forgotten people are as in `load_people`. Empty for an unknown
    table. Raises the errors of `run`.
    """
    rows = await run(query, table=table)
    events = await load_people(run, [Stored(*event) for _, *event in rows])
    return [(row[0], event) for row, event in zip(rows, events, strict=True)]


async def load_dates(run: RunQuery) -> dict[str, list[Stored]]:
    """Returns each date's events in order, by its id, with people in them; raises the errors of `run`."""
    rows = await run(queries.DATES)
    found: dict[str, list[Stored]] = {}
    for row, event in zip(rows, await load_people(run, [Stored(*it[2:]) for it in rows]), strict=True):
        found.setdefault(row[0], []).append(event)
    return found


async def load_people(run: RunQuery, events: Sequence[Stored]) -> list[Stored]:
    """Returns stored events with people instead of numbers; raises the errors of `run`.

    A forgotten person has the name "" and an unused id. A number without a person stays.
    """
    wanted = numbers_in(events)
    people = await _query_numbers(run, queries.PEOPLE, wanted.people)
    names = await _query_numbers(run, queries.NAMES, wanted.names)
    ids = {number: person or forgotten_id(number) for number, person in people}
    return restore_people(events, ids, {row[0]: person_fields(*row) for row in names})


async def load_unfinished(run: RunQuery) -> list[Unfinished]:
    """Returns the unfinished tables, lobbies included, the oldest first; raises the errors of `run`.

    Forgotten people are left out of the outlines, and their private chats keep the stored name.
    """
    rows = await run(queries.UNFINISHED)
    people = await _query_numbers(run, queries.PEOPLE, people_in(rows))
    return parse_unfinished(rows, {number: person for number, person in people if person is not None})


async def load_results(run: RunQuery, query: Query, **values: str | float) -> list[PastPartida]:
    """Returns the results that a query finds, in its order, without unreadable ones.

    Raises the errors of `run`.
    """
    rows = await run(query, **values)
    return list(parse_results(rows, await _query_numbers(run, queries.PLAYERS, names_in(rows))))


async def load_counted(run: RunQuery, chat: ChatId, since: float, later: float) -> ChatResults:
    """Returns the partidas of a chat that a side won, the oldest first, with the people behind them.

    Each line begins with 2 if it ended at or after `later`, otherwise 1 at or after `since`, or 0. Both are
    in seconds since 1970. Raises the errors of `run`.
    """
    ((text,),) = await run(queries.COUNTED, chat=chat, since=since, later=later)
    lines = text.split("\n") if text else []
    seats = seats_in(lines)
    numbers = {number for sat in seats.values() for number in sat if number is not None}
    return chat_results(lines, seats, await _query_numbers(run, queries.PLAYERS, numbers))


async def _query_numbers(run: RunQuery, query: Query, numbers: Collection[int]) -> Sequence[Any]:
    """Returns a query's rows for the given numbers; without numbers an empty sequence, and no query is made.

    Raises the errors of `run`.
    """
    return await run(query, ids=json.dumps(sorted(numbers))) if numbers else ()
