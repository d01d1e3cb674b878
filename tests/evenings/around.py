"""What evenings on every platform have in common: the people, the clock, the table they sit around."""

from __future__ import annotations

import asyncio
import functools
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from musbot.app import Process
from musbot.game.actions import Action, Voz
from musbot.game.engine import awaited_seats
from musbot.narrator.speech import SIGNS
from musbot.pictures.draw import draw
from musbot.pictures.specs import Paint, Picture
from musbot.table.acts import Anytime, Ask, BadPayload, InPlay, OpenPage, Replace, TakeSeat, read_payload
from musbot.table.events import AnyEvent, ChatId, read_person_id
from musbot.table.table import Table
from musbot.words.texts import Texts
from tests.evenings.hours import Hours
from tests.evenings.record import Moment, Record

DELAY_S = 0.08
"""What a request takes, there and back."""
LOOK_S = 0.7
"""What a quick person takes from seeing a question to pressing."""
EIGHT = 1_800_000_000.0
"""When an evening begins."""
NUMBERS = {
    name: 101 + place
    for place, name in enumerate(
        ("Ane", "Beñat", "Carmen", "Dani", "Eva", "Félix", "Gorka", "Haizea", "Iñaki", "Jon")
    )
}
FOUR = ("Ane", "Beñat", "Carmen", "Dani")
CALM = ("No hay mus", "Paso", "No quiero", "No queremos")
SHY = ("Eva", "Félix")
"""They have no private chat with the bot."""


@dataclass
class Around:
    """A table and the people around it; times are in seconds since the evening began."""

    hours: Hours
    process: Process
    begin: Callable[[], AbstractAsyncContextManager[Process]] = field(kw_only=True)
    """Starts the bot on what it has kept."""
    runs: AsyncExitStack = field(default_factory=AsyncExitStack, kw_only=True)
    """What ends with the bot."""
    logs: dict[str, list[AnyEvent]] = field(default_factory=lambda: defaultdict(list), kw_only=True)
    tables: dict[str, list[Moment]] = field(default_factory=lambda: defaultdict(list), kw_only=True)
    """What each table was, and since when."""
    drawn: dict[bytes, Picture] = field(default_factory=dict, kw_only=True)

    def listen(self) -> None:
        """Keeps what happens at every table from now on."""
        self.process.manager.tables.listeners.append(self._heard)

    def _heard(self, table: Table, events: Sequence[AnyEvent]) -> None:
        self.logs[table.id].extend(events)
        self.tables[table.id].append((EIGHT + self.hours.now, table))

    @asynccontextmanager
    async def down(self) -> AsyncIterator[None]:
        """The bot is stopped within the block; then another one takes up what it kept."""
        await self.runs.aclose()
        self.happens("the bot is not running")
        yield
        self.happens("the bot runs again")
        self.process = await self.runs.enter_async_context(self.begin())
        self.listen()

    def happens(self, what: str) -> None:
        """Tells what nobody can read, and which the story needs."""
        raise NotImplementedError

    def text(self) -> str:
        """Returns what was to be read."""
        raise NotImplementedError

    @property
    def story(self) -> Sequence[Any]:
        """All lines of the evening's story, in all chats; each has a `text`."""
        raise NotImplementedError

    def leaks(self) -> list[str]:
        """Returns where anybody could see a card that was not theirs to see."""
        raise NotImplementedError

    def record(self) -> Record:
        """Returns what the platform has seen so far."""
        raise NotImplementedError

    @property
    def where(self) -> ChatId:
        """The chat as tables know it."""
        raise NotImplementedError

    # ---- what people do ----------------------------------------------------------------------------------

    def home(self, name: str) -> int:
        """Returns somebody's private chat with the bot."""
        raise NotImplementedError

    def aside(self, name: str) -> int:
        """Returns the chat in which they ask for what nobody else is to read."""
        raise NotImplementedError

    def block(self, name: str) -> None:
        """Lets the bot write to somebody no more."""
        raise NotImplementedError

    async def unblock(self, name: str) -> None:
        """Lets the bot write to them again."""
        raise NotImplementedError

    async def command(self, name: str, text: str, *, alone: bool = False) -> None:
        """Gives a command, as it is typed on Telegram; `alone` where nobody else reads what comes of it."""
        raise NotImplementedError

    async def press(self, name: str, label: str, chat: int = 0, *, stale: bool = False) -> str:
        """Looks until a button stands in a chat that says so, presses it; returns what one is told alone.

        A `stale` one is pressed at once, and may be gone already, as a slow phone shows it.
        """
        raise NotImplementedError

    async def speak(self, *labels: str, name: str = "") -> str:
        """Lets one who is asked press the first of these that they see, once they do; returns which."""
        raise NotImplementedError

    def showing(self) -> Any:
        """Returns the newest message of the chat whose buttons answer what is asked at the table now."""
        raise NotImplementedError

    def labels(self, chat: int = 0) -> list[str]:
        """Returns the labels of all buttons that everybody in a chat sees."""
        raise NotImplementedError

    def posts(self, chat: int = 0) -> list[str]:
        """Returns what the bot's messages say that everybody in a chat sees, oldest first."""
        raise NotImplementedError

    def group(self) -> str:
        """Returns the text of the bot's newest message in the chat."""
        return next(reversed(self.posts()), "")

    def rang(self, chat: int = 0) -> list[str]:
        """Returns the texts of the messages in a chat that made a sound."""
        raise NotImplementedError

    async def sit(self, *names: str, ais: int = 0) -> None:
        """Seats people on the two sides by turns, then AI players."""
        for place, name in enumerate(names):
            await self.press(name, self.texts("button-sit", sign=SIGNS[place % 2]))
        for _ in range(ais):
            await self.press(names[0], self.texts("button-ai"))

    async def open(self, *names: str, rules: str = "vitoria", ais: int = 0) -> None:
        """Opens a table, seats people and AI players, and starts."""
        await self.command(names[0], f"/mus {rules}")
        await self.until(self.showing, "the lobby")
        await self.sit(*names, ais=ais)
        await self.press(names[0], self.texts("button-start"))

    async def play_hand(self, *labels: str) -> None:
        """Lets everybody press the first of these that they may until the hand is over."""
        hand = self.table.hand if self.table is not None else 0
        while self.table is not None and self.table.hand == hand and self.table.in_hand:
            if self.asked():
                await self.speak(*(labels or CALM))
            else:
                await self.wait(1)

    # ---- the hours, and the table ------------------------------------------------------------------------

    @property
    def now(self) -> float:
        """How long it has lasted."""
        return self.hours.now

    async def wait(self, seconds: float) -> None:
        """Lets time pass."""
        await asyncio.sleep(seconds)

    async def until(self, seen: Callable[[], object], what: str, patience_s: float = 60) -> None:
        """Looks ten times a second until something is to be seen; fails with the story of the evening."""
        end = self.now + patience_s
        while not seen():
            if self.now > end:
                raise AssertionError(f"not seen within {patience_s} s: {what}\n{self.text()}")
            await asyncio.sleep(0.1)

    @property
    def table(self) -> Table | None:
        """The newest table of the chat that is not over."""
        return next(iter(self.process.manager.tables.in_chat(self.where)), None)

    @property
    def texts(self) -> Texts:
        """The words of that table."""
        return Texts(self.table.language) if self.table is not None else Texts()

    def seat(self, name: str) -> int | None:
        """Returns where somebody sits at that table, None if they do not."""
        platform = self.where.partition(":")[0]
        return (
            self.table.seat_of(read_person_id(f"{platform}:{NUMBERS[name]}"))
            if self.table is not None
            else None
        )

    async def board(self, patience_s: float = 60) -> None:
        """Looks until somebody is asked, and the board says so."""
        await self.until(lambda: self.asked() and self.showing(), "a board", patience_s)

    def asked(self) -> list[str]:
        """Returns the people whose word is awaited."""
        table = self.table
        if table is None or table.mesa is None or not table.in_hand:
            return []
        seats = {self.seat(name): name for name in NUMBERS}
        return [seats[seat] for seat in awaited_seats(table.mesa) if seat in seats]


Story = Callable[[Around], Awaitable[None]]
"""An evening that is told on every platform: a coroutine function with a name and a docstring."""


def answers(data: str, table: Table) -> bool:
    """Returns whether a button says a word, or throws a card, in answer to what is asked at the table now."""
    try:
        payload = read_payload(data)
    except BadPayload:
        return False
    gesture = isinstance(payload.act, Action) and payload.act.voz in (Voz.SENA, Voz.MIRO)
    return (payload.table, payload.question) == (table.id, table.question) and not (
        gesture
        or isinstance(payload.act, Ask | Anytime | OpenPage | Replace | TakeSeat)
        or payload.act is InPlay.RETURN
    )


def timed(seconds: float) -> str:
    """Returns a time of the evening as its text tells it."""
    minutes, rest = divmod(int(seconds + 1e-6), 60)
    return f"{minutes:3d}:{rest:02d}"


drawn_once = functools.lru_cache(maxsize=1000)(draw)


def painting(drawn: dict[bytes, Picture]) -> Paint:
    """Returns what draws pictures at once, and notes what each shows."""

    async def paint(picture: Picture) -> bytes | None:
        file = drawn_once(picture)
        drawn[file] = picture
        return file

    return paint
