"""Pictures on Telegram: who is shown which, what is sent again and what is not, and play without them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from telegram import Bot as TelegramApi

from adapters.telegram.ids import chat_id
from adapters.telegram.messenger import TelegramMessenger
from musbot.game.cards import cards
from musbot.narrator.post import Button, Post, ShortForm
from musbot.pictures.draw import draw
from musbot.pictures.specs import HandPicture, Picture, ShowdownPicture, TanteoPicture
from musbot.pictures.studio import Studio
from musbot.port.messenger import Gone, Outage
from tests.e2e.leaks import cards_named, cards_pictured, leaks
from tests.fakes.telegram_api import FakeTelegram
from tests.fakes.telegram_api.journal import Sent
from tests.support.telegram_bot import Bot
from tests.support.telegram_sala import ANE, BENAT, CARMEN, DANI, PENA, Sala
from tools.samples import HAND, TANTEO

ALL = (ANE, BENAT, CARMEN, DANI)
HERE, PRIVATE = chat_id(PENA), chat_id(ANE)
SCORE = Post("Mesa K7", "🔷 17, 🟠 38", picture=TANTEO)
CARDS = Post("Mesa K7 · mano 1", "tus cartas", ((Button("Mus", "K7-abc:1:mus"),),), picture=HAND)
PLAIN = replace(SCORE, picture=None)


class Easel:
    """Draws pictures and counts them; draws none while it is `broken`."""

    def __init__(self) -> None:
        self.drawn: list[Picture] = []
        self.broken = False

    async def __call__(self, picture: Picture) -> bytes | None:
        if self.broken:
            return None
        self.drawn.append(picture)
        return draw(picture)


@pytest.fixture
def easel() -> Easel:
    return Easel()


@pytest.fixture
async def messenger(
    fake: FakeTelegram, easel: Easel, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[TelegramMessenger]:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")  # as TelegramBot sets it
    async with TelegramApi(fake.token, base_url=fake.base_url) as bot:
        yield TelegramMessenger(bot, easel)
    assert fake.violations == []


def requests(fake: FakeTelegram) -> list[Sent]:
    return [entry for entry in fake.sent if entry.kind in ("send", "edit", "delete")]


def methods(fake: FakeTelegram) -> list[str]:
    return [entry.method for entry in requests(fake)]


async def test_cards_and_reasons_are_folded_away_with_a_picture_and_without(
    messenger: TelegramMessenger, easel: Easel, fake: FakeTelegram
) -> None:
    post = Post("Mesa", "Chica: 1\n\nAne: rey", picture=TANTEO, subtext=("Ane: rey",))
    await messenger.send(HERE, post)
    easel.broken = True
    await messenger.send(HERE, replace(post, picture=HAND))
    for message in fake.from_bot(PENA):
        assert message.content.entities[1:] == [{"type": "expandable_blockquote", "offset": 15, "length": 8}]


# ---- at a table ------------------------------------------------------------------------------------------


async def test_ones_own_cards_are_a_picture_with_text_that_greys_what_is_picked(
    sala: Sala, fake: FakeTelegram, bot: Bot
) -> None:
    await sala.open(*ALL, rules="parejas")
    for _ in ALL:
        await sala.speak("mus")
    await fake.until(lambda: "Descartar" in fake.labels(ANE))
    message = fake.from_bot(ANE)[-1]

    def shown() -> HandPicture:
        assert message.content.media is not None
        picture = bot.drawn[message.content.media.body]
        assert isinstance(picture, HandPicture)
        return picture

    own = frozenset(sala.mesa.cards[sala.seat(ANE)])
    assert cards_pictured(shown()) == cards_named(message.text) == own
    assert shown().thrown == ()
    label = message.labels[0][0]
    await fake.answer(fake.press(ANE, label, ANE))
    await fake.until(lambda: "Descartar (1)" in fake.labels(ANE))
    assert len(shown().thrown) == 1
    assert len(fake.from_bot(ANE)) == 1, "edited, not repeated"
    assert leaks(fake, {sala.table.id: bot.history}, bot.drawn) == []


async def test_the_board_becomes_the_showdown_in_one_edit(sala: Sala, fake: FakeTelegram, bot: Bot) -> None:
    table = await sala.open(*ALL, rules="vitoria")
    board = sala.boards[-1]
    await sala.win()
    await fake.until(lambda: board.content.media)
    assert board.content.media is not None
    picture = bot.drawn[board.content.media.body]
    assert isinstance(picture, ShowdownPicture)
    mesa = sala.table.finished[0]
    assert [player.cards for player in picture.players if player.cards]
    assert cards_pictured(picture) <= {card for hand in mesa.cards for card in hand}
    assert picture.won
    assert picture.won.strip() in board.text
    await fake.settle()
    assert methods(fake).count("editMessageMedia") <= 1 + 2 * len(ALL), "the lobby's draw aside"
    assert leaks(fake, {table.id: bot.history}, bot.drawn) == []


async def test_the_score_is_a_picture_with_text(sala: Sala, fake: FakeTelegram, bot: Bot) -> None:
    await sala.open(*ALL)
    sala.say(BENAT, "/tanteo")
    message = await fake.until(
        lambda: next((m for m in sala.posts if m.content.media and "(mano)" in m.text), None)
    )
    assert message.content.media is not None
    assert isinstance(bot.drawn[message.content.media.body], TanteoPicture)


async def test_a_hand_in_the_wrong_chat_is_found_by_the_leak_search(
    sala: Sala, fake: FakeTelegram, bot: Bot
) -> None:
    table = await sala.open(*ALL)
    mine = sala.mesa.cards[sala.seat(ANE)]
    await bot.telegram.messenger.send(HERE, Post("", "mira", picture=HandPicture(mine)))
    assert leaks(fake, {table.id: bot.history}, bot.drawn) == [f"in group {PENA}: mira"]
    theirs = Post("", "mira otra", picture=HandPicture(sala.mesa.cards[sala.seat(BENAT)]))
    await bot.telegram.messenger.send(PRIVATE, theirs)
    assert f"to {ANE}: mira otra" in leaks(fake, {table.id: bot.history}, bot.drawn)


async def test_a_partida_goes_on_without_any_picture(
    sala: Sala, fake: FakeTelegram, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: Picture) -> bytes:
        raise OSError("no such font")

    studio = Studio(fails)
    monkeypatch.setattr(bot.telegram.messenger._photos, "_paint", studio.paint)
    await sala.open(*ALL)
    await fake.until(lambda: cards_named(fake.from_bot(ANE)[-1].text) if fake.from_bot(ANE) else None)
    await sala.win()
    await sala.told("¡Juego para")
    assert not any(message.content.media for uid in (PENA, *ALL) for message in fake.from_bot(uid))
    studio.close()


async def test_a_partida_goes_on_where_telegram_takes_no_picture(sala: Sala, fake: FakeTelegram) -> None:
    for method in ("sendPhoto", "editMessageMedia"):
        fake.refuse(method, 400, "Bad Request: IMAGE_PROCESS_FAILED", times=None)
    await sala.open(*ALL)
    await fake.until(lambda: cards_named(fake.from_bot(ANE)[-1].text) if fake.from_bot(ANE) else None)
    await sala.win()
    await sala.told("¡Juego para")


# ---- one post --------------------------------------------------------------------------------------------


async def test_a_picture_goes_with_its_caption_under_a_name_that_says_nothing(
    messenger: TelegramMessenger, fake: FakeTelegram
) -> None:
    await messenger.send(PRIVATE, CARDS)
    message = fake.from_bot(ANE)[-1]
    assert message.content.media is not None
    assert message.content.media.name == "mus.png"
    assert message.text == "Mesa K7 · mano 1\ntus cartas"
    assert message.labels == [["Mus"]]
    assert message.content.entities[0]["type"] == "bold"


async def test_other_buttons_under_the_same_picture_need_no_new_one(
    messenger: TelegramMessenger, fake: FakeTelegram, easel: Easel
) -> None:
    number = await messenger.send(PRIVATE, CARDS)
    await messenger.edit(PRIVATE, number, replace(CARDS, text="¡te toca!"))
    await messenger.edit(PRIVATE, number, replace(CARDS, picture=replace(HAND, thrown=cards("1e"))))
    assert methods(fake) == ["sendPhoto", "editMessageCaption", "editMessageMedia"]
    assert easel.drawn == [HAND, replace(HAND, thrown=cards("1e"))], "what is shown already is not drawn"


async def test_a_picture_that_all_may_see_is_uploaded_once(
    messenger: TelegramMessenger, fake: FakeTelegram, easel: Easel
) -> None:
    for _ in range(2):
        await messenger.send(HERE, SCORE)
    first, second = requests(fake)
    assert (len(first.files), len(second.files)) == (1, 0)
    assert easel.drawn == [TANTEO]
    for _ in range(2):
        await messenger.send(PRIVATE, CARDS)
    assert [len(entry.files) for entry in requests(fake)[2:]] == [1, 1], "a hand is not kept anywhere"


async def test_a_text_becomes_a_picture_but_a_picture_is_taken_away_for_a_text(
    messenger: TelegramMessenger, fake: FakeTelegram, easel: Easel
) -> None:
    number = await messenger.send(HERE, PLAIN)
    message = fake.from_bot(PENA)[-1]
    await messenger.edit(HERE, number, SCORE)
    assert message.content.media is not None
    easel.broken = True
    with pytest.raises(Gone):
        await messenger.edit(HERE, number, replace(CARDS, text="sin dibujo"))
    assert message.deleted


async def test_a_text_too_long_for_a_caption_goes_alone(
    messenger: TelegramMessenger, fake: FakeTelegram
) -> None:
    await messenger.send(HERE, Post("", "🂡" * 512, picture=TANTEO))
    await messenger.send(HERE, Post("", "🂡" * 512 + "a", picture=TANTEO))
    assert methods(fake) == ["sendPhoto", "sendMessage"]


async def test_beneath_a_picture_a_long_count_leaves_out_what_that_shows(
    messenger: TelegramMessenger, fake: FakeTelegram
) -> None:
    lean = ShortForm("Mesa K7", "🂡" * 512, "Grande: 4\nAne: 0 → 4")
    long = Post("Mesa K7", "🂡" * 512 + "Grande: 4\nAne: 0 → 4", picture=TANTEO, short_form=lean)
    number = await messenger.send(HERE, long)
    message = fake.from_bot(PENA)[-1]
    assert message.text == "Mesa K7\nGrande: 4\nAne: 0 → 4"
    await messenger.edit(HERE, number, replace(long, short_form=replace(lean, text="Chica: 1")))
    assert message.text == "Mesa K7\nChica: 1"
    fake.refuse("sendPhoto", 400, "Bad Request: IMAGE_PROCESS_FAILED")
    await messenger.send(HERE, replace(long, picture=replace(TANTEO, title="otra")))
    assert fake.from_bot(PENA)[-1].text.startswith("Mesa K7\n🂡"), "without a picture all of it is said"


async def test_a_picture_that_was_refused_is_not_tried_again(
    messenger: TelegramMessenger, fake: FakeTelegram
) -> None:
    fake.refuse("sendPhoto", 400, "Bad Request: IMAGE_PROCESS_FAILED")
    for _ in range(2):
        await messenger.send(HERE, SCORE)
    assert methods(fake) == ["sendPhoto", "sendMessage", "sendMessage"]
    await messenger.send(HERE, replace(SCORE, picture=replace(TANTEO, title="otra")))
    assert methods(fake)[-1] == "sendPhoto"


async def test_a_group_without_pictures_is_asked_once(
    messenger: TelegramMessenger, fake: FakeTelegram
) -> None:
    fake.world.chats[PENA].forbidden.add("photos")
    number = await messenger.send(HERE, SCORE)
    await messenger.edit(HERE, number, replace(SCORE, picture=replace(TANTEO, title="otra"), text="otra"))
    assert methods(fake) == ["sendPhoto", "sendMessage", "editMessageText"]


async def test_a_text_stays_one_where_a_group_takes_no_pictures(
    messenger: TelegramMessenger, fake: FakeTelegram
) -> None:
    number = await messenger.send(HERE, PLAIN)
    fake.world.chats[PENA].forbidden.add("photos")
    await messenger.edit(HERE, number, replace(SCORE, text="🔷 20, 🟠 38"))
    assert methods(fake) == ["sendMessage", "editMessageMedia", "editMessageText"]
    assert fake.from_bot(PENA)[-1].text == "Mesa K7\n🔷 20, 🟠 38"


async def test_after_an_outage_the_text_comes_alone(messenger: TelegramMessenger, fake: FakeTelegram) -> None:
    fake.lose_request("sendPhoto")
    with pytest.raises(Outage):
        await messenger.send(HERE, SCORE)
    await messenger.send(HERE, SCORE)
    assert methods(fake)[-1] == "sendMessage"
