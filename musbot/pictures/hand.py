"""Draws a player's own cards."""

from __future__ import annotations

from musbot.pictures.atlas import CARD
from musbot.pictures.cloth import BODY, GOLD, MARGIN, PALE, WHITE, WIDE, Cloth, format_amount, text_width
from musbot.pictures.specs import HandPicture

GAP, LINE, FOOT, SINK, MOST_WIDE = 5, 46, 54, 14, 168
"""Units. Thrown cards lie `SINK` lower, so that more than their colour marks them."""
SCORE, SIGN, BETWEEN, ROLE = 40, 34, 18, 230
"""Sizes of the score: numbers, signs, gaps, and the room for the player's role."""


def draw_hand(spec: HandPicture) -> Cloth:
    """Draws the cards in a row; below them their value, the player's role or the mano, and the score.

    With more than four, the cards are narrower. Thrown cards are grey and lie lower. A line without content
    takes no room.
    """
    count = max(len(spec.cards), 1)
    across = min(MOST_WIDE, (WIDE - 2 * MARGIN + GAP) // count - GAP)
    high = round(CARD[1] * across / CARD[0])
    sink = SINK if spec.thrown else 0
    apart = not spec.own and text_width(spec.circle, BODY) > WIDE - 2 * MARGIN - _score_width(spec)
    foot = FOOT + LINE * apart if spec.circle or spec.scores else 0
    cloth = Cloth(2 * MARGIN + high + sink + LINE * len(spec.lines) + foot)
    x = (WIDE - count * (across + GAP) + GAP) / 2
    for card in spec.cards:
        away = card in spec.thrown
        cloth.lay(str(card), x, MARGIN + (sink if away else 0), across, thrown=away)
        x += across + GAP
    y = MARGIN + high + sink + 30
    for place, line in enumerate(spec.lines):
        fill = WHITE if place else GOLD
        cloth.text((WIDE / 2, y), line, 38, fill=fill, bold=not place, anchor="mm", most=WIDE - 2 * MARGIN)
        y += LINE
    if foot:
        _foot(cloth, spec, y - LINE / 2 + FOOT / 2 + 4, LINE * apart)
    return cloth


def _foot(cloth: Cloth, spec: HandPicture, y: float, lower: int) -> None:
    """Draws the player's role, or the mano, on the left; the score is on the right, `lower` units below."""
    _scores(cloth, spec, y + lower)
    if spec.own:
        cloth.pill(MARGIN, y, spec.circle)
    else:
        cloth.text((MARGIN, y), spec.circle, BODY, fill=PALE, most=WIDE - 2 * MARGIN)


def _sizes(spec: HandPicture) -> tuple[int, int, int]:
    """Returns the font size of the score's numbers, the size of the sides' signs and the gap between sides.

    They are smaller if the score does not fit.
    """
    room = (WIDE - 2 * MARGIN - ROLE) / max(len(spec.scores), 1)
    plain = room >= SIGN + text_width("40", SCORE, bold=True) + BETWEEN
    return (SCORE, SIGN, BETWEEN) if plain else (BODY, 26, 8)


def _score_width(spec: HandPicture) -> float:
    """Returns the width of the score, with a gap on its left."""
    size, sign, between = _sizes(spec)
    return BETWEEN + sum(
        text_width(format_amount(piedras), size, bold=True) + 5 + sign + between for _, piedras in spec.scores
    )


def _scores(cloth: Cloth, spec: HandPicture, y: float) -> None:
    """Draws each side's sign and piedras in one line that ends at the right margin."""
    size, sign, between = _sizes(spec)
    right: float = WIDE - MARGIN
    for bando, piedras in reversed(spec.scores):
        fill = GOLD if bando == spec.side else WHITE
        right -= cloth.text((right, y), format_amount(piedras), size, fill=fill, bold=True, anchor="rm") + 5
        right -= sign
        cloth.sign(bando, right + sign / 2, y, sign)
        right -= between
