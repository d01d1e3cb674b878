"""How far other talk has pushed boards up: counted, not read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

FAR_UP = 15
"""Messages of other talk after which the board is shown again at the bottom."""
PAUSE_S = 60.0
"""How long talk brings a board down no more after it did: a channel may talk faster than one plays."""


@dataclass(slots=True)
class _Above:
    """What has been said below a board; `brought` is when talk last brought it down."""

    board: str
    said: int = 0
    brought: float = float("-inf")


class Talk:
    """Counts what is said below each board; keeps nothing of channels without tables."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._above: dict[str, dict[str, _Above]] = {}

    def heard(self, chat: str, boards: Sequence[tuple[str, str]]) -> list[str]:
        """Counts a message in a chat with these tables and boards; returns the tables to be brought down."""
        known = self._above.pop(chat, {})
        if not boards:
            return []
        now = self._above[chat] = {table: known.get(table) or _Above(board) for table, board in boards}
        for table, board in boards:
            above = now[table]
            above.said = above.said + 1 if above.board == board else 1
            above.board = board
        buried = [table for table, above in now.items() if self._is_buried(above)]
        for table in buried:
            now[table].brought = self._clock()
        return buried

    def _is_buried(self, above: _Above) -> bool:
        return above.said > FAR_UP and self._clock() - above.brought >= PAUSE_S
