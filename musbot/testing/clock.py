"""A clock that a test and sleeping tasks advance, never real time."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(order=True)
class ScheduledCall:
    """A scheduled callback."""

    at: float
    """The time of the call by its Clock, in seconds."""
    number: int
    """A serial number, to order calls at the same time."""
    callback: Callable[..., object] = field(compare=False)
    """The function to call."""
    arguments: tuple[Any, ...] = field(compare=False)
    """Its arguments."""
    cancelled: bool = field(default=False, compare=False)
    """Whether it was cancelled."""

    def cancel(self) -> None:
        """Prevents the call; without effect once it has been made."""
        self.cancelled = True

    def when(self) -> float:
        """Returns the time of the call, in seconds of the clock."""
        return self.at


TICK_S = 0.001
"""The minimum duration of a sleep, in seconds."""


BEGIN_S = 1000.0
"""The first time of a clock; 0 could pass for a missing time."""


class Clock:
    """The clock, the timers (`table.alarms.Timers`) and the sleep function of a process in a test."""

    def __init__(self) -> None:
        self.now = BEGIN_S
        self._waiting: list[ScheduledCall] = []
        self._numbers = itertools.count()

    def __call__(self) -> float:
        return self.now

    def time(self) -> float:
        """Returns the time, like an asyncio loop."""
        return self.now

    def call_later(self, delay: float, callback: Callable[..., object], *arguments: Any) -> ScheduledCall:
        """Schedules a call for `delay` seconds from now, and returns it. Only `advance` makes it."""
        rung = ScheduledCall(self.now + delay, next(self._numbers), callback, arguments)
        heapq.heappush(self._waiting, rung)
        return rung

    def advance(self, seconds: float) -> bool:
        """Advances the clock and makes the calls that are due by then, overdue ones included, in order.

        Returns whether it made any. Calls scheduled by these calls count too. An error of a call comes
        through; the clock then stays at the time of that call.
        """
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
        """Advances the clock at once, by TICK_S at least, instead of waiting, and lets other tasks run.

        It makes no scheduled call, so calls may become overdue.
        """
        self.now += max(seconds, TICK_S)
        await asyncio.sleep(0)
