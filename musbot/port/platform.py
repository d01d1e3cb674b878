"""What a platform implements besides its Messenger: as it is installed, and as it runs.

A package brings one by an entry point of the group `musbot.platforms`: its name is what the ids of all its
chats and people begin with (`telegram:42`), its object a ServedAdapter or a ScreenAdapter, which is the
dataclass of its settings (`musbot.config.setting`). That module loads no library; one that is to run does.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Protocol, runtime_checkable

from musbot.game.errors import MusError
from musbot.game.rules_base import RuleSet
from musbot.pictures.specs import Paint
from musbot.players import USUAL, AIKind
from musbot.port.door import Door
from musbot.port.messenger import Messenger
from musbot.table.view import TableView

log = logging.getLogger(__name__)


class Platform(Protocol):
    """A platform that runs, between `start` and `stop`."""

    @property
    def messenger(self) -> Messenger:
        """How posts reach it."""

    async def start(self) -> None:
        """Waits until the platform answers; raises MusError if it never will."""

    async def run(self, door: Door) -> None:
        """Takes in what people do until cancelled; the process ends when it returns."""

    async def stop(self) -> None:
        """Lets go of the platform."""

    def changed(self, chat: str, look: Callable[[], TableView]) -> None:
        """Hears that a table of one of its chats has changed, and may look; posts come by themselves."""


class ShutOut(MusError):
    """A platform lets the bot in no more, until somebody changes something there: its token, a right.

    It is started, or run, again after an hour while another platform plays.
    """


class Parking:
    """Which platforms of a process, of so `many`, have shut it out; `holds` tells whether one is away."""

    def __init__(self, many: int, holds: Callable[[str], bool]) -> None:
        self._many = many
        self._holds = holds
        self._why: dict[str, str] = {}

    def now(self) -> dict[str, str]:
        """Returns which those are, and why."""
        return {name: why for name, why in self._why.items() if self._holds(name)}

    def takes(self, name: str, shut: ShutOut) -> None:
        """Lets a platform rest, which is a line in the log; raises what shut it out where no other plays."""
        told = self.now().get(name)
        self._why[name] = str(shut)
        if len(self.now()) == self._many:
            raise shut
        if told != str(shut):
            log.error("%s rests, and is tried again every hour: %s", name, shut)


class Memory(Protocol):
    """Keeps for good what a platform wants to know the next time, beside the tables."""

    async def recall(self, name: str) -> str:
        """Returns what was kept under a name, or ""."""

    async def keep(self, name: str, value: str) -> None:
        """Keeps a value under a name."""


@dataclass(frozen=True, slots=True)
class Means:
    """What a process gives a platform to run with: a clock, pictures drawn, the language of the tables.

    Unless it is `sure` the platform is asked for nothing: another process may play with the database.
    """

    clock: Callable[[], float]
    language: str
    paint: Paint | None = None
    memory: Memory | None = None
    sure: Callable[[], bool] = lambda: True


class Wanted(Enum):
    """What may be asked for expressly of a table that is to be opened; the value is the option."""

    SEED = "--seed"
    CUT = "--corte"
    RULES = "--reglas"
    NAMES = "--nombres"
    SEATS = "--asientos"
    AI = "--ia"
    LANGUAGE = "--idioma"


class Theme(Enum):
    """In which colours a screen is drawn."""

    DARK = "dark"
    LIGHT = "light"
    PLAIN = "plain"
    """In none."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table for the people in front of this machine.

    `rules` are the words of /mus; who is named sits down in turn order (where nobody is, the one who has the
    account), AI players of one kind take the other `seats`; the deck is cut at `cut` (None: by nobody).
    Where somebody `learns` there is no table, but the course.
    The table that was left is gone on with, unless one is wanted `anew`. `ruled` are the rules, and `wanted`
    is what was asked for expressly, by which one that was left may differ. It is shown in a `theme` (None: in
    that which fits), or `linear`, as a screen reader says it.
    """

    rules: tuple[str, ...]
    names: tuple[str, ...]
    seats: int
    anew: bool = False
    learns: bool = False
    cut: int | None = None
    ai: AIKind = USUAL
    ruled: RuleSet | None = None
    language: str = ""
    wanted: frozenset[Wanted] = frozenset()
    theme: Theme | None = None
    linear: bool = False

    def unmet(self, table: TableView) -> tuple[str, ...]:
        """Returns the options that were given and that a table which was left does not follow."""
        met = {
            Wanted.SEED: False,
            Wanted.CUT: False,
            Wanted.RULES: table.rules == self.ruled,
            Wanted.NAMES: {seat.name for seat in table.seats if seat.person} == set(self.names),
            Wanted.SEATS: len(table.seats) == self.seats,
            Wanted.LANGUAGE: table.language == self.language,
            Wanted.AI: all(seat.kind is self.ai for seat in table.seats if seat.ai),
        }
        return tuple(option.value for option in Wanted if option in self.wanted and not met[option])


class Adapter(Protocol):
    """A platform as it is installed and set.

    Its loggers `quiet` may print secrets below WARNING, those that are `mute` at any level.
    """

    quiet: ClassVar[tuple[str, ...]]
    mute: ClassVar[tuple[str, ...]]


@runtime_checkable
class ServedAdapter(Adapter, Protocol):
    """A platform with chats elsewhere: `musbot run`."""

    @property
    def wanted(self) -> bool:
        """Whether it is set to run: it has its token."""

    def make(self, means: Means) -> Platform:
        """Loads it, and returns it not yet started."""


@runtime_checkable
class ScreenAdapter(Adapter, Protocol):
    """A platform in front of this machine: `musbot play`."""

    def sit(self, sitting: Sitting, means: Means) -> Platform:
        """Loads it, and returns it not yet started; it runs until the table is over or left."""
