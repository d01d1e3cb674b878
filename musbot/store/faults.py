"""Translates errors of SQLite into errors of the store."""

from __future__ import annotations

import shlex
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from types import UnionType
from typing import Any

from musbot.store.protocol import (
    Conflict,
    DatabaseBusy,
    DatabaseLost,
    DatabaseNeedsOperator,
    DuplicateDelivery,
    StoreError,
)

OWN = (
    sqlite3.IntegrityError,
    sqlite3.DataError,
    sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
    ValueError,
    OverflowError,
)
"""Errors that one write causes; other writes of its batch need not fail."""

MOST_QUOTED = 120
"""The longest quotation of an error, in characters."""
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def to_store_error(error: Exception) -> StoreError:
    """Returns the StoreError for an error of SQLite or of its thread; a StoreError is returned unchanged.

    A broken constraint becomes DuplicateDelivery for a delivery key, otherwise Conflict. A locked file
    becomes DatabaseBusy, a damaged one DatabaseLost, a missing table DatabaseNeedsOperator. Any other error
    becomes a plain StoreError. The text quotes no stored value.
    """
    if isinstance(error, StoreError):
        return error
    if isinstance(error, UnicodeDecodeError):  # the text of SQLite quotes the damaged schema
        return _damage_error("its text cannot be read")
    if not isinstance(error, sqlite3.Error):
        return StoreError(f"SQLite: {type(error).__name__}")
    if isinstance(error, sqlite3.IntegrityError):
        return DuplicateDelivery("recorded before") if "seen.key" in str(error) else Conflict(str(error))
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest says more of the same
    if code in _BUSY:
        return DatabaseBusy("the database is in use by another program")
    if code in _DAMAGED:
        return _damage_error(_line(error))
    kind = DatabaseNeedsOperator if str(error).startswith("no such table") else StoreError
    return kind(f"SQLite: {_line(error)}")


def check_rows(rows: list[Any], kinds: Sequence[type | UnionType]) -> list[Any]:
    """Returns rows unchanged; raises DatabaseLost if a cell has another type than its entry in `kinds`.

    Raises ValueError for a row with more or fewer cells than `kinds`.
    """
    for row in rows:
        for cell, kind in zip(row, kinds, strict=True):
            if not isinstance(cell, kind):
                raise _damage_error("a row of another table")
    return rows


def name_file(path: Path, error: StoreError) -> str:
    """Returns the text of an error with its file; for damage it also names the command that examines it."""
    if type(error) is not DatabaseLost:
        return f"{path}: {error}"
    return f"{path}: {error}: musbot doctor --database {shlex.quote(str(path))} says what is left of it"


def _damage_error(why: str) -> DatabaseLost:
    """Returns the error for a damaged database; `why` becomes a part of its text."""
    return DatabaseLost(f"the database is damaged ({why})")


def _line(error: Exception) -> str:
    """Returns the text of an error in one line, cut to MOST_QUOTED characters."""
    return " ".join(str(error).split())[:MOST_QUOTED]
