"""How the store talks to SQLite: what it calls of an aiosqlite connection, and how one is made."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Protocol


class Connection(Protocol):
    """A connection each of whose calls is done after those before it: aiosqlite's, or one of a simulation."""

    text_factory: Callable[[bytes], Any]

    def execute_fetchall(self, sql: str, parameters: Iterable[Any] = ()) -> Awaitable[Iterable[Any]]:
        """Runs a statement and returns all its rows."""

    def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> Awaitable[object]:
        """Runs a statement for each row of values."""

    def commit(self) -> Awaitable[None]:
        """Ends the transaction and keeps what it did."""

    def rollback(self) -> Awaitable[None]:
        """Ends the transaction and takes back what it did."""

    def close(self) -> Awaitable[None]:
        """Lets the file go."""


Connect = Callable[..., Awaitable[Connection]]
"""Opens a connection; called as `aiosqlite.connect` is."""
