"""How much memory a table takes: idle lobbies, tables in play, and one that has been played for long."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from functools import _lru_cache_wrapper
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from musbot.table.fold import intern_outcome
from tools.bench.crowd import PIEDRAS, Crowd, crowd

TABLES = 400
HANDS = 300


async def measure() -> dict[str, float]:
    """Returns the memory of a table in KB: in its lobby, after 2 hands and after HANDS hands."""
    for *piedras, winner in product(range(2 * PIEDRAS), range(2 * PIEDRAS), (None, 0, 1)):
        intern_outcome((tuple(piedras), winner))  # what hands may lead to is kept once for all tables
    tracemalloc.start()
    try:
        lobby = await _each(TABLES, hands=0, playing=False)
        young = await _each(TABLES // 10, hands=2)
        old = await _each(2, hands=HANDS)
    finally:
        tracemalloc.stop()
    return {
        "KB of memory an idle lobby": lobby,
        "KB a table in play, after 2 hands": young,
        f"KB a table in play, after {HANDS} hands": old,
    }


async def _each(tables: int, *, hands: int, playing: bool = True) -> float:
    """Returns the KB that each of `tables` further tables takes; the first one, with all that it loads, is
    not counted.

    At each table `hands` hands are played. Without `playing` the tables stay in their lobbies.
    """
    with TemporaryDirectory() as folder:
        async with crowd(Path(folder), 1, playing=playing, bears_all=True) as many:
            await _play_tables(many, hands)
            before = _bytes()
            await many.more(tables)
            await _play_tables(many, hands)
            return (_bytes() - before) / tables / 1000


async def _play_tables(many: Crowd, hands: int) -> None:
    """Plays every table until it has finished `hands` hands, and waits until no request is pending."""
    manager = many.process.manager
    for place, table in enumerate(many.tables):
        while (now := manager.tables.get(table)) is not None and now.hands_over < hands:
            await many.act(place, key=False)
        await asyncio.sleep(0)
    await many.process.courier.outboxes.wait_until_idle()


def _bytes() -> int:
    """Returns the bytes in use after all `lru_cache` caches are cleared, except the one of outcomes."""
    gc.unfreeze()
    for kept in gc.get_objects():
        if isinstance(kept, _lru_cache_wrapper) and kept is not intern_outcome:
            kept.cache_clear()
    gc.collect()
    return tracemalloc.get_traced_memory()[0]
