"""Draws the review of a hand: a bar for each word with its chance and its cost."""

from __future__ import annotations

from musbot.pictures.cloth import BODY, CROSS, GOLD, MARGIN, PALE, TALLEST, WHITE, WIDE, Cloth
from musbot.pictures.specs import ChancesPicture, WordChances

INNER = WIDE - 2 * MARGIN
"""The width between the margins."""
HEAD, FOOT, GAP, ROW, MORE = 64, 48, 12, 112, 44
"""Heights in units: the title, the line at the bottom, a gap, a word, and the line with a better word."""
BAR, PAD = 26, 18
"""The height of a bar and the padding of a panel."""
TEXT, BIG = 36, 46
"""Font sizes."""


def draw_chances(spec: ChancesPicture) -> Cloth:
    """Draws the title, the score, a panel for each word that fits, and a line about the chances."""
    words = _words_that_fit(spec.words)
    cloth = Cloth(HEAD + sum(_word_height(word) + GAP for word in words) + FOOT)
    cloth.text((MARGIN, HEAD / 2 + 2), spec.title, TEXT, bold=True, most=WIDE * 3 // 5)
    cloth.text(
        (WIDE - MARGIN, HEAD / 2 + 2), spec.score, BODY, fill=PALE, anchor="rm", most=WIDE * 2 // 5 - 40
    )
    y = float(HEAD)
    for word in words:
        _word(cloth, word, y)
        y += _word_height(word) + GAP
    cloth.text((WIDE / 2, y + FOOT / 2 - 8), spec.chance_word, BODY, fill=PALE, anchor="mm", most=INNER)
    return cloth


def _words_that_fit(words: tuple[WordChances, ...]) -> list[WordChances]:
    """Returns the words that fit into a picture of the height TALLEST, at least one, in playing order.

    The earliest words are dropped first. The best word, and words that cost chances, are dropped last.
    """
    kept = list(words)
    while len(kept) > 1 and HEAD + sum(_word_height(word) + GAP for word in kept) + FOOT > TALLEST:
        plain = [word for word in kept if not (word.cost or word.ahead)]
        kept.remove((plain or kept)[0])
    return kept


def _word_height(word: WordChances) -> int:
    """Returns the height of a word's panel, in units."""
    return ROW + (MORE if word.best else 0)


def _word(cloth: Cloth, word: WordChances, y: float) -> None:
    """Draws a word with its chance as a number and a bar; the lost part of the bar has another colour."""
    left, right, across = MARGIN + PAD, WIDE - MARGIN - PAD, INNER - 2 * PAD
    cloth.panel(MARGIN, y, INNER, _word_height(word), lit=word.ahead)
    taken = cloth.text((right, y + 38), f"{word.after} %", BIG, fill=GOLD, bold=True, anchor="rm")
    if word.cost:
        taken += 22
        taken += cloth.text((right - taken, y + 40), f"−{word.cost}", 38, fill=CROSS, bold=True, anchor="rm")
    cloth.text(
        (left, y + 38), f"{word.heading} · {word.said}", TEXT, bold=True, most=int(across - taken - 20)
    )
    middle = y + 84
    cloth.line([(left, middle), (right, middle)], WHITE, 2)
    _bar(cloth, left, middle, across * word.before / 100, CROSS)
    _bar(cloth, left, middle, across * word.after / 100, GOLD)
    if word.best:
        cloth.text((left, y + ROW + 14), word.best, 34, fill=PALE, most=int(across))


def _bar(cloth: Cloth, x: float, y: float, long: float, fill: tuple[int, int, int]) -> None:
    """Draws a bar that begins at x, around the height y; nothing below one unit."""
    if long >= 1:
        cloth.line([(x, y), (x + long, y)], fill, BAR)
