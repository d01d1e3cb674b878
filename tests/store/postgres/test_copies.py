"""`musbot backup`, `restore` and `tables` of a PostgreSQL database: by its own programs, where they are."""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path

import pytest

from musbot.cli.main import FAILED, OK, main
from musbot.store.postgres.connection import open_connection
from musbot.store.postgres.moving import TABLES, take_over
from musbot.store.postgres.store import open_postgres
from tests.support.people import CHAT, LOBBY, OVER, PLAYED, a_database, table_of
from tests.support.server import programs

DROPPED = f"DROP TABLE {', '.join(TABLES)}"


@pytest.fixture(autouse=True)
def _programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{programs()}:{os.environ['PATH']}")
    monkeypatch.setenv("MUSBOT_LANGUAGE", "en")


async def test_a_copy_of_a_file_says_which_way_leads_to_the_server(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = await a_database(tmp_path)
    assert await command("restore", copy, url=url) == FAILED
    assert f"{copy} is a copy of an SQLite file: restore it to a file, then musbot migrate that" in (
        capsys.readouterr().err
    )


@pytest.fixture
async def filled(url: str, tmp_path: Path) -> str:
    """A database with three tables."""
    await take_over(await a_database(tmp_path), url, lambda _, __: None)
    return url


async def command(*arguments: object, url: str) -> int:
    return await asyncio.to_thread(main, [*map(str, arguments), "--database", url])


async def does(url: str, sql: str) -> None:
    async with open_connection(url) as db:
        await db.execute(sql)


async def test_what_was_copied_is_there_again_after_a_restore(filled: str, tmp_path: Path) -> None:
    copy = tmp_path / "mus.dump"
    store = await open_postgres(filled)
    before = {name: await store.load_log(name) for name in (OVER, PLAYED, LOBBY)}
    assert await command("backup", copy, url=filled) == OK, "while it runs"
    assert copy.stat().st_mode & 0o777 == 0o600
    assert await command("restore", copy, url=filled) == FAILED, "it runs"
    await store.close()
    assert await command("restore", copy, url=filled) == FAILED, "there are tables already"
    await does(filled, DROPPED)
    assert await command("restore", copy, url=filled) == OK
    store = await open_postgres(filled)
    assert {name: await store.load_log(name) for name in before} == before
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


async def rows(url: str) -> int:
    async with open_connection(url) as db:
        return int(await db.fetchval("SELECT count(*) FROM events"))


async def test_what_is_replaced_is_moved_into_a_schema_that_is_named(
    filled: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy, before = tmp_path / "mus.dump", await rows(filled)
    assert await command("backup", copy, url=filled) == OK
    await does(filled, f"DELETE FROM shown; DELETE FROM events WHERE table_id = '{PLAYED}'; DROP TABLE notes")
    left = await rows(filled)
    assert await command("restore", copy, url=filled) == FAILED
    refused = "the database has tables of musbot: nothing was written; --replace moves it aside"
    assert refused in capsys.readouterr().err
    assert await command("restore", copy, "--replace", url=filled) == OK
    told, made = capsys.readouterr().out.splitlines()
    (aside,) = re.findall(r"^The tables that were there are now in the schema (\S+)\. In psql", told)
    assert f'DROP SCHEMA "{aside}" CASCADE' in told
    assert "restored and gone over, with 3 tables" in made
    assert (await rows(filled), await rows(filled.replace(filled.partition("path=")[2], aside))) == (
        before,
        left,
    )
    await does(filled, f'DROP SCHEMA "{aside}" CASCADE')


async def test_a_damaged_copy_replaces_nothing(
    filled: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy, damage = tmp_path / "mus.dump", f"SET body = 'x' WHERE table_id = '{PLAYED}' AND seq = 3"
    await does(filled, f"UPDATE events {damage}")
    assert await command("backup", copy, url=filled) == OK
    await does(filled, f"DELETE FROM events WHERE table_id = '{PLAYED}'")
    left = await rows(filled)
    for wrong in (copy, tmp_path / "none.dump"):
        assert await command("restore", wrong, "--replace", url=filled) == FAILED
        assert await rows(filled) == left
    async with open_connection(filled) as db:
        assert not await db.fetch("SELECT 1 FROM pg_namespace WHERE nspname LIKE current_schema() || '_2%'")
    assert "The tables that were there" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("program", "said", "told"),
    [
        (
            "pg_dump",
            "pg_dump: error: aborting because of server version mismatch\n"
            "pg_dump: detail: server version: 18.3; pg_dump version: 15.20 (Debian 15.20)",
            "pg_dump: server version: 18.3; pg_dump version: 15.20 (Debian 15.20): install the client",
        ),
        (
            "pg_restore",
            "pg_restore: error: unsupported version (1.16) in file header",
            "pg_restore: a newer pg_dump made this copy than this pg_restore (PostgreSQL) 15.20: install",
        ),
        (
            "pg_restore",
            'pg_restore: error: could not execute query: ERROR:  unrecognized configuration parameter "x"',
            "pg_restore: the server is older than this pg_restore (PostgreSQL) 15.20: install the client",
        ),
    ],
)
async def test_a_program_of_another_version_is_told_with_its_version_and_what_to_install(
    filled: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    program: str,
    said: str,
    told: str,
) -> None:
    old = tmp_path / "bin" / program
    old.parent.mkdir()
    version = f"{program} (PostgreSQL) 15.20"
    old.write_text(
        f"#!/bin/sh\n[ $1 = --version ] && echo '{version}' && exit\ncat >&2 <<E\n{said}\nE\nexit 1\n"
    )
    old.chmod(0o700)
    monkeypatch.setenv("PATH", f"{old.parent}:{os.environ['PATH']}")
    asked = "backup" if program == "pg_dump" else "restore"
    if asked == "restore":
        (tmp_path / "mus.dump").touch()
    assert await command(asked, tmp_path / "mus.dump", url=filled) == FAILED
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(told)


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


@pytest.mark.parametrize(
    ("done", "where", "told"),
    [
        ("DROP TABLE shown", "", "has lost shown: stop musbot and restore a backup"),
        (
            DROPPED,
            "",
            "has no tables of musbot: its first start makes them; if it had some, they were dropped",
        ),
        (
            "SELECT 1",
            "&search_path=tele",
            "expected a schema that this user may use, found none of search_path=tele:"
            " if it is missing, CREATE SCHEMA tele AUTHORIZATION ",
        ),
    ],
)
async def test_doctor_names_what_is_not_there(
    filled: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    done: str,
    where: str,
    told: str,
) -> None:
    await does(filled, done)
    monkeypatch.setenv("DATABASE_URL", f"{filled}{where}")
    assert await asyncio.to_thread(main, ["doctor"]) == FAILED
    (line,) = [it for it in capsys.readouterr().out.splitlines() if told in it]
    assert line.startswith("✗ ")


@pytest.mark.parametrize("language", ["en", "es", "eu"])
async def test_a_schema_without_rights_or_that_is_gone_is_told_with_the_statements(
    filled: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setenv("MUSBOT_LANGUAGE", language)
    assert (
        await command("restore", "none.dump", "--replace", url=f"{filled}&search_path=%22Tele%20x%22,none")
        == FAILED
    )
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    assert 'CREATE SCHEMA "Tele x" AUTHORIZATION ' in said
    assert 'GRANT USAGE, CREATE ON SCHEMA "Tele x" TO ' in said
    assert ("expected" in said) == (language == "en")
