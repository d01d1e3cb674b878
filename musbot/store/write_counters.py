"""Counters of the writer, for the metrics of a running musbot."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from enum import Enum

from musbot.runtime.histogram import Histogram


class WriteFate(Enum):
    """The outcome of a write: made, refused, given up as too late, or failed with its batch."""

    WRITTEN = "written"
    REFUSED = "refused"
    LATE = "late"
    FAILED = "failed"


class StoreTally:
    """Counts of writes and commits since the start, and whether the database takes any now."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.writes: Counter[WriteFate] = Counter()
        self.batch = Histogram((1, 2, 5, 10, 20, 50, 100))
        self.commit_s = Histogram()
        self.failures = 0
        self.failing = False
        """Whether the last commit failed."""
        self._clock = clock
        self._begun: float | None = None

    def begin(self) -> None:
        """Starts the clock of a commit; `count_commit` or `count_failure` ends it."""
        self._begun = self._clock()

    def count_commit(self, writes: int, refused: int) -> None:
        """Counts a commit with its duration and its number of writes; `refused` of them were refused.

        `failing` is then False.
        """
        self._end()
        self.failing = False
        self.batch.add(writes)
        self.writes[WriteFate.WRITTEN] += writes - refused
        self.writes[WriteFate.REFUSED] += refused

    def count_failure(self) -> None:
        """Counts a failed commit with its duration; `failing` is then True.

        Its writes are counted separately.
        """
        self._end()
        self.failing = True
        self.failures += 1

    def under_way_s(self) -> float:
        """Returns the seconds since the commit that is under way began; 0 if no commit is under way."""
        return self._clock() - self._begun if self._begun is not None else 0.0

    def _end(self) -> None:
        """Adds the duration of the commit under way to the histogram, and stops its clock."""
        self.commit_s.add(self.under_way_s())
        self._begun = None
