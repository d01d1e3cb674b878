"""The terminal as a platform: one chat, in front of which one person sits, or several who pass it around."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from adapters.console.game import Game
from adapters.console.ground import Ground
from adapters.console.messenger import ConsoleMessenger
from adapters.console.stage import Stage
from musbot.port.door import Door
from musbot.port.platform import Memory, Sitting
from musbot.table.view import TableView
from musbot.words.texts import Texts


class Terminal:
    """A Platform that plays one table to its end, or until it is left."""

    def __init__(
        self,
        sitting: Sitting,
        texts: Texts,
        stage: Stage,
        where: Ground,
        memory: Memory | None = None,
        account: str = "",
    ) -> None:
        self.messenger = ConsoleMessenger(stage)
        self._sitting = sitting
        self._texts = texts
        self._stage = stage
        self._where = where
        self._memory = memory
        self._account = account

    async def start(self) -> None:
        """See Platform: the terminal is there."""

    async def run(self, door: Door) -> None:
        """See Platform."""
        who = (self._memory, self._account)
        game = Game(door, self._texts, self.messenger, self._sitting, self._where, *who)
        await self._stage.open()
        playing = asyncio.create_task(game.play(), name="game")
        leaving = asyncio.create_task(self._stage.left(), name="leaving")
        try:
            await asyncio.wait({playing, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            done = playing.done()
            for task in (playing, leaving):
                task.cancel()
            await asyncio.wait({playing, leaving})
            await self._stage.close(game.farewell())
        if done:
            await playing  # what made it end
        elif not leaving.cancelled():
            await leaving

    async def stop(self) -> None:
        """See Platform: the terminal stays."""

    def changed(self, chat: str, look: Callable[[], TableView]) -> None:
        """See Platform."""
        self.messenger.changed(look())
