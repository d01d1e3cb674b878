"""Workers that meet in PostgreSQL: who holds what, what is handed on, what is heard."""

from __future__ import annotations

import asyncio

from musbot.store.many import Errand, FactKept, HandedOn, Unheard
from musbot.store.postgres.link import a_connection
from musbot.store.postgres.many import join_postgres
from musbot.store.postgres.store import open_postgres
from tests.stores import a_schema


async def test_what_one_holds_no_other_takes_until_it_is_let_go_or_its_session_ends() -> None:
    lost: list[str] = []
    ended = asyncio.Event()

    def lapsed(names: frozenset[str]) -> None:
        lost.extend(names)
        ended.set()

    async with a_schema() as url:
        store = await open_postgres(url)
        first, second = await join_postgres(url, lapsed), await join_postgres(url, lapsed)
        assert await first.claim(["a", "b"]) == {"a", "b"} == first.held
        assert await second.claim(["a", "b", "c"]) == {"c"}
        assert await second.taken(["a", "b", "c", "d"]) == {"a", "b", "c"}
        await first.release(["b"])
        assert await second.claim(["a", "b"]) == {"b"}
        async with a_connection(url) as db:
            assert first._db is not None
            await db.execute("SELECT pg_terminate_backend($1)", first._db.get_server_pid())
        await ended.wait()
        assert (lost, first.held) == (["a"], frozenset())
        assert await second.claim(["a"]) == {"a"}
        assert await first.claim(["a", "d"]) == {"d"}, "with a new session"
        for it in (first, second, store):
            await it.close()


async def test_an_errand_is_kept_once_and_heard_of() -> None:
    async with a_schema() as url:
        store = await open_postgres(url)
        one, other = await join_postgres(url, print), await join_postgres(url, print)
        await other.claim(["part 1"])
        hints = other.changes()
        assert await anext(hints) == Unheard()
        for _ in range(2):
            await one.hand_on(Errand("telegram:1", "part 1", "{}"))
        await one.hand_on(Errand("telegram:2", "part 2", "{}"))
        assert await anext(hints) == HandedOn("part 1")
        assert await other.errands(["part 1"]) == [Errand("telegram:1", "part 1", "{}")]
        await other.done("telegram:1")
        assert await other.errands(["part 1", "part 3"]) == []
        await store.note("language", "telegram:7", "eu")
        while await anext(hints) != FactKept("language", "telegram:7"):
            pass  # it heard of the other errand too
        assert await store.noted("language", "telegram:7") == "eu"
        for it in (one, other, store):
            await it.close()
