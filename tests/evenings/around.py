"""What evenings on every platform have in common: the people, the clock, the table they sit around."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from musbot.app import Process
from musbot.game.actions import Action, Voz
from musbot.game.engine import awaited
from musbot.pictures.draw import draw
from musbot.pictures.specs import Paint, Picture
from musbot.table.acts import Anytime, Ask, InPlay, OpenPage, Replace, TakeSeat, read_payload
from musbot.table.state import AnyEvent, Table
from tests.evenings.hours import Hours

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
SEATS = ("Sentarme 🔷", "Sentarme 🟠")
SHY = ("Eva", "Félix")
"""They have no private chat with the bot."""


@dataclass
class Around:
    """A table and the people around it; times are in seconds since the evening began."""

    hours: Hours
    process: Process
    logs: dict[str, list[AnyEvent]] = field(default_factory=lambda: defaultdict(list), kw_only=True)
    drawn: dict[bytes, Picture] = field(default_factory=dict, kw_only=True)

    def listen(self) -> None:
        """Keeps what happens at every table from now on."""
        self.process.manager.listeners.append(lambda table, events: self.logs[table.id].extend(events))

    def text(self) -> str:
        """Returns what was to be read."""
        raise NotImplementedError

    def leaks(self) -> list[str]:
        """Returns where anybody could see a card that was not his to see."""
        raise NotImplementedError

    @property
    def where(self) -> str:
        """The chat as tables know it."""
        raise NotImplementedError

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
        return next(iter(self.process.manager.in_chat(self.where)), None)

    def asked(self) -> list[str]:
        """Returns the people whose word is awaited."""
        table = self.table
        if table is None or table.mesa is None or not table.in_hand:
            return []
        platform = self.where.partition(":")[0]
        seats = {table.seat_of(f"{platform}:{number}"): name for name, number in NUMBERS.items()}
        return [seats[seat] for seat in awaited(table.mesa) if seat in seats]


def answers(data: str, table: Table) -> bool:
    """Whether a button says a word, or throws a card, in answer to what is asked at the table now."""
    payload = read_payload(data)
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


def painting(drawn: dict[bytes, Picture]) -> Paint:
    """Returns what draws pictures at once, and notes what each shows."""

    async def paint(picture: Picture) -> bytes | None:
        file = draw(picture)
        drawn[file] = picture
        return file

    return paint
