"""The database file is deleted while people play: clear lines, and answers in the language of the chat."""

from __future__ import annotations

from pathlib import Path

import pytest

from musbot.store.protocol import TablesGone
from tests.fakes.telegram_api import FakeTelegram
from tests.support.telegram_bot import Bot
from tests.support.telegram_sala import ANE, BENAT, PENA


async def test_a_deleted_file_is_logged_without_a_traceback_and_told_in_the_language_of_the_chat(
    fake: FakeTelegram, tmp_path: Path, hasty: None, caplog: pytest.LogCaptureFixture
) -> None:
    fake.world.people[ANE].language, fake.world.people[BENAT].language = "en", "tlh"
    bot = Bot(tmp_path, fake)
    files = [tmp_path / f"mus.sqlite{end}" for end in ("", "-wal", "-shm", "-commits")]
    await bot.start()
    fake.say(ANE, "/mus vitoria", PENA)
    await fake.until(lambda: fake.labels(PENA))
    await fake.settle()
    for file in files:
        file.unlink()
    at_once, unloaded = f"{bot.table(PENA).id}:0:sit.0", "Z9-abcdef:0:sit.0"
    for data in (at_once, unloaded):
        query = fake.press(BENAT, chat=PENA, data=data)
        assert (await fake.answer(query)).text == "It could not be saved. Please try again."
    await bot.telegram._updates._suspects.end()
    await bot.stop()
    assert isinstance(bot.store.real.lost.result(), TablesGone)
    told = [it for it in caplog.records if "was deleted or replaced" in it.getMessage()]
    assert told, "the note of the updates says why it could not be written"
    assert [it.getMessage() for it in caplog.records if it.exc_info] == []
