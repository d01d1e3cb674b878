"""The parts of a running musbot that are looked at, and what is wrong with them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress

from musbot.health import Role
from musbot.health.lag import LoopLag
from musbot.port.platform import Parking
from musbot.service.choices.kept import Fact
from musbot.service.delivery.counters import ChatTally
from musbot.service.delivery.courier import Courier
from musbot.service.tables.manager import TableManager
from musbot.store.protocol import StoreError

LATE_S = 1.0
"""A loop that is so late keeps people waiting."""
STUCK_S = 5.0
"""A commit that has been under way for so long: the disk hardly answers."""


class Front:
    """What is looked at now: while it stands by, whether it could take over."""

    def __init__(self, watched: Watched | None = None) -> None:
        self.watched: Watched | None = None
        self._unfit = ""
        if watched is not None:
            self.shows(watched)

    @property
    def role(self) -> Role:
        """Whether it plays."""
        return Role.STANDBY if self.watched is None else Role.ACTIVE

    def stands_by(self, unfit: str) -> None:
        """Notes why it could not take over; "" if it could."""
        self._unfit = unfit

    def wrong(self) -> list[str]:
        """Returns why it can neither play nor take over, each in a few words; nothing where it can."""
        if self.watched is not None:
            return self.watched.wrong()
        return [self._unfit] if self._unfit else []

    def silent(self) -> list[str]:
        """Returns the platforms that do not answer: no reason to start it anew."""
        return self.watched.silent() if self.watched is not None else []

    def parked(self) -> dict[str, str]:
        """Returns the platforms that have shut the bot out, and why: all others play."""
        return self.watched.parking.now() if self.watched is not None else {}

    def shows(self, watched: Watched) -> None:
        """Looks at a process from now on."""
        self.watched = watched
        watched.lag.start()

    def ends(self) -> None:
        """Looks at nothing any more."""
        if self.watched is not None:
            self.watched.lag.stop()


class Watched:
    """What is looked at; `platforms` are the names of those that are to run."""

    def __init__(
        self,
        platforms: tuple[str, ...],
        manager: TableManager,
        courier: Courier,
        tally: ChatTally,
        lag: LoopLag,
    ) -> None:
        self.platforms = platforms
        self.manager = manager
        self.courier = courier
        self.tally = tally
        self.lag = lag
        self.parking = Parking(len(platforms), manager.clocks.holds)
        self._probing: asyncio.Task[None] | None = None

    def wrong(self) -> list[str]:
        """See Front."""
        return [*self._unwritten(), *self._late()]

    def silent(self) -> list[str]:
        """See Front."""
        return [platform for platform in self.platforms if self.manager.clocks.holds(platform)]

    def _unwritten(self) -> Iterator[str]:
        tally = self.manager.store.tally
        if tally.failing:
            self._probe()
            yield "the database cannot be written"
        elif tally.under_way_s() > STUCK_S:
            yield "the database takes too long to write"

    def _probe(self) -> None:
        """Tries a small write, by which what is well again is known to be."""
        if self._probing is None or self._probing.done():
            self._probing = asyncio.create_task(self._written(), name="probe of the store")

    async def _written(self) -> None:
        with suppress(StoreError):
            await self.manager.store.note(Fact.PROBE, "", "")

    def _late(self) -> Iterator[str]:
        if self.lag.now_s() > LATE_S:
            yield "the event loop is late"
