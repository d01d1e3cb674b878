"""Looks whether another server has become the primary while a session with the former one still lives."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from musbot.store.postgres.hosts import connect_primary

log = logging.getLogger(__name__)

LOOK_AROUND_S = 2.0
"""Seconds between two looks."""


class Follows(Protocol):
    """A process whose sessions follow the primary of a URL."""

    url: str
    """The hosts that may be the primary."""
    timeline: int
    """The timeline of the current session's server."""


class Lookout:
    """Calls `superseded` whenever a host of the URL is a primary of a higher timeline; until `stop`."""

    def __init__(
        self,
        following: Follows,
        superseded: Callable[[], Awaitable[None]],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._following = following
        self._superseded = superseded
        self._sleep = sleep
        self._looking = asyncio.create_task(self._look(), name="lookout")

    def stop(self) -> None:
        """Ends the lookout."""
        self._looking.cancel()

    async def _look(self) -> None:
        while True:
            await self._sleep(LOOK_AROUND_S)
            if self._following.timeline and await self._is_superseded():
                log.warning("another server of the database was promoted: the session with the former ends")
                await self._superseded()

    async def _is_superseded(self) -> bool:
        try:
            primary = await connect_primary(self._following.url, self._following.timeline + 1)
        except Exception:  # no such primary answers
            return False
        primary.db.terminate()
        return True
