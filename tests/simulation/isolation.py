"""Two groups and one bot: a stranger floods their own with a command while the other one plays.

Handlers take time by the one clock: the processor's while nothing else goes on, the platform's and the other
process's beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from musbot.config import Settings
from musbot.port.command import GivenCommand
from musbot.port.door import Door
from musbot.port.intake import QueuePlace
from musbot.port.replies import Reply
from musbot.service.chat.guarded import GuardedCommands
from musbot.service.commands.context import Command, CommandRequest
from musbot.service.review.process_pool import InlineWeigher
from musbot.table.acts import Act, Ask, InLobby, Payload, Sit
from musbot.table.events import ChatId, Person
from tests.simulation.batches import Batches
from tests.simulation.chance import Script
from tests.simulation.evening import Evening
from tests.simulation.loop import Loop
from tests.simulation.platform import Manners, Site, Update, person

A, B = ChatId("site:-1"), ChatId("site:-2")
ANE, EVA = person("Ane"), person("Zaratas")
LOOP_S, COMMAND_S, PAGE_S, RIGHTS_S = 0.000_5, 0.01, 0.1, 12.0
"""Processor time of any delivery and of a command that is carried out; that of an acta elsewhere; and how
long the platform takes to say who administers a chat."""
PRESSES, EVERY_S, MANY = 40, 0.1, 100
"""Presses in A beside the flood, how far apart; and how much a flood is."""
LONGEST_S = 60.0
PRESS = "press"

T = TypeVar("T")


class Elsewhere(InlineWeigher):
    """Another process."""

    def __init__(self, sleep: Callable[[float], Any]) -> None:
        super().__init__(worlds=1)
        self._sleep = sleep

    async def run(self, work: Callable[[], T]) -> T:
        """See Weigher."""
        await self._sleep(PAGE_S)
        return work()


class Slow(Batches):
    """A platform that takes its time over who administers a chat; notes how long presses wait."""

    reads = True

    def __init__(self, site: Site, loop: Loop) -> None:
        super().__init__(site, loop)
        self.waits: list[float] = []
        self._came: dict[int, float] = {}

    def administered_unit(self, chat: ChatId) -> str:
        """See WithAdministrators."""
        return chat

    async def administers(self, chat: ChatId, who: str) -> bool:
        """See WithAdministrators."""
        await self.sleep(RIGHTS_S)
        return True

    async def sleep(self, seconds: float) -> None:
        """Waits by the clock of the simulation."""
        over = self.loop.create_future()
        self.loop.call_later(seconds, over.set_result, None)
        await over

    def take(self, update: Update) -> None:
        """See Batches."""
        self._came[update.number] = self.loop.time()
        super().take(update)

    async def _handle(self, update: Update) -> None:
        self.loop.hours.now += LOOP_S
        await super()._handle(update)
        if update.what == PRESS:
            self.waits.append(self.loop.time() - self._came[update.number])


class Isolation(Evening):
    """A table in play in A, a partida that is over in B."""

    def __init__(self, folder: Path) -> None:
        super().__init__(Script(1, in_order=True), folder)
        self.site.manners = Manners(keeps_keys=False, alone=False, failing=0, repeats=0)
        self.disk.well()
        self.settings = Settings(turn_s=0, ai_pause_s=1e6)
        self.makes_line = Slow
        self._numbers = count(1)
        self.start()
        self.until(lambda: self.manager is not None)
        assert self.process is not None
        assert isinstance(self.line, Slow)
        self.process.services.review.keepsakes._worker = Elsewhere(self.line.sleep)
        guarded = self.process.door.commands
        assert isinstance(guarded, GuardedCommands)
        registry = guarded._registry
        registry._called = {
            name: replace(row, do=partial(self._does, row)) for name, row in registry._called.items()
        }
        self.begins(ANE, A)
        self.begins(EVA, B)
        self.command(EVA, "terminar")
        self.until(lambda: not self.line.busy)

    def _plan(self, rng: Any) -> None:
        """Nothing happens by chance."""

    async def _does(self, row: Command, asked: CommandRequest) -> None:
        self.hours.now += COMMAND_S
        await row.do(asked)

    def until(self, holds: Callable[[], bool]) -> None:
        """Goes on until something is so."""
        end = self.hours.now + LONGEST_S
        while not holds():
            self._step()
            assert self.hours.now < end, "it never comes"

    def begins(self, who: Person, chat: ChatId) -> None:
        """Somebody plays with three AI players."""
        self.command(who, "mus", chat)
        self.until(lambda: not self.line.busy)
        for act in (Sit(0), InLobby.ADD_AI, InLobby.ADD_AI, InLobby.ADD_AI, InLobby.START):
            self.press(who, chat, act)
            self.until(lambda: not self.line.busy)

    def press(self, who: Person, chat: ChatId, act: Act) -> None:
        """Somebody presses a button of the table of a chat."""
        assert self.manager is not None
        (table,) = self.manager.tables.in_chat(chat)
        data = str(Payload(table.id, table.question, act))

        async def press(door: Door, key: str) -> Reply:
            return await door.presses.press(who, chat, data, key=key)

        self._comes(who, PRESS, press, lambda door: door.turns.of_press(who.id, chat, data), chat)

    def command(self, who: Person, text: str, chat: ChatId = B) -> None:
        """Somebody gives a command."""
        name, *words = text.split()
        given = GivenCommand(name, tuple(words), who, chat, key="")

        async def command(door: Door, key: str) -> None:
            await door.commands.run_command(replace(given, key=key))

        self._comes(who, text, command, lambda door: door.turns.of_command(given), chat)

    def _comes(
        self,
        who: Person,
        what: str,
        call: Callable[[Door, str], Any],
        turn: Callable[[Door], QueuePlace],
        chat: ChatId,
    ) -> None:
        self.line.take(Update(next(self._numbers), who.id, what, call, turn, chat))


def longest_wait_s(folder: Path, text: str) -> float:
    """Returns how long a press in A waits at most while a stranger floods B with a command."""
    isolation = Isolation(folder)
    assert isinstance(isolation.line, Slow)
    try:
        isolation.line.waits.clear()
        for _ in range(MANY):
            isolation.command(EVA, text)
        for number in range(PRESSES):
            until = isolation.hours.now + EVERY_S
            isolation.press(ANE, A, Ask.SCORE if number % 2 else InLobby.START)
            isolation.until(lambda until=until: isolation.hours.now >= until)  # type: ignore[misc]
        isolation.until(lambda: len(isolation.line.waits) == PRESSES)  # type: ignore[attr-defined]
        return max(isolation.line.waits)
    finally:
        isolation.end()
