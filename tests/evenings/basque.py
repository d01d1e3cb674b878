"""Evenings in Basque: what is typed, and a whole partida."""

from __future__ import annotations

from tests.evenings.around import FOUR, Around
from tests.evenings.evening import Evening


async def basque_is_spoken(it: Evening) -> None:
    """Words of the game are typed as people write them, in Basque too; each that counts gets a nod."""
    await it.open(*FOUR, rules="parejas")
    await it.until(it.showing, "a board")
    for text in ("bai", "mus ez dago", "mintza"):
        it.say(it.asked()[0], text)
        await it.wait(3)
    for text in ("moztu", "imido", "bost gehiago", "nahi dut", "paso", "kiero", "enbido", "ez dut nahi"):
        if it.asked():
            it.say(it.asked()[0], text)
        await it.wait(6)


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
    while it.table is not None and it.table.hand == 1 and it.table.in_hand:
        await it.speak("Paso", "Tira")
    await it.speak("Mus ez")
    await it.speak("Hordago")
    await it.wait(2)
    await it.speak("Tira")
    while it.table is not None and it.table.in_hand:
        await it.speak("Mus ez", "Hordago", "Iduki")
        await it.wait(3)
    assert it.table is None, "the partida is not over"
    await it.command("Beñat", "/acta")
    await it.wait(20)
