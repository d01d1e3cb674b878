"""The bot as an operator runs it: how it starts, what it says when it cannot, how it stops, what it logs."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sqlite3
from collections.abc import AsyncIterator, Coroutine
from pathlib import Path

import pytest

from adapters.telegram.updates import WrongToken
from musbot.app import serve
from musbot.cli.main import main
from musbot.cli.shared import LASTING, read_adapters
from musbot.config import BadSetting, Settings
from musbot.game.errors import MusError
from musbot.game.rule_sets import rule_set
from musbot.service.tables.manager import TableManager
from musbot.store.protocol import StoreError
from musbot.store.sqlite import open_sqlite
from musbot.table.acts import InLobby, Payload
from musbot.table.events import ChatId, Occupant, Person, SatDown, read_person_id
from tests.e2e.bot_process import BotProcess
from tests.fakes.telegram_api import FakeTelegram
from tests.support.telegram_sala import ANE, PENA

FORGED = "123456789:" + "wrong" * 7


@pytest.fixture
async def process(fake: FakeTelegram, tmp_path: Path) -> AsyncIterator[BotProcess]:
    bot = BotProcess(
        tmp_path, fake, {"MUSBOT_LOG_LEVEL": "DEBUG", "MUSBOT_AI_PAUSE_SECONDS": "0.1", "LC_ALL": "en"}
    )
    yield bot
    if bot.process is not None and bot.process.returncode is None:
        await bot.kill()


def served(fake: FakeTelegram, folder: Path, turn_s: float = 0) -> Coroutine[None, None, None]:
    """What `musbot run` does, set so."""
    settings = Settings(folder / "mus.sqlite", turn_s=turn_s, ai_pause_s=0.01)
    return serve(settings, read_adapters({"TELEGRAM_BOT_TOKEN": fake.token, "TELEGRAM_API_URL": fake.url}))


async def serving(fake: FakeTelegram, folder: Path, turn_s: float = 0) -> asyncio.Task[None]:
    """`musbot run` in this loop, once it asks for updates."""
    polls = fake.updates.polls
    running = asyncio.create_task(served(fake, folder, turn_s))
    await fake.until(lambda: fake.updates.polls > polls or running.done())
    return running


async def terminated(running: asyncio.Task[None]) -> None:
    """SIGTERM: it has to end in good order within 5 seconds."""
    await asyncio.sleep(0)
    signal.raise_signal(signal.SIGTERM)
    await asyncio.wait_for(running, 5)


# ---- as a process ----------------------------------------------------------------------------------------


async def test_sigterm_ends_it_with_status_0(process: BotProcess, fake: FakeTelegram) -> None:
    await process.start()
    fake.say(ANE, "/mus", PENA)
    await fake.until(lambda: fake.labels(PENA))
    assert await process.terminate(within_s=5) == 0
    assert "musbot has stopped" in process.log
    assert fake.token not in process.log
    assert "Traceback" not in process.log


async def test_a_second_process_on_the_same_database_says_so_in_one_line(
    process: BotProcess, fake: FakeTelegram, tmp_path: Path
) -> None:
    running = await serving(fake, tmp_path)
    with pytest.raises(AssertionError, match="the bot ended with 1"):
        await process.start()
    database = tmp_path / "mus.sqlite"
    said = f"{database} is in use by another musbot: end that one, or set another DATABASE_URL"
    assert process.log.splitlines()[-1] == said
    assert "Traceback" not in process.log
    await terminated(running)


async def test_a_wrong_token_is_told_in_one_line_and_not_shown(process: BotProcess) -> None:
    process.settings["TELEGRAM_BOT_TOKEN"] = FORGED
    with pytest.raises(AssertionError, match="the bot ended with 3"):
        await process.start()
    assert process.log.splitlines()[-1] == "TELEGRAM_BOT_TOKEN: expected a token that Telegram knows"
    assert "Traceback" not in process.log
    assert FORGED not in process.log


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("TELEGRAM_BOT_TOKEN", "secret", "TELEGRAM_BOT_TOKEN: expected a token such as BotFather gives"),
        ("TELEGRAM_BOT_TOKEN", "", "TELEGRAM_BOT_TOKEN or DISCORD_BOT_TOKEN: expected a token, or there"),
        ("TELEGRAM_API_URL", "http://[::1", "TELEGRAM_API_URL: expected an address such as"),
        ("DATABASE_URL", "postgresql://x", "DATABASE_URL: expected sqlite:/// and a file"),
        (
            "DATABASE_URL",
            "sqlite:////dev/null/mus.sqlite",
            "DATABASE_URL: expected a file that can be written",
        ),
        ("DATABASE_URL", "sqlite:///.", "DATABASE_URL: expected a file that can be written"),
        ("MUSBOT_TURN_SECONDS", "nan", "MUSBOT_TURN_SECONDS: expected a number of seconds from 0 to 3600"),
        ("MUSBOT_LOG_LEVEL", "loud", "MUSBOT_LOG_LEVEL: expected one of DEBUG"),
    ],
)
def test_a_bad_setting_is_named_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    name: str,
    value: str,
    told: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    for given in [given for given in os.environ if given.startswith(("MUSBOT_", "TELEGRAM_", "DATABASE_"))]:
        monkeypatch.delenv(given)
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", FORGED)
    monkeypatch.setenv("LC_ALL", "en")
    monkeypatch.setenv(name, value)
    assert main(["run"]) == LASTING
    said = capsys.readouterr().err
    assert said.startswith(told)
    assert said.count("\n") == 1
    assert FORGED not in said


# ---- in this loop ----------------------------------------------------------------------------------------


async def test_sigterm_ends_a_waiting_poll(fake: FakeTelegram, tmp_path: Path, hasty: None) -> None:
    running = await serving(fake, tmp_path)
    await terminated(running)


async def test_sigterm_ends_while_a_pause_holds_what_is_to_be_sent(
    fake: FakeTelegram, tmp_path: Path, hasty: None
) -> None:
    running = await serving(fake, tmp_path)
    fake.refuse("sendMessage", 429, "Too Many Requests: retry after 600", retry_after=600)
    fake.say(ANE, "/mus", PENA)
    await fake.until(lambda: fake.refused)
    await terminated(running)
    assert fake.updates.pending == []


async def test_sigterm_ends_while_a_request_is_under_way(
    fake: FakeTelegram, tmp_path: Path, hasty: None
) -> None:
    running = await serving(fake, tmp_path)
    fake.slow("sendMessage", 30)
    fake.say(ANE, "/mus", PENA)
    await fake.until(lambda: fake.server.busy)
    await terminated(running)


async def test_sigterm_ends_while_the_platform_is_down(
    fake: FakeTelegram, tmp_path: Path, hasty: None
) -> None:
    async with fake.outage():
        running = asyncio.create_task(served(fake, tmp_path))
        await asyncio.sleep(0.3)
        assert not running.done()
        await terminated(running)
    running = await serving(fake, tmp_path)
    async with fake.outage():
        await terminated(running)


async def test_a_token_that_is_revoked_ends_the_bot_with_a_clear_line(
    fake: FakeTelegram, tmp_path: Path, hasty: None
) -> None:
    running = await serving(fake, tmp_path)
    fake.server.token = "1:another"
    await fake.stop()
    await fake.start()
    with pytest.raises(WrongToken, match=r"^TELEGRAM_BOT_TOKEN: Telegram no longer knows this token$"):
        await asyncio.wait_for(running, 5)


async def test_a_database_that_fails_again_and_again_ends_the_bot_with_a_clear_line(
    fake: FakeTelegram, tmp_path: Path, hasty: None
) -> None:
    running = await serving(fake, tmp_path)
    with sqlite3.connect(tmp_path / "mus.sqlite") as db:
        db.execute("DROP TABLE events")
    for _ in range(5):
        fake.say(ANE, "/mus", PENA)
    with pytest.raises(StoreError, match=r"^the database cannot be written: SQLite: no such table"):
        await asyncio.wait_for(running, 5)
    assert any("No se ha podido guardar" in message.text for message in fake.from_bot(PENA))


async def test_something_unforeseen_is_logged_and_ends_the_bot_with_one_line(
    fake: FakeTelegram,
    tmp_path: Path,
    hasty: None,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fails(*_: object) -> None:
        raise RuntimeError(f"something with {fake.token} in it")

    monkeypatch.setattr("adapters.telegram.bot.TelegramBot.run", fails)
    with pytest.raises(MusError, match=r"^telegram: RuntimeError$"):
        await served(fake, tmp_path)
    errors = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert errors == ["musbot cannot go on"]


async def test_nothing_to_run_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="TELEGRAM_BOT_TOKEN or DISCORD_BOT_TOKEN: expected a token"):
        await serve(Settings(tmp_path / "mus.sqlite"), read_adapters({}))


async def test_a_table_left_in_the_terminal_waits_for_its_people(
    fake: FakeTelegram, tmp_path: Path, hasty: None
) -> None:
    store = await open_sqlite(tmp_path / "mus.sqlite")
    manager = TableManager(store, asyncio.get_running_loop(), turn_s=0)
    seats = [
        Occupant("Ane", read_person_id("console:mesa#Ane")),
        *(Occupant(name, ai="azar") for name in "BCD"),
    ]
    ane = Person(read_person_id("console:mesa#Ane"), "Ane")
    seated = [SatDown(seat, who) for seat, who in enumerate(seats)]
    table = await manager.open(ane, ChatId("console:mesa"), "es", rule_set("vitoria"), seated=seated)
    await manager.press(ane, Payload(table.id, 0, InLobby.START))
    await manager.stop()
    await store.close()

    running = await serving(fake, tmp_path, turn_s=0.1)
    await asyncio.sleep(0.4)
    await terminated(running)
    with sqlite3.connect(tmp_path / "mus.sqlite") as db:
        assert db.execute("SELECT count(*) FROM events WHERE kind IN ('Missed', 'PutOff')").fetchone() == (0,)
