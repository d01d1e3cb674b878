"""The commits of the last minutes, kept in memory to make those again that a failover has taken."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence

from musbot.store.protocol import Gap
from musbot.store.steps import Row, Step

LASTS_S = 600.0
"""Seconds for which a commit is kept: a useful replica lags less."""
MOST_ROWS = 20_000
"""The most rows that are kept: some 10 MB."""

_Batch = Sequence[Sequence[Row]]
_OF_A_TABLE = {Step.TABLE, Step.EVENT, Step.EVENT_BY, Step.EVENT_WHO}
_OF_SOMEBODY = {Step.NOTE: 1, Step.FORGET_PERSON: 0}
"""Choices and erasures, and the position of the person or chat in their values."""


class Redo:
    """The last commits of this process by their numbers."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._kept: deque[tuple[float, int, _Batch]] = deque()
        self._rows = 0
        self._from = -1
        """Every commit with a higher number is kept here."""

    def add(self, number: int, batch: _Batch) -> None:
        """Keeps an acknowledged commit, and drops commits that are too old or too many."""
        now = self._clock()
        if rows := sum(map(len, batch)):
            self._kept.append((now, number, batch))
            self._rows += rows
        while self._kept and (self._rows > MOST_ROWS or self._kept[0][0] < now - LASTS_S):
            _, self._from, dropped = self._kept.popleft()
            self._rows -= sum(map(len, dropped))

    def commits_after(self, number: int) -> list[tuple[int, _Batch]] | None:
        """Returns the commits with a higher number; None if some of them were dropped."""
        if number < self._from:
            return None
        return [(made, batch) for _, made, batch in self._kept if made > number]

    def gap(self, number: int) -> Gap:
        """Returns the tables and people of all commits with a higher number."""
        if (lost := self.commits_after(number)) is None:
            return Gap()
        rows = [row for _, batch in lost for write in batch for row in write]
        tables = frozenset(values[0] for step, values in rows if step in _OF_A_TABLE)
        return Gap(tables, frozenset(_people(rows)))


def _people(rows: Sequence[Row]) -> Iterator[str]:
    for step, values in rows:
        if step in _OF_SOMEBODY:
            yield values[_OF_SOMEBODY[step]]
