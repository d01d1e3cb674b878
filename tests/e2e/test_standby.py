"""A standby plays on whatever befalls the one that plays, and a newer version takes over in an update."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path

import pytest

from musbot.store import codec
from tests.e2e.chaos import opened, play
from tests.e2e.newer_bot import newer
from tests.e2e.standby import a_pair, befall, found, logs_of
from tests.fakes.telegram_api import FakeTelegram
from tests.support.server import a_cluster

NEWER = ("-m", "tests.e2e.newer_bot")


@pytest.mark.long
async def test_whatever_befalls_the_one_that_plays_nothing_is_lost_or_twice() -> None:
    befalls = {"kills": 2, "stops": 1, "unplugs": 1, "restarts": 1, "fills": 1}
    came = await befall(befalls, tables=2, seed=1, last_s=30)
    assert (came.lost, came.twice, came.out_of_order, came.damaged, came.stuck) == (0, 0, 0, 0, 0)
    assert came.lost_in_private <= befalls["kills"], "docs/reliability.md: in one second of ten minutes"
    assert (came.begun_without_right, came.exceptions_unread) == (0, 0)
    assert came.presses > 0


@pytest.fixture
def _reads_both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "FORMAT", codec.FORMAT)
    monkeypatch.setitem(codec.VERSIONS, "Said", 1)
    monkeypatch.setitem(codec.UPCASTS, ("Said", 1), lambda body: body)
    newer()


@pytest.mark.long
@pytest.mark.usefixtures("_reads_both")
async def test_an_update_and_the_way_back_lose_no_press_and_an_older_format_is_left(tmp_path: Path) -> None:
    rng = random.Random(2)
    with a_cluster() as cluster:
        async with FakeTelegram(query_lifetime_s=3600) as fake, a_pair(cluster, fake, tmp_path, rng) as pair:
            old, new = pair.players
            penas = [await opened(fake, rng, 0)]
            playing = asyncio.create_task(play(penas[0]))
            await pair.hand_over()
            await pair.stand_by(old)
            await pair.hand_over()
            new.program = NEWER
            await pair.stand_by(new)
            await pair.hand_over()
            await asyncio.sleep(3)
            await old.start()
            assert old.process is not None
            assert await old.process.wait() == 3  # no restart helps
            assert re.search("a newer musbot has played|un musbot más nuevo ha jugado", old.log)
            logs = await logs_of(cluster.url)
            for _ in range(120):
                await asyncio.sleep(1)
                if await logs_of(cluster.url) != logs:
                    break
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            await fake.until(lambda: not fake.updates.pending, timeout_s=60)
            await asyncio.sleep(2)
            await new.terminate(20)
            came = await found(pair, fake, penas, {name: len(log) for name, log in logs.items()})
    assert (came.lost, came.told_not_saved, came.twice, came.out_of_order) == (0, 0, 0, 0)
    assert (came.damaged, came.stuck, came.exceptions_unread) == (0, 0, 0)
