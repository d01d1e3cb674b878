"""The interfaces that a platform implements: its settings as installed, and the running platform.

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
from musbot.table.events import ChatId
from musbot.table.view import TableView

log = logging.getLogger(__name__)


class Platform(Protocol):
    """A platform that runs, between `start` and `stop`."""

    @property
    def messenger(self) -> Messenger:
        """Sends, edits and deletes its posts."""

    async def start(self) -> None:
        """Connects, and returns once the platform answers.

        Raises BotRejected if it rejects the bot, or another MusError if it never will answer.
        """

    async def run(self, door: Door) -> None:
        """Passes acts of people to the door until cancelled; the process ends if it returns.

        Raises BotRejected if the platform rejects the bot later.
        """

    async def stop(self) -> None:
        """Disconnects, also after a failed `start`."""

    def on_table_changed(self, chat: ChatId, look: Callable[[], TableView]) -> None:
        """Called when a loaded table of one of its chats has changed; `look` returns its public view.

        Posts are queued separately.
        """


class BotRejected(MusError):
    """The platform rejects the bot until its token or its rights are fixed.

    While another platform plays, this platform is retried every hour.
    """

    lasts = True


class Parking:
    """Which of a process's platforms (`many` in all) reject the bot; `holds` says whether one still does."""

    def __init__(self, many: int, holds: Callable[[str], bool]) -> None:
        self._many = many
        self._holds = holds
        self._why: dict[str, str] = {}

    def list_parked(self) -> dict[str, str]:
        """Returns the platforms that still reject the bot, by name, each with the reason."""
        return {name: why for name, why in self._why.items() if self._holds(name)}

    def park(self, name: str, shut: BotRejected) -> None:
        """Records that a platform rejects the bot.

        Raises `shut` if all platforms now do; otherwise logs a new reason.
        """
        reason = self.list_parked().get(name)
        self._why[name] = str(shut)
        if len(self.list_parked()) == self._many:
            raise shut
        if reason != str(shut):
            log.error("%s rests, and is tried again every hour: %s", name, shut)


class Memory(Protocol):
    """Stores values for a platform across restarts."""

    async def recall(self, name: str) -> str:
        """Returns the value stored under exactly this name; "" if there is none. Raises StoreError."""

    async def keep(self, name: str, value: str) -> None:
        """Stores a value under a name, in place of an earlier one; "" deletes it. Raises StoreError."""


@dataclass(frozen=True, slots=True)
class PlatformContext:
    """The services that a process provides to a platform."""

    clock: Callable[[], float]
    """Returns a monotonic time in seconds."""
    language: str
    """The default language of tables."""
    paint: Paint | None = None
    """Draws pictures; None if pictures are switched off."""
    memory: Memory | None = None
    """Stores values across restarts."""
    is_active: Callable[[], bool] = lambda: True
    """Returns False while another process may have taken over the database: make no requests then.

    While the database is away, it is True for the purposes in `messenger.Purpose` that need no database.
    """


class TableOption(Enum):
    """The options of a new table. The value is the option of the command line."""

    SEED = "--seed"
    CUT = "--cut"
    RULES = "--rules"
    NAMES = "--names"
    SEATS = "--seats"
    AI = "--ai"


class Theme(Enum):
    """The colours of a screen."""

    DARK = "dark"
    LIGHT = "light"
    PLAIN = "plain"
    """No colours."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table for the people at this machine."""

    rules: tuple[str, ...]
    """The words of /mus."""
    names: tuple[str, ...]
    """The players in turn order; without names, the account's user."""
    seats: int
    """The number of seats; AI players take the free ones."""
    anew: bool = False
    """Whether to open a new table instead of resuming an earlier table."""
    learns: bool = False
    """Whether to open the course instead of a table."""
    cut: int | None = None
    """The place of the cut; None if the deck is not cut."""
    ai: AIKind = USUAL
    """The kind of AI players."""
    ruled: RuleSet | None = None
    """The rules that `rules` mean."""
    language: str = ""
    """The language to choose for the terminal, and to keep; "" to choose none."""
    usual_language: str = ""
    """The language before a choice; "" for the table's language, or the default."""
    wanted: frozenset[TableOption] = frozenset()
    """The options given explicitly, which a resumed table may not meet."""
    theme: Theme | None = None
    """The colours; None to detect them."""
    linear: bool = False
    """Whether to print plain lines, for screen readers."""

    def unmet(self, table: TableView) -> tuple[TableOption, ...]:
        """Returns the given options that a table left earlier does not meet.

        Empty if it meets all. A seed and a cut are never met.
        """
        met = {
            TableOption.SEED: False,
            TableOption.CUT: False,
            TableOption.RULES: table.rules == self.ruled,
            TableOption.NAMES: {seat.name for seat in table.seats if seat.person} == set(self.names),
            TableOption.SEATS: len(table.seats) == self.seats,
            TableOption.AI: all(seat.kind is self.ai for seat in table.seats if seat.ai),
        }
        return tuple(option for option in TableOption if option in self.wanted and not met[option])


class Adapter(Protocol):
    """The settings of an installed platform."""

    quiet: ClassVar[tuple[str, ...]]
    """The names of loggers that may print secrets below WARNING."""
    mute: ClassVar[tuple[str, ...]]
    """The names of loggers that may print secrets at any level."""


@runtime_checkable
class ServedAdapter(Adapter, Protocol):
    """A platform with chats elsewhere: `musbot run`."""

    @property
    def is_configured(self) -> bool:
        """Whether it is configured to run, with a token for instance."""

    def make(self, means: PlatformContext) -> Platform:
        """Imports the platform's library and returns the platform, not yet started. Makes no request."""


@runtime_checkable
class IdentifiedAdapter(Protocol):
    """A ServedAdapter that knows its bot's public id without asking; others appear under their name."""

    @property
    def bot(self) -> str:
        """The bot's id, such as `telegram:110201543`; the same in every process with this token."""


def identify_bots(platforms: Mapping[str, Adapter]) -> str:
    """Returns the ids of the bots on these platforms, sorted and joined by commas.

    A bot without an id has the platform's name.
    """
    ids = (it.bot if isinstance(it, IdentifiedAdapter) else name for name, it in platforms.items())
    return ",".join(sorted(ids))


@runtime_checkable
class ScreenAdapter(Adapter, Protocol):
    """A platform in front of this machine: `musbot play`."""

    def sit(self, sitting: Sitting, means: PlatformContext) -> Platform:
        """Returns the platform, not yet started; it runs until the table is over or left."""
