"""Time that passes when a test says so."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(order=True)
class Rung:
    """A callback that waits for its moment."""

    at: float
    number: int
    callback: Callable[..., object] = field(compare=False)
    arguments: tuple[Any, ...] = field(compare=False)
    cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        """Lets it pass."""
        self.cancelled = True

    def when(self) -> float:
        """Returns its moment."""
        return self.at


TICK_S = 0.001
"""No sleep is shorter."""


BEGIN_S = 1000.0
"""The first time of a clock; 0 could pass for a missing time."""


class Clock:
    """The clock, the timers (`table.clocks.Timers`) and the sleep of a process in a test."""

    def __init__(self) -> None:
        self.now = BEGIN_S
        self._waiting: list[Rung] = []
        self._numbers = itertools.count()

    def __call__(self) -> float:
        return self.now

    def time(self) -> float:
        """Returns the time, as an asyncio loop tells its own."""
        return self.now

    def call_later(self, delay: float, callback: Callable[..., object], *arguments: Any) -> Rung:
        """Calls back once the clock has been advanced so far."""
        rung = Rung(self.now + delay, next(self._numbers), callback, arguments)
        heapq.heappush(self._waiting, rung)
        return rung

    def advance(self, seconds: float) -> bool:
        """Moves the clock and calls what is due, in order; returns whether anything was."""
        until, struck = self.now + seconds, False
        while self._waiting and self._waiting[0].at <= until:
            rung = heapq.heappop(self._waiting)
            self.now = max(self.now, rung.at)
            if not rung.cancelled:
                rung.callback(*rung.arguments)
                struck = True
        self.now = until
        return struck

    async def sleep(self, seconds: float) -> None:
        """Lets the time pass that somebody wants to wait: nobody waits in a test. No timer strikes by it."""
        self.now += max(seconds, TICK_S)
        await asyncio.sleep(0)
