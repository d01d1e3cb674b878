"""Evenings of first contact, of slips, of what is private, and of those who speak Basque or English."""

from __future__ import annotations

from tests.evenings.around import NUMBERS, Around
from tests.evenings.evening import CUADRILLA, Evening


async def the_bot_is_new_here(it: Evening) -> None:
    """Added to a group, the bot says so once; one opens a table from there, another asks it in private."""
    new = -1001000000009
    it.fake.group(new, "Los de siempre", members=NUMBERS.values(), bot="left")
    it.chat = new
    it.fake.add_bot(new, NUMBERS["Ane"])
    await it.wait(5)
    it.fake.add_bot(new, NUMBERS["Ane"])
    await it.wait(5)
    it.say("Beñat", "/start")
    await it.wait(5)
    await it.press("Ane", "Abrir mesa")
    await it.wait(5)
    await it.press("Ane", "Sentarme 🔷")
    it.say("Eva", "/start", chat=NUMBERS["Eva"])
    it.say("Ane", "/start", chat=NUMBERS["Ane"])
    await it.wait(10)


async def no_right_to_write(it: Evening) -> None:
    """For ten minutes of a hand the group forbids the bot to write: who presses is told, all waits."""
    await it.open("Ane", "Beñat", ais=2)
    await it.speak("No hay mus", "Paso")
    await it.board()
    before = it.table
    it.fake.forbid(it.chat, "messages")
    await it.wait(20)
    told = await it.answered(it.fake.press(NUMBERS[it.asked()[0]], "Paso", it.chat, stale=True))
    assert "enviar mensajes" in told, told
    it.say("Ane", "/mesa")
    await it.wait(580)
    assert it.table == before, "no clock has struck"
    it.fake.forbid(it.chat)
    await it.wait(10)
    await it.speak("Paso")
    await it.wait(20)
    assert it.showing(), "a board again"


async def a_table_put_off(it: Around) -> None:
    """An hour without a touch puts a table off; /mesa only shows it, *Seguir* of both players resumes it."""
    await it.open("Ane", "Beñat", ais=2)
    await it.wait(2 * 3600)
    await it.command("Carmen", "/mesa")
    await it.wait(30)
    assert it.table is not None
    assert it.table.put_off
    await it.command("Ane", "/mesa")
    await it.wait(10)
    await it.press("Ane", "Seguir")
    await it.wait(10)
    assert it.table is not None
    assert it.table.put_off
    await it.press("Beñat", "Seguir")
    await it.wait(10)
    assert it.table is not None
    assert not it.table.put_off


async def rules_are_chosen_aside(it: Evening) -> None:
    """Rules are chosen in a message of its own: in private where that is open, else beside the lobby."""
    it.say("Ane", "/start", chat=NUMBERS["Ane"])
    await it.wait(2)
    it.say("Ane", "/mus")
    await it.press("Ane", "Sentarme 🔷")
    await it.press("Ane", "Más")
    await it.press("Ane", "Reglas", chat=NUMBERS["Ane"])
    await it.wait(3)
    await it.press("Ane", "Vitoria", chat=NUMBERS["Ane"])
    await it.wait(3)
    await it.press("Eva", "Sentarme 🟠")
    await it.press("Ane", "Levantarme")
    await it.press("Eva", "Más")
    await it.press("Eva", "Reglas")
    await it.wait(10)
    assert any("Sentarme" in label for label in it.fake.labels(it.chat)), "the lobby is still the lobby"
    await it.press("Eva", "Mundial")
    await it.wait(240)


async def kate_reads_english(it: Evening) -> None:
    """Haizea and Gorka read English: their private chats speak it, the group the language of its table."""
    it.chat = CUADRILLA
    it.say("Iñaki", "/mus")
    await it.until(it.showing, "the lobby")
    await it.sit("Gorka", "Haizea", ais=2)
    await it.press("Gorka", "Empezar")
    for _ in range(4):
        await it.speak("No hay mus", "Paso", "No quiero", "Mus")
    it.say("Gorka", "what should I do?", chat=NUMBERS["Gorka"])
    await it.wait(2)
    await it.press("Gorka", "All commands", chat=NUMBERS["Gorka"])
    await it.wait(5)


async def a_language_is_switched_in_mid_partida(it: Around) -> None:
    """Beñat has the bot speak Basque in mid-hand: cards and answers do, the board stays Spanish."""
    await it.open("Ane", "Beñat", ais=2)
    await it.speak("No hay mus")
    await it.board()
    await it.command("Beñat", "/idioma", alone=True)
    await it.press("Beñat", "Euskara", it.aside("Beñat"))
    await it.wait(5)
    await it.press("Beñat", "Mis cartas")
    await it.command("Beñat", "/ayuda")
    for _ in range(3):
        await it.speak("Paso", "No quiero", "No queremos")
    assert it.table is not None
    assert it.table.language == "es"
    await it.wait(3)


async def what_is_remembered(it: Evening) -> None:
    """Ane asks what she has played and what is kept of her; then she has herself forgotten."""
    private = NUMBERS["Ane"]
    it.say("Ane", "/start", chat=private)
    await it.open("Ane", "Beñat", rules="parejas piedras=10 juegos=1", ais=2)
    await it.speak("No hay mus")
    for _ in range(200):
        await it.wait(4)
        if it.table is None:
            break
        if it.asked():
            await it.speak("Quiero", "Órdago", "Paso", "Mus")
    for text in ("/ranking", "/verificar"):
        it.say("Beñat", text)
        await it.wait(30)
    for text in ("/historial", "/privacidad"):
        it.say("Ane", text, chat=private)
        await it.wait(5)
    await it.press("Ane", "Acta", chat=private)
    await it.open("Ane", "Beñat", ais=2)
    await it.wait(5)
    it.say("Ane", "/borrar")
    await it.wait(5)
    await it.press("Ane", "Sí, borrar lo mío", chat=private)
    await it.wait(20)
    assert it.table is not None
    assert "Ane" not in it.table.names
    it.say("Ane", "/historial", chat=private)
    it.say("Beñat", "/historial", chat=NUMBERS["Beñat"])
    await it.wait(5)
    assert "Jugador" in it.fake.from_bot(NUMBERS["Beñat"])[-1].text


async def an_administrator_and_one_who_is_none(it: Evening) -> None:
    """Ane administers the group: she chooses its ways and closes a table; Eva tries and is told."""
    it.fake.world.chats[it.chat].admins.add(NUMBERS["Ane"])
    it.say("Eva", "/ajustes")
    await it.wait(10)
    it.say("Ane", "/ajustes")
    for label in ("Idioma", "Euskara", "Txandako erlojua"):
        await it.press("Ane", label)
        await it.wait(3)
    told = await it.press("Eva", "30 s")
    assert "quien administra" in told, told
    for label in ("60 s", "Mahaiak irekitzea", "kudeatzaileek bakarrik", "Itxi menua"):
        await it.press("Ane", label)
        await it.wait(3)
    it.say("Eva", "/mus")
    await it.wait(10)
    it.say("Ane", "/mus vitoria piedras=20")
    await it.wait(5)
    it.say("Ane", "/reglas guardar donostia")
    await it.wait(5)
    await it.press("Ane", "Eseri 🔷")
    await it.press("Ane", "AA gehitu")
    await it.press("Ane", "AA gehitu")
    await it.press("Ane", "AA gehitu")
    await it.press("Ane", "Hasi")
    await it.until(it.showing, "a board")
    it.say("Ane", "/ajustes")
    await it.press("Ane", "Itxi mahai bat")
    await it.press("Ane", " mahaia")
    await it.press("Ane", "Oso berandu")
    await it.wait(10)
    assert it.table is None, "the table is closed"
    it.say("Ane", "/mus donostia")
    await it.wait(10)
