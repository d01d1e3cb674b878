"""The bot as its own process on Discord: whole partidas, presses in a crowd, kills, dropped connections."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from musbot.game.events import Said
from musbot.service.queue.rate_limits import TAPS
from tests.e2e.bot_process import BotProcess
from tests.e2e.discord_server import (
    ANE,
    BENAT,
    CARMEN,
    DANI,
    MUS,
    NAMES,
    OTHERS,
    THREAD,
    DiscordProcess,
    State,
    leaks,
    peopled,
)
from tests.fakes.discord_api import FakeDiscord
from tests.fakes.telegram_api import FakeTelegram

FOUR = {uid: NAMES[uid] for uid in (ANE, BENAT, CARMEN, DANI)}
PENA = -1001000000001


@pytest.fixture
async def fake() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord() as fake:
        yield peopled(fake)


Make = Callable[..., DiscordProcess]


@pytest.fixture
async def make(fake: FakeDiscord, tmp_path: Path) -> AsyncIterator[Make]:
    """Makes processes; none of them outlives its test."""
    made: list[DiscordProcess] = []

    def make(telegram: FakeTelegram | None = None, **settings: str) -> DiscordProcess:
        made.append(DiscordProcess(tmp_path, fake, telegram, **settings))
        return made[-1]

    yield make
    for bot in made:
        if bot.process is not None and bot.process.returncode is None:
            await bot.kill()


@pytest.fixture
async def bot(fake: FakeDiscord, make: Make) -> AsyncIterator[DiscordProcess]:
    bot = make(MUSBOT_AI_PAUSE_SECONDS="0.3", MUSBOT_LOG_LEVEL="DEBUG")
    await bot.start()
    yield bot
    assert await bot.terminate() == 0, bot.log
    assert fake.violations == []
    assert fake.token not in bot.log
    assert "Traceback" not in bot.log


@pytest.fixture
def mesa(fake: FakeDiscord) -> State:
    return State(fake, MUS, FOUR, random.Random(1))


def said(bot: DiscordProcess) -> int:
    """How many words of the game are on the disk."""
    return sum(isinstance(event, Said) for log in bot.stored().values() for event in log)


@pytest.mark.long
async def test_a_partida_in_a_channel_and_one_in_a_thread(
    fake: FakeDiscord, bot: DiscordProcess, mesa: State, record_property: Callable[[str, object], None]
) -> None:
    hilo = State(fake, THREAD, OTHERS, random.Random(2))
    await mesa.open()
    await hilo.open()
    await asyncio.gather(mesa.play(), hilo.play())
    await fake.settle(timeout_s=30)
    record_property("figure", f"Discord: {len(fake.sent)} requests checked against the OpenAPI file")
    assert fake.violations == []
    assert [entry for entry in fake.refused if entry.code != 50007] == []
    assert leaks(fake, bot.stored()) == []
    tables = bot.tables().values()
    assert {table.chat for table in tables if table.over} == {mesa.chat, hilo.chat}


async def test_of_twelve_presses_at_once_each_is_answered_and_one_counts(
    fake: FakeDiscord, bot: DiscordProcess, mesa: State
) -> None:
    await mesa.open()
    await fake.settle(timeout_s=20)
    board = mesa.boards[-1].id
    presses = [fake.press(uid, "No hay mus", MUS, message=board) for uid in FOUR for _ in range(3)]
    answers = await asyncio.gather(*map(fake.answer, presses))
    assert len(answers) == 12
    assert said(bot) == 1
    told = sum(answer.private and answer.text != "" for answer in answers)
    assert told == 3, "each of the others once: double taps are silent"
    counted = [entry for entry in fake.sent if entry.path.endswith("/callback")]
    assert len({id(entry) for entry in counted if entry.status < 300}) >= 12
    assert fake.refused == [entry for entry in fake.refused if entry.code == 50007]


@pytest.mark.long
async def test_old_boards_buttons_work_after_a_kill(
    fake: FakeDiscord, bot: DiscordProcess, mesa: State
) -> None:
    await mesa.open()
    await fake.settle(timeout_s=20)
    board = mesa.boards[-1]
    posts = len(fake.from_bot(MUS))
    await bot.kill()
    await bot.start()
    (speaker,) = mesa.awaited()
    await mesa.press(speaker, "No hay mus", message=board.id)
    await fake.until(lambda: "GRANDE" in board.text, timeout_s=20)
    await asyncio.sleep(TAPS.every_s)  # no double tap
    late = await mesa.press(speaker, "No hay mus", message=board.id, stale=True)
    assert late.private
    assert late.text.startswith("Ese botón es de antes.")
    assert said(bot) == 1
    assert len(fake.from_bot(MUS)) == posts
    cards = await mesa.press(speaker, "Mis cartas")
    assert cards.private


async def test_a_lost_answer_to_a_send_posts_nothing_twice(
    fake: FakeDiscord, bot: DiscordProcess, mesa: State
) -> None:
    fake.lose_reply("POST", rf"/channels/{MUS}/messages$")
    fake.slash(ANE, "/mus", MUS)
    await mesa.until("Sentarme 🔷")
    await mesa.press(ANE, "Sentarme 🔷")
    await fake.until(lambda: "Levantarme" in mesa.labels, timeout_s=20)
    await fake.settle(timeout_s=20)
    assert len(fake.from_bot(MUS)) == 2, "the seal and the lobby"


async def test_both_platforms_in_one_process_and_sigterm_ends_both(
    fake: FakeDiscord, make: Make, mesa: State
) -> None:
    async with FakeTelegram() as telegram:
        for uid, name in FOUR.items():
            telegram.user(uid, name, started=True)
        telegram.group(PENA, "Peña", members=FOUR)
        bot = make(telegram)
        await bot.start()
        telegram.say(ANE, "/mus", PENA)
        await telegram.until(lambda: telegram.labels(PENA), timeout_s=20)
        await mesa.open()
        await telegram.answer(telegram.press(ANE, "Sentarme 🔷", PENA))
        assert {t.chat for t in bot.tables().values()} == {mesa.chat, f"telegram:{PENA}"}
        assert await bot.terminate(within_s=5) == 0
        assert "musbot has stopped" in bot.log
        assert "Traceback" not in bot.log
        assert fake.violations == telegram.violations == []


async def test_a_wrong_token_is_one_line_and_status_3(make: Make) -> None:
    bot = make(DISCORD_BOT_TOKEN="wrong.token.here")
    with pytest.raises(AssertionError, match="the bot ended with 3"):
        await bot.start()
    assert bot.log.splitlines()[-1] == "DISCORD_BOT_TOKEN: se esperaba un token que Discord conozca"
    assert "Traceback" not in bot.log
    assert "wrong.token.here" not in bot.log


async def test_a_missing_intent_is_one_line_and_status_3(make: Make) -> None:
    bot = make(DISCORD_READ_WORDS="yes")
    with pytest.raises(AssertionError, match="the bot ended with 3"):
        await bot.start()
    assert bot.log.splitlines()[-1].startswith("DISCORD_READ_WORDS: ")
    assert "Traceback" not in bot.log


async def test_a_wrong_token_of_discord_keeps_nobody_from_playing_in_telegram(
    fake: FakeDiscord, make: Make
) -> None:
    wrong = {
        "DISCORD_BOT_TOKEN": "wrong.token.here",
        "DISCORD_API_URL": fake.api_url,
        "DISCORD_GATEWAY_URL": fake.gateway_url,
    }
    async with FakeTelegram() as telegram:
        telegram.user(ANE, "Ane", started=True)
        telegram.group(PENA, "Peña", members={ANE: "Ane"})
        bot = make(telegram, **wrong)
        await BotProcess.start(bot)  # Discord never comes
        await telegram.until(lambda: "expected a token that Discord knows" in bot.log, timeout_s=20)
        telegram.say(ANE, "/mus", PENA)
        await telegram.until(lambda: telegram.labels(PENA), timeout_s=20)
        assert await bot.terminate(within_s=5) == 0
    assert bot.log.count("expected a token that Discord knows") == 1
    assert "Traceback" not in bot.log
    assert "wrong.token.here" not in bot.log
