"""A file of another schema: brought up to date step by step, or refused in a line and left as it is."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from musbot.cli.main import FAILED, main
from musbot.service.choices.kept import Fact
from musbot.store import sqlite_schema as schema
from musbot.store.protocol import StoreError
from musbot.store.sqlite import open_sqlite
from musbot.table.events import read_person_id
from tests.support.people import PLAYED, a_database, stands_in, table_of

pytestmark = pytest.mark.usefixtures("english")


async def test_a_step_that_a_file_lacks_is_made_once_and_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = await a_database(tmp_path)
    store = await open_sqlite(file)
    before = await table_of(store, PLAYED)
    await store.close()
    made: list[int] = []

    def second(db: sqlite3.Connection) -> None:
        db.execute("ALTER TABLE notes ADD COLUMN why TEXT NOT NULL DEFAULT ''")
        made.append(1)
        if len(made) == 1:
            raise MemoryError

    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, second))
    with pytest.raises(MemoryError):
        await open_sqlite(file)
    for _ in range(2):
        store = await open_sqlite(file)
        assert await table_of(store, PLAYED) == before
        await store.close()
    assert len(made) == 2, "the one that was broken off, and once more"
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (6,)


async def test_a_file_of_the_first_schema_says_the_same_and_forgets_whole(tmp_path: Path) -> None:
    file, many = tmp_path / "mus.sqlite", range(1, 2001)
    people = [f"telegram:{n * 7919 % 10007:06}" for n in many]
    with closing(sqlite3.connect(file)) as db:
        schema.MIGRATIONS[0](db)
        db.execute("PRAGMA user_version = 1")
        db.executemany("INSERT INTO people VALUES (?, ?)", zip(many, people, strict=True))
        db.executemany("INSERT INTO names VALUES (?, ?, ?, 'es')", ((n, n, f"Zutano {n}.") for n in many))
        db.executemany("INSERT INTO notes VALUES ('open', ?, '1')", ((person,) for person in people))
        db.execute("INSERT INTO notes VALUES ('ways', ?, 'x')", (f"{people[7]}/3",))
        db.execute("INSERT INTO tables (table_id, chat, opened_at) VALUES ('K7-a', 'chat', 1)")
        db.execute("INSERT INTO events VALUES ('K7-a', 1, 1, 'SatDown', 1, '{\"seat\":0,\"who\":8}')")
        damaged = ("{", "[]", '{"who":true}', '{"who":"8"}', f'{{"who":{"9" * 40}}}')
        others = [("Said", '{"who":8}'), ("Barred", '{"who":9}'), *(("Queued", body) for body in damaged)]
        rows = [("K7-b", seq, 1, kind, 1, body) for seq, (kind, body) in enumerate(others)]
        db.execute("INSERT INTO tables (table_id, chat, opened_at) VALUES ('K7-b', 'chat', 1)")
        db.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", rows)
        db.commit()
    store = await open_sqlite(file)
    sat = {"name": "Zutano 8.", "person": people[7], "language": "es"}
    assert json.loads((await store.load_log("K7-a"))[0][1].body)["who"] == sat
    assert await store.list_tables_of(read_person_id(people[7])) == ["K7-a"]
    with closing(sqlite3.connect(file)) as db:
        found = db.execute("SELECT table_id, seq, who FROM events WHERE who IS NOT NULL").fetchall()
    assert found == [("K7-a", 1, 8), ("K7-b", 1, 9)]
    assert await store.load_notes(Fact.OPEN) == dict.fromkeys(people, "1")
    await store.forget(read_person_id(people[7]))
    assert stands_in(tmp_path, people[7], "Zutano 8.") == []
    assert len(await store.load_notes(Fact.OPEN)) == len(people) - 1
    assert await store.load_notes(Fact.WAYS) == {}
    await store.close()


@pytest.mark.parametrize(
    ("version", "application", "told"),
    [
        (9, 0, "schema 9 of before musbot 0.2: expected a database made since, or no file"),
        (1, 0, "schema 1 of before musbot 0.2: expected a database made since, or no file"),
        (99, schema.APPLICATION, "schema 99: this musbot knows up to 5"),
    ],
)
async def test_a_file_of_before_or_of_a_later_schema_is_refused_and_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], version: int, application: int, told: str
) -> None:
    file = await a_database(tmp_path)
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute(f"PRAGMA user_version = {version}")
        db.execute(f"PRAGMA application_id = {application}")
    before = file.read_bytes()
    with pytest.raises(StoreError) as refused:
        await open_sqlite(file)
    assert str(refused.value) == f"{file}: {told}"
    assert main(["tables", "--database", str(file)]) == FAILED
    assert capsys.readouterr().err.splitlines()[-1] == f"{file}: {told}"
    assert main(["doctor", "--database", str(file)]) == FAILED
    assert told in capsys.readouterr().out
    assert file.read_bytes() == before
