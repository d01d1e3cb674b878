"""The hourly housekeeping of the store and of old tables."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from musbot.port.boundary import Background, Periodic
from musbot.service.process.retention import Retention
from musbot.service.tables.manager import TableManager
from musbot.store.protocol import StoreError
from musbot.store.store import Store
from musbot.table.alarms import Timers

log = logging.getLogger(__name__)

EVERY_S = 3600
"""Seconds between two sweeps."""
KEPT_S = 30 * 24 * 3600
"""Seconds after which a paused table closes."""


class Housekeeping:
    """Sweeps the store at the start and every hour, from `start` to `stop`."""

    def __init__(
        self,
        store: Store,
        manager: TableManager,
        timers: Timers,
        wall: Callable[[], float] = time.time,
        retention: Retention | None = None,
    ) -> None:
        self._store = store
        self._manager = manager
        self._wall = wall
        self._retention = retention
        self._background = Background()
        self._sweeps = Periodic(timers, EVERY_S, "housekeeping", self._begin)

    def start(self) -> None:
        """Starts the first sweep in the background, and the timer."""
        self._sweeps.start()
        self._begin()

    def _begin(self) -> None:
        self._background.start(self._sweep(), "housekeeping")

    async def stop(self) -> None:
        """Stops sweeping; a cancelled sweep continues after the next start."""
        self._sweeps.stop()
        self._background.cancel()
        await self._background.finish()

    async def _sweep(self) -> None:
        try:
            await self._store.sweep()
            await self._manager.close_resting(self._wall() - KEPT_S)
            if self._retention is not None:
                await self._retention.sweep()
        except StoreError as error:
            log.warning("what is kept too long could not be swept: %s", error)
