"""A scene laid out for a terminal of some size: the board above, what was heard, one's cards, the choices.

What there is no room for goes in this order: blank lines, drawings of cards, what was heard, the middle of
the board. Rows are as wide as the terminal at most, and as many as are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from adapters.console.art import Art, cards, wide
from adapters.console.scene import Choosable, Fan, Look, Row, Scene, Sheet, Size, Span
from adapters.console.wrap import clipped, plain, width, wrapped

BESIDE = 26
"""Columns that are enough for what is told beside one's cards."""
HEARD = {Art.LARGE: 8, Art.SMALL: 3, Art.LINE: 1}
"""Rows that are left for what was heard where cards are drawn so large."""
AIRY = 5
"""Rows more that are left before a board has blank lines."""


def laid_out(scene: Scene, size: Size) -> list[Row]:
    """Returns the rows of a scene, as many as the terminal has above its prompt."""
    if scene.page is not None:
        return _page(scene.page, scene.scrolled, scene.note, size)
    return _table(scene, size)


def most_scrolled(scene: Scene, size: Size) -> int:
    """Returns how many rows of a page can be passed over."""
    if scene.page is None:
        return 0
    room = _room(scene.page, scene.note, size)
    return max(len(_told(scene.page, room, size)) - room, 0)


# ---- the table -------------------------------------------------------------------------------------------


def _table(scene: Scene, size: Size) -> list[Row]:
    above, told = [_title(scene.title, size.width)], scene.note or scene.hint
    below = [*_choices(scene.choices, size.width), *_lines(told, size.width, Look.NOTE)]
    room = size.height - len(above) - len(below)
    board, hand = _fitting(scene, size.width, room if told else room - 1)  # a note moves nothing
    left = room - len(board) - len(hand)
    if left < 1:
        return _cut([*above, *board, *hand, *below], size.height)
    story = [row for line in scene.story for row in _lines(line, size.width, Look.EVENT)]
    rule = [(Span("─" * size.width, Look.RULE),)] if left > 1 else []
    heard = story[-(left - len(rule)) :]
    blank: list[Row] = [()] * (left - len(rule) - len(heard))
    return [*above, *board, *rule, *heard, *blank, *hand, *below]


def _fitting(scene: Scene, columns: int, room: int) -> tuple[list[Row], list[Row]]:
    """The board and one's cards, as large as there is room for; the board cut where there is none."""
    board, hand = _text(_tight(scene.board), columns), []
    for art, airy in product(Art, (True, False)):
        board = _text(scene.board if airy else _tight(scene.board), columns)
        hand = _hand(scene.hand, columns, art)
        heard = HEARD[art] + (AIRY if airy else 0)
        if len(board) + len(hand) + heard <= room:
            return board, hand
    return _cut(board, max(room - len(hand) - HEARD[Art.LINE], 2)), hand


def _hand(held: Fan | None, columns: int, art: Art) -> list[Row]:
    """One's cards, and beside them or below what is told of them."""
    if held is None:
        return []
    drawn = cards(held, art, columns)
    beside = columns - wide(held) - 3
    if art is Art.LINE or len(drawn) < 3 or beside < BESIDE:
        return [*drawn, *_text(_tight(held.told), columns)]
    told = [(Span(clipped(plain(held.title), beside), Look.TITLE),), *_text(_tight(held.told), beside)]
    if len(told) > len(drawn):
        return [*drawn, *_text(_tight(held.told), columns)]
    told += [()] * (len(drawn) - len(told))
    return [(*row, Span("  "), *words) for row, words in zip(drawn, told, strict=True)]


# ---- a page ----------------------------------------------------------------------------------------------


def _page(page: Sheet, scrolled: int, note: str, size: Size) -> list[Row]:
    room = _room(page, note, size)
    text = _told(page, room, size)
    first = min(scrolled, max(len(text) - room, 0))
    shown = text[first : first + room]
    blank: list[Row] = [()] * (room - len(shown))
    rows = [_title(page.title, size.width), *shown, *blank, *_below(page, note, size.width)]
    if len(text) > room:
        more = f" {first + 1}–{first + len(shown)}/{len(text)} ↑↓ "
        rows[0] = _title(page.title, size.width, more)
    return _cut(rows, size.height)


def _told(page: Sheet, room: int, size: Size) -> list[Row]:
    """The text of a page, without its blank lines where it fits then."""
    text, tight = _text(page.text, size.width), _text(_tight(page.text), size.width)
    return tight if len(tight) <= room < len(text) else text


def _room(page: Sheet, note: str, size: Size) -> int:
    """How many rows there are for the text of a page."""
    return max(size.height - 1 - len(_below(page, note, size.width)), 1)


def _below(page: Sheet, note: str, columns: int) -> list[Row]:
    foot = _lines(page.foot, columns, Look.HINT)
    return [*_choices(page.choices, columns), *_lines(note, columns, Look.NOTE), *foot]


# ---- rows ------------------------------------------------------------------------------------------------


def _title(text: str, columns: int, after: str = "") -> Row:
    room = columns - width(after)
    title = clipped(plain(text), room - 4)
    before = f"── {title} " if title else "──"
    return (Span(before + "─" * max(room - width(before), 0) + after, Look.TITLE),)


def _text(text: str, columns: int) -> list[Row]:
    return _lines(text, columns, Look.PLAIN) if text else []


def _lines(text: str, columns: int, look: Look) -> list[Row]:
    return [(Span(line, look),) if line else () for line in wrapped(plain(text), columns)] if text else []


def _choices(choices: Sequence[Choosable], columns: int) -> list[Row]:
    """What may be chosen, each whole on its line, however many lines that takes."""
    rows: list[Row] = []
    used = 0
    for key, label in choices:
        spans = (Span(key, Look.KEY), Span(f" {clipped(plain(label), columns - width(key) - 1)}"))
        wide = sum(width(span.text) for span in spans)
        if rows and used + 3 + wide <= columns:
            rows[-1] = (*rows[-1], Span("   "), *spans)
            used += 3 + wide
        else:
            rows, used = [*rows, spans], wide
    return rows


def _tight(text: str) -> str:
    """A text without its blank lines."""
    return "\n".join(line for line in text.split("\n") if line.strip())


def _cut(rows: list[Row], most: int) -> list[Row]:
    """Rows without those in the middle that are too many: the first and the last tell most."""
    if len(rows) <= most:
        return rows
    between: list[Row] = [(Span("…", Look.HINT),)] if most > 2 else []
    first = (most - len(between)) // 2
    last = most - len(between) - first
    return [*rows[:first], *between, *(rows[-last:] if last else [])]


def text_of(rows: Sequence[Row]) -> Iterator[str]:
    """Yields rows as plain text."""
    return ("".join(span.text for span in row).rstrip() for row in rows)
