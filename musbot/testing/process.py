"""A process for tests: any platforms, a store in a folder, deterministic time and chance."""

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
from musbot.service.review.process_pool import AtOnce, Weigher
from musbot.store.sqlite import open_sqlite
from musbot.testing.clock import Clock
from musbot.testing.messenger import FakeMessenger
from musbot.testing.platform import FakePlatform

QUICK = Settings(turn_s=0, ai_pause_s=0)
"""No turn clock, and AI players that answer at once."""


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
    """Runs platforms as `musbot run` does; on exit, raises the error that ended one of them.

    Tables are stored in `folder`, from which a later run continues, or nowhere.
    """
    nature = replace(
        Nature.of(seed),
        timers=clock,
        clock=clock,
        wall=clock,
        sleep=clock.sleep,
        weigher=weigher or AtOnce(),
    )
    with TemporaryDirectory() as nowhere:
        store = await open_sqlite((folder or Path(nowhere)) / "mus.sqlite", clock)
        process = Process(store, platforms, settings, nature=nature)
        try:
            await process.start()
            yield process
            await process.until(_now())
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
    """Runs a FakePlatform, whose people a test moves."""
    fake = FakePlatform(FakeMessenger(Clock()))
    runs = running({fake.name: fake}, fake.clock, folder, settings=settings, seed=seed, weigher=weigher)
    async with runs:
        await fake.joined.wait()
        yield fake


def _now() -> asyncio.Future[None]:
    over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    over.set_result(None)
    return over
