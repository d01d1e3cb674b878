"""Lays out a scene for a terminal's size: board, events, the player's cards, choices.

The size decides the form in which cards are drawn, and a form that did not fit is not tried again: cards look
alike from hand to hand. If there is too little room, parts are dropped in this order: blank lines, events,
drawn cards, the middle of the board. The result never has more rows than the terminal. Its rows fit the
columns, apart from a space after drawn cards, if there are four columns at least.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .art import Art, cards, drawn_width
from .scene import Choosable, Fan, Look, Row, Scene, Sheet, Size, Span
from .wrap import DOT, INDENT, clip_text, printable_text, width, wrap_text

MIN_SIDE_COLUMNS = 26
"""Fewest columns in which text is placed to the right of the cards."""
ART_ROWS = {Art.LARGE: 31, Art.SMALL: 23, Art.LINE: 0}
"""Rows above the prompt from which cards are drawn at each size."""
BLANK_LINE_ROWS = 13
"""Rows that must stay free for events if the board keeps its blank lines."""


def layout_rows(scene: Scene, size: Size, drawn: dict[Size, Art]) -> list[Row]:
    """Returns the rows above the prompt: the scene's page if it has one, otherwise its table.

    `drawn` holds the size of the cards that were drawn last, by the terminal's size. A table updates it, and
    cards are never drawn larger again at the same size of the terminal.
    """
    if scene.page is not None:
        return _page(scene.page, opening_row(scene, size) + scene.scroll, scene.note, size)
    return _table(scene, size, drawn)


def max_scroll(scene: Scene, size: Size) -> int:
    """Returns the number of rows by which the scene's page can be scrolled, 0 without a page."""
    if scene.page is None:
        return 0
    room = _room(scene.page, scene.note, size)
    return max(len(_page_text(scene.page, room, size)) - room, 0)


def opening_row(scene: Scene, size: Size) -> int:
    """Returns the row of the page's text with which it opens, at most `max_scroll`.

    That is the first row with text below the part that its reader has `seen`. It is 0 without a page, without
    such a part, or if blank rows alone follow that part.
    """
    page = scene.page
    if page is None or not page.seen:
        return 0
    text = _page_text(page, _room(page, scene.note, size), size)
    seen = len(_text(page.seen, size.width))
    first = next((place for place, row in enumerate(text[seen:], seen) if row), 0)
    return min(first, max_scroll(scene, size))


def scroll_step(size: Size) -> int:
    """Returns the number of rows by which a page is scrolled at once: the height less 6, at least 1."""
    return max(size.height - 6, 1)


# ---- the table -------------------------------------------------------------------------------------------


def _table(scene: Scene, size: Size, drawn: dict[Size, Art]) -> list[Row]:
    """Returns the rows of the table: title, board, events, cards, choices, and the note or the hint.

    There are always `size.height` rows. Without room for events, rows in the middle are left out. Updates
    `drawn`.
    """
    above, hint = [_title(scene.title, size.width)], scene.note or scene.hint
    below = [*_choices(scene.choices, size.width), *_lines(hint, size.width, Look.NOTE)]
    room = size.height - len(above) - len(below)
    room_for_note = 0 if hint else 1
    board, hand = _fit_board(scene, size, room - room_for_note, drawn)
    left = room - len(board) - len(hand)
    if left < 1:
        return _cut([*above, *board, *hand, *below], size.height)
    rule = [(Span("─" * size.width, Look.RULE),)] if left > 1 else []
    events = _newest_rows(scene.story, size.width, left - len(rule))
    blank: list[Row] = [()] * (left - len(rule) - len(events))
    return [*above, *board, *rule, *events, *blank, *hand, *below]


def _fit_board(scene: Scene, size: Size, room: int, drawn: dict[Size, Art]) -> tuple[list[Row], list[Row]]:
    """Returns the rows of the board and of the cards, both as large as the room allows.

    `drawn` is updated: the cards of a terminal size never grow again. If nothing fits, the middle of the
    board is cut.
    """
    columns, rows = size
    arts = list(Art)
    for art in arts[arts.index(drawn.get(size, Art.LARGE)) :]:
        drawn[size] = art
        hand = _hand(scene.hand, columns, art)
        for airy in (True, False):
            board = _text(scene.board if airy else _without_blank_lines(scene.board), columns)
            event_rows = BLANK_LINE_ROWS if airy else 1
            left = room - len(board) - len(hand)
            if ART_ROWS[art] <= rows and event_rows <= left:
                return board, hand
    return _cut(board, max(room - len(hand) - 1, 2)), hand


def _newest_rows(story: Sequence[str], columns: int, most: int) -> list[Row]:
    """Returns the rows of the newest events, at most `most`. An event is shown whole.

    If the newest alone is too long, only its last lines are shown. If its last line alone is too long,
    returns no rows.
    """
    rows: list[Row] = []
    for event in reversed(story):
        lines = [_lines(line, columns, Look.EVENT) for line in event.split("\n")]
        if not rows:
            while len(lines) > 1 and sum(map(len, lines)) > most:
                del lines[0]
        newest = [row for line in lines for row in line]
        newest += rows
        if len(newest) > most:
            break
        rows = newest
    return rows


def _hand(fan: Fan | None, columns: int, art: Art) -> list[Row]:
    """Returns the rows of a player's cards, with their text to the right if it fits there, or below.

    The title is shown only to the right. [] for None.
    """
    if fan is None:
        return []
    drawn = cards(fan, art, columns)
    beside = columns - drawn_width(fan) - 3
    if art is Art.LINE or len(drawn) < 3 or beside < MIN_SIDE_COLUMNS:
        return [*drawn, *_text(_without_blank_lines(fan.details), columns)]
    rows = [
        (Span(clip_text(printable_text(fan.title), beside), Look.TITLE),),
        *_text(_without_blank_lines(fan.details), beside),
    ]
    if len(rows) > len(drawn):
        return [*drawn, *_text(_without_blank_lines(fan.details), columns)]
    rows += [()] * (len(drawn) - len(rows))
    return [(*row, Span("   "), *words) for row, words in zip(drawn, rows, strict=True)]


# ---- a page ----------------------------------------------------------------------------------------------


def _page(page: Sheet, scrolled: int, note: str, size: Size) -> list[Row]:
    """Returns the rows of a page whose text begins at row `scrolled`, or at a new line soon after it.

    There are at most `size.height` rows. If the text does not fit, the title names the rows that are shown.
    """
    room = _room(page, note, size)
    text = _page_text(page, room, size)
    first = _line_start(text, min(scrolled, max(len(text) - room, 0)), room - scroll_step(size))
    shown = text[first : first + room]
    scrolls = len(text) > room
    footer = _page_footer(page, note, size.width, scrolls=scrolls)
    blank: list[Row] = [()] * (size.height - 1 - len(shown) - len(footer))
    rows = [_title(page.title, size.width), *shown, *blank, *footer]
    if scrolls:
        more = f" {first + 1}–{first + len(shown)}/{len(text)} ↑↓ "
        rows[0] = _title(page.title, size.width, more)
    return _cut(rows, size.height)


def _line_start(rows: Sequence[Row], first: int, most: int) -> int:
    """Returns the first row from `first` on that begins a line, at most `most` rows further.

    Blank rows, and rows that begin with INDENT, begin no line. Returns `first` if no row does. The rows
    passed over were on the screen before the page was scrolled.
    """
    seen = enumerate(rows[first : first + max(most, 0) + 1], first)
    return next((place for place, row in seen if row and not row[0].text.startswith(INDENT)), first)


def _page_text(page: Sheet, room: int, size: Size) -> list[Row]:
    """Returns the rows of a page's text. Blank lines are dropped if the text fits only without them."""
    text, tight = _text(page.text, size.width), _text(_without_blank_lines(page.text), size.width)
    return tight if len(tight) <= room < len(text) else text


def _room(page: Sheet, note: str, size: Size) -> int:
    """Returns the number of rows that title, choices, note and hints leave for a page's text; at least 1."""
    return max(size.height - 1 - len(_page_footer(page, note, size.width, scrolls=True)), 1)


def _page_footer(page: Sheet, note: str, columns: int, *, scrolls: bool) -> list[Row]:
    """Returns the rows below a page's text: choices, note and hints; with `scrolls` how to scroll."""
    more = page.more if scrolls else ""
    hints = filter(None, [more, page.foot])
    text = DOT.join(hints)
    foot = _lines(text, columns, Look.HINT)
    return [*_choices(page.choices, columns), *_lines(note, columns, Look.NOTE), *foot]


# ---- rows ------------------------------------------------------------------------------------------------


def _title(text: str, columns: int, after: str = "") -> Row:
    """Returns a rule with the title in it, clipped if necessary, and `after` at its right end."""
    room = columns - width(after)
    title = clip_text(printable_text(text), room - 4)
    before = f"── {title} " if title else "──"
    return (Span(before + "─" * max(room - width(before), 0) + after, Look.TITLE),)


def _text(text: str, columns: int) -> list[Row]:
    """Returns a text wrapped to rows in the plain look; no rows for ""."""
    return _lines(text, columns, Look.PLAIN) if text else []


def _lines(text: str, columns: int, look: Look) -> list[Row]:
    """Returns a text wrapped to rows in one look; no rows for ""."""
    return (
        [(Span(line, look),) if line else () for line in wrap_text(printable_text(text), columns)]
        if text
        else []
    )


def _choices(choices: Sequence[Choosable], columns: int) -> list[Row]:
    """Returns rows of choices side by side. A choice is clipped, but never broken across two rows."""
    rows: list[Row] = []
    used = 0
    for key, label in choices:
        spans = (Span(key, Look.KEY), Span(f" {clip_text(printable_text(label), columns - width(key) - 1)}"))
        wide = sum(width(span.text) for span in spans)
        if rows and used + 3 + wide <= columns:
            rows[-1] = (*rows[-1], Span("   "), *spans)
            used += 3 + wide
        else:
            rows, used = [*rows, spans], wide
    return rows


def _without_blank_lines(text: str) -> str:
    """Returns a text without its blank lines."""
    return "\n".join(line for line in text.split("\n") if line.strip())


def _cut(rows: list[Row], most: int) -> list[Row]:
    """Returns at most `most` rows; if there are more, an ellipsis replaces the middle rows.

    With a `most` below 3 the middle rows are left out without an ellipsis.
    """
    if len(rows) <= most:
        return rows
    between: list[Row] = [(Span("…", Look.HINT),)] if most > 2 else []
    first = (most - len(between)) // 2
    last = most - len(between) - first
    return [*rows[:first], *between, *(rows[-last:] if last else [])]


def text_of(rows: Sequence[Row]) -> Iterator[str]:
    """Yields rows as plain text, without spaces at their ends."""
    return ("".join(span.text for span in row).rstrip() for row in rows)
