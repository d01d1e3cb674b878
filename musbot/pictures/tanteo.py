"""Draws the score: each side's progress and counters, and the state of the lances."""

from __future__ import annotations

from musbot.pictures.cloth import (
    AMARRACO_WORTH,
    BODY,
    GOLD,
    MARGIN,
    PALE,
    TALLEST,
    WIDE,
    Cloth,
    format_amount,
    text_width,
    wrap_text,
)
from musbot.pictures.lances import HEAD, LINE, draw_asked, draw_head, draw_lances, fit_question, lances_height
from musbot.pictures.specs import Tally, TanteoPicture

INNER = WIDE - 2 * MARGIN
"""The width between the margins."""
HALF = (WIDE - 3 * MARGIN) // 2
"""The width of one of two columns."""
GAP = 10
"""The gap between panels."""
TALL, SHORT = 206, 118
"""Heights of a side's panel in units: with two sides, and with more."""
RING, MOST_RINGS, LEGEND = 24, 5, 40
"""The size of a ring, the maximum number of juegos drawn as rings, and the height of the line below panels
that names them."""


def draw_tanteo(spec: TanteoPicture) -> Cloth:
    """Draws a panel for each side, the lances, and the question, which is cut to fit.

    Two sides have panels of full width; more have small panels in two columns. With more sides and several
    juegos, a line below the panels names the rings.
    """
    two = len(spec.sides) == 2
    rows = 2 if two else (len(spec.sides) + 1) // 2
    panel = TALL if two else SHORT
    lances = lances_height(spec.lances)
    legend = 0 if two or spec.juegos == 1 else LEGEND
    above = HEAD + rows * (panel + GAP) + legend + lances
    lines = fit_question(spec.lines, TALLEST - above - MARGIN)
    cloth = Cloth(above + len(lines) * LINE + MARGIN)
    draw_head(cloth, spec.title, spec.mano)
    for place, side in enumerate(spec.sides):
        if two:
            _side(cloth, spec, side, HEAD + place * (panel + GAP))
        else:
            column, row = place % 2, place // 2
            _small_side(cloth, spec, side, MARGIN + column * (HALF + MARGIN), HEAD + row * (panel + GAP))
    y = HEAD + rows * (panel + GAP)
    if legend:
        taken = text_width(spec.juegos_word, BODY) + RING + 10
        cloth.rings(WIDE - MARGIN - 8 - taken, y + LEGEND / 2 - 4, 1, 1, RING)
        at = (WIDE - MARGIN - 8, y + LEGEND / 2 - 4)
        cloth.text(at, spec.juegos_word, BODY, fill=PALE, anchor="rm")
    y += legend
    draw_lances(cloth, spec.lances, y)
    draw_asked(cloth, lines, y + lances)
    return cloth


def _is_long(name: str, most: int) -> bool:
    """Returns whether a name does not fit into `most` units in one line."""
    return text_width(name, BODY, bold=True) > most


def _side(cloth: Cloth, spec: TanteoPicture, side: Tally, y: float) -> None:
    """Draws one of two sides from `y` down: its piedras as a number, as counters, and as a bar.

    Its sign, name and note, and the juegos and vacas won (`_draw_won`), are drawn too.
    """
    left, right = MARGIN + 18, WIDE - MARGIN - 18
    cloth.panel(MARGIN, y, INNER, TALL)
    text = format_amount(side.piedras)
    number = cloth.text((right, y + 48), text, 80, fill=GOLD, bold=True, anchor="rm", most=200)
    noted = text_width(side.note, BODY, bold=True) + BODY if side.note else 0
    cloth.sign(side.bando, left + 24, y + 44, 48)
    most = int(right - number - noted - left - 80)
    lines = (
        wrap_text(side.name, BODY, most, bold=True, lines=2) if _is_long(side.name, most) else (side.name,)
    )
    taken = 0.0
    for place, line in enumerate(lines):
        at = (left + 60, y + 44 + (place - (len(lines) - 1) / 2) * 38)
        taken = max(taken, cloth.text(at, line, 40 if len(lines) == 1 else BODY, bold=True, most=most))
    if side.note:
        cloth.pill(left + 72 + taken, y + 44, side.note)
    won = _draw_won(cloth, spec, side, right, y + 120)
    cloth.counters(left, y + 118, side.piedras, right - won - left - 16, 60)
    marks = -(-spec.piedras // AMARRACO_WORTH)
    cloth.bar(
        left, y + TALL - 28, right - left, 26, min(side.piedras, spec.piedras) / spec.piedras, marks=marks
    )


def _small_side(cloth: Cloth, spec: TanteoPicture, side: Tally, x: float, y: float) -> None:
    """Draws the panel of a player who plays alone, with its upper left corner at (x, y).

    It has the piedras as a number, counters and a bar, and the juegos as rings or as "3/7"; no juegos if one
    wins. A side with a note, such as adentro, has a golden rim instead of the note.
    """
    cloth.panel(x, y, HALF, SHORT, lit=bool(side.note))
    left, right = x + 14, x + HALF - 14
    text = format_amount(side.piedras)
    number = cloth.text((right, y + 30), text, 46, fill=GOLD, bold=True, anchor="rm", most=120)
    cloth.sign(side.bando, left + 18, y + 28, 36)
    cloth.text((left + 44, y + 28), side.name, 34, bold=True, most=right - left - 52 - number)
    rings = spec.juegos * 22 if spec.juegos <= MOST_RINGS else 80
    if spec.juegos == 1:
        rings = -12
    elif spec.juegos <= MOST_RINGS:
        cloth.rings(right - rings + 5, y + SHORT - 20, side.juegos, spec.juegos, 17)
    else:
        text = f"{side.juegos}/{spec.juegos}"
        cloth.text((right, y + SHORT - 20), text, BODY, fill=PALE, bold=True, anchor="rm", most=rings)
    cloth.counters(left, y + 66, side.piedras, right - left, 32)
    marks = -(-spec.piedras // AMARRACO_WORTH)
    share = min(side.piedras, spec.piedras) / spec.piedras
    cloth.bar(left, y + SHORT - 20, right - left - rings - 12, 16, share, marks=marks)


def _draw_won(cloth: Cloth, spec: TanteoPicture, side: Tally, right: float, y: float) -> float:
    """Draws the juegos and vacas won, as rings or as "3/7" if more than MOST_RINGS win; returns their width.

    A row is left out if a single juego or vaca wins; without rows the width is 0. Their right edge is at
    `right`, their middle at `y`.
    """
    rows = [(spec.juegos_word, side.juegos, spec.juegos), (spec.vacas_word, side.vacas, spec.vacas)]
    rows = [row for row in rows if row[-1] > 1]
    widest = 0.0
    for place, (word, full, of) in enumerate(rows):
        middle = y + (place - (len(rows) - 1) / 2) * 36
        left = right
        if of <= MOST_RINGS:
            left -= of * (RING + 5) - 5
            cloth.rings(left, middle, full, of, RING)
        else:
            left -= cloth.text((right, middle), f"{full}/{of}", BODY, fill=GOLD, bold=True, anchor="rm")
        left -= cloth.text((left - 10, middle), word, BODY, fill=PALE, anchor="rm", most=180) + 10
        widest = max(widest, right - left)
    return widest
