"""Many tables in one process: the real store, a platform in memory that bears as much as Telegram."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

from adapters.telegram.messenger import GROUP, PRIVATE, WHOLE_BOT
from musbot.app import Nature, Process
from musbot.config import Server, Settings
from musbot.game.actions import Action, Seat, Voz
from musbot.game.engine import awaited_seats, offers
from musbot.game.rule_sets import rule_set
from musbot.game.state import State
from musbot.health.lag import search_memory_seldom
from musbot.narrator.post import Post
from musbot.port.messenger import Limit
from musbot.store.open_store import open_store
from musbot.table.act_result import Refused
from musbot.table.acts import InLobby, InPlay, Payload
from musbot.table.events import ChatId, MessageId, Occupant, Person, SatDown, TableId, read_person_id
from musbot.table.view import TableView
from musbot.testing import FakeMessenger, FakePlatform
from musbot.testing.messenger import NO_LIMIT

NAMES = ("Ane", "Beñat", "Carmen", "Dani")
PLATFORM = "fake"
PIEDRAS = 60
"""Of a juego: so many hands lead to no end."""
FIRST_KEY = 10**9
"""Of a second process: no delivery of the first one."""
NOBODY_STRIKES = Settings(turn_s=0, ai_pause_s=1e6)


class Wire(FakeMessenger):
    """A messenger that only counts its requests, with Telegram's limits, or none with `bears_all`."""

    def __init__(self, *, bears_all: bool = False) -> None:
        limits = (lambda _: NO_LIMIT, NO_LIMIT) if bears_all else (_limit, WHOLE_BOT)
        super().__init__(limit=limits[0], whole=limits[1])
        self.requests = 0

    async def send(self, chat: ChatId, post: Post) -> MessageId:
        """Counts a request; returns the count as the id of the message."""
        self.requests += 1
        return MessageId(str(self.requests))

    async def edit(self, chat: ChatId, message: MessageId, post: Post) -> None:
        """Counts a request and does nothing else."""
        self.requests += 1

    async def delete(self, chat: ChatId, message: MessageId) -> None:
        """Counts a request and does nothing else."""
        self.requests += 1

    async def strip(self, chat: ChatId, message: MessageId) -> None:
        """Counts a request and does nothing else."""
        self.requests += 1


class Quiet(FakePlatform):
    """A platform that needs only posts, like Telegram."""

    def on_table_changed(self, chat: ChatId, look: Callable[[], TableView]) -> None:
        """Does nothing."""


def _limit(chat: ChatId) -> Limit:
    """Returns Telegram's limit for a chat: of a group for a table's chat, otherwise of a private chat."""
    return GROUP if ":sala" in chat else PRIVATE


@dataclass
class Crowd:
    """A process, its platform, and the tables opened in it, each in its own chat."""

    process: Process
    wire: Wire
    tables: list[TableId]
    playing: bool = True
    rng: random.Random = field(default_factory=lambda: random.Random(1))  # noqa: S311 - to be repeated
    keys: Iterator[int] = field(default_factory=count)

    async def act(self, place: int, *, key: bool = True) -> None:
        """Plays a random word for the player whose turn it is at a table; starts a new partida if the last
        one is over.

        `place` is the table's index. Without `key` the act has no delivery key. A refused act is ignored.
        """
        table = await self.process.manager.tables.look(self.tables[place])
        if table is None or table.mesa is None or table.over:
            self.tables[place] = await begin_partida(self.process, place)
            return
        seat, action = word(table.mesa, self.rng)
        payload = Payload(table.id, table.question, action)
        with suppress(Refused):  # a clock was quicker (R30)
            await self.process.manager.press(sitter(place, seat), payload, key=self._key() if key else "")

    async def tap(self, place: int) -> None:
        """Presses a random button for the player whose turn it is, as an adapter does, and waits for the
        answer.

        Starts a new partida if the last one is over.
        """
        table = await self.process.manager.tables.look(self.tables[place])
        if table is None or table.mesa is None or table.over:
            self.tables[place] = await begin_partida(self.process, place)
            return
        seat, action = word(table.mesa, self.rng)
        act = InPlay.THROW if action.voz is Voz.DESCARTA else action
        data, who = str(Payload(table.id, table.question, act)), sitter(place, seat)
        await self.process.door.presses.press(who, table.chat, data, key=self._key())

    async def more(self, tables: int) -> None:
        """Opens `tables` more tables, 50 at a time: in play, or in their lobbies unless `playing`."""
        make = begin_partida if self.playing else open_table
        for first in range(len(self.tables), len(self.tables) + tables, 50):
            places = range(first, min(first + 50, len(self.tables) + tables))
            self.tables += await asyncio.gather(*(make(self.process, place) for place in places))

    def _key(self) -> MessageId:
        """Returns a delivery key that was not used before."""
        return MessageId(f"{PLATFORM}:{next(self.keys)}")


def sitter(place: int, seat: Seat) -> Person:
    """Returns the person in a seat of the table with the index `place`."""
    return Person(read_person_id(f"{PLATFORM}:{NAMES[seat].lower()}{place}"), NAMES[seat], "es")


def word(mesa: State, rng: random.Random) -> tuple[Seat, Action]:
    """Returns a seat whose word is awaited, and a random word for it, without órdago so that partidas last.

    A discard throws one card; a word with a number has the minimum.
    """
    seat = awaited_seats(mesa)[0]
    offer = rng.choice([offer for offer in offers(mesa, seat) if offer.voz is not Voz.ORDAGO])
    if offer.voz is Voz.DESCARTA:
        return seat, Action(Voz.DESCARTA, cards=mesa.cards[seat][:1])
    return seat, Action(offer.voz, offer.least)


async def open_table(process: Process, place: int) -> TableId:
    """Opens a table with four people in its own chat and rules for a long partida; returns its id."""
    people = [sitter(place, seat) for seat in range(len(NAMES))]
    sat = [SatDown(seat, Occupant(who.name, who.id, "es")) for seat, who in enumerate(people)]
    chat, rules = (
        ChatId(f"{PLATFORM}:sala{place}"),
        rule_set("parejas", {"juegos": 9, "vacas": 9, "piedras": PIEDRAS}),
    )
    return (await process.manager.open(people[0], chat, "es", rules, seated=sat)).id


async def begin_partida(process: Process, place: int) -> TableId:
    """Opens a table as `open_table` does and starts its partida; returns its id."""
    table = await open_table(process, place)
    await process.manager.press(sitter(place, 0), Payload(table, 0, InLobby.START))
    return table


@asynccontextmanager
async def crowd(
    where: Path | Server, tables: int, *, playing: bool = True, bears_all: bool = False
) -> AsyncIterator[Crowd]:
    """Runs a process with `tables` tables of four people: in play if `playing`, otherwise in their lobbies.

    `where` is a folder or a server. Its platform has Telegram's limits, or none with `bears_all`.
    """
    async with _running(where, Wire(bears_all=bears_all)) as process:
        many = Crowd(process, process.wire, [], playing)
        await many.more(tables)
        search_memory_seldom()
        yield many


@asynccontextmanager
async def restarted(folder: Path, tables: list[TableId]) -> AsyncIterator[Crowd]:
    """Runs a process on the database in `folder`, with the unfinished tables of an earlier process."""
    async with _running(folder, Wire()) as process:
        yield Crowd(process, process.wire, tables, keys=count(FIRST_KEY))


class _Wired(Process):
    """A process with one platform, whose messenger is `wire`."""

    wire: Wire


@asynccontextmanager
async def _running(where: Path | Server, wire: Wire) -> AsyncIterator[_Wired]:
    """Runs a process with a platform in memory until the block ends; then closes the store."""
    store = await open_store(where / "mus.sqlite" if isinstance(where, Path) else where)
    platform = Quiet(wire, PLATFORM)
    nature = replace(Nature.from_seed("bench"), clock=time.monotonic)
    process = _Wired(store, {PLATFORM: platform}, NOBODY_STRIKES, nature=nature)
    process.wire = wire
    try:
        await process.start()
        await platform.joined.wait()
        yield process
    finally:
        await process.stop()
        await store.close()
