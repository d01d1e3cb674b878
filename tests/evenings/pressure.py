"""Evenings of those who hurry or sit in another topic: no board waits for them."""

from __future__ import annotations

from dataclasses import replace

from tests.evenings.around import NUMBERS
from tests.evenings.evening import Evening

FORUM = -1001000000003


async def two_topics(it: Evening) -> None:
    """Two tables in two topics of a forum share what the chat bears, and both go on."""
    it.fake.group(FORUM, "Foro", members=NUMBERS.values(), forum=True)
    tables = [
        replace(it, chat=FORUM, topic=it.fake.topic(FORUM, f"Mesa de {name}", NUMBERS[name]))
        for name in ("Ane", "Eva")
    ]
    for name, table in zip(("Ane", "Eva"), tables, strict=True):
        await table.open(name, ais=3)
    for _ in range(3):
        for table in tables:
            await table.speak("No hay mus", "Paso", "No quiero")
    for table in tables:
        await table.board()


async def the_board_again_and_again(it: Evening) -> None:
    """`/mesa` within a second of every press: there always is a board, or its next is on its way."""
    await it.open("Ane", "Eva", ais=2)
    for pause_s in (0.02, 0.1, 0.3, 0.6, 1.0, 0.05):
        await it.speak("No hay mus", "Paso", "No quiero")
        await it.wait(pause_s)
        it.say("Carmen", "/mesa")
        await it.board(30)
