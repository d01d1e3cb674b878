"""Who is forgotten has left every table, and those of others go on whole."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest

from musbot.game.rule_sets import rule_set
from musbot.service.tables.manager import TableManager
from musbot.store.sqlite import SqliteStore
from musbot.table.act_result import Refused
from musbot.table.acts import Anytime, InLobby, Payload, TakeSeat
from musbot.table.events import ChatId, Ending, Person, PersonId, read_person_id
from musbot.table.table import Table
from musbot.testing import Clock, playing
from tests.simulation.raising import Fault, Kind, faulty, function_named
from tests.support.people import stands_in
from tests.support.tables import ANE, BENAT, CARMEN, CHAT, PEOPLE, a_manager, now, opened, seated, taken_up

MIREN = Person(read_person_id("test:4711miren"), "Miren Zubeldia", "es")
WITH_MIREN = (ANE, MIREN, CARMEN, PEOPLE[3])


async def at_the_end(manager: TableManager, table: Table) -> Table:
    found = await manager.tables.seating_snapshot(table.id)
    assert found is not None
    return found


async def test_a_seat_in_play_goes_to_a_substitute_and_the_file_knows_nobody(
    manager: TableManager, tmp_path: Path
) -> None:
    table = await opened(manager, people=WITH_MIREN)
    assert stands_in(tmp_path, MIREN.id, "Zubeldia")
    await manager.forget(MIREN)
    after = await now(manager, table)
    assert after.playing
    assert after.seats[1] is not None
    assert after.seats[1].ai
    assert [after.seats[seat] for seat in (0, 2, 3)] == [table.seats[seat] for seat in (0, 2, 3)]
    assert after.mesa == table.mesa
    assert stands_in(tmp_path, MIREN.id, "Zubeldia") == []


async def test_a_table_reads_back_the_same_after_one_of_it_was_forgotten(
    manager: TableManager, store: SqliteStore, timers: Clock
) -> None:
    table = await opened(manager, people=WITH_MIREN)
    await manager.forget(MIREN)
    before = await now(manager, table)
    await manager.stop()
    again = a_manager(store, timers, seed=2)
    await taken_up(again)
    assert await now(again, table) == before
    await again.stop()


async def test_the_others_are_told_that_somebody_has_left_and_not_who() -> None:
    async with playing() as it:
        ane, eva = it.person("Ane", "es"), it.person("Eva", "es")
        await it.open_private(eva)
        await it.command(ane, "mus")
        for who, label in ((ane, "Sentarme"), (eva, "Sentarme 🟠"), (ane, "Añadir IA"), (ane, "Añadir IA")):
            await it.press(who, label)
        await it.press(ane, "Empezar")
        await it.command(eva, "borrar", eva.id)
        await it.press(eva, "Sí, borrar lo mío", eva.id)
        await it.wait(5)
        (told,) = [post for post in it.messenger.posts(it.chat) if "ha dejado la mesa" in post.text]
        assert told.text.startswith("Alguien ha dejado la mesa y no guarda su sitio: sigue ")
        assert "Eva" not in told.text
        assert told.silent
        assert told.keyboard() == (), "the seat is offered on the board"


async def test_a_table_at_rest_is_left_too(store: SqliteStore, timers: Clock) -> None:
    first = a_manager(store, timers)
    await taken_up(first)
    table = await opened(first, people=WITH_MIREN)
    await first.stop()
    again = a_manager(store, timers, seed=2)
    await again.start()
    await again.forget(MIREN)
    assert (await now(again, table)).seat_of(MIREN.id) is None
    await again.stop()


async def test_in_the_lobby_a_seat_becomes_free_and_a_queue_shorter(manager: TableManager) -> None:
    rules = rule_set("vitoria")
    table = await manager.open(MIREN, CHAT, "es", rules, seated=seated((ANE, BENAT, CARMEN, MIREN)))
    other = await manager.open(ANE, ChatId(f"{CHAT}2"), "es", rules, seated=seated())
    await manager.press(MIREN, Payload(other.id, 0, Anytime.QUEUE))
    await manager.forget(MIREN)
    assert (await now(manager, table)).seats[3] is None
    assert (await now(manager, table)).opened_by == "gone:1"
    assert (await now(manager, other)).queue == ()


async def test_a_seat_that_was_promised_or_held_waits_for_nobody_who_is_forgotten(
    manager: TableManager, tmp_path: Path
) -> None:
    table = await opened(manager, people=(ANE, BENAT))
    await manager.press(MIREN, Payload(table.id, 0, TakeSeat(2)))
    assert (await now(manager, table)).is_waiting(MIREN.id)
    await manager.forget(MIREN)
    after = await now(manager, table)
    assert (after.promised, after.queue) == ((), ())
    await manager.press(MIREN, Payload(table.id, 0, TakeSeat(2)))
    await manager.press(BENAT, Payload(table.id, table.question, Anytime.LEAVE))
    assert [held.who.name for held in (await now(manager, table)).held] == ["Beñat"]
    await manager.forget(BENAT)
    await manager.forget(MIREN)
    after = await now(manager, table)
    assert (after.held, after.promised, after.playing) == ((), (), True)
    assert stands_in(tmp_path, MIREN.id, "Zubeldia") == []


async def test_a_table_with_nobody_else_is_closed(manager: TableManager) -> None:
    table = await opened(manager, people=(MIREN,))
    await manager.forget(MIREN)
    after = await at_the_end(manager, table)
    assert manager.tables.in_memory() == []
    assert after.names[0] == "Jugador"
    assert after.seats[0] is not None
    assert after.seats[0].person is None
    over = await now(manager, table)
    assert over.ended is Ending.EMPTY


async def test_a_rematch_leaves_the_seat_of_who_is_forgotten_free(manager: TableManager) -> None:
    table = await opened(manager, people=(ANE, BENAT, CARMEN, MIREN))
    for who in (ANE, BENAT, CARMEN):
        if not (await now(manager, table)).over:
            await manager.press(who, Payload(table.id, table.question, Anytime.END))
    assert (await now(manager, table)).over
    await manager.forget(MIREN)
    with pytest.raises(Refused, match="rematch-not-open"):
        await manager.rematch(MIREN, table.id)
    again = (await manager.rematch(ANE, table.id)).table
    assert [who.name if who else "" for who in again.seats] == ["Ane", "Beñat", "Carmen", ""]


async def test_who_never_played_is_forgotten_too(manager: TableManager) -> None:
    await manager.forget(MIREN)
    table = await opened(manager)
    assert (await now(manager, table)).names == ("Ane", "Beñat", "Carmen", "Dani")


@pytest.mark.parametrize("begins", [False, True])
async def test_a_table_of_ones_own_is_closed_and_the_file_knows_nobody(
    manager: TableManager, store: SqliteStore, tmp_path: Path, begins: bool
) -> None:
    table = await manager.open(MIREN, MIREN.id, "es", rule_set("vitoria"), turn_s=0)
    assert await store.find_chat(table.id) == MIREN.id
    assert [(it.table, it.chat) for it in await store.list_unfinished()] == [(table.id, MIREN.id)]
    if begins:
        await manager.press(MIREN, Payload(table.id, 0, InLobby.START))
    await manager.forget(MIREN)
    after = await manager.tables.look(table.id)
    assert after is not None
    assert after.over
    assert stands_in(tmp_path, MIREN.id, "Zubeldia") == []


@pytest.mark.parametrize("kind", [Kind.KEY_ERROR, Kind.CANCELLED])
@pytest.mark.parametrize(
    "function",
    [
        "musbot/service/choices/kept.py:FactCache.forget",
        "musbot/service/choices/kept.py:Notes.all_caches",
        "musbot/service/tables/repository.py:LazyRepository.forget",
        "musbot/service/tables/repository.py:named_players",
        "musbot/service/tables/tables.py:Tables.forget",
        "musbot/service/tables/tables.py:Tables.reread",
        "musbot/store/sqlite.py:SqliteStore._erase",
    ],
)
async def test_an_error_while_somebody_is_forgotten_leaves_their_name_in_no_table(
    manager: TableManager, tmp_path: Path, function: str, kind: Kind
) -> None:
    await opened(manager, people=WITH_MIREN)
    await manager.open(MIREN, ChatId(f"{CHAT}2"), "es", rule_set("vitoria"), seated=seated((ANE,)))
    await manager.notes.language.choose(MIREN.id, "eu")
    fault = Fault(function_named(function), kind, active=lambda: True)
    with faulty(fault), suppress(KeyError, asyncio.CancelledError):
        await manager.forget(MIREN)
    assert fault.hits == 1
    assert stands_in(tmp_path, MIREN.id, "Zubeldia") == []
    held = repr(manager.tables.in_memory())
    assert len(manager.tables.in_memory()) == 2
    assert MIREN.id not in held
    assert "Zubeldia" not in held


async def test_a_table_that_is_read_while_somebody_is_forgotten_does_not_name_them(
    store: SqliteStore, timers: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = a_manager(store, timers)
    table = await first.open(MIREN, CHAT, "es", rule_set("vitoria"), seated=seated((ANE,)))
    await first.stop()
    again = a_manager(store, timers, seed=2)
    await again.start()
    read, forgotten, log, forget = asyncio.Event(), asyncio.Event(), store.load_log, store.forget

    async def slow_log(name: str) -> object:
        found = await log(name)
        read.set()
        await forgotten.wait()
        return found

    async def noted_forget(person: PersonId) -> None:
        await forget(person)
        forgotten.set()

    monkeypatch.setattr(store, "load_log", slow_log)
    monkeypatch.setattr(store, "forget", noted_forget)
    reading = asyncio.ensure_future(again.tables.load(table.id))
    await read.wait()
    await again.forget(MIREN)
    await reading
    assert (await now(again, table)).opened_by == "gone:1"
    await again.stop()


async def test_tables_are_reread_if_memory_cannot_be_cleared(
    manager: TableManager, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await opened(manager, people=(ANE, MIREN))

    async def fails(_: str) -> None:
        raise KeyError

    monkeypatch.setattr(manager.tables, "forget", fails)
    await manager.forget(MIREN)
    assert manager.tables.live[table.id].doubtful
