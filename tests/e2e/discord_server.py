"""A Discord server where people play: the bot as a process of its own, and people who press what they see."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from musbot.game.cards import DECK
from musbot.pictures.specs import Picture
from musbot.table.events import AnyEvent, ChatId
from tests.e2e.bot_process import BotProcess
from tests.e2e.leaks import ANALYSED, PNG, cards_named, cards_pictured, known, public
from tests.e2e.pena import choice, named
from tests.fakes.discord_api import Answer, FakeDiscord, Message
from tests.fakes.discord_api.components import walk
from tests.fakes.telegram_api import FakeTelegram

ANE, BENAT, CARMEN, DANI, EVA, FELIX, GORKA, HAIZEA, NADIE = range(101, 110)
NAMES = {ANE: "Ane", BENAT: "Beñat", CARMEN: "Carmen", DANI: "Dani", NADIE: "Nadie"}
OTHERS = {EVA: "Eva", FELIX: "Félix", GORKA: "Gorka", HAIZEA: "Haizea"}
SERVER, MUS, THREAD = 10, 11, 12


class DiscordProcess(BotProcess):
    """`musbot run` with a Discord token, and a Telegram one too if there is such a platform."""

    def __init__(
        self, folder: object, discord: FakeDiscord, telegram: FakeTelegram | None = None, **settings: str
    ) -> None:
        super().__init__(folder, telegram, settings)  # type: ignore[arg-type]
        self.discord = discord

    async def start(self) -> None:
        """Starts it and waits until it listens."""
        discord = self.discord
        platforms = {
            "DISCORD_BOT_TOKEN": discord.token,
            "DISCORD_API_URL": discord.api_url,
            "DISCORD_GATEWAY_URL": discord.gateway_url,
        }
        if self.fake is not None:
            platforms |= {"TELEGRAM_BOT_TOKEN": self.fake.token, "TELEGRAM_API_URL": self.fake.url}
        await self._launch(platforms)
        await discord.until(lambda: (discord.connected and discord.commands) or self._ended(), timeout_s=20)
        if self.fake is not None:
            await self.fake.until(lambda: self.fake.updates.polls or self._ended(), timeout_s=20)


def peopled(fake: FakeDiscord) -> FakeDiscord:
    """A server with a channel, a thread in it, and nine people; Dani wants no private messages."""
    for uid, name in (NAMES | OTHERS).items():
        fake.user(uid, name, dms=uid != DANI)
    fake.guild(SERVER, members=[*NAMES, *OTHERS])
    fake.channel(MUS, SERVER)
    fake.thread(MUS, "hilo", ANE, THREAD)
    return fake


@dataclass
class State:
    """People at one table, by name; `boldness` is how often they bet when they may."""

    fake: FakeDiscord
    channel: int
    people: Mapping[int, str]
    rng: random.Random
    boldness: float = 0.6
    server: int = SERVER

    @property
    def chat(self) -> ChatId:
        return ChatId(f"discord:{self.server}-{self.channel}")

    @property
    def boards(self) -> list[Message]:
        """The bot's messages that have buttons which say something (a link says nothing), the newest last."""
        found = self.fake.from_bot(self.channel)
        return [m for m in found if any("custom_id" in part for part in walk(m.components))]

    @property
    def labels(self) -> list[str]:
        return [label for row in self.boards[-1].labels for label in row] if self.boards else []

    @property
    def over(self) -> bool:
        return "Revancha" in self.labels

    async def press(self, uid: int, label: str, **how: object) -> Answer:
        """Presses a button and returns what its presser was told."""
        return await self.fake.answer(self.fake.press(uid, label, self.channel, **how))  # type: ignore[arg-type]

    async def until(self, label: str) -> None:
        """Waits until a board has a button."""
        await self.fake.until(lambda: label in self.labels, timeout_s=20)

    async def open(self, options: str = "piedras=20 juegos=1", rules: str = "vitoria") -> None:
        """Opens a table, seats everybody and starts."""
        first = next(iter(self.people))
        opened = self.fake.slash(first, f"/mus rules:{rules} options:{options}", self.channel)
        assert (await self.fake.answer(opened)).private
        for place, uid in enumerate(self.people):
            await self.until("Levantarme" if place else "Empezar")
            side = f"Sentarme {'🔷🟠'[place % 2]}"
            await self.press(uid, side if side in self.labels else "Sentarme")
        await self.press(first, "Empezar")
        await self.until("Mis cartas")

    def awaited(self) -> list[int]:
        """Who of the people is asked to speak, by the newest board."""
        names = named(self.boards[-1].text) if self.boards else []
        return [uid for uid, name in self.people.items() if name in names]

    def choice(self) -> list[tuple[int, str]]:
        """What one who is asked presses now, as the newest board offers it."""
        return choice(self.awaited(), self.labels, self.rng, self.boldness)

    async def play(self, pause_s: float = 0.4, most_s: float = 420) -> None:
        """Presses what the board offers until the partida is over."""
        loop = asyncio.get_running_loop()
        until = loop.time() + most_s
        while loop.time() < until:
            if self.over:
                return
            for uid, label in self.choice():
                with suppress(LookupError):  # the board has just changed
                    await self.press(uid, label)
                await asyncio.sleep(pause_s)
            await asyncio.sleep(0.05)
        raise AssertionError(self.fake.transcript(self.channel))


def leaks(
    fake: FakeDiscord, logs: Mapping[str, Sequence[AnyEvent]], drawn: Mapping[bytes, Picture] | None = None
) -> list[str]:
    """Returns every request that names a card it should not, with who could see it.

    `drawn` is what each picture shows, by its file, and any other counts as one of the whole deck; without it
    only texts are looked at.
    """
    tables = [known(log) for log in logs.values()]
    found = []
    for entry in fake.sent:
        said = "\n".join(entry.words())
        place = fake.world.known(entry.channel)
        in_server = entry.viewer is None and place is not None and place.guild_id is not None
        if in_server and ANALYSED.search(said):
            found.append(f"in {entry.channel}: {said}")
        named = cards_named(said)
        if drawn is not None:
            pictures = [file.body for file in entry.files if file.body.startswith(PNG)]
            named = named.union(*(cards_pictured(drawn.get(body, DECK)) for body in pictures))
        if not named:
            continue
        if in_server and place is not None:
            chat = f"discord:{place.guild_id}-{place.id}"
            if not any(named <= cards for cards in public(tables, chat, said)):
                found.append(f"in {chat}: {said}")
            continue
        for viewer in fake.viewers(entry):
            own = [held for table in tables for held in table.held.get(f"discord:{viewer}", ())]
            own += public(tables, f"discord:{viewer}", said)
            if not any(named <= held for held in own):
                found.append(f"to {viewer}: {said}")
    return found
