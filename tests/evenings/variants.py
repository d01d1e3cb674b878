"""Evenings with the rules of two federations, on every platform, played to the end of the partida."""

from __future__ import annotations

from tests.evenings.around import FOUR, Around

SHORT = "piedras=10 juegos=1"
BETTING = ("No hay mus", "Envido", "Quiero", "Paso", "No quiero")


async def _play_to_the_end(it: Around) -> None:
    """Plays hands of accepted raises until the partida is over, and asks for its acta."""
    while it.table is not None:
        await it.play_hand(*BETTING)
        await it.wait(2)
    await it.until(lambda: "Semilla" in it.group(), "who has won")
    await it.command("Beñat", "/acta")
    await it.wait(20)


async def a_partida_by_the_federation(it: Around) -> None:
    """Four people play `fem` to the end: a raise is refused after chica, and pays one more (R100)."""
    await it.open(*FOUR, rules=f"fem {SHORT}")
    await it.speak("Mus")
    await it.speak("No hay mus")
    for _ in range(8):
        await it.speak("Paso")
    await it.speak("Envido")
    await it.speak("Y yo")
    await it.play_hand("No quiero", "Paso")
    await it.until(lambda: "(deje: 2+1, " in "".join(it.posts()), "2 that were accepted, and one more")
    await it.command("Carmen", "/reglas")
    await _play_to_the_end(it)


async def a_partida_of_iparralde(it: Around) -> None:
    """Four people play `iparralde` to the end: each pair says mus with one voice (R103)."""
    await it.command("Ane", "/mus frances")
    await it.wait(2)
    assert it.table is None, "a table was opened, and nobody asked which of the two games Ane means"
    await it.open(*FOUR, rules=f"iparralde {SHORT}")
    await it.until(lambda: len(it.asked()) == 2, "both of a pair are asked")
    await it.speak("Mus", name=it.asked()[1])
    await it.until(lambda: len(it.asked()) == 2, "both of the other pair are asked")
    await it.speak("No hay mus", name=it.asked()[1])
    await it.speak("Envido")
    await it.play_hand("No queremos", "Paso")
    await it.command("Carmen", "/reglas")
    await _play_to_the_end(it)
