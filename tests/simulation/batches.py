"""A process's way to a platform that delivers in batches, each confirmed as a whole, as Telegram does."""

from __future__ import annotations

import asyncio
from functools import partial

from musbot.port.boundary import may_contain, report
from musbot.port.door import Door
from musbot.port.intake import Intake, PendingAct, QueuePlace
from musbot.table.events import read_person_id
from tests.simulation.loop import Loop
from tests.simulation.platform import Line, Site, Update

MOST = 100
"""Deliveries of a batch (Bot API, getUpdates)."""
PAUSE_S = 0.02
"""What it takes to ask for the next."""


class Batches(Line):
    """Takes no delivery in before it is done with the last batch."""

    def __init__(self, site: Site, loop: Loop) -> None:
        super().__init__(site, loop)
        self._come: dict[int, Update] = {}
        self._intake = Intake("Telegram")
        self._idle: asyncio.Future[None] | None = None
        """Done when something has come for which it waits."""

    @property
    def busy(self) -> bool:
        """See Line: also what waits for its batch, for its turn, or for the platform."""
        waiting = (self._come, self._intake._acts, self._intake._tasks)
        return super().busy or any(map(bool, waiting))

    async def run(self, door: Door) -> None:
        """See Platform."""
        self.loop.create_task(self._fetch(door), name="fetch")
        await super().run(door)

    def take(self, update: Update) -> None:
        """Has a delivery wait for the next batch."""
        if update.number not in self._come:
            self._come[update.number] = update
            if self._idle is not None and not self._idle.done():
                self._idle.set_result(None)

    async def _fetch(self, door: Door) -> None:
        while True:
            if not self._come:
                self._idle = self.loop.create_future()
                await self._idle
            await asyncio.sleep(PAUSE_S)
            batch = [self._come[number] for number in sorted(self._come)[:MOST]]
            try:
                await self._intake.take(self._deed(door, update) for update in batch)
            except BaseException as error:
                if not may_contain(error):
                    raise
                report("site: its updates", error)
                continue  # it is not confirmed, and comes again
            for update in batch:
                del self._come[update.number]
                self.site.confirmed(update)

    def _deed(self, door: Door, update: Update) -> PendingAct:
        def turn() -> QueuePlace:
            return update.turn(door) if update.turn is not None else QueuePlace(update.who)

        return PendingAct(
            read_person_id(update.who),
            turn,
            partial(self._handle, update),
            partial(door.turns.ready, read_person_id(update.who), update.chat, ""),
        )
