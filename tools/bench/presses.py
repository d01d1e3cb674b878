"""How long a press waits for its answer while a thousand tables play."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.bench.crowd import Crowd, crowd


async def measure(tables: int, a_second: float, seconds: float) -> dict[str, float]:
    """Returns milliseconds from a press to its answer: the median, the 99th percentile and the longest.

    Presses are sent at `a_second` per second for `seconds`, over all tables in turn.
    """
    with TemporaryDirectory() as folder:
        async with crowd(Path(folder), tables) as many:
            waits = await _pressed(many, tables, a_second, int(a_second * seconds))
    waits.sort()
    return {
        f"ms from press to answer, half of them, {tables} tables, {a_second:.0f}/s": waits[len(waits) // 2],
        "  99 % of them": waits[len(waits) * 99 // 100],
        "  the longest": waits[-1],
    }


async def _pressed(many: Crowd, tables: int, a_second: float, presses: int) -> list[float]:
    """Returns the milliseconds until each press is answered.

    Presses are sent on time, even if earlier ones wait.
    """
    waits: list[float] = []
    begin = time.perf_counter()

    async def press(number: int) -> None:
        due = begin + number / a_second
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        await many.tap(number % tables)
        waits.append((time.perf_counter() - due) * 1e3)

    await asyncio.gather(*(press(number) for number in range(presses)))
    return waits
