"""Evenings on which the ground moves under a table: its group changes, the bot ends, a week goes by."""

from __future__ import annotations

from tests.evenings.around import CALM, FOUR, NUMBERS, Around
from tests.evenings.evening import Evening

OLD, NEW = -4001, -1001000000021


async def the_group_becomes_a_supergroup(it: Evening) -> None:
    """In mid-hand the group becomes a supergroup: the table moves along, and nothing is said twice."""
    it.fake.group(OLD, "Los de siempre", "group", members=NUMBERS.values())
    it.chat = OLD
    await it.open(*FOUR)
    await it.speak("No hay mus")
    await it.board()
    before = it.table
    it.fake.migrate(OLD, NEW, NUMBERS["Ane"])
    it.chat = NEW
    await it.until(it.showing, "the board in the new group")
    assert before is not None
    assert it.table is not None
    assert (it.table.id, it.table.names, it.table.question) == (before.id, before.names, before.question)
    await it.speak(*CALM)
    await it.speak(*CALM)
    assert "Ane" in await it.press("Iñaki", "Tanteo", OLD, stale=True), "its old board still answers anybody"
    it.say("Dani", "/mesa")
    await it.wait(10)


async def down_for_ten_minutes(it: Around) -> str:
    """The bot ends in mid-hand, for ten minutes; returns who is asked, and has been all the time."""
    await it.open(*FOUR)
    await it.speak("No hay mus")
    await it.board()
    await it.wait(30)
    before, asked = it.table, it.asked()[0]
    async with it.down():
        await it.wait(300)
        await it.command("Eva", "/mesa")
        await it.wait(300)
    await it.board()
    assert before is not None
    assert it.table is not None
    assert (it.table.names, it.table.question, it.table.missed) == (
        before.names,
        before.question,
        before.missed,
    )
    await it.wait(70)
    assert it.asked() == [asked], "their time began anew"
    return asked


async def the_bot_is_down_for_ten_minutes(it: Evening) -> None:
    """The bot ends in mid-hand; ten minutes later nobody was spoken for, and a turn begins anew."""
    asked = await down_for_ten_minutes(it)
    async with it.down():
        it.fake.press(NUMBERS[asked], "Paso", it.chat)
        await it.wait(60)
    await it.until(lambda: it.asked() not in ([], [asked]), "that what they pressed was said")
    await it.speak(*CALM)
    await it.wait(3)


async def the_next_day(it: Evening) -> None:
    """Four put a partida off; the next day a look starts nothing, and three of them go on with it."""
    await it.open(*FOUR)
    await it.speak("No hay mus")
    before = it.table
    await it.wait(3700)
    async with it.down():
        await it.wait(20 * 3600)
    await it.wait(5)
    await it.press("Ane", "Tanteo")
    it.say("Carmen", "/mesa")
    await it.wait(20)
    for name in ("Ane", "Beñat", "Carmen"):
        await it.press(name, "Seguir", stale=True)
        await it.wait(10)
    await it.board()
    await it.speak(*CALM)
    await it.wait(5)
    assert before is not None
    assert it.table is not None
    assert (it.table.id, it.table.names, it.table.put_off) == (before.id, before.names, False)
