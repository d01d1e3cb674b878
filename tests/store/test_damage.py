"""Whatever has happened to the database file: one line, never a traceback, never a bot that hangs."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from musbot.cli.main import FAILED, LASTING, main
from musbot.game.errors import MusError
from musbot.store.file import BESIDE
from musbot.store.protocol import DatabaseLost, StoreError, TablesGone
from musbot.store.sqlite import COUNT_S, SqliteStore, open_sqlite
from musbot.table.events import ChatId
from musbot.testing import Clock, FakeMessenger, FakePlatform, running
from tests.support.damage import DAMAGE, FILE, PAGE, flipped, killed, made, overwritten, shuffled, zeroed

pytestmark = pytest.mark.usefixtures("english")


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database of two tables, as a bot leaves it; beside it one as a killed bot does."""
    folder = tmp_path_factory.mktemp("left")
    asyncio.run(made(folder))
    return folder


async def ends(folder: Path) -> str:
    """Plays on a database as well as it goes; returns with what line the bot ends, "" for none."""
    fake = FakePlatform(FakeMessenger(Clock()))
    try:
        async with running({fake.name: fake}, fake.clock, folder) as process:
            played: asyncio.Task[None] = asyncio.create_task(play(fake))
            ends: set[asyncio.Future[Any]] = {played, process.manager.writer.failed, *process.running}
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            if played.done():
                played.result()
            played.cancel()
    except MusError as error:
        return str(error)
    return ""


async def play(fake: FakePlatform) -> None:
    """Does a bit of all that reads or writes."""
    await fake.joined.wait()
    ane = fake.person("Ane")
    for command in ("mus vitoria", "mesa", "acta", "cartas"):
        await fake.command(ane, command)
        await fake.command(ane, command, ane.id)
    for _, button in fake.messenger.buttons(fake.chat):
        await fake.press_data(ane, button.data)
    await fake.say(ane, "no mus")
    await fake.wait(120)


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
async def test_a_damaged_file_ends_in_one_line_or_is_played_on(
    left: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: Callable[[Path], object]
) -> None:
    shutil.copy(left / FILE, tmp_path / FILE)
    damage(tmp_path / FILE)
    line = await asyncio.wait_for(ends(tmp_path), 30)
    assert "\n" not in line
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


@pytest.mark.parametrize("end", ["-wal", "-shm"])
@pytest.mark.parametrize("seed", range(4))
async def test_what_a_killed_bot_left_beside_the_file_may_be_damaged_too(
    left: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture, end: str, seed: int
) -> None:
    for file in killed(left).glob(f"{FILE}*"):
        shutil.copy(file, tmp_path)
    beside = tmp_path / f"{FILE}{end}"
    (zeroed, flipped, shuffled, flipped)[seed](beside, seed)
    assert "\n" not in await asyncio.wait_for(ends(tmp_path), 30)
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


STARTS = {
    "no database": "the database is damaged (file is not a database): musbot doctor --database ",
    "a later format": "the database is damaged (file is not a database)",
    "the events are missing": "SQLite: no such table: events",
    "folder": f"{FILE}: Is a directory)",
}


@pytest.mark.parametrize("damage", STARTS)
def test_a_start_on_a_damaged_file_is_one_line_and_no_restart_follows(
    left: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    damage: str,
) -> None:
    file = tmp_path / FILE
    if damage == "folder":
        file.mkdir()
    else:
        shutil.copy(left / FILE, file)
        DAMAGE[damage](file)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{file}")
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0")
    monkeypatch.chdir(tmp_path)
    assert main(["run"]) == LASTING
    line = capsys.readouterr().err.splitlines()[-1]
    assert STARTS[damage] in line


async def test_a_page_that_goes_bad_while_the_bot_runs_ends_it(left: Path, tmp_path: Path) -> None:
    shutil.copy(left / FILE, tmp_path / FILE)
    store = await open_sqlite(tmp_path / FILE)
    overwritten(tmp_path / FILE, PAGE, b"x" * ((tmp_path / FILE).stat().st_size - PAGE))
    with pytest.raises(DatabaseLost, match=r"the database is damaged .*: musbot doctor --database /.* says"):
        await store.list_unfinished()
    assert "damaged" in str(store.lost.result())
    with pytest.raises(DatabaseLost):
        await store.mark("key")
    await store.close()


# ---- deleted, replaced -----------------------------------------------------------------------------------


def moved(file: Path) -> None:
    file.rename(file.with_name("elsewhere"))


def replaced(file: Path) -> None:
    shutil.copy(file, file.with_name("copy"))
    file.with_name("copy").rename(file)


def without_log(file: Path) -> None:
    file.with_name(f"{file.name}-wal").unlink()


@pytest.mark.parametrize("done", [Path.unlink, moved, replaced, without_log])
async def test_a_file_that_is_deleted_or_replaced_ends_the_bot_with_the_next_write(
    left: Path, tmp_path: Path, done: Callable[[Path], object]
) -> None:
    shutil.copy(left / FILE, tmp_path / FILE)
    with pytest.raises(TablesGone, match="was deleted or replaced while musbot ran"):
        await until_lost(tmp_path, done)


async def test_the_end_of_the_task_that_writes_ends_the_bot_with_one_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(StoreError, match="cannot be written: its writer has ended"):
        await until_writer_ends(tmp_path)
    ended = [it.getMessage() for it in caplog.records if "writer" in it.getMessage()]
    assert ended == ["the writer of the database has ended"]


async def until_writer_ends(folder: Path) -> None:
    """Plays, ends the task that writes, and waits for the end of the bot."""
    fake = FakePlatform(FakeMessenger(Clock()))
    async with running({fake.name: fake}, fake.clock, folder) as process:
        await fake.joined.wait()
        store = process.manager.store
        assert isinstance(store, SqliteStore)
        store._writer._task.cancel()
        await process.wait_until_ended(asyncio.get_running_loop().create_future())


async def until_lost(folder: Path, done: Callable[[Path], object]) -> None:
    """Plays, does something to the file, and waits for the end of the bot."""
    fake = FakePlatform(FakeMessenger(Clock()))
    async with running({fake.name: fake}, fake.clock, folder) as process:
        await fake.joined.wait()
        await fake.command(fake.person("Ane"), "mus vitoria", ChatId("fake:otra"))
        assert not process.manager.writer.failed.done()
        before = len(process.manager.tables.in_memory())
        done(folder / FILE)
        await fake.command(fake.person("Eva"), "mus vitoria", ChatId("fake:mas"))
        assert len(process.manager.tables.in_memory()) == before
        await process.wait_until_ended(asyncio.get_running_loop().create_future())


# ---- who may read it -------------------------------------------------------------------------------------


def modes(folder: Path) -> set[tuple[str, str]]:
    return {(file.name, oct(file.stat().st_mode & 0o777)) for file in folder.iterdir()}


FILES = {(f"{FILE}{end}", "0o600") for end in BESIDE}


async def test_nobody_but_its_owner_can_read_what_is_made(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        store = await open_sqlite(tmp_path / "new" / FILE)
        await store.mark("key")
        assert modes(tmp_path / "new") == FILES
        assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
        await store.close()
    finally:
        os.umask(before)


async def test_a_file_that_others_could_read_is_closed_to_them_with_a_line(
    left: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for file in killed(left).glob(f"{FILE}*"):
        shutil.copy(file, tmp_path)
        (tmp_path / file.name).chmod(0o644)
    store = await open_sqlite(tmp_path / FILE)
    assert modes(tmp_path) == FILES
    await store.close()
    assert f"{tmp_path / FILE} could be read by others: from now on by its owner alone" in caplog.messages


# ---- commits that are missing ----------------------------------------------------------------------------


async def written(file: Path, many: int) -> None:
    """Makes commits, counts them as is done every ten seconds, and is killed."""
    timers = Clock()
    store = await open_sqlite(file, timers=timers)
    for number in range(many):
        await store.mark(f"{many}-{number}")
    timers.advance(COUNT_S)
    await store._background.finish()
    for end in ("", "-wal"):
        shutil.copyfile(f"{file}{end}", f"{file}{end}.killed")
    await store.close()
    for end in ("", "-wal"):
        os.replace(f"{file}{end}.killed", f"{file}{end}")


@pytest.mark.parametrize("how", ["the log is missing", "an older file"])
async def test_a_database_without_commits_that_were_made_is_not_played_on_unknowingly(
    tmp_path: Path, how: str
) -> None:
    file, older = tmp_path / FILE, tmp_path / "older"
    await written(file, 3)
    if how == "an older file":
        await (await open_sqlite(file)).close()
        shutil.copyfile(file, older)
        await written(file, 5)
        older.replace(file)
    file.with_name(f"{FILE}-wal").unlink(missing_ok=True)
    with pytest.raises(StoreError, match=r"commits of \d+ that were made: its mus.sqlite-wal is missing"):
        await open_sqlite(file)
    file.with_name(f"{FILE}-commits").unlink()  # by who has put an older one there
    await (await open_sqlite(file)).close()


GONE = "mus.sqlite is gone, with 3 commits that were made: put a copy back, then start it again; for an empty"
LESS = (
    "mus.sqlite has 0 commits of 3 that were made: its mus.sqlite-wal is missing, or an older file took its"
)


@pytest.mark.parametrize(
    ("left_there", "line"), [("nothing", GONE), ("an empty file", GONE), ("tables", LESS)]
)
def test_a_deleted_file_is_not_made_again_and_nothing_takes_its_successor_for_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    left_there: str,
    line: str,
) -> None:
    file = tmp_path / FILE
    asyncio.run(written(file, 3))
    for end in ("", "-wal", "-shm"):
        file.with_name(f"{FILE}{end}").unlink(missing_ok=True)
    if left_there == "an empty file":
        file.touch()
    elif left_there == "tables":
        asyncio.run(written(tmp_path / "other.sqlite", 0))
        (tmp_path / "other.sqlite").rename(file)
    size = file.stat().st_size if file.exists() else None
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{file}")
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0")
    monkeypatch.chdir(tmp_path)
    assert main(["run"]) == LASTING
    assert line in capsys.readouterr().err
    assert (file.stat().st_size if file.exists() else None) == size
    for command in (["backup", "copy.sqlite"], ["tables"], ["doctor", "--database", str(file)]):
        assert main(command) == FAILED
        told = "".join(capsys.readouterr())
        assert "commits of 3" in told or "3 commits" in told or "found an empty file" in told, told
    assert not (tmp_path / "copy.sqlite").exists()


async def test_after_a_kill_all_that_was_committed_is_found(tmp_path: Path) -> None:
    await written(tmp_path / FILE, 3)
    await (await open_sqlite(tmp_path / FILE)).close()


async def test_the_number_of_commits_is_written_only_if_it_has_changed(tmp_path: Path) -> None:
    timers, beside = Clock(), tmp_path / f"{FILE}-commits"
    store = await open_sqlite(tmp_path / FILE, timers=timers)
    seen = [(beside.stat().st_ino, beside.read_text())]
    for done in ("nothing", "a commit", "nonsense in the file"):
        if done == "a commit":
            await store.mark("a commit")
        if done == "nonsense in the file":
            beside.write_text("nonsense")
        timers.advance(COUNT_S)
        await store._background.finish()
        seen.append((beside.stat().st_ino, beside.read_text()))
    await store.close()
    opened, idle, counted, mended = seen
    assert idle == opened
    assert counted[0] != opened[0]
    assert int(counted[1]) == int(opened[1]) + 1
    assert mended[1] == counted[1]


async def test_a_file_that_is_written_over_while_musbot_runs_ends_it_in_a_line(tmp_path: Path) -> None:
    file, other, timers = tmp_path / FILE, tmp_path / "other.sqlite", Clock()
    await (await open_sqlite(other)).close()
    store = await open_sqlite(file, timers=timers)
    for number in range(5):
        await store.mark(str(number))
    await store.sweep()  # all of it is in the file, nothing in its log
    file.write_bytes(other.read_bytes())
    timers.advance(COUNT_S)
    await store._background.finish()
    assert "written over while musbot ran" in str(store.lost.result())
    with pytest.raises(StoreError):
        await store.mark("later")
    await store.close()
