"""How long a press waits for its answer while many tables play: `python -m tests.e2e.press_latency`.

The bot is a process of its own; the platform and everybody who presses are this one, on the same machine. It
measures from the moment a press leaves for the bot until its answer has come back and been read.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.e2e.discord_server import SERVER, DiscordProcess, State
from tests.fakes.discord_api import Answer, FakeDiscord, Limits

FIRST_PERSON, FIRST_CHANNEL = 1000, 5000


class Timed(State):
    """A table whose presses are timed."""

    waits: list[float]

    async def press(self, uid: int, label: str, **how: Any) -> Answer:
        began = time.perf_counter()
        press = self.fake.press(uid, label, self.channel, **how)
        await self.fake.acknowledged(press, 3)
        self.waits.append(time.perf_counter() - began)
        return self.fake.answered(press)


async def measure(tables: int, seconds: float, pause_s: float) -> list[float]:
    """Lets a person and three AI play at every table; returns how long each press waited."""
    waits: list[float] = []
    async with FakeDiscord(checked=False, limits=Limits(everything=(50, 1.0))) as fake:
        people = range(FIRST_PERSON, FIRST_PERSON + tables)
        for uid in people:
            fake.user(uid, f"P{uid}")
        fake.guild(SERVER, members=people)
        rooms = [
            Timed(fake, FIRST_CHANNEL + n, {uid: f"P{uid}"}, random.Random(n)) for n, uid in enumerate(people)
        ]
        for room in rooms:
            room.waits = waits
            fake.channel(room.channel, SERVER, f"mus-{room.channel}")
        with tempfile.TemporaryDirectory() as folder:
            bot = DiscordProcess(Path(folder), fake)
            await bot.start()
            for room in rooms:
                await opened(room)
            print(f"{tables} tables opened")
            waits.clear()
            playing = [asyncio.create_task(play(room, pause_s)) for room in rooms]
            await asyncio.sleep(seconds)
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            await bot.terminate(within_s=20)
    return waits


async def opened(room: Timed) -> None:
    """Opens a table as fast as its channel lets it."""
    (uid,) = room.people
    room.fake.slash(uid, "/mus rules:vitoria options:juegos=5", room.channel)
    await room.fake.until(lambda: room.labels, timeout_s=30)
    await room.press(uid, "Sentarme 🔷")
    await room.fake.until(lambda: "Añadir IA" in room.labels, timeout_s=30)
    for _ in range(3):
        await room.press(uid, "Añadir IA")
    await room.press(uid, "Empezar")


async def play(room: Timed, pause_s: float) -> None:
    """Presses what the board offers for as long as it is let."""
    await asyncio.sleep(room.rng.random() * pause_s)
    while True:
        for uid, label in room.choice():
            with suppress(LookupError):
                await room.press(uid, label)
            await asyncio.sleep(pause_s * (0.5 + room.rng.random()))
        await asyncio.sleep(0.3)


def main() -> None:
    """Measures and prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=3, help="seconds between two presses at a table")
    asked = parser.parse_args()
    waits = sorted(asyncio.run(measure(asked.tables, asked.seconds, asked.pause)))
    if not waits:
        raise SystemExit("nobody pressed anything")
    at = {share: waits[min(len(waits) - 1, int(len(waits) * share))] * 1000 for share in (0.5, 0.9, 0.99)}
    print(f"{len(waits)} presses, {len(waits) / asked.seconds:.0f} a second")
    print(
        ", ".join(f"p{share * 100:.0f} {ms:.1f} ms" for share, ms in at.items()),
        f"max {waits[-1] * 1000:.1f} ms",
    )


if __name__ == "__main__":
    main()
