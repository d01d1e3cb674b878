"""Evenings of those who stand by, hurry, talk much or sit in another topic: no board waits for them."""

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


async def fifteen_times_help(it: Evening) -> None:
    """A bystander asks for help fifteen times; the board follows the table all the same."""
    await it.open("Ane", "Eva", ais=2)
    for _ in range(15):
        it.say("Félix", "/ayuda")
    for _ in range(4):
        await it.speak("No hay mus", "Paso", "No quiero")
        await it.until(it.asked, "somebody is asked")
        await it.until(it.showing, "the question on the board", patience_s=8)


async def the_board_again_and_again(it: Evening) -> None:
    """`/mesa` within a second of every press: there always is a board, or its next is on its way."""
    await it.open("Ane", "Eva", ais=2)
    for pause_s in (0.02, 0.1, 0.3, 0.6, 1.0, 0.05):
        await it.speak("No hay mus", "Paso", "No quiero")
        await it.wait(pause_s)
        it.say("Carmen", "/mesa")
        await it.board(30)


async def a_long_word(it: Evening) -> None:
    """What nobody would write is answered as shortly as anything else, and forty-five queue."""
    it.say("Ane", "/mus " + "x" * 2600)
    await it.wait(5)
    it.say("Ane", "/mus")
    await it.sit("Ane", ais=3)
    it.say("Ane", "/suerte " + "y" * 3000)
    await it.wait(5)
    for number in range(45):
        uid = 300 + number
        it.fake.user(uid, f"Alguien {number} de nombre larguísimo", started=False)
        it.fake.world.chats[it.chat].let_in(uid)
        await it.fake.answer(it.fake.press(uid, "Esperar sitio", it.chat))
    await it.wait(30)
    await it.press("Ane", "Empezar")
    await it.until(lambda: "Mis cartas" in it.fake.labels(it.chat), "a board")


async def nine_of_one_name(it: Evening) -> None:
    """Eight people called Ane sit down to tres-mus, and a ninth waits: all are told apart."""
    uids = range(401, 410)
    for uid in uids:
        it.fake.user(uid, "Ane", started=True)
        it.fake.world.chats[it.chat].let_in(uid)
    it.fake.say(401, "/mus tres-mus", it.chat)
    await it.wait(3)
    for uid in uids:
        label = "Sentarme" if "Sentarme" in it.fake.labels(it.chat) else "Esperar sitio"
        await it.fake.answer(it.fake.press(uid, label, it.chat))
        await it.wait(5)
    await it.fake.answer(it.fake.press(401, "Empezar", it.chat))
    await it.wait(20)
    assert len(set(it.process.manager.tables()[0].names)) == 8
