"""Whatever keeps the bot from starting, `musbot doctor` says it too: both make the same checks."""

from __future__ import annotations

import ast
import asyncio
import os
import shutil
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest

from musbot import app
from musbot.cli.main import FAILED, OK, main
from musbot.game.errors import MusError
from musbot.store import sqlite_checkup
from musbot.testing import Clock, FakeMessenger, FakePlatform, running
from tests.support.damage import DAMAGE, FILE, file, played

pytestmark = pytest.mark.usefixtures("english")

__all__ = ["file", "played"]  # fixtures


class Installation:
    """A folder with a bot's database, its settings, and what was changed for the test."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder, self.patch = folder, patch
        self.file = folder / FILE

    def set(self, **settings: str) -> None:
        for name, value in settings.items():
            self.patch.setenv(name, value)

    def damage(self, name: str) -> None:
        DAMAGE[name](self.file)

    def run_on(self, statement: str) -> None:
        with closing(sqlite3.connect(self.file)) as db, db:
            db.execute(statement)


def taken(place: Installation) -> None:
    """Another program holds the health address until the test's end, and takes no connections."""
    other = socket.socket()
    other.bind(("127.0.0.1", 0))
    place.patch.setattr(place, "other", other, raising=False)
    place.set(MUSBOT_HEALTH=f"127.0.0.1:{other.getsockname()[1]}")


def lose_commits(place: Installation) -> None:
    (place.folder / f"{FILE}-commits").write_text("1000", "ascii")


def delete(place: Installation) -> None:
    lose_commits(place)
    place.file.unlink()


def become_folder(place: Installation) -> None:
    place.file.unlink()
    place.file.mkdir()


def forbid(path: Path) -> Callable[[Installation], None]:
    """Returns a fault: this user may not write a path in the folder; root may, so the system is asked."""

    def change(place: Installation) -> None:
        real, there = os.access, place.folder / path

        def access(asked: str | Path, mode: int) -> bool:
            return not (mode & os.W_OK and Path(asked) == there) and real(asked, mode)

        place.patch.setattr(os, "access", access)

    return change


def forbid_new_folder(place: Installation) -> None:
    forbid(Path())(place)
    place.set(DATABASE_URL=f"sqlite:///{place.folder}/new/mus")


def damage_players(place: Installation) -> None:
    broken = Mock(side_effect=MusError("muslari.bin: expected a learnt table, but it is damaged"))
    place.patch.setattr("musbot.players.prepare", broken)
    place.patch.setattr(app, "prepare", broken)
    place.set(DATABASE_URL="postgresql://nobody@127.0.0.1:9/none")  # with a server they are loaded first


def forbid_locks(place: Installation) -> None:
    place.patch.setattr("filelock.FileLock.acquire", Mock(side_effect=OSError(95, "Operation not supported")))


WAYS: dict[str, tuple[Callable[[Installation], object], str]] = {
    "no token": (lambda it: it.patch.delenv("TELEGRAM_BOT_TOKEN"), "TELEGRAM_BOT_TOKEN"),
    "a wrong value": (
        lambda it: it.set(MUSBOT_TURN_SECONDS="soon"),
        "MUSBOT_TURN_SECONDS: expected a number of seconds",
    ),
    "a file of settings that is no text": (
        lambda it: (it.folder / ".env").write_bytes(b"A=\xe1\n"),
        ".env: expected text in UTF-8 in line 1",
    ),
    "no folder for actas": (
        lambda it: it.set(DATABASE_URL="postgresql://mus@127.0.0.1:9/mus", MUSBOT_KEEP_DAYS="9"),
        "MUSBOT_ACTAS: expected a folder",
    ),
    "a folder that may not be made": (
        lambda it: it.set(DATABASE_URL="sqlite:////dev/null/mus"),
        "DATABASE_URL: expected a file that can be written (/dev/null: Not a directory)",
    ),
    "a folder that this user may not make": (
        forbid_new_folder,
        "/new: No such file or directory)",
    ),
    "a file that may not be written": (forbid(Path(FILE)), f"{FILE}: Permission denied)"),
    "a folder that may not be written": (forbid(Path()), ": Permission denied)"),
    "a file system without locks": (forbid_locks, "its file system keeps no locks"),
    "a port in use": (taken, "MUSBOT_HEALTH: expected an address of this machine and a free port, not 127"),
    "an address of another machine": (
        lambda it: it.set(MUSBOT_HEALTH="192.0.2.1:9100"),
        "a free port, not 192.0.2.1:9100 (Cannot assign requested address)",
    ),
    "a server that is away": (
        lambda it: it.set(DATABASE_URL="postgresql://mus@127.0.0.1:9/mus"),
        "127.0.0.1:9/mus: the database cannot be opened: PostgreSQL does not answer there",
    ),
    "players whose files are damaged": (damage_players, "expected a learnt table, but it is damaged"),
    "a newer schema": (
        lambda it: it.run_on("PRAGMA user_version = 99"),
        "schema 99: this musbot knows up to",
    ),
    "a negative version": (lambda it: it.damage("a negative version"), "schema -1: this musbot"),
    "damage": (lambda it: it.damage("truncated to half"), "the database is damaged"),
    "no database": (lambda it: it.damage("no database"), "the database is damaged (file is not a database)"),
    "a later format": (lambda it: it.damage("a later format"), "(file is not a database)"),
    "the events are missing": (lambda it: it.damage("the events are missing"), "events"),
    "folder": (become_folder, FILE),
    "commits that are lost": (lose_commits, "of 1000 that were made"),
    "a file that is gone": (delete, "is gone, with 1000 commits"),
}
"""The ways in which a start fails, and a part of the line with which it does."""
ELSEWHERE = {
    "a full disk": "test_doctor_setup.test_a_full_disk",
    "a rejected token": "test_doctor_setup.test_a_token_that_telegram_does_not_know",
    "a wrong password": "as a server that is away: both open the database first",
    "no such database": "likewise",
    "one of two hosts does not let it in": "likewise",
    "a takeover": "no fault of a start",
}
"""Failures of other tests that need another set-up."""


def keys_in(test: str, name: str) -> set[str]:
    """Returns the keys of a dictionary in another file of tests."""
    tree = ast.parse((Path(__file__).parents[1] / test).read_text("utf-8"))
    (found,) = (
        it.value
        for it in tree.body
        if isinstance(it, ast.Assign | ast.AnnAssign) and name in ast.unparse(it).split("=")[0]
    )
    assert isinstance(found, ast.Dict)
    return {ast.literal_eval(key) for key in found.keys if key is not None}


def test_every_failure_of_a_start_that_other_tests_know_is_tried_here() -> None:
    known = keys_in("deploy/test_deploy.py", "FAILURES") | keys_in("store/test_damage.py", "STARTS")
    assert known - {*WAYS} - {*ELSEWHERE} == set()


@pytest.fixture
def place(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Installation]:
    for name in [it for it in os.environ if it.startswith(("MUSBOT_", "TELEGRAM_", "DISCORD_"))]:
        monkeypatch.delenv(name)
    it = Installation(tmp_path, monkeypatch)
    it.set(
        MUSBOT_LANGUAGE="en",
        DATABASE_URL=f"sqlite:///{file}",
        NO_PROXY="*",
        TELEGRAM_BOT_TOKEN="110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0",
        TELEGRAM_API_URL="http://127.0.0.1:9",
    )
    monkeypatch.chdir(tmp_path)
    yield it
    if hasattr(it, "other"):
        it.other.close()


@pytest.mark.parametrize("way", WAYS)
def test_what_ends_a_start_is_said_by_the_doctor_too(
    place: Installation, capsys: pytest.CaptureFixture[str], way: str
) -> None:
    change, line = WAYS[way]
    change(place)
    assert main(["doctor"]) == FAILED
    told = capsys.readouterr()
    found = [it for it in (told.out + told.err).splitlines() if line in it]
    assert [it for it in found if not it.startswith("✓")], told.out
    assert main(["run"]) != OK
    assert line in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize("damage", DAMAGE)
async def test_a_file_that_ends_a_start_is_no_good_one_for_the_doctor(file: Path, damage: str) -> None:
    DAMAGE[damage](file)
    try:
        faults = sqlite_checkup.check(file).faults
    except MusError as error:
        faults = [str(error)]
    if not faults:
        assert await start(file.parent) == ""


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_copy_that_is_restored_can_be_started_or_nothing_is_changed(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: str
) -> None:
    copy, target = tmp_path / "copies" / "copy.sqlite", tmp_path / "new" / FILE
    copy.parent.mkdir()
    target.parent.mkdir()
    shutil.copy(file, copy)
    DAMAGE[damage](copy)
    target.write_bytes(file.read_bytes())
    target.chmod(0o600)
    before = target.read_bytes()
    status = main(["restore", str(copy), "--database", str(target), "--replace", "--damaged"])
    said = capsys.readouterr()
    if status == OK:
        assert "It can be started" in said.out
        assert asyncio.run(start(target.parent)) == ""
        assert sqlite_checkup.check(target, finished=True).left is None
    else:
        assert len(said.err.splitlines()) == 1
        assert target.read_bytes() == before
        assert [it.name for it in target.parent.iterdir() if it.name not in (FILE, f"{FILE}.lock")] == []


async def start(folder: Path) -> str:
    """Starts a bot on a database; returns the error with which that ends, "" for none."""
    fake = FakePlatform(FakeMessenger(Clock()))
    try:
        async with running({fake.name: fake}, fake.clock, folder) as process:
            joined = asyncio.create_task(fake.joined.wait())
            await asyncio.wait({joined, *process.running}, return_when=asyncio.FIRST_COMPLETED)
            joined.cancel()
            for task in process.running:
                if task.done():
                    task.result()
    except MusError as error:
        return str(error)
    return ""
