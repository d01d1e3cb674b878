"""A rolling update: newer workers write what older ones cannot read, and nobody loses a turn."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from musbot.store import codec
from musbot.store.postgres.link import connected
from musbot.store.postgres.store import open_postgres
from tests.e2e.chaos import opened, play
from tests.e2e.newer_bot import newer
from tests.e2e.test_kill import words_by_question
from tests.e2e.workers import Workers, damaged, logs_of, tables_of
from tests.fakes.telegram_api import FakeTelegram
from tests.stores import a_schema

NEWER = ("-m", "tests.e2e.newer_bot")


@pytest.fixture
def _reads_both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "FORMAT", codec.FORMAT)
    monkeypatch.setitem(codec.VERSIONS, "Said", 1)
    monkeypatch.setitem(codec.UPCASTS, ("Said", 1), lambda body: body)
    newer()


@pytest.mark.long
@pytest.mark.usefixtures("_reads_both")
async def test_older_workers_leave_alone_what_newer_ones_write_and_no_turn_is_lost(tmp_path: Path) -> None:
    async with a_schema() as url, FakeTelegram(query_lifetime_s=3600) as fake:
        settings = {"MUSBOT_AI_PAUSE_SECONDS": "0.5", "MUSBOT_TURN_SECONDS": "6"}
        workers = Workers(url, fake, tmp_path, random.Random(4), settings)
        db = await connected(url)
        schema = await db.fetchval("SELECT current_schema()")
        async with workers.balanced():
            for _ in range(2):
                await workers.worker().start()
            await workers.all_held(db, schema)
            await fake.until(lambda: fake.updates.webhook is not None, timeout_s=60)
            penas = await asyncio.gather(*(opened(fake, workers.rng, n) for n in range(3)))
            playing = [asyncio.create_task(play(pena)) for pena in penas]
            await asyncio.sleep(4)
            old = list(workers.at)
            for worker in old[:1]:  # one is newer, one is not
                await worker.terminate(10)
                workers.at.remove(worker)
            first = workers.worker()
            first.program = NEWER
            await first.start()
            await asyncio.sleep(8)
            await first.kill()  # what it wrote is left alone by the older one
            workers.at.remove(first)
            for _ in range(2):
                again = workers.worker()
                again.program = NEWER
                await again.start()
            await workers.all_held(db, schema)
            await old[1].terminate(10)
            workers.at.remove(old[1])
            await workers.all_held(db, schema)
            store = await open_postgres(url)
            before = {name: len(log) for name, log in (await logs_of(store)).items()}
            await asyncio.sleep(15)
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            await fake.until(lambda: not fake.updates.pending, timeout_s=60)
            await asyncio.sleep(2)
            await workers.stop()
            logs = await logs_of(store)
            keys = {row[0] for row in await store._read("SELECT key FROM seen")}
            written = dict(
                await store._read("SELECT version, count(*) FROM events WHERE kind = 'Said' GROUP BY version")
            )
            await store.close()
        await db.close()
        tables = tables_of(logs)
        assert set(written) == {1, 2}, "both have written"
        assert "set aside" not in workers.logs()
        pressed = [it for pena in penas for it in pena.pressed]
        assert [it for it in pressed if f"telegram:{it.update}" not in keys] == []
        assert all(count == 1 for log in logs.values() for count in words_by_question(log).values())
        assert damaged(logs, tables) == []
        assert [n for n, t in tables.items() if not t.over and len(logs[n]) == before.get(n, 0)] == []
