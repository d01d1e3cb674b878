"""Draws a hand of cards as text: large, small, or as names in a line."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from musbot.words.cards import ToldCard

from .scene import Fan, Look, Row, Span
from .wrap import PIPS, clip_text, pad_text, printable_text, width

_LOOKS: Mapping[str, Look] = {"o": Look.OROS, "c": Look.COPAS, "e": Look.ESPADAS, "b": Look.BASTOS}
_FIGURES: Mapping[int, str] = {10: "♙", 11: "♘", 12: "♔"}
_PLACES: Mapping[int, tuple[str, str, str]] = {
    1: ("", "x", ""),
    2: ("x", "", "x"),
    3: ("x", "x", "x"),
    4: ("x   x", "", "x   x"),
    5: ("x   x", "x", "x   x"),
    6: ("x   x", "x   x", "x   x"),
    7: ("x x x", "x", "x x x"),
}
"""The rows of pips in the middle of a card, by rank; `x` marks a pip."""
WIDTH = 11
"""Width of a drawn card, in columns."""
GAP = "   "
"""The space between two card names in a line."""


class Art(Enum):
    """The size at which cards are drawn."""

    LARGE = "large"
    SMALL = "small"
    LINE = "line"


def cards(fan: Fan, art: Art, columns: int) -> list[Row]:
    """Returns the rows of a hand, drawn side by side at size `art`.

    Returns rows of card names instead if `art` is LINE or the drawn cards need more than `columns` columns.
    They are returned too if a card's short form is its name in words.
    """
    in_words = any(face.short.lower() == face.said for face in fan.cards)
    if art is Art.LINE or in_words or drawn_width(fan) > columns:
        return _lines(fan, columns)
    drawn = [_card(fan, place, art) for place in range(len(fan.cards))]
    return [
        tuple(Span(part.text + " " * (part is not row[-1]), part.look) for part in row)
        for row in zip(*drawn, strict=True)
    ]


def drawn_width(fan: Fan) -> int:
    """Returns the columns that a hand takes when its cards are drawn; -1 without cards."""
    return len(fan.cards) * (WIDTH + 1) - 1


def _lines(fan: Fan, columns: int) -> list[Row]:
    """Returns rows of card names side by side, each with its letter, and with ✖ if it will be thrown.

    Without letters in the hand, names have none. A name never breaks across two rows; one wider than
    `columns` is clipped.
    """
    rows: list[list[Span]] = [[]]
    used = 0
    for place, face in enumerate(fan.cards):
        gone = place in fan.chosen
        parts = (fan.letters[place : place + 1], "✖" if gone else "", printable_text(face.short))
        text = clip_text(" ".join(filter(None, parts)), columns)
        if rows[-1] and used + len(GAP) + width(text) > columns:
            rows, used = [*rows, []], 0
        if rows[-1]:
            rows[-1].append(Span(GAP))
            used += len(GAP)
        rows[-1].append(Span(text, Look.GONE if gone else _LOOKS[face.card.suit]))
        used += width(text)
    return [tuple(row) for row in rows]


def _card(fan: Fan, place: int, art: Art) -> list[Span]:
    """Returns the rows of one drawn card, with its letter in the frame if the hand has letters.

    A card that will be thrown has ✖ in its frame, and the look GONE.
    """
    face, gone = fan.cards[place], place in fan.chosen
    look = Look.GONE if gone else _LOOKS[face.card.suit]
    letter = f" {fan.letters[place]} " if fan.letters else "───"
    mark = " ✖ " if gone else "───"
    pip = PIPS[face.card.suit]
    inner = [f" {face.card.rank:<2}    {pip}", *(_middle(row) for row in _card_art(face, pip, art))]
    inner += [_middle(face.rank), _middle(face.suit)]
    lines = [
        f"╭──{letter}{'─' * (WIDTH - 7)}╮",
        *(f"│{pad_text(row, WIDTH - 2)}│" for row in inner),
        f"╰{'─' * (WIDTH - 7)}{mark}──╯",
    ]
    return [Span(line, look) for line in lines]


def _card_art(face: ToldCard, pip: str, art: Art) -> tuple[str, ...]:
    """Returns the three middle rows of a large card: its figure or its pips; () for a small card."""
    if art is not Art.LARGE:
        return ()
    if (figure := _FIGURES.get(face.card.rank)) is not None:
        return ("", f"{pip} {figure} {pip}", "")
    return tuple(row.replace("x", pip) for row in _PLACES[face.card.rank])


def _middle(text: str) -> str:
    """Returns a text clipped to the inside of a card, WIDTH - 2 columns, and centred by spaces before it."""
    text = clip_text(text, WIDTH - 2)
    return " " * ((WIDTH - 2 - width(text)) // 2) + text
