"""The pictures of Tres Mus and Mus Francés: stones to be rid of, and the juegos against each (R60, R70)."""

from __future__ import annotations

from musbot.pictures.cloth import EDGE, GOLD, MARGIN, PALE, WHITE, WIDE, Cloth, numeral, wide, wrapped
from musbot.pictures.specs import Holder, StonesEndPicture, StonesPicture
from musbot.pictures.tanteo import LANCE, draw_lance

INNER = WIDE - 2 * MARGIN
HALF = (WIDE - 3 * MARGIN) // 2
HEAD, GAP, HOLDER, TABLE, LINE = 56, 12, 128, 120, 34
MOST_LINES = 6
"""Of what is asked now: everybody's answers are in it, whose turn it is stands last."""

TITLE, TEXT, PLAYER, FOOT = 84, 32, 54, 46
NAMES = 250
"""Width of the column of names at the end of a partida."""


def draw_stones(spec: StonesPicture) -> Cloth:
    """Lays out a panel a player, the middle and the dish, a field a lance, and what is asked now."""
    rows = (len(spec.holders) + 1) // 2
    lines = [part for line in spec.lines for part in wrapped(line, 27, INNER, bold=True, lines=MOST_LINES)]
    lances = (len(spec.lances) + 1) // 2 * (LANCE + GAP)
    cloth = Cloth(HEAD + rows * (HOLDER + GAP) + TABLE + GAP + lances + len(lines) * LINE + MARGIN)
    cloth.text(MARGIN, HEAD / 2 + 2, spec.title, 28, bold=True, most=WIDE * 3 // 5)
    cloth.text(WIDE - MARGIN, HEAD / 2 + 2, spec.mano, 26, fill=PALE, anchor="rm", most=WIDE * 2 // 5 - 40)
    for place, holder in enumerate(spec.holders):
        column, row = place % 2, place // 2
        _holder(cloth, spec, holder, MARGIN + column * (HALF + MARGIN), HEAD + row * (HOLDER + GAP))
    y: float = HEAD + rows * (HOLDER + GAP)
    _table(cloth, spec, y)
    y += TABLE + GAP
    for place, lance in enumerate(spec.lances):
        x = MARGIN + place % 2 * (HALF + MARGIN)
        draw_lance(cloth, lance, x, y + place // 2 * (LANCE + GAP), HALF)
    y += lances
    for line in lines:
        cloth.text(WIDE / 2, y + LINE / 2, line, 27, anchor="mm", most=INNER, bold=True)
        y += LINE
    return cloth


def _holder(cloth: Cloth, spec: StonesPicture, holder: Holder, x: float, y: float) -> None:
    """A player: the stones in his hand, those of his in the middle on the right, the juegos against him."""
    cloth.panel(x, y, HALF, HOLDER)
    cloth.sign(holder.bando, x + 28, y + 30, 34)
    number = 0.0
    if not holder.note:
        told = numeral(holder.hand)
        number = cloth.text(x + HALF - 14, y + 34, told, 46, fill=GOLD, bold=True, anchor="rm")
    fill = PALE if holder.out else WHITE
    cloth.text(x + 54, y + 30, holder.name, 28, fill=fill, bold=True, most=int(HALF - 76 - number))
    if holder.note:
        cloth.text(x + 14, y + 72, holder.note, 24, fill=PALE, most=HALF - 28)
    cloth.stones(x + 14, y + 76, holder.hand, HALF - 28, 32)
    size = 18 if spec.against <= 6 else 12
    cloth.crosses(x + 16, y + HOLDER - 20, holder.against, spec.against, size)
    if holder.middle:
        told = f"{spec.middle_word}: {numeral(holder.middle)}"
        cloth.pill(x + HALF - wide(told, 19, bold=True) - 19 - 10, y + HOLDER - 21, told, 19)


def _table(cloth: Cloth, spec: StonesPicture, y: float) -> None:
    """What lies on the table: in the middle, and in the dish."""
    for place, (word, count) in enumerate(((spec.middle_word, spec.middle), (spec.dish_word, spec.dish))):
        x = MARGIN + place * (HALF + MARGIN)
        if place:
            cloth.dish(x + HALF / 2, y + 78, HALF - 24, 76)
        cloth.text(x + 14, y + 20, word, 24, fill=PALE, bold=True, most=HALF - 90)
        cloth.text(x + HALF - 14, y + 20, numeral(count), 38, fill=GOLD, bold=True, anchor="rm")
        cloth.stones(x + 44, y + 78, count, HALF - 88, 34)


def draw_stones_end(spec: StonesEndPicture) -> Cloth:
    """Lays out the winner and, juego by juego, whom each went against, until one is left."""
    text = wrapped(spec.text, 26, INNER, lines=5)
    panel = len(spec.players) * PLAYER + FOOT
    cloth = Cloth(TITLE + len(text) * TEXT + 18 + panel + MARGIN)
    cloth.sign(spec.winner, MARGIN + 34, TITLE / 2 + 6, 60)
    cloth.text(MARGIN + 80, TITLE / 2 + 6, spec.title, 44, fill=GOLD, bold=True, most=WIDE - 120)
    for place, line in enumerate(text):
        cloth.text(MARGIN, TITLE + TEXT / 2 + place * TEXT, line, 26, most=INNER)
    top = TITLE + len(text) * TEXT + 18
    cloth.panel(MARGIN, top, INNER, panel)
    for place, (bando, name, against) in enumerate(spec.players):
        _player(cloth, spec, (bando, name, against), top + 6 + (place + 0.5) * PLAYER)
    middle = MARGIN + NAMES + (INNER - NAMES) / 2
    cloth.text(middle, top + panel - FOOT / 2, spec.course_word, 22, fill=PALE, anchor="mm", most=400)
    return cloth


def _player(cloth: Cloth, spec: StonesEndPicture, player: tuple[int, str, int], y: float) -> None:
    """A line as long as he was in the partida, a cross for each juego against him."""
    bando, name, against = player
    won = bando == spec.winner
    cloth.sign(bando, MARGIN + 30, y, 34)
    right = MARGIN + NAMES
    taken = cloth.text(right, y, str(against), 30, fill=GOLD if won else PALE, bold=True, anchor="rm")
    most = int(NAMES - 70 - taken)
    cloth.text(MARGIN + 56, y, name, 28, fill=GOLD if won else WHITE, bold=True, most=most)
    left, end = right + 24, WIDE - MARGIN - 24
    step = (end - left) / max(len(spec.course), 1)
    lost = [place for place, loser in enumerate(spec.course) if loser == bando]
    out = len(lost) >= spec.against
    stop = left + (lost[-1] + 0.5) * step if out and lost else end
    cloth.line([(left, y), (stop, y)], GOLD if won else EDGE, 5 if won else 3)
    for place in lost:
        cloth.cross(left + (place + 0.5) * step, y, min(20, max(6, step - 2)))
