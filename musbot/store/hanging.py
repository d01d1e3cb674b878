"""Notices a call to the database that does not return."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum

from musbot.table.alarms import Handle, Timers

HANG_S = 30
"""Seconds after which a call to the database counts as hanging."""
TICK_S = 1
"""The interval in which the seconds of a call are counted."""


class DatabaseCall(Enum):
    """The kinds of calls to a database."""

    READ = "read"
    WRITE = "write"


@dataclass(slots=True, eq=False)
class _Pending:
    what: DatabaseCall
    timer: Handle | None = None
    seconds: int = 0


class HangWatch:
    """Watches the calls to a database.

    It counts ticks of timers, so a process that was stopped for a minute has waited for one second.
    """

    def __init__(self, timers: Timers) -> None:
        self.hung: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        """Done, with the reason, once a call has not returned for HANG_S."""
        self._timers = timers
        self._pending: dict[_Pending, None] = {}

    @contextmanager
    def watch(self, what: DatabaseCall) -> Iterator[None]:
        """Watches a call for the duration of the block; completes `hung` if it takes HANG_S.

        The call itself continues.
        """
        call = _Pending(what)
        call.timer = self._timers.call_later(TICK_S, self._tick, call)
        self._pending[call] = None
        try:
            yield
        finally:
            call.timer.cancel()
            del self._pending[call]

    def _tick(self, call: _Pending) -> None:
        """Adds TICK_S to a call and starts its next tick; at HANG_S completes `hung`."""
        call.seconds += TICK_S
        call.timer = self._timers.call_later(TICK_S, self._tick, call)
        if call.seconds >= HANG_S and not self.hung.done():
            self.hung.set_result(f"the database has not finished a {call.what.value} for {HANG_S} s")

    def longest_call(self) -> tuple[DatabaseCall, int] | None:
        """Returns the pending call that began first, and its seconds; None if no call is pending."""
        call = next(iter(self._pending), None)
        return (call.what, call.seconds) if call is not None else None
