"""An evening on Discord of one who reads English and has never seen Mus."""

from __future__ import annotations

from tests.evenings.around import CALM
from tests.evenings.channel import MUS, Channel


async def an_english_beginner(it: Channel) -> None:
    """Gorka, who has never seen Mus, asks what to do, opens a table, and plays two hands in English."""
    await it.slash("Gorka", "/help")
    await it.slash("Gorka", "/mus rules:vitoria")
    await it.sit("Gorka", "Haizea", ais=2)
    await it.press("Gorka", "More")
    await it.press("Gorka", "Play in a thread")
    await it.until(lambda: it.fake.world.threads(it.channel), "a thread")
    it.channel = it.fake.world.threads(it.channel)[0].id
    await it.press("Gorka", "Start")
    await it.board()
    await it.speak("No hay mus")
    await it.until(lambda: it.asked() == ["Gorka"], "Gorka is asked")
    await it.press("Gorka", "Speak from here", it.home("Gorka"))
    await it.press("Gorka", "❔ Explain it", it.home("Gorka"))
    await it.slash("Gorka", "/glossary word:grande")
    await it.speak("Envido", name="Gorka")
    it.fake.forbid(MUS, "files")
    await it.speak("Quiero")
    await it.play_hand(*CALM)
    await it.wait(5)
    it.fake.forbid(MUS, "talk in threads", "files")
    await it.slash("Gorka", "/table")
    await it.wait(20)
    it.fake.forbid(MUS)
    await it.slash("Gorka", "/table")
    await it.until(lambda: it.asked() == ["Gorka"] or it.asked() == ["Haizea"], "one of them is asked")
    await it.press("Gorka", "Score")
    await it.slash("Gorka", "/substitute name:Haizea")
    await it.slash("Gorka", "/settings")
    await it.wait(20)
    assert "GRANDE (the highest cards win)" in it.text(viewer="Gorka")


async def two_presses_to_a_hand(it: Channel) -> None:
    """Gorka, alone in a channel, opens a table, plays at once with AI players, and has his cards."""
    await it.slash("Gorka", "/mus")
    await it.press("Gorka", "Start with AI")
    await it.until(lambda: it.table is not None and it.table.in_hand, "the first hand")
    await it.until(lambda: any("your cards" in text for text in it.posts(it.home("Gorka"))), "his cards")
    await it.play_hand(*CALM)
    await it.wait(5)
