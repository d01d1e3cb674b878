"""A night with the Discord bot in virtual time, its gateway as a test wants it; Telegram beside it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from adapters.discord.bot import DiscordBot
from adapters.discord.emojis import emoji_name
from adapters.discord.platform import DiscordSettings
from adapters.telegram.bot import TelegramBot
from adapters.telegram.platform import TelegramSettings
from musbot.app import Nature, Process
from musbot.config import Settings
from musbot.game.cards import DECK
from musbot.port.platform import Platform
from musbot.store.sqlite import open_sqlite
from musbot.table.events import ChatId
from musbot.table.table import Table
from tests.e2e.discord_server import ANE, BENAT, CARMEN, DANI, MUS, NAMES, SERVER, State, peopled
from tests.evenings.hours import Hours, at_once, passes
from tests.fakes.discord_api import FakeDiscord
from tests.fakes.telegram_api import FakeTelegram
from tests.support.stores import prepared

HOUR = 3600
TURN_S = 90
OTHER_SERVER, OTHER_CHANNEL = 1 << 22, 21
"""Of two shards it is the second's; the other server is the first's."""
PENA = -1001000000001


@dataclass
class Night:
    """Both platforms, the process that is to play on them, and people at a table of Discord."""

    fake: FakeDiscord
    telegram: FakeTelegram
    process: Process
    hours: Hours

    def mesa(self, channel: int = MUS, server: int = SERVER) -> State:
        """The people of one channel."""
        four = {uid: NAMES[uid] for uid in (ANE, BENAT, CARMEN, DANI)}
        return State(self.fake, channel, four, random.Random(1), server=server)

    async def connected(self, within_s: float = 70) -> None:
        """Waits until the bot listens, and looks ten times a second."""
        until = self.hours.now + within_s
        while not self.fake.connected:
            assert self.hours.now <= until, self.fake.transcript()
            await asyncio.sleep(0.1)

    def table(self, chat: ChatId) -> Table:
        """The table of a chat."""
        return self.process.manager.tables.in_chat(chat)[0]


@asynccontextmanager
async def night(
    folder: Path, *, telegram: bool = False, ahead_s: float = 0, is_active: Callable[[], bool] = lambda: True
) -> AsyncIterator[Night]:
    """The platforms are there, the process not yet started; nothing it asks for may be malformed.

    Discord's clock is so far ahead of ours.
    """
    hours = asyncio.get_running_loop()
    assert isinstance(hours, Hours)

    def wall() -> float:
        return 1_800_000_000.0 + hours.now

    async with AsyncExitStack() as stack:
        fake = peopled(await stack.enter_async_context(FakeDiscord(clock=lambda: wall() + ahead_s)))
        for card in DECK:  # uploaded at an earlier start
            fake.world.create_application_emoji(emoji_name(card))
        fake.guild(OTHER_SERVER, members=NAMES)
        fake.channel(OTHER_CHANNEL, OTHER_SERVER)
        other = await stack.enter_async_context(FakeTelegram(clock=wall))
        for uid, name in NAMES.items():
            other.user(uid, name, started=True)
        other.group(PENA, "Peña", members=NAMES)
        where = DiscordSettings(fake.token, fake.api_url, fake.gateway_url)
        bots: dict[str, Platform] = {
            "discord": DiscordBot(where, hours.time, rng=random.Random(1).random, is_active=is_active)
        }
        if telegram:
            bots["telegram"] = TelegramBot(TelegramSettings(other.token, other.url))
        store = await open_sqlite(prepared(folder / "mus.sqlite"), wall, connect=at_once)
        stack.push_async_callback(store.close)
        nature = replace(Nature.from_seed("mus"), clock=hours.time, wall=wall)
        process = Process(store, bots, Settings(turn_s=TURN_S), nature=nature)
        stack.push_async_callback(process.stop)
        yield Night(fake, other, process, hours)
        assert fake.violations == other.violations == []


def lived(
    folder: Path,
    story: Callable[[Night], Coroutine[Any, Any, None]],
    *,
    telegram: bool = False,
    ahead_s: float = 0,
    is_active: Callable[[], bool] = lambda: True,
) -> None:
    """Runs a story to its end, however many hours it takes."""

    async def told() -> None:
        async with night(folder, telegram=telegram, ahead_s=ahead_s, is_active=is_active) as it:
            await story(it)

    passes(told)


async def plays(mesa: State) -> None:
    """Four sit down, and one speaks."""
    await mesa.open()
    await mesa.fake.settle()
    (speaker,) = mesa.awaited()
    board = mesa.boards[-1]
    await mesa.press(speaker, "No hay mus")
    await mesa.fake.until(lambda: "GRANDE" in board.text)


async def a_table_in_telegram(it: Night) -> None:
    """Ane plays against AI players there."""
    it.telegram.say(ANE, "/mus vitoria", PENA)
    for label in ("Sentarme 🔷", "Añadir IA", "Añadir IA", "Añadir IA", "Empezar"):
        await it.telegram.until(lambda label=label: label in it.telegram.labels(PENA))  # type: ignore[misc]
        await it.telegram.answer(it.telegram.press(ANE, label, PENA))
