"""Translates errors of PostgreSQL into errors of the store; their texts quote no stored value."""

from __future__ import annotations

import asyncio

import asyncpg

from musbot.store.protocol import (
    Conflict,
    DatabaseBusy,
    DatabaseLost,
    DatabaseNeedsOperator,
    DatabaseTakenOver,
    DuplicateDelivery,
    StoreError,
    TablesGone,
)

REFUSED = (asyncpg.IntegrityConstraintViolationError, asyncpg.DataError, ValueError, OverflowError)
"""Errors that one write causes; other writes of its batch need not fail."""

TOLD: dict[str, str] = {
    "28000": "it does not let this user in",
    "28P01": "it does not accept the user or the password",
    "3D000": "there is no such database",
    "42501": "this user may not do it",
    "42704": "it knows no such setting as the URL names",
    "53100": "its disk is full",
    "53300": "it has too many connections",
}
"""The texts for some states, by their codes."""

_AWAY = ("08", "57P", "25006", "53300")
"""States in which a new connection may help: a broken connection, a server that starts, stops or is no
primary."""
_AGAIN = {"40001", "40P01", "55P03"}
_UNFIT = {"28000", "28P01", "3D000", "42501", "42704"}
"""States that a person has to change: a password, a right, a database, a setting of the URL."""
_GONE = {"42P01", "42703", "3F000"}
_DAMAGED = {"XX001", "XX002"}


def is_away(error: BaseException) -> bool:
    """Returns whether an error means that another connection may help: the server is away or cannot write.

    True for a lost connection, a timeout, or too many connections. True for a server that starts, stops, or
    is read-only. A commit that fails with it may have been made or not.
    """
    if isinstance(error, asyncpg.PostgresError):
        return (error.sqlstate or "").startswith(_AWAY)
    if isinstance(error, asyncpg.InterfaceError):
        return not isinstance(error, ValueError)  # an error in the arguments
    return isinstance(error, OSError | asyncio.TimeoutError | asyncpg.InternalClientError | EOFError)


def is_displaced(error: BaseException) -> bool:
    """Returns whether a write was refused because the lease in the database names another process."""
    return isinstance(error, asyncpg.NotNullViolationError) and error.table_name == "active"


def may_retry(error: BaseException) -> bool:
    """Returns whether a transaction failed in a conflict with others, and may succeed at the next attempt."""
    return isinstance(error, asyncpg.PostgresError) and error.sqlstate in _AGAIN


def to_store_error(error: BaseException) -> StoreError:
    """Returns the StoreError for an error of PostgreSQL; a StoreError is returned unchanged.

    A broken constraint becomes DuplicateDelivery for a delivery key, otherwise Conflict. An error of
    `is_away` or `may_retry` becomes DatabaseBusy. A missing table, column or schema becomes TablesGone, a
    damaged table DatabaseLost, and a lost lease DatabaseTakenOver. A rejected login, or a missing right,
    database or setting becomes DatabaseNeedsOperator. Any other error becomes a plain StoreError. The text
    quotes no stored value.
    """
    if isinstance(error, StoreError):
        return error
    if is_displaced(error):
        return DatabaseTakenOver("another musbot has taken over")
    if isinstance(error, asyncpg.UniqueViolationError):
        if error.constraint_name == "seen_pkey":
            return DuplicateDelivery("recorded before")
        return Conflict(f"there is such a row ({error.constraint_name})")
    if isinstance(error, asyncpg.IntegrityConstraintViolationError):
        return Conflict(f"it does not fit ({error.constraint_name or type(error).__name__})")
    if is_away(error) or may_retry(error):
        return DatabaseBusy("the database does not answer")
    code = error.sqlstate if isinstance(error, asyncpg.PostgresError) else None
    if code in _GONE | _DAMAGED:
        kind = TablesGone if code in _GONE else DatabaseLost
        return kind(f"the database has not the tables that are expected (PostgreSQL: {code})")
    return (DatabaseNeedsOperator if code in _UNFIT else StoreError)(
        f"PostgreSQL: {TOLD.get(code or '', type(error).__name__)}"
    )
