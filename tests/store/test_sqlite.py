"""The SQLite store: what is written stays, nothing is written twice, two never write at once."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from musbot.service.choices.kept import Fact
from musbot.store.codec import Stored
from musbot.store.protocol import DatabaseLocked, Posted, StoreError
from musbot.store.queries import LAST_OVER_OF, Query
from musbot.store.sqlite import SqliteStore, open_sqlite
from musbot.store.store import KEEP_KEYS_S
from musbot.table.events import ChatId, MessageId
from tests.support.stores import event


def keys(folder: Path) -> set[str]:
    """The deliveries that are recorded in a file."""
    with sqlite3.connect(folder / "mus.sqlite") as db:
        found = {key for (key,) in db.execute("SELECT key FROM seen")}
    db.close()
    return found


async def test_old_deliveries_are_forgotten_after_48_hours(tmp_path: Path) -> None:
    now = 1_000_000.0
    store = await open_sqlite(tmp_path / "mus.sqlite", clock=lambda: now)
    for n in range(25):
        await store.mark(f"old {n}")
        now += KEEP_KEYS_S / 20
    await store.sweep()
    assert keys(tmp_path) == {f"old {n}" for n in range(5, 25)}
    now += KEEP_KEYS_S + 1
    await store.sweep()
    assert keys(tmp_path) == set()
    await store.close()


async def test_deliveries_are_swept_in_slices_between_which_others_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("musbot.store.store.SLICE", 10)
    now = 1_000_000.0
    store = await open_sqlite(tmp_path / "mus.sqlite", clock=lambda: now)
    await asyncio.gather(*(store.mark(f"old {n:03}") for n in range(95)))
    now += KEEP_KEYS_S + 1
    await store.mark("new")
    left: list[int] = []
    sweeping = asyncio.ensure_future(store.sweep())
    while not sweeping.done():
        await store.store_note(Fact.OPEN, "name", "value")
        left.append(len(keys(tmp_path)))
    assert left == sorted(left, reverse=True)
    assert len(set(left)) > 2
    assert keys(tmp_path) == {"new"}
    await store.close()


async def test_what_is_forgotten_leaves_no_row_whatever_goes_with_it(
    store: SqliteStore, tmp_path: Path
) -> None:
    await store.create("K7-a", ChatId("chat"), [event(1)])
    chosen = ("1", "", "2", "")
    await asyncio.gather(*(store.store_note(Fact.CLOSED, "ane", value) for value in chosen))
    await asyncio.gather(*(store.store_note(Fact.CLOSED, "eva", value) for value in (*chosen, "3")))
    await asyncio.gather(
        *(store.record_shown("K7-a", Posted(ChatId("chat"), "lobby", MessageId(it), "")) for it in chosen)
    )
    assert await store.load_notes(Fact.CLOSED) == {"eva": "3"}
    with sqlite3.connect(tmp_path / "mus.sqlite") as db:
        assert db.execute("SELECT count(*) FROM notes").fetchone() == (1,)
        assert db.execute("SELECT count(*) FROM shown").fetchone() == (0,)
    db.close()


async def test_a_second_process_is_refused_by_whatever_name_it_comes(
    store: SqliteStore, tmp_path: Path
) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "mus.sqlite")
    for name in ("mus.sqlite", "link"):
        with pytest.raises(DatabaseLocked, match="set another DATABASE_URL"):
            await open_sqlite(tmp_path / name)


async def test_the_file_of_another_program_is_left_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "places.sqlite"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE bookmarks (url TEXT)")
    db.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="found another program's"):
        await open_sqlite(path)
    assert path.read_bytes() == before


async def test_a_file_that_is_no_database_gives_a_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "mus.sqlite"
    path.write_bytes(b"not a database at all, by any means" * 100)
    with pytest.raises(StoreError, match=r"mus\.sqlite"):
        await open_sqlite(path)
    path.unlink()
    await (await open_sqlite(path)).close()  # the lock was let go


async def test_who_sat_at_a_table_is_found_without_reading_every_log(tmp_path: Path) -> None:
    store = await open_sqlite(tmp_path / "mus.sqlite")
    try:
        await store.create("A2-a", ChatId("chat"), [Stored("SatDown", 1, "{damaged")])
        explained = Query(f"EXPLAIN QUERY PLAN {LAST_OVER_OF.sql}", (int, int, int, str))
        plan = await store._fetch_rows(explained, person="ane")
    finally:
        await store.close()
    assert any("USING INDEX events_by_name" in row[-1] for row in plan), plan
