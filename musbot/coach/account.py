"""The value of words that were said, and the totals of one player."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from musbot.game.actions import Action
from musbot.game.views import View

BLAMED_FROM = 0.05
"""The least chance of the juego whose loss the coach blames; it cannot tell smaller losses from noise."""

LEAD_FROM = 0.01
"""The least lead over the second-best word for which a word is praised."""


RATED_FROM = 20
"""An account has a rating once it holds this number of words."""


class ValuedWord(NamedTuple):
    """A word and its estimated value, compared with the strong player's most frequent word.

    Values are chances of winning the juego.
    """

    view: View
    """The table as its speaker saw it, before the word."""
    said: Action
    """The word itself."""
    best: Action
    """The strong player's most frequent word in this view."""
    before: float
    """The value of `best`."""
    after: float
    """The value of `said`."""
    error: float = 0.0
    """The standard error of `before - after`."""
    gain: float = 0.0
    """The lead of `said` over every other word; 0 if the lead is not significant."""

    @property
    def cost(self) -> float:
        """The chance of winning that the word gave away; 0 below `BLAMED_FROM` or within two standard
        errors."""
        lost = self.before - self.after
        return lost if lost >= BLAMED_FROM and lost > 2 * self.error else 0.0

    @property
    def is_right(self) -> bool:
        """Whether the coach has nothing to blame in the word."""
        return not self.cost


class Rating(NamedTuple):
    """A player's average loss per word, in chance of winning the juego, with its 95 % interval."""

    lost: float
    """The average."""
    low: float
    """The lower end of the interval."""
    high: float
    """The upper end of the interval."""


class Account(NamedTuple):
    """The valued words of one player."""

    words: tuple[ValuedWord, ...]
    """The words in the order in which the player said them."""

    @property
    def rating(self) -> Rating | None:
        """The average loss against the strong player's words, with its 95 % interval.

        None for fewer than `RATED_FROM` words.
        """
        lost = [word.before - word.after for word in self.words]
        if len(lost) < RATED_FROM:
            return None
        mean, off = fmean(lost), 1.96 * stdev(lost) / sqrt(len(lost))
        return Rating(mean, mean - off, mean + off)

    @property
    def right_count(self) -> int:
        """The number of right words."""
        return sum(word.is_right for word in self.words)

    @property
    def cost(self) -> float:
        """The total cost of the words that were not right, in chance of winning the juego."""
        return sum(word.cost for word in self.words if not word.is_right)

    @property
    def worst(self) -> ValuedWord | None:
        """The word that cost most; None if all words were right."""
        wrong = [word for word in self.words if not word.is_right]
        return max(wrong, key=lambda word: word.cost, default=None)

    @property
    def best(self) -> ValuedWord | None:
        """The word with the longest lead over its alternatives; None if no lead exceeds `LEAD_FROM`."""
        ahead = [word for word in self.words if word.gain > LEAD_FROM]
        return max(ahead, key=lambda word: word.gain, default=None)


class Turn(NamedTuple):
    """A hand, and the chance that side 0 wins the juego before and after it, by the score alone."""

    hand: int
    """The number of the hand."""
    before: float
    """The chance before the deal."""
    after: float
    """The chance after the count."""


def turning_points(turns: Sequence[Turn]) -> list[Turn]:
    """Returns up to three hands in which the chance changed most, in playing order; empty without hands."""
    far = sorted(turns, key=lambda turn: -abs(turn.after - turn.before))[:3]
    return sorted(far)
