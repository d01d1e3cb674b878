"""Measures and wraps text by its width in columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from wcwidth import wcwidth

from musbot.table.names import AI_SIGN
from musbot.words.cards import SUIT_SIGNS, shorten_cards
from musbot.words.quoted import without_slashes
from musbot.words.texts import Texts

DOT = " · "
"""The separator between two items in a line."""
ITEM_COLUMNS = 16
"""A list item up to this many columns wide, such as a card's name, is not broken."""
INDENT = "  "
"""The indentation of continued lines."""
PIPS: Mapping[str, str] = {"o": "●", "c": "▼", "e": "†", "b": "▮"}
"""The sign of each suit on a screen, one column wide. Emoji have other widths in some terminals."""
_UNSURE = dict.fromkeys(map(ord, "\ufe0e\ufe0f\u200d"), None)
"""Characters that change the width of an emoji in some terminals only."""
_SUITS = {ord(SUIT_SIGNS[suit][0]): pip for suit, pip in PIPS.items()}
_ON_SCREEN: Mapping[int, str | None] = _UNSURE | _SUITS
"""The replacement of each character that a screen shows otherwise; None removes it."""
_LAST_SIGNS = (AI_SIGN, *PIPS.values())
"""Signs that stay with the word before them."""
_NUMBER = re.compile(r"[+(«“]*\d")
_AFTER_COMMA = re.compile(r"(?<=,) ")


def typed_text(texts: Texts, text: str) -> str:
    """Returns a chat's text as the terminal shows it: commands without slashes, each card in its short
    form."""
    return shorten_cards(texts, without_slashes(texts, text))


def printable_text(text: str) -> str:
    """Returns a text with `PIPS` for suit emoji, without variation selectors and unprintable characters.

    Line breaks stay. `PIPS` have the same width in all terminals; some emoji do not.
    """
    return "".join(char for char in text.translate(_ON_SCREEN) if char == "\n" or char.isprintable())


def width(text: str) -> int:
    """Returns the number of columns that a text takes. Unprintable characters take none."""
    return sum(max(wcwidth(char), 0) for char in text)


def pad_text(text: str, columns: int) -> str:
    """Returns a text of exactly `columns` columns, clipped or padded with spaces."""
    cut = clip_text(text, columns)
    return cut + " " * (columns - width(cut))


def clip_text(text: str, columns: int) -> str:
    """Returns a text of at most `columns` columns, with an ellipsis if it was cut; "" for 0 columns."""
    if width(text) <= columns:
        return text
    kept = ""
    for char in text:
        if width(kept + char) > columns - 1:
            break
        kept += char
    return f"{kept}…" if columns > 0 else ""


def wrap_text(text: str, columns: int) -> list[str]:
    """Returns the lines of a text, at most `columns` wide; continued lines are indented.

    A number stays with the words before and after it if they fit. A word that is too wide is broken. A width
    below 4 counts as 4.
    """
    return [row for line in text.split("\n") for row in _wrap_line(line, max(columns, len(INDENT) + 2))]


def wrap_words(text: str, columns: int) -> list[str]:
    """Returns the lines of a text as `wrap_text` does, except that no word is broken.

    A line stays whole if a word has more than `columns` - 2 columns, such as a seed to copy.
    """
    return [
        row
        for line in text.split("\n")
        for row in (
            wrap_text(line, columns)
            if all(width(word) <= columns - len(INDENT) for word in line.split())
            else [line]
        )
    ]


def _wrap_line(line: str, columns: int) -> list[str]:
    """Wraps a line between its items, and within an item only if that alone is too wide."""
    if width(line) <= columns:
        return [line]
    rows = [""]
    things = line.split(DOT)
    for number, thing in enumerate(things):
        last = number == len(things) - 1
        for piece in _pieces(thing if last else f"{thing}{DOT.rstrip()}", columns - len(INDENT)):
            rows = _append_piece(rows, piece, columns)
    return rows


def _append_piece(rows: list[str], piece: str, columns: int) -> list[str]:
    """Returns the rows with a piece added to the last row; if it does not fit, in a new indented row.

    A blank last row takes any piece.
    """
    before = rows[-1]
    joined = f"{before} {piece}" if before.strip() else f"{before}{piece}"
    if width(joined) <= columns or not before.strip():
        return [*rows[:-1], joined]
    return [*rows, f"{INDENT}{piece.lstrip()}"]


def _pieces(thing: str, columns: int) -> Iterable[str]:
    """Splits an item into pieces of at most `columns`: the whole item, or its parts, words or letters."""
    if width(thing) <= columns:
        return [thing]
    parts = _AFTER_COMMA.split(thing)
    words = [
        it
        for part in parts
        for it in ([part] if width(part) <= ITEM_COLUMNS else _join_inseparable(part.split(" ")))
    ]
    return [part for piece in words for part in _cut(piece, columns)]


def _join_inseparable(words: list[str]) -> Iterator[str]:
    """Joins words that a line break must not separate.

    A number, an AI's sign and a suit's sign stay with the word before them. Any word without letters, these
    included, stays with the word after it.
    """
    held = ""
    for word in words:
        if held and (_NUMBER.match(word) or word.startswith(_LAST_SIGNS) or _ends_without_letters(held)):
            held = f"{held} {word}"
            continue
        if held:
            yield held
        held = word
    yield held


def _ends_without_letters(text: str) -> bool:
    """Returns whether the last word of a text has no letters; the next word then stays on its line."""
    last = text.rpartition(" ")[2]
    return not any(char.isalpha() for char in last)


def _cut(piece: str, columns: int) -> Iterator[str]:
    """Yields a text in parts that fit the columns, each of one character at least."""
    while width(piece) > columns:
        end = next(n for n in range(len(piece), 0, -1) if width(piece[:n]) <= columns or n == 1)
        yield piece[:end]
        piece = piece[end:]
    yield piece
