"""The picture of the partida's end: who won, and the course of the score."""

from __future__ import annotations

from collections.abc import Callable

from musbot.pictures.cloth import EDGE, GOLD, MARGIN, PALE, WHITE, WIDE, Cloth
from musbot.pictures.specs import EndPicture

HEAD, NEWS, SIDE, CHART = 84, 46, 50, 300
LEFT, RIGHT = MARGIN + 52, WIDE - MARGIN - 26
LINES = (
    (120, 178, 255),
    (255, 168, 72),
    (255, 120, 120),
    (200, 150, 255),
    (255, 224, 110),
    (110, 225, 150),
    (200, 208, 216),
    (250, 160, 205),
)
"""The colour of each side's line, light enough for the cloth; its sign stands on it too."""


def draw_end(spec: EndPicture) -> Cloth:
    """Lays out the winner, the sides' scores and a chart of the piedras hand by hand."""
    chart = CHART + 64 if spec.course else 0
    cloth = Cloth(HEAD + NEWS + len(spec.sides) * SIDE + chart + 2 * MARGIN)
    cloth.sign(spec.winner, MARGIN + 34, HEAD / 2 + 6, 60)
    cloth.text(MARGIN + 80, HEAD / 2 + 6, spec.title, 44, fill=GOLD, bold=True, most=WIDE - 120)
    cloth.text(MARGIN, HEAD + NEWS / 2, spec.text, 28, most=WIDE - 2 * MARGIN)
    y = HEAD + NEWS + 6
    for bando, names, score in spec.sides:
        cloth.sign(bando, MARGIN + 20, y + SIDE / 2, 34)
        taken = cloth.text(WIDE - MARGIN - 8, y + SIDE / 2, score, 38, fill=GOLD, bold=True, anchor="rm")
        cloth.text(MARGIN + 50, y + SIDE / 2, names, 30, bold=True, most=int(WIDE - 2 * MARGIN - 80 - taken))
        y += SIDE
    if spec.course:
        _chart(cloth, spec, y + 10)
    return cloth


def _chart(cloth: Cloth, spec: EndPicture, top: float) -> None:
    cloth.panel(MARGIN, top, WIDE - 2 * MARGIN, CHART + 50)
    high, bottom = top + 24, top + CHART
    step = (RIGHT - LEFT) / max(len(spec.course), 1)

    def level(piedras: int) -> float:
        return bottom - (bottom - high) * min(piedras, spec.piedras) / spec.piedras

    for piedras in range(0, spec.piedras + 1, 10 if spec.piedras > 20 else 5):
        cloth.line([(LEFT, level(piedras)), (RIGHT, level(piedras))], EDGE, 1)
        cloth.text(LEFT - 10, level(piedras), str(piedras), 20, fill=PALE, anchor="rm")
    if spec.piedras % 10:
        cloth.line([(LEFT, level(spec.piedras)), (RIGHT, level(spec.piedras))], EDGE, 1)
    cloth.text(WIDE / 2, bottom + 28, spec.hands_word, 22, fill=PALE, anchor="mm")
    for bando, *_ in spec.sides:
        _line(cloth, spec, bando, level, step)
    for hand, (_, won) in enumerate(spec.course, 1):
        if won is not None:
            x = LEFT + hand * step
            cloth.line([(x, high - 8), (x, bottom)], GOLD, 2)
            cloth.sign(won, x, high - 2, 34)


def _line(cloth: Cloth, spec: EndPicture, bando: int, level: Callable[[int], float], step: float) -> None:
    """A side's piedras from hand to hand; after a juego both begin again at nothing."""
    colour = LINES[bando % len(LINES)]
    points = [(float(LEFT), level(0))]
    for hand, (piedras, won) in enumerate(spec.course, 1):
        x = LEFT + hand * step
        reached = spec.piedras if won == bando else piedras[bando]
        points.append((x, level(reached)))
        if won is not None or hand == len(spec.course):
            cloth.line(points, WHITE, 7)
            cloth.line(points, colour, 4)
            if won != bando:
                cloth.sign(bando, *points[-1], 24)
            points = [(x, level(0))]
