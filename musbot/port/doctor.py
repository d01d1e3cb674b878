"""How a platform that is set is examined from outside (`musbot doctor`): it asks, and says what it found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from musbot.game.errors import MusError
from musbot.words.texts import Texts


class Silent(MusError):
    """Nobody answers: says at which address, and no token of it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A line of what was found: what is well, or what is `wrong` and what to do about it."""

    text: str
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class Replied:
    """What somebody answered: the status of HTTP, and the body as JSON, None where it is none."""

    status: int
    body: object


class Inquiry(Protocol):
    """Inquiry an address."""

    async def __call__(self, url: str, headers: Mapping[str, str] | None = None) -> Replied:
        """Returns the answer; raises Silent."""


@runtime_checkable
class ExaminedAdapter(Protocol):
    """An Adapter that can say what is wrong with how it is set; others are not examined."""

    async def examine(self, ask: Inquiry, texts: Texts) -> Sequence[Finding]:
        """Returns what it found, good and bad; raises Silent."""
