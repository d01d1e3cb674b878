"""Evenings of tables in a thread of their channel, which keeps its talk meanwhile."""

from __future__ import annotations

from tests.evenings.around import CALM, FOUR, NUMBERS
from tests.evenings.channel import MUS, Channel
from tests.evenings.slow import DAY_S, come_back


async def to_lobby_in_a_thread(it: Channel, name: str) -> None:
    """Opens a table, sits down and takes it to a thread."""
    await it.slash(name, "/mus reglas:vitoria")
    await it.press(name, "Sentarme 🔷")
    await it.press(name, "Más")
    await it.press(name, "Jugar en un hilo")
    await it.until(lambda: it.fake.world.threads(MUS), "a thread")
    it.channel = it.fake.world.threads(MUS)[0].id
    await it.until(lambda: "Levantarme" in it.fake.labels(it.channel), "the lobby in the thread")


async def to_a_thread(it: Channel, *names: str, ais: int = 2) -> int:
    """Opens a table, takes it to a thread and starts it there; returns the thread's channel."""
    await to_lobby_in_a_thread(it, names[0])
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


async def plays_in_threads(it: Channel) -> None:
    """Ane manages the server, and chooses that each table is played in a thread of its own."""
    it.fake.appoint(NUMBERS["Ane"], it.server)
    await it.slash("Ane", "/ajustes")
    for picked in ("Hilos", "cada mesa en su hilo"):
        await it.choose("Ane", picked)
        await it.wait(3)


async def in_its_thread(it: Channel, *names: str, ais: int = 0, rules: str = "vitoria") -> int:
    """Opens a table where tables are played in threads, and starts it there; returns the thread's channel."""
    known = len(it.fake.world.threads(MUS))
    told = await it.slash(names[0], f"/mus reglas:{rules}", MUS)
    assert "hilo" in told, told
    await it.until(lambda: len(it.fake.world.threads(MUS)) > known, "a thread")
    it.channel = it.fake.world.threads(MUS)[-1].id
    await it.until(it.showing, "the lobby in the thread")
    await it.sit(*names, ais=ais)
    await it.press(names[0], "Empezar")
    return it.channel


def standing(it: Channel) -> list[str]:
    """What the bot has left in the channel for everybody to read."""
    return [message.text for message in it.fake.from_bot(MUS) if message.viewer is None]


async def each_table_in_a_thread(it: Channel) -> None:
    """Each table has its thread: the channel keeps the seal; the rematch stays there, the results count."""
    await plays_in_threads(it)
    thread = await in_its_thread(it, "Ane", "Beñat", ais=2, rules="vitoria opciones:piedras=10 juegos=1")
    assert thread == it.fake.from_bot(MUS)[0].id, "the thread starts from the seal"
    while it.table is not None:
        await it.play_hand("No hay mus", "Órdago", "Quiero", "Paso")
        await it.wait(2)
    await it.press("Beñat", "Revancha")
    await it.until(lambda: it.table is not None and it.showing(), "the lobby of the rematch")
    await it.press("Beñat", "Empezar")
    while it.table is not None:
        await it.play_hand("No hay mus", "Órdago", "Quiero", "Paso")
        await it.wait(2)
    await it.wait(10)
    assert ["sellada" in text for text in standing(it)] == [True]
    for channel in (MUS, thread):
        told = await it.slash("Carmen", "/ranking", channel)
        assert "2–0" in told or "1–1" in told, told
    await it.slash("Ane", "/acta", MUS)
    await it.wait(5)


async def a_thread_put_off(it: Channel) -> None:
    """A table is put off and its thread archived: until it is resumed, *Seguir* stands in the channel too."""
    await plays_in_threads(it)
    thread = await in_its_thread(it, "Ane", "Beñat", ais=2)
    await it.speak(*CALM)
    await it.wait(2 * 3600)
    assert ["Seguir" in it.fake.labels(MUS), len(standing(it))] == [True, 2]
    it.fake.set_thread(thread, archived=True)
    for name in ("Ane", "Beñat"):
        await it.press(name, "Seguir", MUS)
        await it.wait(10)
    assert len(standing(it)) == 1
    await it.speak(*CALM)
    await it.wait(10)


async def its_thread_is_closed(it: Channel) -> None:
    """The thread is locked, then deleted: the channel offers to bring the table back, as long as need be."""
    await plays_in_threads(it)
    thread = await in_its_thread(it, "Ane", "Beñat", ais=2)
    await it.speak(*CALM)
    it.fake.set_thread(thread, locked=True)
    await it.wait(20)
    assert "Traerla aquí" in it.fake.labels(MUS)
    it.fake.set_thread(thread)
    await it.wait(10)
    await it.speak(*CALM)
    await it.wait(10)
    assert len(standing(it)) == 1
    it.fake.delete_channel(thread)
    await it.wait(20)
    it.channel = MUS
    await it.press("Ane", "Traerla aquí")
    await it.speak(*CALM)
    await it.wait(10)
    assert it.table is not None


async def threads_may_not_be_opened(it: Channel) -> None:
    """The bot may not open threads: the page of the setting says so, and tables are played in the channel."""
    it.fake.forbid(MUS, "threads")
    await plays_in_threads(it)
    assert any("no puedo abrirlos" in text for text in it.fake.texts(MUS, NUMBERS["Ane"]))
    await it.open("Ane", "Beñat", ais=2)
    await it.speak(*CALM)
    await it.wait(10)
    assert it.fake.world.threads(MUS) == []


async def resumed_the_next_day_in_a_thread(it: Channel) -> None:
    """A table in its thread is left for a day: both press *Seguir* in the channel, and play goes on there."""
    await plays_in_threads(it)
    await in_its_thread(it, "Ane", "Beñat", ais=2)
    await it.speak(*CALM)
    await it.wait(DAY_S)
    await come_back(it, MUS)
    assert len(standing(it)) == 1


async def ten_hands_from_the_channel(it: Channel) -> None:
    """Haizea reads the channel while four play ten hands in a thread; now and then she asks something."""
    await plays_in_threads(it)
    thread = await in_its_thread(it, *FOUR, rules="parejas opciones:juegos=9")
    turn = 0
    while it.table is not None and it.table.hands_over < 10:
        if not it.asked():
            await it.wait(1)
            continue
        other, turn = next(name for name in FOUR if name not in it.asked()), turn + 1
        if turn % 2:
            shown = it.showing()
            label = shown.labels[0][0] if shown is not None else "Paso"
            await it.answered(it.fake.press(NUMBERS[other], label, thread, stale=True))
        await it.speak(*CALM)
        if turn % 40 == 0:
            for asked in ("/tanteo", "/mesa", "/cartas", "/mus opciones:pidras=30"):
                await it.slash("Haizea", asked, MUS)
            it.say("Haizea", "¿cómo van?", MUS)
    await it.wait(10)
    assert len(standing(it)) == 1
