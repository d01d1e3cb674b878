"""Looks whether another server has become the primary while a session with the former one still lives."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

log = logging.getLogger(__name__)

LOOK_AROUND_S = 2.0
"""Seconds between two looks."""


class Lookout:
    """Calls `superseded` whenever a host of the URL is a primary of a higher timeline; until `stop`."""

    def __init__(
        self,
        is_superseded: Callable[[], Awaitable[bool]],
        superseded: Callable[[], Awaitable[None]],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._is_superseded = is_superseded
        self._superseded = superseded
        self._sleep = sleep
        self._looking = asyncio.create_task(self._look(), name="lookout")

    async def stop(self) -> None:
        """Ends the lookout, and the connection that it may be opening."""
        self._looking.cancel()
        await asyncio.wait([self._looking])

    async def _look(self) -> None:
        while True:
            await self._sleep(LOOK_AROUND_S)
            if await self._is_superseded():
                log.warning("another server of the database was promoted: the session with the former ends")
                await self._superseded()
