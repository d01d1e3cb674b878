"""Cards drawn with signs: large where there is room, small where there is little, else in one line."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from adapters.console.scene import Fan, Look, Row, Span
from adapters.console.wrap import clipped, padded, plain, width
from musbot.words.cards import ToldCard

_LOOKS: Mapping[str, Look] = {"o": Look.OROS, "c": Look.COPAS, "e": Look.ESPADAS, "b": Look.BASTOS}
_PIPS: Mapping[str, str] = {"o": "●", "c": "▼", "e": "†", "b": "▮"}
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
"""Where the pips of a card are, row by row."""
WIDTH = 11
"""Columns of a card."""
GAP = "   "
"""Between cards in a line."""


class Art(Enum):
    """How large cards are drawn."""

    LARGE = "large"
    SMALL = "small"
    LINE = "line"


def cards(held: Fan, art: Art, columns: int) -> list[Row]:
    """Returns cards side by side, as large as is asked; in lines where they are wider than that."""
    if art is Art.LINE or len(held.cards) * (WIDTH + 1) - 1 > columns:
        return _lines(held, columns)
    drawn = [_card(held, place, art) for place in range(len(held.cards))]
    return [tuple(Span(f"{part.text} ", part.look) for part in row) for row in zip(*drawn, strict=True)]


def wide(held: Fan) -> int:
    """Returns how many columns cards take that are drawn."""
    return len(held.cards) * (WIDTH + 1) - 1


def _lines(held: Fan, columns: int) -> list[Row]:
    """Cards by their names, each whole on its line."""
    rows: list[list[Span]] = [[]]
    used = 0
    for place, face in enumerate(held.cards):
        gone = place in held.chosen
        parts = (held.letters[place : place + 1], "✖" if gone else "", plain(face.short))
        text = clipped(" ".join(filter(None, parts)), columns)
        if rows[-1] and used + len(GAP) + width(text) > columns:
            rows, used = [*rows, []], 0
        if rows[-1]:
            rows[-1].append(Span(GAP))
            used += len(GAP)
        rows[-1].append(Span(text, Look.GONE if gone else _LOOKS[face.card.suit]))
        used += width(text)
    return [tuple(row) for row in rows]


def _card(held: Fan, place: int, art: Art) -> list[Span]:
    face, gone = held.cards[place], place in held.chosen
    look = Look.GONE if gone else _LOOKS[face.card.suit]
    letter = f" {held.letters[place]} " if held.letters else "───"
    mark = " ✖ " if gone else "───"
    pip = _PIPS[face.card.suit]
    inner = [f" {face.card.rank:<2}    {pip}", *(_middle(row) for row in _pictured(face, pip, art))]
    inner += [_middle(face.rank), _middle(face.suit)]
    lines = [
        f"╭──{letter}{'─' * (WIDTH - 7)}╮",
        *(f"│{padded(row, WIDTH - 2)}│" for row in inner),
        f"╰{'─' * (WIDTH - 7)}{mark}──╯",
    ]
    return [Span(line, look) for line in lines]


def _pictured(face: ToldCard, pip: str, art: Art) -> tuple[str, ...]:
    """What is drawn in the middle of a large card: its figure, or its pips."""
    if art is not Art.LARGE:
        return ()
    if (figure := _FIGURES.get(face.card.rank)) is not None:
        return ("", f"{pip} {figure} {pip}", "")
    return tuple(row.replace("x", pip) for row in _PLACES[face.card.rank])


def _middle(text: str) -> str:
    text = clipped(text, WIDTH - 2)
    return " " * ((WIDTH - 2 - width(text)) // 2) + text
