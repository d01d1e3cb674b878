"""Draws the end of a hand: each player's cards, the count as a table, and the score."""

from __future__ import annotations

from dataclasses import dataclass

from musbot.pictures.atlas import NAIPE
from musbot.pictures.cloth import BODY, GOLD, MARGIN, PALE, TALLEST, WIDE, Cloth, wrap_text
from musbot.pictures.count import (
    Marks,
    count_height,
    draw_count,
    draw_legend,
    draw_scored,
    legend_height,
)
from musbot.pictures.specs import Score, ShowdownPicture, ShownHand

HALF = (WIDE - 3 * MARGIN) // 2
"""The width of one of two columns."""
INNER = WIDE - 2 * MARGIN
"""The width between the margins."""
HEAD, NAME, HELD, GAP, NEWS, NEWS_LINE = 52, 44, 42, 6, 52, 42
"""Heights of lines, in units."""
CARD, SMALLEST, LEAST_SHOWN = 100, 76, 54
"""Heights of cards: the normal height, the minimum with text below, and the minimum without."""
MARK = 28
"""The font size of a mark."""


@dataclass(frozen=True, slots=True)
class Spacing:
    """The height of cards, and whether their value is written below."""

    cards: float
    """The height of cards."""
    held: bool
    """Whether their value is written below."""

    @property
    def row(self) -> float:
        """The height of a row of players."""
        return NAME + self.cards + (HELD if self.held else 0) + 8


def plan_spacing(rows: int, room: float) -> Spacing:
    """Returns the spacing of `rows` rows of players in a given height; cards may still be too high for it."""
    roomy = room / max(rows, 1) - NAME - HELD - 8
    if roomy >= SMALLEST:
        return Spacing(min(CARD, roomy), held=True)
    return Spacing(max(LEAST_SHOWN, min(SMALLEST, roomy + HELD)), held=False)


def draw_showdown(spec: ShowdownPicture) -> Cloth:
    """Draws the players in two columns, with partners in one column; then the count and the news.

    Without players it draws the sides instead. The text `spec.hidden` follows the players, and the legend
    follows the count.
    """
    rows = rows_of(spec.players)
    marks = Marks.from_hand(spec)
    two = has_two_columns(spec)
    head = HEAD if spec.title or spec.mano else MARGIN
    hidden = wrap_text(spec.hidden, BODY, INNER) if spec.hidden else ()
    sides = spec.scores if not spec.players else ()
    news = wrap_text(spec.won, 36, INNER, bold=True) if spec.won else ()
    news_high = NEWS + (len(news) - 1) * NEWS_LINE if news else 0
    rest: float = head + NEWS_LINE * len(hidden) + NAME * len(sides) + news_high + MARGIN
    counted = count_height(spec, two=two)
    rest += legend_height(spec, marks, two=two)
    plan = plan_spacing(len(rows), TALLEST - rest - counted)
    cloth = Cloth(rest + counted + len(rows) * plan.row)
    _title(cloth, spec)
    y: float = head
    scores = {} if two else {score.bando: score for score in spec.scores}
    for row in rows:
        for column, player in enumerate(row):
            if player is not None:
                x = MARGIN + column * (HALF + MARGIN)
                draw_player(cloth, player, (x, y), plan, marks, scores.get(player.bando))
        y += plan.row
    for line in hidden:
        cloth.text((WIDE / 2, y + NEWS_LINE / 2), line, BODY, fill=PALE, anchor="mm", most=INNER)
        y += NEWS_LINE
    for score in sides:
        _side(cloth, score, y + NAME / 2, two=two)
        y += NAME
    draw_count(cloth, spec, marks, y, two=two)
    y += counted
    draw_legend(cloth, spec, marks, y, two=two)
    y += legend_height(spec, marks, two=two)
    for place, line in enumerate(news):
        middle = y + NEWS / 2 + place * NEWS_LINE
        cloth.text((WIDE / 2, middle), line, 36, fill=GOLD, bold=True, anchor="mm", most=INNER)
    return cloth


def has_two_columns(spec: ShowdownPicture) -> bool:
    """Returns whether the players and scores are of exactly two sides; the count then has a column per
    side."""
    return len({score.bando for score in spec.scores} | {player.bando for player in spec.players}) == 2


def _title(cloth: Cloth, spec: ShowdownPicture) -> None:
    """Writes the title, and the mano on the right."""
    taken = cloth.text((MARGIN, HEAD / 2), spec.title, BODY, bold=True, most=WIDE * 0.6)
    most = WIDE - 3 * MARGIN - taken
    cloth.text((WIDE - MARGIN, HEAD / 2), spec.mano, BODY, fill=PALE, anchor="rm", most=most)


def _side(cloth: Cloth, score: Score, y: float, *, two: bool) -> None:
    """Draws a side whose cards are hidden; its score too, unless the count shows it (`two`)."""
    taken = 0.0 if two else draw_scored(cloth, score, WIDE - MARGIN, y)
    cloth.sign(score.bando, MARGIN + 18, y, 34)
    cloth.text((MARGIN + 44, y), score.name, 34, bold=True, most=INNER - 60 - taken)


def rows_of(players: tuple[ShownHand, ...]) -> list[tuple[ShownHand | None, ...]]:
    """Returns the players in pairs, with None in empty places; with two sides, each has its own column."""
    bandos = sorted({player.bando for player in players})
    if len(bandos) == 2:
        sides = [[player for player in players if player.bando == bando] for bando in bandos]
        most = max(map(len, sides))
        padded = [[*side, *[None] * (most - len(side))] for side in sides]
        return list(zip(*padded, strict=True))
    pairs = [players[start : start + 2] for start in range(0, len(players), 2)]
    return [(*pair, None) if len(pair) == 1 else pair for pair in pairs]


def draw_player(
    cloth: Cloth,
    player: ShownHand,
    at: tuple[float, float],
    plan: Spacing,
    marks: Marks,
    score: Score | None = None,
) -> None:
    """Draws a player's name, cards, their value, and the lances that they won or lost.

    `at` is the upper left corner; `score` is drawn right of the name. Cards that are not shown are drawn as
    four backs. Cards that won or lost a lance have a golden frame. Unless `plan.held`, the value is left out
    and the lances are right of the cards.
    """
    x, y = at
    taken = draw_scored(cloth, score, x + HALF, y + NAME / 2) + 8 if score is not None else 0.0
    cloth.sign(player.bando, x + 16, y + NAME / 2, 32)
    cloth.text((x + 40, y + NAME / 2), player.name, 34, bold=True, most=HALF - 40 - taken)
    count = max(len(player.cards), 4)
    across = min(plan.cards * NAIPE[0] / NAIPE[1], (HALF + GAP) / count - GAP)
    y += NAME
    for place in range(count):
        name = f"{player.cards[place]}-" if player.cards else "dorso-"
        cloth.lay(name, x + place * (across + GAP), y, across)
    beside = x + count * (across + GAP)
    high = across * NAIPE[1] / NAIPE[0]
    if player.won or player.lost:
        cloth.frame(x, y, beside - GAP - x, high, width=3)
    if plan.held:
        y += high + HELD / 2 + 2
        end = _draw_marks(cloth, player, marks, x + HALF, y)
        cloth.text((x, y), player.holds, BODY, fill=PALE, most=end - x - 8)
    else:
        _draw_side_marks(cloth, player, marks, beside, y)


def _draw_marks(cloth: Cloth, player: ShownHand, marks: Marks, right: float, y: float) -> float:
    """Draws the marks of the won and lost lances, ending at `right`; returns their left edge."""
    for lance, hollow in reversed(lance_results(player)):
        right -= marks.badge_width(lance, MARK)
        cloth.pill(right, y, marks.mark(lance), MARK, hollow=hollow)
        right -= 5
    return right


def _draw_side_marks(cloth: Cloth, player: ShownHand, marks: Marks, x: float, y: float) -> None:
    """Draws the marks of the won and lost lances in two columns next to the cards."""
    for place, (lance, hollow) in enumerate(lance_results(player)):
        cloth.pill(x + place % 2 * 40, y + 20 + place // 2 * 40, marks.mark(lance), MARK, hollow=hollow)


def lance_results(player: ShownHand) -> list[tuple[str, bool]]:
    """Returns the lances that a player's cards won (False), then the lances that they lost (True)."""
    return [*((lance, False) for lance in player.won), *((lance, True) for lance in player.lost)]
