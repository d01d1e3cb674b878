"""Measures the delay of the event loop. A late loop delays every player."""

from __future__ import annotations

import gc
from collections.abc import Callable

from musbot.port.boundary import Periodic
from musbot.runtime.histogram import Histogram
from musbot.table.alarms import Timers

EVERY_S = 0.5
"""Seconds between two measurements."""


class LoopLag:
    """Measures the delay of the event loop every half second, from `start` to `stop`."""

    def __init__(self, timers: Timers, clock: Callable[[], float]) -> None:
        self.seen_s = Histogram()
        self._clock = clock
        self._due = clock()
        self._last_s = 0.0
        self._looks = Periodic(timers, EVERY_S, "the delay of the event loop", self._look)

    def start(self) -> None:
        """Starts a measurement every EVERY_S seconds; earlier values stay.

        A second start without `stop` measures twice as often.
        """
        self._due = self._clock() + EVERY_S
        self._looks.start()

    def stop(self) -> None:
        """Stops measuring; the measured values stay."""
        self._looks.stop()

    def now_s(self) -> float:
        """Returns the longer of the last measured delay and the current one, in seconds; 0 or more.

        Only between `start` and `stop` is this a delay; otherwise it grows with the time.
        """
        return max(self._last_s, self._clock() - self._due)

    def _look(self) -> None:
        """Adds the delay of this call, in seconds, to `seen_s`, and sets when the next call is due.

        `now_s` uses this delay until then.
        """
        self._last_s = max(0.0, self._clock() - self._due)
        self.seen_s.add(self._last_s)
        self._due = self._clock() + EVERY_S


def search_memory_seldom() -> None:
    """Collects garbage now, exempts all present objects from later collections, and makes these rarer.

    A collection stops the loop for 0.1 s with 200 tables.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 10, 50)
