"""Pictures drawn beside the loop: one that fails or takes too long is simply not there."""

from __future__ import annotations

import asyncio
import threading

import pytest

from musbot.pictures import cloth
from musbot.pictures.specs import FilmPicture, Picture
from musbot.pictures.studio import Studio
from tools.samples import HAND, SHOWDOWN


async def test_a_picture_is_drawn_in_another_thread() -> None:
    threads = []

    def draw(_: Picture) -> bytes:
        threads.append(threading.current_thread())
        return b"drawn"

    studio = Studio(draw)
    assert await studio.paint(HAND) == b"drawn"
    assert threads != [threading.main_thread()]
    studio.close()


async def test_the_loop_goes_on_while_a_picture_is_drawn() -> None:
    begun, finish = threading.Event(), threading.Event()

    def draw(_: Picture) -> bytes:
        begun.set()
        finish.wait(5)
        return b"drawn"

    studio = Studio(draw)
    painting = asyncio.create_task(studio.paint(HAND))
    assert await asyncio.to_thread(begun.wait, 5)
    assert not painting.done()
    finish.set()
    assert await painting == b"drawn"
    studio.close()


async def test_a_picture_that_fails_is_not_there_and_the_log_names_no_card(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def draw(_: Picture) -> bytes:
        raise KeyError("12o")

    studio = Studio(draw)
    assert await studio.paint(HAND) is None
    assert caplog.messages == ["HandPicture could not be drawn: KeyError"]
    assert "12o" not in caplog.text
    studio.close()


async def test_a_text_does_not_wait_for_ever() -> None:
    asked = threading.Event()

    def draw(_: Picture) -> bytes:
        asked.wait()
        return b"late"

    studio = Studio(draw, most_s=0.01)
    assert await studio.paint(HAND) is None
    asked.set()
    studio.close()


async def test_a_film_is_kept_until_somebody_is_forgotten_and_leaves_no_name_where_it_was_drawn() -> None:
    drawn: list[Picture] = []

    def draw(picture: Picture) -> bytes:
        cloth.fit_line("Miren", 30, 500)
        drawn.append(picture)
        return b"drawn"

    studio, film = Studio(draw), FilmPicture("", (), (), SHOWDOWN)
    for _ in range(2):
        assert await studio.paint(film) == b"drawn"
    assert (len(drawn), cloth.fit_line.cache_info().currsize) == (1, 0)
    studio.forget()
    assert await studio.paint(film) == b"drawn"
    assert len(drawn) == 2
    studio.close()
    studio.forget()
    assert await studio.paint(film) is None, "who is forgotten at the end is in no film either"


async def test_a_picture_that_waits_when_the_studio_closes_is_not_there() -> None:
    begun, goes_on = threading.Event(), threading.Event()

    def draws(_: Picture) -> bytes:
        begun.set()
        goes_on.wait()
        return b"drawn"

    studio = Studio(draws)
    first, second = (asyncio.create_task(studio.paint(HAND)) for _ in range(2))
    await asyncio.to_thread(begun.wait)
    studio.close()
    goes_on.set()
    assert (await first, await second) == (b"drawn", None)
