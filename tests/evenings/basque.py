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


async def a_basque_table_that_errs(it: Evening) -> None:
    """Four Basques play a hand: they mistype, forward, tap twice, one leaves and returns; Eva looks on."""
    await it.open(*FOUR, rules="euskal-herria")
    await press_out_of_turn(it)
    it.say("Eva", "mus")
    said = it.say("Jon", "hordago", it.chat)
    for text in ("muss", "mus ezz"):
        it.say(it.asked()[0], text)
        await it.wait(8)
    it.fake.forward(NUMBERS[it.asked()[0]], said, it.chat, it.chat)
    await it.wait(3)
    await slip(it, "Mus ez")
    await it.press("Carmen", "Hasi", stale=True)
    await it.command("Carmen", "/irten")
    await it.wait(4)
    for text in ("/tanteo", "/mus pidras=30", "/ordezkatu Mikel"):
        await it.command("Eva", text)
        await it.wait(4)
    await it.press("Eva", "Mus", stale=True)
    await it.press("Carmen", "Nire tokira itzuli")
    await it.wait(4)
    await play_a_hand_with_slips(it)


async def press_out_of_turn(it: Around) -> None:
    """Once the board is shown, two who are not asked press *Mus ez*."""
    await it.board()
    for name in ("Beñat", "Carmen"):
        other = name if name not in it.asked() else "Ane"
        await it.press(other, "Mus ez", stale=True)
        await it.wait(2)


async def play_a_hand_with_slips(it: Around) -> None:
    """The hand is played to its end; at every question somebody presses twice, or out of turn."""
    for label in ("Enbido", "Iduki"):
        await slip(it, label)
    while it.table is not None and it.table.hand == 1 and it.table.in_hand:
        if it.asked():
            await slip(it, "Paso", "Tira", "Tira (bion izenean)")
        await it.wait(1)
    await it.press("Beñat", "Enbido (2)", stale=True)
    await it.wait(10)


async def slip(it: Around, *labels: str) -> None:
    """Whoever is asked presses twice, and somebody else out of turn, if they have not spoken by then."""
    await it.board()
    name = it.asked()[0]
    other = next(other for other in FOUR if other not in it.asked())
    label = await it.speak(*labels, name=name)
    await it.press(name, label, stale=True)
    await it.press(other, label, stale=True)
    await it.wait(2)
