"""The terminal as a Platform: one chat, used by one person or by several who share the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from musbot.port import ChatId
from musbot.port.door import Door
from musbot.port.platform import Memory, Sitting
from musbot.table.view import TableView

from .game import Game
from .ground import TerminalKind
from .messenger import ConsoleMessenger
from .stage import Stage


class Terminal:
    """A Platform that plays a table and its revanchas, until they end or the players leave.

    For a sitting that learns it opens the course instead.
    """

    def __init__(
        self,
        sitting: Sitting,
        stage: Stage,
        where: TerminalKind,
        memory: Memory | None = None,
        account: str = "",
    ) -> None:
        self.messenger = ConsoleMessenger(stage)
        self._sitting = sitting
        self._stage = stage
        self._where = where
        self._memory = memory
        self._account = account

    async def start(self) -> None:
        """Does nothing: a terminal needs no connection."""

    async def run(self, door: Door) -> None:
        """Plays until the game ends or the user quits; then closes the stage, which restores the screen.

        Prints the farewell there, if there is one. Raises the error of a game that has ended, such as
        NotOpened, or the error of the stage.
        """
        who = (self._memory, self._account)
        game = Game(door, self.messenger, self._sitting, self._where, *who)
        await self._stage.open()
        playing = asyncio.create_task(game.play(), name="game")
        leaving = asyncio.create_task(self._stage.wait_for_quit(), name="leaving")
        try:
            await asyncio.wait({playing, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            done = playing.done()
            for task in (playing, leaving):
                task.cancel()
            await asyncio.wait({playing, leaving})
            await self._stage.close(game.farewell())
        if done:
            await playing  # raises the game's exception, if it failed
        elif not leaving.cancelled():
            await leaving

    async def stop(self) -> None:
        """Does nothing: the terminal has no connection to close."""

    def on_table_changed(self, chat: ChatId, look: Callable[[], TableView]) -> None:
        """Passes the table's current view to the messenger."""
        self.messenger.update_table(look())
