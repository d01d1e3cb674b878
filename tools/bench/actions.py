"""Durable actions a second through manager, store and courier, under the platform's real limits."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.bench.crowd import crowd

AT_ONCE = 50


async def measured(tables: int, seconds: float) -> dict[str, float]:
    """Returns actions and requests a second, and how much processor time an action takes (µs)."""
    with TemporaryDirectory() as folder:
        async with crowd(Path(folder), tables) as many:
            made = 0
            free = list(range(tables))
            many.rng.shuffle(free)
            until = time.monotonic() + seconds

            async def play() -> None:
                nonlocal made
                while time.monotonic() < until:
                    place = free.pop(0)
                    await many.act(place)
                    free.append(place)
                    made += 1

            requests, began, busy = many.wire.requests, time.perf_counter(), time.process_time()
            await asyncio.gather(*(play() for _ in range(min(AT_ONCE, tables))))
            took, used = time.perf_counter() - began, time.process_time() - busy
            requests = many.wire.requests - requests
    return {
        f"actions a second, {tables} tables": made / took,
        f"  requests a second beside it, {tables} tables": requests / took,
        f"  processor time an action, µs, {tables} tables": used / made * 1e6,
    }
