"""Assembles the door for platforms, and decides in which order requests are handled."""

from __future__ import annotations

from collections.abc import Sequence

from musbot.game.errors import MusError
from musbot.port.chats import without_topic
from musbot.port.command import GivenCommand
from musbot.port.door import Door
from musbot.port.intake import QueuePlace, Wait
from musbot.service.chat.answers import Answers
from musbot.service.chat.chats import Chats
from musbot.service.chat.guarded import GuardedCommands, GuardedPresses
from musbot.service.chat.presses import Presses
from musbot.service.commands.context import Command, Services
from musbot.service.commands.registry import COMMANDS, CommandRegistry
from musbot.service.tables.counters import ChatTally
from musbot.table.acts import NEW_HERE, OPEN_TABLE, OPEN_WITH_RULES, Ask, BadPayload, read_payload
from musbot.table.events import NO_CHAT, NO_PERSON, ChatId, PersonId, TableId
from musbot.table.table import Table
from musbot.table.ways import WAYS, AllowedPeople

READS = frozenset({Ask.CARDS, Ask.SCORE, Ask.SEAL, Ask.ACTA, Ask.FILM, Ask.SHARE, Ask.ANALYSE, Ask.WHY})
"""Requests that are no acts of the game; no batch waits for them."""


class Turns:
    """Assigns each request of a batch to a queue, and decides whether the batch waits for it."""

    def __init__(self, services: Services, commands: CommandRegistry) -> None:
        self._services = services
        self._commands = commands

    def of_press(self, person: PersonId, chat: ChatId, data: str) -> QueuePlace:
        """Returns the queue of a press and whether its batch waits for it.

        The queue is the table that the button names, or the chat. FOR_NOTHING for requests in READS.
        FOR_PLATFORM if the table's chat is closed, or if the platform must say who is a member or an
        administrator. That includes rematches and a group's settings. Otherwise FOR_COMMIT.
        """
        try:
            payload = read_payload(data)
        except BadPayload:
            if data.startswith(WAYS):
                return QueuePlace(chat, Wait.FOR_COMMIT if chat == person else Wait.FOR_PLATFORM)
            opens = data in (OPEN_TABLE, NEW_HERE) or data.startswith(OPEN_WITH_RULES)
            return QueuePlace(chat, self._wait_condition(chat, opens=opens))
        if payload.act in READS:
            return QueuePlace(payload.table, Wait.FOR_NOTHING)
        table = self._services.manager.tables.get(payload.table)
        where = table.chat if table is not None else chat
        asks = payload.act is Ask.AGAIN or self._asks_members(person, chat, table)
        return QueuePlace(payload.table, Wait.FOR_PLATFORM if asks else self._wait_condition(where))

    def of_word(self, person: PersonId, chat: ChatId) -> QueuePlace:
        """Returns the queue of a typed word and whether its batch waits for it.

        The queue is the table at which the person sits, or the chat. FOR_PLATFORM in a closed chat, otherwise
        FOR_COMMIT.
        """
        return QueuePlace(self._table(person, chat), self._wait_condition(chat))

    def of_command(self, given: GivenCommand) -> QueuePlace:
        """Returns the queue of a command and whether its batch waits for it.

        The queue is the table at which the person sits, or the chat. The batch waits as
        `CommandRegistry.wait_condition` says. FOR_COMMIT becomes FOR_PLATFORM in a closed chat, and if only
        its administrators may open tables. It also becomes FOR_PLATFORM if the platform must say whether the
        person is a member.
        """
        wait = self._commands.wait_condition(given)
        if wait is Wait.FOR_COMMIT:
            wait = self._wait_condition(given.chat, opens=True)
        person = given.person.id if given.person else NO_PERSON
        name = self._table(person, given.chat)
        table = self._services.manager.tables.get(TableId(name))
        if wait is Wait.FOR_COMMIT and self._asks_members(person, given.chat, table):
            wait = Wait.FOR_PLATFORM
        return QueuePlace(name, wait)

    async def ready(self, person: PersonId, chat: ChatId, data: str) -> None:
        """Asks the platform in advance for the answers that a press will need, and waits for them.

        Asks whether the person is a member, or otherwise an administrator, and probes closed chats. `data` is
        the payload, "" for a command or a word. A failure of the platform is not raised.
        """
        table = await self._find_table(person, chat, data)
        asks = table is not None and self._asks_members(person, chat, table)
        if table is not None and asks:
            await self._services.members.is_member(person, chat, table)
        for where in dict.fromkeys((chat, table.chat if table is not None else chat)):
            if self._services.courier.availability.is_closed(where):
                await self._services.courier.availability.can_reach(where)
            elif not asks:
                await self._services.administrators.learn(person, where)

    def _asks_members(self, person: PersonId, chat: ChatId, table: Table | None) -> bool:
        """Returns whether the platform is asked if a person is in the chat of a table.

        False for None, a table that is not in memory.
        """
        return table is not None and self._services.members.must_ask(person, chat, table)

    async def _find_table(self, person: PersonId, chat: ChatId, data: str) -> Table | None:
        """Returns the table that a button names, or without `data` the person's loaded table.

        The first may lack its partida. None if there is no such table, or it or the button's data cannot be
        read.
        """
        tables = self._services.manager.tables
        if not data:
            return tables.get(TableId(self._table(person, chat)))
        try:
            return await tables.seating_snapshot(read_payload(data).table)
        except MusError:
            return None

    def _table(self, person: PersonId, chat: ChatId) -> str:
        """Returns the id of the newest unfinished table at which a person sits; the chat if there is none.

        The table need not be loaded. In a private chat, a table in any chat counts, in a group only its own.
        The chat's id is without its topic.
        """
        here = self._services.manager.tables.table_of_person(person, NO_CHAT if chat == person else chat)
        return here or without_topic(chat)

    def _wait_condition(self, chat: ChatId, *, opens: bool = False) -> Wait:
        """Returns FOR_PLATFORM for a closed chat, and if only its administrators may open tables.

        The second holds only for a request that `opens` one. Otherwise FOR_COMMIT.
        """
        if self._services.courier.availability.is_closed(chat):
            return Wait.FOR_PLATFORM
        asks = opens and self._services.manager.ways.for_chat(chat).opens is AllowedPeople.ADMINISTRATORS
        return Wait.FOR_PLATFORM if asks else Wait.FOR_COMMIT


def open_door(
    services: Services, tally: ChatTally | None = None, commands: Sequence[Command] = COMMANDS
) -> Door:
    """Returns the door for platforms; presses, words and commands through it are counted in `tally`.

    Without a `tally` it creates one.
    """
    tally, answers = tally or ChatTally(), Answers(services)
    registry = CommandRegistry(services, tally, commands)
    return Door(
        presses=GuardedPresses(Presses(services, registry, answers, tally), services, answers),
        commands=GuardedCommands(registry, services, answers),
        answers=answers,
        chats=Chats(services),
        turns=Turns(services, registry),
        availability=services.courier.availability,
        deliveries=services.manager.deliveries,
        forgets=services.platforms_forget,
    )
