"""Seeds that fail as yet, each with its reason; one that passes fails the run until it is taken out."""

from __future__ import annotations

from enum import Enum, auto

EXPECTED: dict[int, str] = {}


class Verdict(Enum):
    """What a seed comes to, beside what was expected of it."""

    HOLDS = auto()
    BROKEN = auto()
    EXPECTED = auto()
    MENDED = auto()

    @property
    def wrong(self) -> bool:
        """Whether a run with such a seed fails."""
        return self in (Verdict.BROKEN, Verdict.MENDED)
