"""A chat in which people give commands and press buttons."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, replace

import pytest

from musbot.narrator.post import Post
from musbot.port.command import GivenCommand
from musbot.port.door import Door
from musbot.port.messenger import Limit
from musbot.service.delivery.courier import Courier
from musbot.service.tables.manager import TableManager
from musbot.store.sqlite import SqliteStore
from musbot.table.events import NO_CHAT, ChatId, MessageId, Person
from musbot.table.table import Table
from musbot.testing import Clock, FakeMessenger
from tests.support.scenes import a_door, playing
from tests.support.tables import ANE, CHAT, PEOPLE, now, opened


@dataclass
class Scene:
    """The door with its tables and a fake platform."""

    manager: TableManager
    courier: Courier
    platform: FakeMessenger
    door: Door
    keys: Iterator[int]

    async def command(
        self, text: str, who: Person | None = ANE, chat: ChatId = CHAT, *, named: bool = False
    ) -> None:
        name, *words = text.split()
        number, private = next(self.keys), chat != CHAT
        given = GivenCommand(
            name, tuple(words), who, chat, key=f"c{number}", message=MessageId(str(number)), named=named
        )
        await self.door.commands.run_command(replace(given, private=private))
        await self.courier.outboxes.wait_until_idle()

    async def press(self, who: Person, table: Table, act: str, key: str = "") -> str:
        data = f"{table.id}:{table.question}:{act}"
        reply = await self.door.presses.press(who, CHAT, data, key=key or f"p{next(self.keys)}")
        return reply.text

    async def type(self, text: str, who: Person = ANE, chat: ChatId = NO_CHAT) -> None:
        """Writes a message in somebody's private chat, or in another one."""
        await self.door.presses.say(who, chat or who.id, text, key=f"t{next(self.keys)}")
        await self.courier.outboxes.wait_until_idle()

    async def tap(self, label: str, who: Person = ANE, chat: ChatId = CHAT) -> str:
        """Presses the button whose label ends so on the newest message of a chat that has one."""
        buttons = [it for post in reversed(self.said(chat)) for row in post.keyboard() for it in row]
        data = next(button.data for button in buttons if button.label.endswith(label))
        reply = await self.door.presses.press(
            who, chat, data, key=f"b{next(self.keys)}", message=MessageId("1")
        )
        await self.courier.outboxes.wait_until_idle()
        return reply.text

    def said(self, chat: ChatId = CHAT) -> list[Post]:
        return [made.post for made in self.platform.made if made.chat == chat and made.post is not None]


@pytest.fixture
async def scene(store: SqliteStore, timers: Clock) -> AsyncIterator[Scene]:
    # where no chat has to wait: a pause would let people have more
    async with playing(store, FakeMessenger(timers, limit=lambda _: Limit(1000, 0.001))) as at:
        door = a_door(at.manager, at.courier, clock=timers)
        yield Scene(at.manager, at.courier, at.platform, door, iter(range(10**6)))


async def closed(scene: Scene) -> Table:
    """A table that was in play when most voted to end it."""
    table = await opened(scene.manager)
    for who in PEOPLE[:3]:
        await scene.press(who, await now(scene.manager, table), "end")
    return await now(scene.manager, table)
