"""Text in columns: how wide it is, and where a line may end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from wcwidth import wcwidth

from musbot.table.lobby import AI_SIGN

DOT = " · "
"""Between two things that are told in one line."""
ITEM = 16
"""Columns of one thing in a list, such as a card, that stays together."""
INDENT = "  "
"""Before what goes on with a line."""
_UNSURE = dict.fromkeys(map(ord, "\ufe0e\ufe0f\u200d"), None)
"""Signs by which some terminals draw a sign wider than others."""
_NUMBER = re.compile(r"[+(«“]*\d")
_AFTER_COMMA = re.compile(r"(?<=,) ")


def plain(text: str) -> str:
    """Returns a text as every terminal draws it equally wide: without what chooses how a sign is drawn."""
    return "".join(sign for sign in text.translate(_UNSURE) if sign == "\n" or sign.isprintable())


def width(text: str) -> int:
    """Returns how many columns a text takes."""
    return sum(max(wcwidth(sign), 0) for sign in text)


def padded(text: str, columns: int) -> str:
    """Returns a text cut, or filled up with blanks, to so many columns."""
    cut = clipped(text, columns)
    return cut + " " * (columns - width(cut))


def clipped(text: str, columns: int) -> str:
    """Returns a text, with an ellipsis where it is too wide."""
    if width(text) <= columns:
        return text
    kept = ""
    for sign in text:
        if width(kept + sign) > columns - 1:
            break
        kept += sign
    return f"{kept}…" if columns > 0 else ""


def wrapped(text: str, columns: int) -> list[str]:
    """Returns the lines of a text, broken where it reads best: no number parts from what it counts."""
    return [row for line in text.split("\n") for row in _broken(line, max(columns, len(INDENT) + 2))]


def _broken(line: str, columns: int) -> list[str]:
    """A line broken between the things it tells, and within one only where that alone is too wide."""
    if width(line) <= columns:
        return [line]
    rows = [""]
    things = line.split(DOT)
    for number, thing in enumerate(things):
        last = number == len(things) - 1
        for piece in _pieces(thing if last else f"{thing}{DOT.rstrip()}", columns - len(INDENT)):
            rows = _placed(rows, piece, columns)
    return rows


def _placed(rows: list[str], piece: str, columns: int) -> list[str]:
    before = rows[-1]
    joined = f"{before} {piece}" if before.strip() else f"{before}{piece}"
    if width(joined) <= columns or not before.strip():
        return [*rows[:-1], joined]
    return [*rows, f"{INDENT}{piece.lstrip()}"]


def _pieces(thing: str, columns: int) -> Iterable[str]:
    """What must stay together of a thing: all of it if it fits, else its parts, its words, its letters."""
    if width(thing) <= columns:
        return [thing]
    parts = _AFTER_COMMA.split(thing)
    words = [it for part in parts for it in ([part] if width(part) <= ITEM else _glued(part.split(" ")))]
    return [part for piece in words for part in _cut(piece, columns)]


def _glued(words: list[str]) -> Iterator[str]:
    """Words; a number goes with the word before it, a sign with the one after it, so they part nowhere."""
    held = ""
    for word in words:
        if held and (_NUMBER.match(word) or word.startswith(AI_SIGN) or _is_sign(held)):
            held = f"{held} {word}"
            continue
        if held:
            yield held
        held = word
    yield held


def _is_sign(text: str) -> bool:
    """Whether a text is a sign alone, or a number: it is said of what comes after it."""
    last = text.rpartition(" ")[2]
    return not any(sign.isalpha() for sign in last)


def _cut(piece: str, columns: int) -> Iterator[str]:
    while width(piece) > columns:
        end = next(n for n in range(len(piece), 0, -1) if width(piece[:n]) <= columns or n == 1)
        yield piece[:end]
        piece = piece[end:]
    yield piece
