"""Who is who stands apart in the file: it is put back when a log is read, and gone when it is forgotten."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from musbot.acta.write import write
from musbot.game.events import Event
from musbot.game.rule_sets import rule_set
from musbot.service.actas import promised
from musbot.service.nameless import named
from musbot.store import sqlite as sqlite_store
from musbot.store.codec import Stored, encode
from musbot.store.people import apart
from musbot.store.protocol import Outline, Posted, Store
from musbot.store.refold import read_log, refold
from musbot.store.schema import MIGRATIONS
from musbot.store.sqlite import open_sqlite
from musbot.table.state import AnyEvent, Barred, Occupant, Opened, Queued, SatDown, Table
from tests.at_table import played
from tests.test_migration import FOLDER

TOLD: dict[str, dict[str, Any]] = json.loads((FOLDER / "database-6.json").read_text("utf-8"))
"""What version 6 said of each of its tables."""
OVER, PLAYED, LOBBY = TOLD
ANE = "telegram:1010000"
GARI = "telegram:1016006"


def database_6(folder: Path) -> Path:
    """Returns a database file that version 6 has left."""
    file = folder / "mus.sqlite"
    with closing(sqlite3.connect(file)) as db:
        db.executescript((FOLDER / "database-6.sql").read_text("utf-8"))
    return file


def told_of(table: Table) -> dict[str, Any]:
    """Returns what version 6 said of a table, as this one says it; an acta apart."""
    return {
        "names": list(table.names),
        "people": [who.person if who else None for who in table.seats],
        "languages": [who.language if who else "" for who in table.seats],
        "queue": [who.name for who in table.queue],
        "opened_by": table.opened_by,
        "seq": table.seq,
        "question": table.question,
    }


async def table_of(store: Store, name: str) -> Table:
    table = refold(name, await store.log(name))
    assert table is not None
    return table


async def acta_of(store: Store, name: str) -> str:
    log = await store.log(name)
    table = named(await table_of(store, name))
    events = [event for event in read_log(name, log) if isinstance(event, Event)]
    return write(table.names, events, promised(table))


def stands_in(folder: Path, *texts: str) -> list[str]:
    """The texts that stand in the files of a database, wherever it may be."""
    files = {file: file.read_bytes() for file in folder.glob("mus.sqlite*")}
    return [f"{text} in {file.name}" for text in texts for file in files if text.encode() in files[file]]


# ---- a file of an earlier version ------------------------------------------------------------------------


async def test_tables_of_version_6_stand_as_they_stood_and_their_actas_are_the_same(tmp_path: Path) -> None:
    store = await open_sqlite(database_6(tmp_path))
    try:
        for name, row in TOLD.items():
            assert told_of(await table_of(store, name)) == {it: row[it] for it in row if it != "acta"}
        assert await acta_of(store, OVER) == TOLD[OVER]["acta"]
        shown = {it.chat for it in await store.shown(PLAYED)}
        assert shown == {"telegram:-1001", *(it for it in TOLD[PLAYED]["people"] if it)}
        outlines = {it.table: it.outline.people for it in await store.unfinished()}
        assert outlines[PLAYED] == tuple(it for it in TOLD[PLAYED]["people"] if it)
        assert await store.last_over_of(ANE) == OVER
        assert set(await store.partakes(GARI)) == {LOBBY}, "he waits for a seat"
    finally:
        await store.close()


async def test_a_table_of_version_6_is_played_on_to_its_end(tmp_path: Path) -> None:
    store = await open_sqlite(database_6(tmp_path))
    try:
        *_, (last, _) = played(await table_of(store, PLAYED), seed=1)
    finally:
        await store.close()
    assert last.over


async def test_the_logs_of_version_6_keep_no_name_and_no_id(tmp_path: Path) -> None:
    await (await open_sqlite(database_6(tmp_path))).close()
    with closing(sqlite3.connect(tmp_path / "mus.sqlite")) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        for table, column in (("events", "body"), ("tables", "people"), ("shown", "chat")):
            for text in ("Ane", "Beñat", "Eneko", "Gari", "telegram:101"):
                found = f"SELECT count(*) FROM {table} WHERE instr({column}, ?)"
                assert db.execute(found, (text,)).fetchone() == (0,), (text, table)
        names = {name for (name,) in db.execute("SELECT name FROM names")}
    assert names >= {"Ane", "Ane K", "Beñat", "Eneko", "Gari"}


async def test_what_version_6_had_deleted_is_gone_from_the_gaps_of_the_file(tmp_path: Path) -> None:
    file = database_6(tmp_path)
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA secure_delete = OFF")
        db.execute("INSERT INTO notes VALUES ('open', 'telegram:GONE', '1')")
        db.commit()
        db.execute("DELETE FROM notes WHERE name = 'telegram:GONE'")
        db.commit()
    assert stands_in(tmp_path, "telegram:GONE")
    await (await open_sqlite(file)).close()
    assert stands_in(tmp_path, "telegram:GONE") == []


# ---- apart, and whole again ------------------------------------------------------------------------------

PEOPLE: list[AnyEvent] = [
    SatDown(0, Occupant("Ane", ANE, "es")),
    SatDown(1, Occupant("Ane 2", "telegram:2")),
    SatDown(2, Occupant("Patxi", ai="prudente")),
    Queued(Occupant("Gari", GARI, "eu")),
    Queued(Occupant("Gari", GARI), leaves=True),
    Barred(Occupant("Gari", GARI)),
    Barred(Occupant("Gari", GARI), lifted=True),
]


async def test_a_log_is_read_as_it_was_written(any_store: Store) -> None:
    events = [encode(event) for event in PEOPLE]
    await any_store.create("K7-a", "chat", events[:2])
    await any_store.append("K7-a", 2, events[2:])
    assert [event for _, event in await any_store.log("K7-a")] == events
    assert await any_store.seating("K7-a") == events[:3]


async def test_a_name_that_changes_stays_what_it_was_at_the_tables_of_before(any_store: Store) -> None:
    for table, name in (("A2-a", "Ane"), ("B3-b", "Ane Etxeberria"), ("C4-c", "Ane")):
        await any_store.create(table, "chat", [encode(SatDown(0, Occupant(name, ANE, "es")))])
    names = [json.loads((await any_store.log(table))[0][1].body)["who"]["name"] for table in ("A2-a", "B3-b")]
    assert names == ["Ane", "Ane Etxeberria"]
    assert set(await any_store.partakes(ANE)) == {"A2-a", "B3-b", "C4-c"}


@pytest.mark.parametrize(
    "body",
    [
        *("", "{", "[]", "5", '{"seat":0}', '{"who":17}', '{"who":{"name":"X"}}', '{"who":{"person":4}}'),
        '{"seat":0,"who":{"name":"X","person":"test:x","ai":"prudente"}}',
    ],
)
def test_what_names_nobody_is_left_as_it_is(body: str) -> None:
    assert apart(Stored("SatDown", 1, body)) is None
    assert apart(Stored("Opened", 1, body)) is None


@pytest.mark.parametrize("number", ["7", "true", "-1", "1e3", "9" * 40])
async def test_a_number_of_nobody_is_left_as_it_is(any_store: Store, number: str) -> None:
    event = Stored("SatDown", 1, f'{{"seat":0,"who":{number}}}')
    await any_store.create("K7-a", "chat", [event])
    assert await any_store.log("K7-a") == [(1, event)]


# ---- forgotten -------------------------------------------------------------------------------------------


async def test_who_is_forgotten_stands_nowhere_in_the_file_nor_in_its_log(tmp_path: Path) -> None:
    store = await open_sqlite(database_6(tmp_path))
    for number in range(400):  # many others, of whom pages are split
        someone = f"telegram:77{number:04}"
        await store.create(f"T{number}-a", "telegram:-2", [encode(SatDown(0, Occupant("Otra", someone)))])
        await store.record_shown(f"T{number}-a", Posted(someone, "cards.1.0", "5", "d"))
        await store.note("open", someone, "1")
        if number % 40 == 0:
            await store.append(
                f"T{number}-a",
                1,
                [encode(SatDown(1, Occupant(f"Ane Garmendia {number}", ANE, "es")))],
                outline=Outline((someone, ANE), 5),
            )
            await store.record_shown(f"T{number}-a", Posted(ANE, "cards.1.1", "6", "d"))
    await store.note("hold", f"{ANE}/7", "99999999999")
    assert stands_in(tmp_path, ANE, "Garmendia", "Ane K")
    await store.forget(ANE)
    assert stands_in(tmp_path, ANE, "Garmendia", "Ane K") == []
    assert (tmp_path / "mus.sqlite-wal").stat().st_size == 0
    await store.mark("and on it goes")
    await store.close()
    assert stands_in(tmp_path, ANE, "Garmendia", "Ane K") == []
    assert stands_in(tmp_path, "telegram:770001", "Beñat")


async def test_what_somebody_reads_meanwhile_is_taken_out_of_the_log_of_the_file_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sqlite_store, "MOST_TRIES", 1)
    monkeypatch.setattr(sqlite_store, "PAUSE_S", 0)
    store = await open_sqlite(database_6(tmp_path))
    await store.note("open", ANE, "1")
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
    monkeypatch.setattr(sqlite_store, "emptied", lambda _: True)
    first = tmp_path / "first"
    first.mkdir()
    store = await open_sqlite(database_6(first))
    await store.note("open", ANE, "1")
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
    store = await open_sqlite(database_6(tmp_path))
    try:
        before = await table_of(store, OVER)
        await store.forget(ANE)
        table = named(await table_of(store, OVER))
        assert table.names == ("Jugador", *before.names[1:])
        assert (table.mesa, table.seq, table.course) == (before.mesa, before.seq, before.course)
        assert await acta_of(store, OVER) == TOLD[OVER]["acta"].replace("Ane K", "Jugador")
        assert ANE not in {it.chat for it in await store.shown(PLAYED)}
        assert ANE not in await store.notes("open")
        assert await store.last_over_of(ANE) is None
        assert await store.last_over_of("telegram:1011001") == OVER
        outlines = {it.table: it.outline.people for it in await store.unfinished()}
        assert outlines[PLAYED] == ("telegram:1011001",)
    finally:
        await store.close()


async def test_who_comes_back_is_somebody_new(any_store: Store) -> None:
    await any_store.create("K7-a", "chat", [encode(SatDown(0, Occupant("Ane", ANE, "es")))])
    await any_store.forget(ANE)
    await any_store.create("B3-b", "chat", [encode(SatDown(0, Occupant("Ane", ANE, "es")))])
    assert await any_store.partakes(ANE) == ["B3-b"]
    assert json.loads((await any_store.log("K7-a"))[0][1].body)["who"]["name"] == ""


async def test_two_who_are_forgotten_are_told_apart_and_a_queue_has_none(tmp_path: Path) -> None:
    store = await open_sqlite(database_6(tmp_path))
    try:
        for person in ("telegram:1012002", ANE, GARI):
            await store.forget(person)
        table = named(await table_of(store, LOBBY))
    finally:
        await store.close()
    assert table.names == ("Jugador", "Dani", "Eneko", "Jugador 2")
    assert table.queue == ()


async def test_who_is_unknown_is_forgotten_without_a_word(any_store: Store) -> None:
    await any_store.forget("telegram:5")
    assert await any_store.partakes("telegram:5") == []


async def test_a_table_keeps_who_has_opened_it_apart_too(any_store: Store) -> None:
    table = encode(Opened("K7-a", "chat", ANE, "en", rule_set("vitoria"), "00" * 32))
    await any_store.create("K7-a", "chat", [table])
    assert await any_store.log("K7-a") == [(1, table)]
    await any_store.forget(ANE)
    assert json.loads((await any_store.log("K7-a"))[0][1].body)["by"] == "gone:1"


async def test_a_partida_of_version_6_has_its_result(tmp_path: Path) -> None:
    store = await open_sqlite(database_6(tmp_path))
    try:
        (kept,) = await store.results("telegram:-1001", 10)
        assert (kept.table, kept.rules, kept.winner) == (OVER, "parejas", 1)
        assert [player.name if player else "" for player in kept.seats] == TOLD[OVER]["names"]
        assert await store.results_of(ANE, 10) == [kept]
        assert await store.results_of(GARI, 10) == []
        await store.forget(ANE)
        (after,) = await store.results("telegram:-1001", 10)
        assert after.seats[1:] == kept.seats[1:]
        assert after.seats[0] is not None
        assert (after.seats[0].name, after.seats[0].person) == ("", None)
    finally:
        await store.close()


async def test_a_result_outlives_its_table(tmp_path: Path) -> None:
    await (await open_sqlite(database_6(tmp_path))).close()
    with closing(sqlite3.connect(tmp_path / "mus.sqlite")) as db:
        for table in ("events", "shown", "tables"):
            db.execute(f"DELETE FROM {table}")
        db.commit()
    store = await open_sqlite(tmp_path / "mus.sqlite")
    assert [it.table for it in await store.results("telegram:-1001", 10)] == [OVER]
    assert [it.table for it in await store.results_of(ANE, 10)] == [OVER]
    await store.close()


@pytest.mark.parametrize("damage", ["seats = 'x'", "seats = '[1,2'", "seats = '[\"a\"]'", "seats = '[99]'"])
async def test_a_result_that_is_damaged_is_left_out(tmp_path: Path, damage: str) -> None:
    await (await open_sqlite(database_6(tmp_path))).close()
    with closing(sqlite3.connect(tmp_path / "mus.sqlite")) as db:
        db.execute(f"UPDATE results SET {damage}")
        db.commit()
    store = await open_sqlite(tmp_path / "mus.sqlite")
    assert await store.results("telegram:-1001", 10) == []
    await store.close()
