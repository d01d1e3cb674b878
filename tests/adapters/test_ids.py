"""Ids that no platform has given, as a damaged row may hold: no chat, and no message, is behind them."""

from __future__ import annotations

from typing import Any, cast
from unittest.mock import MagicMock

import pytest

from adapters.discord.messenger import DiscordMessenger
from adapters.discord.windows import TOKEN_S, Windows
from adapters.telegram.messenger import TelegramMessenger
from musbot.narrator.post import Post
from musbot.port.chats import person_of
from musbot.port.messenger import Gone, Messenger, Unreachable
from musbot.table.events import ChatId, MessageId, read_person_id

BAD = ["x", "", "1e999", "-", "--7", "7-x", "x-7", "½", "9/x"]


@pytest.fixture(params=["telegram", "discord"])
def messenger(request: pytest.FixtureRequest) -> Messenger:
    bot = MagicMock()
    bot.get_guild.return_value = None
    return TelegramMessenger(bot) if request.param == "telegram" else DiscordMessenger(bot)


def platform(messenger: Messenger) -> str:
    return "telegram" if isinstance(messenger, TelegramMessenger) else "discord"


@pytest.mark.parametrize("bad", BAD)
async def test_a_chat_of_no_platform_is_unreachable_and_can_be_asked_about(
    messenger: Messenger, bad: str
) -> None:
    chat = ChatId(f"{platform(messenger)}:{bad}")
    assert messenger.limit(chat).burst > 0
    assert isinstance(messenger.link(chat, MessageId("1")), str)
    with pytest.raises(Unreachable):
        await messenger.send(chat, Post("", "text"))
    if isinstance(messenger, DiscordMessenger):
        assert not messenger.has_threads(chat)
        assert isinstance(messenger.address(chat), str)
        assert messenger.channel_of(chat) == chat


@pytest.mark.parametrize("bad", ["x", "", "?7", "-"])
async def test_a_message_of_no_platform_is_gone(messenger: Messenger, bad: MessageId) -> None:
    with pytest.raises(Gone):
        await messenger.edit(ChatId(f"{platform(messenger)}:7"), bad, Post("", "text"))


async def test_discord_forgets_whom_nothing_is_left_to_tell() -> None:
    now = [0.0]
    windows = Windows(lambda: now[0], cast("Any", None))
    for person in ("discord:1", "discord:2"):
        windows.record_token(read_person_id(person), ChatId("discord:7-7"), MagicMock(message=None))
    windows.forget_tokens(read_person_id("discord:2"))
    assert [person_of(it) for it in windows._tokens] == ["discord:1"]
    now[0] = TOKEN_S + 1
    windows.record_token(read_person_id("discord:3"), ChatId("discord:7-7"), MagicMock(message=None))
    assert [person_of(it) for it in windows._tokens] == ["discord:3"]


async def test_discord_forgets_who_may_manage_a_server_with_its_person() -> None:
    messenger = DiscordMessenger(MagicMock())
    messenger.record_manager(7, read_person_id("discord:1"), allowed=True)
    assert await messenger.administers(ChatId("discord:7-7"), read_person_id("discord:1"))
    messenger.forget(read_person_id("discord:1"))
    assert not await messenger.administers(ChatId("discord:7-7"), read_person_id("discord:1"))
