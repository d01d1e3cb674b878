"""Evenings of people who are slow, or gone till the next day; a third of what they do is refused or late."""

from __future__ import annotations

from tests.evenings.around import CALM, FOUR, Around

DAY_S = 24 * 3600


async def four_slow_people(it: Around) -> None:
    """Four people take half a minute for each word, ten minutes long: only one is called each time."""
    await it.open(*FOUR)
    until, turn = it.now + 600, 0
    while it.now < until:
        await it.board()
        await it.wait(28 + turn % 3 * 6)
        asked, turn = it.asked(), turn + 1
        if not asked:
            continue  # the clock, or a partner, has spoken
        if turn % 2:
            other = next(name for name in FOUR if name not in asked)
            label = next(label for label in it.labels() if label.startswith(CALM))
            await it.press(other, label, stale=True)
        await it.speak(*CALM)
    await it.wait(5)
    assert it.rang() == []
    own = it.rang(it.home("Ane"))
    assert [text for text in own if "te toca" not in text] == own[:1], "her first cards, and calls to her"


async def resumed_the_next_day(it: Around) -> None:
    """Ane and Beñat leave a hand; the next day she comes back, then he: who does not sit there is refused."""
    await it.open("Ane", "Beñat", ais=2)
    await it.speak(*CALM)
    await it.press("Carmen", "No hay mus", stale=True)
    await it.wait(DAY_S)
    await come_back(it)


async def come_back(it: Around, chat: int = 0) -> None:
    """Resumes a table that is put off, from a chat; the third of them does not play, and one is too early."""
    assert it.table is not None
    assert it.table.put_off
    for name in ("Ane", "Beñat", "Dani"):
        await it.press(name, "Paso", stale=True)  # the board of yesterday, as a slow phone shows it
        await it.wait(3)
    await it.press("Carmen", "Seguir", chat)
    await it.press("Ane", "Seguir", chat)
    await it.wait(20)
    assert it.table.put_off
    await it.press("Ane", "Seguir", chat)
    await it.command("Carmen", "/cartas", alone=True)
    await it.press("Dani", "Seguir", chat, stale=True)
    await it.wait(5)
    for name in ("Ane", "Carmen"):
        await it.press(name, "Envido (2)", stale=True)
        await it.wait(3)
    await it.press("Beñat", "Seguir", chat)
    await it.press("Ane", "Seguir", chat, stale=True)
    await it.wait(10)
    assert not it.table.put_off
    for name in ("Dani", "Carmen"):
        await it.press(name, "Paso", stale=True)
        await it.wait(3)
    await it.play_hand(*CALM)
    await it.wait(10)
