"""Pictures on Discord: one that a message shows already stays there and is not sent again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from adapters.discord import kept
from adapters.discord.kept import KeptPictures
from adapters.discord.messenger import DiscordMessenger
from musbot.narrator.post import Button, Post
from musbot.pictures.specs import HandPicture, Picture
from musbot.table.events import NO_CHAT, ChatId
from tests.e2e.discord_server import MUS, SERVER
from tests.fakes.discord_api import Message
from tests.support.discord_wire import Wire, wired

CHANNEL = ChatId(f"discord:{SERVER}-{MUS}")
HAND = Post("", "mano 1", ((Button("Paso", "K7-abcdef:1:paso"),),), picture=HandPicture(()))
OTHER = replace(HAND, picture=HandPicture((), circle="mano"))


async def painted(picture: Picture) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + repr(picture).encode()


def seen(wire: Wire) -> Message:
    (message,) = wire.fake.from_bot(MUS)
    return message


def uploads(wire: Wire) -> list[int]:
    """How many files came with each request that sent or changed a message."""
    return [len(entry.files) for entry in wire.fake.sent if entry.kind in ("send", "edit") and entry.done]


async def test_an_edit_that_changes_words_alone_leaves_the_picture_where_it_is(wire: Wire) -> None:
    messenger = DiscordMessenger(wire.bot.client, painted)
    message = await messenger.send(CHANNEL, HAND)
    shown = seen(wire).files
    for text in ("mano 1, envido", "mano 1, paso"):
        await messenger.edit(CHANNEL, message, replace(HAND, text=text))
    assert seen(wire).files == shown
    assert "mano 1, paso" in seen(wire).text
    await messenger.edit(CHANNEL, message, OTHER)
    assert seen(wire).files != shown, "another picture is sent"
    await messenger.edit(CHANNEL, message, replace(OTHER, picture=None))
    assert seen(wire).files == [], "one that is not wanted goes"
    await messenger.edit(CHANNEL, message, OTHER)
    assert uploads(wire) == [1, 0, 0, 1, 0, 1]
    assert sum(entry.again for entry in wire.fake.sent) == 0


async def test_a_discord_that_keeps_no_pictures_is_sent_them_once_refused(
    wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    messenger = DiscordMessenger(wire.bot.client, painted)
    message = await messenger.send(CHANNEL, HAND)
    wire.fake.refuse("PATCH", r"/messages/\d+$", 400, 50035)
    for text in ("uno", "dos"):
        await messenger.edit(CHANNEL, message, replace(HAND, text=text))
        assert (len(seen(wire).files), text in seen(wire).text) == (1, True)
    assert len([entry for entry in wire.fake.sent if entry.kind == "edit"]) == 3, "one was refused"
    assert uploads(wire) == [1, 1, 1]
    assert [it.getMessage() for it in caplog.records if "keeps no pictures" in it.message]


async def test_a_picture_that_somebody_took_from_its_message_is_sent_again(wire: Wire) -> None:
    messenger = DiscordMessenger(wire.bot.client, painted)
    message = await messenger.send(CHANNEL, HAND)
    await messenger.edit(CHANNEL, message, replace(HAND, text="uno"))
    wire.fake.world.messages[MUS][int(message)].attachments.clear()
    await messenger.edit(CHANNEL, message, replace(HAND, text="dos"))
    assert len(seen(wire).files) == 1
    await messenger.edit(CHANNEL, message, replace(HAND, text="tres"))
    assert uploads(wire) == [1, 0, 1, 0], "others are kept as before"
    wire.fake.violations.clear()


async def test_after_an_edit_that_went_unanswered_the_picture_is_sent(wire: Wire) -> None:
    messenger = DiscordMessenger(wire.bot.client, painted)
    message = await messenger.send(CHANNEL, HAND)
    wire.fake.lose_reply("PATCH", r"/messages/\d+$")
    with pytest.raises(Exception, match="Disconnected"):
        await messenger.edit(CHANNEL, message, OTHER)
    await messenger.edit(CHANNEL, message, HAND)
    assert seen(wire).files[0].body == await painted(HandPicture(()))


async def test_a_press_in_private_leaves_the_picture_of_the_hand(tmp_path: Path, hasty_discord: None) -> None:
    async with wired(tmp_path, painted) as it:
        await it.mesa.open()
        await it.bot.door.chats.wait_until_shown(NO_CHAT)
        uid = next(uid for uid in it.mesa.awaited() if it.fake.from_bot(it.fake.dm(uid)))
        first = len(it.fake.sent)
        answer = await it.fake.answer(it.fake.press(uid, "No hay mus", it.fake.dm(uid)))
        assert "GRANDE" in answer.text
        (hand,) = it.fake.from_bot(it.fake.dm(uid))
        assert len(hand.files) == 1
        assert [entry.files for entry in it.fake.sent[first:] if entry.kind == "answer"] == [[]]


def test_it_is_forgotten_of_messages_that_changed_long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST", 2)
    shown = KeptPictures()
    for message in (1, 2, 3):
        shown.record_picture(message, "hand", 7)
    assert [shown.find_attachment(message, "hand") for message in (1, 2, 3)] == [0, 7, 7]
    assert [shown.find_attachment(3, "another"), shown.find_attachment(3, "")] == [0, 0]
