"""Looks whether another server has become the primary while a session with the former one still lives."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from musbot.runtime.boundary import Background, contain_errors

log = logging.getLogger(__name__)

LOOK_AROUND_S = 2.0
"""Seconds between two looks."""


class Lookout:
    """Looks every LOOK_AROUND_S whether another server was promoted (`is_superseded`), until `stop`.

    The first look follows LOOK_AROUND_S after its creation. A look that finds one calls `on_superseded`.
    """

    def __init__(
        self,
        is_superseded: Callable[[], Awaitable[bool]],
        on_superseded: Callable[[], Awaitable[None]],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._is_superseded = is_superseded
        self._superseded = on_superseded
        self._sleep = sleep
        self._background = Background()
        self._background.start(self._look(), "the lookout for promoted servers")

    async def stop(self) -> None:
        """Ends the lookout and a look under way, and waits for it."""
        self._background.cancel()
        await self._background.finish()

    async def _look(self) -> None:
        """Looks every LOOK_AROUND_S until it is cancelled; an error of a look is logged."""
        while True:
            await self._sleep(LOOK_AROUND_S)
            with contain_errors("the lookout for promoted servers"):
                if await self._is_superseded():
                    log.warning("another server was promoted: the session with the former primary ends")
                    await self._superseded()
