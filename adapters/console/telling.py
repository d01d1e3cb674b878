"""Holds back the events of a hand until the hand before it is finished."""

from __future__ import annotations


class Story:
    """A queue of event lines by hand. The lobby is hand 0."""

    def __init__(self) -> None:
        self._pending: list[tuple[int, str]] = []
        self._hand: int | None = None

    @property
    def in_lobby(self) -> bool:
        """Whether the lobby is being told."""
        return self._hand == 0

    @property
    def has_begun(self) -> bool:
        """Whether a hand or the lobby is being told."""
        return self._hand is not None

    def add_line(self, hand: int, line: str) -> list[str]:
        """Queues an event line of a hand, then removes the lines of the hand being told and of earlier hands.

        Returns the removed lines; no lines while no hand is being told.
        """
        self._pending.append((hand, line))
        return self._take_due()

    def tell_from(self, hand: int | None) -> list[str]:
        """Sets the hand being told. Removes its lines, and lines of earlier hands, and returns them.

        Lines of later hands stay in the queue. None: no hand is being told, and no lines are returned.
        """
        self._hand = hand
        return self._take_due()

    def tell_next_hand(self) -> list[str]:
        """Continues with the next hand. Removes its lines, and lines of earlier hands, and returns them.

        After the lobby, and while no hand is being told, the next hand is hand 1.
        """
        return self.tell_from((self._hand or 0) + 1)

    def _take_due(self) -> list[str]:
        """Removes the lines of the hand being told and of earlier hands from the queue, and returns them.

        Returns no lines while no hand is being told.
        """
        now = self._hand
        due = [line for hand, line in self._pending if now is not None and hand <= now]
        self._pending = [(hand, line) for hand, line in self._pending if now is None or hand > now]
        return due
