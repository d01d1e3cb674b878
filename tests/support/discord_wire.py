"""The Discord bot in this loop against the wire, with four people in a channel."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adapters.discord.bot import DiscordBot
from adapters.discord.platform import DiscordSettings
from musbot.app import Nature, Process
from musbot.config import Settings
from musbot.pictures.specs import Paint
from musbot.service.choices.kept import PlatformStore
from musbot.store.postgres.store import open_postgres
from musbot.store.sqlite import open_sqlite
from tests.e2e.discord_server import ANE, BENAT, CARMEN, DANI, MUS, NAMES, State, peopled
from tests.fakes.clock import Clock
from tests.fakes.discord_api import FakeDiscord
from tests.support.stores import prepared
from tests.support.telegram_bot import Gate


@dataclass
class Wire:
    """A platform, the bot, its store, and the people of one channel."""

    fake: FakeDiscord
    clock: Clock
    store: Gate
    bot: DiscordBot
    mesa: State
    process: Process


@asynccontextmanager
async def wired(folder: Path, paint: Paint | None = None, url: str = "") -> AsyncIterator[Wire]:
    """The bot the Process that `app.serve` runs, connected; nothing it asked for may be malformed.

    With a URL it plays with that PostgreSQL, in place of a file.
    """
    clock = Clock()
    async with FakeDiscord(flood=False, clock=clock) as fake:
        peopled(fake)
        file = prepared(folder / "mus.sqlite")
        store: Any = Gate(await (open_postgres(url) if url else open_sqlite(file)))
        where = DiscordSettings(fake.token, fake.api_url, fake.gateway_url)
        bot = DiscordBot(where, clock, paint, is_active=PlatformStore(store).may_make_requests)
        settings = Settings(turn_s=0, ai_pause_s=0.01)
        process = Process(store, {"discord": bot}, settings, nature=Nature.from_seed(1))
        await process.start()
        await fake.until(lambda: fake.connected and fake.commands)
        four = {uid: NAMES[uid] for uid in (ANE, BENAT, CARMEN, DANI)}
        yield Wire(fake, clock, store, bot, State(fake, MUS, four, random.Random(1)), process)
        await process.stop()
        await store.close()
        assert fake.violations == []
