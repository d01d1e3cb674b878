"""The hand that was: a moving picture of the cards, the words as they fell and the showdown, once a hand."""

from __future__ import annotations

import os
from io import BytesIO

import pytest
from PIL import Image, ImageSequence

from musbot.game.rule_sets import rule_set
from musbot.narrator import Narrator
from musbot.narrator.post import Post
from musbot.pictures.draw import draw
from musbot.pictures.film import FIRST_MS, LAST_MS, MOST_WORDS
from musbot.pictures.specs import FilmPicture, Picture
from musbot.pictures.studio import Studio
from musbot.service.review import keepsakes
from musbot.service.review.process_pool import Weigher
from musbot.table.acts import Ask, Payload, read_payload
from musbot.table.table import Table
from musbot.table.view import watch
from musbot.testing import playing
from musbot.words.texts import LANGUAGES
from tests.support.at_table import begun, played
from tests.support.partidas import one_hand
from tests.support.scenes import calls
from tools.samples import HAND

MOST = 1_000_000
"""Bytes."""


def after(name: str, seed: int, hands: int) -> Table:
    """A table where so many hands have been played."""
    table = begun(rule_set(name))
    for now, _ in played(table, seed):
        table = now
        if table.hands_over >= hands:
            break
    assert table.hands_over == hands
    return table


def filmed(table: Table, language: str = "es") -> tuple[Post, FilmPicture]:
    post = Narrator(language).film(watch(table, finished=table.hands_over))
    assert isinstance(post.picture, FilmPicture)
    return post, post.picture


@pytest.mark.parametrize(("name", "seed", "hands"), [("vitoria", 5, 2), ("trios", 4, 3), ("tres-mus", 3, 1)])
def test_it_is_a_gif_of_less_than_a_megabyte_with_a_frame_a_word(name: str, seed: int, hands: int) -> None:
    _, film = filmed(after(name, seed, hands))
    drawn = draw(film)
    assert len(drawn) < MOST
    with Image.open(BytesIO(drawn)) as image:
        assert image.format == "GIF"
        assert image.width == 540
        durations = [frame.info["duration"] for frame in ImageSequence.Iterator(image)]
    assert len(durations) == min(len(film.spoken), MOST_WORDS) + 2
    assert (durations[0], durations[-1]) == (FIRST_MS, LAST_MS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_stand_in_their_order_and_fit_under_it(language: str) -> None:
    table = after("vitoria", 5, 2)
    post, film = filmed(table, language)
    game = watch(table, finished=2).game
    assert game is not None
    names = [film.players[word.player].name for word in film.spoken]
    assert names == [table.names[word.seat] for word in game.said]
    assert film.spoken[0].heading == Narrator(language).texts.word("mus").capitalize()
    assert len(f"{post.title}\n{post.text}") < 1024


def test_the_button_under_a_count_carries_its_hand() -> None:
    table = after("vitoria", 5, 2)
    ((button, _),) = Narrator("es").board(watch(table, finished=2)).keyboard()
    payload = read_payload(button.data)
    assert (payload.act, payload.question, payload.paged) == (Ask.FILM, 2, True)


def test_R80_cards_that_were_not_shown_are_backs() -> None:
    for seed in range(60):
        table = after("parejas", seed, 1)
        state = table.ended_hand(1)
        if state is not None and not state.shown:
            break
    else:
        raise AssertionError("no juego was won by a deje")
    _, film = filmed(table)
    assert len(film.players) == 4
    assert all(player.cards == () for player in (*film.players, *film.end.players))
    over = Narrator("es").film(watch(table, finished=1), state.cards).picture
    assert isinstance(over, FilmPicture)
    assert {it for player in over.players for it in player.cards} == {
        it for hand in state.cards for it in hand
    }


async def test_a_film_is_drawn_once_however_often_it_is_sent() -> None:
    _, film = filmed(after("vitoria", 5, 2))
    asked: list[Picture] = []

    def drawing(picture: Picture) -> bytes:
        asked.append(picture)
        return b"GIF89a"

    studio = Studio(drawing)
    assert [await studio.paint(film) for _ in range(3)] == [b"GIF89a"] * 3
    assert asked == [film]
    studio.close()


async def test_a_film_is_drawn_in_another_process_and_any_other_picture_here() -> None:
    _, film = filmed(after("vitoria", 5, 2))
    elsewhere = Weigher()
    studio = Studio(where_drawn, heavy=elsewhere.run)
    try:
        here = str(os.getpid()).encode()
        assert await studio.paint(film) not in (here, None)
        assert await studio.paint(HAND) == here
    finally:
        studio.close()
        elsewhere.close()


def where_drawn(_: Picture) -> bytes:
    """The number of the process instead of a picture."""
    return str(os.getpid()).encode()


async def test_who_presses_for_hands_without_end_has_three_of_them_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with playing() as fake:
        table = await one_hand(fake)
        read = calls(monkeypatch, keepsakes, "table_after_hand")
        for hand in range(2, 17):
            told = await fake.press_data(fake.person("Eva"), str(Payload(table, hand, Ask.FILM)))
        assert len(read) == 3
        assert told.text.startswith("Poco a poco: prueba dentro de ")
