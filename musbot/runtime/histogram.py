"""Histograms and percentiles of measured values."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Upper bounds for durations, in seconds."""


class Histogram:
    """A histogram. Each bound includes its own value; values above the last bound are counted too."""

    def __init__(self, bounds: Sequence[float] = SECONDS) -> None:
        self.bounds = tuple(bounds)
        self.total = 0.0
        self._counts = [0] * (len(self.bounds) + 1)

    def add(self, value: float) -> None:
        """Counts a value in its bucket and adds it to `total`."""
        self._counts[bisect_left(self.bounds, value)] += 1
        self.total += value

    def at_most(self) -> list[int]:
        """Returns, for each bound, the number of values up to and including it, then the number of all
        values.

        The counts are cumulative.
        """
        return list(accumulate(self._counts))
