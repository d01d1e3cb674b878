"""Draws a line for each lance; the score pictures share it."""

from __future__ import annotations

from musbot.pictures.cloth import BODY, GOLD, MARGIN, PALE, WHITE, WIDE, Cloth, text_width, wrap_text
from musbot.pictures.specs import LanceTally

INNER = WIDE - 2 * MARGIN
"""The width between the margins."""
HEAD, ROW, PAD, LINE, LINE_SIZE = 54, 46, 6, 42, 34
"""Heights: the title, a row, the padding, and a line; and the font size of a line."""
NAME, MOST_NAME, SIGN, MOST_LINES = 150, 220, 42, 2
"""Widths: the column of names, a longer name, a sign; and the maximum number of lines per lance."""


def draw_head(cloth: Cloth, title: str, mano: str) -> None:
    """Writes the title, and the mano on the right."""
    taken = cloth.text((MARGIN, HEAD / 2), title, 34, bold=True, most=WIDE * 0.6)
    most = WIDE - 3 * MARGIN - taken
    cloth.text((WIDE - MARGIN, HEAD / 2), mano, BODY, fill=PALE, anchor="rm", most=most)


def lances_with_text(lances: tuple[LanceTally, ...]) -> list[LanceTally]:
    """Returns the lances whose `words` are not empty."""
    return [lance for lance in lances if lance.words]


def lances_height(lances: tuple[LanceTally, ...], lines: int = MOST_LINES) -> float:
    """Returns the height of the lances with a gap below, in units, for at most `lines` lines each; 0 without
    any."""
    rows = lances_with_text(lances)
    return sum(_row_height(lance, lines) for lance in rows) + 2 * PAD + 8 if rows else 0


def _text_left(lance: LanceTally) -> float:
    """Returns the left edge (x) of a lance's words, which are right of its name."""
    return MARGIN + 16 + max(min(text_width(lance.name, BODY, bold=True), MOST_NAME) + 16, NAME)


def _right_edge(lance: LanceTally) -> float:
    """Returns the right edge of a lance's text."""
    return WIDE - MARGIN - 14 - (SIGN if lance.bando is not None else 0)


def _words(lance: LanceTally, lines: int) -> tuple[str, ...]:
    """Returns a lance's text as at most `lines` lines; a longer text is cut."""
    return wrap_text(lance.words, BODY, int(_right_edge(lance) - _text_left(lance)), lines=lines)


def _row_height(lance: LanceTally, lines: int) -> float:
    """Returns the height of a lance's row, in units; its text is cut after `lines` lines."""
    return ROW + (len(_words(lance, lines)) - 1) * LINE


def draw_lances(cloth: Cloth, lances: tuple[LanceTally, ...], y: float, lines: int = MOST_LINES) -> None:
    """Draws a row for each lance with text: name, state and side; the lance in play is highlighted.

    The text of each lance is cut after `lines` lines. Draws nothing if no lance has text.
    """
    rows = lances_with_text(lances)
    if not rows:
        return
    cloth.panel(MARGIN, y, INNER, sum(_row_height(lance, lines) for lance in rows) + 2 * PAD)
    y += PAD
    for lance in rows:
        high = _row_height(lance, lines)
        if lance.now:
            cloth.panel(MARGIN, y - 2, INNER, high + 4, lit=True)
        fill = GOLD if lance.now else WHITE
        cloth.text((MARGIN + 16, y + ROW / 2), lance.name, BODY, fill=fill, bold=True, most=MOST_NAME)
        if lance.bando is not None:
            cloth.sign(lance.bando, WIDE - MARGIN - 30, y + high / 2, 32)
        for place, words in enumerate(_words(lance, lines)):
            at = (_text_left(lance), y + ROW / 2 + place * LINE)
            cloth.text(at, words, BODY, fill=WHITE if lance.now else PALE, most=_right_edge(lance) - at[0])
        y += high


def fit_question(lines: tuple[str, ...], room: float) -> tuple[str, ...]:
    """Returns the question wrapped into lines.

    Each of `lines` gets the lines that fit into the height `room`, at least one. If it needs more, it loses
    its first sentences, and then its end.
    """
    most = max(1, int(room // LINE))
    return tuple(part for line in lines for part in _fit_sentence(line, most))


def _fit_sentence(line: str, most: int) -> tuple[str, ...]:
    """Returns a line wrapped into at most `most` lines.

    If it needs more, its first sentences are dropped, because the last one names the player; if that alone is
    too long, its end is cut.
    """
    while len(wrap_text(line, LINE_SIZE, INNER, bold=True, lines=most + 1)) > most and ". " in line:
        line = line.partition(". ")[2]
    return wrap_text(line, LINE_SIZE, INNER, bold=True, lines=most)


def draw_asked(cloth: Cloth, lines: tuple[str, ...], y: float) -> None:
    """Writes the lines of the question below each other, from y on."""
    for line in lines:
        cloth.text((WIDE / 2, y + LINE / 2), line, LINE_SIZE, anchor="mm", most=INNER, bold=True)
        y += LINE
