"""A server with a channel, people who press what a board offers, and the bot: over simcord, in this loop."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord
import simcord

from adapters.discord.bot import DiscordBot
from adapters.discord.messenger import channel_id
from adapters.discord.platform import DiscordSettings
from musbot.app import Nature, Process
from musbot.config import Settings
from musbot.game.engine import awaited_seats
from musbot.game.views import sort_hand
from musbot.pictures.specs import Paint
from musbot.port.door import Door
from musbot.service.delivery.courier import Courier
from musbot.service.tables.manager import TableManager
from musbot.store.sqlite import open_sqlite
from musbot.table.events import ChatId
from musbot.table.table import Table
from musbot.words.cards import card_signs
from musbot.words.texts import Texts
from tests.fakes.discord_api.world import with_member
from tests.support.stores import prepared

NAMES = ("Ane", "Beñat", "Carmen", "Dani", "Eva")
READ_S = 40
"""Seconds that a private note stays which has stopped being true: more than simcord passes by itself."""


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Sala:
    """One channel and the bot in it."""

    env: simcord.Env
    bot: DiscordBot
    manager: TableManager
    courier: Courier
    clock: Clock
    guild: simcord.GuildHandle
    channel: simcord.ChannelHandle
    people: dict[str, simcord.MemberActor] = field(default_factory=dict)
    spoken: dict[str, str] = field(default_factory=dict)
    """In which language everybody uses Discord, `locale`, and which the server has, `guild_locale`."""

    # what people do

    async def slash(self, name: str, command: str, **options: str) -> simcord.InteractionResult:
        """Gives a command in the channel."""
        return await self.people[name].slash(self.channel, command, **options)

    async def press(self, name: str, label: str, on: Any = None) -> simcord.InteractionResult:
        """Presses the button whose label begins so, on the newest board or on another message."""
        message = on or self.board
        here = buttons(message)
        said = [it for it in here if it[0] == label] or [it for it in here if it[0].startswith(label)]
        assert said, f"no {label!r} among {buttons(message)}"
        return await self.people[name].click(message, custom_id=said[0][1])

    async def choose(self, name: str, on: Any, *labels: str) -> simcord.InteractionResult:
        """Chooses these options of the menu of a message."""
        (menu,) = menus(on)
        values = [
            option["value"] for label in labels for option in menu["options"] if option["label"] == label
        ]
        assert len(values) == len(labels), menu["options"]
        return await self.people[name].select(on, values, custom_id=menu["custom_id"])

    async def open(self, *names: str, ais: int = 0, rules: str = "vitoria", **options: str) -> Table:
        """Opens a table, seats everybody and starts."""
        await self.slash(names[0], "mus", rules=rules, **options)
        for place, name in enumerate(names):
            await self.press(name, f"Sentarme {'🔷🟠'[place % 2]}")
        for _ in range(ais):
            await self.press(names[0], "Añadir IA")
        await self.press(names[0], "Empezar")
        return self.table

    async def speak(self, label: str) -> simcord.InteractionResult:
        """Lets whoever is asked press a button."""
        return await self.press(self.speaker, label)

    # what they see

    @property
    def chat(self) -> ChatId:
        return channel_id(self.guild.id, self.channel.id)

    @property
    def table(self) -> Table:
        """The newest table here."""
        return self.manager.tables.in_chat(self.chat)[0]

    @property
    def speaker(self) -> str:
        """Who is asked for a word: the first of those who are."""
        assert self.table.mesa is not None
        return self.table.names[awaited_seats(self.table.mesa)[0]]

    @property
    def posts(self) -> list[discord.Message]:
        """What the bot has posted in the channel and all can see, the newest last."""
        return [m for m in self.channel.history() if m.author.bot and not m.flags.ephemeral]

    @property
    def board(self) -> discord.Message:
        """The newest message with buttons that say something: a link alone is none."""
        return next(message for message in reversed(self.posts) if presses(message))

    def dms(self, name: str) -> list[discord.Message]:
        """What the bot has sent somebody in private, the newest last."""
        return [m for m in self.people[name].user.dm_channel.history() if m.author.bot]

    def data(self, act: str, question: int | None = None) -> str:
        """What a button of this moment carries."""
        return f"{self.table.id}:{self.table.question if question is None else question}:{act}"


def in_spanish(env: simcord.Env) -> dict[str, str]:
    """simcord's people all use Discord in English: these do not, until what is returned says otherwise."""
    spoken = {"locale": "es-ES"}
    emit = env.backend.emit

    def emitted(event: str, payload: Any, *args: Any, **kwargs: Any) -> None:
        if event == "INTERACTION_CREATE":
            payload |= spoken
        emit(event, with_member(env.backend, event, payload), *args, **kwargs)

    env.backend.emit = emitted  # type: ignore[method-assign]
    return spoken


def raw(message: Any) -> list[Any]:
    """A message's components as they went over the wire."""
    if isinstance(message, simcord.ResponseMessage):
        return message.components
    return [component.to_dict() for component in message.components]


def says(message: Any) -> str:
    """All that a message says."""
    return "\n".join(text for text in _texts(raw(message)))


def presses(message: Any) -> list[str]:
    """What the buttons of a message carry, but for links."""
    return [c["custom_id"] for c in _all(raw(message)) if c["type"] == 2 and "custom_id" in c]


def buttons(message: Any) -> list[tuple[str, str]]:
    """The buttons of a message: what each says and carries."""
    return [
        (c["label"], c["custom_id"] if "custom_id" in c else c["url"])
        for c in _all(raw(message))
        if c["type"] == 2
    ]


def menus(message: Any) -> list[dict[str, Any]]:
    """The menus of a message."""
    return [part for part in _all(raw(message)) if part["type"] == 3]


def told(result: simcord.InteractionResult) -> str:
    """What only the one who pressed is told."""
    assert result.response is not None, result
    assert result.ephemeral
    return says(result.response)


def parts(message: Any) -> list[dict[str, Any]]:
    """Every component of a message."""
    return _all(raw(message))


def _all(components: Any) -> list[dict[str, Any]]:
    found = []
    for component in components:
        found += [component, *_all(component.get("components") or [])]
    return found


def _texts(components: Any) -> list[str]:
    return [re.sub(r"\\(.)", r"\1", c["content"]) for c in _all(components) if "content" in c]


class OverSimcord:
    """The Discord platform as simcord connects it: without a gateway."""

    def __init__(self, bot: DiscordBot, env: simcord.Env) -> None:
        self.messenger = bot.messenger
        self.on_table_changed = bot.on_table_changed
        self.joined = asyncio.Event()
        self.spoken: dict[str, str] = {}
        self._bot = bot
        self._env = env

    async def start(self) -> None:
        self.spoken = in_spanish(self._env)
        await self._env.start()

    async def run(self, door: Door) -> None:
        await self._bot.prepare(door)
        self.joined.set()
        await asyncio.Event().wait()

    async def stop(self) -> None:
        await self._env.shutdown()


@asynccontextmanager
async def sala(
    folder: Path, *, read_words: bool = False, seed: int = 1, paint: Paint | None = None
) -> AsyncIterator[Sala]:
    """The Process that `app.serve` runs, in a server with a channel and five people."""
    clock = Clock()
    bot = DiscordBot(DiscordSettings("x", words=read_words), clock, paint)
    env = simcord.Env(bot.client, shard_count=1)
    over = OverSimcord(bot, env)
    store = await open_sqlite(prepared(folder / "mus.sqlite"))
    settings = Settings(turn_s=0, ai_pause_s=0.01)
    process = Process(store, {"discord": over}, settings, nature=Nature.from_seed(seed))
    try:
        await process.start()
        await over.joined.wait()
        guild = env.create_guild("Peña")
        channel = guild.create_text_channel("mus")
        here = Sala(env, bot, process.manager, process.courier, clock, guild, channel)
        for name in NAMES:
            user = env.create_user(name.lower().replace("ñ", "n"), global_name=name)
            here.people[name] = guild.add_member(user)
        here.spoken = over.spoken
        await env.settle()
        yield here
        assert env.errors == []
    finally:
        await process.stop()
        await store.close()


ES = Texts("es")


def cards_of(room: Sala, name: str) -> str:
    """Somebody's cards as their own messages show them."""
    assert room.table.mesa is not None
    seat = room.table.names.index(name)
    return card_signs(ES, sort_hand(room.table.mesa.cards[seat], 8))


def registered(room: Sala) -> dict[str, dict[str, object]]:
    return {command["name"]: command for command in room.env.backend.commands[None].values()}
