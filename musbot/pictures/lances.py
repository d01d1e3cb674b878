"""How every lance stands, a line each: what the pictures of the score share."""

from __future__ import annotations

from musbot.pictures.cloth import BODY, GOLD, MARGIN, PALE, WHITE, WIDE, Cloth, wrapped
from musbot.pictures.specs import LanceTally

INNER = WIDE - 2 * MARGIN
HEAD, ROW, PAD, LINE, LINE_SIZE = 54, 46, 6, 42, 34
NAME = 150
"""Width of the column of names."""


def draw_head(cloth: Cloth, title: str, mano: str) -> None:
    """Writes what is played, and on the right who is mano."""
    taken = cloth.text((MARGIN, HEAD / 2), title, 34, bold=True, most=WIDE * 0.6)
    most = WIDE - 3 * MARGIN - taken
    cloth.text((WIDE - MARGIN, HEAD / 2), mano, BODY, fill=PALE, anchor="rm", most=most)


def shown(lances: tuple[LanceTally, ...]) -> list[LanceTally]:
    """Returns the lances of which there is something to tell."""
    return [lance for lance in lances if lance.words]


def lances_high(lances: tuple[LanceTally, ...]) -> float:
    """Returns how high they are, with what is left free beneath them."""
    told = len(shown(lances))
    return told * ROW + 2 * PAD + 8 if told else 0


def draw_lances(cloth: Cloth, lances: tuple[LanceTally, ...], y: float) -> None:
    """Draws a line a lance: its name, how it stands, whose it is; the one being bet on is lit."""
    told = shown(lances)
    if not told:
        return
    cloth.panel(MARGIN, y, INNER, len(told) * ROW + 2 * PAD)
    for place, lance in enumerate(told):
        middle = y + PAD + (place + 0.5) * ROW
        if lance.now:
            cloth.panel(MARGIN, middle - ROW / 2 - 2, INNER, ROW + 4, lit=True)
        fill = GOLD if lance.now else WHITE
        taken = cloth.text((MARGIN + 16, middle), lance.name, BODY, fill=fill, bold=True, most=220)
        x = MARGIN + 16 + max(taken + 16, NAME)
        right = WIDE - MARGIN - 14
        if lance.bando is not None:
            cloth.sign(lance.bando, right - 16, middle, 32)
            right -= 42
        cloth.text((x, middle), lance.words, BODY, fill=WHITE if lance.now else PALE, most=right - x)


def asked(lines: tuple[str, ...], room: float) -> tuple[str, ...]:
    """Returns what is asked now in lines that have room; whose turn it is stands last in it."""
    most = max(1, int(room // LINE))
    return tuple(part for line in lines for part in wrapped(line, LINE_SIZE, INNER, bold=True, lines=most))


def draw_asked(cloth: Cloth, lines: tuple[str, ...], y: float) -> None:
    """Writes what is asked now."""
    for line in lines:
        cloth.text((WIDE / 2, y + LINE / 2), line, LINE_SIZE, anchor="mm", most=INNER, bold=True)
        y += LINE
