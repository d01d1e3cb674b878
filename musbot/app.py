"""Puts a running musbot together, store, tables, courier and platforms, and takes it apart."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import signal
from collections.abc import Sequence
from functools import cache, partial
from typing import Any

from rich.console import Console

from adapters.console import ConsoleTable, typed_lines
from adapters.telegram_bot import TelegramBot
from musbot.chat import Chatter
from musbot.config import BadSetting, Settings
from musbot.courier import Courier
from musbot.game.errors import MusError
from musbot.game.rules import RuleSet
from musbot.messenger import Messenger
from musbot.narrator import Narrator
from musbot.pictures.studio import Studio
from musbot.sqlite_store import SqliteStore, open_sqlite
from musbot.store import StoreError
from musbot.tables import TableManager

log = logging.getLogger(__name__)


async def serve(settings: Settings) -> None:
    """Runs every platform that has a token until SIGTERM or SIGINT; raises MusError for what ends it."""
    if not settings.telegram_token:
        raise BadSetting("TELEGRAM_BOT_TOKEN", "a token, or there is nothing to run")
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, stopping.set)
    store = await _open(settings)
    manager = TableManager(store, loop, turn_s=settings.turn_s, ai_pause_s=settings.ai_pause_s)
    manager.hold("console")  # those who left a table there do not hear their clocks
    studio = Studio()
    telegram = TelegramBot(settings, loop.time, studio.paint)
    messengers: dict[str, Messenger] = {"telegram": telegram.messenger}
    narrator = cache(partial(Narrator, turn_s=settings.turn_s))
    courier = Courier(manager, store, messengers, narrator)

    async def run() -> None:
        await telegram.start()
        await manager.start()
        await courier.start()
        log.info("musbot runs: %d tables taken up", len(manager.tables()))
        await telegram.run(Chatter(manager, courier, narrator, settings.language))

    try:
        await _until(stopping, manager, asyncio.create_task(run(), name="telegram"))
    finally:
        await manager.stop()
        await courier.stop()
        await telegram.stop()
        studio.close()
        await store.close()
    log.info("musbot has stopped")


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


async def _until(stopping: asyncio.Event, manager: TableManager, platform: asyncio.Task[None]) -> None:
    """Waits until it is time to stop; raises what made a platform or the store end."""
    stop = asyncio.create_task(stopping.wait())
    ends: set[asyncio.Future[Any]] = {stop, platform, manager.failed}
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    stop.cancel()
    platform.cancel()
    await asyncio.wait({platform})
    if manager.failed.done():
        raise StoreError(f"the database cannot be written: {manager.failed.result()}")
    if not platform.cancelled() and (error := platform.exception()) is not None:
        if isinstance(error, MusError):
            raise error
        log.error("musbot cannot go on", exc_info=error)  # the log leaves tokens out
        raise MusError(f"{platform.get_name()}: {type(error).__name__}") from error
