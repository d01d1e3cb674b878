"""An evening of several partidas: the score goes from one table to the next."""

from __future__ import annotations

from tests.evenings.around import FOUR, Around

SHORT = "vitoria piedras=10 juegos=1"


async def _play_to_the_end(it: Around) -> None:
    """Plays an órdago in the first hand, which is accepted, and waits for the end of the partida."""
    while it.table is not None:
        await it.play_hand("No hay mus", "Órdago", "Quiero", "Paso")
        await it.wait(2)
    await it.until(lambda: "Semilla" in it.group(), "who has won")
    await it.wait(10)


async def three_partidas_by_the_same_four(it: Around) -> None:
    """Four people play, play again by *Revancha*, and open a third table an hour later; then they count."""
    await it.open(*FOUR, rules=SHORT)
    await _play_to_the_end(it)
    await it.press("Beñat", "Revancha")
    await it.until(lambda: "Lleváis: " in it.group(), "the score of the evening in the lobby")
    await it.press("Beñat", "Empezar")
    await _play_to_the_end(it)
    await it.wait(3600)
    await it.open(*FOUR, rules=SHORT)
    await _play_to_the_end(it)
    await it.command("Carmen", "/ranking")
    await it.wait(20)
