"""Ways to damage a database file, and one that was played in."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from musbot.store.file import restrict_to_owner
from musbot.table.events import ChatId
from musbot.testing import playing
from tests.support.partidas import seated

FILE = "mus.sqlite"
PAGE = 4096


def killed(folder: Path) -> Path:
    """Where it lies as a killed bot has left it."""
    return folder.with_name(f"{folder.name} killed")


async def made(folder: Path) -> None:
    """Plays a while."""
    async with playing(folder) as fake:
        await seated(fake)
        await fake.command(fake.person("Eva"), "mus parejas", ChatId("fake:otra"))
        for word in ("no mus", "paso", "paso", "paso", "paso", "mus"):
            await fake.say(fake.person("Ane"), word)
        shutil.copytree(folder, killed(folder))


def overwritten(file: Path, at: int, by: bytes) -> None:
    with file.open("r+b") as opened:
        opened.seek(at)
        opened.write(by)


def run_on(*statements: str) -> Callable[[Path], None]:
    def damage(file: Path) -> None:
        with sqlite3.connect(file) as db:
            db.execute("PRAGMA writable_schema = ON")
            for statement in statements:
                db.execute(statement)
        db.close()

    return damage


def zeroed(file: Path, seed: int) -> None:
    page = random.Random(seed).randrange(1, file.stat().st_size // PAGE)
    overwritten(file, page * PAGE, bytes(PAGE))


def flipped(file: Path, seed: int) -> None:
    rng = random.Random(seed)
    content = bytearray(file.read_bytes())
    for _ in range(40):
        content[rng.randrange(100, len(content))] ^= 1 << rng.randrange(8)
    file.write_bytes(content)


def shuffled(file: Path, seed: int) -> None:
    rng, content = random.Random(seed), file.read_bytes()
    pages = [content[at : at + PAGE] for at in range(PAGE, len(content), PAGE)]
    rng.shuffle(pages)
    file.write_bytes(content[:PAGE] + b"".join(pages))


DAMAGE: dict[str, Callable[[Path], object]] = {
    "truncated to half": lambda file: os.truncate(file, file.stat().st_size // 2),
    "truncated in a page": lambda file: os.truncate(file, 5 * PAGE + 17),
    "truncated to the header": lambda file: os.truncate(file, 100),
    "a single byte": lambda file: os.truncate(file, 1),
    "header overwritten": lambda file: overwritten(file, 0, b"x" * 100),
    "page size of nothing": lambda file: overwritten(file, 16, b"\0\0"),
    "a later format": lambda file: overwritten(file, 18, b"\x09\x09"),
    "another encoding": lambda file: overwritten(file, 56, b"\0\0\0\x02"),
    "first page without tables": lambda file: overwritten(file, 100, bytes(PAGE - 100)),
    "no database": lambda file: file.write_text("no database at all\n" * 1000),
    "garbage": lambda file: file.write_bytes(random.Random(1).randbytes(50_000)),
    "a table is missing": run_on("DROP TABLE seen"),
    "the events are missing": run_on("DROP TABLE events"),
    "a column is missing": run_on("ALTER TABLE shown DROP COLUMN moment"),
    "a schema that is none": run_on("UPDATE sqlite_master SET sql = 'CREATE NONSENSE' WHERE name = 'notes'"),
    "roots exchanged": run_on(
        "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = 'notes')"
        " WHERE name = 'events'"
    ),
    "an index of another table": run_on(
        "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = 'notes')"
        " WHERE name = 'tables_by_chat'"
    ),
    "a negative version": run_on("PRAGMA user_version = -1"),
    "a pause that is no number": run_on(
        "INSERT INTO noted VALUES (99, NULL, 'fake:sala')", "INSERT INTO notes VALUES ('hold', 99, 'soon')"
    ),
    "seen by nobody who can be read": run_on("UPDATE shown SET moment = 'x 1 y'"),
    **{f"page zeroed {n}": partial(zeroed, seed=n) for n in range(16)},
    **{f"bits flipped {n}": partial(flipped, seed=n) for n in range(16)},
    **{f"pages shuffled {n}": partial(shuffled, seed=n) for n in range(4)},
}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database of two tables, one in play."""
    folder = tmp_path_factory.mktemp("played")
    asyncio.run(made(folder))
    return folder


@pytest.fixture
def file(played: Path, tmp_path: Path) -> Path:
    shutil.copy(played / FILE, tmp_path)
    restrict_to_owner(tmp_path / FILE)
    return tmp_path / FILE
