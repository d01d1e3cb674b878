"""What was found of words that were said: what each was worth, and all that one player said together."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from musbot.game.actions import Action
from musbot.game.views import View

RIGHT = 0.01
"""The chance of the juego that a word may cost and still count as right."""


RATED_FROM = 20
"""From how many words on it is told what one of them loses on average."""


class Weighed(NamedTuple):
    """A word that was said: what its player saw, the strong player's most frequent word, and both chances.

    Those are of the juego: `before` with that best word, `after` with the one said; `error` is the standard
    error of their difference. `gain` is by how much the word was better than any other, 0 where that is not
    sure.
    """

    view: View
    said: Action
    best: Action
    before: float
    after: float
    error: float = 0.0
    gain: float = 0.0

    @property
    def cost(self) -> float:
        """What the word cost, in chances of the juego; 0 where that is not sure."""
        lost = self.before - self.after
        return lost if lost > 2 * self.error else 0.0

    @property
    def right(self) -> bool:
        """Whether it cost nothing worth the name."""
        return self.cost <= RIGHT


class Rating(NamedTuple):
    """What a word of a player loses on average, in chances of the juego, and an interval of 95 %."""

    lost: float
    low: float
    high: float


class Account(NamedTuple):
    """The words of one player."""

    words: tuple[Weighed, ...]

    @property
    def rating(self) -> Rating | None:
        """What a word loses against the strong player's, sure or not; None of too few words."""
        lost = [word.before - word.after for word in self.words]
        if len(lost) < RATED_FROM:
            return None
        mean, off = fmean(lost), 1.96 * stdev(lost) / sqrt(len(lost))
        return Rating(mean, mean - off, mean + off)

    @property
    def right(self) -> int:
        """How many of them were right."""
        return sum(word.right for word in self.words)

    @property
    def cost(self) -> float:
        """What the others cost in all."""
        return sum(word.cost for word in self.words if not word.right)

    @property
    def worst(self) -> Weighed | None:
        """The word that cost most, None where all were right."""
        wrong = [word for word in self.words if not word.right]
        return max(wrong, key=lambda word: word.cost, default=None)

    @property
    def best(self) -> Weighed | None:
        """The word that was most ahead of any other, None where none was for sure."""
        ahead = [word for word in self.words if word.gain > RIGHT]
        return max(ahead, key=lambda word: word.gain, default=None)


class Turn(NamedTuple):
    """A hand, and the chance of the juego of side 0 before and after it, by the score alone."""

    hand: int
    before: float
    after: float


def turning_points(turns: Sequence[Turn]) -> list[Turn]:
    """Returns the hands in which the chance went farthest, in their order."""
    far = sorted(turns, key=lambda turn: -abs(turn.after - turn.before))[:3]
    return sorted(far)
