"""The picture of the end of a hand: everybody's cards, the count in its order, the score."""

from __future__ import annotations

from musbot.pictures.atlas import NAIPE, drawing
from musbot.pictures.cloth import CROSS, GOLD, MARGIN, PALE, WIDE, Cloth, numeral, wide, wrapped
from musbot.pictures.specs import Payment, Score, ShowdownPicture, ShownHand

HALF = (WIDE - 3 * MARGIN) // 2
NAME, HELD, BADGES, GAP, PAID = 40, 29, 36, 6, 27
HEAD, SCORE, NEWS, NEWS_LINE = 52, 50, 56, 38
HELD_SIZE, NEWS_SIZE = 25, 30
"""Heights of lines in pixels."""

STONES, BESIDE_NOTE = 66, 60
"""Widths of a column of numbers, and of a name that stands beside a note in half a line."""


def draw_showdown(spec: ShowdownPicture) -> Cloth:
    """Lays out the players in two columns, partners beneath each other, then the payments, then the score."""
    rows = rows_of(spec.players)
    heights = [row_high(row) for row in rows]
    aside = STONES if any(paid.stones for paid in spec.payments) else 0
    words = [wrapped(paid.words, 24, WIDE - 2 * MARGIN - 60 - aside) for paid in spec.payments]
    paid_high = sum(len(lines) * PAID + 7 for lines in words) + (24 if words else 0)
    hidden = NAME if spec.hidden else 0
    columns = _score_columns(spec.scores)
    score_rows = (len(spec.scores) + columns - 1) // columns
    news = _news(spec.won)
    cloth = Cloth(
        HEAD + sum(heights) + hidden + paid_high + score_rows * SCORE + _news_high(news) + MARGIN + 8
    )
    _title(cloth, spec)
    y = HEAD
    for row, high in zip(rows, heights, strict=True):
        for column, player in enumerate(row):
            if player is not None:
                draw_player(cloth, player, MARGIN + column * (HALF + MARGIN), y)
        y += high
    if spec.hidden:
        cloth.text(WIDE / 2, y + NAME / 2, spec.hidden, 26, fill=PALE, anchor="mm", most=WIDE - 2 * MARGIN)
        y += hidden
    if words:
        cloth.panel(MARGIN, y, WIDE - 2 * MARGIN, paid_high - 10)
        _payments(cloth, spec.payments, words, y + 8)
    y += paid_high
    for place, score in enumerate(spec.scores):
        x, across = MARGIN + place % columns * (HALF + MARGIN), HALF if columns > 1 else WIDE - 2 * MARGIN
        _score(cloth, score, x, y + place // columns * SCORE + SCORE / 2, across)
    y += score_rows * SCORE
    for place, line in enumerate(news):
        middle = y + NEWS / 2 + place * NEWS_LINE
        size = 34 if len(news) == 1 else NEWS_SIZE
        cloth.text(WIDE / 2, middle, line, size, fill=GOLD, bold=True, anchor="mm", most=WIDE - 2 * MARGIN)
    return cloth


def _news(won: str) -> tuple[str, ...]:
    """The news, in lines where one would be too small to read."""
    return wrapped(won, NEWS_SIZE, WIDE - 2 * MARGIN, bold=True, lines=5) if won else ()


def _news_high(news: tuple[str, ...]) -> int:
    return NEWS + (len(news) - 1) * NEWS_LINE if news else 0


def _title(cloth: Cloth, spec: ShowdownPicture) -> None:
    cloth.text(MARGIN, HEAD / 2, spec.title, 28, bold=True, most=WIDE // 2)
    cloth.text(WIDE - MARGIN, HEAD / 2, spec.mano, 24, fill=PALE, anchor="rm", most=WIDE // 2 - 2 * MARGIN)


def rows_of(players: tuple[ShownHand, ...]) -> list[tuple[ShownHand | None, ...]]:
    """Returns the players two by two: with two sides each has its column."""
    bandos = sorted({player.bando for player in players})
    if len(bandos) == 2:
        sides = [[player for player in players if player.bando == bando] for bando in bandos]
        most = max(map(len, sides))
        padded = [[*side, *[None] * (most - len(side))] for side in sides]
        return list(zip(*padded, strict=True))
    pairs = [players[start : start + 2] for start in range(0, len(players), 2)]
    return [(*pair, None) if len(pair) == 1 else pair for pair in pairs]


def row_high(row: tuple[ShownHand | None, ...]) -> int:
    """Returns how high a row of players is."""
    players = [player for player in row if player is not None]
    most = max(_across(player)[1] for player in players)
    held = max(len(_held(player)) for player in players) * HELD
    return (
        NAME + most + held + 4 + (BADGES if any(player.won or player.lost for player in players) else 0) + 8
    )


def _held(player: ShownHand) -> list[str]:
    """What a player holds, in two lines where one would be too small to read."""
    if wide(player.holds, HELD_SIZE) <= HALF:
        return [player.holds]
    return player.holds.split(" · ", 1)


def _across(player: ShownHand) -> tuple[int, int]:
    """The width and height of a player's cards: less where he has more than four."""
    count = max(len(player.cards), 4)
    across = min(NAIPE[0], (HALF + GAP) // count - GAP)
    return across, round(NAIPE[1] * across / NAIPE[0])


def draw_player(cloth: Cloth, player: ShownHand, x: float, y: float) -> None:
    """Draws a player's name and cards, what they hold and what they have decided."""
    cloth.sign(player.bando, x + 15, y + NAME / 2, 30)
    cloth.text(x + 38, y + NAME / 2, player.name, 28, bold=True, most=HALF - 40)
    across, high = _across(player)
    for place in range(max(len(player.cards), 4)):
        name = f"{player.cards[place]}-" if player.cards else "dorso-"
        cloth.put(drawing(name, across), x + place * (across + GAP), y + NAME)
    y += NAME + high + 4
    for line in _held(player):
        cloth.text(x, y + HELD / 2, line, HELD_SIZE, fill=PALE, most=HALF)
        y += HELD
    badge = x
    badges = [*((lance, False) for lance in player.won), *((lance, True) for lance in player.lost)]
    size = 20 if sum(wide(lance, 20, bold=True) + 26 for lance, _ in badges) <= HALF else 17
    for lance, hollow in badges:
        badge += cloth.pill(badge, y + BADGES / 2, lance, size, hollow=hollow) + 6


def _payments(cloth: Cloth, payments: tuple[Payment, ...], words: list[tuple[str, ...]], y: float) -> None:
    for paid, lines in zip(payments, words, strict=True):
        cloth.sign(paid.bando, 2 * MARGIN + 10, y + PAID / 2 + 3, 26)
        if paid.stones:
            told = f"{'+' if paid.stones > 0 else '−'}{numeral(abs(paid.stones))}"
            fill = CROSS if paid.stones > 0 else GOLD
            cloth.text(WIDE - MARGIN - 14, y + PAID / 2 + 3, told, 30, fill=fill, bold=True, anchor="rm")
        for line in lines:
            cloth.text(MARGIN + 50, y + PAID / 2 + 3, line, 24, most=WIDE - 2 * MARGIN - 58)
            y += PAID
        y += 7


def _score_columns(scores: tuple[Score, ...]) -> int:
    """Scores two by two; those of two sides one under another where a note would leave no room for names."""
    crowded = any(score.note and wide(score.name, 18, bold=True) > BESIDE_NOTE for score in scores)
    return 1 if len(scores) == 2 and crowded else 2


def _score(cloth: Cloth, score: Score, x: float, y: float, across: float) -> None:
    cloth.sign(score.bando, x + 17, y, 34)
    after = numeral(score.after)
    right: float = x + across - 10
    right -= cloth.text(right, y, after, 40, fill=GOLD, bold=True, anchor="rm") + 10
    right -= cloth.text(right, y, f"{numeral(score.before)} →", 28, fill=PALE, anchor="rm") + 10
    if score.note:
        right -= wide(score.note, 18, bold=True) + 18 + 8
        cloth.pill(right, y, score.note, 18)
    cloth.text(x + 42, y, score.name, 28, bold=True, most=int(right - x - 50))
