"""The chance of winning a juego from a score, with the payments in their strict order (R44)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import exp, sqrt
from typing import NamedTuple

STEEPNESS = 0.95
"""The weight of a lead.

Measured by self-play as the likeliest value over 1,468 scores before a hand of `parejas` and 811 of `mundial`
(0.95 and 1.1; medidas.py in tests/support prints it).
"""


class Outcome(NamedTuple):
    """A possible payment of a lance."""

    chance: float
    """The chance of this outcome."""
    ours: int
    """The piedras that our side is paid."""
    theirs: int
    """The piedras that the rivals are paid."""


Stage = tuple[Outcome, ...]
"""The possible payments of a lance; they are independent of the other lances."""


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """The score of a juego that is won at `target` piedras."""

    target: int
    """The piedras that win."""
    ours: int
    """The piedras of our side."""
    theirs: int
    """The piedras of the best rival side."""

    def after_payment(self, ours: int, theirs: int) -> Scoreboard:
        """Returns the score with `ours` and `theirs` piedras added; a side may then exceed `target`."""
        return Scoreboard(self.target, self.ours + ours, self.theirs + theirs)

    def chance(self, stages: tuple[Stage, ...] = ()) -> float:
        """Returns our chance of winning the juego after the payments in `stages`, in order."""
        return _chance(self.target - self.ours, self.target - self.theirs, stages, 0)


def _chance(ours: int, theirs: int, stages: tuple[Stage, ...], place: int) -> float:
    """Returns the chance of winning from the piedras that each side still needs, after the stages from
    `place` on.

    The first side that needs none has won.
    """
    if ours <= 0 or theirs <= 0:
        return float(ours <= 0)
    if place == len(stages):
        return _between_hands(ours, theirs)
    total = 0.0
    for chance, mine, yours in stages[place]:
        if chance:
            total += chance * _chance(ours - mine, theirs - yours, stages, place + 1)
    return total


@lru_cache(maxsize=4096)
def _between_hands(ours: int, theirs: int) -> float:
    """Returns the chance of winning before a deal, from the piedras that each side still needs."""
    return 1 / (1 + exp(-STEEPNESS * (theirs - ours) / sqrt(ours + theirs)))
