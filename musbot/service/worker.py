"""One of several workers at one database: it holds some parts, and hands on what is for others."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection

from musbot.game.errors import MusError
from musbot.service.chatter import Chatter
from musbot.service.courier import Courier
from musbot.service.errands import Errands
from musbot.service.hearing import Hearing
from musbot.service.manager import TableManager
from musbot.service.platform import Platform, SharedPlatform
from musbot.service.sharing import LOOK_S, Sharing, stopped
from musbot.store.many import Many
from musbot.store.protocol import Store

log = logging.getLogger(__name__)


REGAIN_S = 5.0
"""How long a platform that one worker alone can run goes on without its claim, when the database was away."""


class Displaced(MusError):
    """Another worker runs a platform that one alone can run."""


class Worker:
    """Runs between `start` and `stop`; `serve` runs a platform in it."""

    def __init__(
        self,
        store: Store,
        many: Many,
        manager: TableManager,
        courier: Courier,
        chatter: Chatter,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        self._store = store
        self._many = many
        self._manager = manager
        self._courier = courier
        self._chatter = chatter
        self._sleep = sleep
        self.errands = Errands(store, many, manager, sleep)
        self.sharing = Sharing(store, many, manager.parts, self, clock, sleep)
        facts = (chatter.narrators, self.errands, many, chatter.noted)
        self._hearing = Hearing(store, manager, courier, *facts)
        self._tasks: set[asyncio.Task[None]] = set()
        manager.others = self.errands
        chatter.errands = self.errands

    def start(self) -> None:
        """Begins to hear of others, and to claim parts as soon as a platform answers."""
        running = (self.sharing.run, self.errands.run, self._hearing.run)
        self._tasks = {asyncio.create_task(run(), name="worker") for run in running}

    async def stop(self) -> None:
        """Ends it; parts are held until the connection is closed, when all that is under way has ended."""
        await stopped(self._tasks)

    # ---- parts -------------------------------------------------------------------------------------------

    async def gains(self, parts: Collection[str]) -> None:
        """See PartHolder."""
        await self._manager.take_over(parts)
        await self._courier.take_over(parts)
        self._manager.go_on()
        self.errands.look()
        log.info("%d parts are held, %d of them new", len(self._manager.parts.held), len(parts))

    async def leaves(self, parts: Collection[str]) -> None:
        """See PartHolder."""
        tables = self._manager.leave(parts)
        self._courier.leave()
        await self._courier.lets_go(tables)
        log.info("%d parts are left, %d are held", len(parts), len(self._manager.parts.held))

    # ---- platforms ---------------------------------------------------------------------------------------

    async def serve(self, name: str, platform: Platform) -> None:
        """Runs a platform that answers: here, or as soon as no other worker does, where one alone can."""
        parts = self._manager.parts.named(name)
        if not isinstance(platform, SharedPlatform):
            self.sharing.kept.add(name)
            self.sharing.named += parts
            await self._until(name, held=True)
            await self._while_held(name, platform, patience_s=REGAIN_S)
            raise Displaced(f"{name}: another worker runs it now")
        platform.meets(self._chatter)
        self.errands.takes[name] = platform.take
        self.sharing.named += parts
        if platform.everywhere:
            await platform.run(self._chatter)
            return
        self.errands.one_hears.add(name)
        deliveries = f"{name} deliveries"
        self.sharing.kept.add(deliveries)
        self.sharing.named.append(deliveries)
        while True:
            await self._until(deliveries, held=True)
            self.errands.tell_silent(name, "")
            await self._while_held(deliveries, platform)

    async def _until(self, name: str, *, held: bool) -> None:
        while (name in self._many.held) is not held:
            await self._sleep(LOOK_S)

    async def _while_held(self, name: str, platform: Platform, patience_s: float = 0) -> None:
        """Runs a platform until a name is lost, and has not been had again for a while."""
        running = asyncio.create_task(platform.run(self._chatter), name=name)
        try:
            while True:
                lost = asyncio.create_task(self._until(name, held=False))
                await asyncio.wait((running, lost), return_when=asyncio.FIRST_COMPLETED)
                await stopped((lost,))
                if running.done():
                    return running.result()
                await self._sleep(patience_s)
                if name not in self._many.held:
                    return None
        finally:
            await stopped((running,))
