"""One process plays with a PostgreSQL database, others stand by: who may write, and who takes over when."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest

from musbot.service.choices.kept import Fact
from musbot.store import codec
from musbot.store.codec import Stored
from musbot.store.postgres import writer_lock
from musbot.store.postgres.connection import BEAT_S, LEASE_LASTS_S, Pulse, open_connection
from musbot.store.postgres.moving import TABLES
from musbot.store.postgres.schema import MIGRATIONS
from musbot.store.postgres.store import PostgresStore, open_postgres
from musbot.store.postgres.writer_lock import ASKED_S, LOOK_S, SILENT_S, SLOW_S, Lease, Watch
from musbot.store.protocol import DatabaseLocked, DatabaseTakenOver, StoreError, TablesGone
from musbot.store.writer import DEADLINE_S
from musbot.table.events import ChatId, read_person_id
from tests.support.cut_off import between
from tests.support.stores import a_schema

SAID = Stored("Said", 1, "{}")
LEASE = Lease("one", 7, codec.FORMAT, len(MIGRATIONS))


@asynccontextmanager
async def stands_by(url: str) -> AsyncIterator[asyncio.Task[PostgresStore]]:
    """A process that waits for the right; the store that it comes to is closed in the end."""
    standby = asyncio.create_task(open_postgres(url, waits=True))
    try:
        yield standby
    finally:
        standby.cancel()
        (ended,) = await asyncio.gather(standby, return_exceptions=True)
        if isinstance(ended, PostgresStore):
            await ended.close()


async def taken_from(url: str) -> None:
    """Lets another process have the right while the session of the one that had it lives."""
    async with open_connection(url) as db:
        await db.execute("UPDATE active SET process = 'another', number = 0")


# ---- counting --------------------------------------------------------------------------------------------


def test_clocks_agree_on_who_goes_first() -> None:
    assert BEAT_S + LOOK_S < ASKED_S + LOOK_S
    assert DEADLINE_S < LEASE_LASTS_S < SILENT_S
    assert LEASE_LASTS_S + LOOK_S < SILENT_S


def test_a_process_is_dead_when_for_five_seconds_nothing_was_committed() -> None:
    watch = Watch()
    looks = [n * LOOK_S for n in range(100)]
    assert next(now for now in looks if watch.record_lease(now, LEASE)) == pytest.approx(SILENT_S, abs=LOOK_S)


def test_any_commit_begins_the_count_anew() -> None:
    watch = Watch()
    for n in range(200):
        beat = Lease("one", n // 20, LEASE.format, LEASE.schema)
        assert not watch.record_lease(n * LOOK_S, beat)


def test_a_database_that_takes_a_second_for_a_write_ends_nobody() -> None:
    watch = Watch()
    assert not any(watch.record_lease(n * LOOK_S, LEASE, slow=n % 20 == 0) for n in range(1, 200))


def test_a_standby_that_was_itself_stopped_counts_no_time_in_which_it_did_not_run() -> None:
    watch = Watch()
    watch.record_lease(0.0, LEASE)
    assert not watch.record_lease(3600.0, LEASE)
    assert watch.silent_s == SLOW_S


def test_nobody_is_ended_of_whom_the_row_says_nothing() -> None:
    watch = Watch()
    assert not any(watch.record_lease(n * LOOK_S, None) for n in range(200))


def test_nothing_is_asked_of_a_platform_once_the_last_commit_was_begun_four_seconds_ago() -> None:
    now = 100.0
    pulse = Pulse(lambda: now)
    assert not pulse.is_current()
    pulse.record_commit(100.0)
    now = 100.0 + LEASE_LASTS_S
    assert pulse.is_current()
    now += 0.01
    assert not pulse.is_current()
    pulse.record_commit(now)
    assert pulse.is_current()
    pulse.stop()
    assert not pulse.is_current(), "its session is gone"


# ---- the fence -------------------------------------------------------------------------------------------


async def test_who_has_lost_the_right_writes_nothing_though_its_session_lives(url: str) -> None:
    store = await open_postgres(url)
    await store.create("K7-a", ChatId("chat"), [SAID])
    assert store.owns_database()
    await taken_from(url)
    with pytest.raises(DatabaseTakenOver, match="taken over"):
        await store.append("K7-a", 1, [SAID, SAID], key="telegram:1")
    assert not store.owns_database()
    assert "taken over" in str(store.lost.result())
    async with open_connection(url) as db:
        assert await db.fetchval("SELECT count(*) FROM events") == 1
        assert await db.fetchval("SELECT count(*) FROM seen") == 0
        assert await db.fetchval("SELECT process FROM active") == "another"
    with pytest.raises(DatabaseTakenOver):
        await store.store_note(Fact.OPEN, "ane", "1")
    await store.close()


async def test_nothing_is_forgotten_swept_or_dropped_by_who_has_lost_the_right(url: str) -> None:
    store = await open_postgres(url)
    await store.create("K7-a", ChatId("chat"), [SAID], key="telegram:1")
    await store.store_note(Fact.LANGUAGE, "telegram:1", "eu")
    await taken_from(url)
    for write in (store.forget(read_person_id("telegram:1")), store.sweep(), store.drop("K7-a")):
        with pytest.raises(StoreError):
            await write
    async with open_connection(url) as db:
        assert await db.fetchval("SELECT count(*) FROM notes") == 1
    await store.close()


async def test_a_session_made_anew_writes_only_while_the_row_names_its_process(url: str) -> None:
    async with between(url) as (middle, through):
        store = await open_postgres(through)
        await store.store_note(Fact.OPEN, "ane", "1")
        await taken_from(url)
        middle.go_away()
        middle.away = False
        with pytest.raises(DatabaseTakenOver):
            await store.store_note(Fact.OPEN, "ane", "2")
        async with open_connection(url) as db:
            assert await db.fetchval("SELECT value FROM notes") == "1"
        await store.close()


async def test_while_its_session_is_gone_a_process_is_not_sure(url: str) -> None:
    async with between(url) as (middle, through):
        store = await open_postgres(through)
        await store.store_note(Fact.OPEN, "ane", "1")
        assert store.owns_database()
        middle.go_away()
        while store.owns_database():  # noqa: ASYNC110 - nor has the end of a session
            await asyncio.sleep(0)
        middle.away = False
        await store.store_note(Fact.OPEN, "ane", "2")
        assert store.owns_database()
        await store.close()


# ---- taking over -----------------------------------------------------------------------------------------


async def test_a_standby_plays_as_soon_as_the_other_ends(url: str, caplog: pytest.LogCaptureFixture) -> None:
    first = await open_postgres(url)
    await first.store_note(Fact.OPEN, "ane", "1")
    with caplog.at_level(logging.INFO):
        async with stands_by(url) as standby:
            while "stands by" not in caplog.text:  # noqa: ASYNC110 - the log has no event
                await asyncio.sleep(0.01)
            assert not standby.done()
            await first.close()
            second = await standby
            assert await second.load_notes(Fact.OPEN) == {"ane": "1"}
            await second.store_note(Fact.OPEN, "ane", "2")
    assert caplog.text.count("stands by") == 1


async def test_a_standby_makes_no_empty_tables_where_those_of_the_other_are_gone(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    first = await open_postgres(url)
    await first.store_note(Fact.OPEN, "ane", "1")
    with caplog.at_level(logging.INFO):
        async with stands_by(url) as standby:
            while "stands by" not in caplog.text:  # noqa: ASYNC110 - the log has no event
                await asyncio.sleep(0.01)
            async with open_connection(url) as db:
                await db.execute(f"DROP TABLE {', '.join(TABLES)}")
            with pytest.raises(TablesGone, match="are gone from the database: restore a backup"):
                await standby
            async with open_connection(url) as db:
                assert await db.fetchval("SELECT to_regclass('musbot')") is None
    await first.close()


async def test_who_is_not_to_stand_by_is_refused_in_a_line(url: str) -> None:
    store = await open_postgres(url)
    with pytest.raises(DatabaseLocked, match=r"^the database is in use by another musbot: end that one"):
        await open_postgres(url)
    await store.close()


async def test_the_session_of_a_process_that_commits_nothing_is_ended_and_it_writes_no_more(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer_lock, "SILENT_S", 0.5)
    monkeypatch.setattr(writer_lock, "ASKED_S", 0.1)
    hung = await open_postgres(url)
    assert hung._beats._next is not None
    hung._beats._next.cancel()  # its heart stands still
    async with stands_by(url) as standby:
        second = await standby
        await second.store_note(Fact.OPEN, "ane", "1")
        with pytest.raises(DatabaseTakenOver):
            await hung.store_note(Fact.OPEN, "ane", "2")
        assert await second.load_notes(Fact.OPEN) == {"ane": "1"}
        await hung.close()


async def test_an_older_musbot_takes_nothing_over_from_a_newer_one(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as newer:
        newer.setattr(codec, "FORMAT", codec.FORMAT + 1)
        store = await open_postgres(url)
    async with stands_by(url) as standby:
        with pytest.raises(StoreError, match="a newer musbot has played"):
            await standby
    await store.close()
    with pytest.raises(StoreError, match="a newer musbot has played"):
        await open_postgres(url)
    with monkeypatch.context() as newer:
        newer.setattr(codec, "FORMAT", codec.FORMAT + 1)
        await (await open_postgres(url)).close()


async def test_a_newer_musbot_takes_over_from_an_older_one(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = await open_postgres(url)
    monkeypatch.setattr(codec, "FORMAT", codec.FORMAT + 1)
    async with stands_by(url) as standby:
        await store.close()
        newer = await standby
        await newer.store_note(Fact.OPEN, "ane", "1")


async def test_schemas_of_one_database_are_played_with_by_a_process_each(url: str) -> None:
    async with a_schema() as other:
        one, two = await open_postgres(url), await open_postgres(other)
        await one.store_note(Fact.OPEN, "ane", "1")
        assert await two.load_notes(Fact.OPEN) == {}
        await one.close()
        await two.close()


async def test_whoever_had_the_right_goes_first_after_a_restart(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with between(url) as (middle, through):
        store = await open_postgres(through)
        async with stands_by(through) as standby:
            await asyncio.sleep(3 * LOOK_S)
            middle.go_away()
            middle.away = False
            await store.store_note(Fact.OPEN, "ane", "1")
            assert not standby.done()
            assert not store.lost.done()
        await store.close()


async def test_a_standby_that_cannot_reach_the_database_says_so_until_it_can(url: str) -> None:
    told: asyncio.Queue[str] = asyncio.Queue()
    async with between(url) as (middle, through):
        store = await open_postgres(url)
        standby = asyncio.create_task(open_postgres(through, waits=True, unfit=told.put_nowait))
        await asyncio.sleep(3 * LOOK_S)
        assert told.empty()
        middle.go_away()
        assert await told.get() == "the database does not answer"
        middle.away = False
        assert await told.get() == ""
        standby.cancel()
        await asyncio.gather(standby, return_exceptions=True)
        await store.close()


async def test_a_database_that_cannot_be_written_is_taken_from_nobody(url: str) -> None:
    store = await open_postgres(url)
    async with open_connection(url) as db:
        assert await db.fetchval(writer_lock._WRITE)
        await db.execute("SET default_transaction_read_only = on")
        assert await db.fetchval(writer_lock._WRITE) is False
        with pytest.raises(asyncpg.PostgresError):
            await db.execute(writer_lock._TAKE, "another", 1)
    await store.close()
