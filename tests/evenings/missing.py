"""A morning on which a table needs players, and those who asked to be told of it."""

from __future__ import annotations

from tests.evenings.around import NUMBERS
from tests.evenings.evening import Evening

TOLD = "¿Te sientas?"


def told(it: Evening) -> dict[str, int]:
    """How many notices each person has got; those who got none are left out."""
    people = {name: [text for text in it.rang(it.home(name)) if TOLD in text] for name in NUMBERS}
    return {name: len(texts) for name, texts in people.items() if texts}


async def players_are_missing(it: Evening) -> None:
    """Gorka asks to be told of the next table, is told once and sits down; nobody else may be told.

    Eva has no private chat, Haizea has her quiet hours, Iñaki leaves the group, Jon plays alone, Carmen has
    herself forgotten, Dani blocks the bot.
    """
    it.fake.world.chats[it.chat].admins.add(NUMBERS["Ane"])
    it.say("Ane", "/ajustes")
    for label in ("Hora", "Madrid"):
        await it.press("Ane", label)
        await it.wait(2)
    it.say("Ane", "/mus")
    await it.until(it.showing, "the lobby")
    for name in ("Carmen", "Dani", "Gorka", "Haizea", "Iñaki", "Jon"):
        it.say(name, "/start", chat=NUMBERS[name])
        await it.wait(1)
        assert "te escribo en privado" in await it.press(name, "Avísame de la próxima")
    assert "abre nuestro chat privado" in await it.press("Eva", "Avísame de la próxima")
    await it.press("Ane", "Sentarme 🔷")
    await it.wait(90)
    await it.press("Ane", "Empezar con IA")
    await it.wait(10)
    it.say("Ane", "/terminar")
    await it.wait(60)
    assert told(it) == {}, "they saw that lobby, and it was soon full"

    it.say("Haizea", "/avisos", chat=NUMBERS["Haizea"])
    await it.press("Haizea", "de 22 a 10", NUMBERS["Haizea"])
    it.fake.leave(NUMBERS["Iñaki"], it.chat)
    it.say("Jon", "/mus", chat=NUMBERS["Jon"])
    await it.press("Jon", "Empezar", NUMBERS["Jon"])
    it.say("Carmen", "/borrar", chat=NUMBERS["Carmen"])
    await it.press("Carmen", "Sí, borrar lo mío", NUMBERS["Carmen"])
    it.block("Dani")
    await it.wait(20)

    it.say("Ane", "/mus")
    await it.until(it.showing, "the lobby")
    await it.sit("Ane", "Beñat")
    await it.wait(110)
    assert told(it) == {}, "two minutes are not over"
    await it.wait(60)
    assert told(it) == {"Gorka": 1}
    assert "Te has sentado" in await it.press("Gorka", "Sentarme", NUMBERS["Gorka"])
    await it.wait(10)
    assert it.seat("Gorka") is not None
    await it.press("Ane", "Empezar con IA")
    await it.wait(5)
    it.fake.unblock(NUMBERS["Dani"])
    for name in ("Ane", "Beñat"):
        it.say(name, "/terminar")
        await it.wait(2)
    await it.wait(3600)
    it.say("Ane", "/mus")
    await it.until(it.showing, "the lobby")
    await it.press("Ane", "Sentarme 🔷")
    await it.wait(300)
    assert told(it) == {"Gorka": 1, "Haizea": 1}, "an hour later it is ten in Madrid"
