"""How fast a chat may be written to, and how much one person may have: who floods delays no board."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable
from math import ceil

from musbot.port.messenger import Limit
from musbot.table.act_result import Refused

ANSWERS = Limit(burst=3, every_s=20)
"""Answers to the commands of one person in one chat, which bears about 20 messages a minute."""
IN_PRIVATE = Limit(burst=10, every_s=3)
"""The same in their private chat, which delays no board and bears a message a second."""
ACTS = Limit(burst=10, every_s=3)
"""Commands by which one person acts at the tables of one chat."""
WARNINGS = Limit(burst=1, every_s=60)
"""How often one who asks for more is told when they may: whoever goes on meets silence."""
BOARDS = Limit(burst=3, every_s=20)
"""Tables that one person opens in one chat, or has shown there again."""
PAGES = Limit(burst=5, every_s=10)
"""Pages of buttons that one person opens."""
LOST = Limit(burst=1, every_s=60)
"""Boards that come back at once where somebody deletes them."""
MOST_KNOWN = 10_000
"""People and chats that are remembered before those are let go who may have all again."""
TINY = 1e-9


class Bucket:
    """How many requests are borne now: `burst` at once, then one every `every_s` seconds.

    None before `held_until`: the platform has asked for a pause, or does not answer.
    """

    __slots__ = ("_at", "_limit", "_made", "_tokens", "held_until")

    def __init__(self, limit: Limit, now: float) -> None:
        """Makes a full one."""
        self._limit = limit
        self._tokens = float(limit.burst)
        self._at = now
        self._made = array("d")
        self.held_until = 0.0

    def empty_since(self, at: float) -> None:
        """Makes it one that was empty at a moment, after as many requests as its limit allows."""
        self._tokens, self._at = 0.0, at
        limit = self._limit
        ages = [max(0, n - limit.burst) * limit.every_s for n in range(limit.most, 0, -1)]
        self._made = array("d", [at - age for age in ages])

    def ready_in(self, now: float, spare: int = 0) -> float:
        """Returns the seconds until the next request may go out and leave so many more; 0 for now."""
        self._tokens = min(self._limit.burst, self._tokens + (now - self._at) / self._limit.every_s)
        self._at = now
        needed = min(1 + spare, self._limit.burst)
        wait = max((needed - self._tokens) * self._limit.every_s, self.held_until - now)
        if self._limit.most:
            wait = max(wait, self._window_wait_s(now, needed))
        return wait if wait > TINY else 0.0

    def is_full(self, now: float) -> bool:
        """Whether it is as good as a new one: no request before now makes a later one wait."""
        return self.ready_in(now, self._limit.burst) == 0 and not self._made

    def take(self) -> None:
        """Records that a request goes out, at the moment of the last `ready_in`."""
        self._tokens -= 1
        if self._limit.most:
            self._made.append(self._at)

    def put_back(self) -> None:
        """Records that it did not."""
        self._tokens += 1
        if self._made:
            self._made.pop()

    def _window_wait_s(self, now: float, needed: int) -> float:
        """Returns the seconds until so many requests fit into the window; forgets what has left it."""
        begin = now - self._limit.within_s
        gone = bisect_right(self._made, begin + TINY)
        if gone:
            del self._made[:gone]
        excess = len(self._made) + needed - self._limit.most
        return self._made[excess - 1] - begin if excess > 0 else 0.0


class RateLimits:
    """What each person may still have in each chat: `burst` at once, then one every `every_s` seconds."""

    def __init__(self, limit: Limit, clock: Callable[[], float]) -> None:
        self._limit = limit
        self._clock = clock
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def forget(self, person: str) -> None:
        """Knows no more what somebody has had."""
        self._buckets = {who: it for who, it in self._buckets.items() if who[0] != person}

    def claim(self, person: str, chat: str) -> None:
        """Notes that they have one more there; raises Refused("refused-too-fast"), with when they may."""
        if not self.take(person, chat):
            raise Refused("refused-too-fast", seconds=self.wait_s(person, chat))

    def wait_s(self, person: str, chat: str) -> int:
        """Returns after how many seconds they may have one more there; 0 for now."""
        bucket = self._buckets.get((person, chat))
        return ceil(bucket.ready_in(self._clock())) if bucket is not None else 0

    def take(self, person: str, chat: str) -> bool:
        """Returns whether they may have one more there, and notes that they have it."""
        now, full = self._clock(), self._limit.burst
        if len(self._buckets) >= MOST_KNOWN:
            self._buckets = {who: it for who, it in self._buckets.items() if it.ready_in(now, full) > 0}
        bucket = self._buckets.setdefault((person, chat), Bucket(self._limit, now))
        if bucket.ready_in(now) > 0:
            return False
        bucket.take()
        return True
