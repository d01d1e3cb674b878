"""`musbot backup`, `restore` and `tables` of a PostgreSQL database: by its own programs, where they are."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from musbot.cli.main import FAILED, OK, main
from musbot.store.postgres.connection import a_connection
from musbot.store.postgres.copies import TABLES
from musbot.store.postgres.moving import take_over
from musbot.store.postgres.store import open_postgres
from tests.support.people import CHAT, LOBBY, OVER, PLAYED, a_database, table_of
from tests.support.server import programs

DROPPED = f"DROP TABLE {', '.join(TABLES)}"


@pytest.fixture(autouse=True)
def _programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{programs()}:{os.environ['PATH']}")
    monkeypatch.setenv("MUSBOT_LANGUAGE", "en")


@pytest.fixture
async def filled(url: str, tmp_path: Path) -> str:
    """A database with three tables."""
    await take_over(await a_database(tmp_path), url, lambda _, __: None)
    return url


async def command(*arguments: object, url: str) -> int:
    return await asyncio.to_thread(main, [*map(str, arguments), "--database", url])


async def does(url: str, sql: str) -> None:
    async with a_connection(url) as db:
        await db.execute(sql)


async def test_what_was_copied_is_there_again_after_a_restore(filled: str, tmp_path: Path) -> None:
    copy = tmp_path / "mus.dump"
    store = await open_postgres(filled)
    before = {name: await store.log(name) for name in (OVER, PLAYED, LOBBY)}
    assert await command("backup", copy, url=filled) == OK, "while it runs"
    assert copy.stat().st_mode & 0o777 == 0o600
    assert await command("restore", copy, url=filled) == FAILED, "it runs"
    await store.close()
    assert await command("restore", copy, url=filled) == FAILED, "there are tables already"
    await does(filled, DROPPED)
    assert await command("restore", copy, url=filled) == OK
    store = await open_postgres(filled)
    assert {name: await store.log(name) for name in before} == before
    assert (await table_of(store, PLAYED)).chat == CHAT
    await store.close()


async def test_a_damaged_copy_is_put_back_knowingly_alone(
    filled: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "mus.dump"
    await does(filled, f"UPDATE events SET body = 'x' WHERE table_id = '{PLAYED}' AND seq = 3")
    assert await command("backup", copy, url=filled) == OK
    await does(filled, DROPPED)
    for options, status in (([], FAILED), (["--damaged"], OK)):
        assert await command("restore", copy, *options, url=filled) == status
        assert f"table {PLAYED}: event 3 cannot be read" in capsys.readouterr().out


def rewritten(copy: Path, by: bytes = b"") -> None:
    """Leaves of a copy what is given, or its first half."""
    whole = copy.read_bytes()
    copy.write_bytes(by or whole[: len(whole) // 2])


@pytest.mark.parametrize("what", ["words", "half of it", "a view"])
async def test_what_is_no_copy_is_refused_in_a_line(
    filled: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    copy = tmp_path / "mus.dump"
    if what == "a view":
        await does(filled, "ALTER TABLE seen RENAME TO was; CREATE VIEW seen AS SELECT * FROM was")
    assert await command("backup", copy, url=filled) == (FAILED if what == "a view" else OK)
    if what == "words":
        rewritten(copy, b"SELECT 1;")
    elif what == "half of it":
        rewritten(copy)
    if what != "a view":
        await does(filled, DROPPED)
        capsys.readouterr()
        assert await command("restore", copy, url=filled) == FAILED
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not any(".part" in name for name in os.listdir(tmp_path))


async def test_where_the_programs_are_missing_it_is_said_what_to_install(
    filled: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert await command("backup", tmp_path / "mus.dump", url=filled) == FAILED
    assert "expected pg_dump on the PATH: install the client" in capsys.readouterr().err
    assert not (tmp_path / "mus.dump").exists()


async def test_who_plays_where_is_told_of_a_server_too(
    filled: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await command("tables", url=filled) == OK
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "2 tables are open."
    assert any(CHAT in line and "Ane" in line for line in lines)
