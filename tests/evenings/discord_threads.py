"""Evenings of tables in a thread of their channel, which keeps its talk meanwhile."""

from __future__ import annotations

from tests.evenings.around import CALM, NUMBERS
from tests.evenings.channel import MUS, Channel


async def to_a_thread(it: Channel, *names: str, ais: int = 2) -> int:
    """Opens a table, takes it to a thread and starts it there; returns the thread's channel."""
    await it.slash(names[0], "/mus reglas:vitoria")
    await it.press(names[0], "Sentarme 🔷")
    await it.press(names[0], "Más")
    await it.press(names[0], "Jugar en un hilo")
    await it.until(lambda: it.fake.world.threads(MUS), "a thread")
    it.channel = it.fake.world.threads(MUS)[0].id
    await it.until(lambda: "Levantarme" in it.fake.labels(it.channel), "the lobby in the thread")
    for place, name in enumerate(names[1:], 1):
        await it.press(name, f"Sentarme {'🔷🟠'[place % 2]}")
    for _ in range(ais):
        await it.press(names[0], "Añadir IA")
    await it.press(names[0], "Empezar")
    return it.channel


async def a_table_in_a_thread(it: Channel) -> None:
    """The lobby offers a thread: there the table is played, and in the channel people go on talking."""
    thread = await to_a_thread(it, "Ane", "Beñat")
    for text in ("¿alguien cena?", "yo", "y yo"):
        it.say("Carmen", text, MUS)
    await it.play_hand(*CALM)
    await it.wait(10)
    assert it.channel == thread
    assert "GRANDE" not in it.text(MUS, viewer="Carmen")
    assert "Ir a la mesa" in it.fake.labels(MUS)
    assert it.table is not None
    assert it.table.hand == 2


async def a_thread_is_archived(it: Channel) -> None:
    """A thread goes to the archive in the middle of a hand: the next word opens it again."""
    thread = await to_a_thread(it, "Ane", "Beñat")
    await it.speak(*CALM)
    await it.wait(10)  # the lobby's last edit may come after the first words
    it.fake.set_thread(thread, archived=True)
    await it.wait(60)
    await it.speak(*CALM)
    await it.wait(30)
    metadata = it.fake.world.channels[thread].thread_metadata
    assert metadata is not None
    assert not metadata.archived


async def a_thread_is_locked(it: Channel) -> None:
    """A moderator locks the thread: who presses is told, and the table can be brought back to the channel."""
    thread = await to_a_thread(it, "Ane", "Beñat")
    await it.speak(*CALM)
    it.fake.set_thread(thread, locked=True)
    await it.wait(20)
    await it.speak(*CALM)
    await it.wait(5)
    it.fake.set_thread(thread)
    await it.wait(10)
    await it.speak(*CALM)
    it.fake.set_thread(thread, locked=True)
    await it.wait(20)
    it.channel = MUS
    await it.press("Ane", "Traerla aquí")
    await it.speak(*CALM)
    await it.wait(10)
    assert it.table is not None


async def a_thread_is_deleted(it: Channel) -> None:
    """The thread is deleted in the middle of a hand: the table comes back to the channel it came from."""
    thread = await to_a_thread(it, "Ane", "Beñat")
    await it.speak(*CALM)
    it.fake.delete_channel(thread)
    await it.wait(20)
    it.channel = MUS
    await it.slash("Beñat", "/mesa")
    await it.speak(*CALM)
    await it.wait(10)
    assert it.table is not None


async def no_right_to_open_threads(it: Channel) -> None:
    """Create Public Threads is taken away: who presses is told so by name, and plays on in the same place."""
    await it.slash("Ane", "/mus reglas:vitoria")
    await it.press("Ane", "Sentarme 🔷")
    await it.press("Ane", "Más")
    it.fake.forbid(it.channel, "threads")
    told = await it.press("Ane", "Jugar en un hilo")
    assert "crear hilos públicos" in told, told
    await it.press("Beñat", "Sentarme 🟠")
    await it.press("Beñat", "Más")
    assert "hilo" not in " ".join(it.fake.labels(it.channel, NUMBERS["Beñat"]))
    it.fake.forbid(it.channel)
    await it.press("Ane", "Añadir IA")
    await it.press("Beñat", "Más")
    assert "hilo" in " ".join(it.fake.labels(it.channel, NUMBERS["Beñat"]))


async def a_table_opened_in_a_thread(it: Channel) -> None:
    """/mus in a thread that somebody opened stays there, and no further thread is offered."""
    it.channel = it.fake.thread(MUS, "Mus del jueves", 101)
    await it.open("Ane", "Beñat", ais=2)
    await it.speak(*CALM)
    assert "hilo" not in it.text(it.channel)
