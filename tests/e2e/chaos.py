"""`kill -9` by the hundred while many tables play: `python -m tests.e2e.chaos --kills 200`.

Bots are processes of their own; the platform and all people are this one. Requests take 50 to 400 ms, and
what was on its way to the platform when a bot was killed takes effect there.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import sqlite3
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from pathlib import Path

from musbot.acta.read import read
from musbot.acta.write import write
from musbot.game.events import Event
from tests.e2e.bot_process import BotProcess
from tests.e2e.pena import Pena, Pressed, words_by_question
from tests.fakes.telegram_api import FakeTelegram, Message
from tests.fakes.telegram_api.call import Call
from tests.fakes.telegram_api.faults import Fault, Trouble
from tests.fakes.telegram_api.journal import kind_of

QUICKEST_S, SLOWEST_S = 0.05, 0.4
"""How long a request takes."""
LIVES_S = (0.3, 4)
"""How long a bot lives."""
PAUSE_S = (0.4, 2)
"""Between two presses at a table."""
PRIVATELY = 0.5
"""How many press in their private chat what they may press there."""
LAST_S = 40
"""For how long everything is played on after the last kill: no table may stand still."""
RULES = "/mus vitoria juegos=9 vacas=9"
_HAND = re.compile(r"Mesa (\w+)\b.*?mano (\d+)", re.DOTALL)


@dataclass
class Sums:
    """What came of it."""

    kills: int = 0
    presses: int = 0
    presses_lost: int = 0
    applied_twice: int = 0
    updates_set_aside: int = 0
    messages_of_hands: int = 0
    of_them_in_flight: int = 0
    standing_twice: int = 0
    of_them_boards: int = 0
    tables: int = 0
    tables_stuck: int = 0
    logs_damaged: int = 0

    def add(self, other: Sums) -> None:
        """Adds what came of another house."""
        for it in fields(self):
            setattr(self, it.name, getattr(self, it.name) + getattr(other, it.name))


async def house(seed: int, kills: int, tables: int, folder: Path, until: float) -> Sums:
    """One bot that is killed so often, or until a moment, and what came of it."""
    rng = random.Random(seed)
    async with FakeTelegram(query_lifetime_s=3600) as fake:
        bot = BotProcess(folder, fake, {"MUSBOT_AI_PAUSE_SECONDS": "0.5"})
        await bot.start()
        penas = await asyncio.gather(*(opened(fake, rng, n) for n in range(tables)))
        slow = Fault("*", Trouble.SLOW, None)
        fake.faults.add(slow)
        playing = [asyncio.create_task(play(pena)) for pena in penas]
        playing.append(asyncio.create_task(delays(slow, rng)))
        killed = flying = 0
        while killed < kills and time.monotonic() < until:
            await asyncio.sleep(rng.uniform(*LIVES_S))
            flying += sum(map(sends_hand, fake.server.calls))
            await bot.kill()
            await bot.start()
            killed += 1
        before = {table: len(log) for table, log in bot.stored().items()}
        await asyncio.sleep(LAST_S)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await fake.settle(timeout_s=60)
        await bot.terminate()
        return replace(counted(fake, bot, penas, before, killed), of_them_in_flight=flying)


async def opened(fake: FakeTelegram, rng: random.Random, number: int) -> Pena:
    """A group in which three people and an AI player have begun."""
    people = {
        name: fake.user(1000 + 10 * number + place, name, started=True)
        for place, name in enumerate(("Ane", "Beñat", "Carmen"))
    }
    chat = -1001000001000 - number
    fake.group(chat, f"Peña {number}", members=people.values())
    pena = Pena(fake, chat, people, random.Random(rng.random()), boldness=0.9)
    await pena.open(RULES, ais=1)
    return pena


async def play(pena: Pena) -> None:
    """They press what the newest board offers, there or in private, and do not wait for answers."""
    first = next(iter(pena.people))
    while True:
        await asyncio.sleep(pena.rng.uniform(*PAUSE_S))
        labels = [label for board in pena.boards[-1:] for row in board.labels for label in row]
        choice = next(([(first, it)] for it in labels if it.startswith(("Revancha", "Empezar"))), None)
        with suppress(LookupError):
            for name, label in choice or pena.choice():
                uid = pena.people[name]
                if pena.rng.random() < PRIVATELY and label in pena.fake.labels(uid):
                    query = pena.fake.press(uid, label, uid)
                    pena.pressed.append(Pressed(uid, label, query, pena.fake.updates.last_id, private=True))
                else:
                    pena.tap(name, label)


async def delays(slow: Fault, rng: random.Random) -> None:
    """Requests take now longer, now shorter."""
    while True:
        slow.seconds = rng.uniform(QUICKEST_S, SLOWEST_S)
        await asyncio.sleep(0.02)


def counted(
    fake: FakeTelegram, bot: BotProcess, penas: list[Pena], before: dict[str, int], kills: int
) -> Sums:
    """Counts what was lost, what counted twice, and what stands twice."""
    keys, logs = bot.keys(), bot.stored()
    pressed = [press for pena in penas for press in pena.pressed]
    expired = set(fake.updates.expired)
    hands = Counter(hand for pena in penas for hand in hands_shown(pena, pena.chat))
    private = Counter(
        hand for pena in penas for uid in pena.people.values() for hand in hands_shown(pena, uid)
    )
    playing = {name: table for name, table in bot.tables().items() if not table.over}
    return Sums(
        kills=kills,
        presses=len(pressed),
        presses_lost=sum(f"telegram:{it.update}" not in keys and it.update not in expired for it in pressed),
        applied_twice=sum(count - 1 for log in logs.values() for count in words_by_question(log).values()),
        updates_set_aside=bot.log.count(" is set aside: "),
        messages_of_hands=len(hands) + len(private),
        standing_twice=sum(count - 1 for count in (hands + private).values()),
        of_them_boards=sum(count - 1 for count in hands.values()),
        tables=len(logs),
        tables_stuck=sum(len(logs[name]) == before.get(name, 0) for name in playing),
        logs_damaged=len(damaged(bot)),
    )


def sends_hand(call: Call) -> bool:
    """Returns whether a request is a new message that shows a hand."""
    return kind_of(call.method) == "send" and bool(_HAND.match(call.text("text") or call.text("caption")))


def hands_shown(pena: Pena, chat: int) -> list[tuple[int, str, str]]:
    """The hands that messages of a chat show, each as often as one does."""
    messages: list[Message] = pena.fake.from_bot(chat)
    return [(chat, found[1], found[2]) for it in messages if (found := _HAND.match(it.text))]


def damaged(bot: BotProcess) -> list[str]:
    """Tables whose numbers have a gap, or whose log does not follow from its words by the rules."""
    with sqlite3.connect(f"file:{bot.database}?mode=ro", uri=True) as db:
        sql = "SELECT table_id FROM events GROUP BY table_id HAVING MIN(seq) != 1 OR MAX(seq) != COUNT(*)"
        gaps = [row[0] for row in db.execute(sql)]
    tables = bot.tables()
    for name, log in bot.stored().items():
        game = [event for event in log if isinstance(event, Event)]
        if game and list(read(write(tables[name].names, game)).events) != game:
            gaps.append(name)
    return gaps


async def chaos(kills: int, houses: int, tables: int, seed: int, seconds: float) -> Sums:
    """Kills bots side by side; returns the sums of all."""
    with tempfile.TemporaryDirectory() as folder:
        places = [Path(folder) / str(n) for n in range(houses)]
        for place in places:
            place.mkdir()
        share = [kills // houses + (n < kills % houses) for n in range(houses)]
        until = time.monotonic() + seconds
        killing = (house(seed + n, share[n], tables, places[n], until) for n in range(houses))
        every = await asyncio.gather(*killing)
    sums = Sums()
    for one in every:
        sums.add(one)
    return sums


def main() -> None:
    """Kills, and prints the sums."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--houses", type=int, default=3, help="bots beside each other")
    parser.add_argument("--tables", type=int, default=6, help="tables of each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="no kills after so long")
    asked = parser.parse_args()
    began = time.monotonic()
    sums = asyncio.run(chaos(asked.kills, asked.houses, asked.tables, asked.seed, asked.seconds))
    for it in fields(sums):
        print(f"{it.name.replace('_', ' '):18} {getattr(sums, it.name)}")
    for of, many in (("hand messages", sums.messages_of_hands), ("those in flight", sums.of_them_in_flight)):
        print(f"{100 * sums.standing_twice / max(1, many):.1f} % of {of} stand twice")
    print(f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
