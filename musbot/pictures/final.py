"""Draws the end of a partida: the winner and the score chart."""

from __future__ import annotations

from collections.abc import Callable

from musbot.game.actions import Bando
from musbot.pictures.cloth import (
    BODY,
    EDGE,
    GOLD,
    MARGIN,
    PALE,
    WHITE,
    WIDE,
    Cloth,
    text_width,
    wrap_text,
)
from musbot.pictures.specs import EndPicture

HEAD, SIDE, CHART, FOOT = 92, 54, 380, 56
"""Heights: the title, a side, the chart, and the foot."""
HALF = (WIDE - 3 * MARGIN) // 2
"""The width of one of two columns."""
TITLE = WIDE - 120
"""The width of the title."""
LEFT, RIGHT = MARGIN + 60, WIDE - MARGIN - 30
"""The left and right edges of the chart."""
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
"""The colour of each side's line, light enough for the cloth. A symbol marks each side too."""


def draw_end(spec: EndPicture) -> Cloth:
    """Draws the winner, the sides' scores, and, if there are hands, a chart of the piedras hand by hand."""
    columns = 1 if len(spec.sides) == 2 else 2
    rows = -(-len(spec.sides) // columns)
    chart = CHART + FOOT + 16 if spec.course else 0
    cloth = Cloth(HEAD + rows * SIDE + chart + MARGIN)
    draw_winner(cloth, spec.winner, spec.title, HEAD / 2)
    across = HALF if columns == 2 else WIDE - 2 * MARGIN
    for place, (bando, names, score) in enumerate(spec.sides):
        x, y = MARGIN + place % columns * (HALF + MARGIN), HEAD + (place // columns + 0.5) * SIDE
        cloth.sign(bando, x + 20, y, 36)
        right = x + across - 8
        taken = cloth.text((right, y), score, 44, fill=GOLD, bold=True, anchor="rm")
        cloth.text((x + 50, y), names, 34, bold=True, most=across - 80 - taken)
    if spec.course:
        _chart(cloth, spec, HEAD + rows * SIDE + 10)
    return cloth


def draw_winner(cloth: Cloth, winner: Bando, title: str, y: float) -> None:
    """Draws the sign of the winner and the title around the height `y`; a long title takes two lines."""
    cloth.sign(winner, MARGIN + 34, y, 60)
    fits = text_width(title, BODY, bold=True) <= TITLE
    lines = (title,) if fits else wrap_text(title, BODY, TITLE, bold=True, lines=2)
    for place, line in enumerate(lines):
        at = (MARGIN + 80, y + (place - (len(lines) - 1) / 2) * 38)
        cloth.text(at, line, 46 if fits else BODY, fill=GOLD, bold=True, most=TITLE)


def _chart(cloth: Cloth, spec: EndPicture, top: float) -> None:
    """Draws the chart from `top` down: the axis, a line for each side, and the winner's sign at each juego's
    end."""
    cloth.panel(MARGIN, top, WIDE - 2 * MARGIN, CHART + FOOT)
    high, bottom = top + 24, top + CHART
    step = (RIGHT - LEFT) / max(len(spec.course), 1)

    def level(piedras: int) -> float:
        """Returns the y of a number of piedras; a number above the target is drawn at the target."""
        return bottom - (bottom - high) * min(piedras, spec.piedras) / spec.piedras

    for piedras in range(0, spec.piedras + 1, 10 if spec.piedras > 20 else 5):
        cloth.line([(LEFT, level(piedras)), (RIGHT, level(piedras))], EDGE, 1.5)
        cloth.text((LEFT - 10, level(piedras)), str(piedras), BODY, fill=PALE, anchor="rm")
    if spec.piedras % 10:
        cloth.line([(LEFT, level(spec.piedras)), (RIGHT, level(spec.piedras))], EDGE, 1)
    cloth.text((WIDE / 2, bottom + 32), spec.hands_word, BODY, fill=PALE, anchor="mm", most=WIDE - 80)
    for bando, *_ in spec.sides:
        _line(cloth, spec, bando, level, step)
    for hand, (_, won) in enumerate(spec.course, 1):
        if won is not None:
            x = LEFT + hand * step
            cloth.line([(x, high - 8), (x, bottom)], GOLD, 2)
            cloth.sign(won, x, high - 2, 34)


def _line(cloth: Cloth, spec: EndPicture, bando: int, level: Callable[[int], float], step: float) -> None:
    """Draws a side's piedras from hand to hand; they restart at zero after a juego.

    At the end of each juego and of the chart the side's sign follows, unless it won that juego; then its line
    reaches the target. `level` returns the y of a number of piedras; `step` is the distance between hands, in
    units.
    """
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
