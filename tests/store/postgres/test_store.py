"""The store in PostgreSQL: one process writes, and it is known what was written whatever is cut."""

from __future__ import annotations

import asyncio
import json
import logging
import uuid
from collections.abc import AsyncIterator
from functools import partial
from urllib.parse import urlsplit, urlunsplit

import pytest

from musbot.config import Server
from musbot.service.choices.kept import Fact
from musbot.store.checkup import export_log, load_notes
from musbot.store.codec import Stored, encode
from musbot.store.postgres import connection as link
from musbot.store.postgres.checkup import check, read_database
from musbot.store.postgres.connection import open_connection
from musbot.store.postgres.schema import MIGRATIONS
from musbot.store.postgres.store import PostgresStore, open_postgres
from musbot.store.postgres.writes import LACKS_TEMP
from musbot.store.protocol import (
    DatabaseBusy,
    DatabaseLocked,
    DatabaseNeedsOperator,
    DuplicateDelivery,
    Outline,
    Posted,
    StoreError,
    TablesGone,
)
from musbot.store.writer import DEADLINE_S, PAUSE_S
from musbot.table.events import NO_MESSAGE, ChatId, MessageId, Occupant, SatDown, read_person_id
from musbot.testing import Clock
from tests.support.cut_off import Cut, between
from tests.support.stores import event

SAID = Stored("Said", 1, "{}")


@pytest.fixture
async def store(url: str) -> AsyncIterator[PostgresStore]:
    opened = await open_postgres(url)
    yield opened
    await opened.close()


# ---- one writes ------------------------------------------------------------------------------------------


async def test_a_second_process_is_refused_in_a_line_until_the_first_has_ended(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    first = await open_postgres(f"{url}&synchronous_commit=off")
    assert "PostgreSQL: synchronous_commit is off: what was answered as done may be lost" in caplog.text
    with pytest.raises(DatabaseLocked, match="in use by another musbot"):
        await open_postgres(url)
    await first.store_note(Fact.OPEN, "ane", "1")
    await first.close()
    second = await open_postgres(url)
    assert await second.load_notes(Fact.OPEN) == {"ane": "1"}
    await second.close()


async def test_who_sits_down_at_many_tables_at_once_is_one_person(store: PostgresStore) -> None:
    ane = encode(SatDown(0, Occupant("Ane", read_person_id("telegram:1"), "es")))
    tables = [f"T{n}" for n in range(20)]
    await asyncio.gather(*(store.create(table, ChatId("chat"), [SAID, ane]) for table in tables))
    assert set(await store.list_tables_of(read_person_id("telegram:1"))) == set(tables)
    await store.forget(read_person_id("telegram:1"))
    assert await store.list_tables_of(read_person_id("telegram:1")) == []
    who = {json.loads((await store.load_log(table))[1][1].body)["who"]["person"] for table in tables}
    assert len(who) == 1


async def test_who_is_forgotten_is_not_left_in_what_the_server_samples_of_names(
    store: PostgresStore, url: str
) -> None:
    for n, name in enumerate(("Ane", "Zuriñe")):
        await store.create(
            f"T{n}",
            ChatId("chat"),
            [encode(SatDown(0, Occupant(name, read_person_id(f"telegram:{name}"), "es")))],
        )
    async with open_connection(url) as db:
        await db.execute("ANALYZE")
        sampled = "pg_stats WHERE schemaname = current_schema()"
        kept = f"SELECT string_agg(histogram_bounds::text, '') FROM {sampled}"
        assert "Zuriñe" in await db.fetchval(kept)
        await store.forget(read_person_id("telegram:Zuriñe"))
        assert "Zuriñe" not in (await db.fetchval(kept) or "")


async def test_a_batch_that_touches_one_row_in_several_ways_leaves_the_last(store: PostgresStore) -> None:
    await store.create("K7-a", ChatId("chat"), [SAID])
    people = Outline((read_person_id("telegram:1"),), 5)
    sat = encode(SatDown(0, Occupant("Ane", read_person_id("telegram:1"), "es")))
    await asyncio.gather(
        store.append("K7-a", 1, [sat], outline=people),
        store.move("K7-a", ChatId("elsewhere")),
        store.record_shown("K7-a", Posted(ChatId("chat"), "lobby", MessageId("1"), "d")),
        store.record_shown("K7-a", Posted(ChatId("chat"), "lobby", NO_MESSAGE, "")),
        store.record_shown("K7-a", Posted(ChatId("chat"), "lobby", MessageId("2"), "d")),
        *(store.store_note(Fact.OPEN, "ane", value) for value in ("1", "", "2")),
    )
    (known,) = await store.list_unfinished()
    assert (known.chat, known.outline) == ("elsewhere", people)
    assert [it.message for it in await store.list_shown("K7-a")] == ["2"]
    assert await store.load_notes(Fact.OPEN) == {"ane": "2"}


# ---- cut off ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cut", Cut)
async def test_a_write_whose_connection_is_cut_is_made_once(
    url: str, cut: Cut, caplog: pytest.LogCaptureFixture
) -> None:
    async with between(url) as (middle, through):
        store = await open_postgres(through)
        await store.create("K7-a", ChatId("chat"), [event(1)])
        middle.cut(cut, b"AppendEvent" if cut is Cut.UNHEARD else b"update 1")
        with caplog.at_level(logging.WARNING):
            await store.append("K7-a", 1, [event(2)], key="update 1")
        assert middle.cuts == 1
        assert caplog.messages[0].startswith("the connection to PostgreSQL was lost in a commit")
        assert f"that commit was {'not ' if cut is Cut.UNHEARD else ''}made" in caplog.text
        with pytest.raises(DuplicateDelivery):
            await store.mark("update 1")
        assert await store.load_log("K7-a") == [(1, event(1)), (2, event(2))]
        await store.append("K7-a", 2, [event(3)])
        await store.close()


@pytest.mark.parametrize("cut", Cut)
async def test_a_batch_of_many_writes_that_is_cut_is_made_once(url: str, cut: Cut) -> None:
    async with between(url) as (middle, through):
        store = await open_postgres(through)
        await asyncio.gather(*(store.create(f"T{n}", ChatId("chat"), [event(1)]) for n in range(20)))
        middle.cut(cut, b"update 7")
        said = [store.append(f"T{n}", 1, [event(2)], key=f"update {n}") for n in range(20)]
        assert await asyncio.gather(*said) == [None] * 20
        assert [len(await store.load_log(f"T{n}")) for n in range(20)] == [2] * 20
        assert middle.cuts == 1
        await store.close()


async def test_a_commit_that_adds_a_person_and_is_cut_is_made_once(url: str) -> None:
    sat = encode(SatDown(0, Occupant("Ane", read_person_id("telegram:1"), "es")))
    async with between(url) as (middle, through):
        store = await open_postgres(through)
        await store.create("K7-a", ChatId("chat"), [event(1)])
        middle.cut(Cut.UNANSWERED, b"AppendEventWho")
        await store.append("K7-a", 1, [sat], key="k")
        assert middle.cuts == 1
        assert await store.load_log("K7-a") == [(1, event(1)), (2, sat)]
        await store.close()


async def test_a_process_that_is_to_end_asks_no_longer_whether_its_last_commit_was_made(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("musbot.store.postgres.store.DEADLINE_S", 0.001)
    async with between(url) as (middle, through):
        store = await open_postgres(through)
        middle.cut(Cut.UNHEARD, b"AppendEvent")
        middle.away = True
        store.hurry()
        with pytest.raises(StoreError, match="does not say whether it was written"):
            await store.create("K7-a", ChatId("chat"), [event(1)])
        await store.close()


async def test_while_the_server_is_away_a_write_fails_after_its_time_and_the_next_is_made(
    url: str, timers: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "READ_S", 0)
    async with between(url) as (middle, through):
        store = await open_postgres(through, timers=timers)
        await store.create("K7-a", ChatId("chat"), [event(1)])
        middle.go_away()
        first = asyncio.ensure_future(store.append("K7-a", 1, [event(2)]))
        with pytest.raises(DatabaseBusy):
            await store.load_log("K7-a")
        second = asyncio.ensure_future(store.store_note(Fact.OPEN, "ane", "1"))
        await asyncio.sleep(0)
        timers.advance(DEADLINE_S)
        with pytest.raises(DatabaseBusy, match="took nothing for 3 s"):
            await second
        middle.away = False
        with pytest.raises(DatabaseBusy, match="took nothing for 3 s"):
            await first
        assert not store.lost.done()
        third = asyncio.ensure_future(store.append("K7-a", 1, [event(3)]))
        while not third.done():
            timers.advance(PAUSE_S)
            await asyncio.sleep(0.01)
        assert await store.load_log("K7-a") == [(1, event(1)), (2, event(3))]
        await store.close()


# ---- what cannot be --------------------------------------------------------------------------------------


async def test_a_database_of_a_later_version_is_left_alone(url: str) -> None:
    await (await open_postgres(url)).close()
    async with open_connection(url) as db:
        await db.execute("INSERT INTO musbot (version) VALUES ($1)", len(MIGRATIONS) + 1)
    with pytest.raises(StoreError, match="knows up to"):
        await open_postgres(url)
    assert (await check(url)).faults == [
        f"schema {len(MIGRATIONS) + 1}: this musbot knows up to {len(MIGRATIONS)}"
    ]


async def test_tables_of_before_0_2_are_left_alone(url: str) -> None:
    await (await open_postgres(url)).close()
    async with open_connection(url) as db:
        await db.execute("ALTER TABLE active RENAME TO commits")
        told = rf"^the database has schema {len(MIGRATIONS)} of before musbot 0\.2: expected"
        with pytest.raises(StoreError, match=told):
            await open_postgres(url, waits=True)
        assert await db.fetchval("SELECT to_regclass('active')") is None, "nothing is made in it"
    assert (await check(url)).faults == [
        f"schema {len(MIGRATIONS)} of before musbot 0.2: expected tables made since, or an empty schema"
    ]


async def test_a_user_who_may_make_nothing_temporary_is_told_which_right_is_missing(url: str) -> None:
    name = f"test_{uuid.uuid4().hex}"
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    theirs = urlunsplit(parts._replace(netloc=f"{name}@{host}", path=f"/{name}", query=""))
    async with open_connection(url) as db:
        await db.execute(f"CREATE ROLE {name} LOGIN")
        await db.execute(f"CREATE DATABASE {name} OWNER {name}")
        await db.execute(f"REVOKE TEMP ON DATABASE {name} FROM PUBLIC, {name}")
        try:
            with pytest.raises(StoreError, match="GRANT TEMP ON DATABASE"):
                await open_postgres(theirs)
            assert LACKS_TEMP in (await check(theirs)).faults
            await db.execute(f"GRANT TEMP ON DATABASE {name} TO {name}")
            await (await open_postgres(theirs)).close()
            assert (await check(theirs)).faults == []
        finally:
            await db.execute(f"DROP DATABASE {name}")
            await db.execute(f"DROP ROLE {name}")


async def test_a_database_that_is_dropped_in_play_is_told_once_in_the_log(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    name = f"test_{uuid.uuid4().hex}"
    theirs = urlunsplit(urlsplit(url)._replace(path=f"/{name}", query=""))
    async with open_connection(url) as db:
        await db.execute(f"CREATE DATABASE {name}")
        store = await open_postgres(theirs)
        await db.execute(f"DROP DATABASE {name} WITH (FORCE)")
        with pytest.raises(StoreError):
            await store.store_note(Fact.OPEN, "ane", "1")
        store.hurry()
        await store.close()
    assert caplog.text.count("no session with the database: ") == 1


async def test_a_user_who_may_make_no_tables_is_told_which_right_is_missing(url: str) -> None:
    name = f"test_{uuid.uuid4().hex}"
    theirs = urlunsplit(urlsplit(url)._replace(netloc=f"{name}@{urlsplit(url).netloc.rpartition('@')[2]}"))
    async with open_connection(url) as db:
        schema = await db.fetchval("SELECT current_schema()")
        await db.execute(f"CREATE ROLE {name} LOGIN")
        await db.execute(f"GRANT USAGE ON SCHEMA {schema} TO {name}")
        try:
            right = f"this user may make no tables: GRANT CREATE ON SCHEMA {schema} to it"
            with pytest.raises(DatabaseNeedsOperator, match=f"^{right}$"):
                await open_postgres(theirs)
            assert right in (await check(theirs)).faults
        finally:
            await db.execute(f"DROP OWNED BY {name}")
            await db.execute(f"DROP ROLE {name}")


async def test_a_user_who_may_not_use_the_schema_is_told_the_statement_that_helps(url: str) -> None:
    name = f"test_{uuid.uuid4().hex}"
    theirs = urlunsplit(urlsplit(url)._replace(netloc=f"{name}@{urlsplit(url).netloc.rpartition('@')[2]}"))
    async with open_connection(url) as db:
        await db.execute(f"CREATE ROLE {name} LOGIN")
        try:
            with pytest.raises(DatabaseNeedsOperator, match="a schema that this user may use") as told:
                await open_postgres(theirs)
            assert (await check(theirs)).faults == [str(told.value)]
            await db.execute(str(told.value).partition("if it is there, ")[2])
            await (await open_postgres(theirs)).close()
            assert (await check(theirs)).faults == []
        finally:
            await db.execute(f"DROP OWNED BY {name}")
            await db.execute(f"DROP ROLE {name}")


async def test_events_of_a_newer_musbot_are_a_fault_of_the_doctor_as_of_the_start(url: str) -> None:
    await (await open_postgres(url)).close()
    async with open_connection(url) as db:
        await db.execute("UPDATE active SET format = format + 1")
    with pytest.raises(DatabaseNeedsOperator, match="a newer musbot has played with this database") as told:
        await open_postgres(url)
    assert (await check(url)).faults == [str(told.value)]


async def test_tables_that_are_gone_end_the_process_with_a_reason(url: str) -> None:
    store = await open_postgres(url)
    async with open_connection(url) as db:
        await db.execute("SET client_min_messages = warning; DROP TABLE events CASCADE")
    with pytest.raises(TablesGone):
        await store.create("K7-a", ChatId("chat"), [SAID])
    assert "42P01" in str(store.lost.result())
    await store.close()


async def test_what_postgres_cannot_keep_is_refused_alone(url: str) -> None:
    store = await open_postgres(url)
    writes = [store.store_note(Fact.OPEN, f"n{n}", "1") for n in range(3)]
    outcomes = await asyncio.gather(*writes, store.store_note(Fact.OPEN, "a\0b", "1"), return_exceptions=True)
    assert outcomes[:3] == [None] * 3
    assert isinstance(outcomes[3], StoreError)
    assert len(await store.load_notes(Fact.OPEN)) == 3
    await store.close()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"port": "1"}, "does not answer"),
        ({"path": "/no_such_database_of_mus"}, "no such database"),
        ({"query": "no_such_setting=1"}, "no such setting"),
        ({"query": "search_path=no_such_schema"}, "expected a schema"),
    ],
)
async def test_a_server_that_cannot_be_had_is_told_in_words_without_the_password(
    url: str, change: dict[str, str], told: str
) -> None:
    parts = Server(url)
    where = str(parts).removeprefix("postgresql://")
    host, _, path = where.partition("/")
    host = f"{host.partition(':')[0]}:{change['port']}" if "port" in change else host
    path = change.get("path", f"/{path}")
    user = url.partition("//")[2].partition("@")[0].partition(":")[0]
    asked = f"postgresql://{user}:ordago@{host}{path}?{change.get('query', '')}"
    with pytest.raises(StoreError, match=told) as refused:
        await open_postgres(asked)
    shown = [str(refused.value)]
    error: BaseException | None = refused.value
    while error is not None:
        shown.append(str(error))
        error = error.__cause__
    assert not any("ordago" in text for text in shown)


async def test_a_damaged_log_is_named_and_can_be_saved(url: str) -> None:
    store = await open_postgres(url)
    await store.create("K7-a", ChatId("chat"), [Stored("Opened", 1, "{")])
    await store.close()
    assert (await check(url)).faults == ["table K7-a: event 1 cannot be read"]
    lines = list[str]()
    assert await read_database(url, partial(export_log, table="K7-a", write=lines.append)) == 1
    assert [json.loads(line)["body"] for line in lines] == ["{"]
    with pytest.raises(StoreError, match="expected one that is in the database"):
        await read_database(url, partial(export_log, table="nobody", write=lines.append))


async def test_a_log_that_the_server_cannot_read_is_named_and_the_others_are_checked(url: str) -> None:
    store = await open_postgres(url)
    for table in ("K7-a", "K7-b"):
        await store.create(table, ChatId("chat"), [Stored("Opened", 1, "{")])
    await store.close()
    async with open_connection(url) as db:
        await db.execute("ALTER TABLE events RENAME TO intact")
        await db.execute(
            "CREATE FUNCTION lost() RETURNS boolean LANGUAGE plpgsql VOLATILE AS"
            " $$BEGIN RAISE EXCEPTION 'missing chunk' USING ERRCODE = 'XX001'; END$$"
        )
        await db.execute("CREATE VIEW events AS SELECT * FROM intact WHERE table_id <> 'K7-a' OR lost()")
    found = await check(url)
    gone = "the database has not the tables that are expected (PostgreSQL: XX001)"
    assert (found.tables, found.faults) == (2, [f"table K7-a: {gone}", "table K7-b: event 1 cannot be read"])
    with pytest.raises(StoreError, match="only 0 events could be read"):
        await read_database(url, partial(export_log, table="K7-a", write=list[str]().append))


async def test_notes_of_a_kind_are_read_beside_those_who_write(url: str) -> None:
    store = await open_postgres(url)
    await store.store_note(Fact.BADLY, "00000001-a", "acta = 1\n")
    await store.store_note(Fact.LANGUAGE, "telegram:1", "eu")
    assert await read_database(url, partial(load_notes, kind=Fact.BADLY)) == {"00000001-a": "acta = 1\n"}
    await store.close()
