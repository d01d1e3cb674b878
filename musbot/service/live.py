"""A table in memory: its lock, the clocks that run for it, what each seat has seen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from musbot.game.actions import Seat
from musbot.store.protocol import Outline
from musbot.table.clocks import Alarm, Handle, Moment, NudgeClock, Timers
from musbot.table.state import Table


@dataclass(slots=True)
class Live:
    """A table that is played; `touched` counts what people have done there.

    `outline` is what the store knows of it besides its log; None: that is not known.
    """

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    clocks: dict[Alarm, Handle] = field(default_factory=dict)
    touched: int = 0
    nudged: NudgeClock | None = None
    seen: dict[Seat, Moment] = field(default_factory=dict)
    outline: Outline | None = None

    @property
    def called(self) -> NudgeClock | None:
        """The turn that has been waited for long enough to call its player, if it still is his."""
        return self.nudged if self.nudged in self.clocks else None

    def wind(
        self, wanted: Mapping[Alarm, float], timers: Timers, strike: Callable[[Live, Alarm], None]
    ) -> None:
        """Starts the clocks that should run and do not yet, and stops those that should no longer."""
        for alarm in self.clocks.keys() - wanted.keys():
            self.clocks.pop(alarm).cancel()
        for alarm, seconds in wanted.items():
            if alarm not in self.clocks:
                self.clocks[alarm] = timers.call_later(seconds, strike, self, alarm)

    def cancel(self) -> None:
        """Stops every clock."""
        for clock in self.clocks.values():
            clock.cancel()
        self.clocks.clear()
