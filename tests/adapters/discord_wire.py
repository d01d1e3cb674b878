"""The Discord bot in this loop against the wire, with four people in a channel."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from adapters.discord.bot import DiscordBot
from musbot.config import Settings
from musbot.narrator import Narrator
from musbot.service.chatter import Chatter
from musbot.service.courier import Courier
from musbot.service.manager import TableManager
from musbot.store.sqlite import open_sqlite
from tests.adapters.bot import Gate
from tests.e2e.discord_server import ANE, BENAT, CARMEN, DANI, MUS, NAMES, Mesa, peopled
from tests.fakes.clock import Clock
from tests.fakes.discord_api import FakeDiscord


@dataclass
class Wire:
    """A platform, the bot, its store, and the people of one channel."""

    fake: FakeDiscord
    clock: Clock
    store: Gate
    bot: DiscordBot
    mesa: Mesa


@asynccontextmanager
async def wired(folder: Path) -> AsyncIterator[Wire]:
    """The bot put together as `app.serve` does it, connected; nothing it asked for may be malformed."""
    clock = Clock()
    async with FakeDiscord(flood=False, clock=clock) as fake:
        peopled(fake)
        store: Any = Gate(await open_sqlite(folder / "mus.sqlite"))
        loop = asyncio.get_running_loop()
        rng = random.Random(1)
        manager = TableManager(store, loop, turn_s=0, ai_pause_s=0.01, rng=rng, entropy=rng.randbytes)
        settings = Settings(
            discord_token=fake.token, discord_url=fake.api_url, discord_gateway=fake.gateway_url
        )
        bot = DiscordBot(settings, clock)
        manager.listeners.append(bot.wake)
        narrator = cache(partial(Narrator, turn_s=0))
        courier = Courier(manager, store, {}, narrator)
        await manager.start()
        await courier.start()
        await bot.start()
        await courier.join("discord", bot.messenger)
        running = asyncio.create_task(bot.run(Chatter(manager, courier, narrator, "es")))
        await fake.until(lambda: fake.connected and fake.commands)
        four = {uid: NAMES[uid] for uid in (ANE, BENAT, CARMEN, DANI)}
        yield Wire(fake, clock, store, bot, Mesa(fake, MUS, four, rng))
        running.cancel()
        await asyncio.wait({running})
        await manager.stop()
        await courier.stop()
        await bot.stop()
        await store.close()
        assert fake.violations == []
