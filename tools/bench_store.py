"""How much the store takes, on the disk of a folder: `python -m tools.bench_store [FOLDER]`."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import tempfile
import time
from pathlib import Path

from musbot.store.codec import Stored
from musbot.store.sqlite import KEEP_KEYS_S, SqliteStore, open_sqlite

ACTIONS = {1: 500, 10: 5000, 100: 10_000}
"""By how many tables play at once."""
PRESSES_A_SECOND = 10
NOW = 1_800_000_000.0
EVENT = Stored("Said", 1, '{"seat":1,"action":"envido 2"}')


async def actions(store: SqliteStore, tables: int, total: int) -> float:
    """Returns how many actions of two events and a key were taken in a second."""

    async def play(table: str) -> None:
        await store.create(table, "chat", [EVENT])
        for turn in range(total // tables):
            await store.append(table, 1 + 2 * turn, [EVENT, EVENT], key=f"telegram:{table} {turn}")

    started = time.perf_counter()
    await asyncio.gather(*(play(f"T{tables}-{n}") for n in range(tables)))
    return total / (time.perf_counter() - started)


def press_for_two_days(file: Path) -> int:
    """Records the presses of 48 hours and of the hour before; returns how many there are."""
    count = (KEEP_KEYS_S + 3600) * PRESSES_A_SECOND
    db = sqlite3.connect(file)
    with db:
        rows = ((f"telegram:{n + 700_000_000}", NOW - (count - n) / PRESSES_A_SECOND) for n in range(count))
        db.executemany("INSERT INTO seen VALUES (?, ?)", rows)
    db.close()
    return count


async def swept(store: SqliteStore) -> tuple[float, float]:
    """Returns how long a sweep took, and the slowest write beside it, in seconds."""
    started = time.perf_counter()
    under_way = asyncio.ensure_future(store.sweep())
    slowest = 0.0
    while not under_way.done():
        begun = time.perf_counter()
        await store.note("kind", "name", "value")
        slowest = max(slowest, time.perf_counter() - begun)
    return time.perf_counter() - started, slowest


async def main(folder: str | None) -> None:
    """Prints what it has measured."""
    with tempfile.TemporaryDirectory(dir=folder) as where:
        store = await open_sqlite(Path(where) / "actions.sqlite")
        for tables, total in ACTIONS.items():
            found = await actions(store, tables, total)
            sys.stdout.write(f"{tables:4} tables at once: {found:7.0f} actions a second\n")
        await store.close()
        file = Path(where) / "keys.sqlite"
        await (await open_sqlite(file)).close()
        count = press_for_two_days(file)
        store = await open_sqlite(file, clock=lambda: NOW)
        took, slowest = await swept(store)
        await store.close()
        size = file.stat().st_size / 1e6
        sys.stdout.write(f"{count} presses in {size:.0f} MB: swept in {took:.2f} s, ")
        sys.stdout.write(f"the slowest write beside it {slowest * 1e3:.1f} ms\n")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else None))
