"""How every lance stands, a line each: what the pictures of the score share."""

from __future__ import annotations

from musbot.pictures.cloth import BODY, GOLD, MARGIN, PALE, WHITE, WIDE, Cloth, wide, wrapped
from musbot.pictures.specs import LanceTally

INNER = WIDE - 2 * MARGIN
HEAD, ROW, PAD, LINE, LINE_SIZE = 54, 46, 6, 42, 34
NAME, MOST_NAME, SIGN, MOST_LINES = 150, 220, 42, 2
"""Width of the column of names, and of a longer name; of a sign; lines of how a lance stands."""


def draw_head(cloth: Cloth, title: str, mano: str) -> None:
    """Writes what is played, and on the right who is mano."""
    taken = cloth.text((MARGIN, HEAD / 2), title, 34, bold=True, most=WIDE * 0.6)
    most = WIDE - 3 * MARGIN - taken
    cloth.text((WIDE - MARGIN, HEAD / 2), mano, BODY, fill=PALE, anchor="rm", most=most)


def shown(lances: tuple[LanceTally, ...]) -> list[LanceTally]:
    """Returns the lances of which there is something to tell."""
    return [lance for lance in lances if lance.words]


def lances_high(lances: tuple[LanceTally, ...], lines: int = MOST_LINES) -> float:
    """Returns how high they are, with what is left free beneath them; each has so many lines at most."""
    told = shown(lances)
    return sum(_high(lance, lines) for lance in told) + 2 * PAD + 8 if told else 0


def _left(lance: LanceTally) -> float:
    """Returns where its words begin."""
    return MARGIN + 16 + max(min(wide(lance.name, BODY, bold=True), MOST_NAME) + 16, NAME)


def _right(lance: LanceTally) -> float:
    return WIDE - MARGIN - 14 - (SIGN if lance.bando is not None else 0)


def _words(lance: LanceTally, lines: int) -> tuple[str, ...]:
    return wrapped(lance.words, BODY, int(_right(lance) - _left(lance)), lines=lines)


def _high(lance: LanceTally, lines: int) -> float:
    return ROW + (len(_words(lance, lines)) - 1) * LINE


def draw_lances(cloth: Cloth, lances: tuple[LanceTally, ...], y: float, lines: int = MOST_LINES) -> None:
    """Draws a row a lance: its name, how it stands, whose it is; the one being bet on is lit."""
    told = shown(lances)
    if not told:
        return
    cloth.panel(MARGIN, y, INNER, sum(_high(lance, lines) for lance in told) + 2 * PAD)
    y += PAD
    for lance in told:
        high = _high(lance, lines)
        if lance.now:
            cloth.panel(MARGIN, y - 2, INNER, high + 4, lit=True)
        fill = GOLD if lance.now else WHITE
        cloth.text((MARGIN + 16, y + ROW / 2), lance.name, BODY, fill=fill, bold=True, most=MOST_NAME)
        if lance.bando is not None:
            cloth.sign(lance.bando, WIDE - MARGIN - 30, y + high / 2, 32)
        for place, words in enumerate(_words(lance, lines)):
            at = (_left(lance), y + ROW / 2 + place * LINE)
            cloth.text(at, words, BODY, fill=WHITE if lance.now else PALE, most=_right(lance) - at[0])
        y += high


def asked(lines: tuple[str, ...], room: float) -> tuple[str, ...]:
    """Returns what is asked now in lines that have room: sentences that repeat the rows above give way."""
    most = max(1, int(room // LINE))
    return tuple(part for line in lines for part in _asked(line, most))


def _asked(line: str, most: int) -> tuple[str, ...]:
    """Whose turn it is stands last."""
    while len(wrapped(line, LINE_SIZE, INNER, bold=True, lines=most + 1)) > most and ". " in line:
        line = line.partition(". ")[2]
    return wrapped(line, LINE_SIZE, INNER, bold=True, lines=most)


def draw_asked(cloth: Cloth, lines: tuple[str, ...], y: float) -> None:
    """Writes what is asked now."""
    for line in lines:
        cloth.text((WIDE / 2, y + LINE / 2), line, LINE_SIZE, anchor="mm", most=INNER, bold=True)
        y += LINE
