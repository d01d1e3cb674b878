"""What the store needs done every hour while musbot runs."""

from __future__ import annotations

import asyncio
import logging

from musbot.store.protocol import Store, StoreError
from musbot.table.clocks import Handle, Timers

log = logging.getLogger(__name__)

EVERY_S = 3600


class Upkeep:
    """Sweeps the store at the start and every hour; made with `start`, ended with `stop`."""

    def __init__(self, store: Store, timers: Timers) -> None:
        self._store = store
        self._timers = timers
        self._sweeping: asyncio.Task[None] | None = None
        self._next: Handle | None = None

    def start(self) -> None:
        """Begins to sweep; nobody waits for it."""
        self._sweeping = asyncio.create_task(self._sweep(), name="upkeep")
        self._next = self._timers.call_later(EVERY_S, self.start)

    async def stop(self) -> None:
        """Sweeps no more; what has not been swept is so after the next start."""
        if self._next is not None:
            self._next.cancel()
        if self._sweeping is not None:
            self._sweeping.cancel()
            await asyncio.wait([self._sweeping])

    async def _sweep(self) -> None:
        try:
            await self._store.sweep()
        except StoreError as error:
            log.warning("what is kept too long could not be swept: %s", error)
