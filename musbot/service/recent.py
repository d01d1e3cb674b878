"""Which deliveries were handled last: a short cut, for the store refuses each that it has recorded."""

from __future__ import annotations

MOST = 10_000
"""How many are known for certain: a repeat mostly comes at once."""


class Recent:
    """The keys added last, `most` at least and twice as many at most."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._newer: set[str] = set()
        self._older: set[str] = set()

    def __contains__(self, key: str) -> bool:
        return key in self._newer or key in self._older

    def __len__(self) -> int:
        return len(self._newer) + len(self._older)

    def add(self, key: str) -> None:
        """Notes a key, and forgets the oldest when there are too many."""
        if key in self:
            return
        if len(self._newer) >= self._most:
            self._newer, self._older = set(), self._newer
        self._newer.add(key)
