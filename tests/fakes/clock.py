"""Time for tests."""

from __future__ import annotations


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.time = 1_800_000_000.0

    def __call__(self) -> float:
        return self.time

    def on(self, seconds: float) -> None:
        self.time += seconds
