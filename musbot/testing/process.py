"""Runs a process in a test: any platforms, a store in a folder, reproducible time and chance."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from musbot.app import Nature, Process
from musbot.config import Settings
from musbot.port.platform import Platform
from musbot.service.review.process_pool import InlineWeigher, Weigher
from musbot.store.sqlite import open_sqlite
from musbot.testing.clock import Clock
from musbot.testing.messenger import FakeMessenger
from musbot.testing.platform import FakePlatform

QUICK = Settings(turn_s=0, ai_pause_s=0)
"""Settings without a turn clock and without a pause before AI words."""


@asynccontextmanager
async def running(
    platforms: Mapping[str, Platform],
    clock: Clock,
    folder: Path | None = None,
    *,
    settings: Settings = QUICK,
    seed: str = "mus",
    weigher: Weigher | None = None,
) -> AsyncIterator[Process]:
    """Runs platforms like `musbot run` and yields the process, started but with no platform joined yet.

    At the end it stops them. After a block without an error it raises the error of a failed platform. Tables
    are stored in `folder`, from which a later run continues, or in a temporary folder. Chance follows from
    `seed`, and time only from `clock`. The default `weigher` works in this process.
    """
    nature = replace(
        Nature.from_seed(seed),
        timers=clock,
        clock=clock,
        wall=clock,
        sleep=clock.sleep,
        weigher=weigher or InlineWeigher(),
    )
    with TemporaryDirectory() as nowhere:
        store = await open_sqlite((folder or Path(nowhere)) / "mus.sqlite", clock)
        process = Process(store, platforms, settings, nature=nature)
        try:
            await process.start()
            yield process
            await process.wait_until_ended(_done_future())
        finally:
            await process.stop()
            await store.close()


@asynccontextmanager
async def playing(
    folder: Path | None = None,
    *,
    settings: Settings = QUICK,
    seed: str = "mus",
    weigher: Weigher | None = None,
) -> AsyncIterator[FakePlatform]:
    """Runs a process with a FakePlatform and yields the platform once it has joined.

    At the end it raises the error of a failed process. `running` explains the parameters.
    """
    fake = FakePlatform(FakeMessenger(Clock()))
    runs = running({fake.name: fake}, fake.clock, folder, settings=settings, seed=seed, weigher=weigher)
    async with runs:
        await fake.joined.wait()
        yield fake


def _done_future() -> asyncio.Future[None]:
    """Returns a future that is done, so that waiting for the end of a process returns at once."""
    over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    over.set_result(None)
    return over
