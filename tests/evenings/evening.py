"""One evening: a bot on the Telegram fake, people who read what is there and press it, and the hours pass.

Every request takes the platform `DELAY_S`, every person looks before they press. What they read is the
evening's text.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from adapters.telegram.bot import TelegramBot
from adapters.telegram.platform import TelegramSettings
from musbot.app import Nature, Process
from musbot.config import Settings
from musbot.pictures.specs import Picture
from musbot.service.review.process_pool import InlineWeigher
from musbot.store.sqlite import open_sqlite
from musbot.table.events import ChatId
from tests.e2e.leaks import leaks
from tests.evenings.around import DELAY_S, EIGHT, NUMBERS, SHY, Around, answers, painting, timed
from tests.evenings.hours import Hours, at_once
from tests.evenings.record import Record, of_telegram
from tests.fakes.telegram_api import FakeTelegram, Message
from tests.fakes.telegram_api.journal import Line
from tests.support.stores import prepared
from tests.support.tables import STEADY

PENA, CUADRILLA = -1001000000001, -1001000000002


@dataclass
class Evening(Around):
    """The people of one evening and what they can do."""

    fake: FakeTelegram
    chat: int = PENA
    topic: int = 0

    @property
    def story(self) -> Sequence[Any]:
        return self.fake.journal.story

    def happens(self, what: str) -> None:
        self.fake.journal.tell(self.chat, f"({what})")

    def leaks(self) -> list[str]:
        """Returns where anybody could see a card that was not theirs to see."""
        return leaks(self.fake, self.logs, self.drawn)

    def record(self) -> Record:
        return of_telegram(self.fake, self.tables)

    def home(self, name: str) -> int:
        return NUMBERS[name]

    def aside(self, name: str) -> int:
        return NUMBERS[name]

    def block(self, name: str) -> None:
        self.fake.block(NUMBERS[name])

    async def unblock(self, name: str) -> None:
        self.fake.unblock(NUMBERS[name])
        self.say(name, "/start", self.home(name))

    async def command(self, name: str, text: str, *, alone: bool = False) -> None:
        self.say(name, text, self.aside(name) if alone else 0)

    def say(self, name: str, text: str, chat: int = 0, reply_to: int | None = None) -> int:
        """Writes in the group, or in another chat; a person's own number is their private chat."""
        where, topic = chat or self.chat, self.topic or None
        return self.fake.say(NUMBERS[name], text, where, topic=topic, reply_to=reply_to)

    async def press(self, name: str, label: str, chat: int = 0, *, stale: bool = False) -> str:
        where = chat or self.chat
        if not stale:
            await self.until(lambda: any(label in it for it in self.labels(where)), f"[{label}] for {name}")
        return await self.answered(self.fake.press(NUMBERS[name], label, where, stale=stale))

    async def answered(self, query: str) -> str:
        """Waits for the answer of a press."""
        answer = await self.fake.answer(query)
        return answer.text or ""

    # ---- at the table ------------------------------------------------------------------------------------

    @property
    def where(self) -> ChatId:
        """The chat, or the topic in it, as tables know it."""
        return ChatId(f"telegram:{self.chat}" + (f"/{self.topic}" if self.topic else ""))

    def showing(self, chat: int = 0) -> Message | None:
        """Returns the newest message of a chat whose buttons answer what is asked at the table now."""
        table = self.table
        if table is None:
            return None
        for message in reversed(self.fake.from_bot(chat or self.chat)):
            data = [b.get("callback_data", "") for row in message.keyboard or () for b in row]
            if any(answers(it, table) for it in data if it):
                return message
        return None

    async def speak(self, *labels: str, name: str = "", chat: int = 0) -> str:
        """Lets one who is asked press the first of these that is there, once it is; returns which.

        They look at the board, or in another `chat`; it is `name`, or whoever is asked first.
        """

        def there() -> str:
            message = self.showing(chat)
            found = [label for row in message.labels for label in row] if message is not None else []
            return next((it for label in labels for it in found if it.startswith(label)), "")

        def asked() -> str:
            return next((it for it in self.asked() if name in ("", it)), "")

        await self.until(lambda: asked() and there(), f"{labels} to press")
        label = there()
        await self.press(asked(), label, chat)
        return label

    def posts(self, chat: int = 0) -> list[str]:
        return [it.text for it in self.fake.from_bot(chat or self.chat)]

    def labels(self, chat: int = 0) -> list[str]:
        return self.fake.labels(chat or self.chat)

    def rang(self, chat: int = 0) -> list[str]:
        where = chat or self.chat
        sent = [it for it in self.fake.sent if it.done and it.chat == where and it.kind == "send"]
        return [" ".join(it.shown) for it in sent if it.payload.get("disable_notification") != "true"]

    # ---- what was to be read -----------------------------------------------------------------------------

    def text(self, chat: int | None = None, viewer: str | None = None) -> str:
        """Returns what was to be read, each line with its time; with a `viewer` only what they could read."""
        number = NUMBERS[viewer] if viewer is not None else None
        lines = [
            line
            for line in self.fake.journal.story
            if chat in (None, line.chat)
            and (number is None or (line.viewer in (None, number) and number in self._readers(line)))
        ]
        told: list[str] = []
        where = None
        for line in lines:
            if line.chat != where:
                told.append(f"— {self.fake.world.chats[line.chat].title}")
                where = line.chat
            body = line.text if line.viewer is None else f"({line.text})"
            told.append(f"{timed(line.at - EIGHT)}  {body}")
        return "\n".join(told) + "\n"

    def _readers(self, line: Line) -> set[int]:
        chat = self.fake.world.chats[line.chat]
        return {chat.id} if chat.kind == "private" else chat.readers


@asynccontextmanager
async def evening(
    languages: Mapping[str, str] | None = None, *, settings: Settings | None = None, seed: str = "mus"
) -> AsyncIterator[Evening]:
    """Opens the doors: everybody is there and the bot runs; at the end nothing it sent may be malformed."""
    hours = asyncio.get_running_loop()
    assert isinstance(hours, Hours)

    def wall() -> float:
        return EIGHT + hours.now

    async with FakeTelegram(privacy=False, clock=wall) as fake:
        for name, number in NUMBERS.items():
            fake.user(number, name, started=name not in SHY, lang=(languages or {}).get(name, "es"))
        fake.group(PENA, "Peña", members=NUMBERS.values())
        fake.group(CUADRILLA, "Cuadrilla", members=NUMBERS.values())
        fake.slow("*", DELAY_S)
        with TemporaryDirectory() as nowhere:
            drawn: dict[bytes, Picture] = {}
            nature = replace(
                Nature.from_seed(seed), clock=hours.time, wall=wall, players=STEADY, weigher=InlineWeigher()
            )
            begin = partial(_running, fake, nature, Path(nowhere), settings, drawn)
            async with AsyncExitStack() as runs:
                process = await runs.enter_async_context(begin())
                it = Evening(hours, process, fake, begin=begin, runs=runs, drawn=drawn)
                it.listen()
                yield it
        assert fake.violations == []


@asynccontextmanager
async def _running(
    fake: FakeTelegram, nature: Nature, folder: Path, settings: Settings | None, drawn: dict[bytes, Picture]
) -> AsyncIterator[Process]:
    store = await open_sqlite(prepared(folder / "mus.sqlite"), nature.wall, connect=at_once)
    telegram = TelegramBot(TelegramSettings(fake.token, fake.url), painting(drawn))
    platforms = {"telegram": telegram}
    process = Process(store, platforms, settings or Settings(), nature=nature)
    await process.start()
    try:
        await fake.until(lambda: fake.updates.polls)
        yield process
    finally:
        await process.stop()
        await store.close()


Script = Callable[[Evening], Awaitable[None]]
"""What happens in an evening: a coroutine function with a name and a docstring."""
