"""The picture of a partida for people outside the chat: pressed for below the end, once in ten minutes."""

from __future__ import annotations

import pytest

from musbot.game.rule_sets import rule_set
from musbot.narrator.posts import share_post
from musbot.pictures.cloth import PIXEL_WIDTH, TALLEST, pixels
from musbot.pictures.draw import draw_still
from musbot.pictures.specs import SharedPicture
from musbot.service.review.keepsakes import AGAIN_S
from musbot.table.acts import Ask, Payload
from musbot.table.table import Table
from musbot.table.view import watch
from musbot.testing import playing
from musbot.words.texts import LANGUAGES, Texts
from tests.support.at_table import begun
from tests.support.at_table import played as played_table
from tests.support.partidas import HERE, began, played, said

SHARE = "📤 Compartir"


def finished(name: str, seed: int = 5, **changes: int) -> Table:
    """A partida played to its end."""
    for now, _ in played_table(begun(rule_set(name, changes)), seed):
        table = now
    assert table.over
    return table


def shared(table: Table, language: str = "es") -> SharedPicture:
    picture = share_post(Texts(language), watch(table)).picture
    assert isinstance(picture, SharedPicture)
    return picture


async def test_anybody_there_gets_it_once_in_the_chat_as_an_answer_to_the_end() -> None:
    async with playing() as fake:
        people = await played(fake)
        (end,) = (it for it, button in fake.messenger.buttons(HERE) if button.label == SHARE)
        assert (await fake.press(people[1], SHARE)).text == ""
        post = said(fake, HERE)
        assert isinstance(post.picture, SharedPicture)
        assert (post.silent, post.rows, post.reply_to) == (True, (), end)
        told = (await fake.press(people[2], SHARE)).text
        assert told == "Esa imagen está ya en el chat, un poco más abajo o más arriba."
        before = len(fake.messenger.posts(HERE))
        await fake.wait(AGAIN_S)
        assert (await fake.press(people[2], SHARE)).text == ""
        assert len(fake.messenger.posts(HERE)) == before + 1


async def test_a_partida_in_play_or_closed_has_none() -> None:
    async with playing() as fake:
        people = await began(fake)
        (table,) = fake.tables(HERE)
        data = str(Payload(table.id, 0, Ask.SHARE))
        assert (await fake.press_data(people[0], data, HERE)).text == "Esa partida no ha acabado todavía."
        for person in people[:3]:
            await fake.command(person, "terminar")
        assert not fake.tables(HERE)
        assert (await fake.press_data(people[1], data, HERE)).text == "Esa partida no ha acabado todavía."


async def test_who_is_forgotten_is_not_in_it() -> None:
    async with playing() as fake:
        *_, miren = await played(fake)
        data = next(
            button.data
            for row in said(fake, HERE).keyboard()
            for button in row
            if "Compartir" in button.label
        )
        await fake.command(miren, "borrar", miren.id)
        await fake.press(miren, "Sí, borrar lo mío", miren.id)
        await fake.press_data(fake.person("Ane"), data, HERE)
        post = said(fake, HERE)
        assert isinstance(post.picture, SharedPicture)
        assert "Jugador" in post.title
        assert "Miren" not in repr(post)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["vitoria", "individual", "tres-mus"])
def test_its_caption_makes_sense_to_people_who_were_not_there(name: str, language: str) -> None:
    table = finished(name)
    post = share_post(Texts(language), watch(table), 4321.0)
    for word in (table.short, "🔷", "🟠", "/acta", table.seed.hex()):
        assert word not in f"{post.title}\n{post.text}"
    for who in table.names:
        assert who[:3] in post.title
    assert "1 h 12 min" in post.text
    assert len(f"{post.title}\n{post.text}") < 1024


def test_its_best_hand_was_shown_to_all() -> None:
    for seed in range(3, 9):
        table = finished("castellano", seed, piedras=20, juegos=2)
        best = shared(table).best
        assert table.best is not None
        assert best is not None
        assert (best.name, best.bando) == (table.best.who.name, table.best.seat % 2)
        assert set(best.cards) == set(table.best.cards)


@pytest.mark.parametrize("name", ["vitoria", "trios", "individual", "tres-mus", "frances"])
def test_it_is_no_taller_than_chats_show(name: str) -> None:
    image = draw_still(shared(finished(name))).image
    assert image.width == PIXEL_WIDTH
    assert image.height <= pixels(TALLEST)
