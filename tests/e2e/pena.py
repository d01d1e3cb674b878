"""A peña in a Telegram group: people who look at the board and press what it offers, as people do."""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeVar

from musbot.game.events import Discarded, Said
from musbot.table.events import AnyEvent
from musbot.table.fold import fold
from musbot.table.table import Table
from tests.fakes.telegram_api import Answer, FakeTelegram, Message

_TURN = re.compile(r"(?:[Hh]ablan?|Tiran?) (.+?)\.", re.DOTALL)
_BETS = ("Envido", "Quiero", "Órdago", "Y yo", "Reenvido", "Queremos", "Acepto")
_CALM = ("Mus", "No hay mus", "Paso", "No quiero", "No queremos", "Mi compañero dirá", "Conforme")

T = TypeVar("T")


def named(text: str) -> list[str]:
    """The names of those whom a board asks to speak."""
    found = _TURN.search(text)
    return re.split(r", | y ", found[1]) if found else []


def choice(asked: Sequence[T], labels: list[str], rng: random.Random, boldness: float) -> list[tuple[T, str]]:
    """What one of those asked presses now: a button, or a card and then Descartar; [] if nobody is."""
    if not asked:
        return []
    who = rng.choice(asked)
    if "Descartar" in labels:
        return [(who, str(rng.randint(1, 4))), (who, "Descartar")]
    bold = [label for label in labels if label.startswith(_BETS)]
    calm = [label for label in labels if label.startswith(_CALM)]
    wanted = bold if bold and (not calm or rng.random() < boldness) else calm
    return [(who, rng.choice(wanted))] if wanted else []


@dataclass
class Pressed:
    """A press, and what its presser was told."""

    who: int
    label: str
    query: str
    update: int
    answer: Answer | None = None
    private: bool = False
    """Whether they pressed in their private chat."""


@dataclass
class Pena:
    """People of a group by name; `boldness` is how often they bet when they may."""

    fake: FakeTelegram
    chat: int
    people: dict[str, int]
    rng: random.Random
    boldness: float = 0.3
    pressed: list[Pressed] = field(default_factory=list)

    @property
    def boards(self) -> list[Message]:
        """The bot's messages in the group with buttons that say something (no link does), the newest last."""
        return [m for m in self.fake.from_bot(self.chat) if "callback_data" in str(m.keyboard)]

    @property
    def over(self) -> bool:
        return bool(self.boards) and any("Revancha" in row for row in self.boards[-1].labels)

    def awaited(self) -> list[str]:
        """Who of the people is asked to speak, by the newest board."""
        for board in reversed(self.boards):
            if names := named(board.text):
                return [name for name in names if name in self.people]
        return []

    def tap(self, name: str, label: str, *, stale: bool = False) -> Pressed:
        """Presses a labelled button and does not wait for the answer."""
        query = self.fake.press(self.people[name], label, self.chat, stale=stale)
        pressed = Pressed(self.people[name], label, query, self.fake.updates.last_id)
        self.pressed.append(pressed)
        return pressed

    def forge(self, name: str, data: str) -> Pressed:
        """Sends a press with this data, whatever the newest board shows."""
        query = self.fake.press(self.people[name], chat=self.chat, data=data)
        pressed = Pressed(self.people[name], data, query, self.fake.updates.last_id)
        self.pressed.append(pressed)
        return pressed

    async def press(self, name: str, label: str, *, stale: bool = False) -> str:
        """Presses a labelled button and returns what its presser was told; `stale`: on an old board too."""
        pressed = self.tap(name, label, stale=stale)
        pressed.answer = await self.fake.answer(pressed.query, timeout_s=20)
        return pressed.answer.text or ""

    def choice(self) -> list[tuple[str, str]]:
        """What one who is asked presses now, as the newest board offers it."""
        labels = [label for board in self.boards[-1:] for row in board.labels for label in row]
        return choice(self.awaited(), labels, self.rng, self.boldness)

    async def open(self, command: str, *, ais: int) -> None:
        """Opens a table, sits everybody down alternately, adds AI and starts."""
        first = next(iter(self.people))
        self.fake.say(self.people[first], command, self.chat)
        await self.fake.until(lambda: self.boards, timeout_s=20)
        for place, name in enumerate(self.people):
            await self.press(name, f"Sentarme {'🔷🟠'[place % 2]}")
        for _ in range(ais):
            await self.press(first, "Añadir IA")
        await self.press(first, "Empezar")
        await self.fake.until(lambda: "Mis cartas" in self.fake.labels(self.chat), timeout_s=20)


def words_by_question(log: Sequence[AnyEvent]) -> Counter[tuple[int, int]]:
    """How often each seat answered each question of a table."""
    answered: Counter[tuple[int, int]] = Counter()
    table: Table | None = None
    for event in log:
        if isinstance(event, (Said, Discarded)):
            assert table is not None
            answered[table.question, event.seat] += 1
        table = fold(table, event)
    return answered


async def play_at_one_press_a_second(group: Pena, most_s: int = 420) -> None:
    """Presses once a second until the partida is over; what is refused meanwhile is an answer too."""
    loop = asyncio.get_running_loop()
    until = loop.time() + most_s
    while loop.time() < until:
        if group.over:
            return
        for name, label in group.choice():
            with suppress(LookupError):  # the board has just changed
                await group.press(name, label)
            await asyncio.sleep(1)
        await asyncio.sleep(0.05)
    raise AssertionError(group.fake.transcript(group.chat))
