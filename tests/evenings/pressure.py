"""Evenings of those who hurry or sit in another topic: no board waits for them."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from tests.evenings.around import CALM, NUMBERS
from tests.evenings.evening import Evening

FORUM = -1001000000003
MOST_S = 7
"""How long who is asked may wait to see it, whatever a stranger asks of the same forum."""


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


async def a_forum_is_flooded(it: Evening) -> None:
    """A stranger gives 140 commands in 88 s in another topic; who plays waits 7 s at most for a question."""
    it.fake.group(FORUM, "Foro", members=NUMBERS.values(), forum=True)
    table = replace(it, chat=FORUM, topic=it.fake.topic(FORUM, "Mesa", NUMBERS["Ane"]))
    other = replace(it, chat=FORUM, topic=it.fake.topic(FORUM, "Charla", NUMBERS["Jon"]))
    await table.command("Ane", "/mus vitoria")
    await table.until(table.showing, "the lobby")
    flood = asyncio.create_task(_flooded(other))
    await table.sit("Ane", "Beñat", "Carmen", "Eva")
    await table.command("Ane", "/tanteo")
    await table.press("Ane", "Empezar")
    pauses = []
    while not flood.done():
        await table.until(table.asked, "somebody who is asked")
        since = table.now
        await table.until(lambda: _sees(table), "a question")
        pauses.append(table.now - since)
        await table.wait(2)
        await table.speak(*CALM, chat=0 if table.showing() else NUMBERS[table.asked()[0]])
    await flood
    table.say("Jon", "hola")
    await table.wait(60)
    assert len(pauses) > 15
    assert max(pauses) <= MOST_S, max(pauses)


def _sees(it: Evening) -> bool:
    """Returns whether somebody who is asked sees it, in private or on the board."""
    return any(it.showing(chat) for chat in (0, *(NUMBERS[name] for name in it.asked())))


async def _flooded(it: Evening) -> None:
    for number in range(140):
        it.say("Jon", ("/ayuda", "/mus", "/reglas", "/tanteo", "/glosario pares")[number % 5])
        await it.wait(88 / 140)


async def the_board_again_and_again(it: Evening) -> None:
    """`/mesa` within a second of every press: there always is a board, or its next is on its way."""
    await it.open("Ane", "Eva", ais=2)
    for pause_s in (0.02, 0.1, 0.3, 0.6, 1.0, 0.05):
        await it.speak("No hay mus", "Paso", "No quiero")
        await it.wait(pause_s)
        it.say("Carmen", "/mesa")
        await it.board(30)
