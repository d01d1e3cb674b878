"""How soon a process is ready again when many tables are not over, and when the last of them goes on."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.bench.crowd import crowd, restarted

WORDS = 12


async def measured(tables: int) -> dict[str, float]:
    """Returns the seconds after a restart until presses are accepted, the first is answered, and all tables
    are loaded."""
    with TemporaryDirectory() as folder:
        async with crowd(Path(folder), tables, bears_all=True) as many:
            for _ in range(WORDS):
                for first in range(0, tables, 50):
                    await asyncio.gather(*(many.act(n) for n in range(first, min(first + 50, tables))))
            await many.process.courier.outboxes.wait_until_idle()
            names = many.tables
        began = time.perf_counter()
        async with restarted(Path(folder), names) as again:
            ready = time.perf_counter() - began
            await again.act(tables - 1)
            answered = time.perf_counter() - began
            await again.process.manager.wait_for_background()
            every = time.perf_counter() - began
    return {
        f"s until ready again, {tables} tables in play": ready,
        "  until a press at one of them is answered": answered,
        "  until all of them are taken up": every,
    }
