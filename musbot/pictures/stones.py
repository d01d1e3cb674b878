"""Draws the score of games with stones: stones to shed, and juegos lost (R60, R70)."""

from __future__ import annotations

from musbot.pictures.cloth import (
    BODY,
    EDGE,
    GOLD,
    MARGIN,
    PALE,
    TALLEST,
    WHITE,
    WIDE,
    Cloth,
    format_amount,
    text_width,
)
from musbot.pictures.final import draw_winner
from musbot.pictures.lances import (
    HEAD,
    LINE,
    MOST_LINES,
    draw_asked,
    draw_head,
    draw_lances,
    fit_question,
    lances_height,
)
from musbot.pictures.specs import Holder, StonesEndPicture, StonesPicture

INNER = WIDE - 2 * MARGIN
"""The width between the margins."""
HALF = (WIDE - 3 * MARGIN) // 2
"""The width of one of two columns."""
GAP, HOLDER, TABLE = 8, 114, 84
"""Heights: a gap, a player, and the table."""
LEGEND = 38
"""The height of the line that names the crosses."""
MOST_CROSSES = 6
"""The maximum number of lost juegos drawn as crosses; more are written as a number."""

TITLE, PLAYER, FOOT = 84, 58, 50
"""Heights at the end of a partida: the title, a player, and the foot."""
NAMES, MOST_NAMES = 250, 400
"""The least and the maximum width of the column of names at the end of a partida."""


def draw_stones(spec: StonesPicture) -> Cloth:
    """Draws a panel for each player, the middle and the dish, the lances, and the question.

    Each lance has only one line if two do not fit; the question is cut to fit. The line that names the
    crosses is left out if there is no room for it.
    """
    rows = (len(spec.holders) + 1) // 2
    above: float = HEAD + rows * (HOLDER + GAP) + TABLE + GAP
    room = TALLEST - above - MARGIN - LINE
    each = MOST_LINES if lances_height(spec.lances) <= room else 1
    lances = lances_height(spec.lances, each)
    legend = LEGEND if lances_height(spec.lances) + LEGEND + LINE <= room else 0
    above += lances + legend
    lines = fit_question(spec.lines, TALLEST - above - MARGIN)
    cloth = Cloth(above + len(lines) * LINE + MARGIN)
    draw_head(cloth, spec.title, spec.mano)
    for place, holder in enumerate(spec.holders):
        column, row = place % 2, place // 2
        _holder(cloth, spec, holder, MARGIN + column * (HALF + MARGIN), HEAD + row * (HOLDER + GAP))
    y: float = HEAD + rows * (HOLDER + GAP)
    if legend:
        cloth.cross(MARGIN + 26, y + LEGEND / 2, 20)
        cloth.text((MARGIN + 44, y + LEGEND / 2), spec.against_word, BODY, fill=PALE, most=INNER - 44)
    y += legend
    _table(cloth, spec, y)
    y += TABLE + GAP
    draw_lances(cloth, spec.lances, y, each)
    draw_asked(cloth, lines, y + lances)
    return cloth


def _holder(cloth: Cloth, spec: StonesPicture, holder: Holder, x: float, y: float) -> None:
    """Draws a player: the number of stones in hand, or a note instead, the stones, and juegos lost.

    The number of the player's stones in the middle is on the right, unless it is 0. The juegos lost are
    crosses if at most MOST_CROSSES put a player out, otherwise a number such as "3/7".
    """
    cloth.panel(x, y, HALF, HOLDER)
    cloth.sign(holder.bando, x + 28, y + 26, 34)
    right, number = x + HALF - 14, 0.0
    if not holder.note:
        text = format_amount(holder.hand)
        number = cloth.text((right, y + 28), text, 44, fill=GOLD, bold=True, anchor="rm", most=120)
    fill = PALE if holder.out else WHITE
    cloth.text((x + 54, y + 26), holder.name, 34, fill=fill, bold=True, most=HALF - 76 - number)
    if holder.note:
        cloth.text((x + 14, y + 62), holder.note, BODY, fill=PALE, most=HALF - 28)
    cloth.stones(x + 14, y + 62, holder.hand, HALF - 28, 32)
    taken = 0.0
    if holder.middle:
        text = f"{spec.middle_word}: {format_amount(holder.middle)}"
        taken = min(text_width(text, BODY, bold=True), 190) + 12
        cloth.text((right, y + 92), text, BODY, fill=GOLD, bold=True, anchor="rm", most=190)
    room = HALF - 28 - taken
    if spec.against <= MOST_CROSSES:
        size = min(20, int(room / spec.against) - 6)
        cloth.crosses(x + 16, y + 92, holder.against, spec.against, size)
    else:
        cloth.cross(x + 26, y + 92, 20)
        text = f"{holder.against}/{spec.against}"
        cloth.text((x + 44, y + 92), text, BODY, fill=PALE, bold=True, most=room - 30)


def _table(cloth: Cloth, spec: StonesPicture, y: float) -> None:
    """Draws the stones in the middle and in the dish."""
    for place, (word, count) in enumerate(((spec.middle_word, spec.middle), (spec.dish_word, spec.dish))):
        x = MARGIN + place * (HALF + MARGIN)
        if place:
            cloth.dish(x + HALF / 2, y + 58, HALF - 16, 52)
        cloth.text((x + 14, y + 18), word, BODY, fill=PALE, bold=True, most=HALF - 100)
        text = format_amount(count)
        cloth.text((x + HALF - 14, y + 18), text, 38, fill=GOLD, bold=True, anchor="rm", most=90)
        cloth.stones(x + 44, y + 58, count, HALF - 88, 30)


def draw_stones_end(spec: StonesEndPicture) -> Cloth:
    """Draws the winner, and a row for each player with a cross for each juego that they lost."""
    panel = len(spec.players) * PLAYER + FOOT
    cloth = Cloth(TITLE + panel + MARGIN)
    draw_winner(cloth, spec.winner, spec.title, TITLE / 2)
    cloth.panel(MARGIN, TITLE, INNER, panel)
    widest = max((text_width(name, BODY, bold=True) for _, name, _ in spec.players), default=0)
    names = min(max(NAMES, widest + 100), MOST_NAMES)
    for place, player in enumerate(spec.players):
        _player(cloth, spec, player, TITLE + 6 + (place + 0.5) * PLAYER, names)
    y = TITLE + panel - FOOT / 2
    cloth.text((WIDE / 2, y), spec.course_word, BODY, fill=PALE, anchor="mm", most=INNER - 20)
    return cloth


def _player(
    cloth: Cloth, spec: StonesEndPicture, player: tuple[int, str, int], y: float, names: float
) -> None:
    """Draws a player's sign, name and number of juegos lost, and a line with a cross for each lost juego.

    The line ends at the juego that put the player out, or at the right edge.

    `player` is the side, the name and the number of juegos lost; `names` is the width of the names.
    """
    bando, name, against = player
    won = bando == spec.winner
    cloth.sign(bando, MARGIN + 30, y, 34)
    right = MARGIN + names
    taken = cloth.text((right, y), str(against), 34, fill=GOLD if won else PALE, bold=True, anchor="rm")
    most = names - 70 - taken
    cloth.text((MARGIN + 56, y), name, BODY, fill=GOLD if won else WHITE, bold=True, most=most)
    left, end = right + 24, WIDE - MARGIN - 24
    step = (end - left) / max(len(spec.course), 1)
    lost = [place for place, loser in enumerate(spec.course) if loser == bando]
    out = len(lost) >= spec.against
    stop = left + (lost[-1] + 0.5) * step if out and lost else end
    cloth.line([(left, y), (stop, y)], GOLD if won else EDGE, 5 if won else 3)
    for place in lost:
        cloth.cross(left + (place + 0.5) * step, y, min(20, max(6, step - 2)))
