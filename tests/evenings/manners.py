"""Evenings of first contact, of slips, of what is private, and of those who speak Basque or English."""

from __future__ import annotations

from tests.evenings.evening import CUADRILLA, NUMBERS, Evening


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
    """The group forbids the bot to write in the middle of a hand: who presses is told, nothing is lost."""
    await it.open("Ane", "Beñat", ais=2)
    await it.speak("No hay mus", "Paso")
    await it.until(lambda: it.asked() and it.showing(), "a board")
    it.fake.forbid(it.chat, "messages")
    it.say("Ane", "/mesa")
    await it.wait(20)
    query = it.fake.press(NUMBERS["Ane"], "Paso", it.chat, stale=True)
    told = await it.answered(query)
    it.fake.forbid(it.chat)
    await it.wait(20)
    assert it.showing(), "a board again"
    assert "escribir" in told, told


async def a_bystander(it: Evening) -> None:
    """Who only stands by asks, reads and mistypes; the table of the others goes on as it was."""
    await it.open("Ane", "Beñat", ais=2)
    await it.speak("No hay mus")
    it.say("Carmen", "/mus")
    await it.wait(10)
    for text in ("/tanteo", "/reglas vitora", "/mus vitora", "/tnteo", "/ayuda", "/otracosa@otro_bot"):
        it.say("Carmen", text)
        await it.wait(25)
    it.say("Carmen", "/acta", chat=NUMBERS["Carmen"])
    it.say("Carmen", "/cosas", chat=NUMBERS["Carmen"])
    await it.wait(20)


async def a_table_put_off(it: Evening) -> None:
    """An hour without a touch puts a table off; a bystander's /mesa only shows it, a player's wakes it."""
    await it.open("Ane", "Beñat", ais=2)
    await it.wait(2 * 3600)
    it.say("Carmen", "/mesa")
    await it.wait(30)
    assert it.table is not None
    assert it.table.put_off
    it.say("Ane", "/mesa")
    await it.wait(10)
    assert it.table is not None
    assert not it.table.put_off


async def rules_are_chosen_aside(it: Evening) -> None:
    """Rules are chosen in a message of its own: in private where that is open, else beside the lobby."""
    it.say("Ane", "/start", chat=NUMBERS["Ane"])
    await it.wait(2)
    it.say("Ane", "/mus")
    await it.press("Ane", "Sentarme 🔷")
    await it.press("Ane", "Reglas")
    await it.wait(3)
    await it.press("Ane", "vitoria", chat=NUMBERS["Ane"])
    await it.wait(3)
    await it.press("Eva", "Sentarme 🟠")
    await it.press("Eva", "Reglas")
    await it.wait(10)
    assert any("Sentarme" in label for label in it.fake.labels(it.chat)), "the lobby is still the lobby"
    await it.press("Eva", "mundial")
    await it.wait(240)


async def basque_is_spoken(it: Evening) -> None:
    """Words of the game are typed as people write them, in Basque too; each that counts gets a nod."""
    await it.open("Ane", "Beñat", "Carmen", "Dani", rules="parejas")
    await it.until(it.showing, "a board")
    for text in ("bai", "mus ez dago", "mintza"):
        it.say(it.asked()[0], text)
        await it.wait(3)
    for text in ("moztu", "imido", "bost gehiago", "nahi dut", "paso", "kiero", "enbido", "ez dut nahi"):
        if it.asked():
            it.say(it.asked()[0], text)
        await it.wait(6)


async def kate_reads_english(it: Evening) -> None:
    """Kate never saw Mus: her private chat speaks English, the group the language of its table."""
    it.chat = CUADRILLA
    it.say("Gorka", "/mus")
    await it.sit("Gorka", "Haizea", ais=2)
    await it.press("Gorka", "Empezar")
    for _ in range(9):
        await it.speak("No hay mus", "Paso", "No quiero", "Mus")
    it.say("Gorka", "/help", chat=NUMBERS["Gorka"])
    await it.wait(20)
