"""Telegram knows the token no more: it rests while Discord plays, and is tried again every hour."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from adapters.telegram.updates import WrongToken
from musbot.health.watched import Health
from musbot.table.events import ChatId
from tests.e2e.discord_server import ANE
from tests.support.discord_night import HOUR, PENA, Night, a_table_in_telegram, lived, plays

NO_LONGER = "TELEGRAM_BOT_TOKEN: Telegram no longer knows this token"


@pytest.fixture(autouse=True)
def _pauses(hasty: None, hasty_discord: None) -> None:
    """What is sent goes at once: limits are not what this is about."""


@pytest.mark.parametrize("at_the_start", [False, True])
def test_while_discord_plays_telegram_rests_without_its_token_and_is_tried_every_hour(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, *, at_the_start: bool
) -> None:
    async def story(it: Night) -> None:
        known = it.telegram.server.token
        it.telegram.server.token = "1:another" if at_the_start else known
        await it.process.start()
        await it.connected()
        page = Health(it.process.watched)
        if not at_the_start:
            await a_table_in_telegram(it)
            it.telegram.server.token = "1:another"
        await asyncio.sleep(1.5 * HOUR)
        why = "TELEGRAM_BOT_TOKEN: expected a token that Telegram knows" if at_the_start else NO_LONGER
        assert (page.problems(), page.silent_platforms(), page.parked_platforms()) == (
            [],
            ["telegram"],
            {"telegram": why},
        )
        errors = [it.getMessage() for it in caplog.records if it.levelno >= logging.ERROR]
        assert errors == [f"telegram rests, and is tried again every hour: {why}"]
        await plays(it.mesa())
        it.telegram.server.token = known
        await asyncio.sleep(0.49 * HOUR)
        assert page.parked_platforms()
        await it.telegram.until(
            lambda: page.parked_platforms() == {} and page.silent_platforms() == [], HOUR / 60
        )
        page.stop()
        if at_the_start:
            await a_table_in_telegram(it)
        assert not it.table(ChatId(f"telegram:{PENA}")).over, "nobody's clock has struck"
        it.telegram.say(ANE, "/salir", PENA)
        await it.telegram.until(lambda: not it.process.manager.tables.in_chat(ChatId(f"telegram:{PENA}")))

    lived(tmp_path, story, telegram=True)


def test_where_no_other_platform_plays_a_token_that_is_gone_ends_the_process(tmp_path: Path) -> None:
    async def story(it: Night) -> None:
        it.fake.refuse("GET", r"/users/@me$", 401, times=None)
        await it.process.start()
        await a_table_in_telegram(it)
        it.telegram.server.token = "1:another"
        with pytest.raises(WrongToken, match=f"^{NO_LONGER}$"):
            await it.process.wait_until_ended(asyncio.get_running_loop().create_future())

    lived(tmp_path, story, telegram=True)
