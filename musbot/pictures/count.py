"""Draws the count of a hand as a table: each side's payments by lance, and its score."""

from __future__ import annotations

from dataclasses import dataclass

from musbot.pictures.cloth import (
    BODY,
    CROSS,
    EDGE,
    GOLD,
    MARGIN,
    PALE,
    WIDE,
    Cloth,
    format_amount,
    text_width,
)
from musbot.pictures.specs import Payment, Score, ShowdownPicture

HALF = (WIDE - 3 * MARGIN) // 2
"""The width of one of two columns."""
INNER = WIDE - 2 * MARGIN
"""The width between the margins."""
ROW, SUM, PAD = 44, 58, 8
"""The height of a row, of the row of sums, and the padding."""
MARK, COLUMN, SIGN = 28, 168, 40
"""The font size of a mark, the width of a side's column, and the room for a side's sign."""
LEGEND = 38
"""The height of a line that explains marks or signs of numbers."""
MOST_TOLD = 5
"""With more payments than this, each takes half a line and shows only its number."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of the lances: the shortest prefix of each name that no other lance has."""

    of_lance: dict[str, str]
    """The mark of each lance."""

    @classmethod
    def from_hand(cls, spec: ShowdownPicture) -> Marks:
        """Returns the marks of the lances of a hand."""
        named = [*spec.lances, *(paid.lance for paid in spec.payments)]
        named += [lance for player in spec.players for lance in (*player.won, *player.lost)]
        lances = list(dict.fromkeys(named))
        return cls({lance: _shortest_prefix(lance, lances) for lance in lances})

    def mark(self, lance: str) -> str:
        """Returns the mark of a lance; raises KeyError for a lance that is not in the picture."""
        return self.of_lance[lance]

    def badge_width(self, lance: str, size: int) -> float:
        """Returns the width of a lance's badge in units."""
        return max(text_width(self.mark(lance), size, bold=True) + size * 0.6, size + 8)


def _shortest_prefix(lance: str, lances: list[str]) -> str:
    """Returns the shortest prefix of a lance that no other lance has; the whole name if there is none."""
    for letters in range(1, len(lance)):
        if sum(other.startswith(lance[:letters]) for other in lances) == 1:
            return lance[:letters]
    return lance


def merge_payments(payments: tuple[Payment, ...]) -> list[Payment]:
    """Returns one payment for each side and lance, with the total, in the order of the lances.

    It has the first note and the last text of the payments.
    """
    found: dict[tuple[str, int], Payment] = {}
    for paid in payments:
        key = paid.lance, paid.bando
        had = found.get(key)
        piedras = paid.piedras + (had.piedras if had else 0)
        note = (had.note if had else "") or paid.note
        found[key] = Payment(paid.lance, paid.bando, piedras, note, paid.told or (had.told if had else ""))
    order = list(dict.fromkeys(paid.lance for paid in payments))
    return sorted(found.values(), key=lambda paid: order.index(paid.lance))


def _unnamed_lances(spec: ShowdownPicture, marks: Marks, *, two: bool) -> list[str]:
    """Returns the lances whose marks are drawn but whose names are not in the count, in playing order.

    `two`: the count has a column for each of two sides.
    """
    payments = merge_payments(spec.payments)
    named = {paid.lance for paid in payments} if two or len(payments) <= MOST_TOLD else set()
    drawn = {lance for player in spec.players for lance in (*player.won, *player.lost)}
    drawn |= {paid.lance for paid in payments}
    return [lance for lance in marks.of_lance if lance in drawn - named]


def legend_height(spec: ShowdownPicture, marks: Marks, *, two: bool) -> float:
    """Returns the height of the legend in units; 0 if the picture explains itself.

    `two`: the count has a column for each of two sides.
    """
    return LEGEND * (bool(_unnamed_lances(spec, marks, two=two)) + bool(spec.legend and spec.payments))


def draw_legend(cloth: Cloth, spec: ShowdownPicture, marks: Marks, y: float, *, two: bool) -> None:
    """Draws the names of marks that the count does not name, and the text about the signs of numbers.

    `two`: the count has a column for each of two sides.
    """
    lances = _unnamed_lances(spec, marks, two=two)
    across = INNER / max(len(lances), 1)
    for place, lance in enumerate(lances):
        x = MARGIN + place * across
        taken = cloth.pill(x, y + LEGEND / 2, marks.mark(lance), MARK) + 8
        cloth.text((x + taken, y + LEGEND / 2), lance, BODY, fill=PALE, most=across - taken - 8)
    if spec.legend and spec.payments:
        y += LEGEND * bool(lances)
        cloth.text((WIDE / 2, y + LEGEND / 2), spec.legend, BODY, fill=PALE, anchor="mm", most=INNER)


def count_height(spec: ShowdownPicture, *, two: bool) -> float:
    """Returns the height of the count in units, with padding; 0 if there is nothing to count.

    `two`: the count has a column for each of two sides, and the scores.
    """
    payments = merge_payments(spec.payments)
    if two:
        lances = len({paid.lance for paid in payments})
        return PAD + lances * ROW + (SUM if spec.scores else 0) + PAD if payments or spec.scores else 0
    return 2 * PAD + _rows(payments) * ROW if payments else 0


def _rows(payments: list[Payment]) -> int:
    """Returns the number of rows of payments."""
    return len(payments) if len(payments) <= MOST_TOLD else (len(payments) + 1) // 2


def draw_count(cloth: Cloth, spec: ShowdownPicture, marks: Marks, y: float, *, two: bool) -> None:
    """Draws the count: with `two`, a row per lance, a column per side, and the scores.

    Otherwise a row per payment, or two payments a row if there are more than MOST_TOLD. Draws nothing without
    payments (with `two`: without payments and scores).
    """
    payments = merge_payments(spec.payments)
    if not payments and not (two and spec.scores):
        return
    cloth.panel(MARGIN, y, INNER, count_height(spec, two=two) - PAD)
    y += PAD / 2
    if two:
        _columns(cloth, spec, payments, marks, y)
    elif len(payments) <= MOST_TOLD:
        for place, paid in enumerate(payments):
            _line(cloth, spec, paid, marks, MARGIN, y + (place + 0.5) * ROW, INNER)
    else:
        for place, paid in enumerate(payments):
            x, row = MARGIN + place % 2 * (HALF + MARGIN), place // 2
            _line(cloth, spec, paid, marks, x, y + (row + 0.5) * ROW, HALF)


def _columns(cloth: Cloth, spec: ShowdownPicture, payments: list[Payment], marks: Marks, y: float) -> None:
    """Draws a row per lance from `y` down, with a column of amounts per side, then the scores.

    Raises IndexError or KeyError if there are payments but not the scores of both sides.
    """
    bandos = sorted({score.bando for score in spec.scores})
    right: dict[int, float] = {
        bando: WIDE - MARGIN - 14 - (1 - place) * COLUMN for place, bando in enumerate(bandos)
    }
    for lance in dict.fromkeys(paid.lance for paid in payments):
        of_it = [paid for paid in payments if paid.lance == lance]
        middle = y + ROW / 2
        x = _lance(cloth, lance, marks, middle)
        left = right[bandos[0]] - 60
        for paid in of_it:
            edge = right[paid.bando] - _number(cloth, spec, paid, right[paid.bando], middle) - SIGN
            cloth.sign(paid.bando, edge + SIGN / 2 - 4, middle, 30)
            left = min(left, edge)
        note = next((paid.note for paid in of_it if paid.note), "")
        cloth.text((x, middle), note, BODY, fill=PALE, most=left - 8 - x)
        y += ROW
    if spec.scores:
        cloth.line([(MARGIN + 14, y + 2), (WIDE - MARGIN - 14, y + 2)], EDGE, 2)
        _sums(cloth, spec, right, y + SUM / 2 + 2)


def _lance(cloth: Cloth, lance: str, marks: Marks, y: float) -> float:
    """Draws a lance's mark and name; returns the x after them."""
    x = MARGIN + 10 + cloth.pill(MARGIN + 10, y, marks.mark(lance), MARK) + 10
    return x + cloth.text((x, y), lance, BODY, bold=True, most=200) + 14


def _number(cloth: Cloth, spec: ShowdownPicture, paid: Payment, right: float, y: float) -> float:
    """Draws a payment's amount, or its text, ending at `right`; returns its width.

    Stones have a plus or a minus, and stones taken have another colour.
    """
    sign = ("+" if paid.piedras > 0 else "−") if spec.signed and paid.piedras else ""
    text = paid.told or f"{sign}{format_amount(abs(paid.piedras))}"
    fill = CROSS if spec.signed and paid.piedras > 0 else GOLD
    return cloth.text((right, y), text, 36, fill=fill, bold=True, anchor="rm", most=COLUMN - 20)


def _sums(cloth: Cloth, spec: ShowdownPicture, right: dict[int, float], y: float) -> None:
    """Draws each side's score before and after the hand, and its note if it has one, such as adentro (R54).

    `right` is the right edge of the score of each side.
    """
    x = MARGIN + 12.0
    for note in dict.fromkeys(score.note for score in spec.scores if score.note):
        for score in spec.scores:
            if score.note == note:
                cloth.sign(score.bando, x + 15, y, 30)
                x += 36
        x += cloth.pill(x, y, note, MARK) + 8
    for score in spec.scores:
        taken = draw_scored(cloth, score, right[score.bando], y)
        cloth.sign(score.bando, right[score.bando] - taken - 24, y, 30)


def draw_scored(cloth: Cloth, score: Score, right: float, y: float) -> float:
    """Writes a side's score before and after the hand, ending at `right`; returns its width."""
    taken = (
        cloth.text((right, y), format_amount(score.after), 40, fill=GOLD, bold=True, anchor="rm", most=90) + 6
    )
    before = f"{format_amount(score.before)}→"
    return taken + cloth.text((right - taken, y), before, BODY, fill=PALE, anchor="rm", most=90)


def _line(
    cloth: Cloth, spec: ShowdownPicture, paid: Payment, marks: Marks, x: float, y: float, across: float
) -> None:
    """Draws a payment, with its middle at `y`: the lance's mark, the side and the amount.

    At the full width INNER also the lance's name and the note.
    """
    name = next((score.name for score in spec.scores if score.bando == paid.bando), "")
    taken = _number(cloth, spec, paid, x + across - 12, y) + 24
    left = x + 10 + cloth.pill(x + 10, y, marks.mark(paid.lance), MARK) + 8
    whole = across == INNER
    if whole:
        left += cloth.text((left, y), paid.lance, BODY, bold=True, most=150) + 14
    cloth.sign(paid.bando, left + 15, y, 30)
    left += 38
    noted = text_width(paid.note, BODY) + 12 if whole and paid.note else 0
    left += cloth.text((left, y), name, BODY, most=x + across - taken - noted - left) + 12
    if whole:
        cloth.text((left, y), paid.note, BODY, fill=PALE, most=x + across - taken - left)
