"""A connection of SQLite and its thread: none outlives whoever wanted it."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from musbot.store.connection import connect_threaded


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_a_connection_that_is_given_up_while_it_opens_leaves_no_thread(tmp_path: Path, steps: int) -> None:
    async def given_up() -> None:
        opening = asyncio.create_task(connect_threaded(tmp_path / "mus.sqlite"))
        for _ in range(steps):
            await asyncio.sleep(0)
        opening.cancel()
        with suppress(asyncio.CancelledError):
            await (await opening).close()

    before = set(threading.enumerate())
    for _ in range(30):
        asyncio.run(given_up())
        assert set(threading.enumerate()) <= before
