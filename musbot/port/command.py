"""Chat commands as platforms see them: names, permitted places and arguments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from enum import Enum
from typing import Protocol

from musbot.port.replies import Answer
from musbot.table.events import NO_MESSAGE, ChatId, MessageId, Person


class CommandPlace(Enum):
    """The places where a command may be given. The value is the wording of the documents."""

    GROUP = "group"
    """Refused in a private chat: it is about a group."""
    TABLE = "group; in private, your own table"
    ANYWHERE = "anywhere"
    PRIVATE = "where only you see the answer"
    """Refused where all would see the answer."""


class Arguments(Enum):
    """The arguments of a command. The value is the wording of the documents."""

    NONE = ""
    ONE = "[corte]"
    NAME = "[nombre]"
    """A person's name, as the table shows it."""
    LANGUAGE = "[idioma]"
    WHEN = "[cuándo]"
    """A day and an hour, as typed."""
    TERM = "[palabra]"
    """A word of the game to explain."""
    RULE_SET = "[conjunto]"
    RULES = "[reglas] [opciones]"
    """A rule set and changed fields: `vitoria piedras=30`."""


KEEP, DROP = "guardar", "borrar"
"""First words after /reglas: save or delete the house rules whose name follows."""
CLOSE = "cerrar"
"""First word after /ajustes: close the table whose name follows, with a reason."""
ZONE = "hora"
"""First word after /ajustes: the chat goes by the time of the city that follows."""
_ALSO = {
    "time": ZONE,
    "zone": ZONE,
    "ordua": ZONE,
    "save": KEEP,
    "keep": KEEP,
    "gorde": KEEP,
    "delete": DROP,
    "ezabatu": DROP,
    "close": CLOSE,
    "itxi": CLOSE,
}
"""The same words in other languages."""


def verb(words: Sequence[str]) -> str:
    """Returns the first word after a command in lower case; "" without words.

    A word for KEEP, DROP, CLOSE or ZONE in another language becomes that word.
    """
    word = words[0].lower() if words else ""
    return _ALSO.get(word, word)


@dataclass(frozen=True, slots=True)
class Manners:
    """The way in which commands are given in a chat."""

    options: bool = False
    """Whether arguments are form fields instead of typed text."""
    reads: bool = True
    """Whether typed words of the game count."""
    language: str = ""
    """The chat's language as the platform knows it; "" if unknown."""
    administers: bool = False
    """Whether the person administers the chat, even if anonymous."""
    is_listed: bool = True
    """Whether the help lists the commands; a platform may have different ones."""


TYPED = Manners()
"""Commands and words of the game are typed messages."""


@dataclass(frozen=True, slots=True)
class GivenCommand:
    """A command as a person gave it.

    An unknown command is answered only if it is meant for this bot: in a private chat, with the bot's name,
    or if it resembles a known command.
    """

    name: str
    """The name as typed, without a slash."""
    words: tuple[str, ...]
    """The arguments."""
    person: Person | None
    """The giver; None if anonymous."""
    chat: ChatId
    """The chat's id."""
    _: KW_ONLY
    key: str
    """The idempotency key; with "" the command is not idempotent."""
    private: bool = False
    """Whether the chat is private."""
    answer: Answer | None = None
    """Receives the result. Without it the result is posted, in private or as a reply to `message`."""
    message: MessageId = NO_MESSAGE
    """The id of the command's message; "" if it has none."""
    named: bool = False
    """Whether the command named the bot."""
    manners: Manners = TYPED
    """The way in which it was given."""
    age_s: float | None = None
    """Seconds since it was written, by the platform's clock; None if unknown."""


@dataclass(frozen=True, slots=True)
class TypedText:
    """A text as a person typed it, which need not be a word of the game."""

    text: str
    """The text."""
    person: Person
    """Its author."""
    chat: ChatId
    """The chat's id."""
    _: KW_ONLY
    key: str
    """The idempotency key; with "" it is not idempotent."""
    message: MessageId = NO_MESSAGE
    """The id of its message; "" if it has none."""
    answers: MessageId = NO_MESSAGE
    """The id of the message that it replies to; "" if it is no reply."""
    age_s: float | None = None
    """Seconds since it was written, by the platform's clock; None if unknown."""
    manners: Manners = TYPED
    """The form in which commands are given in its chat."""


class CommandInfo(Protocol):
    """A command to offer."""

    @property
    def name(self) -> str:
        """Its name, as `GivenCommand` has it."""

    @property
    def where(self) -> CommandPlace:
        """The permitted places."""

    @property
    def words(self) -> Arguments:
        """Its arguments."""

    @property
    def is_listed(self) -> bool:
        """Whether a short list of commands includes it."""

    @property
    def board(self) -> bool:
        """Whether it shows a table in the chat, for which the bot needs its permissions there."""

    @property
    def every_name(self) -> frozenset[str]:
        """Its names in all languages, in letters that a command may have."""
