"""Draws the picture of a partida that people share: its end, and its best hand below."""

from __future__ import annotations

from musbot.pictures.atlas import CARD
from musbot.pictures.cloth import BODY, GOLD, MARGIN, PALE, WIDE, Cloth
from musbot.pictures.final import draw_end
from musbot.pictures.specs import EndPicture, SharedPicture, ShownHand, StonesEndPicture
from musbot.pictures.stones import draw_stones_end

ACROSS, GAP = 74, 6
"""The width of a card, and the gap between cards, in units."""
HIGH = round(ACROSS * CARD[1] / CARD[0]) + 24
"""The height of the best hand's panel, in units."""


def draw_any_end(spec: EndPicture | StonesEndPicture) -> Cloth:
    """Draws the end of a partida of any family."""
    return draw_end(spec) if isinstance(spec, EndPicture) else draw_stones_end(spec)


def draw_shared(spec: SharedPicture) -> Cloth:
    """Draws the end of a partida, and below it a panel with the best hand, if `spec` has one."""
    end = draw_any_end(spec.end)
    if spec.best is None:
        return end
    above = end.image.height * WIDE / end.image.width
    cloth = Cloth(above + HIGH + MARGIN)
    inside = end.image.crop((3, 3, end.image.width - 3, end.image.height - 3))
    cloth.image.paste(inside, (3, 3))
    _draw_best(cloth, spec.best, spec.best_word, above)
    return cloth


def _draw_best(cloth: Cloth, best: ShownHand, word: str, top: float) -> None:
    """Draws the player and the value of a hand on the left, its cards on the right."""
    cloth.panel(MARGIN, top, WIDE - 2 * MARGIN, HIGH)
    cards = len(best.cards) * (ACROSS + GAP)
    for place, card in enumerate(best.cards):
        x = WIDE - MARGIN - 12 - cards + place * (ACROSS + GAP)
        cloth.lay(str(card), x, top + 12, ACROSS)
    left, most = MARGIN + 14, WIDE - 2 * MARGIN - cards - 34
    cloth.text((left, top + HIGH * 0.22), word, BODY, fill=PALE, most=most)
    cloth.sign(best.bando, left + 17, top + HIGH * 0.5, 34)
    cloth.text((left + 44, top + HIGH * 0.5), best.name, BODY, bold=True, most=most - 44)
    cloth.text((left, top + HIGH * 0.78), best.holds, BODY, fill=GOLD, bold=True, most=most)
