"""A replica becomes the primary: what it lacks is written again from memory, or people are told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from musbot.service.choices.kept import Fact
from musbot.store.codec import Stored
from musbot.store.postgres import redo
from musbot.store.postgres.checkup import check
from musbot.store.postgres.connection import open_connection
from musbot.store.postgres.lookout import LOOK_AROUND_S
from musbot.store.postgres.replication import HIDDEN, LOSES
from musbot.store.postgres.store import open_postgres
from musbot.store.postgres.writer_lock import LOOK_S
from musbot.store.protocol import CommitsRolledBack, DatabaseBusy, DatabaseTakenOver, Gap
from musbot.table.events import ChatId, TableId, read_person_id
from tests.e2e.standby import Way
from tests.support.server import Cluster, a_cluster, a_replica
from tests.support.stores import event, sits

SAID = Stored("Said", 1, "{}")

pytestmark = pytest.mark.long


@dataclass
class Pair:
    """A primary and a replica that follows it."""

    primary: Cluster
    replica: Cluster

    @property
    def url(self) -> str:
        return f"postgresql://mus@127.0.0.1:{self.primary.port},127.0.0.1:{self.replica.port}/postgres"

    async def let_lag(self) -> None:
        """Waits until the replica has everything; it gets nothing more from now on."""
        async with open_connection(self.primary.url) as db:
            while await db.fetchval(_BEHIND):  # noqa: ASYNC110 - the server has no event
                await asyncio.sleep(0.01)
        async with open_connection(self.replica.url) as db:
            await db.execute("ALTER SYSTEM SET primary_conninfo = ''")
            await db.execute("SELECT pg_reload_conf()")
            while await db.fetchval("SELECT count(*) FROM pg_stat_wal_receiver"):  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    async def fail_over(self) -> None:
        """Ends the primary as a power cut does, and promotes the replica."""
        await asyncio.to_thread(self.primary.stop, "immediate")
        await asyncio.to_thread(self.replica.promote)


_BEHIND = """
    SELECT count(*) = 0 OR bool_or(replay_lsn IS DISTINCT FROM pg_current_wal_lsn()) FROM pg_stat_replication
"""


@pytest.fixture
def pair() -> Iterator[Pair]:
    with a_cluster() as primary, a_replica(primary) as replica:
        yield Pair(primary, replica)


async def test_what_a_replica_lacks_is_written_again_from_memory(
    pair: Pair, caplog: pytest.LogCaptureFixture
) -> None:
    store = await open_postgres(pair.url)
    await store.create("K7-a", ChatId("chat"), [SAID, sits("Ane"), sits("Beñat", 1)])
    await pair.let_lag()
    await store.append("K7-a", 3, [event(4), event(5)], key="telegram:9")
    await store.create("B2-b", ChatId("chat"), [SAID])
    await store.store_note(Fact.LANGUAGE, "test:ane", "eu")
    await store.forget(read_person_id("test:beñat"))
    before = await store.load_log("K7-a")
    await pair.fail_over()
    await store.append("K7-a", 5, [event(6)])
    assert (await store.load_log("K7-a"))[:5] == before
    assert len(await store.load_log("K7-a")) == 6
    assert await store.find_chat("B2-b") == "chat"
    assert await store.load_notes(Fact.LANGUAGE) == {"test:ane": "eu"}
    assert "test:beñat" not in str(await store.load_log("K7-a"))
    assert store.gap is None
    assert "commits were made again from memory" in caplog.text
    await store.close()
    async with open_connection(pair.replica.url) as db:
        assert await db.fetchval("SELECT count(*) FROM seen") == 1


async def test_nothing_is_written_past_a_hole_that_memory_does_not_fill(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redo, "MOST_ROWS", 2)
    store = await open_postgres(pair.url)
    await store.create("K7-a", ChatId("chat"), [SAID])
    await pair.let_lag()
    for seq in range(1, 5):
        await store.append("K7-a", seq, [event(seq)])
    await pair.fail_over()
    with pytest.raises(CommitsRolledBack, match="lost what was answered as done"):
        await store.append("K7-a", 5, [event(5)])
    assert "lost what was answered" in str(store.lost.result())
    assert store.gap == Gap()
    await store.close()
    async with open_connection(pair.replica.url) as db:
        assert await db.fetchval("SELECT count(*) FROM events") == 1


async def test_a_standby_that_saw_more_commits_than_there_are_says_so(
    pair: Pair, caplog: pytest.LogCaptureFixture
) -> None:
    way = Way(pair.primary.port)
    async with way.open():
        store = await open_postgres(f"postgresql://mus@127.0.0.1:{way.port}/postgres")
        await store.create("K7-a", ChatId("chat"), [SAID])
        caplog.set_level(logging.INFO)
        standby = asyncio.create_task(open_postgres(pair.url, waits=True))
        while "stands by" not in caplog.text:  # noqa: ASYNC110 - the log has no event
            await asyncio.sleep(0.01)
        await pair.let_lag()
        await store.append("K7-a", 1, [event(1)])
        await asyncio.sleep(3 * LOOK_S)
        way.swallows = True  # the machine of the process that played is gone too
        await pair.fail_over()
        second = await standby
        assert len(await second.load_log("K7-a")) == 1
        assert second.gap == Gap()
        assert "lost commits that were answered as done" in caplog.text
        await second.close()
        way.plug_in()
        await store.close()


async def test_of_two_primaries_the_one_that_was_promoted_counts(pair: Pair) -> None:
    store = await open_postgres(pair.url)
    await store.create("K7-a", ChatId("chat"), [SAID])
    await pair.let_lag()
    await store.append("K7-a", 1, [event(1)])
    await asyncio.to_thread(pair.replica.promote)
    async with open_connection(pair.replica.url) as db:
        while len(await db.fetch("SELECT FROM events")) < 2:  # noqa: ASYNC110 - the server has no event
            await asyncio.sleep(0.05)
    await store.append("K7-a", 2, [event(2)])
    async with open_connection(pair.primary.url) as db:
        assert await db.fetchval("SELECT count(*) FROM events") == 2
    assert len(await store.load_log("K7-a")) == 3
    await store.close()


async def test_a_standby_takes_nothing_over_on_a_primary_that_was_left(pair: Pair) -> None:
    store = await open_postgres(pair.url)
    await store.create("K7-a", ChatId("chat"), [SAID])
    standby = asyncio.create_task(open_postgres(pair.url, waits=True))
    await asyncio.sleep(3 * LOOK_S)
    await asyncio.to_thread(pair.replica.promote)
    await asyncio.sleep(LOOK_AROUND_S + 2)
    await store.append("K7-a", 1, [event(1)])
    assert not standby.done()
    await store.close()
    second = await standby
    assert len(await second.load_log("K7-a")) == 2
    assert second.gap is None
    await second.close()


async def test_who_was_displaced_at_the_new_primary_knows_which_tables_lost_moves(pair: Pair) -> None:
    way = Way(pair.primary.port)
    async with way.open():
        mine = f"postgresql://mus@127.0.0.1:{way.port}/postgres"
        store = await open_postgres(mine)
        await store.create("K7-a", ChatId("chat"), [SAID])
        await store.create("B2-b", ChatId("chat"), [SAID])
        await pair.let_lag()
        await store.append("K7-a", 1, [event(1)])
        await store.store_note(Fact.LANGUAGE, "test:ane", "eu")
        await asyncio.to_thread(pair.replica.promote)
        other = await open_postgres(pair.replica.url)
        way.to = pair.replica.port
        way.plug_in()
        with pytest.raises(DatabaseTakenOver):
            await store.append("B2-b", 1, [event(1)])
        assert store.gap == Gap(frozenset({TableId("K7-a")}), frozenset({ChatId("test:ane")}))
        await other.close()
        await store.close()


async def test_a_server_that_still_follows_another_one_is_not_judged(pair: Pair) -> None:
    with pytest.raises(DatabaseBusy):
        await open_postgres(pair.replica.url)
    assert (await check(pair.replica.url)).faults[0].startswith("the schema public has no tables")


async def test_a_first_host_that_swallows_packets_delays_nobody(pair: Pair) -> None:
    way = Way(pair.primary.port, swallows=True)
    async with way.open():
        await pair.fail_over()
        url = f"postgresql://mus@127.0.0.1:{way.port},127.0.0.1:{pair.replica.port}/postgres"
        async with asyncio.timeout(4):
            store = await open_postgres(url)
            await store.create("K7-a", ChatId("chat"), [SAID])
        await store.close()


# ---- what is warned of -----------------------------------------------------------------------------------


async def test_a_replica_for_which_no_commit_waits_is_warned_of(
    pair: Pair, caplog: pytest.LogCaptureFixture
) -> None:
    await (await open_postgres(pair.primary.url)).close()
    assert f"PostgreSQL: {LOSES}" in caplog.text
    assert LOSES in (await check(pair.primary.url)).faults
    async with open_connection(pair.primary.url) as db:
        await db.execute("CREATE ROLE plain LOGIN")
        await db.execute("GRANT ALL ON ALL TABLES IN SCHEMA public TO plain")
    found = await check(pair.primary.url.replace("mus@", "plain@"))
    assert (found.faults, found.remarks) == ([], [HIDDEN])
    async with open_connection(pair.primary.url) as db:
        await db.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        await db.execute("SELECT pg_reload_conf()")
    async with open_connection(pair.primary.url) as db:
        while not await db.fetchval("SHOW synchronous_standby_names"):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    found = await check(pair.primary.url)
    assert (LOSES in found.faults, found.remarks) == (False, [])


async def test_several_hosts_of_which_no_commit_waits_for_any_are_warned_of(url: str) -> None:
    host = url.partition("@")[2].partition("/")[0]
    assert LOSES in (await check(url.replace(host, f"{host},{host}"))).faults
    assert LOSES not in (await check(url)).faults
