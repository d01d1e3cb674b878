"""A table is taken to a thread once, by one who belongs to it, and back to the channel it left alone."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from adapters.discord.messenger import channel_id, person_id
from adapters.discord.threads import THERE_ALREADY
from musbot.port.messenger import MessengerError, Rejected, Unreachable
from musbot.table import alarms
from musbot.table.events import ChatId, MessageId
from musbot.table.ways import DEFAULT_WAYS
from tests.e2e.discord_server import ANE, BENAT, CARMEN, MUS, SERVER, THREAD
from tests.fakes.discord_api import Answer
from tests.fakes.discord_api.components import walk
from tests.support.discord_wire import Wire


async def opened(wire: Wire) -> None:
    """A lobby where Ane and Beñat sit."""
    await wire.fake.answer(wire.fake.slash(ANE, "/mus", MUS))
    await wire.mesa.until("Sentarme 🔷")
    await wire.mesa.press(ANE, "Sentarme 🔷")
    await wire.mesa.press(BENAT, "Sentarme 🟠")


async def to_a_thread(wire: Wire, who: int) -> Answer:
    """Somebody takes the table to a thread."""
    await wire.mesa.press(who, "Más")
    return await wire.mesa.press(who, "Jugar en un hilo")


async def test_two_who_press_at_once_open_one_thread(wire: Wire) -> None:
    await opened(wire)
    lobby = wire.mesa.boards[-1].id
    for who in (ANE, BENAT):
        await wire.mesa.press(who, "Más")
    presses = [wire.fake.press(who, "Jugar en un hilo", MUS) for who in (ANE, BENAT)]
    await asyncio.gather(*map(wire.fake.answer, presses))
    await wire.fake.until(lambda: "Traerla aquí" in wire.mesa.labels)
    assert [thread.id for thread in wire.fake.world.threads(MUS)] == [THREAD, lobby]
    await wire.fake.until(lambda: "Empezar" in wire.fake.labels(lobby))
    assert [message.id for message in wire.fake.from_bot(MUS)].count(lobby) == 1
    assert "Empezar" not in wire.fake.labels(MUS)


async def test_a_thread_that_is_at_the_lobby_already_is_taken(wire: Wire) -> None:
    await opened(wire)
    lobby = wire.mesa.boards[-1].id
    wire.fake.thread(MUS, "Mus del jueves", CARMEN, lobby)
    await to_a_thread(wire, ANE)
    await wire.fake.until(lambda: "Empezar" in wire.fake.labels(lobby))
    assert [thread.id for thread in wire.fake.world.threads(MUS)] == [THREAD, lobby]
    assert [entry.code for entry in wire.fake.refused] == [THERE_ALREADY]


async def test_R97_a_call_to_confirm_goes_with_its_table_into_the_thread(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alarms, "WAITED_S", 0.01)
    await opened(wire)
    here, tables = channel_id(SERVER, MUS), wire.process.manager.tables
    await wire.fake.until(lambda: all(table.waited for table in tables.in_chat(here)))
    await wire.mesa.press(ANE, "Empezar con IA")
    await wire.fake.until(lambda: calls(wire, MUS) == 1)
    await to_a_thread(wire, ANE)
    lobby = wire.fake.world.threads(MUS)[-1].id
    await wire.fake.until(lambda: (calls(wire, MUS), calls(wire, lobby)) == (0, 1))


def calls(wire: Wire, channel: int) -> int:
    """Returns the number of calls to confirm that a channel shows."""
    return sum("¿sigues ahí?" in message.text for message in wire.fake.from_bot(channel))


async def test_a_thread_is_where_tables_may_be_as_its_channel_is(wire: Wire) -> None:
    manager = wire.process.manager
    for place, tables in ((ChatId("elsewhere"), 0), (channel_id(SERVER, MUS), 1)):
        await manager.ways.choose(channel_id(SERVER, MUS), replace(DEFAULT_WAYS, places=(place,)))
        await wire.fake.answer(wire.fake.slash(ANE, "/mus", THREAD))
        assert len(manager.tables.in_chat(channel_id(SERVER, THREAD))) == tables


async def test_a_table_comes_back_only_to_a_channel_where_tables_may_be(wire: Wire) -> None:
    await opened(wire)
    await to_a_thread(wire, ANE)
    await wire.mesa.until("Traerla aquí")
    ways = wire.process.manager.ways
    await ways.choose(channel_id(SERVER, MUS), replace(DEFAULT_WAYS, places=(ChatId("elsewhere"),)))
    assert "otro sitio" in (await wire.mesa.press(ANE, "Traerla aquí")).text
    await ways.choose(channel_id(SERVER, MUS), DEFAULT_WAYS)
    await wire.mesa.press(ANE, "Traerla aquí")
    await wire.mesa.until("Empezar")


async def test_who_does_not_belong_to_a_table_takes_it_nowhere(wire: Wire) -> None:
    await opened(wire)
    lobby = wire.mesa.boards[-1]
    data = next(str(row["custom_id"]) for row in _buttons(lobby.components)).rsplit(":", 1)[0]
    forged = wire.fake.press(CARMEN, "Más", MUS, data=f"{data}:thread")
    assert "sentado" in (await wire.fake.answer(forged)).text
    assert [thread.id for thread in wire.fake.world.threads(MUS)] == [THREAD]
    await to_a_thread(wire, ANE)
    await wire.mesa.until("Traerla aquí")
    await wire.mesa.press(CARMEN, "Traerla aquí")
    assert "Traerla aquí" in wire.mesa.labels
    await wire.mesa.press(ANE, "Traerla aquí")
    await wire.mesa.until("Empezar")


async def test_a_forged_button_takes_a_table_to_no_other_channel(wire: Wire) -> None:
    await opened(wire)
    other = wire.fake.channel(77, SERVER, "otro")
    lobby = wire.mesa.boards[-1]
    data = next(str(row["custom_id"]) for row in _buttons(lobby.components)).rsplit(":", 1)[0]
    await wire.fake.answer(wire.fake.slash(ANE, "/mus", other))
    await wire.fake.until(lambda: "Más" in wire.fake.labels(other))
    for act in ("channel", "thread"):
        await wire.fake.answer(wire.fake.press(ANE, "Más", other, data=f"{data}:{act}"))
    assert wire.fake.world.threads(other) == []
    assert "Empezar" in wire.fake.labels(MUS)


async def test_in_play_a_table_stays_where_it_is(wire: Wire) -> None:
    await wire.mesa.open()
    (speaker,) = wire.mesa.awaited()
    data = next(str(row["custom_id"]) for row in _buttons(wire.mesa.boards[-1].components)).rsplit(":", 1)[0]
    press = wire.fake.press(speaker, "Mus", MUS, data=f"{data}:thread")
    assert (await wire.fake.answer(press)).text == "La partida ya ha empezado."


async def test_without_a_permission_that_a_thread_needs_none_is_opened_and_it_is_named(wire: Wire) -> None:
    await opened(wire)
    await wire.mesa.press(ANE, "Más")
    wire.fake.forbid(MUS, "talk in threads")
    await wire.fake.settle()
    assert "enviar mensajes en hilos" in (await wire.mesa.press(ANE, "Jugar en un hilo")).text
    assert [thread.id for thread in wire.fake.world.threads(MUS)] == [THREAD]


@pytest.mark.parametrize(
    ("chat", "error"), [(person_id(ANE), Rejected), (channel_id(SERVER, 404), Unreachable)]
)
async def test_a_chat_that_can_have_no_thread_is_told_apart(
    wire: Wire, chat: ChatId, error: type[MessengerError]
) -> None:
    with pytest.raises(error):
        await wire.bot.messenger.open_thread(chat, MessageId("1"), "Mus")


async def test_a_thread_that_cannot_be_opened_leaves_the_lobby_as_it_was(wire: Wire) -> None:
    await opened(wire)
    wire.fake.refuse("POST", r"/threads$", 400, 160006)
    assert "No se ha podido abrir el hilo" in (await to_a_thread(wire, ANE)).text
    assert "Empezar" in wire.mesa.labels


def _buttons(found: list[dict[str, object]]) -> list[dict[str, object]]:
    return [it for it in walk(found) if "custom_id" in it]
