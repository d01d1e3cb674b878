"""`musbot migrate`: all of a file is in PostgreSQL afterwards, as it was, or nothing of it."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from musbot.cli import main as cli
from musbot.service.choices.kept import Fact
from musbot.store.codec import encode
from musbot.store.postgres import moving
from musbot.store.postgres.checkup import check
from musbot.store.postgres.connection import open_connection
from musbot.store.postgres.moving import KEPT, take_over
from musbot.store.postgres.store import open_postgres
from musbot.store.protocol import DatabaseLocked, DuplicateDelivery, Posted, StoreError
from musbot.store.sqlite import open_sqlite
from musbot.store.store import Store
from musbot.table.events import ChatId, MessageId, Occupant, SatDown, read_person_id
from tests.support.people import ANE, BENAT, CARMEN, CHAT, GARI, OVER, PLAYED, SEATS, a_database, acta_of

pytestmark = pytest.mark.usefixtures("english")


async def a_file(folder: Path) -> Path:
    """A file with three tables; somebody of it is forgotten."""
    file = await a_database(folder)
    store = await open_sqlite(file)
    await store.mark("telegram:17")
    await store.store_note(Fact.LANGUAGE, GARI, "eu")
    await store.record_shown(PLAYED, Posted(GARI, "cards.1.0", MessageId("5"), "d", 5.5, "3.1", 7))
    await store.forget(ANE)
    await store.close()
    return file


async def told_by(store: Store) -> dict[str, Any]:
    """All that a store says."""
    people = (ANE, GARI, BENAT, CARMEN)
    return {
        "logs": {table: await store.load_log(table) for table in SEATS},
        "seating": {table: await store.load_seating(table) for table in SEATS},
        "chats": {table: await store.find_chat(table) for table in SEATS},
        "shown": {table: sorted(await store.list_shown(table), key=str) for table in SEATS},
        "unfinished": await store.list_unfinished(),
        "resting": sorted(await store.list_resting(1e12)),
        "untold": await store.list_untold(0),
        "written": await store.list_chats_since(0),
        "results": [await store.load_results(CHAT, 10)],
        "of": {
            it: [await store.load_results_of(it, 9), sorted(await store.list_tables_of(it))] for it in people
        },
        "last": {it: await store.find_last_over_of(it) for it in people},
        "notes": {kind: await store.load_notes(kind) for kind in Fact},
    }


def heard(_: int, __: int) -> None:
    """Hears of progress, and says nothing."""


async def rows_in(url: str) -> dict[str, int]:
    async with open_connection(url) as db:
        there = await db.fetchval("SELECT to_regclass('tables')")
        return {it: await db.fetchval(f"SELECT count(*) FROM {it}") for it in KEPT} if there else {}


async def test_all_that_a_file_says_postgres_says_too(tmp_path: Path, url: str) -> None:
    file = await a_file(tmp_path)
    moved = await take_over(file, url, heard)
    assert moved.rows == await rows_in(url)
    assert moved.left_out == []
    assert (await check(url, finished=True)).faults == []
    before, after = await open_sqlite(file), await open_postgres(url)
    try:
        assert await told_by(after) == await told_by(before)
        assert await acta_of(after, OVER) == await acta_of(before, OVER)
        with pytest.raises(DuplicateDelivery):
            await after.mark("telegram:17")
        sat = encode(SatDown(0, Occupant("Nuria", read_person_id("telegram:5"), "es")))
        await after.create("N9-a", ChatId("telegram:-2"), [sat])  # its number is nobody else's
        assert await after.load_log("N9-a") == [(1, sat)]
        assert await after.list_tables_of(read_person_id("telegram:5")) == ["N9-a"]
    finally:
        await asyncio.gather(before.close(), after.close())


@pytest.mark.parametrize("at_once", [1, 2, 3, 7])
async def test_rows_that_are_copied_in_several_batches_all_arrive(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(moving, "AT_ONCE", at_once)
    counts = (await take_over(await a_file(tmp_path), url, heard)).rows
    assert counts == await rows_in(url)
    assert max(counts.values()) > 2 * at_once


async def test_more_rows_than_a_batch_has_all_arrive(tmp_path: Path, url: str) -> None:
    file = await a_file(tmp_path)
    with closing(sqlite3.connect(file)) as db:
        before = db.execute("SELECT count(*) FROM seen").fetchone()[0]
        rows = ((f"telegram:more-{n}", n) for n in range(2 * moving.AT_ONCE + 1))
        db.executemany("INSERT INTO seen VALUES (?, ?)", rows)
        db.commit()
    counts = (await take_over(file, url, heard)).rows
    assert counts["seen"] == before + 2 * moving.AT_ONCE + 1
    assert counts == await rows_in(url)


async def test_what_is_damaged_is_taken_over_as_it_is(tmp_path: Path, url: str) -> None:
    file = await a_file(tmp_path)
    with closing(sqlite3.connect(file)) as db:
        db.execute("UPDATE events SET body = '{' WHERE table_id = ? AND seq = 3", (PLAYED,))
        db.execute("UPDATE tables SET people = 'x' WHERE table_id = ?", (PLAYED,))
        db.commit()
    await take_over(file, url, heard)
    assert (await check(url)).faults == [f"table {PLAYED}: event 3 cannot be read"]


async def test_a_database_in_which_there_is_something_is_left_alone(tmp_path: Path, url: str) -> None:
    store = await open_postgres(url)
    await store.store_note(Fact.OPEN, "ane", "1")
    await store.close()
    before = await rows_in(url)
    with pytest.raises(StoreError, match="empty database: there are rows in its table notes"):
        await take_over(await a_file(tmp_path), url, heard)
    assert await rows_in(url) == before


async def test_a_row_that_is_another_one_there_lets_nothing_be_taken_over(tmp_path: Path, url: str) -> None:
    await (await open_postgres(url)).close()
    async with open_connection(url) as db:
        await db.execute(
            "CREATE FUNCTION other() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN NEW.value := 'other'; RETURN NEW; END $$;"
            " CREATE TRIGGER other BEFORE INSERT ON notes FOR EACH ROW EXECUTE FUNCTION other()"
        )
    with pytest.raises(StoreError, match="notes: row 1 is not what it was in the file"):
        await take_over(await a_file(tmp_path), url, heard)
    assert set((await rows_in(url)).values()) == {0}


async def test_what_postgres_cannot_keep_is_set_aside_by_name_and_all_else_is_taken_over(
    tmp_path: Path, url: str
) -> None:
    file, how_far = await a_file(tmp_path), list[tuple[int, int]]()
    with closing(sqlite3.connect(file)) as db:
        before = counted(db)
        db.execute("INSERT INTO noted VALUES (99, 1, 'a' || char(0) || 'b')")
        db.execute("INSERT INTO notes VALUES ('open', 99, '1')")
        db.execute("UPDATE people SET person = person || char(0) WHERE person = ?", (CARMEN,))
        db.execute("UPDATE events SET body = body || char(0) WHERE table_id = ? AND seq = 3", (PLAYED,))
        db.execute("UPDATE events SET version = ? WHERE table_id = ? AND seq = 4", (2**40, PLAYED))
        gone = {
            it: db.execute(f"SELECT count(*) FROM {it} WHERE table_id = ?", (PLAYED,)).fetchone()[0]
            for it in ("tables", "events", "shown")
        }
        db.commit()
    moved = await take_over(file, url, lambda done, whole: how_far.append((done, whole)))
    assert set(moved.left_out) == {f"tables '{PLAYED}'", "notes 2", "people 3"}
    assert moved.rows == await rows_in(url) == {it: many - gone.get(it, 0) for it, many in before.items()}
    assert how_far[-1][0] == how_far[-1][1]
    store = await open_postgres(url)
    try:
        assert await store.load_log(PLAYED) == []
        assert len(await store.load_log(OVER)) > 3
        assert await store.load_results_of(CARMEN, 9) == [], "Carmen is as one who was forgotten"
    finally:
        await store.close()


def counted(db: sqlite3.Connection) -> dict[str, int]:
    """How many rows each table of a file has."""
    return {it: db.execute(f"SELECT count(*) FROM {it}").fetchone()[0] for it in KEPT}


async def test_while_a_bot_uses_the_file_it_is_left_alone(tmp_path: Path, url: str) -> None:
    file = await a_file(tmp_path)
    store = await open_sqlite(file)
    with pytest.raises(DatabaseLocked, match="stop that first"):
        await take_over(file, url, heard)
    await store.close()


async def test_the_command_says_what_was_taken_over_and_where_to(
    tmp_path: Path, url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUSBOT_LANGUAGE", "en")
    file = await a_file(tmp_path)
    status = await asyncio.to_thread(cli.main, ["migrate", f"sqlite:///{file}", url])
    said = capsys.readouterr()
    assert status == cli.OK
    assert "events" in said.out
    assert "as it was" in said.out
    assert "search_path" not in said.out + said.err, "of a server only where it is"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nowhere.sqlite", "postgresql://localhost/mus"], "nowhere.sqlite: No such file or directory"),
        (["postgresql://localhost/mus", "postgresql://localhost/mus"], "FROM: expected an SQLite file"),
        (["mus.sqlite", "other.sqlite"], "TO: expected a postgresql:// URL"),
        (["mus.sqlite", "mysql://ane:ordago@localhost/mus"], "or postgresql://USER"),
    ],
)
def test_what_cannot_be_moved_is_told_in_a_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], told: str
) -> None:
    try:
        status = cli.main(["migrate", *arguments])
    except SystemExit as ended:
        status = int(str(ended.code))
    said = capsys.readouterr().err
    assert status in (cli.FAILED, cli.MISUSED)
    assert told in said
    assert "ordago" not in said
