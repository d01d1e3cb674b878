"""A group with people who press what its board offers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from musbot.game.actions import Seat
from musbot.game.engine import awaited_seats
from musbot.game.state import State
from musbot.table.events import ChatId, read_person_id
from musbot.table.table import Table
from tests.fakes.telegram_api import Answer, FakeTelegram, Message
from tests.support.telegram_bot import Bot

ANE, BENAT, CARMEN, DANI, EVA, FELIX, NEKANE = range(101, 108)
NAMES = {ANE: "Ane", BENAT: "Beñat", CARMEN: "Carmen", DANI: "Dani", EVA: "Eva", FELIX: "Félix"}
PENA, CUADRILLA = -1001000000001, -1001000000002


@dataclass
class Sala:
    """One group of a fake platform and the bot in it; `topic` is where in a forum they play."""

    fake: FakeTelegram
    bot: Bot
    chat: int = PENA
    topic: int | None = None

    # what people do

    def say(self, uid: int, text: str, **how: Any) -> int:
        """Writes in the group."""
        return self.fake.say(uid, text, self.chat, topic=self.topic, **how)

    async def press(self, uid: int, button: str, **which: int | bool) -> Answer:
        """Presses a labelled button of the group as soon as it is there; returns what its presser is told."""
        await self.fake.until(lambda: which or any(button in label for label in self.fake.labels(self.chat)))
        return await self.fake.answer(self.fake.press(uid, button, self.chat, **which))  # type: ignore[arg-type]

    async def forge(self, uid: int, act: str, question: int | None = None) -> Answer:
        """Presses what an up-to-date board would show; the real one may be a moment behind."""
        table = self.table
        data = f"{table.id}:{table.question if question is None else question}:{act}"
        return await self.fake.answer(self.fake.press(uid, chat=self.chat, data=data))

    async def sit(self, *people: int, ais: int = 0) -> None:
        """Seats people on both sides by turns, then AI players."""
        for place, uid in enumerate(people):
            await self.press(uid, f"Sentarme {'🔷🟠'[place % 2]}")
        for _ in range(ais):
            await self.press(people[0], "Añadir IA")

    async def open(self, *people: int, rules: str = "vitoria", ais: int = 0) -> Table:
        """Opens a table, seats everybody and starts."""
        self.say(people[0], f"/mus {rules}")
        await self.sit(*people, ais=ais)
        await self.press(people[0], "Empezar")
        await self.fake.until(lambda: "Mis cartas" in self.fake.labels(self.chat))
        return self.table

    async def speak(self, act: str) -> Answer:
        """Lets whoever is asked say a word."""
        return await self.forge(self.speaker, act)

    async def win(self) -> None:
        """Lets somebody win the juego: no mus, órdago a grande, quiero."""
        for act in ("nomus", "ordago", "quiero"):
            await self.speak(act)

    # what they see

    @property
    def table(self) -> Table:
        """The newest table here."""
        where = ChatId(f"telegram:{self.chat}" + (f"/{self.topic}" if self.topic else ""))
        return self.bot.manager.tables.in_chat(where)[0]

    @property
    def mesa(self) -> State:
        """Its partida."""
        mesa = self.table.mesa
        assert mesa is not None
        return mesa

    @property
    def speaker(self) -> int:
        """Who is asked for a word: the first of those who are."""
        return self.uid(awaited_seats(self.mesa)[0])

    def speaks(self, uid: int) -> bool:
        """Returns whether somebody is asked for a word."""
        return self.seat(uid) in awaited_seats(self.mesa)

    def uid(self, seat: Seat) -> int:
        """Who sits there."""
        who = self.table.seats[seat]
        assert who is not None
        assert who.person is not None
        return int(who.person.removeprefix("telegram:"))

    def seat(self, uid: int) -> Seat:
        """Where somebody sits."""
        seat = self.table.seat_of(read_person_id(f"telegram:{uid}"))
        assert seat is not None
        return seat

    @property
    def posts(self) -> list[Message]:
        """What the bot has posted and is still there."""
        return self.fake.from_bot(self.chat)

    @property
    def last(self) -> str:
        """The text of its newest message."""
        return self.posts[-1].text if self.posts else ""

    @property
    def boards(self) -> list[Message]:
        """Its messages with buttons that say something: a link alone is none."""
        return [message for message in self.posts if "callback_data" in str(message.keyboard)]

    async def told(self, text: str) -> Message:
        """Waits until one of its messages says this."""
        return await self.fake.until(lambda: next((m for m in self.posts if text in m.text), None))

    async def board_says(self, text: str) -> Message:
        """Waits until the newest message with buttons says this."""
        return await self.fake.until(lambda: next((m for m in self.boards[-1:] if text in m.text), None))


def known(fake: FakeTelegram, started: Mapping[int, bool] | None = None) -> None:
    """Puts everybody on the platform; all but Eva and Félix have opened the bot's private chat."""
    for uid, name in NAMES.items():
        fake.user(uid, name, started=uid not in (EVA, FELIX))
