"""A fake platform with a group, and the bot in it."""

from __future__ import annotations

import io
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import redirect_stderr
from pathlib import Path

import pytest
from discord.http import Route

from adapters.discord import bot as discord_bot
from adapters.discord import messenger as discord_messenger
from adapters.discord import private_answers
from adapters.telegram import bot as telegram_bot
from adapters.telegram import messenger as telegram_messenger
from adapters.telegram import press_answers, updates
from adapters.telegram.platform import TelegramSettings
from musbot.port.messenger import Limit
from musbot.runtime.logs import NOISY_LOGGERS, log_to_stderr
from musbot.service.delivery import showing
from musbot.service.queue import rate_limits
from tests.fakes.telegram_api import FakeTelegram
from tests.support.discord_sala import READ_S
from tests.support.discord_sala import Sala as DiscordSala
from tests.support.discord_sala import sala as sala_over_simcord
from tests.support.discord_wire import Wire, wired
from tests.support.stderr import Written
from tests.support.telegram_bot import Bot
from tests.support.telegram_sala import CUADRILLA, NAMES, PENA, Sala, known

NO_LIMIT = Limit(burst=1000, every_s=0.001)


@pytest.fixture
async def fake() -> AsyncIterator[FakeTelegram]:
    """A platform that counts what is sent but asks for no pauses."""
    async with FakeTelegram(flood=False, query_lifetime_s=60) as fake:
        known(fake)
        fake.group(PENA, "Peña", members=NAMES)
        fake.group(CUADRILLA, "Cuadrilla", members=NAMES)
        fake.updates.throttle_polls = False
        yield fake


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the bot go as fast as it can, where limits and pauses are not what a test is about."""
    for name in ("GROUP", "PRIVATE", "WHOLE_BOT"):
        monkeypatch.setattr(telegram_messenger, name, NO_LIMIT)
    for name in ("ANSWERS", "IN_PRIVATE", "BOARDS", "PAGES"):
        monkeypatch.setattr(rate_limits, name, NO_LIMIT)
    for module, name in ((press_answers, "ANSWER_AGAIN_S"), (updates, "AGAIN_S"), (updates, "CONFLICT_S")):
        monkeypatch.setattr(module, name, 0.1)
    monkeypatch.setattr(telegram_bot, "AGAIN_S", 0.1)
    for name in ("GRACE_S", "LEAST_GRACE_S"):
        monkeypatch.setattr(showing, name, 0.3)


@pytest.fixture
async def bot(
    fake: FakeTelegram, tmp_path: Path, hasty: None, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[Bot]:
    """The bot, running; nothing it sent may be malformed, nothing it logged an error."""
    bot = Bot(tmp_path, fake)
    await bot.start()
    yield bot
    if not bot.running.done():
        await bot.stop()
    assert fake.violations == []
    logged = [*caplog.get_records("call"), *caplog.records]
    assert [record.getMessage() for record in logged if record.levelno >= logging.ERROR] == []


@pytest.fixture
def stderr(fake: FakeTelegram) -> Iterator[io.StringIO]:
    """What an operator's log shows with MUSBOT_LOG_LEVEL=DEBUG."""
    quiet, mute = TelegramSettings.quiet, TelegramSettings.mute
    loggers = [logging.getLogger(), *map(logging.getLogger, (*NOISY_LOGGERS, *quiet, *mute))]
    before = [(logger, logger.level, logger.handlers[:]) for logger in loggers]
    log = Written()
    with redirect_stderr(log):
        log_to_stderr("DEBUG", [fake.token], quiet, mute)
    yield log
    logging.getLogger().handlers[0].close()
    for logger, level, handlers in before:
        logger.setLevel(level)
        logger.handlers[:] = handlers


@pytest.fixture
def sala(fake: FakeTelegram, bot: Bot) -> Sala:
    """The Peña."""
    return Sala(fake, bot)


@pytest.fixture
def cuadrilla(fake: FakeTelegram, bot: Bot) -> Sala:
    """The other group."""
    return Sala(fake, bot, CUADRILLA)


@pytest.fixture
def hasty_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the Discord bot go as fast as it can. What it says to one alone stands as long as a test lasts."""
    for name in ("REPLY_READ_S", "ANSWER_READ_S"):
        monkeypatch.setattr(private_answers, name, READ_S)
    for name in ("CHANNEL", "WHOLE_BOT"):
        monkeypatch.setattr(discord_messenger, name, NO_LIMIT)
    for name in ("ANSWERS", "IN_PRIVATE", "BOARDS", "PAGES"):
        monkeypatch.setattr(rate_limits, name, NO_LIMIT)


@pytest.fixture
async def room(tmp_path: Path, hasty_discord: None) -> AsyncIterator[DiscordSala]:
    """A Discord channel with five people and the bot."""
    async with sala_over_simcord(tmp_path) as room:
        yield room


@pytest.fixture
async def wire(tmp_path: Path, hasty_discord: None, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wire]:
    """A fake Discord with a server, and the bot connected to it."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(discord_bot, "PATIENCE_S", 0.2)
    async with wired(tmp_path) as wire:
        yield wire
