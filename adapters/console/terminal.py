"""The terminal as a platform: one chat, in front of which one person sits, or several who pass it around."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable

from rich.console import Console

from adapters.console.game import Game
from adapters.console.messenger import ConsoleMessenger
from adapters.console.question import Lines
from adapters.console.screen import Screen
from musbot.narrator import Narrator
from musbot.service.door import Door
from musbot.service.platform import Sitting
from musbot.table.view import TableView


class Terminal:
    """A Platform that plays one table to its end, or until the input ends."""

    def __init__(self, sitting: Sitting, narrator: Narrator, console: Console, lines: Lines) -> None:
        self.messenger = ConsoleMessenger(Screen(console))
        self._sitting = sitting
        self._narrator = narrator
        self._lines = lines

    async def start(self) -> None:
        """See Platform: the terminal is there."""

    async def run(self, door: Door) -> None:
        """See Platform."""
        await Game(door, self._narrator, self.messenger, self._lines).play(self._sitting)

    async def stop(self) -> None:
        """See Platform: the terminal stays."""

    def changed(self, chat: str, look: Callable[[], TableView]) -> None:
        """See Platform."""
        self.messenger.changed(look())


def typed_lines() -> Lines:
    """Reads stdin in a thread of its own and returns the queue of its lines, None at the end."""
    loop = asyncio.get_running_loop()
    lines: Lines = asyncio.Queue()

    def read() -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(lines.put_nowait, line)
        loop.call_soon_threadsafe(lines.put_nowait, None)

    threading.Thread(target=read, daemon=True, name="stdin").start()
    return lines
