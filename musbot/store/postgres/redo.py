"""The commits of the last minutes, kept in memory to make those again that a failover has taken."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from musbot.store.operations import AppendEvent, CreateTable, ForgetPerson, RemoveNote, SetNote, Write
from musbot.store.protocol import Gap
from musbot.table.events import ChatId, TableId

LASTS_S = 600.0
"""Seconds for which a commit is kept: a useful replica lags less."""
MOST_ROWS = 20_000
"""The most rows that are kept: some 10 MB."""

_Batch = Sequence[Write]


class Redo:
    """The last commits of this process by their numbers."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._kept: deque[tuple[float, int, _Batch]] = deque()
        self._rows = 0
        self._from = -1
        """Every commit with a higher number is kept here."""

    def add(self, number: int, batch: _Batch) -> None:
        """Keeps an acknowledged commit, unless it is empty. Drops the oldest above MOST_ROWS rows or
        LASTS_S."""
        now = self._clock()
        if rows := sum(map(len, batch)):
            self._kept.append((now, number, batch))
            self._rows += rows
        while self._kept and (self._rows > MOST_ROWS or self._kept[0][0] < now - LASTS_S):
            _, self._from, dropped = self._kept.popleft()
            self._rows -= sum(map(len, dropped))

    def commits_after(self, number: int) -> list[tuple[int, _Batch]] | None:
        """Returns the commits with a higher number, the oldest first, without empty ones.

        None if one of these was dropped (`add`).
        """
        if number < self._from:
            return None
        return [(made, batch) for _, made, batch in self._kept if made > number]

    def gap(self, number: int) -> Gap:
        """Returns the tables and people of all commits with a higher number.

        Its tables are the tables and dates that got events. Its people are the people and chats with a
        changed note, and the forgotten ones. If some commits were dropped, returns Gap(): unknown tables.
        """
        if (lost := self.commits_after(number)) is None:
            return Gap()
        operations = [it for _, batch in lost for write in batch for it in write]
        tables = (TableId(it.table) for it in operations if isinstance(it, CreateTable | AppendEvent))
        names = (ChatId(it.name) for it in operations if isinstance(it, SetNote | RemoveNote))
        forgotten = (it.person for it in operations if isinstance(it, ForgetPerson))
        return Gap(frozenset(tables), frozenset((*names, *forgotten)))
