"""Evenings on Discord of those who ask, choose from menus and fill in forms."""

from __future__ import annotations

from tests.evenings import basque
from tests.evenings.around import CALM, FOUR, NUMBERS
from tests.evenings.channel import Channel


async def who_asks_is_answered_alone(it: Channel) -> None:
    """Help, rules, score, cards and signs are asked for in mid-hand: each reads their own answer."""
    await it.open("Ane", "Beñat", ais=2)
    await it.speak(*CALM)
    for text in ("/ayuda", "/reglas conjunto:vitoria", "/tanteo", "/cartas"):
        await it.slash("Carmen", text)
        await it.wait(3)
    for text in ("/cartas", "/señas", "/mesa"):
        await it.slash("Ane", text)
        await it.wait(3)


async def rules_are_chosen_from_a_menu(it: Channel) -> None:
    """Rules are chosen from menus that one alone sees, and everybody's lobby tells what was chosen."""
    await it.slash("Ane", "/mus reglas:parejas")
    await it.press("Ane", "Sentarme 🔷")
    await it.press("Ane", "Más")
    await it.press("Ane", "Reglas")
    await it.wait(2)
    await it.choose("Ane", "Vitoria")
    await it.wait(3)
    assert any("Vitoria" in text for text in it.fake.texts(it.channel))


async def one_is_forgotten(it: Channel) -> None:
    """Ane reads alone what she has played and what is kept of her, and has herself forgotten in mid-hand."""
    await it.open("Ane", "Beñat", ais=2)
    await it.speak(*CALM)
    await it.slash("Ane", "/terminar")
    await it.slash("Beñat", "/terminar")
    await it.wait(10)
    for text in ("/historial", "/ranking", "/verificar", "/privacidad"):
        await it.slash("Ane", text)
        await it.wait(25)
    await it.press("Ane", "Acta")
    await it.open("Ane", "Beñat", ais=2)
    await it.speak(*CALM)
    await it.slash("Ane", "/borrar")
    await it.press("Ane", "Sí, borrar lo mío")
    await it.wait(10)
    assert it.table is not None
    assert "Ane" not in it.table.names
    await it.slash("Ane", "/historial")
    assert "Jugador" in await it.slash("Beñat", "/historial")


async def an_administrator_and_one_who_is_none(it: Channel) -> None:
    """Ane manages the server: she chooses its ways and closes a table; Eva tries and is told."""
    it.fake.appoint(NUMBERS["Ane"], it.server)
    told = await it.slash("Eva", "/ajustes")
    assert "quien administra" in told, told
    await it.slash("Ane", "/ajustes")
    for picked in ("Idioma", "Euskara", "Reloj de turno", "60 s", "Abrir mesas", "solo quien administra"):
        await it.choose("Ane", picked)
        await it.wait(3)
    await it.slash("Eva", "/mus")
    await it.slash("Ane", "/mus reglas:vitoria opciones:piedras=20")
    await it.slash("Eva", "/reglas guardar:donostia")
    await it.slash("Ane", "/reglas guardar:donostia")
    await it.sit("Ane", ais=3)
    await it.press("Ane", it.texts("button-start"))
    await it.board()
    await it.slash("Ane", "/ajustes")
    for label in ("Cerrar una mesa", "Mesa ", "Es muy tarde"):
        await it.press("Ane", label)
    await it.wait(10)
    assert it.table is None, "the table is closed"
    await it.slash("Ane", "/mus opciones:donostia")
    await it.wait(3)


async def a_partida_in_basque(it: Channel) -> None:
    """A whole partida in Basque, which Discord has not: who wants it asks; Carmen is told in Spanish."""
    for name in ("Ane", "Beñat"):
        await it.slash(name, "/idioma idioma:eu")
    await basque.a_partida_in_basque(it)


async def a_table_needs_players(it: Channel) -> None:
    """Gorka is told of a table in his open private chat and sits down from there; Haizea's is not open."""
    it.fake.appoint(NUMBERS["Ane"], it.server)
    await it.slash("Ane", "/ajustes")
    for picked in ("Hora", "Madrid"):
        await it.choose("Ane", picked)
        await it.wait(3)
    await it.slash("Gorka", "/ayuda", it.home("Gorka"))
    page = await it.slash("Gorka", "/avisos")
    assert "les falta gente: nunca" in page, page
    told = await it.press("Gorka", "Siempre que falte")
    assert "les falta gente: siempre" in told, told
    await it.slash("Ane", "/mus")
    assert "escríbeme algo en privado" in await it.press("Haizea", "Avísame de la próxima")
    await it.press("Ane", "Sentarme 🔷")
    await it.wait(100)
    assert not any("¿Te sientas?" in text for text in it.rang(it.home("Gorka")))
    await it.wait(50)
    assert any("¿Te sientas?" in text for text in it.rang(it.home("Gorka")))
    await it.press("Gorka", "Sentarme", it.home("Gorka"))
    await it.wait(5)
    assert it.seat("Gorka") is not None
    assert not any("¿Te sientas?" in text for text in it.posts(it.home("Haizea")))


async def a_basque_table_that_errs(it: Channel) -> None:
    """Four Basques play a hand: they speak out of turn, tap twice, one leaves and returns; Eva looks on."""
    for name in (*FOUR, "Eva"):
        await it.slash(name, "/idioma idioma:eu")
    await it.slash("Ane", "/mus reglas:euskal-herria")
    await it.until(it.showing, "the lobby")
    await it.sit(*FOUR)
    await it.press("Ane", "Hasi")
    await basque.press_out_of_turn(it)
    await basque.slip(it, "Mus ez")
    await it.press("Carmen", "Hasi", stale=True)
    await it.slash("Carmen", "/salir")
    await it.wait(4)
    for text in ("/tanteo", "/mus opciones:pidras=30", "/salir"):
        await it.slash("Eva", text)
        await it.wait(4)
    await it.press("Eva", "Mus", stale=True)
    await it.press("Carmen", "Nire tokira itzuli")
    await it.wait(4)
    await basque.play_a_hand_with_slips(it)
