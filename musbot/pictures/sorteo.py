"""Draws the lottery before the start."""

from __future__ import annotations

from dataclasses import dataclass

from musbot.game.cards import Card
from musbot.pictures.atlas import CARD
from musbot.pictures.cloth import BODY, GOLD, MARGIN, PALE, WIDE, Cloth, wrap_text
from musbot.pictures.specs import SorteoPicture

HEAD, NAME, SIDE, LINE, ACROSS, IN_A_ROW = 58, 44, 50, 42, 140, 4
"""Sizes in units: the title, a name, a side, a line, a card's width; and the cards per row."""
HIGH = round(CARD[1] * ACROSS / CARD[0])
"""The height of a card."""


def draw_sorteo(spec: SorteoPicture) -> Cloth:
    """Draws the cards in the order of the draw, each above its player's name; then the sides and the lines.

    A single card, which all players drew together, has the sides and the lines on its right.
    """
    alone = len(spec.drawn) == 1
    left = MARGIN + (ACROSS + 30 if alone else 0)
    lines = [part for line in spec.lines for part in wrap_text(line, BODY, WIDE - MARGIN - left, lines=4)]
    words = len(spec.sides) * SIDE + len(lines) * LINE
    rows = [_Row.from_drawn(spec.drawn[n : n + IN_A_ROW]) for n in range(0, len(spec.drawn), IN_A_ROW)]
    cards = sum(row.high for row in rows)
    cloth = Cloth(HEAD + (max(cards, words) if alone else cards + words) + MARGIN)
    cloth.text(
        (WIDE / 2, HEAD / 2), spec.title, 36, fill=GOLD, bold=True, anchor="mm", most=WIDE - 2 * MARGIN
    )
    y: float = HEAD
    for row in rows:
        row.draw(cloth, y)
        y += row.high
    y = HEAD if alone else y
    for bando, names in spec.sides:
        cloth.sign(bando, left + 24, y + SIDE / 2, 36)
        cloth.text((left + 54, y + SIDE / 2), names, 34, bold=True, most=WIDE - MARGIN - left - 60)
        y += SIDE
    for line in lines:
        at = (left + 6 if alone else WIDE / 2, y + LINE / 2)
        cloth.text(at, line, BODY, fill=PALE, anchor="lm" if alone else "mm", most=WIDE - MARGIN - left)
        y += LINE
    return cloth


@dataclass(frozen=True, slots=True)
class _Row:
    """Cards side by side, with the names below."""

    cards: tuple[Card, ...]
    """The cards."""
    names: tuple[tuple[str, ...], ...]
    """The lines of the name below each card: two if a line is too short for it."""
    wide: float
    """The width of a card's place."""

    @classmethod
    def from_drawn(cls, drawn: tuple[tuple[str, Card], ...]) -> _Row:
        """Returns the row of some drawn cards."""
        wide = (WIDE - 2 * MARGIN) / len(drawn) if len(drawn) > 1 else ACROSS + 20
        names = tuple(wrap_text(name, BODY, int(wide - 10), bold=True, lines=2) for name, _ in drawn)
        return cls(tuple(card for _, card in drawn), names, wide)

    @property
    def high(self) -> float:
        """The height of the row."""
        return HIGH + NAME * max(map(len, self.names)) + 8

    def draw(self, cloth: Cloth, y: float) -> None:
        """Draws the row from `y` down."""
        for place, (card, lines) in enumerate(zip(self.cards, self.names, strict=True)):
            middle = MARGIN + self.wide * (place + 0.5)
            cloth.lay(str(card), middle - ACROSS / 2, y, ACROSS)
            for line, name in enumerate(lines):
                at = (middle, y + HIGH + NAME * (line + 0.5))
                cloth.text(at, name, BODY, bold=True, anchor="mm", most=self.wide - 10)
