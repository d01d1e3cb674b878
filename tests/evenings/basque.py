"""An evening in Basque: a whole partida."""

from __future__ import annotations

from tests.evenings.around import FOUR, Around


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
