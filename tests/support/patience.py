"""A clock whose sleepers wait until a test lets the time pass; and when nothing else is left to be done."""

from __future__ import annotations

import asyncio
from typing import Any

from musbot.testing import Clock

Task = asyncio.Task[Any]


class Patience(Clock):
    """As `Clock`, but a sleep lasts until the clock has been moved so far.

    `tasks` is how the names of those begin whose sleeps it is about: no time passes before they all sleep.
    """

    def __init__(self, tasks: str) -> None:
        super().__init__()
        self._tasks = tasks
        self._asleep: dict[Task, float] = {}
        self._somebody_sleeps = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        """Waits until so much time has passed."""
        woken, sleeper = asyncio.get_running_loop().create_future(), asyncio.current_task()
        assert sleeper is not None
        self._asleep[sleeper] = self.now + seconds
        rung = self.call_later(seconds, self._wake, sleeper, woken)
        self._somebody_sleeps.set()
        try:
            await woken
        finally:
            rung.cancel()
            self._asleep.pop(sleeper, None)

    async def waits(self) -> None:
        """Returns when all that can be done without waiting is done."""
        while awake := self._awake():
            self._somebody_sleeps.clear()
            slept = asyncio.create_task(self._somebody_sleeps.wait())
            await asyncio.wait([*awake, slept], return_when=asyncio.FIRST_COMPLETED)
            slept.cancel()

    async def goes_on(self, seconds: float) -> None:
        """Lets time pass, from one sleep to the next."""
        until = self.now + seconds
        await self.waits()
        while (due := min(self._asleep.values(), default=until)) < until:
            self.advance(due - self.now)
            await self.waits()
        self.advance(until - self.now)
        await self.waits()

    def _awake(self) -> list[Task]:
        tasks = asyncio.all_tasks()
        return [t for t in tasks if t.get_name().startswith(self._tasks) and t not in self._asleep]

    def _wake(self, sleeper: Task, woken: asyncio.Future[None]) -> None:
        self._asleep.pop(sleeper, None)
        if not woken.done():
            woken.set_result(None)
