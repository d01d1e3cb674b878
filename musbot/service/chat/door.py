"""Assembles the door for platforms, and decides in which order requests are handled."""

from __future__ import annotations

from collections.abc import Sequence

from musbot.game.errors import MusError
from musbot.port.chats import whole
from musbot.port.command import Given
from musbot.port.door import Door
from musbot.port.intake import QueuePlace, Wait
from musbot.service.chat.answers import Answers
from musbot.service.chat.chats import Chats
from musbot.service.chat.guarded import GuardedCommands, GuardedPresses
from musbot.service.chat.presses import Presses
from musbot.service.commands.context import Command, House
from musbot.service.commands.registry import COMMANDS, CommandRegistry
from musbot.service.delivery.counters import ChatTally
from musbot.table.acts import NEW_HERE, OPEN_TABLE, Ask, BadPayload, read_payload
from musbot.table.ways import WAYS, Who

READS = frozenset({Ask.CARDS, Ask.SCORE, Ask.SEAL, Ask.ACTA, Ask.FILM, Ask.ANALYSE, Ask.WHY})
"""Requests that change nothing."""


class Turns:
    """Assigns each request to a queue, and decides whether the next request waits for it."""

    def __init__(self, house: House, commands: CommandRegistry) -> None:
        self._house = house
        self._commands = commands

    def of_press(self, person: str, chat: str, data: str) -> QueuePlace:
        """Returns the queue of a press: its table, or the chat for other buttons."""
        try:
            payload = read_payload(data)
        except BadPayload:
            if data.startswith(WAYS):
                return QueuePlace(chat, Wait.FOR_COMMIT if chat == person else Wait.FOR_PLATFORM)
            return QueuePlace(chat, self._wait(chat, opens=data in (OPEN_TABLE, NEW_HERE)))
        if payload.act in READS:
            return QueuePlace(payload.table, Wait.FOR_NOTHING)
        table = self._house.manager.tables.at(payload.table)
        where = table.chat if table is not None else chat
        wait = Wait.FOR_PLATFORM if payload.act is Ask.AGAIN else self._wait(where)
        return QueuePlace(payload.table, wait)

    def of_word(self, person: str, chat: str) -> QueuePlace:
        """Returns the queue of a typed word."""
        return QueuePlace(self._table(person, chat), self._wait(chat))

    def of_command(self, given: Given) -> QueuePlace:
        """Returns the queue of a command."""
        wait = self._commands.wait(given)
        if wait is Wait.FOR_COMMIT:
            wait = self._wait(given.chat, opens=True)
        return QueuePlace(self._table(given.person.id if given.person else "", given.chat), wait)

    async def ready(self, person: str, chat: str, data: str) -> None:
        """Asks the platform in advance for the answers that a press will need."""
        for where in dict.fromkeys((chat, await self._chat_of(data) or chat)):
            if self._house.courier.availability.is_closed(where):
                await self._house.courier.availability.reaches(where)
            else:
                await self._house.administrators.learn(person, where)

    async def _chat_of(self, data: str) -> str:
        """Returns the chat of the table that a button names; "" without one."""
        try:
            table = await self._house.manager.tables.as_it_sat(read_payload(data).table)
        except MusError:
            return ""
        return table.chat if table is not None else ""

    def _table(self, person: str, chat: str) -> str:
        """Returns the table that a person means without naming one; the chat if there is none."""
        here = self._house.manager.tables.meant(person, "" if chat == person else chat)
        return here or whole(chat)

    def _wait(self, chat: str, *, opens: bool = False) -> Wait:
        """Returns whether to wait for the platform: for a closed chat, or to ask for administrators."""
        if self._house.courier.availability.is_closed(chat):
            return Wait.FOR_PLATFORM
        asks = opens and self._house.manager.ways.for_chat(chat).opens is Who.ADMINISTRATORS
        return Wait.FOR_PLATFORM if asks else Wait.FOR_COMMIT


def open_door(house: House, tally: ChatTally | None = None, commands: Sequence[Command] = COMMANDS) -> Door:
    """Returns the door for platforms. Requests through it are counted."""
    tally, answers = tally or ChatTally(), Answers(house)
    registry = CommandRegistry(house, tally, commands)
    return Door(
        presses=GuardedPresses(Presses(house, registry, answers, tally), house, answers),
        commands=GuardedCommands(registry, house, answers),
        answers=answers,
        chats=Chats(house),
        turns=Turns(house, registry),
        availability=house.courier.availability,
        deliveries=house.manager.deliveries,
        forgets=house.platforms_forget,
    )
