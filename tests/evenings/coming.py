"""Evenings on which people come and go: from a seat, from what is known of them, from a private chat."""

from __future__ import annotations

from tests.evenings.around import NUMBERS
from tests.evenings.evening import Evening
from tests.evenings.table import CALM


async def one_leaves_and_another_comes_late(it: Evening) -> None:
    """Dani leaves in mid-hand and his seat is kept warm; Eva, who has no private chat, comes for an AI."""
    await it.open("Ane", "Beñat", "Carmen", "Dani")
    await it.speak("No hay mus")
    it.say("Dani", "/salir")
    await it.until(lambda: "deja su sitio" in it.group(), "that he has left")
    assert not [button for row in it.fake.from_bot(NUMBERS["Dani"])[-1].labels for button in row]
    await it.press("Dani", "Volver")
    await it.wait(5)
    it.say("Dani", "/salir")
    await it.wait(3)
    assert await it.press("Eva", "Sentarme por Patxi")
    assert await it.press("Dani", "Volver")
    await hand_over(it)
    await it.wait(8)
    table = it.table
    assert table is not None
    assert table.seat_of(f"telegram:{NUMBERS['Eva']}") is not None
    assert table.seat_of(f"telegram:{NUMBERS['Dani']}") is None
    assert "Patxi 🤖 (postre)" in it.text(it.chat), "who played the hand is named in its count"
    await it.press("Eva", "Mis cartas")
    await it.wait(2)


async def the_one_who_opened_it_is_gone(it: Evening) -> None:
    """Ane opens a table and goes; after five minutes the others may begin, and she is asked first."""
    it.say("Ane", "/mus vitoria")
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


async def hand_over(it: Evening) -> None:
    """Plays the hand to its end."""
    hand = it.table.hand if it.table is not None else 0
    while it.table is not None and it.table.hand == hand:
        if it.asked():
            await it.speak(*CALM)
        else:
            await it.wait(1)


async def one_is_forgotten_in_mid_partida(it: Evening) -> None:
    """Carmen has herself forgotten in mid-partida: an AI player has her seat, the others go on."""
    await it.open("Ane", "Beñat", "Carmen", "Dani")
    await it.speak("No hay mus")
    await it.speak(*CALM)
    it.say("Carmen", "/borrar", chat=NUMBERS["Carmen"])
    await it.press("Carmen", "Sí, borrar lo mío", chat=NUMBERS["Carmen"])
    await it.wait(5)
    table = it.table
    assert table is not None
    assert table.seat_of(f"telegram:{NUMBERS['Carmen']}") is None
    assert "Carmen" not in table.names
    assert not it.fake.labels(NUMBERS["Carmen"]), "her cards have no buttons any more"
    told = len(it.fake.from_bot(NUMBERS["Carmen"]))
    await hand_over(it)
    await it.wait(8)
    assert len(it.fake.from_bot(NUMBERS["Carmen"])) == told, "nothing more comes to her"


async def one_never_opened_his_private_chat(it: Evening) -> None:
    """Félix and Eva never wrote to the bot: they ask for their cards, are called and discard in the group."""
    await it.open("Ane", "Félix", "Beñat", "Eva")
    for _ in range(4):
        await it.speak("Mus")
    await it.press("Ane", "2🏆", chat=NUMBERS["Ane"])
    await it.press("Ane", "Descartar", chat=NUMBERS["Ane"])
    await it.press("Félix", "Mis cartas")
    await it.wait(25)
    assert any("Félix" in text for text in it.rang(it.chat)), "he is called where he can hear it"
    for label in ("1", "4", "Descartar"):
        await it.press("Félix", label)
    await it.press("Félix", "Mis cartas")
    await it.press("Beñat", "4⚔️", chat=NUMBERS["Beñat"])
    await it.press("Beñat", "Descartar", chat=NUMBERS["Beñat"])
    await it.press("Eva", "2")
    await it.press("Eva", "Descartar")
    await it.until(lambda: it.table is not None and "¿MUS?" in it.group(), "the next question")
    await it.wait(3)


async def one_blocks_the_bot_in_mid_hand(it: Evening) -> None:
    """Carmen blocks the bot and plays on from the group; she takes it back and has her cards in private."""
    await it.open("Ane", "Beñat", "Carmen", "Dani")
    await it.speak("No hay mus")
    it.fake.block(NUMBERS["Carmen"])
    for _ in range(4):
        await it.speak(*CALM)
    await it.press("Carmen", "Mis cartas")
    it.fake.unblock(NUMBERS["Carmen"])
    it.say("Carmen", "/start", chat=NUMBERS["Carmen"])
    await it.wait(3)
    await it.speak(*CALM)
    await it.wait(3)
