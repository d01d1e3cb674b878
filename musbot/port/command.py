"""What a platform knows about a chat command: its names, where it may be given, and its arguments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from enum import Enum
from typing import Protocol

from musbot.port.replies import Answer
from musbot.table.events import Person


class Where(Enum):
    """Where a command may be given; the value is how documents say it."""

    GROUP = "group"
    """Refused in a private chat: it is about a group."""
    TABLE = "group; in private, your own table"
    ANYWHERE = "anywhere"
    PRIVATE = "where only you see the answer"
    """Refused where all would see the answer."""


class Takes(Enum):
    """The arguments of a command; the value is how documents write them."""

    NONE = ""
    ONE = "[corte]"
    NAME = "[nombre]"
    """A person's name, as the table shows it."""
    LANGUAGE = "[idioma]"
    TERM = "[palabra]"
    """A word of the game to explain."""
    RULE_SET = "[conjunto]"
    RULES = "[reglas] [opciones]"
    """A rule set and changed fields: `vitoria piedras=30`."""


KEEP, DROP = "guardar", "borrar"
"""First words after /reglas: what to do with the house rules whose name follows."""
CLOSE = "cerrar"
"""First word after /ajustes: close the table whose name follows, with a reason."""
_ALSO = {"save": KEEP, "gorde": KEEP, "delete": DROP, "ezabatu": DROP, "close": CLOSE, "itxi": CLOSE}
"""The same words in other languages."""


def verb(words: Sequence[str]) -> str:
    """Returns the first word after a command, translated to KEEP, DROP or CLOSE if it is one ("": none)."""
    word = words[0].lower() if words else ""
    return _ALSO.get(word, word)


@dataclass(frozen=True, slots=True)
class Manners:
    """How people give commands in a chat, and its language, as far as the platform knows.

    `options`: arguments are form fields, not typed text. `reads`: typed words of the game count. `language`
    is the chat's ("": none chosen). `administers`: the person administers the chat, even if anonymous.
    `listed`: the help lists the commands (a platform may have others of its own).
    """

    options: bool = False
    reads: bool = True
    language: str = ""
    administers: bool = False
    listed: bool = True


TYPED = Manners()
"""Commands and words of the game are typed messages."""


@dataclass(frozen=True, slots=True)
class Given:
    """A command as given; `person` is None if anonymous.

    Its result goes to `answer`; without one it is posted, in private or as a reply to `message`. An unknown
    command is answered only where it must be meant for us: in `private`, if it has `named` the bot, or if it
    resembles one of ours. `key` makes it idempotent; with "" it is not.
    """

    name: str
    words: tuple[str, ...]
    person: Person | None
    chat: str
    _: KW_ONLY
    key: str
    private: bool = False
    answer: Answer | None = None
    message: str = ""
    named: bool = False
    manners: Manners = TYPED


class Offered(Protocol):
    """A command to offer."""

    @property
    def name(self) -> str:
        """Its name, as `Given` has it."""

    @property
    def where(self) -> Where:
        """Where it may be given."""

    @property
    def words(self) -> Takes:
        """Its arguments."""

    @property
    def listed(self) -> bool:
        """Whether a short list of commands includes it."""

    @property
    def board(self) -> bool:
        """Whether it shows a table in the chat, for which the bot needs its permissions there."""

    @property
    def every_name(self) -> frozenset[str]:
        """Its names in all languages, in letters that a command may have."""
