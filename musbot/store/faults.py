"""What an error of SQLite means for who asked for something."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from types import UnionType
from typing import Any

from musbot.store.protocol import Busy, Conflict, Repeated, StoreError, Unusable

OWN = (
    sqlite3.IntegrityError,
    sqlite3.DataError,
    sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
    ValueError,
    OverflowError,
)
"""What a write has only itself to blame for: others that are written with it need not fail."""

MOST_QUOTED = 120
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def meaning(error: Exception) -> StoreError:
    """Returns what is told of an error; nothing that somebody wrote is in it."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, UnicodeDecodeError):  # what SQLite says quotes a schema that is none
        return _damaged("its text cannot be read")
    if not isinstance(error, sqlite3.Error):
        return StoreError(f"SQLite: {type(error).__name__}")
    if isinstance(error, sqlite3.IntegrityError):
        return Repeated("recorded before") if "seen.key" in str(error) else Conflict(str(error))
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest says more of the same
    if code in _BUSY:
        return Busy("the database is in use by another program")
    if code in _DAMAGED:
        return _damaged(_line(error))
    return StoreError(f"SQLite: {_line(error)}")


def checked(rows: list[Any], kinds: Sequence[type | UnionType]) -> list[Any]:
    """Returns rows as they were read; raises Unusable for what was never written so."""
    for row in rows:
        for cell, kind in zip(row, kinds, strict=True):
            if not isinstance(cell, kind):
                raise _damaged("a row of another table")
    return rows


def _damaged(why: str) -> Unusable:
    return Unusable(f"the database is damaged ({why}): musbot doctor says what is left of it")


def _line(error: Exception) -> str:
    """What SQLite says, in one line: it may quote a whole schema."""
    return " ".join(str(error).split())[:MOST_QUOTED]
