"""Measures the delay of the event loop. A late loop delays every player."""

from __future__ import annotations

import gc
from collections.abc import Callable

from musbot.spread import Spread
from musbot.table.alarms import Handle, Timers

EVERY_S = 0.5
"""Seconds between two measurements."""


class LoopLag:
    """Measures the delay of the event loop every half second, from `start` to `stop`."""

    def __init__(self, timers: Timers, clock: Callable[[], float]) -> None:
        self.seen_s = Spread()
        self._timers = timers
        self._clock = clock
        self._due = clock()
        self._last_s = 0.0
        self._next: Handle | None = None

    def start(self) -> None:
        """Starts measuring."""
        self._due = self._clock() + EVERY_S
        self._next = self._timers.call_later(EVERY_S, self._look)

    def stop(self) -> None:
        """Stops measuring."""
        if self._next is not None:
            self._next.cancel()

    def now_s(self) -> float:
        """Returns the current delay or the last measured delay, in seconds; the longer one."""
        return max(self._last_s, self._clock() - self._due)

    def _look(self) -> None:
        self._last_s = max(0.0, self._clock() - self._due)
        self.seen_s.add(self._last_s)
        self.start()


def search_memory_seldom() -> None:
    """Exempts permanent objects from garbage collection, which stops the loop for 0.1 s with 200 tables."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 10, 50)
