"""The picture of the score: piedras and amarracos on the cloth, and how every lance stands."""

from __future__ import annotations

from musbot.pictures.cloth import GOLD, MARGIN, PALE, WHITE, WIDE, Cloth, numeral, wide, wrapped
from musbot.pictures.specs import LanceTally, Tally, TanteoPicture

INNER = WIDE - 2 * MARGIN
HALF = (WIDE - 3 * MARGIN) // 2
HEAD, GAP, LANCE, LINE = 56, 12, 104, 34
TALL, SHORT = 178, 138
"""Heights of a side's panel in pixels: where two play, and where more do."""


def draw_tanteo(spec: TanteoPicture) -> Cloth:
    """Lays out a panel a side, a field a lance, and what is asked now."""
    two = len(spec.sides) == 2
    rows = 2 if two else (len(spec.sides) + 1) // 2
    panel = TALL if two else SHORT
    lines = [part for line in spec.lines for part in wrapped(line, 27, INNER)]
    lances = LANCE + GAP if spec.lances else 0
    cloth = Cloth(HEAD + rows * (panel + GAP) + lances + len(lines) * LINE + MARGIN)
    cloth.text(MARGIN, HEAD / 2 + 2, spec.title, 28, bold=True, most=WIDE * 3 // 5)
    cloth.text(WIDE - MARGIN, HEAD / 2 + 2, spec.mano, 26, fill=PALE, anchor="rm", most=WIDE * 2 // 5 - 40)
    for place, side in enumerate(spec.sides):
        if two:
            _side(cloth, spec, side, HEAD + place * (panel + GAP))
        else:
            column, row = place % 2, place // 2
            _small_side(cloth, spec, side, MARGIN + column * (HALF + MARGIN), HEAD + row * (panel + GAP))
    y = HEAD + rows * (panel + GAP)
    across = (INNER - GAP * (len(spec.lances) - 1)) / max(len(spec.lances), 1)
    for place, lance in enumerate(spec.lances):
        draw_lance(cloth, lance, MARGIN + place * (across + GAP), y, across)
    y += lances
    for place, line in enumerate(lines):
        cloth.text(WIDE / 2, y + LINE / 2, line, 27, fill=WHITE, anchor="mm", most=INNER, bold=place == 0)
        y += LINE
    return cloth


def _side(cloth: Cloth, spec: TanteoPicture, side: Tally, y: float) -> None:
    """A side of two: one keeps the amarracos, the other the piedras (R52)."""
    cloth.panel(MARGIN, y, INNER, TALL)
    cloth.sign(side.bando, MARGIN + 36, y + 40, 46)
    x = MARGIN + 70.0
    x += cloth.text(x, y + 40, side.name, 36, bold=True, most=220) + 14
    if side.note:
        cloth.pill(x, y + 40, side.note, 22)
    _won(cloth, spec, side, WIDE - MARGIN - 118, y + 40)
    cloth.text(
        WIDE - MARGIN - 20, y + 46, numeral(side.piedras), 68, fill=GOLD, bold=True, anchor="rm", most=180
    )
    left, right, middle = MARGIN + 20, MARGIN + 476, y + 108
    cloth.amarracos(left, middle, side.piedras, 440, 58)
    cloth.piedras(right, middle, side.piedras, 196, 44)
    if side.piedras == 0:
        cloth.text(left, middle, "—", 30, fill=PALE)
    if len(side.keepers) > 1:
        cloth.text(left, y + TALL - 22, side.keepers[1], 22, fill=PALE, most=440)
        cloth.text(right, y + TALL - 22, side.keepers[0], 22, fill=PALE, most=196)


def _small_side(cloth: Cloth, spec: TanteoPicture, side: Tally, x: float, y: float) -> None:
    """A player who plays for himself."""
    cloth.panel(x, y, HALF, SHORT)
    cloth.sign(side.bando, x + 28, y + 30, 34)
    number = cloth.text(x + HALF - 14, y + 34, numeral(side.piedras), 46, fill=GOLD, bold=True, anchor="rm")
    cloth.text(x + 54, y + 30, side.name, 28, bold=True, most=int(HALF - 76 - number))
    cloth.amarracos(x + 14, y + 76, side.piedras, 190, 36)
    cloth.piedras(x + 214, y + 76, side.piedras, 116, 30)
    cloth.rings(x + 14, y + SHORT - 22, side.juegos, spec.juegos, 14)
    if side.note:
        cloth.pill(x + HALF - wide(side.note, 17, bold=True) - 17 - 10, y + SHORT - 22, side.note, 17)


def _won(cloth: Cloth, spec: TanteoPicture, side: Tally, right: float, y: float) -> None:
    """The juegos won, and the vacas where there is more than one, as rings that fill."""
    rows = [(spec.juegos_word, side.juegos, spec.juegos)]
    if spec.vacas > 1:
        rows.append((spec.vacas_word, side.vacas, spec.vacas))
    for place, (word, full, of) in enumerate(rows):
        size = 20 if of <= 5 else 13
        middle = y + (place - (len(rows) - 1) / 2) * 28
        left = right - of * (size + 5)
        cloth.rings(left, middle, full, of, size)
        cloth.text(left - 8, middle, word, 20, fill=PALE, anchor="rm")


def draw_lance(cloth: Cloth, lance: LanceTally, x: float, y: float, across: float) -> None:
    """Draws the field of a lance."""
    cloth.panel(x, y, across, LANCE, lit=lance.now)
    owned = 30 if lance.bando is not None else 0
    fill = GOLD if lance.now else WHITE
    cloth.text(x + 14, y + 26, lance.name, 26, fill=fill, bold=True, most=int(across - 24 - owned))
    if lance.bando is not None:
        cloth.sign(lance.bando, x + across - 24, y + 26, 28)
    for place, line in enumerate(wrapped(lance.words, 23, int(across - 24), lines=2)):
        cloth.text(x + 14, y + 56 + place * 26, line, 23, fill=PALE, most=int(across - 24))
