"""What a platform implements besides its Messenger: its settings as installed, and the platform as it runs.

A package adds one by an entry point in the group `musbot.platforms`, whose name begins the ids of its chats
and people (`telegram:42`). It points to a ServedAdapter or a ScreenAdapter: a dataclass of settings
(`musbot.config.setting`). Import the platform's library only in `make` or `sit`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
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
        """Sends, edits and deletes its posts."""

    async def start(self) -> None:
        """Connects, and returns once the platform answers; raises MusError if it never will."""

    async def run(self, door: Door) -> None:
        """Passes what people do to the door until cancelled; the process ends if it returns."""

    async def stop(self) -> None:
        """Disconnects."""

    def changed(self, chat: str, look: Callable[[], TableView]) -> None:
        """Called when a table of one of its chats has changed; `look` returns it. Posts are sent anyway."""


class ShutOut(MusError):
    """The platform rejects the bot until somebody fixes its token or its rights.

    While another platform plays, this one is tried again every hour.
    """


class Parking:
    """Which of a process's platforms (`many` in all) reject the bot; `holds` says whether one still does."""

    def __init__(self, many: int, holds: Callable[[str], bool]) -> None:
        self._many = many
        self._holds = holds
        self._why: dict[str, str] = {}

    def now(self) -> dict[str, str]:
        """Returns their names, each with the reason."""
        return {name: why for name, why in self._why.items() if self._holds(name)}

    def takes(self, name: str, shut: ShutOut) -> None:
        """Parks a platform and logs it; raises the error if no other platform plays."""
        told = self.now().get(name)
        self._why[name] = str(shut)
        if len(self.now()) == self._many:
            raise shut
        if told != str(shut):
            log.error("%s rests, and is tried again every hour: %s", name, shut)


class Memory(Protocol):
    """Stores values for a platform across restarts."""

    async def recall(self, name: str) -> str:
        """Returns the value stored under a name, or ""."""

    async def keep(self, name: str, value: str) -> None:
        """Stores a value under a name."""


@dataclass(frozen=True, slots=True)
class Means:
    """What a process gives a platform: a clock, a painter of pictures, the tables' language, a memory.

    While `sure` is false, make no requests: another process may have taken over the database.
    """

    clock: Callable[[], float]
    language: str
    paint: Paint | None = None
    memory: Memory | None = None
    sure: Callable[[], bool] = lambda: True


class Wanted(Enum):
    """What may be asked of a new table; the value is the option of the command line."""

    SEED = "--seed"
    CUT = "--cut"
    RULES = "--rules"
    NAMES = "--names"
    SEATS = "--seats"
    AI = "--ai"
    LANGUAGE = "--language"


class Theme(Enum):
    """The colours of a screen."""

    DARK = "dark"
    LIGHT = "light"
    PLAIN = "plain"
    """No colours."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table for the people in front of this machine.

    `rules` are the words of /mus, and `ruled` the rules they mean. `names` sit down in turn order (without
    any, the account's user); AI players of kind `ai` take the other `seats`. The deck is cut at `cut` (None:
    not cut). With `learns` the course opens in place of a table. A table left earlier resumes unless `anew`;
    `wanted` are the options given explicitly, which that table may not meet. `theme` None picks colours that
    fit; `linear` prints plain lines for screen readers.
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
        """Returns the options that were given and that a table left earlier does not meet."""
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
    """The settings of an installed platform.

    Loggers named in `quiet` may print secrets below WARNING, those in `mute` at any level.
    """

    quiet: ClassVar[tuple[str, ...]]
    mute: ClassVar[tuple[str, ...]]


@runtime_checkable
class ServedAdapter(Adapter, Protocol):
    """A platform with chats elsewhere: `musbot run`."""

    @property
    def wanted(self) -> bool:
        """Whether it is configured to run, with a token for instance."""

    def make(self, means: Means) -> Platform:
        """Imports the platform's library and returns the platform, not yet started."""


@runtime_checkable
class IdentifiedAdapter(Protocol):
    """A ServedAdapter that knows its bot's public id without asking; others appear under their name."""

    @property
    def bot(self) -> str:
        """The bot's id, such as `telegram:110201543`; the same in every process with this token."""


def identify_bots(platforms: Mapping[str, Adapter]) -> str:
    """Returns the ids of the bots on these platforms, sorted and joined by commas."""
    ids = (it.bot if isinstance(it, IdentifiedAdapter) else name for name, it in platforms.items())
    return ",".join(sorted(ids))


@runtime_checkable
class ScreenAdapter(Adapter, Protocol):
    """A platform in front of this machine: `musbot play`."""

    def sit(self, sitting: Sitting, means: Means) -> Platform:
        """Returns the platform, not yet started; it runs until the table is over or left."""
