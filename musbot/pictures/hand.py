"""The picture of one's own cards."""

from __future__ import annotations

from musbot.pictures.atlas import CARD, drawing, faded
from musbot.pictures.cloth import GOLD, MARGIN, WHITE, WIDE, Cloth
from musbot.pictures.specs import HandPicture

GAP, LINE, SINK, MOST_WIDE = 5, 42, 14, CARD[0]
"""Pixels; a card that has been thrown lies a little lower, so that not only its colour tells."""


def draw_hand(spec: HandPicture) -> Cloth:
    """Lays out up to eight cards in a row, and beneath them what they hold."""
    count = max(len(spec.cards), 1)
    across = min(MOST_WIDE, (WIDE - 2 * MARGIN + GAP) // count - GAP)
    high = round(CARD[1] * across / CARD[0])
    sink = SINK if spec.thrown else 0
    cloth = Cloth(2 * MARGIN + high + sink + LINE * len(spec.lines))
    x = (WIDE - count * (across + GAP) + GAP) / 2
    for card in spec.cards:
        away = card in spec.thrown
        image = faded(str(card), across) if away else drawing(str(card), across)
        cloth.put(image, x, MARGIN + (sink if away else 0))
        x += across + GAP
    y = MARGIN + high + sink + 30
    for place, line in enumerate(spec.lines):
        fill = WHITE if place else GOLD
        cloth.text(WIDE / 2, y, line, 34, fill=fill, bold=not place, anchor="mm", most=WIDE - 2 * MARGIN)
        y += LINE
    return cloth
