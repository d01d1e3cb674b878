"""Puts a running musbot together, store, tables, courier and platforms, and takes it apart."""

from __future__ import annotations

import asyncio
import gc
import logging
import random
import secrets
import signal
from collections.abc import Sequence
from functools import cache, partial
from typing import Any, Protocol

from rich.console import Console

from adapters.console.table import ConsoleTable, typed_lines
from musbot.config import BadSetting, Settings
from musbot.game.errors import MusError
from musbot.game.rules import RuleSet
from musbot.narrator import Narrator
from musbot.pictures.studio import Studio
from musbot.service.chatter import Chatter
from musbot.service.courier import Courier
from musbot.service.manager import TableManager
from musbot.service.messenger import Messenger
from musbot.store.protocol import StoreError
from musbot.store.sqlite import SqliteStore, open_sqlite

log = logging.getLogger(__name__)


class Platform(Protocol):
    """A platform's adapter, between `start` and `stop`."""

    @property
    def messenger(self) -> Messenger:
        """How posts reach it."""

    async def start(self) -> None:
        """Waits until the platform answers; raises MusError if it never will."""

    async def run(self, chatter: Chatter) -> None:
        """Takes in what people do until cancelled."""

    async def stop(self) -> None:
        """Lets go of the platform."""


async def serve(settings: Settings) -> None:
    """Runs every platform that has a token until SIGTERM or SIGINT; raises MusError for what ends it."""
    if not settings.telegram_token and not settings.discord_token:
        raise BadSetting("TELEGRAM_BOT_TOKEN or DISCORD_BOT_TOKEN", "a token, or there is nothing to run")
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, stopping.set)
    store = await _open(settings)
    manager = TableManager(store, loop, turn_s=settings.turn_s, ai_pause_s=settings.ai_pause_s)
    for platform in ("console", "telegram", "discord"):
        manager.hold(platform)  # nobody hears a clock at the tables of one that does not run
    studio = Studio()
    narrator = cache(partial(Narrator, turn_s=settings.turn_s))
    courier = Courier(manager, store, {}, narrator, language=settings.language)
    chatter = Chatter(manager, courier, narrator, settings.language)
    platforms = _platforms(settings, manager, studio)

    async def run(name: str, platform: Platform) -> None:
        await platform.start()
        await courier.join(name, platform.messenger)
        manager.release(name)
        log.info("%s answers", name)
        await platform.run(chatter)

    try:
        await manager.start()
        await courier.start()
        _search_memory_seldom()
        log.info("musbot runs: %d tables taken up", len(manager.tables()))
        tasks = {asyncio.create_task(run(name, it), name=name) for name, it in platforms.items()}
        await _until(stopping, manager, tasks)
    finally:
        await manager.stop()
        await courier.stop()
        await asyncio.gather(*(platform.stop() for platform in platforms.values()))
        studio.close()
        await store.close()
    log.info("musbot has stopped")


def _search_memory_seldom() -> None:
    """Keeps the search for garbage, which stops all for 0.1 s with 200 tables, from what is for good."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 10, 50)


def _platforms(settings: Settings, manager: TableManager, studio: Studio) -> dict[str, Platform]:
    """The adapter of every platform that has a token."""
    clock = asyncio.get_running_loop().time
    platforms: dict[str, Platform] = {}
    if settings.telegram_token:
        from adapters.telegram.bot import TelegramBot

        platforms["telegram"] = TelegramBot(settings, clock, studio.paint)
    if settings.discord_token:
        from adapters.discord.bot import DiscordBot

        discord = platforms["discord"] = DiscordBot(settings, clock, studio.paint)
        manager.listeners.append(discord.wake)
    return platforms


async def play(
    settings: Settings, rules: RuleSet, names: Sequence[str], seats: int, *, seed: str, anew: bool
) -> None:
    """Plays a table in the terminal, or goes on with the one that was left; raises MusError."""
    store = await _open(settings)
    rng = random.Random(seed) if seed else random.SystemRandom()  # noqa: S311 - a game that can be repeated
    entropy = rng.randbytes if seed else secrets.token_bytes
    loop = asyncio.get_running_loop()
    manager = TableManager(store, loop, turn_s=0, ai_pause_s=settings.ai_pause_s, rng=rng, entropy=entropy)
    console = ConsoleTable(manager, Narrator(settings.language), Console(), typed_lines())
    try:
        await manager.start()
        await console.play(rules, names, seats, anew=anew)
    finally:
        await manager.stop()
        await store.close()


async def _open(settings: Settings) -> SqliteStore:
    try:
        return await open_sqlite(settings.database)
    except OSError as error:
        raise BadSetting("DATABASE_URL", f"a file that can be written ({error.strerror})") from error


async def _until(stopping: asyncio.Event, manager: TableManager, platforms: set[asyncio.Task[None]]) -> None:
    """Waits until it is time to stop; raises what made a platform or the store end."""
    stop = asyncio.create_task(stopping.wait())
    ends: set[asyncio.Future[Any]] = {stop, manager.failed, *platforms}
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    stop.cancel()
    for platform in platforms:
        platform.cancel()
    await asyncio.wait(platforms)
    if manager.failed.done():
        raise StoreError(f"the database cannot be written: {manager.failed.result()}")
    for platform in platforms:
        if not platform.cancelled() and (error := platform.exception()) is not None:
            if isinstance(error, MusError):
                raise error
            log.error("musbot cannot go on", exc_info=error)  # the log leaves tokens out
            raise MusError(f"{platform.get_name()}: {type(error).__name__}") from error
