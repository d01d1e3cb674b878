"""One evening on Discord: a bot on its fake, people in a channel who read and press, and the hours pass.

What they read is the evening's text: the channel's messages with their buttons, in brackets what one alone is
shown there, and private chats. Every request takes the platform `DELAY_S`.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from adapters.discord.bot import DiscordBot
from adapters.discord.emojis import emoji_name
from adapters.discord.platform import DiscordSettings
from musbot.app import Nature, Process
from musbot.config import Settings
from musbot.game.cards import DECK
from musbot.game.rule_sets import RULE_SETS
from musbot.pictures.specs import Picture
from musbot.service.review.process_pool import InlineWeigher
from musbot.store.sqlite import open_sqlite
from musbot.table.events import ChatId
from tests.e2e.discord_server import leaks
from tests.evenings.around import DELAY_S, EIGHT, LOOK_S, NUMBERS, SHY, Around, answers, painting, timed
from tests.evenings.hours import Hours, at_once
from tests.evenings.record import Record, of_discord
from tests.fakes.discord_api import Answer, FakeDiscord, Message
from tests.fakes.discord_api.components import BUTTON, SELECT, walk
from tests.fakes.discord_api.gateway import CONTENT
from tests.support.stores import prepared
from tests.support.tables import STEADY

SERVER, MUS, TALK = 10, 11, 12
"""A server with a channel for the game, and one for talk."""
QUIET = 1 << 12
"""The flag of a message that makes no sound: SUPPRESS_NOTIFICATIONS."""
_DAY = re.compile(r"\bs[aá]b.*")
"""Saturday and what follows it, as somebody types it."""
_PERSON, _COMMAND, _MARK = re.compile(r"<@(\d+)>"), re.compile(r"<(/[^:>]+):\d+>"), re.compile(r"\\(.)")


@dataclass
class Channel(Around):
    """The people of one evening and what they can do; without a `viewer` what everybody sees is meant."""

    fake: FakeDiscord
    channel: int = MUS
    server: int = SERVER
    alone: str = ""
    """Whose private chat is looked at, instead of a channel."""

    @property
    def story(self) -> Sequence[Any]:
        return self.fake.journal.story

    def leaks(self) -> list[str]:
        """Returns where anybody could see a card that was not theirs to see."""
        return leaks(self.fake, self.logs, self.drawn)

    def record(self) -> Record:
        return of_discord(self.fake, self.tables)

    # ---- what people do ----------------------------------------------------------------------------------

    def say(self, name: str, text: str, channel: int = 0) -> int:
        """Writes in the channel, or in another."""
        return self.fake.say(NUMBERS[name], text, channel or self.channel)

    def home(self, name: str) -> int:
        return self.fake.dm(NUMBERS[name])

    def aside(self, _: str) -> int:
        return self.channel

    def block(self, name: str) -> None:
        self.fake.close_dms(NUMBERS[name])

    async def unblock(self, name: str) -> None:
        self.fake.open_dms(NUMBERS[name])
        await self.press(name, "Mis cartas, en privado")

    async def command(self, name: str, text: str, *, alone: bool = False) -> None:
        del alone  # as the command has it
        await self.slash(name, _with_options(text))

    async def slash(self, name: str, text: str, channel: int = 0) -> str:
        """Gives a command, and returns what came of it."""
        return await self.answered(self.fake.slash(NUMBERS[name], text, channel or self.channel))

    async def press(self, name: str, label: str, chat: int = 0, *, stale: bool = False) -> str:
        where, who = chat or self.channel, NUMBERS[name]
        if not stale:
            await self.until(
                lambda: any(label in it for it in self.fake.labels(where, who)), f"[{label}] for {name}"
            )
        return await self.answered(self.fake.press(who, label, where, stale=stale))

    async def choose(self, name: str, picked: str | list[str], channel: int = 0) -> str:
        """Picks in the newest list that offers this; returns what they are told."""
        return await self.answered(self.fake.choose(NUMBERS[name], picked, channel or self.channel))

    async def answered(self, press: int) -> str:
        """Waits for the answer of a press; "" is "this interaction failed", too."""
        try:
            answer: Answer = await self.fake.answer(press, timeout_s=4, follow_s=2)
        except TimeoutError:
            one = self.fake.world.interactions[press]
            self.fake.journal.tell(one.channel_id, "this interaction failed", one.user_id)
            return ""
        return answer.text if answer.private else ""

    def cards(self, name: str, channel: int = 0) -> list[str]:
        """Returns which cards they may choose from there, to throw."""
        shown = self.fake.from_bot(channel or self.channel, NUMBERS[name])
        menus = [it for on in shown for it in walk(on.components) if it["type"] == SELECT]
        return [option["label"] for option in menus[-1]["options"]] if menus else []

    def happens(self, what: str) -> None:
        self.fake.journal.tell(self.channel, f"({what})")

    # ---- at the table ------------------------------------------------------------------------------------

    @property
    def where(self) -> ChatId:
        """The channel, or thread, as tables know it."""
        if self.alone:
            return ChatId(f"discord:{NUMBERS[self.alone]}")
        return ChatId(f"discord:{self.server}-{self.channel}")

    def showing(self, viewer: str = "", channel: int = 0) -> Message | None:
        """Returns the newest message of a channel whose buttons answer what is asked at the table now."""
        table = self.table
        if table is None:
            return None
        shown = self.fake.from_bot(channel or self.channel, NUMBERS.get(viewer))
        for message in reversed(shown):
            found = [it.get("custom_id", "") for it in walk(message.components) if it["type"] == BUTTON]
            if any(answers(data, table) for data in found if data):
                return message
        return None

    async def speak(self, *labels: str, name: str = "") -> str:
        """Lets one who is asked press the first of these that they see, once they do; returns which.

        They look at the board, and at what they alone are shown; it is `name`, or whoever is asked first.
        """

        def asked() -> str:
            return next((it for it in self.asked() if name in ("", it)), "")

        def there() -> tuple[str, Message | None]:
            message = self.showing(asked())
            found = [label for row in message.labels for label in row] if message is not None else []
            return next((it for label in labels for it in found if it.startswith(label)), ""), message

        await self.until(lambda: asked() and there()[0], f"{labels} to press")
        await self.wait(LOOK_S)
        await self.until(lambda: asked() and there()[0], f"{labels} to press")
        label, message = there()
        assert message is not None
        await self.answered(self.fake.press(NUMBERS[asked()], label, self.channel, message=message.id))
        return label

    def labels(self, chat: int = 0) -> list[str]:
        return self.fake.labels(chat or self.channel)

    def posts(self, chat: int = 0) -> list[str]:
        return self.fake.texts(chat or self.channel)

    def rang(self, chat: int = 0) -> list[str]:
        where = chat or self.channel
        sent = [it for it in self.fake.sent if it.done and it.channel == where and it.kind == "send"]
        return [" ".join(it.shown) for it in sent if not _flags(it.payload) & QUIET]

    # ---- what was to be read -----------------------------------------------------------------------------

    def text(self, channel: int | None = None, viewer: str | None = None) -> str:
        """Returns what was to be read, each line with its time; with a `viewer` only what they could read."""
        number = NUMBERS[viewer] if viewer is not None else None
        lines = [
            line
            for line in self.fake.journal.story
            if channel in (None, line.channel)
            and (
                number is None
                or (line.viewer in (None, number) and number in self.fake.world.readers_of(line.channel))
            )
        ]
        told: list[str] = []
        where = None
        for line in lines:
            if line.channel != where:
                told.append(f"— {self.fake.called(line.channel)}")
                where = line.channel
            alone = self._name(line.viewer) if line.viewer is not None else ""
            body = self._as_read(f"({alone} alone) {line.text}" if alone else line.text)
            told.append(f"{timed(line.at - EIGHT)}  {body}")
        return "\n".join(told) + "\n"

    def _name(self, person: int) -> str:
        return self.fake.world.users[person].global_name or ""

    def _as_read(self, text: str) -> str:
        """A text as Discord shows it: people and commands by their names, nothing of its marks."""
        named = _PERSON.sub(lambda it: f"@{self._name(int(it[1]))}", text)
        return _MARK.sub(r"\1", _COMMAND.sub(r"\1", named))


def _with_options(text: str) -> str:
    """What is typed on Telegram, as the options of a command: "/mus reglas:vitoria opciones:piedras=30"."""
    command, _, rest = text.partition(" ")
    first, _, others = rest.partition(" ")
    match command:
        case "/mus" if (day := _DAY.search(rest)) is not None:
            rules = rest[: day.start()].strip()
            return f"{command} " + (f"reglas:{rules} " if rules else "") + f"cuándo:{day[0]}"
        case "/mus" if first and first not in RULE_SETS:
            return f"{command} opciones:{rest}"
        case "/mus" if first:
            return f"{command} reglas:{first}" + (f" opciones:{others}" if others else "")
        case "/reglas" if others:
            return f"{command} {first}:{others}"
        case _:
            return text


def _flags(payload: Any) -> int:
    return int(payload.get("flags") or 0) if isinstance(payload, dict) else 0


@asynccontextmanager
async def on_discord(
    languages: Mapping[str, str] | None = None,
    *,
    settings: Settings | None = None,
    seed: str = "mus",
    words: bool = False,
    begin: Callable[[FakeDiscord], None] | None = None,
) -> AsyncIterator[Channel]:
    """Opens the doors: everybody is there and the bot runs; at the end nothing it sent may be malformed.

    `words` tells that the bot may read what people write; `begin` is what happens before it starts.
    """
    hours = asyncio.get_running_loop()
    assert isinstance(hours, Hours)

    def wall() -> float:
        return EIGHT + hours.now

    allowed = CONTENT if words else 0
    async with FakeDiscord(clock=wall, privileged_intents=allowed) as fake:
        _people(fake, languages or {})
        fake.slow("*", "", DELAY_S)
        if begin is not None:
            begin(fake)
        with TemporaryDirectory() as nowhere:
            drawn: dict[bytes, Picture] = {}
            nature = replace(
                Nature.from_seed(seed), clock=hours.time, wall=wall, players=STEADY, weigher=InlineWeigher()
            )
            runs_bot = partial(_running, fake, nature, Path(nowhere), settings, seed, drawn, words)
            async with AsyncExitStack() as runs:
                process = await runs.enter_async_context(runs_bot())
                it = Channel(hours, process, fake, begin=runs_bot, runs=runs, drawn=drawn)
                it.listen()
                yield it
        assert fake.violations == []


def _people(fake: FakeDiscord, languages: Mapping[str, str]) -> None:
    for name, number in NUMBERS.items():
        fake.user(number, name, languages.get(name, "es-ES"), dms=name not in SHY)
    fake.guild(SERVER, members=NUMBERS.values())
    fake.channel(MUS, SERVER)
    fake.channel(TALK, SERVER, "charla")
    for card in DECK:  # uploaded at the first start, a month ago
        fake.world.create_application_emoji(emoji_name(card))


@asynccontextmanager
async def _running(
    fake: FakeDiscord,
    nature: Nature,
    folder: Path,
    settings: Settings | None,
    seed: str,
    drawn: dict[bytes, Picture],
    words: bool,
) -> AsyncIterator[Process]:
    store = await open_sqlite(prepared(folder / "mus.sqlite"), nature.wall, connect=at_once)
    where = DiscordSettings(fake.token, fake.api_url, fake.gateway_url, words=words)
    bot = DiscordBot(where, nature.clock, painting(drawn), rng=random.Random(seed).random)
    process = Process(store, {"discord": bot}, settings or Settings(), nature=nature)
    await process.start()
    try:
        await fake.until(lambda: fake.commands and (fake.connected or fake.gateway.faults.status))
        await asyncio.sleep(5)  # until it is ready, and has looked what emojis there are
        yield process
    finally:
        await process.stop()
        await store.close()


Script = Callable[[Channel], Awaitable[None]]
"""What happens in an evening: a coroutine function with a name and a docstring."""
