"""Unless the database is a process's alone it asks no platform for anything."""

from __future__ import annotations

import logging

import aiohttp
import pytest
from telegram import Bot

from adapters.discord.interactions import InteractionDeadlines
from adapters.telegram import bot as starting
from adapters.telegram.messenger import TelegramMessenger
from adapters.telegram.platform import TelegramSettings
from adapters.telegram.wire import Wire
from musbot.narrator.post import Post
from musbot.port.messenger import NoLease, Outage
from musbot.table.events import ChatId
from tests.fakes.telegram_api import FakeTelegram


async def test_telegram_is_sent_nothing_by_who_is_not_sure_and_is_when_they_are_again() -> None:
    sure = True
    async with FakeTelegram() as fake:
        ane = fake.user(1, "Ane", started=True)
        wire = Wire(fake.url, lambda: sure)
        async with Bot(fake.token, fake.base_url, request=wire, get_updates_request=wire) as bot:
            messenger = TelegramMessenger(bot)
            await messenger.send(ChatId(f"telegram:{ane}"), Post("", "Kaixo"))
            sure = False
            with pytest.raises(Outage):
                await messenger.send(ChatId(f"telegram:{ane}"), Post("", "Agur"))
            assert [it.text for it in fake.from_bot(ane)] == ["Kaixo"]
            sure = True
            await messenger.send(ChatId(f"telegram:{ane}"), Post("", "Berriz"))
            assert [it.text for it in fake.from_bot(ane)] == ["Kaixo", "Berriz"]


async def test_a_start_before_they_are_does_not_say_that_telegram_is_away(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked = iter([False, False, True])
    monkeypatch.setattr(starting, "AGAIN_S", 0)
    caplog.set_level(logging.INFO)
    async with FakeTelegram() as fake:
        bot = starting.TelegramBot(
            TelegramSettings(fake.token, fake.url), is_active=lambda: next(asked, True)
        )
        await bot.start()
        assert [it for it in caplog.messages if "Telegram" in it] == [
            "Telegram: @mus_fake_bot; add it to a group: https://t.me/mus_fake_bot?startgroup=mus"
        ]
        await bot.stop()


async def test_no_request_to_discord_begins_where_it_is_not_sure() -> None:
    async with FakeTelegram() as fake:
        trace = InteractionDeadlines(lambda: 0.0).trace(lambda: False)
        async with aiohttp.ClientSession(trace_configs=[trace]) as session:
            with pytest.raises(NoLease):
                await session.get(fake.url)
