"""How fast a chat, or all chats of a platform together, may be written to."""

from __future__ import annotations

from musbot.service.messenger import Limit

TINY = 1e-9


class Bucket:
    """How many requests are borne now: `burst` at once, then one every `every_s` seconds.

    None before `held_until`: the platform has asked for a pause, or does not answer.
    """

    __slots__ = ("_at", "_limit", "_tokens", "held_until")

    def __init__(self, limit: Limit, now: float) -> None:
        """Makes a full one."""
        self._limit = limit
        self._tokens = float(limit.burst)
        self._at = now
        self.held_until = 0.0

    def empty_since(self, at: float) -> None:
        """Makes it one that was empty at a moment."""
        self._tokens, self._at = 0.0, at

    def ready_in(self, now: float, spare: int = 0) -> float:
        """Returns the seconds until the next request may go out and leave so many more; 0 for now."""
        self._tokens = min(self._limit.burst, self._tokens + (now - self._at) / self._limit.every_s)
        self._at = now
        needed = min(1 + spare, self._limit.burst)
        wait = max((needed - self._tokens) * self._limit.every_s, self.held_until - now)
        return wait if wait > TINY else 0.0

    def take(self) -> None:
        """Notes that a request goes out."""
        self._tokens -= 1

    def put_back(self) -> None:
        """Notes that it did not."""
        self._tokens += 1
