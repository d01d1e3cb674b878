"""What an error of PostgreSQL means for who asked for something; nothing that somebody wrote is told."""

from __future__ import annotations

import asyncio

import asyncpg

from musbot.store.protocol import Busy, Conflict, Displaced, Repeated, StoreError, Unusable

REFUSED = (asyncpg.IntegrityConstraintViolationError, asyncpg.DataError, ValueError, OverflowError)
"""What a write has only itself to blame for: others that are written with it need not fail."""

TOLD: dict[str, str] = {
    "28000": "it does not let this user in",
    "28P01": "it does not accept the user or the password",
    "3D000": "there is no such database",
    "42501": "this user may not do it",
    "42704": "it knows no such setting as the URL names",
    "53100": "its disk is full",
    "53300": "it has too many connections",
}
"""What is told of some states, by their codes."""

_AWAY = ("08", "57P", "25006", "53300")
"""States in which it may help to connect anew: the connection is gone, it shuts down or starts, or is no
primary any more."""
_AGAIN = {"40001", "40P01", "55P03"}
_DAMAGED = {"42P01", "42703", "XX001", "XX002", "3F000"}


def away(error: BaseException) -> bool:
    """Whether the database did not answer, so that what was asked of it may have been done or not."""
    if isinstance(error, asyncpg.PostgresError):
        return (error.sqlstate or "").startswith(_AWAY)
    if isinstance(error, asyncpg.InterfaceError):
        return not isinstance(error, ValueError)  # those are of what was given, not of the connection
    return isinstance(error, OSError | asyncio.TimeoutError | asyncpg.InternalClientError | EOFError)


def displaced(error: BaseException) -> bool:
    """Whether nothing was written since the database names another process as the one that may."""
    return isinstance(error, asyncpg.NotNullViolationError) and error.table_name == "active"


def again(error: BaseException) -> bool:
    """Whether nothing was done since another was in the way: the same may go well at once."""
    return isinstance(error, asyncpg.PostgresError) and error.sqlstate in _AGAIN


def meaning(error: BaseException) -> StoreError:
    """Returns what is told of an error."""
    if isinstance(error, StoreError):
        return error
    if displaced(error):
        return Displaced("another musbot has taken over")
    if isinstance(error, asyncpg.UniqueViolationError):
        if error.constraint_name == "seen_pkey":
            return Repeated("recorded before")
        return Conflict(f"there is such a row ({error.constraint_name})")
    if isinstance(error, asyncpg.IntegrityConstraintViolationError):
        return Conflict(f"it does not fit ({error.constraint_name or type(error).__name__})")
    if away(error) or again(error):
        return Busy("the database does not answer")
    code = error.sqlstate if isinstance(error, asyncpg.PostgresError) else None
    if code in _DAMAGED:
        return Unusable(f"the database has not the tables that are expected (PostgreSQL: {code})")
    return StoreError(f"PostgreSQL: {TOLD.get(code or '', type(error).__name__)}")
