"""Measures the counts of a ranking: a chat with 5,000 partidas among a million results."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from musbot.service.commands.history import DAY_S, rankings
from musbot.service.review.ranking import SPANS_DAYS, Ratings, count
from musbot.store.postgres.connection import open_connection
from musbot.store.postgres.store import open_postgres
from musbot.store.sqlite import open_sqlite
from musbot.store.store import Store
from musbot.table.events import ChatId
from tests.support.stores import a_schema

RESULTS, IN_CHAT, PEOPLE = 1_000_000, 5_000, 12
CHAT, YEARS_S = ChatId("telegram:-100"), 3 * 365 * DAY_S
TIMES = 21
"""Rankings that are counted."""
_RESULT = "INSERT INTO results (table_id, chat, at, rules, alone, seats, winner, juegos) VALUES"


def _rows() -> Iterator[tuple[Any, ...]]:
    """Yields RESULTS results over three years, one in 200 of CHAT; each seating is drawn by lot among twelve
    people."""
    rng, now = random.Random(1), time.time()  # noqa: S311 - to be repeated
    for number in range(RESULTS):
        chat = CHAT if number % (RESULTS // IN_CHAT) == 0 else f"telegram:-{rng.randrange(1, 100)}"
        seats = json.dumps(rng.sample(range(1, PEOPLE + 1), 4), separators=(",", ":"))
        at = now - YEARS_S * (1 - number / RESULTS)
        yield f"K{number}", chat, at, "parejas", 0, seats, rng.randrange(2), "[2,1]"


async def measure_counts(server: str = "") -> dict[str, float]:
    """Returns ms of processor time for a ranking: medians of the whole and of its parts, and the longest.

    The results are in a new SQLite file, or in an empty schema of the database at the URL `server`.
    """
    if server:
        async with a_schema(server) as url:
            await (await open_postgres(url)).close()
            async with open_connection(url) as db:
                await db.copy_records_to_table("people", records=[(n, f"p{n}") for n in range(1, PEOPLE + 1)])
                names = [(n, n, f"Name {n}", "es") for n in range(1, PEOPLE + 1)]
                await db.copy_records_to_table("names", records=names)
                await db.copy_records_to_table("results", records=_rows())
                await db.execute("ANALYZE results")
            return await _measure_store(await open_postgres(url))
    with TemporaryDirectory() as folder:
        file = Path(folder) / "mus.sqlite"
        await (await open_sqlite(file)).close()
        with closing(sqlite3.connect(file)) as db, db:
            db.executemany(
                "INSERT INTO people (id, person) VALUES (?, ?)", [(n, f"p{n}") for n in range(1, PEOPLE + 1)]
            )
            names = [(n, n, f"Name {n}", "es") for n in range(1, PEOPLE + 1)]
            db.executemany("INSERT INTO names (id, who, name, language) VALUES (?, ?, ?, ?)", names)
            db.executemany(f"{_RESULT} (?, ?, ?, ?, ?, ?, ?, ?)", _rows())
        return await _measure_store(await open_sqlite(file))


async def _measure_store(store: Store) -> dict[str, float]:
    """Returns the figures for a store with the results, over TIMES rankings, and closes it."""
    took = []
    try:
        for _ in range(TIMES):
            began, now = time.process_time(), time.time()
            quarter, week = (now - days * DAY_S for days in SPANS_DAYS)
            results = await store.load_counted_results(CHAT, quarter, week)
            loaded = time.process_time()
            counts = count(results)
            counted = time.process_time()
            rankings(counts, Ratings(), results.names)
            end = time.process_time()
            took.append([1000 * it for it in (end - began, loaded - began, counted - loaded, end - counted)])
            await asyncio.sleep(0)
    finally:
        await store.close()
    whole, *parts = (sorted(it)[TIMES // 2] for it in zip(*took, strict=True))
    return {
        f"ms of processor time, the counts of {IN_CHAT} of {RESULTS} results": whole,
        "  the query and its people": parts[0],
        "  the counting": parts[1],
        "  the names": parts[2],
        "  the longest of all": max(it[0] for it in took),
    }
