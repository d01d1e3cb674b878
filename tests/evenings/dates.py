"""An evening that people agree on in the morning, on every platform."""

from __future__ import annotations

from tests.evenings.around import Around
from tests.evenings.channel import Channel
from tests.evenings.evening import Evening

TEN_S = 13 * 3600.0
"""Ten in the evening in Madrid."""
MINUTE_S = 60.0
"""Seconds of a minute."""


async def a_date_for_a_partida(it: Around) -> None:
    """Ane proposes Saturday, five answer in two languages, it becomes tonight, and four of five sit down."""
    for name in ("Ane", "Beñat", "Dani", "Gorka"):
        await _open_private(it, name)
    await it.command("Ane", "/mus sábado")
    await it.wait(10)
    await it.command("Ane", "/mus sabdo 21:30")
    await it.wait(10)
    await it.command("Ane", "/mus vitoria sabado 9 y media")
    await _answer_zone(it)
    await it.press("Ane", "21:30")
    await it.wait(5)
    await _press(
        it, ("Beñat", "Voy"), ("Gorka", "Voy"), ("Félix", "Voy"), ("Dani", "No voy"), ("Haizea", "Quizá")
    )
    await _press(it, ("Dani", "Voy"), ("Félix", "Voy"))
    await it.command("Beñat", "/fechas domingo 22:00")
    await it.wait(30)
    await it.command("Ane", "/fechas viennes 22:00")
    await it.wait(30)
    await it.command("Ane", "/fechas viernes 22:00")
    await it.wait(30)
    await _press(
        it, ("Beñat", "Voy"), ("Gorka", "Voy"), ("Gorka", "Voy"), ("Félix", "Voy"), ("Eva", "No voy")
    )
    await it.wait(TEN_S - 30 * MINUTE_S - it.now)
    await _press(it, ("Dani", "Voy"))
    await it.wait(TEN_S - 5 * MINUTE_S - it.now)
    async with it.down():
        await it.command("Iñaki", "/fechas")
        await it.wait(MINUTE_S)
    await it.wait(TEN_S - it.now)
    await it.until(lambda: it.table, "the lobby")
    await it.wait(5)
    assert it.table is not None
    assert it.table.names == ("Ane", "Beñat", "Gorka", "Félix")
    assert [who.name for who in it.table.queue] == ["Dani"]
    assert await it.press("Eva", "Voy", stale=True)
    assert await it.press("Haizea", "Voy", stale=True)
    await it.press("Ane", "Empezar")
    await it.wait(30)
    for late in ("Beñat", "Gorka"):
        await it.press(late, "Aquí estoy")
        await it.wait(5)
    await it.wait(8 * MINUTE_S)
    await it.press("Félix", "Aquí estoy")
    await it.board()
    await it.command("Ane", "/fechas")
    await it.wait(20)


async def _open_private(it: Around, name: str) -> None:
    """A person writes to the bot in private."""
    if isinstance(it, Channel):
        await it.slash(name, "/help" if name == "Gorka" else "/ayuda", it.home(name))
    else:
        await it.command(name, "/start", alone=True)
    await it.wait(5)


async def _press(it: Around, *presses: tuple[str, str]) -> None:
    """People press buttons, one after another."""
    for name, label in presses:
        await it.press(name, label)
        await it.wait(20)


async def _answer_zone(it: Around) -> None:
    """Ane answers the question about the zone: on Telegram by typing her city."""
    if isinstance(it, Evening):
        await it.press("Beñat", "Madrid")
        question = it.fake.from_bot(it.chat)[-1].id
        for text in ("Bilbau", "Bilbao"):
            it.say("Ane", text, reply_to=question)
            await it.wait(10)
    else:
        await it.press("Ane", "Madrid")
