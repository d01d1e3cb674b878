"""How late the event loop comes to what is due: while it is late, everybody waits."""

from __future__ import annotations

import gc
from collections.abc import Callable

from musbot.spread import Spread
from musbot.table.alarms import Handle, Timers

EVERY_S = 0.5


class LoopLag:
    """Looks every half a second how late it is; begun with `start`, ended with `stop`."""

    def __init__(self, timers: Timers, clock: Callable[[], float]) -> None:
        self.seen_s = Spread()
        self._timers = timers
        self._clock = clock
        self._due = clock()
        self._last_s = 0.0
        self._next: Handle | None = None

    def start(self) -> None:
        """Begins to look."""
        self._due = self._clock() + EVERY_S
        self._next = self._timers.call_later(EVERY_S, self._look)

    def stop(self) -> None:
        """Looks no more."""
        if self._next is not None:
            self._next.cancel()

    def now_s(self) -> float:
        """Returns how late the loop is, or was when it was last looked at."""
        return max(self._last_s, self._clock() - self._due)

    def _look(self) -> None:
        self._last_s = max(0.0, self._clock() - self._due)
        self.seen_s.add(self._last_s)
        self.start()


def search_memory_seldom() -> None:
    """Keeps the search for garbage, which stops all for 0.1 s with 200 tables, from what is for good."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 10, 50)
