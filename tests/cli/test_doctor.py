"""`musbot doctor`: what it finds wrong with a database, and what it saves of it."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from musbot.cli.main import FAILED, OK, main
from musbot.store.sqlite import open_sqlite
from musbot.store.sqlite_schema import MIGRATIONS
from tests.support.damage import DAMAGE, file, played, run_on

pytestmark = pytest.mark.usefixtures("english")

__all__ = ["file", "played"]  # fixtures


def doctor(file: Path, *more: str) -> int:
    return main(["doctor", "--database", str(file), *more])


def tables(file: Path) -> list[str]:
    with sqlite3.connect(file) as db:
        most = "SELECT table_id FROM events GROUP BY table_id ORDER BY count(*) DESC"
        found = [table for (table,) in db.execute(most)]
    db.close()
    return found


def test_a_database_with_which_all_is_well(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = file.read_bytes()
    assert doctor(file) == OK
    assert capsys.readouterr().out.splitlines() == [
        f"{file}: schema {len(MIGRATIONS)}, 2 tables looked at",
        "All is well.",
    ]
    assert file.read_bytes() == before


async def test_it_works_while_the_bot_runs(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = await open_sqlite(file)
    await store.mark("key")
    assert doctor(file) == OK
    await store.mark("another")
    await store.close()


def test_every_damaged_table_is_named_with_its_event(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, other = tables(file)
    run_on(
        f"UPDATE events SET body = 'x' WHERE table_id = '{one}' AND seq = 3",
        f"DELETE FROM events WHERE table_id = '{other}'",
    )(file)
    assert doctor(file) == FAILED
    lines = capsys.readouterr().out.splitlines()
    assert sorted(lines[1:-1]) == sorted(
        [f"table {one}: event 3 cannot be read", f"table {other}: event 1 is missing"]
    )
    assert lines[-1] == "2 things are wrong."


def test_tables_that_are_over_are_looked_at_when_asked(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = tables(file)[0]
    run_on(
        f"UPDATE tables SET over_at = 1 WHERE table_id = '{one}'",
        f"UPDATE events SET kind = 'Sung' WHERE table_id = '{one}' AND seq = 2",
    )(file)
    assert doctor(file) == OK
    assert doctor(file, "--all") == FAILED
    assert f"table {one}: event 2 cannot be read" in capsys.readouterr().out


def test_of_a_damaged_file_it_says_what_is_left_and_which_copy_is_good(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("musbot.cli.doctor.BACKUPS", file.parent)
    monkeypatch.setenv("MUSBOT_SETTINGS", "/etc/musbot-tele.env")
    backups = file.with_name("musbot-tele-backups")
    backups.mkdir()
    for age, name in enumerate(("bad.copy", "new.copy", "old.copy")):
        assert main(["backup", str(backups / name), "--database", str(file)]) == OK
        os.utime(backups / name, (1000 - age, 1000 - age))
    DAMAGE["no database"](backups / "bad.copy")
    os.utime(backups / "bad.copy", (2000, 2000))
    DAMAGE["page zeroed 6"](file)
    capsys.readouterr()
    assert doctor(file) == FAILED
    said = capsys.readouterr().out
    program = "MUSBOT_ENV=/etc/musbot-tele.env musbot-admin"
    assert f"One table in it can still be read. With the bot stopped, “{program} restore {file}" in said
    assert f"The newest good copy is {backups}/new.copy, of 1970-01-01" in said
    assert "musbot-admin doctor" not in said, "it says so itself"
    assert main(["restore", str(file), "--database", str(file), "--damaged", "--replace"]) == OK
    capsys.readouterr()
    assert doctor(file) == FAILED
    said = capsys.readouterr().out
    assert "event 2 cannot be read" in said
    assert "can still be read" not in said, "the file is whole again"
    DAMAGE["header overwritten"](file)
    for copy in backups.iterdir():
        copy.unlink()
    assert doctor(file) == FAILED
    said = capsys.readouterr().out
    assert "No table in it can be read. Put back a copy.\n" in said
    assert f"No good copy is in {file.parent}, {backups}, of any name" in said


@pytest.mark.parametrize("name", ["before.sqlite", "mus.sqlite", "noname", "mus.sqlite.2026-11-29-113908"])
def test_the_newest_good_copy_is_found_whatever_its_name_and_its_permissions(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr("musbot.cli.doctor.BACKUPS", file.parent)
    monkeypatch.setenv("MUSBOT_SETTINGS", "/etc/musbot.env")
    folder = file.with_name("musbot-backups") if name == file.name else file.parent
    folder.mkdir(exist_ok=True)
    copy = folder / name
    assert main(["backup", str(copy), "--database", str(file)]) == OK
    copy.chmod(0o644)
    for number in range(9):
        bad = folder / f"bad{number}.copy"
        bad.write_bytes(copy.read_bytes())
        DAMAGE["page zeroed 6"](bad)
    DAMAGE["header overwritten"](file)
    capsys.readouterr()
    assert doctor(file) == FAILED
    said = capsys.readouterr().out
    assert f"The newest good copy is {copy}, of " in said
    assert f"“musbot-admin restore {copy} --database {file} --replace”" in said


def test_what_another_bot_plays_on_is_no_copy(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(file, file.with_name("other.sqlite"))
    file.with_name("other.sqlite-commits").write_text("1", "ascii")
    (file.parent / "mus.dump").write_bytes(b"PGDMP and more")
    (file.parent / "link.sqlite").symlink_to("other.sqlite")
    (file.parent / "new.9.part").write_bytes(file.read_bytes())
    os.mkfifo(file.parent / "pipe")
    DAMAGE["header overwritten"](file)
    assert doctor(file) == FAILED
    assert f"No good copy is in {file.parent}, of any name" in capsys.readouterr().out


@pytest.mark.parametrize("gone", [True, False])
def test_of_a_file_that_is_gone_or_lacks_commits_the_newest_copy_is_named_too(
    file: Path, capsys: pytest.CaptureFixture[str], gone: bool
) -> None:
    copy = file.with_name("copy.sqlite")
    assert main(["backup", str(copy), "--database", str(file)]) == OK
    count = file.with_name(f"{file.name}-commits")
    count.write_text("1000", "ascii")
    count.chmod(0o600)
    if gone:
        file.unlink()
    capsys.readouterr()
    assert doctor(file) == FAILED
    fault, line, verdict = capsys.readouterr().out.splitlines()[-3:]
    assert "1000 commits that were made" in fault or "of 1000 that were made" in fault
    assert f"restore {copy} --database {file} --replace”" in line
    assert verdict == "One thing is wrong."


def test_a_good_copy_of_a_server_is_not_called_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mus.dump").write_bytes(b"PGDMP\x01\x0e")
    assert doctor(tmp_path / "mus.dump") == FAILED
    said = capsys.readouterr()
    assert "is a copy of a PostgreSQL database" in said.err
    assert "damaged" not in said.out + said.err


def test_who_else_can_read_the_file_is_told(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.chmod(0o644)
    assert doctor(file) == FAILED
    assert f"{file}: others than its owner can read it" in capsys.readouterr().out


def test_an_index_that_does_not_agree_is_found(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    DAMAGE["an index of another table"](file)
    assert doctor(file) == FAILED
    assert len(capsys.readouterr().out.splitlines()) > 2


@pytest.mark.parametrize("damage", DAMAGE)
def test_whatever_is_damaged_it_ends_in_lines(
    file: Path, capsys: pytest.CaptureFixture[str], damage: str
) -> None:
    DAMAGE[damage](file)
    status = doctor(file, "--all")
    told = capsys.readouterr()
    assert status in (OK, FAILED)
    assert "Traceback" not in told.err
    assert len(told.err.splitlines()) <= 1


def test_a_file_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor(tmp_path / "none.sqlite") == FAILED
    assert capsys.readouterr().err == f"{tmp_path / 'none.sqlite'}: No such file or directory\n"
    assert list(tmp_path.iterdir()) == []


def test_the_log_of_a_table_is_saved_damaged_or_not(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = tables(file)[0]
    run_on(f"UPDATE events SET body = 'x' WHERE table_id = '{one}' AND seq = 3")(file)
    to = file.with_name("log.jsonl")
    assert doctor(file, "--export", one, str(to)) == OK
    lines = [json.loads(line) for line in to.read_text("utf-8").splitlines()]
    assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
    assert lines[0]["kind"] == "Opened"
    assert "seed" in lines[0]["body"]
    assert lines[2]["body"] == "x"
    assert to.stat().st_mode & 0o777 == 0o600
    assert "keep it to yourself" in capsys.readouterr().out
    before = to.read_bytes()
    assert doctor(file, "--export", one, str(to)) == FAILED
    assert capsys.readouterr().err == f"{to} is there already: nothing was written\n"
    assert to.read_bytes() == before


def test_the_log_is_saved_under_the_name_that_the_list_of_tables_gives(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tables", "--database", str(file)]) == OK
    name = capsys.readouterr().out.split()[0]
    assert doctor(file, "--export", name, str(file.with_name("log.jsonl"))) == OK


@pytest.mark.parametrize("end", ["", "-wal", ".lock"])
def test_no_log_is_saved_over_the_database(file: Path, capsys: pytest.CaptureFixture[str], end: str) -> None:
    before, link = file.read_bytes(), file.with_name("link")
    link.symlink_to(file.with_name(f"{file.name}{end}"))
    for to in (file.with_name(f"{file.name}{end}"), link):
        assert doctor(file, "--export", tables(file)[0], str(to)) == FAILED
        assert "expected another file" in capsys.readouterr().err
    assert file.read_bytes() == before


def test_a_table_that_is_not_there_is_told(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor(file, "--export", "Z9-nobody", str(file.with_name("log.jsonl"))) == FAILED
    assert "table Z9-nobody: expected one that is in" in capsys.readouterr().err
    assert not file.with_name("log.jsonl").exists()
