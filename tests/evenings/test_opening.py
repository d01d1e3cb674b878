"""How soon the first board stands after *Empezar*, and shows the first words, in a Telegram group."""

from __future__ import annotations

from functools import partial

from tests.evenings.around import FOUR, LOOK_S
from tests.evenings.evening import Evening, evening
from tests.evenings.hours import passes

SOON_S = 0.5
"""The time that a board may take to show a word that was just said."""


async def _shown_in_s(it: Evening) -> list[float]:
    """Returns how long the first board, then each of the first three words, took to be seen in the group."""
    await it.command("Ane", "/mus vitoria")
    await it.until(it.showing, "the lobby")
    await it.sit(*FOUR)
    await it.wait(LOOK_S)
    took, since = [], it.now
    await it.press("Ane", "Empezar")
    await it.until(lambda: "HABLA" in it.group().upper(), "the first board")
    took.append(it.now - since)
    for _ in range(3):
        await it.wait(2)
        name, since = it.asked()[0], it.now
        await it.press(name, "Mus", it.home(name))
        await it.until(partial(_says, it, f"{name} mus"), f"the word of {name} on the board")
        took.append(it.now - since)
    return took


def _says(it: Evening, words: str) -> bool:
    """Returns whether the group's newest message contains these words."""
    return words in it.group()


async def _measure() -> list[float]:
    async with evening() as it:
        return await _shown_in_s(it)


def test_the_first_board_and_the_first_words_are_shown_at_once_although_four_people_sat_down_in_a_hurry():
    took = passes(_measure)
    assert max(took) < SOON_S, took
