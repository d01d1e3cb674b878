"""How much a bot may say, and how much it said.

Discord tells its limits in headers and may change them (docs.discord.com, Rate Limits); only the global one,
50 requests a second, is documented there, and that answers to interactions do not count towards it. 5 sends
in 5 seconds a channel, and as many edits, is what docs/chat.md plans with; unverified. Edits of messages
older than an hour: 3 in 20 seconds a channel, from circuitsacul/starboard-4 issue #118; unverified.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from .errors import rate_limited, too_old_to_edit_again

HOUR_S = 3600.0


@dataclass(frozen=True, slots=True)
class Limits:
    """How many in how many seconds."""

    sends: tuple[int, float] = (5, 5.0)
    edits: tuple[int, float] = (5, 5.0)
    old_edits: tuple[int, float] = (3, 20.0)
    everything: tuple[int, float] = (50, 1.0)


class Flood:
    """Counts requests, and refuses haste; with `on` false it only counts."""

    def __init__(self, clock: Callable[[], float], limits: Limits, *, on: bool) -> None:
        self.clock = clock
        self.limits = limits
        self.on = on
        self.refused = 0
        """How often 429 was answered, or would have been."""
        self._granted: dict[tuple[str, int], list[float]] = defaultdict(list)

    def everywhere(self) -> None:
        """Counts a request towards the global limit."""
        wait_s = self._take(("everything", 0), self.limits.everything)
        if wait_s:
            headers = {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
            self._refuse(rate_limited(wait_s, headers, everywhere=True))

    def in_channel(self, kind: str, channel: int) -> dict[str, str]:
        """Counts "sends" or "edits" of a channel; returns the headers that tell what is left."""
        allowed: tuple[int, float] = getattr(self.limits, kind)
        wait_s = self._take((kind, channel), allowed)
        headers = self._headers(kind, channel, allowed)
        if wait_s:
            refused = headers | {"X-RateLimit-Remaining": "0", "X-RateLimit-Scope": "user"}
            self._refuse(rate_limited(wait_s, refused, everywhere=False))
        return headers if self.on else {}

    def old_edit(self, channel: int, age_s: float) -> None:
        """Counts the edit of a message, if that is older than an hour."""
        if age_s > HOUR_S and (wait_s := self._take(("old_edits", channel), self.limits.old_edits)):
            self._refuse(too_old_to_edit_again(wait_s))

    def _take(self, key: tuple[str, int], allowed: tuple[int, float]) -> float:
        """Counts one, if there is room; returns 0, or how long there will be none."""
        number, window_s = allowed
        now = self.clock()
        self._granted[key] = recent = [t for t in self._granted[key] if now - t < window_s]
        if len(recent) >= number and self.on:
            return max(0.001, round(recent[0] + window_s - now, 3))
        recent.append(now)
        return 0.0

    def _headers(self, kind: str, channel: int, allowed: tuple[int, float]) -> dict[str, str]:
        number, window_s = allowed
        recent = self._granted[kind, channel]
        reset = recent[0] + window_s
        return {
            "X-RateLimit-Bucket": kind,
            "X-RateLimit-Limit": str(number),
            "X-RateLimit-Remaining": str(max(0, number - len(recent))),
            "X-RateLimit-Reset": f"{reset:.3f}",
            "X-RateLimit-Reset-After": f"{max(0.0, reset - self.clock()):.3f}",
        }

    def _refuse(self, error: Exception) -> None:
        self.refused += 1
        raise error
