"""What many tests share: timers that strike when a test moves their clock, a store in a folder."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from musbot.store.sqlite import SqliteStore, open_sqlite


@dataclass(order=True)
class Rung:
    """A callback that waits for its moment."""

    at: float
    number: int
    callback: Callable[..., object] = field(compare=False)
    arguments: tuple[Any, ...] = field(compare=False)
    cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        self.cancelled = True


class HandTimers:
    """Timers (`clocks.Timers`) that strike only when a test moves their clock."""

    def __init__(self) -> None:
        self.now = 0.0
        self._waiting: list[Rung] = []
        self._numbers = itertools.count()

    def call_later(self, delay: float, callback: Callable[..., object], *arguments: Any) -> Rung:
        rung = Rung(self.now + delay, next(self._numbers), callback, arguments)
        heapq.heappush(self._waiting, rung)
        return rung

    def advance(self, seconds: float) -> None:
        """Moves the clock and calls what is due, in order."""
        until = self.now + seconds
        while self._waiting and self._waiting[0].at <= until:
            rung = heapq.heappop(self._waiting)
            self.now = max(self.now, rung.at)
            if not rung.cancelled:
                rung.callback(*rung.arguments)
        self.now = until


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts the slow ones first, each before a quick one: a worker takes two, and slow ones mostly wait."""
    slow = [item for item in items if item.get_closest_marker("slow")]
    slow.sort(key=lambda item: "e2e" not in item.path.parts)
    quick = [item for item in items if not item.get_closest_marker("slow")]
    pairs = [item for pair in zip(slow, quick, strict=False) for item in pair]
    items[:] = [*pairs, *slow[len(pairs) // 2 :], *quick[len(pairs) // 2 :]]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints what tests have measured (`record_property("figure", …)`)."""
    for report in terminalreporter.stats.get("passed", []):
        for name, value in report.user_properties:
            if name == "figure":
                terminalreporter.write_line(f"measured: {value}")


@pytest.fixture
def timers() -> HandTimers:
    return HandTimers()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = await open_sqlite(tmp_path / "mus.sqlite")
    yield opened
    await opened.close()
