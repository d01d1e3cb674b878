"""A copy is restored in mid-hand: chats that show more than it has are edited, and their buttons count."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from musbot.cli.main import main
from tests.fakes.telegram_api import FakeTelegram
from tests.support.server import programs
from tests.support.stores import a_schema
from tests.support.telegram_bot import Bot
from tests.support.telegram_sala import ANE, BENAT, CARMEN, DANI, Sala


async def plays_on_after_a_restore(folder: Path, fake: FakeTelegram, database: str, url: str = "") -> None:
    """Plays to grande, copies, plays on to chica, restores, and plays on at the board that is there."""

    async def command(*words: object) -> None:
        assert await asyncio.to_thread(main, [*map(str, words), "--database", database]) == 0

    bot = Bot(folder, fake, url=url)
    await bot.start()
    sala = Sala(fake, bot)
    await sala.open(ANE, BENAT, CARMEN, DANI)
    await sala.speak("nomus")
    await fake.until(lambda: "GRANDE" in sala.boards[-1].text)
    await fake.settle()
    await command("backup", folder / "copy")
    board, speaker = sala.boards[-1], sala.speaker
    before = [it.text for it in fake.from_bot(speaker)]
    while "CHICA" not in board.text:
        await sala.speak("paso")
        await fake.settle()
    assert [it.text for it in fake.from_bot(speaker)] != before
    await bot.stop()
    await command("restore", folder / "copy", "--replace")
    await bot.start()
    await fake.until(lambda: "GRANDE" in board.text)
    await fake.until(lambda: [it.text for it in fake.from_bot(speaker)] == before)
    await sala.press(speaker, "Paso", message=board.id)
    await fake.until(lambda: sala.speaker != speaker)
    await bot.stop()


async def test_a_board_and_hands_show_what_a_restored_file_has(
    fake: FakeTelegram, tmp_path: Path, hasty: None
) -> None:
    await plays_on_after_a_restore(tmp_path, fake, f"{tmp_path}/mus.sqlite")


async def test_a_board_and_hands_show_what_a_restored_server_has(
    fake: FakeTelegram, tmp_path: Path, hasty: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{programs()}:{os.environ['PATH']}")
    async with a_schema() as url:
        await plays_on_after_a_restore(tmp_path, fake, url, url)
