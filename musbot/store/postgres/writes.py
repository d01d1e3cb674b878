"""Commits batches of writes to PostgreSQL: one call of a function that each session makes for itself."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from typing import get_type_hints

import asyncpg

from musbot.store.dialect import POSTGRES, VALUE, fill_in
from musbot.store.operations import Operation, Write, operations
from musbot.store.protocol import StoreError
from musbot.table.events import ChatId, MessageId, PersonId

_TYPES: dict[object, str] = {
    str: "text",
    ChatId: "text",
    PersonId: "text",
    MessageId: "text",
    int: "bigint",
    int | None: "bigint",
    float: "float8",
    float | None: "float8",
}
"""The types of PostgreSQL for the fields of operations."""
_FUNCTION = """
    CREATE OR REPLACE FUNCTION pg_temp.apply_batch(text, bigint, jsonb) RETURNS void
    LANGUAGE plpgsql AS $apply$
    #variable_conflict use_column
    DECLARE o jsonb;
    BEGIN
        UPDATE active SET process = CASE process WHEN $1 THEN process END, number = $2;
        FOR o IN SELECT * FROM jsonb_array_elements($3) LOOP
            CASE o->>'operation' {branches} END CASE;
        END LOOP;
    END $apply$
"""
"""The first statement is refused if another process may write, and with it the whole batch."""
LACKS_TEMP = "this user may make nothing temporary: GRANT TEMP ON DATABASE to it"
"""The error if the user may not make the function. PostgreSQL gives every user this right by default."""
_APPLY = "SELECT pg_temp.apply_batch($1, $2, $3)"
_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


async def prepare_session(db: asyncpg.Connection) -> int:
    """Makes the session's function that applies batches, and returns the number of the server's process.

    Raises StoreError if the user may not make it, and asyncpg's errors.
    """
    try:
        await db.execute(_function())
    except asyncpg.InsufficientPrivilegeError as error:
        raise StoreError(LACKS_TEMP) from error
    return int(await db.fetchval("SELECT pg_backend_pid()"))


async def lacks_temp(db: asyncpg.Connection) -> bool:
    """Returns whether the user may not make the function that applies batches; raises asyncpg's errors."""
    return not await db.fetchval("SELECT has_database_privilege(current_database(), 'TEMP')")


async def apply_batch(db: asyncpg.Connection, process: str, number: int, batch: Sequence[Write]) -> None:
    """Commits a batch as the commit `number` of a process, in one round trip.

    A refused write, or another process in the lease, refuses the whole batch. Raises asyncpg's errors.
    """
    rows = [{"operation": type(it).__name__, **vars(it)} for write in batch for it in write]
    await db.fetchval(_APPLY, process, number, _JSON(rows))


@cache
def _function() -> str:
    """Returns the SQL that makes the function; cached."""
    return _FUNCTION.format(branches="\n".join(map(_branch, operations())))


def _branch(kind: type[Operation]) -> str:
    """Returns the SQL of the function's branch that makes one kind of operation."""
    hints = get_type_hints(kind)
    values = {it.name: f"(o->>'{it.name}')::{_TYPES[hints[it.name]]}" for it in fields(kind)}
    texts = [VALUE.sub(lambda found: values[found[1]], fill_in(sql, POSTGRES)) for sql in kind.sql]
    return f"WHEN '{kind.__name__}' THEN {' '.join(f'{text};' for text in texts if text)}"
