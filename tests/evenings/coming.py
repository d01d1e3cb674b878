"""Evenings on which people come and go: from a seat, from what is known of them, from a private chat.

Those of `Around` are told on every platform.
"""

from __future__ import annotations

import re

from tests.evenings.around import CALM, FOUR, NUMBERS, Around
from tests.evenings.evening import Evening


async def one_leaves_and_another_comes_late(it: Around) -> None:
    """Dani leaves in mid-hand and the seat is kept warm; Eva, who has no private chat, comes for an AI."""
    await it.open(*FOUR)
    await it.speak("No hay mus")
    await it.command("Dani", "/salir")
    await it.until(lambda: "deja su sitio" in it.group(), "that he has left")
    home = it.home("Dani")
    await it.until(
        lambda: not {*it.labels(home)} - {"Ir a la mesa"}, "his hand asks him nothing", patience_s=3
    )
    await it.press("Dani", "Volver a mi sitio")
    await it.wait(5)
    await it.command("Dani", "/salir")
    await it.wait(3)
    await it.press("Eva", "Sentarme por Patxi")
    await it.press("Dani", "Volver a mi sitio", stale=True)
    await it.play_hand()
    await it.wait(8)
    assert it.seat("Eva") is not None
    assert it.seat("Dani") is None
    assert re.search(r"Patxi 🤖( \(postre\))?: \d", it.text()), "who played the hand is named in its count"
    await it.press("Eva", "Mis cartas")
    await it.wait(2)


async def the_one_who_opened_it_is_gone(it: Around) -> None:
    """Ane opens a table and goes; after five minutes the others may begin, and she is asked first."""
    await it.command("Ane", "/mus vitoria")
    await it.sit("Ane", "Beñat")
    await it.press("Beñat", "Añadir IA")
    await it.press("Beñat", "Añadir IA")
    assert "Ane" in await it.press("Beñat", "Empezar")
    await it.wait(310)
    await it.press("Beñat", "Empezar")
    await it.wait(65)
    table = it.table
    assert table is not None
    assert table.names[0] == ""
    await it.press("Beñat", "Añadir IA")
    await it.press("Beñat", "Empezar")
    await it.until(lambda: it.table is not None and it.table.in_hand, "the first hand")
    await it.wait(3)


async def one_is_forgotten_in_mid_partida(it: Around) -> None:
    """Carmen has herself forgotten in mid-partida: an AI player has her seat, the others go on."""
    await it.open(*FOUR)
    await it.speak("No hay mus")
    await it.speak(*CALM)
    await it.command("Carmen", "/borrar", alone=True)
    await it.press("Carmen", "Sí, borrar lo mío", it.aside("Carmen"))
    await it.wait(5)
    assert it.table is not None
    assert it.seat("Carmen") is None
    assert "Carmen" not in it.table.names
    assert not it.labels(it.home("Carmen")), "her cards have no buttons any more"
    told = len(it.posts(it.home("Carmen")))
    await it.play_hand()
    await it.wait(8)
    assert len(it.posts(it.home("Carmen"))) == told, "nothing more comes to her"


async def one_never_opened_his_private_chat(it: Evening) -> None:
    """Félix and Eva never wrote to the bot: they ask for their cards, are called and discard in the group."""
    await it.open("Ane", "Félix", "Beñat", "Eva")
    for _ in range(4):
        await it.speak("Mus")
    await it.press("Ane", "2🍷", chat=NUMBERS["Ane"])
    await it.press("Ane", "Descartar", chat=NUMBERS["Ane"])
    await it.press("Félix", "Mis cartas")
    await it.wait(25)
    assert any("Félix" in text for text in it.rang(it.chat)), "he is called where heard"
    for label in ("1.ª", "4.ª", "Descartar"):
        await it.press("Félix", label)
    await it.press("Félix", "Mis cartas")
    await it.press("Beñat", "4⚔️", chat=NUMBERS["Beñat"])
    await it.press("Beñat", "Descartar", chat=NUMBERS["Beñat"])
    await it.press("Eva", "2.ª")
    await it.press("Eva", "Descartar")
    await it.until(lambda: it.table is not None and "¿MUS?" in it.group(), "the next question")
    await it.wait(3)


async def one_blocks_the_bot_in_mid_hand(it: Around) -> None:
    """Carmen blocks the bot and plays on from the group; she takes it back and has her cards in private."""
    await it.open(*FOUR)
    await it.speak("No hay mus")
    it.block("Carmen")
    await it.play_hand()
    await it.board()
    told = "Carmen: tus cartas", "(Carmen alone)"  # on Discord her cards come by themselves
    await it.until(lambda: any(way in it.text() for way in told), "that she is told")
    await it.press("Carmen", "Mis cartas")
    await it.speak("No hay mus")
    await it.unblock("Carmen")
    await it.until(lambda: "mano 2" in it.posts(it.home("Carmen"))[-1], "her cards in private")
    await it.speak(*CALM)
    await it.wait(3)


async def a_bystander_joins(it: Evening) -> None:
    """Gorka watches a full table, presses what is not for him, waits for a seat and plays the next hand."""
    await it.command("Gorka", "/start", alone=True)
    await it.open(*FOUR)
    await it.speak("No hay mus")
    await it.command("Gorka", "/cartas")
    await it.wait(2)
    await it.command("Gorka", "/sustituirr")
    await it.wait(2)
    await it.command("Eva", "/aprender")
    await it.until(lambda: "Abrir chat privado" in it.labels(), "the way to the private chat")
    await it.command("Eva", "/start aprender", alone=True)
    await it.until(lambda: any("Así va una mano" in text for text in it.posts(it.home("Eva"))), "the course")
    await it.press("Gorka", "Mis cartas")
    assert "Te apunto" in await it.press("Gorka", "Apuntarme")
    await it.until(lambda: any("Espera sitio: Gorka" in text for text in it.posts()), "that he waits")
    await it.speak("Envido")
    assert "Ya estás en la lista" in await it.press("Gorka", "Apuntarme")
    await it.command("Eva", "/sustituir")
    await it.until(lambda: any("Te apunto" in text for text in it.posts(it.home("Eva"))), "that she is told")
    await it.press("Haizea", "Apuntarme")
    await it.until(lambda: "Otra mesa" in it.labels(), "another table")
    await it.command("Haizea", "/salir")
    await it.until(lambda: "Otra mesa" not in it.labels(), "that she no longer waits")
    await it.command("Dani", "/salir")
    await it.until(lambda: any("es tuyo" in text for text in it.posts(it.home("Gorka"))), "that he is called")
    await it.play_hand()
    await it.board()
    assert it.seat("Gorka") is not None
    await it.play_hand()
    await it.wait(15)
