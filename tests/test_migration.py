"""A database of an earlier version is brought up to date once, and its tables are played on."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from musbot.game.engine import awaited, offers
from musbot.game.state import State
from musbot.narrator import Narrator
from musbot.service.actas import proven
from musbot.store.people import TELLS
from musbot.store.refold import refold
from musbot.store.schema import MIGRATIONS
from musbot.store.sqlite import open_sqlite
from musbot.table.state import Table
from musbot.testing import Clock
from tests.at_table import played
from tests.test_tables import a_manager

FOLDER = Path(__file__).parent / "databases"
TOLD: dict[str, dict[str, Any]] = json.loads((FOLDER / "database-1.json").read_text("utf-8"))
"""What version 1 said of each of its tables."""


def database_1(folder: Path, *damage: str) -> Path:
    """Returns a database file that version 1 has left, with some statements run on it."""
    file = folder / "mus.sqlite"
    with sqlite3.connect(file) as db:
        db.executescript((FOLDER / "database-1.sql").read_text("utf-8"))
        for statement in damage:
            db.execute(statement)
    db.close()
    return file


async def tables(file: Path) -> dict[str, Table]:
    """Returns every table of a file, folded."""
    store = await open_sqlite(file)
    try:
        found = {name: refold(name, await store.log(name)) for name in TOLD}
    finally:
        await store.close()  # else its threads keep a failed test from ending
    return {name: table for name, table in found.items() if table is not None}


def told(table: Table) -> dict[str, Any]:
    """Returns what version 1 said of a table, as this one says it."""
    mesa = table.mesa
    assert isinstance(mesa, State)
    return {
        "rules": table.rules.name,
        "question": table.question,
        "hand": mesa.hand,
        "piedras": list(mesa.piedras),
        "juegos": list(mesa.juegos),
        "vacas": list(mesa.vacas),
        "fase": mesa.fase.value,
        "turno": list(awaited(mesa)),
        "cards": [[str(card) for card in hand] for hand in mesa.cards],
        "offers": [[offer.voz.value for offer in offers(mesa, seat)] for seat in range(mesa.seats)],
        "over": table.over,
    }


async def test_every_table_of_version_1_stands_as_it_stood_its_buttons_too(tmp_path: Path):
    stand = await tables(database_1(tmp_path))
    assert stand.keys() == TOLD.keys()
    for name, table in stand.items():
        assert told(table) == {what: it for what, it in TOLD[name].items() if what != "events"}


async def test_every_table_of_version_1_is_played_on_to_its_end(tmp_path: Path):
    for seed, table in enumerate((await tables(database_1(tmp_path))).values()):
        *_, (last, _) = [(table, ()), *played(table, seed, most=20_000)]
        assert last.over


async def test_what_version_1_has_dealt_is_verified_and_nobody_is_said_to_have_cut(tmp_path: Path):
    store = await open_sqlite(database_1(tmp_path))
    manager = a_manager(store, Clock())
    table = refold("C4-abcdef", await store.log("C4-abcdef"))
    assert table is not None
    proof = await proven(manager, table)
    await store.close()
    assert (proof.cut, proof.broken, proof.drawn) == (0, (), True)
    assert "Se cortó" not in Narrator("es").proof(proof).text


async def test_a_database_is_brought_up_to_date_just_once(tmp_path: Path):
    file = database_1(tmp_path)
    before = await tables(file)
    assert await tables(file) == before
    with sqlite3.connect(file) as db:
        assert db.execute("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS)
        longer = dict(db.execute("SELECT table_id, max(seq) FROM events GROUP BY table_id"))
    db.close()
    assert all(longer[name] > row["events"] for name, row in TOLD.items() if row["hand"])


def tells(row: tuple[bytes, ...]) -> bool:
    """Whether an event names somebody, whose name is kept apart now."""
    return row[3].decode() in TELLS


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE events SET body = 'x' WHERE table_id = 'B3-abcdef' AND seq = 20",
        "UPDATE events SET kind = 'Sung' WHERE table_id = 'B3-abcdef' AND seq = 20",
        "UPDATE events SET body = CAST(x'ff' || body AS TEXT) WHERE table_id = 'B3-abcdef' AND seq = 20",
        "UPDATE events SET body = replace(hex(zeroblob(50000)), '0', '[')"
        " WHERE table_id = 'B3-abcdef' AND seq = 20",
        "DELETE FROM events WHERE table_id = 'B3-abcdef' AND kind = 'Declared'",
        "DELETE FROM events WHERE table_id = 'B3-abcdef' AND seq = 3",
        "UPDATE events SET body = replace(body, '\"piedras\":1', '\"piedras\":9')"
        " WHERE table_id = 'B3-abcdef' AND kind = 'Paid'",
    ],
    ids=["garbage", "unknown kind", "no text", "no end", "no decision", "gap", "forged payment"],
)
async def test_a_log_that_cannot_be_followed_is_left_as_it_was_and_the_rest_is_not(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: str
):
    file = database_1(tmp_path, damage)
    select = "SELECT * FROM events WHERE table_id = 'B3-abcdef' ORDER BY seq"
    with sqlite3.connect(file) as db:
        db.text_factory = bytes
        before = db.execute(select).fetchall()
    await (await open_sqlite(file)).close()
    assert "table B3-abcdef: event " in caplog.text
    with sqlite3.connect(file) as db:
        db.text_factory = bytes
        left = db.execute(select).fetchall()
        assert [row for row in left if not tells(row)] == [row for row in before if not tells(row)]
        assert [row[:5] for row in left] == [row[:5] for row in before]
        (longer,) = db.execute("SELECT max(seq) FROM events WHERE table_id = 'A2-abcdef'").fetchone()
    db.close()
    assert longer > TOLD["A2-abcdef"]["events"]


async def test_a_kill_in_the_middle_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    file = database_1(tmp_path)

    def killed(*_: object) -> None:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr("musbot.store.schema.upgraded", killed)
        with pytest.raises(MemoryError):
            await open_sqlite(file)
    assert told((await tables(file))["A2-abcdef"])["question"] == TOLD["A2-abcdef"]["question"]


def test_what_version_1_wrote_is_what_is_tried():
    assert {row["rules"] for row in TOLD.values()} >= {
        "parejas",
        "trios",
        "individual",
        "tres-mus",
        "frances",
    }
    assert {row["fase"] for row in TOLD.values()} >= {
        "grande",
        "chica",
        "pares",
        "juego",
        "punto",
        "descarte",
    }
