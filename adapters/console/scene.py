"""What is to be seen in the terminal at one moment, whatever its size."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from musbot.words.cards import ToldCard


class Look(StrEnum):
    """How something is written; where there are no colours only what is bold tells."""

    PLAIN = ""
    TITLE = "title"
    RULE = "rule"
    EVENT = "event"
    KEY = "key"
    HINT = "hint"
    NOTE = "note"
    PROMPT = "prompt"
    OROS = "oros"
    COPAS = "copas"
    ESPADAS = "espadas"
    BASTOS = "bastos"
    GONE = "gone"
    """A card that is to be thrown."""


class Span(NamedTuple):
    """A piece of a row, written in one way."""

    text: str
    look: Look = Look.PLAIN


Row = tuple[Span, ...]


class Size(NamedTuple):
    """Columns and rows of a terminal."""

    width: int
    height: int


class Choosable(NamedTuple):
    """What may be chosen, and what is typed for it."""

    key: str
    label: str


@dataclass(frozen=True, slots=True)
class Fan:
    """One's own cards, and what is `told` of them: what they hold, who signed what.

    While some are to be thrown they have `letters`; `chosen` are the places of those that will be, from 0.
    """

    title: str
    cards: tuple[ToldCard, ...]
    told: str = ""
    letters: str = ""
    chosen: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """Something to be read by itself, in place of the table: a count, a help, a question of its own."""

    title: str
    text: str
    choices: tuple[Choosable, ...] = ()
    foot: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """All that is to be seen: a page, if there is one, else the table.

    `hint` is there as long as a question is, where no `note` is in its place.
    `story` is what was heard, the newest last; `scrolled` the rows of a page that are passed over.
    """

    title: str = ""
    board: str = ""
    story: tuple[str, ...] = ()
    hand: Fan | None = None
    choices: tuple[Choosable, ...] = ()
    hint: str = ""
    note: str = ""
    page: Sheet | None = None
    scrolled: int = 0
    prompt: str = ""
