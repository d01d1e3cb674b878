"""How fast a chat may be written to."""

from __future__ import annotations

from musbot.service.messenger import Limit


class Bucket:
    """How many requests a chat bears now: `burst` at once, then one every `every_s` seconds.

    None before `held_until`: the platform has asked for a pause, or does not answer.
    """

    def __init__(self, limit: Limit, now: float, since_s: float | None = None) -> None:
        """Makes a full one, or one that was empty `since_s` seconds ago."""
        self._limit = limit
        self._tokens = float(limit.burst)
        self._at = now
        self.held_until = 0.0
        if since_s is not None:
            self._tokens = 0.0
            self._at = now - since_s

    def ready_in(self, now: float) -> float:
        """Returns the seconds until the next request may go out; 0 for now."""
        self._tokens = min(self._limit.burst, self._tokens + (now - self._at) / self._limit.every_s)
        self._at = now
        return max(0.0, (1 - self._tokens) * self._limit.every_s, self.held_until - now)

    def take(self) -> None:
        """Notes that a request goes out."""
        self._tokens -= 1

    def put_back(self) -> None:
        """Notes that it did not."""
        self._tokens += 1
