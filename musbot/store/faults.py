"""What an error of SQLite means for who asked for something."""

from __future__ import annotations

import sqlite3

from musbot.store.protocol import Busy, Conflict, Repeated, StoreError, Unusable

OWN = (
    *(sqlite3.IntegrityError, sqlite3.DataError, sqlite3.InterfaceError, sqlite3.ProgrammingError),
    *(ValueError, OverflowError),
)
"""What a write has only itself to blame for: others that are written with it need not fail."""

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def meaning(error: Exception) -> StoreError:
    """Returns what is told of an error; nothing that somebody wrote is in it."""
    if isinstance(error, StoreError):
        return error
    if not isinstance(error, sqlite3.Error):
        return StoreError(f"SQLite: {type(error).__name__}")
    if isinstance(error, sqlite3.IntegrityError):
        return Repeated("recorded before") if "seen.key" in str(error) else Conflict(str(error))
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest says more of the same
    if code in _BUSY:
        return Busy("the database is in use by another program")
    if code in _DAMAGED:
        return Unusable(f"the database is damaged ({error}); musbot doctor says what is left of it")
    return StoreError(f"SQLite: {error}")
