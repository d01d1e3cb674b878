"""Runs the shared queries on a connection to PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import asyncpg

from musbot.store.dialect import POSTGRES, VALUE, fill_in
from musbot.store.postgres.faults import is_away, may_retry, to_store_error
from musbot.store.queries import Query
from musbot.store.reads import Found, Work


async def read_server(db: asyncpg.Connection, work: Work[Found]) -> Found:
    """Runs a piece of work on a connection and returns its result.

    A query that fails raises StoreError. It raises asyncpg's error if the work may be repeated: the server
    does not answer, or another transaction conflicts. All these and errors of the work propagate.
    """

    async def run(query: Query, **values: str | float) -> Sequence[Any]:
        """Returns the rows that answer a query as tuples; raises StoreError or asyncpg's errors."""
        sql, names = _fill_in_query(query)
        try:
            return [tuple(row) for row in await db.fetch(sql, *(values[name] for name in names))]
        except (asyncpg.PostgresError, ValueError) as error:
            if is_away(error) or may_retry(error):
                raise
            raise to_store_error(error) from error

    return await work(run)


@cache
def _fill_in_query(query: Query) -> tuple[str, tuple[str, ...]]:
    """Returns a query's SQL with numbered values, and the names of the values in order; cached."""
    text = fill_in(query.sql, POSTGRES)
    names = tuple(dict.fromkeys(VALUE.findall(text)))
    return VALUE.sub(lambda found: f"${names.index(found[1]) + 1}", text), names
