"""What tables of four people at human pace ask of Telegram; by a clock whose hours cost nothing."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from dataclasses import replace
from enum import StrEnum
from itertools import count
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory

from musbot.app import Nature, Process
from musbot.game.actions import Action, Seat, Voz
from musbot.game.engine import awaited_seats, offers
from musbot.game.rule_sets import rule_set
from musbot.narrator.post import Post
from musbot.store.sqlite import open_sqlite
from musbot.table.acts import Act, InLobby, InPlay, Payload, Pick, is_for_hand, read_payload
from musbot.table.events import ChatId, MessageId, Occupant, PersonId, SatDown
from musbot.table.table import Table
from tests.evenings.hours import at_once, passes
from tools.bench.crowd import NAMES, NOBODY_STRIKES, PLATFORM, Quiet, Wire, sitter

REQUEST_S = 0.08
"""How long Telegram takes for a request."""
LOOKS_S, PICK_S = (3.0, 8.0), 1.0
"""How long a person takes from seeing a question to a press, and from one card to the next."""
BOLD = (Voz.ENVIDO, Voz.QUIERO, Voz.QUEREMOS, Voz.Y_YO, Voz.REENVIDO)
CALM = (Voz.PASO, Voz.NO_QUIERO, Voz.NO_QUEREMOS, Voz.NO_MUS, Voz.MUS, Voz.CONSULTA)
BETS = 0.3
"""How often one is bold who may be calm."""
A_SECOND = 30
"""Messages that Telegram admits of one bot."""


class Kind(StrEnum):
    """The purpose of a request: for the group, or one of those for private chats."""

    GROUP = "group"
    NEW = "private, new cards"
    ASKED = "private, asked"
    PICKED = "private, still asked the same"
    ANSWERED = "private, buttons taken away"
    TOLD = "private, not asked"
    COUNT = "private, how a hand ended"


class Evening(Wire):
    """Four people at each table, who answer their questions in private; counts the requests that they
    need."""

    def __init__(self, tables: int, rules: str) -> None:
        super().__init__()
        self.kinds: Counter[Kind] = Counter()
        self.waits: list[float] = []
        self.hands = 0
        self.lasted_s = 0.0
        self._rules = rule_set(rules)
        self._places = range(tables)
        self._shown: dict[tuple[ChatId, MessageId], int | None] = {}
        self._asked: dict[str, tuple[int, tuple[Seat, ...], float]] = {}
        self._tables: dict[str, Table] = {}
        self._people = {sitter(place, seat).id: (place, seat) for place in self._places for seat in range(4)}
        self._numbers = count()
        self._over: asyncio.Future[None]
        self._process: Process

    # ---- as a platform -----------------------------------------------------------------------------------

    async def send(self, chat: ChatId, post: Post) -> MessageId:
        """Counts a request and its kind after REQUEST_S; the people who see the message will answer it."""
        await asyncio.sleep(REQUEST_S)
        message = await super().send(chat, post)
        self._shows(chat, message, post, Kind.NEW)
        return message

    async def edit(self, chat: ChatId, message: MessageId, post: Post) -> None:
        """Counts a request and its kind after REQUEST_S; the people who see the message will answer it."""
        await asyncio.sleep(REQUEST_S)
        await super().edit(chat, message, post)
        self._shows(chat, message, post, None if post.rows else Kind.COUNT)

    async def strip(self, chat: ChatId, message: MessageId) -> None:
        """Counts a request: a private message whose buttons are removed, or one of the group."""
        await super().strip(chat, message)
        self.kinds[Kind.ANSWERED if chat in self._people else Kind.GROUP] += 1

    def _shows(self, chat: ChatId, message: MessageId, post: Post, kind: Kind | None) -> None:
        """Counts a message by its kind, and notes the question that a private message now shows.

        `kind` is the kind of a message without a question; None: it depends on the message before. A new
        question is seen by its person.
        """
        if chat not in self._people:
            self.kinds[Kind.GROUP] += 1
            return
        before, now = self._shown.get((chat, message)), _question(post)
        self._shown[chat, message] = now
        if kind is None and now is not None:
            kind = Kind.PICKED if now == before else Kind.ASKED
        self.kinds[kind or (Kind.TOLD if before is None else Kind.ANSWERED)] += 1
        if now is not None and now != before:
            self._sees(PersonId(chat), now)

    # ---- as people ---------------------------------------------------------------------------------------

    def _sees(self, person: PersonId, question: int) -> None:
        """Records how long a person waited for their question, and has them answer after a random time
        (LOOKS_S)."""
        place, seat = self._people[person]
        asked, seats, since = self._asked[self._chat(place)]
        loop = asyncio.get_running_loop()
        if asked == question and seat in seats:
            self.waits.append(loop.time() - since)
        rng = random.Random(f"{person} {question}")  # noqa: S311 - to be repeated
        loop.call_later(rng.uniform(*LOOKS_S), self._answers, person, question, rng)

    def _answers(self, person: PersonId, question: int, rng: random.Random) -> None:
        """Starts a random answer of a person, unless the table no longer asks them this question."""
        place, seat = self._people[person]
        table = self._tables[self._chat(place)]
        if (
            table.mesa is None
            or table.over
            or table.question != question
            or seat not in awaited_seats(table.mesa)
        ):
            return
        words = {offer.voz: offer.least for offer in offers(table.mesa, seat)}
        acts: list[Act] = [Pick(1), Pick(2), InPlay.THROW]
        if Voz.DESCARTA not in words:
            bold, calm = ([voz for voz in words if voz in of] for of in (BOLD, CALM))
            voz = rng.choice(bold if bold and (not calm or rng.random() < BETS) else calm)
            acts = [Action(voz, words[voz])]
        asyncio.get_running_loop().create_task(self._press(place, seat, table, acts))

    async def _press(self, place: int, seat: Seat, table: Table, acts: list[Act]) -> None:
        """Presses buttons one after the other, PICK_S apart."""
        for act in acts:
            data, who = str(Payload(table.id, table.question, act)), sitter(place, seat)
            await self._process.door.presses.press(who, who.id, data, key=f"{PLATFORM}:{next(self._numbers)}")
            if act is not acts[-1]:
                await asyncio.sleep(PICK_S)

    def _heard(self, table: Table, _: object) -> None:
        """Records the hands played and the time of each new question; ends the run once all tables are
        over."""
        before = self._tables.get(table.chat)
        self._tables[table.chat] = table
        if before is not None:
            self.hands += table.hands_over - before.hands_over
        seats = awaited_seats(table.mesa) if table.mesa is not None and not table.over else ()
        asked = self._asked.get(table.chat)
        if asked is None or asked[:2] != (table.question, seats):
            self._asked[table.chat] = table.question, seats, asyncio.get_running_loop().time()
        if table.over:
            self.lasted_s += asyncio.get_running_loop().time()
            if all(it.over for it in self._tables.values()):
                self._over.set_result(None)

    def _chat(self, place: int) -> ChatId:
        """Returns the chat of the table with the index `place`."""
        return ChatId(f"{PLATFORM}:sala{place}")

    async def _opens(self, place: int) -> None:
        """Opens a table with four people and starts its partida."""
        people = [sitter(place, seat) for seat in range(len(NAMES))]
        sat = [SatDown(seat, Occupant(who.name, who.id, "es")) for seat, who in enumerate(people)]
        table = await self._process.manager.open(people[0], self._chat(place), "es", self._rules, seated=sat)
        await self._process.manager.press(people[0], Payload(table.id, 0, InLobby.START))

    async def play(self, folder: Path) -> None:
        """Plays the partida of every table to its end, on a new store in `folder`."""
        loop = asyncio.get_running_loop()
        self._over = loop.create_future()
        store = await open_sqlite(folder / "mus.sqlite", loop.time, at_once)
        platform = Quiet(self, PLATFORM)
        nature = replace(Nature.from_seed("bench"), clock=loop.time, wall=lambda: 1e9 + loop.time())
        process = self._process = Process(store, {PLATFORM: platform}, NOBODY_STRIKES, nature=nature)
        process.manager.tables.listeners.append(self._heard)
        await process.start()
        await platform.joined.wait()
        await asyncio.gather(*(self._opens(place) for place in self._places))
        await self._over
        await process.stop()
        await store.close()


def _question(post: Post) -> int | None:
    """Returns the question that a private message asks; None if it has no button for a word or a card."""
    payloads = [read_payload(button.data) for row in post.keyboard() for button in row if button.data]
    words = [it for it in payloads if isinstance(it.act, Action | Pick) and not is_for_hand(it.act)]
    return words[0].question if words else None


async def measure(tables: int, rules: str) -> dict[str, float]:
    """Returns the requests of a hand and of a partida, the waits of people, and the tables that one bot can
    serve."""
    evening = Evening(tables, rules)
    with TemporaryDirectory() as folder:
        await asyncio.to_thread(passes, lambda: evening.play(Path(folder)))
    private = sum(many for kind, many in evening.kinds.items() if kind is not Kind.GROUP)
    group, waits = evening.kinds[Kind.GROUP], quantiles(evening.waits, n=100)
    return {
        "requests a hand, private": private / evening.hands,
        "requests a hand, group": group / evening.hands,
        **{f"  {kind}": evening.kinds[kind] / evening.hands for kind in Kind if kind is not Kind.GROUP},
        "requests a partida": (private + group) / tables,
        "  hands": evening.hands / tables,
        "seconds a hand": evening.lasted_s / evening.hands,
        "ms from a question to its private message, half of them": waits[49] * 1000,
        "  99 % of them": waits[98] * 1000,
        f"tables that a token bears, at {A_SECOND} messages a second": A_SECOND
        * evening.lasted_s
        / (private + group),
    }
