"""Who is who stands apart in the file: it is put back when a log is read, and gone when it is forgotten."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random

import pytest

from musbot.game.rule_sets import rule_set
from musbot.service.choices.kept import Fact
from musbot.service.tables.repository import with_placeholder_names
from musbot.store import sqlite as sqlite_store
from musbot.store.codec import Stored, encode
from musbot.store.people import separate_person
from musbot.store.protocol import Outline, Posted
from musbot.store.results import PartidaEnd, result
from musbot.store.sqlite import open_sqlite
from musbot.store.store import Store
from musbot.table.events import (
    AnyEvent,
    Barred,
    ChatId,
    MessageId,
    Occupant,
    Opened,
    PersonId,
    Queued,
    SatDown,
    TableId,
    read_person_id,
)
from tests.support.people import (
    ANE,
    BENAT,
    CARMEN,
    CHAT,
    GARI,
    LOBBY,
    OVER,
    PLAYED,
    SEATS,
    a_database,
    acta_of,
    stands_in,
    table_of,
)

# ---- what is kept of whom --------------------------------------------------------------------------------


async def test_what_is_kept_of_people_is_found_again(tmp_path: Path) -> None:
    store = await open_sqlite(await a_database(tmp_path))
    try:
        for name, seats in SEATS.items():
            assert (await table_of(store, name)).seats == seats
        assert {it.chat for it in await store.list_shown(PLAYED)} == {CHAT, ANE, BENAT}
        outlines = {it.table: it.outline.people for it in await store.list_unfinished()}
        assert outlines[PLAYED] == (ANE, BENAT)
        assert await store.find_last_over_of(ANE) == OVER
        assert set(await store.list_tables_of(GARI)) == {LOBBY}, "Gari waits for a seat"
    finally:
        await store.close()


async def test_logs_keep_no_name_and_no_id(tmp_path: Path) -> None:
    await a_database(tmp_path)
    with closing(sqlite3.connect(tmp_path / "mus.sqlite")) as db:
        for table, column in (("events", "body"), ("tables", "people"), ("shown", "chat")):
            for text in ("Ane", "Beñat", "Eneko", "Gari", "telegram:101"):
                found = f"SELECT count(*) FROM {table} WHERE instr({column}, ?)"
                assert db.execute(found, (text,)).fetchone() == (0,), (text, table)
        names = {name for (name,) in db.execute("SELECT name FROM names")}
    assert names >= {"Ane", "Ane K", "Beñat", "Eneko", "Gari"}


# ---- apart, and whole again ------------------------------------------------------------------------------

PEOPLE: list[AnyEvent] = [
    SatDown(0, Occupant("Ane", ANE, "es")),
    SatDown(1, Occupant("Ane 2", read_person_id("telegram:2"))),
    SatDown(2, Occupant("Patxi", ai="prudente")),
    Queued(Occupant("Gari", GARI, "eu")),
    Queued(Occupant("Gari", GARI), leaves=True),
    Barred(Occupant("Gari", GARI)),
    Barred(Occupant("Gari", GARI), lifted=True),
]


async def test_a_log_is_read_as_it_was_written(any_store: Store) -> None:
    events = [encode(event) for event in PEOPLE]
    await any_store.create("K7-a", ChatId("chat"), events[:2])
    await any_store.append("K7-a", 2, events[2:])
    assert [event for _, event in await any_store.load_log("K7-a")] == events
    assert await any_store.load_seating("K7-a") == events[:3]


async def test_a_name_that_changes_stays_what_it_was_at_the_tables_of_before(any_store: Store) -> None:
    for table, name in (("A2-a", "Ane"), ("B3-b", "Ane Etxeberria"), ("C4-c", "Ane")):
        await any_store.create(table, ChatId("chat"), [encode(SatDown(0, Occupant(name, ANE, "es")))])
    names = [
        json.loads((await any_store.load_log(table))[0][1].body)["who"]["name"] for table in ("A2-a", "B3-b")
    ]
    assert names == ["Ane", "Ane Etxeberria"]
    assert set(await any_store.list_tables_of(ANE)) == {"A2-a", "B3-b", "C4-c"}


@pytest.mark.parametrize(
    "body",
    [
        "",
        *(
            '{ [] 5 {"seat":0} {"who":17} {"who":{"name":"X"}} {"who":{"person":4}} '
            '{"seat":0,"who":{"name":"X","person":"test:x","ai":"prudente"}}'
        ).split(),
    ],
)
def test_what_names_nobody_is_left_as_it_is(body: str) -> None:
    assert separate_person(Stored("SatDown", 1, body)) is None
    assert separate_person(Stored("Opened", 1, body)) is None


@pytest.mark.parametrize("number", ["7", "true", "-1", "1e3", "9" * 40])
async def test_a_number_of_nobody_is_left_as_it_is(any_store: Store, number: str) -> None:
    event = Stored("SatDown", 1, f'{{"seat":0,"who":{number}}}')
    await any_store.create("K7-a", ChatId("chat"), [event])
    assert await any_store.load_log("K7-a") == [(1, event)]


# ---- forgotten -------------------------------------------------------------------------------------------


async def test_who_is_forgotten_stands_nowhere_in_the_file_nor_in_its_log(tmp_path: Path) -> None:
    store = await open_sqlite(await a_database(tmp_path))
    for number in range(400):  # many others, of whom pages are split
        someone = read_person_id(f"telegram:77{number:04}")
        await store.create(
            f"T{number}-a", ChatId("telegram:-2"), [encode(SatDown(0, Occupant("Otra", someone)))]
        )
        await store.record_shown(f"T{number}-a", Posted(someone, "cards.1.0", MessageId("5"), "d"))
        await store.store_note(Fact.OPEN, someone, "1")
        if number % 40 == 0:
            await store.append(
                f"T{number}-a",
                1,
                [encode(SatDown(1, Occupant(f"Ane Garmendia {number}", ANE, "es")))],
                outline=Outline((someone, ANE), 5),
            )
            await store.record_shown(f"T{number}-a", Posted(ANE, "cards.1.1", MessageId("6"), "d"))
    await store.store_note(Fact.HOLD, f"{ANE}/7", "99999999999")
    assert stands_in(tmp_path, ANE, "Garmendia", "Ane K")
    await store.forget(ANE)
    assert stands_in(tmp_path, ANE, "Garmendia", "Ane K") == []
    assert (tmp_path / "mus.sqlite-wal").stat().st_size == 0
    await store.mark("and on it goes")
    await store.close()
    assert stands_in(tmp_path, ANE, "Garmendia", "Ane K") == []
    assert stands_in(tmp_path, "telegram:770001", "Beñat")


async def test_of_hundreds_who_come_go_and_change_their_names_none_who_is_forgotten_is_left(
    tmp_path: Path,
) -> None:
    rng, store, tables = Random(31), await open_sqlite(tmp_path / "mus.sqlite"), count(1)
    names: dict[PersonId, list[str]] = {}
    gone: list[str] = []
    for step in range(800):
        new = rng.random() < 0.6 or not names
        person = (
            read_person_id(f"telegram:{rng.randrange(10 ** rng.randrange(6, 12)):06}x{step}")
            if new
            else rng.choice([*names])
        )
        for _ in range(rng.randrange(1, 3)):
            drawn = rng.random()
            if drawn < 0.5:
                name = f"N{step}{'ñ' * rng.randrange(60)}x{rng.random()}"
                sat = encode(SatDown(0, Occupant(name, person, rng.choice(("es", "")))))
                await store.create(f"T{next(tables)}-a", CHAT, [sat], outline=Outline((person,), 5))
                names.setdefault(person, []).append(name)
            else:
                topic = "" if drawn < 0.8 else f"/{rng.randrange(9)}"
                await store.store_note(
                    rng.choice((Fact.OPEN, Fact.WAYS)), person + topic, "v" * rng.randrange(200)
                )
                names.setdefault(person, [])
        if rng.random() < 0.05:
            await store.forget(forgotten := rng.choice([*names]))
            gone += [forgotten, *names.pop(forgotten)]
    assert len(gone) > 50
    assert stands_in(tmp_path, *gone) == []
    for fact in (Fact.OPEN, Fact.WAYS):
        assert {name.partition("/")[0] for name in await store.load_notes(fact)} <= names.keys()
    await store.close()


async def test_what_somebody_reads_meanwhile_is_taken_out_of_the_log_of_the_file_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sqlite_store, "MOST_TRIES", 1)
    monkeypatch.setattr(sqlite_store, "PAUSE_S", 0)
    store = await open_sqlite(await a_database(tmp_path))
    await store.store_note(Fact.OPEN, ANE, "1")
    with closing(sqlite3.connect(tmp_path / "mus.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM notes").fetchone()
        await store.forget(ANE)
        assert "somebody reads the database" in caplog.text
        assert stands_in(tmp_path, ANE)
        other.execute("COMMIT")
    await store.sweep()
    assert stands_in(tmp_path, ANE) == []
    await store.close()


async def test_a_kill_after_somebody_was_forgotten_leaves_nothing_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_store, "empty_wal", lambda _: True)
    first = tmp_path / "first"
    first.mkdir()
    store = await open_sqlite(await a_database(first))
    await store.store_note(Fact.OPEN, ANE, "1")
    await store.forget(ANE)
    killed = tmp_path / "killed"
    shutil.copytree(first, killed)
    await store.close()
    assert stands_in(killed, ANE)
    monkeypatch.undo()
    store = await open_sqlite(killed / "mus.sqlite")
    assert stands_in(killed, ANE) == []
    await store.close()


async def test_a_table_stays_whole_when_one_of_its_people_is_forgotten(tmp_path: Path) -> None:
    store = await open_sqlite(await a_database(tmp_path))
    try:
        before, acta = await table_of(store, OVER), await acta_of(store, OVER)
        await store.forget(ANE)
        table = with_placeholder_names(await table_of(store, OVER))
        assert table.names == ("Jugador", *before.names[1:])
        assert (table.mesa, table.seq, table.course) == (before.mesa, before.seq, before.course)
        assert await acta_of(store, OVER) == acta.replace("Ane K", "Jugador")
        assert ANE not in {it.chat for it in await store.list_shown(PLAYED)}
        assert ANE not in await store.load_notes(Fact.OPEN)
        assert await store.find_last_over_of(ANE) is None
        assert await store.find_last_over_of(BENAT) == OVER
        outlines = {it.table: it.outline.people for it in await store.list_unfinished()}
        assert outlines[PLAYED] == (BENAT,)
    finally:
        await store.close()


async def test_who_comes_back_is_somebody_new(any_store: Store) -> None:
    await any_store.create("K7-a", ChatId("chat"), [encode(SatDown(0, Occupant("Ane", ANE, "es")))])
    await any_store.forget(ANE)
    await any_store.create("B3-b", ChatId("chat"), [encode(SatDown(0, Occupant("Ane", ANE, "es")))])
    assert await any_store.list_tables_of(ANE) == ["B3-b"]
    assert json.loads((await any_store.load_log("K7-a"))[0][1].body)["who"]["name"] == ""


async def test_two_who_are_forgotten_are_told_apart_and_a_queue_has_none(tmp_path: Path) -> None:
    store = await open_sqlite(await a_database(tmp_path))
    try:
        for person in (CARMEN, ANE, GARI):
            await store.forget(person)
        table = with_placeholder_names(await table_of(store, LOBBY))
    finally:
        await store.close()
    assert table.names == ("Jugador", "Dani", "Eneko", "Jugador 2")
    assert table.queue == ()


async def test_who_is_unknown_is_forgotten_without_a_word(any_store: Store) -> None:
    await any_store.forget(read_person_id("telegram:5"))
    assert await any_store.list_tables_of(read_person_id("telegram:5")) == []


async def test_a_table_keeps_who_has_opened_it_apart_too(any_store: Store) -> None:
    table = encode(Opened(TableId("K7-a"), ChatId("chat"), ANE, "en", rule_set("vitoria"), "00" * 32))
    await any_store.create("K7-a", ChatId("chat"), [table])
    assert await any_store.load_log("K7-a") == [(1, table)]
    await any_store.forget(ANE)
    assert json.loads((await any_store.load_log("K7-a"))[0][1].body)["by"] == "gone:1"


async def test_a_partida_that_is_over_has_its_result(tmp_path: Path) -> None:
    store = await open_sqlite(await a_database(tmp_path))
    try:
        (kept,) = await store.load_results(CHAT, 10)
        end = result(await table_of(store, OVER))
        assert end is not None
        assert end.winner is not None
        assert (kept.table, kept.rules, kept.winner) == (OVER, "parejas", end.winner)
        assert [player.name if player else "" for player in kept.seats] == [it.name for it in SEATS[OVER]]
        assert await store.load_results_of(ANE, 10) == [kept]
        assert await store.load_results_of(GARI, 10) == []
        await store.forget(ANE)
        (after,) = await store.load_results(CHAT, 10)
        assert after.seats[1:] == kept.seats[1:]
        assert after.seats[0] is not None
        assert (after.seats[0].name, after.seats[0].person) == ("", None)
    finally:
        await store.close()


async def test_the_finished_partidas_of_a_chat_are_told_apart_by_two_moments(any_store: Store) -> None:
    now = 0.0
    any_store.clock = lambda: now
    seats = (Occupant("Ane", ANE, "es"), Occupant("Beñat", BENAT, "es"), None, Occupant("Ane K", ANE, "es"))
    for number, (end, winner, chat) in enumerate(
        [
            (30.0, 1, CHAT),
            (10.0, 0, CHAT),
            (20.0, 1, CHAT),
            (20.0, None, CHAT),
            (20.0, 0, ChatId("test:other")),
        ]
    ):
        now, table = end, f"K{number}-a"
        await any_store.create(table, chat, [encode(SatDown(0, it)) for it in seats if it is not None])
        ended = PartidaEnd(chat, "vitoria", False, seats, winner, (1, 0))
        await any_store.append(table, 3, [], over=True, result=ended)
    found = await any_store.load_counted_results(CHAT, 20.0, 30.0)
    assert [line.split(" ")[:4] for line in found.lines] == [
        ["0", "0", "0", "vitoria"],
        ["1", "1", "0", "vitoria"],
        ["2", "1", "0", "vitoria"],
    ]
    (sat,) = found.seats.values()
    people = [found.owners[it] for it in sat]
    assert [found.names[it] if it is not None else "" for it in people] == ["Ane K", "Beñat", "", "Ane K"]
    await any_store.forget(BENAT)
    assert list((await any_store.load_counted_results(CHAT, 0, 0)).names.values()) == ["Ane K"]
    assert (await any_store.load_counted_results(ChatId("test:none"), 0, 0)).lines == []


async def test_a_result_outlives_its_table(tmp_path: Path) -> None:
    await a_database(tmp_path)
    with closing(sqlite3.connect(tmp_path / "mus.sqlite")) as db:
        for table in ("events", "shown", "tables"):
            db.execute(f"DELETE FROM {table}")
        db.commit()
    store = await open_sqlite(tmp_path / "mus.sqlite")
    assert [it.table for it in await store.load_results(CHAT, 10)] == [OVER]
    assert [it.table for it in await store.load_results_of(ANE, 10)] == [OVER]
    await store.close()


@pytest.mark.parametrize("damage", ["seats = 'x'", "seats = '[1,2'", "seats = '[\"a\"]'", "seats = '[99]'"])
async def test_a_result_that_is_damaged_is_left_out(tmp_path: Path, damage: str) -> None:
    await a_database(tmp_path)
    with closing(sqlite3.connect(tmp_path / "mus.sqlite")) as db:
        db.execute(f"UPDATE results SET {damage}")
        db.commit()
    store = await open_sqlite(tmp_path / "mus.sqlite")
    assert await store.load_results(CHAT, 10) == []
    await store.close()
