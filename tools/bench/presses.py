"""How long a press waits for its answer while a thousand tables play."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.bench.crowd import Crowd, crowd


async def measured(tables: int, a_second: float, seconds: float) -> dict[str, float]:
    """Returns milliseconds from a press to its answer: of half of them, of 99 %, of all."""
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
    """Lets people press at their moments, whether or not those before have been answered."""
    waits: list[float] = []
    begin = time.perf_counter()

    async def press(number: int) -> None:
        due = begin + number / a_second
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        await many.tap(number % tables)
        waits.append((time.perf_counter() - due) * 1e3)

    await asyncio.gather(*(press(number) for number in range(presses)))
    return waits
