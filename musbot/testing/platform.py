"""A platform in memory, whose people a test moves."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from itertools import count

from musbot.port.command import GivenCommand, TypedText
from musbot.port.door import Door
from musbot.port.replies import Reply
from musbot.table.events import NO_CHAT, NO_MESSAGE, ChatId, MessageId, Person, read_person_id
from musbot.table.view import TableView
from musbot.testing.clock import Clock
from musbot.testing.messenger import FakeMessenger

NAME = "fake"
"""The default name of the platform."""


class NoButton(LookupError):
    """A test pressed a button that does not exist; the message lists the existing ones."""


class FakePlatform:
    """A platform in memory. When a method returns, its effect has been applied, shown and answered.

    People meet in the chat `fake:sala` unless a test names another. `fake:ane` is both Ane and her private
    chat.
    """

    def __init__(self, messenger: FakeMessenger | None = None, name: str = NAME) -> None:
        self.messenger = messenger or FakeMessenger()
        self.name = name
        self.chat = ChatId(f"{name}:sala")
        self.changes: list[tuple[ChatId, TableView]] = []
        """The calls to `on_table_changed`, with the tables at that time."""
        self.joined = asyncio.Event()
        """Set once the platform runs."""
        self._door: Door | None = None
        self._chats = {self.chat}
        self._session = secrets.token_hex(4)
        self._numbers = count(1)

    @property
    def clock(self) -> Clock:
        """The clock that a test advances."""
        return self.messenger.clock

    @property
    def door(self) -> Door:
        """The door of the running process; raises RuntimeError before `run`."""
        if self._door is None:
            raise RuntimeError("not joined")
        return self._door

    # ---- as a Platform -----------------------------------------------------------------------------------

    async def start(self) -> None:
        """Does nothing: the platform is always ready."""

    async def run(self, door: Door) -> None:
        """Keeps the door, sets `joined` and waits until it is cancelled."""
        self._door = door
        self.joined.set()
        await asyncio.Event().wait()

    async def stop(self) -> None:
        """Does nothing."""

    def on_table_changed(self, chat: ChatId, look: Callable[[], TableView]) -> None:
        """Adds the chat and the table's view to `changes`."""
        self.changes.append((chat, look()))

    # ---- what people do ----------------------------------------------------------------------------------

    def person(self, name: str, language: str = "") -> Person:
        """Returns a person with this name, whose private chat `settle` then includes.

        The id is the platform's name and the person's in lower case, such as `fake:ane`; it is the private
        chat's id too.
        """
        person = Person(read_person_id(f"{self.name}:{name.lower()}"), name, language)
        self._chats.add(person.id)
        return person

    async def command(self, who: Person, text: str, chat: ChatId = NO_CHAT) -> None:
        """Gives a command, such as `mus vitoria`, in a chat and waits for its effects.

        The answer is posted there or in the private chat. `chat` is the platform's default chat by default.
        Raises ValueError for an empty text, and RuntimeError before `run`.
        """
        name, *words = text.split()
        where = chat or self.chat
        self._chats.add(where)
        command = GivenCommand(name, tuple(words), who, where, private=where == who.id, key=self._key())
        await self.door.commands.run_command(command)
        await self.settle()

    async def press(self, who: Person, label: str, chat: ChatId = NO_CHAT) -> Reply:
        """Presses the newest button whose label begins with `label`, and waits for its effects.

        In a message the first such button counts. Returns the reply. Raises NoButton if the chat has no such
        button.
        """
        where = chat or self.chat
        for message, button in self.messenger.buttons(where):
            if button.label.startswith(label):
                return await self.press_data(who, button.data, where, message)
        raise NoButton(f"{label!r} in {where}: expected one of {', '.join(self.labels(where)) or 'none'}")

    async def press_data(
        self, who: Person, data: str, chat: ChatId = NO_CHAT, message: MessageId = NO_MESSAGE
    ) -> Reply:
        """Presses a button with this data, shown or not; waits for its effects and returns the reply."""
        reply = await self.door.presses.press(who, chat or self.chat, data, key=self._key(), message=message)
        await self.settle()
        return reply

    async def say(
        self, who: Person, text: str, chat: ChatId = NO_CHAT, answers: MessageId = NO_MESSAGE
    ) -> None:
        """Types a message in a chat, by default the platform's default chat, and waits for its effects.

        It may reply to a message (`answers`). The message itself is not kept.
        """
        typed = TypedText(text, who, chat or self.chat, key=self._key(), answers=answers)
        await self.door.presses.apply_text(typed)
        await self.settle()

    async def open_private(self, who: Person) -> None:
        """Opens a person's private chat, which is then no longer `closed`, and waits for the greeting."""
        self.messenger.closed.discard(who.id)
        await self.door.chats.private_opened(who)
        await self.settle()

    # ---- what happens then -------------------------------------------------------------------------------

    async def settle(self) -> None:
        """Waits until all pending work is done, such as AI words without a pause.

        The clock stays, unless a send queue waits for a rate limit or a pause: that wait ends at once and
        advances the clock. Calls that are due later are not made.
        """
        while True:
            for chat in sorted({*self._chats, *self.messenger.standing}):
                await self.door.chats.wait_until_shown(chat)
            if not self.clock.advance(0):
                return

    settled = settle
    """Deprecated; use `settle`."""

    async def wait(self, seconds: float) -> None:
        """Advances the clock by some seconds, makes the calls of that time, and waits for the effects."""
        self.clock.advance(seconds)
        await self.settle()

    def labels(self, chat: ChatId = NO_CHAT) -> list[str]:
        """Returns the labels of a chat's buttons, newest message first, without link buttons."""
        return [button.label for _, button in self.messenger.buttons(chat or self.chat)]

    def awaited_people(self, chat: ChatId = NO_CHAT) -> list[Person]:
        """Returns the people whose word the newest table of a chat awaits, without AI players.

        Empty in a lobby, without a table, or if only AI players are awaited.
        """
        for table in self.tables(chat):
            seats = [table.seats[seat] for seat in (table.game.turno if table.game is not None else ())]
            return [Person(seat.person, seat.name) for seat in seats if seat.person is not None]
        return []

    asked = awaited_people
    """Deprecated; use `awaited_people`."""

    def tables(self, chat: ChatId = NO_CHAT) -> list[TableView]:
        """Returns the public views of a chat's open tables that are loaded, newest first."""
        return self.door.chats.tables(chat or self.chat)

    def _key(self) -> str:
        """Returns a new delivery key."""
        return f"{self.name}:{self._session}-{next(self._numbers)}"
