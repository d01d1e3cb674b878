"""PostgreSQL is restarted in play: nothing that was answered as done is lost, nothing is there twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from musbot.config import Server
from musbot.service.tables.repository import NotSaved
from musbot.store.postgres.checkup import check
from musbot.store.postgres.connection import open_connection
from musbot.store.refold import refold
from musbot.table.act_result import Refused
from musbot.table.acts import Payload
from tests.support.server import a_cluster
from tools.bench.crowd import Crowd, begin_partida, crowd, sitter, word

TABLES, RESTARTS, APART_S = 12, 6, 2.0


@dataclass
class Said:
    """Presses by their keys: answered as done, as not saved, as against the rules."""

    done: set[str] = field(default_factory=set)
    unsaved: set[str] = field(default_factory=set)
    refused: int = 0


async def say(many: Crowd, place: int, key: str, said: Said) -> None:
    """Lets the next player of a table say something, and notes what they were told."""
    manager = many.process.manager
    table = await manager.tables.look(many.tables[place])
    if table is None or table.mesa is None or table.over:
        many.tables[place] = await begin_partida(many.process, place)
        return
    seat, action = word(table.mesa, many.rng)
    try:
        await manager.press(sitter(place, seat), Payload(table.id, table.question, action), key=key)
    except NotSaved:
        said.unsaved.add(key)
    except Refused:
        said.refused += 1
    else:
        said.done.add(key)


@asynccontextmanager
async def played(many: Crowd, said: Said) -> AsyncIterator[None]:
    """Lets people play at all tables meanwhile."""
    over = False

    async def play(place: int) -> None:
        turn = 0
        while not over:
            await say(many, place, f"fake:{place}.{turn}", said)
            turn += 1

    playing = [asyncio.create_task(play(place)) for place in range(len(many.tables))]
    yield
    over = True
    await asyncio.gather(*playing)


@pytest.mark.long
async def test_a_server_restarted_in_play_loses_nothing_and_doubles_nothing(record_property) -> None:
    said = Said()
    with a_cluster() as cluster:
        async with crowd(Server(cluster.url), TABLES) as many:
            async with played(many, said):
                for number in range(RESTARTS):
                    await asyncio.sleep(APART_S)
                    await asyncio.to_thread(cluster.stop, "immediate" if number % 2 else "fast")
                    await asyncio.to_thread(cluster.start)
                await asyncio.sleep(APART_S)
            manager = many.process.manager
            for name in many.tables:
                table = await manager.tables.look(name)
                assert table == refold(name, await manager.store.load_log(name)), "memory is what is stored"
        async with open_connection(cluster.url) as db:
            kept = {key for (key,) in await db.fetch("SELECT key FROM seen")}
        assert said.done <= kept, "lost"
        assert not said.unsaved & kept, "it was said not to be saved"
        assert (await check(cluster.url, finished=True)).faults == []
    assert len(said.done) > 100
    record_property(
        "figure", f"{RESTARTS} restarts, {len(said.done)} presses done, {len(said.unsaved)} not saved"
    )
