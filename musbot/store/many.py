"""What several workers at one database tell each other, and what only one of them may hold at a time."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class FactKept:
    """A small fact was kept, or forgotten."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A person was forgotten."""

    person: str


@dataclass(frozen=True, slots=True)
class HandedOn:
    """There is something to do in a part."""

    part: str


@dataclass(frozen=True, slots=True)
class Unheard:
    """Others may have written what nobody told of: everything is to be looked at anew."""


Hint = FactKept | Forgotten | HandedOn | Unheard
"""What a worker has written: a hint, which may be lost, come late or twice; one's own come too."""


@dataclass(frozen=True, slots=True)
class Errand:
    """Something that whoever holds a part is to do once; its key names it."""

    key: str
    part: str
    body: str


class Many(Protocol):
    """What workers of one database share besides the logs; every call but `held` raises StoreError."""

    @property
    def held(self) -> frozenset[str]:
        """The names that this worker holds now, as far as is known."""

    async def claim(self, names: Collection[str]) -> frozenset[str]:
        """Takes those of the names that nobody holds, and returns them; waits for none."""

    async def release(self, names: Collection[str]) -> None:
        """Lets go of those of the names that are held."""

    async def taken(self, names: Collection[str]) -> frozenset[str]:
        """Returns those of the names that somebody holds; those of a worker that is dead nobody does."""

    async def hand_on(self, errand: Errand) -> None:
        """Keeps an errand for whoever holds its part, durably; one of a key that is there changes nothing."""

    async def errands(self, parts: Collection[str]) -> list[Errand]:
        """Returns what is to be done in some parts, the oldest first."""

    async def done(self, key: str) -> None:
        """Forgets an errand that is done."""

    def changes(self) -> AsyncIterator[Hint]:
        """Yields hints; `Unheard` comes first, and whenever hints may have been lost."""

    async def close(self) -> None:
        """Lets go of all names, and of the database."""


Lapsed = Callable[[frozenset[str]], None]
"""Is told at once of names that are no longer held, though nobody has released them."""
