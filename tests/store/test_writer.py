"""The writer under a database that does not obey: what waits, who fails, and that what is told is true."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from musbot.service.tables.repository import MOST_FAILURES, NotSaved
from musbot.store.codec import Stored
from musbot.store.connection import Connection, Found, connect_threaded
from musbot.store.hanging import HANG_S, DatabaseCall
from musbot.store.protocol import Conflict, DatabaseBusy, DuplicateDelivery, StoreError
from musbot.store.sqlite import SqliteStore, open_sqlite
from musbot.store.writer import DEADLINE_S, PAUSE_S
from musbot.table.events import ChatId
from musbot.testing import Clock
from tests.support.tables import a_manager, now, opened, say, speaker, taken_up

SAID = Stored("Said", 1, "{}")


@dataclass
class Watched:
    """A connection that counts what it is given, and does it only while it is let."""

    real: Connection
    done: int = 0
    free: asyncio.Event = field(default_factory=asyncio.Event)
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    refused: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self, work: Callable[[sqlite3.Connection], Found]) -> Found:
        self.done += 1
        self.begun.set()
        await self.free.wait()
        try:
            return await self.real.run(work)
        except sqlite3.Error:
            self.refused.set()
            raise

    def forget(self) -> None:
        """Counts from now on."""
        self.done = 0
        self.begun.clear()
        self.refused.clear()

    async def close(self) -> None:
        await self.real.close()


@asynccontextmanager
async def watched(folder: Path, timers: Clock) -> AsyncIterator[tuple[SqliteStore, Watched]]:
    """A store with one table, K7, and the connection by which it writes."""
    connections: list[Watched] = []

    async def connect(*arguments: Any, **options: Any) -> Connection:
        connections.append(Watched(await connect_threaded(*arguments, **options)))
        connections[-1].free.set()
        return connections[-1]

    store = await open_sqlite(folder / "mus.sqlite", connect=connect, timers=timers)
    try:
        await store.create("K7", ChatId("chat"), [SAID])
        connections[0].forget()
        yield store, connections[0]
    finally:
        connections[0].free.set()
        await store.close()


def wanted(writes: list[Coroutine[Any, Any, None]]) -> Awaitable[list[BaseException | None]]:
    """Begins to write; what comes of it."""
    return asyncio.gather(*map(asyncio.ensure_future, writes), return_exceptions=True)


async def test_a_database_that_another_holds_tells_all_who_wait_at_once(
    tmp_path: Path, timers: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    async with watched(tmp_path, timers) as (store, connection):
        other = sqlite3.connect(tmp_path / "mus.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        writes = wanted([store.append("K7", n, [SAID]) for n in range(1, 251)])
        await connection.begun.wait()
        timers.advance(DEADLINE_S)
        assert {type(error) for error in await writes} == {DatabaseBusy}
        other.rollback()
        other.close()
        timers.advance(PAUSE_S)
        await store.append("K7", 1, [SAID])
        assert len(await store.load_log("K7")) == 2, "what was told as not saved is not"
    assert [record.getMessage() for record in caplog.records if record.levelname == "WARNING"] == [
        "another program holds the database: each write waits 3 s at most"
    ]


async def test_what_waits_for_a_database_that_another_holds_is_written_once_it_is_free(
    tmp_path: Path, timers: Clock
) -> None:
    async with watched(tmp_path, timers) as (store, connection):
        other = sqlite3.connect(tmp_path / "mus.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        first = wanted([store.append("K7", 1, [SAID])])
        await connection.refused.wait()
        second = wanted([store.append("K7", 2, [SAID])])
        other.rollback()
        other.close()
        assert timers.advance(PAUSE_S)
        assert [*await first, *await second] == [None, None]
        assert connection.done == 2, "what had come meanwhile went with it"


async def test_a_write_that_is_under_way_at_its_deadline_is_told_as_it_ends(
    tmp_path: Path, timers: Clock
) -> None:
    async with watched(tmp_path, timers) as (store, connection):
        connection.free.clear()
        under_way = wanted([store.append("K7", 1, [SAID])])
        await connection.begun.wait()
        behind = wanted([store.append("K7", 2, [SAID])])
        await asyncio.sleep(0)
        timers.advance(DEADLINE_S)
        assert [type(error) for error in await behind] == [DatabaseBusy]
        connection.free.set()
        assert await under_way == [None]
        assert [seq for seq, _ in await store.load_log("K7")] == [1, 2]


async def test_a_full_disk_fails_all_that_wait_with_one_try(tmp_path: Path, timers: Clock) -> None:
    async with watched(tmp_path, timers) as (store, connection):
        await connection.real.run(lambda db: db.execute("PRAGMA max_page_count = 1"))
        big = Stored("Said", 1, "x" * 100_000)
        errors = await wanted([store.create(f"T{n}", ChatId("chat"), [big]) for n in range(50)])
        assert {str(error) for error in errors} == {"SQLite: database or disk is full"}
        assert connection.done == 1
        assert [it.table for it in await store.list_unfinished()] == ["K7"]


async def test_what_cannot_be_written_of_a_batch_harms_no_other_and_costs_one_commit_more(
    tmp_path: Path, timers: Clock
) -> None:
    async with watched(tmp_path, timers) as (store, connection):
        await store.mark("known")
        connection.forget()
        errors = await wanted(
            [
                store.append("K7", 1, [SAID], key="a"),
                store.append("K7", 1, [SAID], key="b"),
                store.append("K7", 2, [SAID], key="known"),
                store.create("A2", ChatId("chat"), [Stored("Said", 1, "\udcff")]),
                store.append("K7", 2, [SAID, SAID], key="c"),
            ]
        )
        kinds = [type(error) for error in errors]
        assert kinds == [type(None), Conflict, DuplicateDelivery, StoreError, type(None)]
        assert [seq for seq, _ in await store.load_log("K7")] == [1, 2, 3, 4]
        assert [it.table for it in await store.list_unfinished()] == ["K7"]
        assert connection.done == 1
        with pytest.raises(DuplicateDelivery):
            await store.mark("c")
        await store.mark("b")  # was not written


async def test_a_store_that_is_closed_writes_what_waits_and_nothing_more(
    tmp_path: Path, timers: Clock
) -> None:
    async with watched(tmp_path, timers) as (store, connection):
        connection.free.clear()
        waiting = wanted([store.append("K7", 1, [SAID])])
        await connection.begun.wait()
        closing = asyncio.ensure_future(store.close())
        await asyncio.sleep(0)
        with pytest.raises(StoreError, match="closed"):
            await store.mark("late")
        connection.free.set()
        await closing
        assert await waiting == [None]


async def test_presses_during_a_lock_are_told_and_do_not_end_the_process(
    tmp_path: Path, timers: Clock
) -> None:
    async with watched(tmp_path, timers) as (store, connection):
        manager = a_manager(store, timers)
        await taken_up(manager)
        table = await opened(manager)
        other = sqlite3.connect(tmp_path / "mus.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        for _ in range(MOST_FAILURES + 1):
            connection.forget()
            press = asyncio.ensure_future(say(manager, table, speaker(table), "mus"))
            await connection.refused.wait()
            timers.advance(DEADLINE_S)
            with pytest.raises(NotSaved):
                await press
            assert (await now(manager, table)).question == table.question
            timers.advance(PAUSE_S)
        assert not manager.writer.failed.done()
        other.rollback()
        other.close()
        assert (await say(manager, table, speaker(table), "mus")).seq > table.seq
        await manager.stop()


async def test_commits_and_reads_of_a_file_are_watched(tmp_path: Path, timers: Clock) -> None:
    async with watched(tmp_path, timers) as (store, connection):
        connection.free.clear()
        writing = asyncio.ensure_future(store.append("K7", 1, [SAID]))
        await connection.begun.wait()
        assert store.watch.longest_call() == (DatabaseCall.WRITE, 0)
        timers.advance(HANG_S)
        assert store.watch.hung.done()
        connection.free.set()
        await writing
        reading = asyncio.ensure_future(store.load_log("K7"))
        await asyncio.sleep(0)
        assert store.watch.longest_call() == (DatabaseCall.READ, 0)
        assert len(await reading) == 2
