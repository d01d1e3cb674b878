"""What is heard of a hand waits until all of the one before it has been told."""

from __future__ import annotations


class Story:
    """Keeps the lines of hands that are not told yet; the lobby is number 0."""

    def __init__(self) -> None:
        self._held: list[tuple[int, str]] = []
        self._hand: int | None = None

    @property
    def in_lobby(self) -> bool:
        """Whether what comes before the first hand is being told."""
        return self._hand == 0

    @property
    def begun(self) -> bool:
        """Whether anything is told yet."""
        return self._hand is not None

    def hear(self, hand: int, line: str) -> list[str]:
        """Takes a line in; returns those that are to be told now."""
        self._held.append((hand, line))
        return self._due()

    def begin(self, hand: int | None) -> list[str]:
        """Tells from that hand on, or nothing as yet; returns the lines that are to be told now."""
        self._hand = hand
        return self._due()

    def next(self) -> list[str]:
        """Tells from the next hand on; returns the lines that are to be told now."""
        return self.begin((self._hand or 0) + 1)

    def _due(self) -> list[str]:
        now = self._hand
        due = [line for hand, line in self._held if now is not None and hand <= now]
        self._held = [(hand, line) for hand, line in self._held if now is None or hand > now]
        return due
