"""A platform of a few lines: all whom TOY_NAMES names sit down, and pass until a hand is over."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from musbot.config import InvalidValue, setting
from musbot.narrator.post import Post
from musbot.port.command import GivenCommand
from musbot.port.door import Door
from musbot.port.messenger import Limit
from musbot.port.platform import Platform, PlatformContext
from musbot.table.events import ChatId, MessageId, Person, read_person_id
from musbot.table.view import TableView

CHAT = ChatId("toy:box")
WORDS = ("Sentarme 🔷", "Sentarme 🟠", "Empezar", "No hay mus", "Paso")


def _four_names(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    if len(names) != 4:
        raise InvalidValue("four names, such as Ane,Beñat,Carmen,Dani")
    return names


@dataclass(frozen=True, slots=True)
class ToySettings:
    names: tuple[str, ...] = setting("TOY_NAMES", (), _four_names)
    voice: str = setting("TOY_VOICE", "", str, secret=True)

    quiet: ClassVar[tuple[str, ...]] = ("toy.wire",)
    mute: ClassVar[tuple[str, ...]] = ("toy.voice",)

    @property
    def is_configured(self) -> bool:
        return bool(self.names)

    def make(self, means: PlatformContext) -> Platform:
        return Toy(self)


class ToyMessenger:
    def __init__(self) -> None:
        self.posts: dict[str, Post] = {}

    def limit(self, chat: ChatId) -> Limit:
        return Limit(burst=100, every_s=0.01)

    def total_limit(self) -> Limit:
        return Limit(burst=100, every_s=0.01)

    def has_idempotent_sends(self) -> bool:
        return True

    def link(self, chat: ChatId, message: MessageId) -> str:
        return ""

    def private_link(self, table: str) -> str:
        return ""

    async def send(self, chat: ChatId, post: Post) -> MessageId:
        message = MessageId(f"{chat} {len(self.posts)}")
        self.posts[message] = post
        return message

    async def edit(self, chat: ChatId, message: MessageId, post: Post) -> None:
        self.posts[message] = post

    async def delete(self, chat: ChatId, message: MessageId) -> None:
        self.posts.pop(message, None)

    async def strip(self, chat: ChatId, message: MessageId) -> None:
        self.posts.pop(message, None)


class Toy:
    def __init__(self, settings: ToySettings) -> None:
        self.messenger = ToyMessenger()
        self._people = [Person(read_person_id(f"toy:{name}"), name) for name in settings.names]
        self._voice = settings.voice
        self._tables: list[TableView] = []

    async def start(self) -> None:
        for name in ("toy.wire", "toy.voice", "toy"):
            logging.getLogger(name).info("heard by %s: %s", name, self._voice)

    async def run(self, door: Door) -> None:
        await door.commands.run_command(GivenCommand("mus", ("vitoria",), self._people[0], CHAT, key="toy"))
        for place, person in enumerate(self._people):
            await self._press(door, person, WORDS[place % 2])
        await self._press(door, self._people[0], "Empezar")
        while (table := self._tables[-1]).game is not None and table.game.hand == 1:
            asked = table.seats[table.game.turno[0]].name
            person = next(person for person in self._people if person.name == asked)
            await self._press(door, person, *WORDS)
        await door.chats.wait_until_shown(CHAT)
        counts = (post.text for post in self.messenger.posts.values() if "en paso" in post.text)
        logging.getLogger("toy").info("a hand was played: %s", " ".join(" ".join(counts).split()))

    async def stop(self) -> None:
        self.messenger.posts.clear()

    def on_table_changed(self, chat: ChatId, look: Callable[[], TableView]) -> None:
        self._tables.append(look())

    async def _press(self, door: Door, person: Person, *labels: str) -> None:
        await door.chats.wait_until_shown(CHAT)
        buttons = [it for post in self.messenger.posts.values() for row in post.keyboard() for it in row]
        data = next(button.data for button in buttons if button.label in labels)
        await door.presses.press(person, CHAT, data, key=f"toy {len(self._tables)}")
