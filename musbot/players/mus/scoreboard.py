"""What a score is worth: the chance of winning the juego, the count paid in its strict order (R44)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import exp, sqrt
from typing import NamedTuple

STEEPNESS = 0.95
"""How much a lead tells. Measured by self-play: the likeliest over 1,468 scores before a hand of `parejas`
and 811 of `mundial` (0.95 and 1.1; medidas.py in tests/support prints it)."""


class Outcome(NamedTuple):
    """One way a lance may be paid at the count: how likely, and what each side takes."""

    chance: float
    ours: int
    theirs: int


Stage = tuple[Outcome, ...]
"""The ways one lance may be paid; they are all there are, whatever the other lances bring."""


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """The score of a juego that is won by reaching `target`."""

    target: int
    ours: int
    theirs: int

    def paid(self, ours: int, theirs: int) -> Scoreboard:
        """Returns the score after a payment."""
        return Scoreboard(self.target, self.ours + ours, self.theirs + theirs)

    def chance(self, stages: tuple[Stage, ...] = ()) -> float:
        """Returns our chance of winning the juego, these lances still to be paid, one after another."""
        return _chance(self.target - self.ours, self.target - self.theirs, stages, 0)


def _chance(ours: int, theirs: int, stages: tuple[Stage, ...], place: int) -> float:
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
    """The chance of winning before a deal, from the piedras each side lacks."""
    return 1 / (1 + exp(-STEEPNESS * (theirs - ours) / sqrt(ours + theirs)))
