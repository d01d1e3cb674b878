"""The SQLite store: what is written stays, nothing is written twice, two never write at once."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from dataclasses import replace
from pathlib import Path

import pytest

from musbot.store import sqlite as sqlite_store
from musbot.store.codec import Stored, encode
from musbot.store.protocol import Conflict, Locked, Outline, Posted, Repeated, StoreError
from musbot.store.schema import MIGRATIONS
from musbot.store.sqlite import KEEP_KEYS_S, SLICE, SqliteStore, open_sqlite
from musbot.table.state import Occupant, SatDown


def keys(folder: Path) -> set[str]:
    """The deliveries that are recorded in a file."""
    with sqlite3.connect(folder / "mus.sqlite") as db:
        found = {key for (key,) in db.execute("SELECT key FROM seen")}
    db.close()
    return found


def event(number: int) -> Stored:
    return Stored("Said", 1, f'{{"n":{number}}}')


def sits(name: str, seat: int = 0) -> Stored:
    return encode(SatDown(seat, Occupant(name, f"test:{name.lower()}", "es")))


async def test_a_log_is_read_back_in_order(store: SqliteStore) -> None:
    await store.create("K7-a", "chat", [event(1)])
    await store.append("K7-a", 1, [event(2), event(3)])
    assert await store.log("K7-a") == [(1, event(1)), (2, event(2)), (3, event(3))]
    assert await store.log("nobody") == []


async def test_what_follows_the_events_that_one_knows_is_read_alone(store: SqliteStore) -> None:
    await store.create("K7-a", "chat", [event(1), event(2), event(3)])
    await store.create("B3-b", "chat", [event(1)])
    assert await store.since("K7-a", 1) == [(2, event(2)), (3, event(3))]
    assert await store.since("K7-a", 3) == []
    assert await store.ends(["K7-a", "B3-b", "nobody"]) == {"K7-a": 3, "B3-b": 1}


async def test_a_second_writer_at_the_same_place_is_refused_and_writes_nothing(store: SqliteStore) -> None:
    await store.create("K7-a", "chat", [event(1)])
    await store.append("K7-a", 1, [event(2)])
    with pytest.raises(Conflict):
        await store.append("K7-a", 1, [event(9)], key="other")
    assert await store.log("K7-a") == [(1, event(1)), (2, event(2))]
    await store.mark("other")


async def test_a_delivery_counts_once(store: SqliteStore) -> None:
    await store.create("K7-a", "chat", [event(1)], key="update 1")
    with pytest.raises(Repeated):
        await store.append("K7-a", 1, [event(2)], key="update 1")
    with pytest.raises(Repeated):
        await store.mark("update 1")
    assert await store.log("K7-a") == [(1, event(1))]


async def test_one_bad_write_in_a_batch_harms_no_other(store: SqliteStore) -> None:
    await store.create("K7-a", "chat", [event(1)])
    writes = [store.append("K7-a", 1, [event(2)], key=f"k{n}") for n in range(5)]
    writes += [store.create(f"T{n}-b", "chat", [event(n)]) for n in range(20)]
    results = await asyncio.gather(*writes, return_exceptions=True)
    assert sum(isinstance(result, Conflict) for result in results) == 4
    assert results.count(None) == 21
    assert [it.table for it in await store.unfinished()] == ["K7-a", *(f"T{n}-b" for n in range(20))]


async def test_finished_tables_are_found_by_chat_and_not_taken_up(store: SqliteStore) -> None:
    await store.create("A2-a", "chat", [Stored("Began", 1, "{}")])
    await store.create("B3-b", "chat", [event(1)])
    await store.create("C4-c", "chat", [event(1)])
    await store.append("A2-a", 1, [event(2)], over=True)
    await store.append("C4-c", 1, [event(2)], over=True)
    assert [it.table for it in await store.unfinished()] == ["B3-b"]
    assert await store.last_over("chat") == "A2-a", "the other was no more than a lobby"
    assert await store.last_over("elsewhere") is None
    await store.move("A2-a", "elsewhere")
    assert await store.last_over("elsewhere") == "A2-a"


async def test_what_chats_show_and_notes_are_kept_and_forgotten(store: SqliteStore) -> None:
    await store.create("K7-a", "chat", [event(1)])
    await store.record_shown("K7-a", Posted("chat", "hand.1", "17", "abc", 5.5, "3.1"))
    await store.record_shown("K7-a", Posted("chat", "lobby", "16", "abc"))
    await store.record_shown("K7-a", Posted("chat", "lobby", "", ""))
    assert await store.shown("K7-a") == [Posted("chat", "hand.1", "17", "abc", 5.5, "3.1")]
    await store.note("hold", "chat", "12.5")
    await store.note("closed", "ane", "1")
    await store.note("closed", "ane", "")
    assert await store.notes("hold") == {"chat": "12.5"}
    assert await store.notes("closed") == {}


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
    monkeypatch.setattr(sqlite_store, "_SLICE", sqlite_store._SLICE.replace(str(SLICE), "10"))
    now = 1_000_000.0
    store = await open_sqlite(tmp_path / "mus.sqlite", clock=lambda: now)
    await asyncio.gather(*(store.mark(f"old {n:03}") for n in range(95)))
    now += KEEP_KEYS_S + 1
    await store.mark("new")
    left: list[int] = []
    sweeping = asyncio.ensure_future(store.sweep())
    while not sweeping.done():
        await store.note("kind", "name", "value")
        left.append(len(keys(tmp_path)))
    assert left == sorted(left, reverse=True)
    assert len(set(left)) > 2
    assert keys(tmp_path) == {"new"}
    await store.close()


async def test_pauses_that_are_over_are_swept_and_others_are_kept(tmp_path: Path) -> None:
    now = 1_000_000.0
    store = await open_sqlite(tmp_path / "mus.sqlite", clock=lambda: now)
    await store.note("hold", "soon", str(now + 10))
    await store.note("hold", "late", str(now + 100))
    await store.note("open", "ane", "1")
    now += 11
    await store.sweep()
    assert await store.notes("hold") == {"late": "1000100.0"}
    assert await store.notes("open") == {"ane": "1"}
    await store.close()


async def test_what_is_forgotten_leaves_no_row_whatever_goes_with_it(
    store: SqliteStore, tmp_path: Path
) -> None:
    await store.create("K7-a", "chat", [event(1)])
    chosen = ("1", "", "2", "")
    await asyncio.gather(*(store.note("closed", "ane", value) for value in chosen))
    await asyncio.gather(*(store.note("closed", "eva", value) for value in (*chosen, "3")))
    await asyncio.gather(*(store.record_shown("K7-a", Posted("chat", "lobby", it, "")) for it in chosen))
    assert await store.notes("closed") == {"eva": "3"}
    with sqlite3.connect(tmp_path / "mus.sqlite") as db:
        assert db.execute("SELECT count(*) FROM notes").fetchone() == (1,)
        assert db.execute("SELECT count(*) FROM shown").fetchone() == (0,)
    db.close()


async def test_everything_is_there_after_it_is_opened_again(tmp_path: Path) -> None:
    store = await open_sqlite(tmp_path / "mus.sqlite")
    await store.create("K7-a", "chat", [event(1)], key="k")
    await store.close()
    store = await open_sqlite(tmp_path / "mus.sqlite")
    assert await store.log("K7-a") == [(1, event(1))]
    with pytest.raises(Repeated):
        await store.mark("k")
    await store.close()
    with pytest.raises(StoreError):
        await store.mark("after the end")


async def test_a_second_process_is_refused(store: SqliteStore, tmp_path: Path) -> None:
    with pytest.raises(Locked, match="the only one"):
        await open_sqlite(tmp_path / "mus.sqlite")


async def test_a_database_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "mus.sqlite"
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(StoreError, match="knows up to"):
        await open_sqlite(path)


async def test_a_file_that_is_no_database_gives_a_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "mus.sqlite"
    path.write_bytes(b"not a database at all, by any means" * 100)
    with pytest.raises(StoreError, match=r"mus\.sqlite"):
        await open_sqlite(path)
    path.unlink()
    await (await open_sqlite(path)).close()  # the lock was let go


async def test_the_last_table_of_a_person_is_found_in_whatever_chat(store: SqliteStore) -> None:
    began = Stored("Began", 1, "{}")
    for number, (table, person) in enumerate([("A2-a", "ane"), ("B3-b", "ane"), ("C4-c", "eva")]):
        sat = Stored("SatDown", 1, f'{{"seat":0,"who":{{"name":"?","person":"{person}"}}}}')
        await store.create(table, f"chat {number}", [event(1), sat])
    for table in ("B3-b", "A2-a", "C4-c"):
        await store.append(table, 2, [began] if table != "C4-c" else [event(2)], over=True)
        await asyncio.sleep(0.01)
    assert await store.last_over_of("ane") == "A2-a"
    assert await store.last_over_of("eva") is None, "it was no more than a lobby"
    assert await store.last_over_of("nobody") is None


async def test_who_sat_at_a_table_is_found_without_reading_every_log(tmp_path: Path) -> None:
    store = await open_sqlite(tmp_path / "mus.sqlite")
    try:
        await store.create("A2-a", "chat", [Stored("SatDown", 1, "{damaged")])
        plan = await store._read(
            f"EXPLAIN QUERY PLAN {sqlite_store._LAST_OF}", ("ane",), (int, int, int, str)
        )
    finally:
        await store.close()
    assert any("USING INDEX events_by_name" in row[-1] for row in plan), plan


async def test_what_is_known_of_a_table_without_its_log_is_written_with_it(store: SqliteStore) -> None:
    await store.create("A2-a", "chat", [sits("Ane")], outline=Outline(("test:ane",), 900))
    await store.create("B3-b", "chat", [event(1)])
    await store.append("A2-a", 1, [sits("Beñat")], outline=Outline(("test:ane", "test:beñat"), 0))
    await store.append("A2-a", 2, [event(3)])
    known = {it.table: (it.chat, it.outline) for it in await store.unfinished()}
    assert known == {"A2-a": ("chat", Outline(("test:ane", "test:beñat"), 0)), "B3-b": ("chat", Outline())}


async def test_a_table_is_behind_until_its_last_event_has_been_shown(store: SqliteStore) -> None:
    await store.create("A2-a", "chat", [event(1), event(2)])
    board = Posted("chat", "lobby", "5", "d", at=10, seq=1)
    await store.record_shown("A2-a", board)
    assert [it.behind for it in await store.unfinished()] == [True]
    await store.record_shown("A2-a", replace(board, seq=2))
    assert [it.behind for it in await store.unfinished()] == [False]
    assert await store.written_since(9) == {"chat": 10}
    assert await store.written_since(10) == {}


async def test_the_end_of_a_table_is_untold_until_it_has_been_shown(store: SqliteStore) -> None:
    for name, kind in (("A2-a", "Began"), ("B3-b", "SatDown")):
        await store.create(name, "chat", [Stored(kind, 1, "{}")])
        await store.append(name, 1, [event(2)], over=True)
    assert await store.untold(0) == ["A2-a", "B3-b"]
    assert await store.untold(time.time() + 60) == []
    await store.record_shown("A2-a", Posted("chat", "hand.1", "4", "d", seq=2))
    await store.record_shown("B3-b", Posted("chat", "lobby", "5", "d", seq=2))
    assert await store.untold(0) == ["A2-a"], "the count of a last hand is not its end"
    await store.record_shown("A2-a", Posted("chat", "end", "6", "d", seq=2))
    assert await store.untold(0) == []
