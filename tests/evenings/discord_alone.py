"""Evenings of one person and the bot on Discord: a table of one's own, in one's private chat."""

from __future__ import annotations

from tests.evenings.channel import Channel


async def alone_at_a_table(it: Channel) -> None:
    """Ane gives /mus in her private chat, plays a hand with three AI players, and closes the table."""
    it.alone, it.channel = "Ane", it.dm("Ane")
    await it.slash("Ane", "/mus")
    await it.press("Ane", "Empezar")
    while it.table is None or not it.table.hands_over:
        if it.asked():
            await it.speak("No hay mus", "Quiero", "Paso")
        else:
            await it.wait(1)
    await it.wait(8)
    await it.slash("Ane", "/mus")
    await it.wait(2)
    await it.slash("Ane", "/terminar")
    await it.wait(3)
    assert it.table is None
