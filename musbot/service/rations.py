"""How much one person is brought in one chat: whoever asks without end delays no board by it."""

from __future__ import annotations

from collections.abc import Callable

from musbot.service.bucket import Bucket
from musbot.service.messenger import Limit

ANSWERS = Limit(burst=3, every_s=20)
"""Answers to the commands of one person in one chat, which bears about 20 messages a minute."""
IN_PRIVATE = Limit(burst=10, every_s=3)
"""The same in his private chat, which delays no board and bears a message a second."""
BOARDS = Limit(burst=3, every_s=20)
"""Tables that one person opens in one chat, or has shown there again."""
PAGES = Limit(burst=5, every_s=10)
"""Pages of buttons that one person opens."""
MOST_KNOWN = 10_000
"""People and chats that are remembered before those are let go who may have all again."""


class Rations:
    """What each person may still have in each chat: `burst` at once, then one every `every_s` seconds."""

    def __init__(self, limit: Limit, clock: Callable[[], float]) -> None:
        self._limit = limit
        self._clock = clock
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def take(self, person: str, chat: str) -> bool:
        """Returns whether he may have one more there, and notes that he has it."""
        now, full = self._clock(), self._limit.burst
        if len(self._buckets) >= MOST_KNOWN:
            self._buckets = {who: it for who, it in self._buckets.items() if it.ready_in(now, full) > 0}
        bucket = self._buckets.setdefault((person, chat), Bucket(self._limit, now))
        if bucket.ready_in(now) > 0:
            return False
        bucket.take()
        return True
