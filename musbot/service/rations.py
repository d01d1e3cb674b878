"""How much one person is brought in one chat: whoever asks without end delays no board by it."""

from __future__ import annotations

from collections.abc import Callable

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
        self._owed_until: dict[tuple[str, str], float] = {}

    def take(self, person: str, chat: str) -> bool:
        """Returns whether he may have one more there, and notes that he has it."""
        now = self._clock()
        owed_until = max(self._owed_until.get((person, chat), now), now)
        if owed_until - now > (self._limit.burst - 1) * self._limit.every_s:
            return False
        if len(self._owed_until) >= MOST_KNOWN:
            self._owed_until = {who: until for who, until in self._owed_until.items() if until > now}
        self._owed_until[person, chat] = owed_until + self._limit.every_s
        return True
