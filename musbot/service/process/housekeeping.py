"""The hourly housekeeping of the store and of old tables, and recovery after unexpected errors."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from musbot.port.boundary import Background, Periodic, contain_errors, count_errors
from musbot.port.deadline import with_deadline
from musbot.service.process.retention import Retention
from musbot.service.tables.manager import TableManager
from musbot.service.tables.tables import lock_table
from musbot.store.protocol import StoreError
from musbot.store.store import Store
from musbot.table.alarms import Timers

log = logging.getLogger(__name__)

EVERY_S = 3600
"""Seconds between two sweeps."""
KEPT_S = 30 * 24 * 3600
"""Seconds after which a paused table closes."""
RECOVER_S, MOST_RECOVERY_S = 10.0, 60.0
"""The interval of checks for unexpected errors, and the time that a recovery may take."""


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
        """Starts the first sweep at once in the background, and the timer for one every EVERY_S seconds."""
        self._sweeps.start()
        self._begin()

    def _begin(self) -> None:
        """Starts a sweep in the background, also if an earlier one still runs."""
        self._background.start(self._sweep(), "housekeeping")

    async def stop(self) -> None:
        """Stops the timer, and cancels a sweep under way and waits for it; the next start sweeps the rest."""
        self._sweeps.stop()
        self._background.cancel()
        await self._background.finish()

    async def _sweep(self) -> None:
        """Sweeps the store, closes tables paused for KEPT_S seconds, and archives old tables by `retention`.

        The first StoreError is logged and ends the sweep.
        """
        try:
            await self._store.sweep()
            await self._manager.close_resting(self._wall() - KEPT_S)
            if self._retention is not None:
                await self._retention.sweep()
        except StoreError as error:
            log.warning("what is kept too long could not be swept: %s", error)


class Recovery:
    """After unexpected errors, compares all tables in memory with their clocks and chats.

    It compares doubtful tables with their logs, too. A contained error may leave an act, a clock or a message
    undone. `show` compares the chats, and `unblock` frees messages that an answer has kept back for too long.
    """

    def __init__(
        self,
        manager: TableManager,
        show: Callable[[], Awaitable[None]],
        unblock: Callable[[], None],
        timers: Timers,
    ) -> None:
        self._manager = manager
        self._show = show
        self._unblock = unblock
        self._background = Background()
        self._errors = 0
        self._checks = Periodic(timers, RECOVER_S, "the outbox of all: recovery", self._check)

    def start(self) -> None:
        """Starts a check every RECOVER_S seconds.

        Each check unblocks held messages, and starts a recovery if new errors were reported.
        """
        self._checks.start()

    async def stop(self) -> None:
        """Stops the checks, cancels a running recovery and waits for its end."""
        self._checks.stop()
        self._background.cancel()
        await self._background.finish()

    def _check(self) -> None:
        """Calls `unblock`. If errors were reported since the last recovery, starts one in the background.

        While a recovery still runs, new errors wait for a later check. A recovery is cancelled after
        MOST_RECOVERY_S.
        """
        self._unblock()
        errors = count_errors()
        if errors != self._errors and not self._background:
            self._errors = errors
            self._background.start(
                with_deadline(self._recover, seconds=MOST_RECOVERY_S), "the outbox of all: recovery"
            )

    async def _recover(self) -> None:
        """Reloads doubtful tables in memory, calls the listeners of each table, and awaits `show`.

        Before `show` it drops clocks of tables that are not loaded, and calls `load_unfinished`. An
        error of one table is reported; errors of `show` are raised.
        """
        tables = self._manager.tables
        for live in list(tables.live.values()):
            with contain_errors(f"table {live.table.id}: its clocks"):
                if live.doubtful:
                    async with lock_table(tables, live):
                        pass
                tables.notify_listeners(live)
            await asyncio.sleep(0)
        self._manager.clocks.drop_unloaded()
        await self._manager.load_unfinished()
        await self._show()
