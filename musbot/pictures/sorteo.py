"""Draws the lottery before the start."""

from __future__ import annotations

from musbot.pictures.atlas import CARD
from musbot.pictures.cloth import BODY, GOLD, MARGIN, PALE, WIDE, Cloth, wrap_text
from musbot.pictures.specs import SorteoPicture

HEAD, NAME, SIDE, LINE, ACROSS, IN_A_ROW = 58, 44, 50, 42, 140, 4
"""Sizes in units: the title, a name, a side, a line, a card's width; and the cards per row."""
HIGH = round(CARD[1] * ACROSS / CARD[0])
"""The height of a card."""


def draw_sorteo(spec: SorteoPicture) -> Cloth:
    """Draws the cards in the order of the draw, each above its player's name; then the sides and the
    lines."""
    rows = [spec.drawn[start : start + IN_A_ROW] for start in range(0, len(spec.drawn), IN_A_ROW)]
    lines = [part for line in spec.lines for part in wrap_text(line, BODY, WIDE - 2 * MARGIN)]
    high = HEAD + len(rows) * (HIGH + NAME + 8) + len(spec.sides) * SIDE + len(lines) * LINE + MARGIN
    cloth = Cloth(high)
    cloth.text(
        (WIDE / 2, HEAD / 2), spec.title, 36, fill=GOLD, bold=True, anchor="mm", most=WIDE - 2 * MARGIN
    )
    y = HEAD
    for row in rows:
        place_wide = (WIDE - 2 * MARGIN) / len(row) if len(row) > 1 else WIDE - 2 * MARGIN
        for place, (name, card) in enumerate(row):
            middle = MARGIN + place_wide * (place + 0.5)
            cloth.lay(str(card), middle - ACROSS / 2, y, ACROSS)
            most = place_wide - 10
            cloth.text((middle, y + HIGH + NAME / 2), name, BODY, bold=True, anchor="mm", most=most)
        y += HIGH + NAME + 8
    for bando, names in spec.sides:
        cloth.sign(bando, MARGIN + 24, y + SIDE / 2, 36)
        cloth.text((MARGIN + 54, y + SIDE / 2), names, 34, bold=True, most=WIDE - 2 * MARGIN - 60)
        y += SIDE
    for line in lines:
        cloth.text((WIDE / 2, y + LINE / 2), line, BODY, fill=PALE, anchor="mm", most=WIDE - 2 * MARGIN)
        y += LINE
    return cloth
