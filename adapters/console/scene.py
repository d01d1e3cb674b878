"""The content of the terminal at one moment, independent of its size."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from musbot.words.cards import ToldCard


class Look(StrEnum):
    """A kind of text; a theme decides its colour. Without colours only bold looks differ."""

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
    """A card that will be thrown."""


class Span(NamedTuple):
    """A piece of a row with one look."""

    text: str
    """The characters, without line breaks."""
    look: Look = Look.PLAIN
    """The look of the whole piece."""


Row = tuple[Span, ...]
"""A row of the terminal, from left to right."""


class Size(NamedTuple):
    """The size of a terminal."""

    width: int
    """Number of columns."""
    height: int
    """Number of rows."""


class Choosable(NamedTuple):
    """A choice of the player, and the key that selects it."""

    key: str
    """The text to type."""
    label: str
    """The choice in the player's language."""


@dataclass(frozen=True, slots=True)
class Fan:
    """A player's own cards and the text that goes with them."""

    title: str
    """The title above the text."""
    cards: tuple[ToldCard, ...]
    """The cards in the order in which they are shown."""
    details: str = ""
    """The text below or to the right of the cards: their values, and señas."""
    letters: str = ""
    """The letter of each card while some can be thrown, otherwise ""."""
    chosen: tuple[int, ...] = ()
    """Places of the cards chosen to be thrown, from 0."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page shown instead of the table: a result, a help page, or a question."""

    title: str
    """The title in the top rule."""
    text: str
    """The text; lines are wrapped to the terminal."""
    choices: tuple[Choosable, ...] = ()
    """The choices listed below the text."""
    foot: str = ""
    """The hint in the last rows. In `read_page`, Enter closes a page with a foot; others it scrolls first."""
    more: str = ""
    """The hint before the foot if the text is longer than the screen."""
    seen: str = ""
    """The beginning of the text that its reader has seen: a page that does not fit opens below it."""
    turns: bool = False
    """Whether Enter scrolls a page with choices to its end before it is returned."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The whole content of the screen: a page if there is one, otherwise the table."""

    title: str = ""
    """The title of the board."""
    board: str = ""
    """The text of the board."""
    story: tuple[str, ...] = ()
    """Event lines, the newest last."""
    hand: Fan | None = None
    """The cards of the player who is looking; None to hide them."""
    choices: tuple[Choosable, ...] = ()
    """The choices of the player who is asked."""
    hint: str = ""
    """The hint for the current question, shown while there is no note."""
    note: str = ""
    """The answer to the last line; it replaces the hint."""
    page: Sheet | None = None
    """The page that covers the table."""
    scroll: int = 0
    """Number of rows by which the reader has scrolled the page since it opened, negative backwards."""
    prompt: str = ""
    """The prompt of the input line."""
