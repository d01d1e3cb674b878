"""Rate limits for chats and for persons, so that flooding delays no board."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable
from math import ceil

from musbot.port.messenger import Limit
from musbot.table.act_result import Refused
from musbot.table.events import PersonId

ANSWERS = Limit(burst=3, every_s=20)
"""Answers to one person's commands in a group; Telegram allows about 20 messages a minute there.

Also the single posts of a chat that rank with its boards (`FairQueue.take_answer`).
"""
DELETIONS = Limit(burst=5, every_s=1)
"""Deletions in one chat. They do not count among a platform's sends and edits, and Telegram's limits are
"high enough to cover all reasonable usages" (its author in tdlib/telegram-bot-api issue #572)."""
IN_PRIVATE = Limit(burst=10, every_s=3)
"""Answers and greetings to one person in their private chat, which allows a message a second."""
ACTS = Limit(burst=10, every_s=3)
"""One person's commands that act at the tables of one chat."""
WARNINGS = Limit(burst=1, every_s=60)
"""Answers that name the waiting time to a person who exceeds a limit; further ones are silent."""
BOARDS = Limit(burst=3, every_s=20)
"""Tables that one person opens, or has posted again, in one chat."""
PAGES = Limit(burst=5, every_s=10)
"""Pages of buttons that one person opens in one chat."""
TAPS = Limit(burst=1, every_s=2)
"""One person's presses of one button; a second press that is refused is a double tap, answered silently."""
LOST = Limit(burst=1, every_s=60)
"""Deleted boards that are posted again at once."""
MOST_KNOWN = 10_000
"""The number of buckets from which on full ones are removed."""
TINY = 1e-9
"""Seconds below which a wait is 0, to absorb rounding."""


class Bucket:
    """A token bucket: `burst` requests at once, then one every `every_s` seconds.

    If the limit has `most`, it also allows at most that many within `within_s` seconds. It allows none before
    `paused_until`, while a platform has asked for a pause or does not answer.
    Times are monotonic, in seconds.
    """

    __slots__ = ("_at", "_limit", "_made", "_tokens", "paused_until")

    def __init__(self, limit: Limit, now: float) -> None:
        """Creates a full bucket."""
        self._limit = limit
        self._tokens = float(limit.burst)
        self._at = now
        self._made = array("d")
        self.paused_until = 0.0

    def empty_since(self, at: float) -> None:
        """Empties the bucket as of time `at`, as if it had made as many requests as its limit allows."""
        self._tokens, self._at = 0.0, at
        limit = self._limit
        ages = [max(0, n - limit.burst) * limit.every_s for n in range(limit.most, 0, -1)]
        self._made = array("d", [at - age for age in ages])

    def ready_in(self, now: float, spare: int = 0) -> float:
        """Returns the seconds until a request may go and leave `spare` more; 0 for now. Takes no token.

        Refills the bucket up to `now`. For a high `spare` it waits for a full bucket at most. Pauses and the
        window of the limit count too.
        """
        self._tokens = min(self._limit.burst, self._tokens + (now - self._at) / self._limit.every_s)
        self._at = now
        needed = min(1 + spare, self._limit.burst)
        wait = max((needed - self._tokens) * self._limit.every_s, self.paused_until - now)
        if self._limit.most:
            wait = max(wait, self._window_wait_s(now, needed))
        return wait if wait > TINY else 0.0

    def is_full(self, now: float) -> bool:
        """Returns whether the bucket equals a new one: no earlier request delays a later one."""
        return self.ready_in(now, self._limit.burst) == 0 and not self._made

    def take(self) -> None:
        """Takes a token for a request at the time of the last `ready_in`; does not check that it is free."""
        self._tokens -= 1
        if self._limit.most:
            self._made.append(self._at)

    def refund(self) -> None:
        """Puts back the token of the last request, because it was not made."""
        self._tokens += 1
        if self._made:
            self._made.pop()

    def _window_wait_s(self, now: float, needed: int) -> float:
        """Returns the seconds until `needed` requests fit into the window of the limit; 0 if they fit now.

        Removes expired times.
        """
        begin = now - self._limit.within_s
        gone = bisect_right(self._made, begin + TINY)
        if gone:
            del self._made[:gone]
        excess = len(self._made) + needed - self._limit.most
        return self._made[excess - 1] - begin if excess > 0 else 0.0


class RateLimits:
    """One token bucket for each pair of `who` and `where`, which usually are a person and a chat."""

    def __init__(self, limit: Limit, clock: Callable[[], float]) -> None:
        self._limit = limit
        self._clock = clock
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def forget(self, person: PersonId) -> None:
        """Removes a person's buckets from memory; the person then has full ones."""
        self._buckets = {key: it for key, it in self._buckets.items() if key[0] != person}

    def claim(self, who: str, where: str) -> None:
        """Takes a token of a person in a chat; without one raises Refused("refused-too-fast") with the
        seconds to wait.
        """
        if not self.take(who, where):
            raise Refused("refused-too-fast", seconds=self.wait_s(who, where))

    def refund(self, who: str, where: str) -> None:
        """Puts back the token that a person took last in a chat."""
        if (bucket := self._buckets.get((who, where))) is not None:
            bucket.refund()

    def wait_s(self, who: str, where: str) -> int:
        """Returns the seconds, rounded up, until a person has a token in a chat; 0 for now. Takes none."""
        bucket = self._buckets.get((who, where))
        return ceil(bucket.ready_in(self._clock())) if bucket is not None else 0

    def take(self, who: str, where: str) -> bool:
        """Takes a token of a person in a chat; returns whether there was one.

        A new person has `burst` of the limit. From MOST_KNOWN buckets on, full ones are removed first.
        """
        now, full = self._clock(), self._limit.burst
        if len(self._buckets) >= MOST_KNOWN:
            self._buckets = {key: it for key, it in self._buckets.items() if it.ready_in(now, full) > 0}
        bucket = self._buckets.setdefault((who, where), Bucket(self._limit, now))
        if bucket.ready_in(now) > 0:
            return False
        bucket.take()
        return True
