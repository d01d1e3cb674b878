"""Evenings in Basque: a whole partida, and the first minute of a group."""

from __future__ import annotations

from tests.evenings.around import FOUR, NUMBERS, Around
from tests.evenings.evening import Evening


async def a_partida_in_basque(it: Around) -> None:
    """A whole partida in Basque: Ane opens it, Dani asks for the language, Carmen is told in Spanish."""
    await it.command("Dani", "/idioma", alone=True)
    await it.press("Dani", "Euskara", it.aside("Dani"))
    await it.open(*FOUR, rules="euskal-herria piedras=10 juegos=1")
    await it.speak("Mus")
    await it.speak("Mus ez")
    await it.speak("Enbido")
    await it.speak("Bi gehiago")
    await it.speak("Iduki")
    await it.speak("Paso")
    await it.speak("Hordago")
    await it.wait(2)
    await it.speak("Iduki")
    await it.until(lambda: it.table is None, "the end")
    assert it.table is None, "the partida is not over"
    await it.command("Beñat", "/acta")
    await it.wait(20)


async def a_basque_group_begins(it: Evening) -> None:
    """Ane adds the bot to a group of Basque speakers: they ask a lot, sit down, and one mistypes a word."""
    new = -1001000000009
    it.fake.group(new, "Auzokoak", members=NUMBERS.values(), bot="left")
    it.chat = new
    it.fake.add_bot(new, NUMBERS["Ane"])
    await it.wait(3)
    for asked in ("/laguntza", "/arauak vitoria", "/glosarioa pareak", "/laguntza", "/laguntza"):
        it.say("Beñat", asked)
        await it.wait(2)
    await it.press("Ane", "Ireki mahaia")
    await it.wait(3)
    await it.press("Ane", "Eseri 🔷")
    await it.press("Beñat", "Eseri 🟠")
    for _ in range(2):
        await it.press("Ane", "AA gehitu")
    await it.press("Ane", "Hasi")
    await it.speak("Mus ez")
    await it.until(lambda: bool(it.asked()), "somebody is asked")
    it.say(it.asked()[0], "passo")
    await it.until(lambda: "«paso» esan nahi" in it.group(), "what was meant is asked")
    await it.press(it.asked()[0], "Paso")
    await it.wait(3)
