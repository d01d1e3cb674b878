"""How soon the board follows a press on Discord, and what a hand asks: `python -m tests.e2e.board_latency`.

The bot is a process of its own; the platform, with its limits, and everybody who presses are this one, on
the same machine. Measured is from the moment a press leaves for the bot until its board is changed, and until
its answer has come back.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.e2e.discord_server import MUS, NAMES, OTHERS, SERVER, DiscordProcess, State
from tests.e2e.pena import choice
from tests.fakes.discord_api import Answer, FakeDiscord
from tests.fakes.discord_api.components import walk
from tests.fakes.discord_api.world import World

FIRST_PERSON, FIRST_CHANNEL = 1000, 5000
QUIET = ("No hay mus", "Paso", "No quiero")
"""What four people say while their requests are counted."""
TABLES: tuple[tuple[str, str, int, dict[str, bool]], ...] = (
    ("four who never throw", "vitoria", 4, {"quiet": True}),
    ("four on the board", "vitoria", 4, {}),
    ("four in private", "vitoria", 4, {"at_home": True}),
    ("eight on the board", "tres-mus", 8, {}),
    ("eight in private", "tres-mus", 8, {"at_home": True}),
)
"""Whose requests are counted."""
AT_ONCE = 10
"""Tables that are opened together."""


@dataclass
class Seen:
    """Every press that was accepted: its board, how often that had been changed before, and when."""

    pressed: list[tuple[int, int, float]] = field(default_factory=list)
    changed: defaultdict[int, list[float]] = field(default_factory=lambda: defaultdict(list))

    def waits(self) -> list[float]:
        """How long each board took, in seconds; those that did not follow before the end are left out."""
        return sorted(
            self.changed[board][before] - at
            for board, before, at in self.pressed
            if len(self.changed[board]) > before
        )


@contextmanager
def watching(seen: Seen) -> Iterator[None]:
    """Notes when any message is changed, whichever way."""
    edit = World.edit_message

    def noted(self: World, channel: int, message: int, fields: dict[str, Any]) -> Any:
        made = edit(self, channel, message, fields)
        seen.changed[message].append(time.perf_counter())
        return made

    World.edit_message = noted  # type: ignore[assignment, method-assign]
    try:
        yield
    finally:
        World.edit_message = edit  # type: ignore[method-assign]


class Watched(State):
    """A table whose boards and answers are timed."""

    seen: Seen
    waits: list[float]

    async def press(self, uid: int, label: str, **how: Any) -> Answer:
        board, at = self.boards[-1].id, time.perf_counter()
        before = len(self.seen.changed[board])
        press = self.fake.press(uid, label, self.channel, **how)
        await self.fake.acknowledged(press, 3)
        self.waits.append(time.perf_counter() - at)
        answer = self.fake.answered(press)
        if (answer.kind == "later" or not answer.private) and label not in "1234":
            self.seen.pressed.append((board, before, at))
        return answer


def processor_s(pid: int) -> float:
    """Returns how many seconds of processor time a process has taken, with its threads (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def boards(tables: int, seconds: float, pause_s: float) -> tuple[list[float], list[float], float]:
    """Lets a person and three AI play at every table.

    Returns how long each board took, each answer to a press of any kind, both sorted, and the processor time
    that the bot took meanwhile, in seconds.
    """
    answers: list[float] = []
    seen = Seen()
    with watching(seen):
        async with FakeDiscord(checked=False) as fake:
            people = range(FIRST_PERSON, FIRST_PERSON + tables)
            for uid in people:
                fake.user(uid, f"P{uid}")
            fake.guild(SERVER, members=people)
            rooms = [
                Watched(fake, FIRST_CHANNEL + n, {uid: f"P{uid}"}, random.Random(n))
                for n, uid in enumerate(people)
            ]
            for room in rooms:
                room.seen, room.waits = seen, answers
                fake.channel(room.channel, SERVER, f"mus-{room.channel}")
            with tempfile.TemporaryDirectory() as folder:
                bot = DiscordProcess(Path(folder), fake)
                await bot.start()
                for first in range(0, tables, AT_ONCE):
                    await asyncio.gather(*(opened(room) for room in rooms[first : first + AT_ONCE]))
                await asyncio.sleep(10)  # what opening them has used up is there again
                seen.pressed.clear()
                answers.clear()
                assert bot.process is not None
                began_s = processor_s(bot.process.pid)
                playing = [asyncio.create_task(play(room, pause_s)) for room in rooms]
                await asyncio.sleep(seconds)
                for task in playing:
                    task.cancel()
                await asyncio.gather(*playing, return_exceptions=True)
                taken_s = processor_s(bot.process.pid) - began_s
                await bot.terminate(within_s=20)
    return seen.waits(), sorted(answers), taken_s


async def opened(room: Watched) -> None:
    """Opens a table as fast as its channel lets it."""
    (uid,) = room.people
    room.fake.slash(uid, "/mus rules:vitoria options:juegos=5", room.channel)
    await room.fake.until(lambda: room.labels, timeout_s=30)
    await room.press(uid, "Sentarme 🔷")
    await room.fake.until(lambda: "Añadir IA" in room.labels, timeout_s=30)
    for _ in range(3):
        await room.press(uid, "Añadir IA")
    await room.press(uid, "Empezar")


async def play(room: Watched, pause_s: float) -> None:
    """Presses what the board offers for as long as it is let."""
    await asyncio.sleep(room.rng.random() * pause_s)
    while True:
        for uid, label in room.choice():
            with suppress(LookupError):
                await room.press(uid, label)
            await asyncio.sleep(pause_s * (0.5 + room.rng.random()))
        await asyncio.sleep(0.3)


@dataclass
class Counted(State):
    """A table whose presses are counted; `quiet` ones never throw, `at_home` all is said in private."""

    presses: int = 0
    quiet: bool = False
    at_home: bool = False

    async def say(self, uid: int, label: str) -> None:
        """Presses a word, or picks from a menu, and waits for the answer; nothing if it is not there."""
        where = None if self.at_home else self.channel
        with suppress(LookupError):
            picked = self.fake.choose(uid, label) if label in self.thrown(uid) else None
            press = picked or self.fake.press(uid, label, where)
            self.presses += 1
            await self.fake.answer(press)

    def thrown(self, uid: int) -> list[str]:
        """The cards that one may throw in private, as the newest menu there offers them."""
        home = self.fake.from_bot(self.fake.dm(uid))[-1:] if self.at_home else []
        parts = [it for message in home for it in walk(message.components)]
        menus = [it["options"] for it in parts if it.get("placeholder", "").startswith("¿Cuál")]
        return [option["label"] for options in menus for option in options]

    def choice(self) -> list[tuple[int, str]]:
        if self.at_home:
            return next(filter(None, map(self.choice_at_home, self.people)), [])
        words = [label for label in QUIET if label in self.labels] if self.quiet else []
        return [(uid, words[0]) for uid in self.awaited()[:1]] if words else super().choice()

    def choice_at_home(self, uid: int) -> list[tuple[int, str]]:
        """What one who is asked in private does."""
        if cards := self.thrown(uid):
            return [(uid, self.rng.choice(cards))]
        home = self.fake.from_bot(self.fake.dm(uid))[-1:]
        labels = [label for message in home for row in message.labels for label in row]
        return choice([uid], labels, self.rng, self.boldness)

    async def hand(self, number: int, pause_s: float) -> None:
        """Plays until the board of a hand is there."""
        while not self.boards or f"mano {number}" not in self.boards[-1].text:
            for uid, label in self.choice():
                await self.say(uid, label)
                await asyncio.sleep(pause_s)
            await asyncio.sleep(0.05)


async def requests(
    room: Counted, rules: str, hands: int, pause_s: float
) -> tuple[Counter[str], float, float]:
    """Lets people play some hands; returns what was asked of Discord by kind, its kilobytes, processor time.

    The emojis of a first start, one a second, are left out.
    """
    async with room.fake as fake:
        for uid, name in room.people.items():
            fake.user(uid, name)
        fake.guild(SERVER, members=[*room.people])
        fake.channel(MUS, SERVER)
        with tempfile.TemporaryDirectory() as folder:
            bot = DiscordProcess(Path(folder), fake)
            await bot.start()
            await room.open("juegos=5" + " piedras=60" * (rules == "vitoria"), rules)
            await room.hand(2, pause_s)
            first, room.presses = len(fake.sent), 0
            assert bot.process is not None
            began_s = processor_s(bot.process.pid)
            await room.hand(2 + hands, pause_s)
            taken_s = processor_s(bot.process.pid) - began_s
            made = [it for it in fake.sent[first:] if it.kind != "other"]
            await bot.terminate(within_s=20)
    kinds = Counter(f"{it.kind}{' in private' if it.private else ''}" for it in made)
    return kinds, sum(it.size for it in made) / 1e3, taken_s


def shares(waits: list[float]) -> str:
    """How long half of them took at most, and 99 of 100."""
    p50, p99 = (waits[min(len(waits) - 1, int(len(waits) * share))] for share in (0.5, 0.99))
    return f"p50 {p50:.3f} s, p99 {p99:.3f} s of {len(waits)}"


def main() -> None:
    """Measures and prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, nargs="*", default=[10, 100])
    parser.add_argument("--seconds", type=float, default=40)
    parser.add_argument("--pause", type=float, default=3, help="seconds between two presses at a table")
    parser.add_argument("--hands", type=int, default=6, help="whose requests are counted")
    asked = parser.parse_args()
    for tables in asked.tables:
        board, answer, taken_s = asyncio.run(boards(tables, asked.seconds, asked.pause))
        print(f"{tables} tables: board {shares(board)}; answer {shares(answer)}")
        print(f"  processor time a press, pictures and all: {taken_s / len(answer) * 1e3:.1f} ms")
    if asked.hands:
        asyncio.run(all_counted(asked.hands, asked.pause))


async def all_counted(hands: int, pause_s: float) -> None:
    """Counts at all tables at once, each on a Discord of its own, and prints it."""
    await asyncio.gather(*(counted(*one, hands, pause_s) for one in TABLES))


async def counted(
    what: str, rules: str, number: int, how: dict[str, bool], hands: int, pause_s: float
) -> None:
    """Counts at one table, and prints it."""
    people = dict([*(NAMES | OTHERS).items()][:number])
    room = Counted(FakeDiscord(checked=False), MUS, people, random.Random(1), boldness=0.3, **how)
    made, kilobytes, taken_s = await requests(room, rules, hands, pause_s)
    each = ", ".join(f"{kind} {count / hands:.1f}" for kind, count in made.most_common())
    besides = made.total() - made["answer"] - made["answer in private"]
    print(
        f"{what}: {made.total() / hands:.1f} requests a hand ({each})",
        f"  {room.presses / hands:.1f} presses a hand, {made.total() / room.presses:.2f} requests a press",
        f"  besides answers {besides / hands:.1f} a hand, {besides / room.presses:.2f} a press",
        f"  {kilobytes / hands:.0f} kB and {taken_s / hands * 1e3:.0f} ms of processor time a hand",
        sep="\n",
    )


if __name__ == "__main__":
    main()
