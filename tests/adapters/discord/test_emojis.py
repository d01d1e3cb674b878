"""The cards as emojis on the buttons of private hands: how they come to be, and who sees them."""

from __future__ import annotations

import logging
from io import BytesIO
from typing import Any

import discord
import pytest
from PIL import Image

from adapters.discord import emojis as discord_emojis
from adapters.discord.emojis import emoji_name, load_emojis
from adapters.discord.layout import LaidOutPost, layout
from musbot.game.cards import DECK, Card, card
from musbot.narrator.post import Button, Post
from musbot.pictures.emoji import draw_emoji
from musbot.port.messenger import Outage
from musbot.table.events import ChatId
from tests.e2e.discord_server import ANE, MUS
from tests.e2e.leaks import cards_named
from tests.fakes.discord_api import components as wired_components
from tests.fakes.discord_api.checks import LARGEST_EMOJI
from tests.support.discord_wire import Wire

EMOJIS = {one: discord.PartialEmoji(name=emoji_name(one), id=n) for n, one in enumerate(DECK, start=1)}
PICK = Post("tus cartas", "x", ((Button("Rey🪙", "K7-abcdef:1:pick.1", card=card("12o")),),))


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets uploads follow one another without a pause."""
    monkeypatch.setattr(discord_emojis, "PACE_S", 0)


async def all_there(wire: Wire) -> None:
    """Waits until the bot has an emoji of every card."""
    await wire.fake.until(lambda: len(wire.bot.messenger.layouts.emojis) == len(DECK), timeout_s=20)


def uploads(wire: Wire) -> int:
    return sum(entry.method == "POST" and entry.path.endswith("/emojis") for entry in wire.fake.sent)


def emojis_of(found: Any) -> list[str]:
    """The names of the emojis on buttons and in menus."""
    parts = list(wired_components.walk(found))
    options = [option for part in parts for option in part.get("options", ())]
    return [one["emoji"]["name"] for one in (*parts, *options) if one.get("emoji")]


# ---- how they come to be ---------------------------------------------------------------------------------


async def test_every_card_is_uploaded_at_the_first_start_and_none_at_the_next(wire: Wire) -> None:
    await all_there(wire)
    assert {e.name for e in wire.fake.world.application_emojis.values()} == {emoji_name(one) for one in DECK}
    before = uploads(wire)
    again: discord_emojis.Emojis = {}
    await load_emojis(wire.bot.client, again)
    assert again == wire.bot.messenger.layouts.emojis
    assert uploads(wire) == before == len(DECK)


async def test_only_those_that_are_missing_are_uploaded(wire: Wire) -> None:
    await all_there(wire)
    for number in list(wire.fake.world.application_emojis)[:3]:
        del wire.fake.world.application_emojis[number]
    again: discord_emojis.Emojis = {}
    await load_emojis(wire.bot.client, again)
    assert len(again) == len(DECK)
    assert uploads(wire) == len(DECK) + 3


async def test_a_failure_is_logged_once_and_the_next_start_goes_on(
    wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    await all_there(wire)
    wire.fake.world.application_emojis.clear()
    wire.fake.refuse("POST", r"/emojis$", 400, 50035, times=None)
    caplog.clear()
    none: discord_emojis.Emojis = {}
    await load_emojis(wire.bot.client, none)
    told = [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING and "musbot" not in r.name]
    assert none == {}
    assert [line for line in told if "emojis" in line] == [
        "the cards could not be made emojis: HTTPException"
    ]


async def test_a_pause_that_discord_asks_for_is_kept(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    await all_there(wire)
    create, slept, refused = wire.bot.client.create_application_emoji, [], iter([90.0, 45.0])

    async def haste(**how: Any) -> discord.Emoji:
        for seconds in refused:
            raise discord.RateLimited(seconds)
        return await create(**how)

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(wire.bot.client, "create_application_emoji", haste)
    wire.fake.world.application_emojis.pop(next(iter(wire.fake.world.application_emojis)))
    again: discord_emojis.Emojis = {}
    await load_emojis(wire.bot.client, again, sleep)
    assert len(again) == len(DECK)
    assert slept == [90.0, 45.0, 0]


@pytest.mark.parametrize("one", [card("1o"), card("12b")])
def test_an_emoji_is_as_large_as_discord_takes_it(one: Card) -> None:
    file = draw_emoji(one)
    with Image.open(BytesIO(file)) as image:
        assert (image.format, image.size) == ("PNG", (128, 128))
        opacity = image.getchannel("A")
        assert (opacity.getpixel((64, 64)), opacity.getpixel((0, 64))) == (255, 0)
    assert len(file) <= LARGEST_EMOJI


# ---- where they are seen ---------------------------------------------------------------------------------


def test_a_card_s_button_has_its_emoji_beside_the_label() -> None:
    (button,) = (c for c in wired_components.walk(layout(PICK, {}, EMOJIS)) if c["type"] == 2)
    assert (button["label"], button["emoji"]["name"]) == ("Rey🪙", "mus_12o")


def test_without_emojis_a_button_is_its_label() -> None:
    assert emojis_of(layout(PICK, {})) == []


async def test_a_public_post_has_none_whatever_its_buttons_are_of(wire: Wire) -> None:
    await all_there(wire)
    own = await wire.bot.messenger.layouts.lay_out(PICK, own=True)
    public = await wire.bot.messenger.layouts.lay_out(PICK)
    assert emojis_of(own.components) == ["mus_12o"]
    assert emojis_of(public.components) == []


def test_a_leak_by_emoji_would_be_found() -> None:
    assert cards_named("<:mus_12o:7> mus_1b") == {card("12o"), card("1b")}
    assert cards_named("mus_11c mus_corrido") == {card("11c")}


async def to_the_discards(wire: Wire) -> int:
    """Lets everybody say mus; returns who throws first."""
    await all_there(wire)
    await wire.mesa.open("piedras=40")
    spoken: set[int] = set()
    while len(spoken) < 4:  # the board may still show the one before
        await wire.fake.until(lambda: "Mus" in wire.mesa.labels and set(wire.mesa.awaited()) - spoken)
        (speaker,) = set(wire.mesa.awaited()) - spoken
        await wire.mesa.press(speaker, "Mus")
        spoken.add(speaker)
    await wire.mesa.until("Descartar")
    return wire.mesa.awaited()[0]


async def test_discards_are_picked_from_a_menu_with_ones_cards_in_it(wire: Wire) -> None:
    talk = wire.fake.dm(await to_the_discards(wire))
    await wire.fake.until(lambda: any(emojis_of(m.components) for m in wire.fake.from_bot(talk)))
    (hand,) = (m for m in wire.fake.from_bot(talk) if emojis_of(m.components))
    assert len(emojis_of(hand.components)) == 4
    assert cards_named(" ".join(emojis_of(hand.components))) == cards_named(hand.text)
    assert all(emojis_of(m.components) == [] for m in wire.fake.from_bot(MUS))


async def test_emojis_that_have_been_deleted_cost_nobody_their_message(wire: Wire) -> None:
    await all_there(wire)
    wire.fake.world.application_emojis.clear()
    with pytest.raises(Outage):  # the courier tries again then
        await wire.bot.messenger.send(ChatId(f"discord:{ANE}"), PICK)
    await wire.bot.messenger.send(ChatId(f"discord:{ANE}"), PICK)
    (hand,) = wire.fake.from_bot(wire.fake.dm(ANE))
    assert hand.labels == [["Rey🪙"]]
    assert len(wire.fake.violations) == 1
    wire.fake.violations.clear()


async def test_emojis_that_have_been_deleted_cost_nobody_their_answer(wire: Wire) -> None:
    speaker = await to_the_discards(wire)
    wire.fake.world.application_emojis.clear()
    wire.bot.messenger.layouts.emojis.update(EMOJIS)
    answer = await wire.mesa.press(speaker, "Mis cartas")
    assert answer.private
    assert len(cards_named(answer.text)) == 4
    assert wire.bot.messenger.layouts.emojis == {}
    wire.fake.violations.clear()


async def test_an_answer_comes_without_emojis_if_another_post_has_found_them_deleted(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    speaker = await to_the_discards(wire)
    wire.fake.world.application_emojis.clear()
    layouts = wire.bot.messenger.layouts
    layouts.emojis.update(EMOJIS)
    lay_out = layouts.lay_out

    async def overtaken(post: Post, **how: Any) -> LaidOutPost:
        laid = await lay_out(post, **how)
        layouts.emojis.clear()
        return laid

    monkeypatch.setattr(layouts, "lay_out", overtaken)
    answer = await wire.mesa.press(speaker, "Mis cartas")
    assert len(cards_named(answer.text)) == 4
    wire.fake.violations.clear()
