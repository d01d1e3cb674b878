"""A file of another schema: brought up to date step by step, or refused in a line and left as it is."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from musbot.cli.main import FAILED, main
from musbot.store import sqlite_schema as schema
from musbot.store.protocol import StoreError
from musbot.store.sqlite import open_sqlite
from tests.support.people import PLAYED, a_database, table_of


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
        assert db.execute("PRAGMA user_version").fetchone() == (2,)


@pytest.mark.parametrize(
    ("version", "application", "told"),
    [
        (9, 0, "schema 9 of before musbot 0.2: expected a database made since, or no file"),
        (1, 0, "schema 1 of before musbot 0.2: expected a database made since, or no file"),
        (99, schema.APPLICATION, "schema 99: this musbot knows up to 1"),
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
