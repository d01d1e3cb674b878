"""What a platform knows of a command of the chats: its names, where it may be given, and with which words."""

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
    """Refused in private: it is about a group."""
    TABLE = "group; in private, your own table"
    ANYWHERE = "anywhere"
    PRIVATE = "where only you see the answer"
    """Refused where all would see the answer."""


class Takes(Enum):
    """What is given along with a command; the value is how documents write it."""

    NONE = ""
    ONE = "[corte]"
    NAME = "[nombre]"
    """The name of somebody, as the table has it."""
    LANGUAGE = "[idioma]"
    TERM = "[palabra]"
    """A word of the game that is to be explained."""
    RULE_SET = "[conjunto]"
    RULES = "[reglas] [opciones]"
    """A rule set, and fields of it changed: `vitoria piedras=30`."""


KEEP, DROP = "guardar", "borrar"
"""What is done with house rules, by the first word after /reglas; their name follows."""
CLOSE = "cerrar"
"""What is done with a table, by the first word after /ajustes; what it is called follows, and why."""
_ALSO = {"save": KEEP, "gorde": KEEP, "delete": DROP, "ezabatu": DROP, "close": CLOSE, "itxi": CLOSE}
"""How they are said in other languages."""


def verb(words: Sequence[str]) -> str:
    """Returns what is to be done, by the first word after a command, in any language ("": no word)."""
    word = words[0].lower() if words else ""
    return _ALSO.get(word, word)


@dataclass(frozen=True, slots=True)
class Manners:
    """How commands are given in a chat, and what is spoken there, as far as its platform knows.

    Where they have `options` what is given with them is filled in, and not typed behind them. `reads` tells
    that words of the game count where they are typed; `language` is that of the chat ("": none was chosen).
    `administers` tells that who gives one administers the chat, whoever it is. The help says which commands
    there are where they are `listed`: a platform may have other ones.
    """

    options: bool = False
    reads: bool = True
    language: str = ""
    administers: bool = False
    listed: bool = True


TYPED = Manners()
"""A command is a message, and so is a word of the game."""


@dataclass(frozen=True, slots=True)
class Given:
    """A command as somebody gave it; `person` is None for somebody anonymous.

    What it leads to is given to `answer`; without one it is posted: for them alone, or replying to their
    `message`. One that is none of ours is answered where nobody else can be meant: in `private`, where the
    bot is `named`, where it is nearly one of ours. The same `key` does nothing more ("": it comes once).
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
    """A command that a platform offers."""

    @property
    def name(self) -> str:
        """Its name at the table, by which it is given."""

    @property
    def where(self) -> Where:
        """Where it may be given."""

    @property
    def words(self) -> Takes:
        """What is given along with it."""

    @property
    def listed(self) -> bool:
        """Whether it stands in a list of commands that is to be short."""

    @property
    def board(self) -> bool:
        """Whether it brings a table to the chat, for which the bot needs its permissions there."""

    @property
    def every_name(self) -> frozenset[str]:
        """What it is called in any language, in letters that a command may have."""
