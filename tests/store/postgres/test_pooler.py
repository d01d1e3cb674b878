"""A pooler before the server that lends sessions to others is refused; one by session is as good as none."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest

from musbot.service.choices.kept import Fact
from musbot.store.postgres import checkup
from musbot.store.postgres.hosts import POOLED, connect, require_own_sessions
from musbot.store.postgres.store import open_postgres
from musbot.store.protocol import StoreError
from musbot.store.reads import load_unfinished
from musbot.table.events import ChatId
from tests.support.pooler import Pooled, own_pooler, pgbouncer
from tests.support.server import free_port
from tests.support.stores import event, sits

MakesPooler = Callable[[str, Pooled], AbstractAsyncContextManager[str]]
POOLERS = pytest.mark.parametrize("pooler", [own_pooler, pgbouncer])
LENT = pytest.mark.parametrize("pooled", [Pooled.TRANSACTION, Pooled.STATEMENT])


@POOLERS
@LENT
async def test_a_pooler_by_transaction_or_statement_is_refused_in_one_line(
    pooler: MakesPooler, pooled: Pooled, url: str
) -> None:
    async with pooler(url, pooled) as through:
        for work in (
            open_postgres(through),
            open_postgres(through, waits=True),
            checkup.check(through),
            checkup.read_database(through, load_unfinished),
        ):
            with pytest.raises(StoreError) as refused:
                await work
            assert str(refused.value) == f"the database cannot be opened: {POOLED}"


@POOLERS
async def test_a_second_process_behind_a_pooler_by_session_is_refused_and_then_plays(
    pooler: MakesPooler, url: str
) -> None:
    async with pooler(url, Pooled.SESSION) as through:
        store = await open_postgres(through)
        assert not (await checkup.check(through)).faults
        with pytest.raises(StoreError, match="in use by another musbot"):
            await open_postgres(through)
        await store.create("K7-a", ChatId("chat"), [sits("Ane"), event(2)])
        await store.close()
        again = await open_postgres(through)
        assert len(await again.load_log("K7-a")) == 2
        await again.close()


@POOLERS
async def test_the_session_whose_line_was_cut_behind_a_pooler_is_ended_by_its_own_process(
    pooler: MakesPooler, url: str
) -> None:
    async with pooler(url, Pooled.SESSION) as through:
        store = await open_postgres(through)
        held = store._link._claim.pid
        former, store._link._db = store._link._db, await connect(through)
        await store._link._db.close()
        await store.store_note(Fact.OPEN, "ane", "1")
        assert await store.load_notes(Fact.OPEN) == {"ane": "1"}
        assert store._link._claim.pid != held
        former.terminate()
        await store.close()


async def test_a_host_that_does_not_answer_keeps_no_start_waiting_and_another_is_looked_at(url: str) -> None:
    async with own_pooler(url, Pooled.TRANSACTION) as through:
        several = through.replace("@", f"@127.0.0.1:{free_port()},")
        with pytest.raises(StoreError, match="pool_mode"):
            await require_own_sessions(several)
    await require_own_sessions(url.replace("@", f"@127.0.0.1:{free_port()},"))
