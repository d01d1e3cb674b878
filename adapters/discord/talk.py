"""Counts the messages below each board, without reading them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from musbot.port import ChatId, MessageId
from musbot.table.events import TableId

FAR_UP = 15
"""Messages below a board after which it is posted again."""
PAUSE_S = 60.0
"""The minimum seconds between two such posts of a board, because a channel may be fast."""


@dataclass(slots=True)
class _Above:
    """The messages below a board."""

    board: MessageId
    """The id of the board's message."""
    said: int = 0
    """Their number."""
    brought: float = float("-inf")
    """The time at which `count_message` last returned the board's table."""


class MessagesBelowBoard:
    """Counts messages below boards; remembers no channels without tables."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._above: dict[ChatId, dict[TableId, _Above]] = {}

    def count_message(self, chat: ChatId, boards: Sequence[tuple[TableId, MessageId]]) -> list[TableId]:
        """Counts a message in a chat; returns the ids of the tables whose boards are now to be posted again.

        `boards` has the id of each table in the chat and of its board's message. A board is returned if more
        than FAR_UP messages are below its message, but not again for PAUSE_S. A board with a new message
        starts at 1. Without boards the chat is forgotten.
        """
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
        """Returns whether more than FAR_UP messages are below a board.

        False for PAUSE_S after `count_message` has returned its table.
        """
        return above.said > FAR_UP and self._clock() - above.brought >= PAUSE_S
