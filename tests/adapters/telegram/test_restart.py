"""Limits, pauses and restarts: what is to be seen is seen, and no chat is written to too fast."""

from __future__ import annotations

import asyncio

import pytest

from adapters.telegram import messenger as telegram_messenger
from musbot.port.messenger import Limit
from tests.fakes.telegram_api import FakeTelegram
from tests.support.telegram_bot import Bot
from tests.support.telegram_sala import ANE, BENAT, CARMEN, DANI, EVA, FELIX, NAMES, PENA, Sala

ALL = (ANE, BENAT, CARMEN, DANI)
FORUM = -1005000000001


def edits(fake: FakeTelegram, chat: int) -> list[float]:
    """When a chat was written to."""
    return [entry.at for entry in fake.sent if entry.chat == chat and entry.kind in ("send", "edit")]


@pytest.mark.parametrize("killed", [False, True], ids=["stopped", "killed"])
async def test_a_pause_is_kept_over_a_restart(
    sala: Sala, bot: Bot, fake: FakeTelegram, *, killed: bool
) -> None:
    await sala.open(*ALL)
    await fake.settle()
    fake.refuse("editMessageText", 429, "Too Many Requests: retry after 2", retry_after=2)
    await sala.press(sala.speaker, "Mus")
    await fake.until(lambda: fake.refused)
    asked = fake.refused[-1].at
    await asyncio.sleep(0.05)
    await (bot.kill() if killed else bot.stop())
    await bot.start()
    await sala.board_says(" mus · ")
    assert edits(fake, PENA)[-1] >= asked + 2
    assert fake.flood.impatient == []


async def test_the_topics_of_a_forum_share_its_limit(
    fake: FakeTelegram, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telegram_messenger, "GROUP", Limit(burst=4, every_s=0.2))
    fake.group(FORUM, "Foro", members=NAMES, forum=True)
    one, two = (Sala(fake, bot, FORUM, fake.topic(FORUM, name, ANE)) for name in ("Uno", "Dos"))
    for sala in (one, two):
        sala.say(ANE if sala is one else BENAT, "/mus")
        await fake.until(lambda: len(bot.tables) == (1 if sala is one else 2))  # noqa: B023
    for uid, act in zip((*ALL, EVA, FELIX) * 2, ("sit.0", "sit.1") * 6, strict=True):
        for sala in (one, two):
            await sala.forge(uid, act)
    await fake.settle(quiet_s=0.4)
    times = edits(fake, FORUM)
    assert max(sum(start <= at < start + 0.15 for at in times) for start in times) <= 4
    assert {message.thread for message in one.posts} == {one.topic, two.topic}


async def test_a_pause_asked_in_one_topic_holds_for_the_forum(fake: FakeTelegram, bot: Bot) -> None:
    fake.group(FORUM, "Foro", members=NAMES, forum=True)
    one, two = (Sala(fake, bot, FORUM, fake.topic(FORUM, name, ANE)) for name in ("Uno", "Dos"))
    fake.refuse("sendMessage", 429, "Too Many Requests: retry after 1", retry_after=1)
    one.say(ANE, "/mus")
    await fake.until(lambda: fake.refused)
    two.say(BENAT, "/mus vitoria")
    await two.told("Vitoria a 40")
    await one.told("Parejas a 40")
    first, *others = edits(fake, FORUM)
    assert all(at >= first + 1 for at in others)
