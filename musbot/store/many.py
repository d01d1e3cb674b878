"""What several workers at one database tell each other, and what only one of them may hold at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Grown:
    """The log of a table has grown, or the table is new; `last` is the number of its last event."""

    table: str
    last: int


@dataclass(frozen=True, slots=True)
class Reshown:
    """Something else is kept of what the chats show of a table, or it goes on in another chat."""

    table: str


@dataclass(frozen=True, slots=True)
class Noted:
    """A small fact was kept, or forgotten."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Missed:
    """Others may have written what nobody told of: everything is to be looked at anew."""


Change = Grown | Reshown | Noted | Missed
"""What another worker has written: a hint, which may be lost, come late or twice."""

Lapsed = Callable[[frozenset[str]], None]
"""Is told of the names that are no longer held, though nobody has released them."""


class Claims(Protocol):
    """Names that one worker of a database at most holds, until it releases them or its connection is gone."""

    @property
    def held(self) -> frozenset[str]:
        """What is held now, as far as is known."""

    async def claim(self, names: Collection[str]) -> frozenset[str]:
        """Takes those of the names that nobody holds, and returns them; waits for none. Raises StoreError."""

    async def release(self, names: Collection[str]) -> None:
        """Lets go of those of the names that are held."""

    async def close(self) -> None:
        """Lets go of all of them."""


class AloneClaims:
    """The claims of one process that has the database for itself: whatever it asks for is its own."""

    def __init__(self) -> None:
        self.held: frozenset[str] = frozenset()

    async def claim(self, names: Collection[str]) -> frozenset[str]:
        """See Claims."""
        taken = frozenset(names) - self.held
        self.held |= taken
        return taken

    async def release(self, names: Collection[str]) -> None:
        """See Claims."""
        self.held -= frozenset(names)

    async def close(self) -> None:
        """See Claims."""
        self.held = frozenset()


async def no_changes() -> AsyncIterator[Change]:
    """Yields nothing, ever: nobody else writes."""
    await asyncio.get_running_loop().create_future()
    yield Missed()
