"""Draws the score as SVG: piedras hand by hand, or the stones that each player still had."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from musbot.acta.page.story import HandStory
from musbot.game.actions import Bando

WIDE, HIGH, LEFT, RIGHT, TOP, FOOT = 520, 290, 38, 22, 30, 30
"""The size of the drawing and its margins."""
LINES = ("#78b2ff", "#ffa848", "#ff8a8a", "#d0a4ff", "#ffe06e", "#6ee196", "#c8d0d8", "#faa0cd")
"""The colour of each side's line, light enough for the green cloth. A symbol marks each side too."""


def draw_score_chart(hands: Sequence[HandStory], label: str, top: int, *, juegos: Sequence[str]) -> str:
    """Returns the drawing as SVG, described by `label`; hands in progress are left out.

    `top` is the highest score on its axis; higher scores are drawn at `top`. After a juego, lines restart at
    the score before the next hand. `juegos` has one sentence for each finished juego, shown at its end;
    raises ValueError for any other number. Label and sentences must be escaped.
    """
    over = [story for story in hands if not story.in_progress]
    step = (WIDE - LEFT - RIGHT) / max(len(over), 1)
    head = f'<svg class="course" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{label}">'
    sides = len(over[0].after) if over else 0
    lines = "".join(_line(over, bando, step, top) for bando in range(sides))
    return f"{head}{''.join(_grid(over, step, top))}{lines}{''.join(_juego_ends(over, step, juegos))}</svg>"


def _level(piedras: int, top: int) -> float:
    """Returns the y coordinate of a score; scores above `top` are drawn at `top`."""
    return round(HIGH - FOOT - (HIGH - FOOT - TOP) * min(piedras, top) / max(top, 1), 1)


def _grid(over: Sequence[HandStory], step: float, top: int) -> Iterator[str]:
    """Yields the horizontal lines with their piedras, every 10, 5 or 2, and about eight numbers of hands."""
    every = 10 if top > 20 else 5 if top > 10 else 2
    for piedras in range(0, top + 1, every):
        y = _level(piedras, top)
        yield f'<path class="g" d="M{LEFT},{y}H{WIDE - RIGHT}"/>'
        yield f'<text x="{LEFT - 7}" y="{y + 5}">{piedras}</text>'
    often = max(1, round(len(over) / 8))
    for place, story in enumerate(over, 1):
        if place % often == 0:
            x = round(LEFT + place * step, 1)
            yield f'<text class="h" x="{x}" y="{HIGH - 8}">{story.number}</text>'


def _line(over: Sequence[HandStory], bando: Bando, step: float, top: int) -> str:
    """Returns a side's score from hand to hand as SVG; its symbol marks each juego's end and the chart's."""
    drawn, points = [], [f"{LEFT},{_level(over[0].before[bando], top)}"]
    for place, story in enumerate(over, 1):
        x, y = round(LEFT + place * step, 1), _level(story.after[bando], top)
        points.append(f"{x},{y}")
        if story.won is not None or place == len(over):
            drawn.append(f'<polyline stroke="{LINES[bando % len(LINES)]}" points="{" ".join(points)}"/>')
            drawn.append(f'<use href="#s{bando}" x="{x - 8}" y="{y - 8}" width="16" height="16"/>')
            begun = over[place].before[bando] if place < len(over) else 0
            points = [f"{x},{_level(begun, top)}"]
    return "".join(drawn)


def _juego_ends(over: Sequence[HandStory], step: float, juegos: Sequence[str]) -> Iterator[str]:
    """Yields a line at the end of each juego, with the symbol of the side that won or lost it.

    Raises ValueError unless `juegos` has one sentence for each.
    """
    ends = [(place, story.won) for place, story in enumerate(over, 1) if story.won is not None]
    for (place, won), words in zip(ends, juegos, strict=True):
        x = round(LEFT + place * step, 1)
        yield f'<path class="j" d="M{x},{TOP - 6}V{HIGH - FOOT}"/>'
        yield f'<use href="#s{won}" x="{x - 11}" y="2" width="22" height="22"><title>{words}</title></use>'
