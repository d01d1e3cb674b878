"""How much a bot may say, and how much it said.

Sends and edits share one budget a chat (levlam in tdlib/td issues #2592 and #3034: about 20 a minute);
answers to presses have none (levlam in tdlib/telegram-bot-api issue #648). 20 a minute in a group, 1 a
second in a chat with short bursts, about 30 a second over all: core.telegram.org/bots/faq. The platform's
real limits move; these are fixed, and never kinder. Deletions are not counted: their limits "are high enough
to cover all reasonable usages" (levlam in tdlib/telegram-bot-api issue #572).
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

MINUTE_S = 60.0


@dataclass(frozen=True, slots=True)
class Limits:
    """What is allowed; the size of a private chat's burst is not documented."""

    group_per_minute: int = 20
    private_per_second: float = 1.0
    private_burst: int = 3
    overall_per_second: int = 30


class Flood:
    """Counts every send and edit, and says how long a bot has to wait; with `on` false it only counts."""

    def __init__(self, clock: Callable[[], float], limits: Limits, *, on: bool) -> None:
        self.clock = clock
        self.limits = limits
        self.on = on
        self.attempts: dict[int, list[float]] = defaultdict(list)
        """When each chat was written to, refused or not."""
        self.impatient: list[tuple[int, float]] = []
        """Chats written to, and when, before a retry_after they were told had passed."""
        self._granted: dict[int, list[float]] = defaultdict(list)
        self._overall: list[float] = []
        self._told: dict[int, float] = {}

    def retry_after_s(self, chat: int, cost: int = 1) -> int:
        """Counts messages to a chat; returns 0 and grants them, or the seconds to wait."""
        now = self.clock()
        self.attempts[chat] += [now] * cost
        if now < self._told.get(chat, 0):
            self.impatient.append((chat, now))
        wait_s = self._wait_s(chat, now, cost) if self.on else 0.0
        if wait_s <= 0:
            self._granted[chat] += [now] * cost
            self._overall += [now] * cost
            return 0
        whole_s = max(1, math.ceil(wait_s))
        self._told[chat] = now + whole_s
        return whole_s

    def max_in_any_minute(self, chat: int) -> int:
        """Returns the most sends and edits tried within any 60 seconds."""
        times = self.attempts[chat]
        return max((i + 1 - bisect_right(times, t - MINUTE_S) for i, t in enumerate(times)), default=0)

    def _wait_s(self, chat: int, now: float, cost: int) -> float:
        in_chat = self._granted[chat]
        if chat < 0:
            waits = _window_wait_s(in_chat, now, cost, self.limits.group_per_minute, MINUTE_S)
        else:
            waits = self._bucket_wait_s(in_chat, now, cost)
        return max(waits, _window_wait_s(self._overall, now, cost, self.limits.overall_per_second, 1.0))

    def _bucket_wait_s(self, times: list[float], now: float, cost: int) -> float:
        """Returns the wait of a bucket that holds a burst and refills steadily."""
        rate, size = self.limits.private_per_second, float(self.limits.private_burst)
        level, at = size, times[0] if times else now
        for time in times:
            level = min(size, level + (time - at) * rate) - 1
            at = time
        level = min(size, level + (now - at) * rate)
        return 0.0 if level >= cost else (cost - level) / rate


def _window_wait_s(times: list[float], now: float, cost: int, limit: int, window_s: float) -> float:
    """Returns how long until a sliding window has room."""
    recent = times[bisect_right(times, now - window_s) :]
    excess = len(recent) + cost - limit
    return 0.0 if excess <= 0 else recent[min(excess, len(recent)) - 1] + window_s - now
