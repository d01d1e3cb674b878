"""Runs the shared queries on a connection to PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import asyncpg

from musbot.store.dialect import POSTGRES, VALUE, fill_in
from musbot.store.queries import Query
from musbot.store.reads import Found, Work


async def read_server(db: asyncpg.Connection, work: Work[Found]) -> Found:
    """Runs a piece of work on a connection and returns its result.

    Its queries raise asyncpg's errors; these and errors of the work come through.
    """

    async def run(query: Query, **values: str | float) -> Sequence[Any]:
        """Returns the rows that answer a query as tuples; raises asyncpg's errors."""
        sql, names = _fill_in_query(query)
        return [tuple(row) for row in await db.fetch(sql, *(values[name] for name in names))]

    return await work(run)


@cache
def _fill_in_query(query: Query) -> tuple[str, tuple[str, ...]]:
    """Returns a query's SQL with numbered values, and the names of the values in order; cached."""
    text = fill_in(query.sql, POSTGRES)
    names = tuple(dict.fromkeys(VALUE.findall(text)))
    return VALUE.sub(lambda found: f"${names.index(found[1]) + 1}", text), names
