"""How soon four quick people see what they are asked: `python -m tests.evenings.pace`.

Each presses `LOOK_S` after they see their question, in the private chat or on the group's board, wherever it
stands first; in private, if it has come there meanwhile. Times are those of the evening's clock, in which
every request takes `DELAY_S`.
"""

from __future__ import annotations

import argparse
import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from statistics import median

from musbot.config import Settings
from musbot.table.acts import BadPayload, read_payload
from musbot.table.events import AnyEvent
from musbot.table.table import Table
from tests.evenings.around import DELAY_S, LOOK_S, NUMBERS
from tests.evenings.evening import Evening, evening
from tests.evenings.hours import passes
from tests.fakes.telegram_api import Message

PEOPLE = ("Ane", "Beñat", "Carmen", "Dani")
WITH_A_SHY_ONE = ("Ane", "Beñat", "Carmen", "Eva")
"""Eva has no private chat: what she is asked she sees on the board."""
GLANCE_S = 0.02
BOLD = ("Envido", "Quiero", "Queremos", "Y yo", "Reenvido")
CALM = ("Paso", "No quiero", "No queremos", "No hay mus", "Mus", "Mi compañero dirá")


@dataclass
class Pace:
    """What was measured: seconds from a question to where it was first seen, edits of each hand."""

    anywhere: list[float] = field(default_factory=list)
    privately: list[float] = field(default_factory=list)
    unseen: int = 0
    """Questions that were answered, or gone, before the private message showed them."""
    boards: list[float] = field(default_factory=list)
    edits: Counter[int] = field(default_factory=Counter)
    most_in_a_minute: int = 0
    group: int = 0
    private: int = 0
    """Sends and edits, of all the time."""
    lasted_s: float = 0
    questions: int = 0


class Watch:
    """Follows one table: when each question came up, and where it is to be seen."""

    def __init__(self, of: Evening, pace: Pace, people: Sequence[str]) -> None:
        self.of = of
        self.people = people
        self.pace = pace
        table = self.table
        self.asked_at, self.question = of.now, table.question if table is not None else -1
        self._found: dict[int, tuple[int, int, Message | None]] = {}
        of.process.manager.tables.listeners.append(self._changed)

    def _changed(self, table: Table, _: Sequence[AnyEvent]) -> None:
        if table.question != self.question:
            self.question, self.asked_at = table.question, self.of.now
            self.pace.questions += 1

    @property
    def table(self) -> Table | None:
        return self.of.table

    def asked(self, number: int) -> bool:
        """Whether a person's word is awaited."""
        return number in [NUMBERS[name] for name in self.of.asked()]

    def showing(self, chat: int) -> Message | None:
        """The newest message of a chat whose buttons are those of the question."""
        told, question, found = self._found.get(chat, (-1, -1, None))
        if (told, question) != (now := (len(self.of.fake.journal.story), self.question)):
            found = self.of.showing(chat)
            self._found[chat] = (*now, found)
        return found


async def quick(watch: Watch, name: str, rng: random.Random, look_s: tuple[float, float]) -> None:
    """Plays for one person as long as there is a table."""
    number, answered = NUMBERS[name], -1
    while watch.table is not None:
        question = watch.question
        if question == answered or not watch.asked(number):
            await watch.of.wait(GLANCE_S)
            continue
        message = watch.showing(number) or watch.showing(watch.of.chat)
        if message is None:
            await watch.of.wait(GLANCE_S)
            continue
        await watch.of.wait(rng.uniform(*look_s))
        if watch.question == question and watch.asked(number):
            await pressed(watch, number, watch.showing(number) or message, rng)
        answered = question


async def pressed(watch: Watch, number: int, message: Message, rng: random.Random) -> None:
    """Presses something of what a message offers."""
    labels = [label for row in message.labels for label in row]
    throw = [label for label in labels if label.startswith("Descartar")]
    bold = [label for label in labels if label.startswith(BOLD)]
    calm = [label for label in labels if label.startswith(CALM)]
    wanted = bold if bold and (not calm or rng.random() < 0.3) else calm
    choice = [labels[0], throw[0]] if throw else [rng.choice(wanted)] if wanted else []
    for label in choice:
        found = [one for one in labels if one.startswith(label.partition(" (")[0])] or [label]
        query = watch.of.fake.press(number, found[0], message.chat.id, message=message.id, stale=True)
        await watch.of.answered(query)


async def look(watch: Watch) -> None:
    """Notes when each question is first seen, anywhere, privately, on the board."""
    while watch.table is not None:
        question = watch.question
        await _seen(watch, question, watch.asked_at)
        while watch.table is not None and watch.question == question:
            await watch.of.wait(GLANCE_S)


async def follow(watch: Watch) -> None:
    """Notes how long after each question the board shows it, or one that has followed."""
    behind: list[tuple[int, float]] = []
    last = watch.question
    while watch.table is not None:
        if watch.question != last:
            last = watch.question
            behind.append((last, watch.asked_at))
        shown = _on_board(watch) if behind else 0
        watch.pace.boards += [watch.of.now - since for question, since in behind if question <= shown]
        behind = [it for it in behind if it[0] > shown]
        await watch.of.wait(GLANCE_S)


def _on_board(watch: Watch) -> int:
    """The newest question that a button of the group asks."""
    found = [0]
    for message in watch.of.fake.from_bot(watch.of.chat)[-4:]:
        for data in (it.get("callback_data", "") for row in message.keyboard or () for it in row):
            with suppress(BadPayload):
                found.append(read_payload(data).question)
    return max(found)


async def _seen(watch: Watch, question: int, since: float) -> None:
    asked = [NUMBERS[name] for name in watch.people if watch.asked(NUMBERS[name])]
    anywhere = privately = False
    while asked and watch.question == question and not (privately and anywhere):
        here = any(watch.showing(number) for number in asked)
        there = watch.showing(watch.of.chat) is not None
        late = watch.of.now - since
        if here and not privately:
            privately = True
            watch.pace.privately.append(late)
        if (here or there) and not anywhere:
            anywhere = True
            watch.pace.anywhere.append(late)
        await watch.of.wait(GLANCE_S)
    watch.pace.unseen += bool(asked) and not privately


async def measured(
    seed: int, minutes: float, look_s: tuple[float, float], people: Sequence[str] = PEOPLE
) -> Pace:
    """Lets four quick people play for so long."""
    pace = Pace()
    async with evening(settings=Settings(ai_pause_s=1), seed=f"pace {seed}") as it:
        await it.open(*people, rules="parejas juegos=9")
        watch, rng = Watch(it, pace, people), random.Random(seed)
        tasks = [asyncio.create_task(quick(watch, name, rng, look_s)) for name in people]
        tasks += [asyncio.create_task(look(watch)), asyncio.create_task(follow(watch))]
        _, waiting = await asyncio.wait(tasks, timeout=minutes * 60)
        for task in waiting:
            task.cancel()
        for task in set(tasks) - waiting:
            task.result()
        _count(it, pace)
    return pace


def _count(of: Evening, pace: Pace) -> None:
    board = 0
    made = [sent for sent in of.fake.sent if sent.done and sent.kind in ("send", "edit")]
    pace.group = sum(sent.chat == of.chat for sent in made)
    pace.private = len(made) - pace.group
    for sent in of.fake.sent:
        if sent.chat != of.chat or not sent.done:
            continue
        if sent.kind == "send" and any("mano" in text for text in sent.shown):
            board += 1
        if sent.kind == "edit" and board:
            pace.edits[board] += 1
    pace.most_in_a_minute = of.fake.max_in_any_minute(of.chat)
    pace.lasted_s = of.now


def _line(name: str, found: Sequence[float]) -> str:
    if not found:
        return f"{name}: never"
    ninth = sorted(found)[int(len(found) * 0.9)]
    return f"{name}: {len(found)}, median {median(found):.2f} s, 90 % {ninth:.2f} s, most {max(found):.2f} s"


def main() -> None:
    """Measures and prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--minutes", type=float, default=10, help="how long they play, by their own clock")
    parser.add_argument("--seed", type=int, default=1)
    told = "seconds from seeing a question to a press, or least-most"
    parser.add_argument("--look", default=str(LOOK_S), help=told)
    parser.add_argument("--shy", action="store_true", help="one of them has no private chat")
    asked = parser.parse_args()
    people = WITH_A_SHY_ONE if asked.shy else PEOPLE
    least, _, most = asked.look.partition("-")
    look_s = float(least), float(most or least)
    pace: Pace = passes(lambda: measured(asked.seed, asked.minutes, look_s, people))
    print(f"{pace.lasted_s:.0f} s of an evening; a request takes {DELAY_S} s, a look {asked.look} s")
    print(_line("from a question to where it is seen first", pace.anywhere))
    print(_line("… to the private message", pace.privately), f"({pace.unseen} never)")
    print(_line("… to the group's board, or one that follows there", pace.boards))
    hands = list(pace.edits.values())[:-1] or [0]
    print(f"edits a hand in the group: {len(hands)} hands, median {median(hands)}, most {max(hands)}")
    print(f"most requests to the group in any minute: {pace.most_in_a_minute}")
    minutes = pace.lasted_s / 60
    a_minute = (pace.group / minutes, pace.private / minutes, pace.questions / minutes)
    print("a minute: {:.1f} to the group, {:.1f} in private, {:.1f} questions".format(*a_minute))


if __name__ == "__main__":
    main()
