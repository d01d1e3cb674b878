"""`musbot backup`, `restore` and `tables`: a copy taken in play, from which the same table goes on."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from functools import partial
from itertools import product
from pathlib import Path

import pytest

from musbot.cli.main import FAILED, OK, main
from musbot.service.choices.kept import Fact
from musbot.store import copies
from musbot.store.checkup import export_log, report_nothing
from musbot.store.copies import CopyResult, backup
from musbot.store.open_store import read_database
from musbot.store.protocol import StoreError
from musbot.store.sqlite import open_sqlite
from musbot.testing import playing
from tests.support.damage import FILE, file, played, run_on
from tests.support.partidas import seated

__all__ = ["file", "played"]  # fixtures


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSBOT_LANGUAGE", "en")


def logs(file: Path) -> dict[str, list[str]]:
    """Every event of every table."""
    with closing(sqlite3.connect(file)) as db:
        tables = [table for (table,) in db.execute("SELECT table_id FROM tables")]
    found = {table: list[str]() for table in tables}
    for table, lines in found.items():
        read_database(file, partial(export_log, table=table, write=lines.append))
    return found


def command(name: str, *arguments: object, database: Path) -> int:
    return main([name, *map(str, arguments), "--database", str(database)])


def files_in(folder: Path) -> dict[Path, int]:
    """Which file each name there leads to."""
    return {it: it.stat().st_ino for it in folder.iterdir()}


@asynccontextmanager
async def in_use(file: Path) -> AsyncIterator[None]:
    """A database that is written to, before and after."""
    store = await open_sqlite(file)
    try:
        await store.mark("before")
        yield
        await store.mark("after")
    finally:
        await store.close()


# ---- backup ------------------------------------------------------------------------------------------------


def test_a_copy_is_whole_and_its_owners_alone(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    to = file.with_name("copy.sqlite")
    assert command("backup", to, database=file) == OK
    assert capsys.readouterr().out.startswith(f"{to}: 2 tables copied and gone over")
    folded: list[tuple[int, ...]] = []
    backup(file, to, report_nothing, lambda *far: folded.append(far), overwrite=True)
    assert folded[-1] == (2, 2)
    assert to.stat().st_mode & 0o777 == 0o600
    assert logs(to) == logs(file)
    assert [it.name for it in file.parent.iterdir() if ".part" in it.name] == []


def test_nothing_is_written_over_without_a_word(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    to = file.with_name("copy.sqlite")
    to.write_text("mine", "utf-8")
    assert command("backup", to, database=file) == FAILED
    refused = f"{to} is there already: nothing was written; --overwrite replaces it\n"
    assert capsys.readouterr().err == refused
    assert to.read_text("utf-8") == "mine"
    assert command("backup", to, "--overwrite", database=file) == OK
    assert logs(to) == logs(file)


async def test_no_copy_takes_the_place_of_the_database_that_is_in_use(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    link, folder, hard = tmp_path / "link", tmp_path / "folder", tmp_path / "hard.sqlite"
    link.symlink_to(file)
    folder.symlink_to(tmp_path)
    hard.hardlink_to(file)
    names = [file, link, hard, folder / FILE, file.parent / ".." / file.parent.name / FILE]
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert command("backup", loop, "--overwrite", database=file) == OK, "it leads nowhere"
    names += [file.with_name(f"{FILE}{end}") for end in ("-wal", "-shm", ".lock")]
    async with in_use(file):
        before = files_in(tmp_path)
        for database, to, asked in product((file, link), names, ([], ["--overwrite"])):
            assert command("backup", to, *asked, database=database) == FAILED
            assert len(capsys.readouterr().err.splitlines()) == 1
        assert files_in(tmp_path) == before
    assert command("backup", file.with_name(f"{FILE}-wal"), database=file) == FAILED, "it would be its log"


async def test_no_copy_takes_the_place_of_another_database_in_use(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.sqlite"
    async with in_use(other):
        assert command("backup", other, "--overwrite", database=file) == FAILED
        assert capsys.readouterr().err.endswith("is a database in use, or was: nothing was written\n")
    assert command("backup", other, "--overwrite", database=file) == OK


def test_what_is_no_file_is_written_over_by_nothing(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert command("backup", pipe, "--overwrite", database=file) == FAILED
    assert capsys.readouterr().err == f"{pipe} is there already: nothing was written\n"
    assert pipe.is_fifo()


def test_what_is_wrong_in_the_database_is_told_of_its_copy(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = next(iter(logs(file)))
    run_on(f"UPDATE events SET body = 'x' WHERE table_id = '{one}' AND seq = 1")(file)
    to = file.with_name("copy.sqlite")
    assert command("backup", to, database=file) == FAILED
    said = capsys.readouterr().out
    assert f"table {one}: event 1 cannot be read" in said
    assert str(to) in said.splitlines()[-1]
    assert to.exists()


def test_a_copy_of_what_is_being_written_is_of_one_moment(tmp_path: Path) -> None:
    path, to = tmp_path / FILE, tmp_path / "copy.sqlite"
    begun, ended = threading.Event(), threading.Event()

    async def written() -> None:
        store = await open_sqlite(path)
        number = 0
        while not ended.is_set():
            await store.store_note(Fact.OPEN, str(number), "x" * 2000)
            await store.store_note(Fact.GREETED, str(number), "x" * 2000)
            number += 1
            if number == 200:
                begun.set()
        await store.close()

    writing = threading.Thread(target=lambda: asyncio.run(written()))
    writing.start()
    begun.wait()
    copied: CopyResult = backup(path, to, report_nothing, report_nothing)
    ended.set()
    writing.join()
    assert copied.found.faults == []
    with closing(sqlite3.connect(to)) as db:
        counts = dict(db.execute("SELECT kind, count(*) FROM notes GROUP BY kind").fetchall())
    assert counts["open"] - counts["greeted"] in (0, 1)


@pytest.mark.parametrize("to", ["", "none/copy.sqlite"])
def test_where_nothing_can_be_written_is_told(
    file: Path, capsys: pytest.CaptureFixture[str], to: str
) -> None:
    assert command("backup", file.parent / to, database=file) == FAILED
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_copy_that_cannot_be_opened_is_a_fault_of_the_store(file: Path, tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    with pytest.raises(StoreError, match=str(nowhere)):
        copies._copy(file, nowhere / "copy.db", report_nothing, nowhere)


def test_no_database_makes_no_copy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command("backup", tmp_path / "copy", database=tmp_path / "none") == FAILED
    assert f"{tmp_path}/none: No such file or directory" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


# ---- restore -----------------------------------------------------------------------------------------------


def test_a_link_is_no_copy(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    link, there = tmp_path / "link.sqlite", tmp_path / "there"
    link.symlink_to(file)
    assert command("restore", link, database=there / FILE) == FAILED
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("link.sqlite is a link: name the copy itself")
    assert not there.exists()


async def test_the_same_table_goes_on_after_a_restore(tmp_path: Path) -> None:
    here, there, copy = tmp_path / "here", tmp_path / "there", tmp_path / "copy.sqlite"
    async with playing(here) as fake:
        await seated(fake)
        await fake.say(fake.person("Ane"), "no mus")
        assert await asyncio.to_thread(command, "backup", copy, database=here / FILE) == OK
        at_the_copy = logs(copy)
        await fake.say(fake.person("Ane"), "paso")
    assert logs(here / FILE) != at_the_copy, "what was said since is not in it"
    assert await asyncio.to_thread(command, "restore", copy, database=there / FILE) == OK
    assert (there / FILE).stat().st_mode & 0o777 == 0o600
    assert logs(there / FILE) == at_the_copy
    async with playing(there) as fake:
        await fake.say(fake.person("Ane"), "paso")
    (table,) = at_the_copy
    after = logs(there / FILE)[table]
    assert after[: len(at_the_copy[table])] == at_the_copy[table]
    assert len(after) > len(at_the_copy[table]), "she has spoken where she was asked"


def test_a_database_that_is_there_is_moved_aside_never_lost(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy, was = file.with_name("copy.sqlite"), logs(file)
    assert command("backup", copy, database=file) == OK
    run_on("DELETE FROM notes")(file)
    before = file.read_bytes()
    assert command("restore", copy, database=file) == FAILED
    refused = (
        "is there already: nothing was written; --replace moves it aside and puts the copy in its place\n"
    )
    assert capsys.readouterr().err == f"{file} {refused}"
    assert file.read_bytes() == before
    assert command("restore", copy, "--replace", database=file) == OK
    (aside,) = (it for it in file.parent.iterdir() if it.name.startswith(f"{FILE}.20"))
    assert str(aside) in capsys.readouterr().out
    assert aside.read_bytes() == before
    assert logs(file) == was


def test_a_name_that_leads_to_the_database_leads_to_the_copy_afterwards(file: Path, tmp_path: Path) -> None:
    copy, link = tmp_path / "copy.sqlite", tmp_path / "link"
    link.symlink_to(file)
    assert command("backup", copy, database=link) == OK
    run_on("DELETE FROM events WHERE seq > 3")(file)
    assert command("restore", copy, "--replace", database=link) == OK
    assert link.is_symlink()
    assert logs(file) == logs(copy)


def test_a_log_that_lies_there_alone_is_not_taken_for_the_copys(file: Path) -> None:
    copy, was = file.with_name("copy.sqlite"), logs(file)
    assert command("backup", copy, database=file) == OK
    file.unlink()
    file.with_name(f"{FILE}-wal").write_bytes(b"of another database")
    assert command("restore", copy, database=file) == OK
    assert not file.with_name(f"{FILE}-wal").exists()
    assert logs(file) == was


async def test_a_running_bot_keeps_its_database(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = file.with_name("copy.sqlite")
    link = file.with_name("link")
    link.symlink_to(file)
    async with in_use(file):
        assert command("backup", copy, database=file) == OK
        for path in (file, link):
            assert command("restore", copy, "--replace", database=path) == FAILED
            assert "stop that first" in capsys.readouterr().err


@pytest.mark.parametrize("how", ["a table", "the file", "no database", "a later schema"])
def test_a_copy_in_which_something_is_wrong_changes_nothing(
    file: Path, capsys: pytest.CaptureFixture[str], how: str
) -> None:
    copy, before = file.with_name("copy.sqlite"), file.read_bytes()
    assert command("backup", copy, database=file) == OK
    match how:
        case "a table":
            run_on("UPDATE events SET body = 'x' WHERE seq = 3")(copy)
        case "the file":
            copy.write_bytes(copy.read_bytes()[: len(before) // 2])
        case "no database":
            copy.write_text("hello", "utf-8")
        case "a later schema":
            run_on("PRAGMA user_version = 99")(copy)
    capsys.readouterr()
    assert command("restore", copy, "--replace", database=file) == FAILED
    assert file.read_bytes() == before
    assert [it for it in file.parent.iterdir() if ".part" in it.name or ".20" in it.name] == []


def test_a_damaged_copy_is_put_back_knowingly_and_each_table_is_named(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy, (one, *_) = file.with_name("copy.sqlite"), logs(file)
    assert command("backup", copy, database=file) == OK
    run_on(f"UPDATE events SET body = 'x' WHERE table_id = '{one}' AND seq = 1")(copy)
    assert command("restore", copy, "--replace", database=file) == FAILED
    assert command("restore", copy, "--replace", "--damaged", database=file) == OK
    assert capsys.readouterr().out.count(f"table {one}: event 1 cannot be read") == 2
    assert logs(file) == logs(copy)


@pytest.mark.parametrize(
    ("hostile", "told"),
    [
        ("CREATE VIEW gift AS SELECT 1", "expected the tables of musbot alone, found 'gift'"),
        (
            "CREATE TRIGGER gift AFTER INSERT ON seen BEGIN DELETE FROM people; END",
            "expected the tables of musbot alone, found 'gift'",
        ),
        ("UPDATE events SET body = '[' || zeroblob(17000000) WHERE seq = 1", "cannot be read"),
        ("UPDATE events SET body = replace(hex(zeroblob(100000)), '0', '[') WHERE seq = 1", "cannot be read"),
    ],
)
def test_a_hostile_copy_is_refused(
    file: Path, capsys: pytest.CaptureFixture[str], hostile: str, told: str
) -> None:
    copy, before = file.with_name("copy.sqlite"), file.read_bytes()
    assert command("backup", copy, database=file) == OK
    run_on(hostile)(copy)
    capsys.readouterr()
    assert command("restore", copy, "--replace", database=file) == FAILED
    said = capsys.readouterr()
    assert told in said.out + said.err or "too big" in said.out
    assert file.read_bytes() == before


def test_a_full_disk_is_named_and_nothing_is_left_there(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full(sqlite3.Connection):
        def backup(self, *_: object, **__: object) -> None:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error

    to = tmp_path / "full" / "copy.sqlite"
    to.parent.mkdir()
    monkeypatch.setattr(copies, "open_to_read", lambda path: sqlite3.connect(path, factory=Full))
    assert command("backup", to, database=file) == FAILED
    assert capsys.readouterr().err == f"{to}: SQLite: database or disk is full\n"
    assert list(to.parent.iterdir()) == []


@pytest.mark.parametrize("name", ["restore", "doctor"])
def test_a_copy_that_is_not_there_is_told_with_its_whole_path(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    monkeypatch.chdir(file.parent)
    arguments = ["restore", "nada.sqlite"] if name == "restore" else ["doctor", "--database", "nada.sqlite"]
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{file}")
    monkeypatch.setenv("MUSBOT_LANGUAGE", "es")
    assert main(arguments) == FAILED
    assert capsys.readouterr().err == f"{file.parent}/nada.sqlite: no existe\n"


def test_a_deleted_database_is_not_said_to_be_aside(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = file.with_name("copy.sqlite")
    assert command("backup", copy, database=file) == OK
    file.unlink()
    file.with_name(f"{FILE}-wal").write_bytes(b"left")
    capsys.readouterr()
    assert command("restore", copy, "--replace", database=file) == OK
    assert "is now" not in capsys.readouterr().out
    assert {it.name[-4:] for it in file.parent.glob(f"{FILE}.20*")} <= {"-wal", "-shm"}


@pytest.mark.parametrize(
    "what", ["nothing", "words", "zeros", "a picture", "a server's", "another's", "a folder", "a pipe"]
)
@pytest.mark.parametrize("there", [True, False])
def test_what_is_no_copy_is_put_back_nowhere(
    file: Path, capsys: pytest.CaptureFixture[str], what: str, there: bool
) -> None:
    copy = file.with_name("copy")
    match what:
        case "nothing":
            copy.touch()
        case "words":
            copy.write_text("PRAGMA\n" * 1000, "utf-8")
        case "zeros":
            copy.write_bytes(bytes(8192))
        case "a picture":
            copy.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
        case "a server's":
            copy.write_bytes(b"PGDMP\x01\x0e" + bytes(100))
        case "another's":
            run_on("CREATE TABLE bookmarks (url TEXT)")(copy)
        case "a folder":
            copy.mkdir()
        case "a pipe":
            os.mkfifo(copy)
    database = file if there else file.with_name("none") / FILE
    before = files_in(file.parent), file.read_bytes()
    assert command("restore", copy, "--replace", database=database) == FAILED
    (line,) = capsys.readouterr().err.splitlines()
    assert ("is a copy of a PostgreSQL database" in line) is (what == "a server's")
    assert (files_in(file.parent), file.read_bytes()) == before


@pytest.mark.parametrize("what", ["nothing", "another's"])
def test_of_what_is_no_database_no_copy_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    path, to = tmp_path / FILE, tmp_path / "copy.sqlite"
    path.touch()
    if what == "another's":
        run_on("CREATE TABLE bookmarks (url TEXT)")(path)
    assert command("backup", to, database=path) == FAILED
    assert "expected a database of musbot" in capsys.readouterr().err
    assert not to.exists()


# ---- tables ------------------------------------------------------------------------------------------------


def test_who_plays_where_is_told_without_a_card(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command("tables", database=file) == OK
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "2 tables are open."
    assert "Ane" in lines[0]
    assert "In hand" in lines[0]
    assert "libre" not in lines[0]
    assert "Not begun" in lines[1]
    assert "fake:otra" in lines[1]
    told = "".join(lines)
    assert not any(suit in told for suit in ("oros", "copas", "espadas", "bastos"))


def test_programs_read_an_object_a_table(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command("tables", "--json", database=file) == OK
    one, other = map(json.loads, capsys.readouterr().out.splitlines())
    assert (one["state"], other["state"]) == ("playing", "lobby")
    assert set(one) == {"table", "chat", "at", "rules", "state", "seats", "hand", "score"}
    assert set(one["seats"][0]) == {"name", "ai"}


def test_a_damaged_table_is_named_and_the_others_told(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_on("UPDATE events SET body = 'x' WHERE seq = 3")(file)
    assert command("tables", database=file) == OK
    lines = capsys.readouterr().out.splitlines()
    assert "cannot be read" in lines[0]
    assert len(lines) == 3


@pytest.mark.parametrize("name", ["backup", "restore"])
def test_of_a_server_that_is_not_there_no_secret_is_told(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([name, "file", "--database", "postgresql://me:secret@127.0.0.1:9/mus"]) == FAILED
    told = capsys.readouterr().err
    assert len(told.splitlines()) == 1
    assert "secret" not in told
