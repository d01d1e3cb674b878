"""Draws a hand as a small animated GIF: the cards, each word, and the showdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import pairwise

from PIL import Image, ImageChops

from musbot.pictures.atlas import SIDES
from musbot.pictures.cloth import (
    BODY,
    GOLD,
    GREEN,
    MARGIN,
    PIXEL_WIDTH,
    TALLEST,
    WHITE,
    WIDE,
    Cloth,
    fit_line,
    pixels,
    text_width,
)
from musbot.pictures.count import Marks
from musbot.pictures.showdown import (
    HALF,
    HEAD,
    NAME,
    Spacing,
    draw_player,
    draw_showdown,
    plan_spacing,
    rows_of,
)
from musbot.pictures.specs import FilmPicture, FilmWord, ShownHand

FILM_WIDTH = 540
"""The width of a frame in pixels; frames are drawn at full size and then reduced."""
COLOURS, UNCHANGED = 96, 255
"""The number of colours in a film, and the index of the transparent colour."""
FIRST_MS, WORD_MS, LOUD_MS, LAST_MS = 1800, 1100, 1900, 6000
"""The duration of frames in milliseconds: the cards, a word, an órdago, the showdown."""
LINES, LINE, HEADING = 5, 42, 46
"""The maximum number of lines of words, and the heights of a line and of the heading."""
WORDS = HEADING + LINES * LINE + 12
"""The height of the panel of words."""
SIGN = 60
"""The size of a sign in the palette strip."""
MOST_WORDS = 40
"""The maximum number of frames with words; a longer hand shows its last words (R31 has no limit)."""


def draw_film(spec: FilmPicture) -> bytes:
    """Returns the film as a GIF file. It takes a second, so never call it on an event loop."""
    end = draw_showdown(spec.end).image
    high = max(end.height, _words_height(spec))
    frames = [(_shrink_frame(image, high), ms) for image, ms in _frames(spec, end, high)]
    palette = _palette(frames[0][0], frames[-1][0])
    drawn = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image, _ in frames]
    file = BytesIO()
    drawn[0].save(
        file,
        "GIF",
        save_all=True,
        append_images=[_changes(before, after) for before, after in pairwise(drawn)],
        duration=[ms for _, ms in frames],
        loop=0,
        optimize=False,
        disposal=1,
        transparency=UNCHANGED,
    )
    return file.getvalue()


def _frames(spec: FilmPicture, end: Image.Image, high: int) -> Iterator[tuple[Image.Image, int]]:
    """Yields each frame with its duration in milliseconds: the cards, the words and the showdown.

    Each of the last MOST_WORDS words has a frame, with the earlier words under the same heading.
    """
    spoken = spec.spoken[-MOST_WORDS:]
    yield _frame(spec, (), high), FIRST_MS
    for place, word in enumerate(spoken):
        shown_words = [it for it in spoken[: place + 1] if it.heading == word.heading]
        yield _frame(spec, shown_words, high), LOUD_MS if word.loud else WORD_MS
    yield end, LAST_MS


def _changes(before: Image.Image, after: Image.Image) -> Image.Image:
    """Returns a frame with only the pixels that changed; the others are transparent."""
    old, new = (Image.frombytes("L", it.size, it.tobytes()) for it in (before, after))
    same = ImageChops.difference(old, new).point([255] + [0] * 255)
    changed = after.copy()
    changed.paste(UNCHANGED, (0, 0), same)
    return changed


def _rows(spec: FilmPicture) -> list[tuple[ShownHand | None, ...]]:
    """Returns the players in rows, without won or lost lances; None fills a row."""
    return rows_of(tuple(_without_lances(player) for player in spec.players))


def _plan(spec: FilmPicture) -> Spacing:
    """Returns the spacing of the rows of players in a frame; the panel of words is below the players."""
    return plan_spacing(len(_rows(spec)), TALLEST - HEAD - WORDS - MARGIN)


def _words_height(spec: FilmPicture) -> int:
    """Returns the height of the frames with words, in pixels."""
    return pixels(HEAD + len(_rows(spec)) * _plan(spec).row + WORDS + MARGIN)


def _frame(spec: FilmPicture, said: Sequence[FilmWord], high: int) -> Image.Image:
    """Draws the players with their cards, the words of the lance below, and the last word at its speaker.

    `said` are the words of the lance so far, () for a frame without words; `high` is in pixels.
    """
    cloth, plan = Cloth(high * WIDE / PIXEL_WIDTH), _plan(spec)
    cloth.text((MARGIN, HEAD / 2), spec.title, BODY, bold=True, most=WIDE - 2 * MARGIN)
    now = spec.players[said[-1].player] if said else None
    y: float = HEAD
    for row in _rows(spec):
        for column, player in enumerate(row):
            if player is None:
                continue
            x = MARGIN + column * (HALF + MARGIN)
            speaks = now is not None and (player.name, player.bando) == (now.name, now.bando)
            if speaks:
                cloth.panel(x - 6, y, HALF + 12, plan.row - 4, lit=True)
            draw_player(cloth, player, (x, y), plan, Marks({}))
            if speaks:
                _bubble(cloth, said[-1], x + HALF, y + NAME / 2)
        y += plan.row
    if said:
        _words(cloth, spec, said, y)
    return cloth.image


def _without_lances(player: ShownHand) -> ShownHand:
    """Returns a player without the lances that they won or lost."""
    return ShownHand(player.name, player.bando, player.cards, player.holds)


def _bubble(cloth: Cloth, word: FilmWord, right: float, y: float) -> None:
    """Draws a word on a badge whose right edge is at `right` and whose middle is at `y`."""
    words, size = fit_line(word.words, 36 if word.loud else BODY, HALF // 2, bold=True)
    cloth.pill(right - text_width(words, size, bold=True) - size * 0.6, y, words, size)


def _words(cloth: Cloth, spec: FilmPicture, said: Sequence[FilmWord], y: float) -> None:
    """Draws the last LINES words of a lance, a line each with its speaker; the last line is highlighted."""
    cloth.panel(MARGIN, y, WIDE - 2 * MARGIN, WORDS - 4)
    cloth.text((MARGIN + 18, y + HEADING / 2 + 4), said[-1].heading, 34, fill=GOLD, bold=True)
    y += HEADING
    for word in said[-LINES:]:
        player = spec.players[word.player]
        cloth.sign(player.bando, MARGIN + 32, y + LINE / 2, 30)
        fill = GOLD if word is said[-1] else WHITE
        taken = cloth.text((MARGIN + 56, y + LINE / 2), player.name, BODY, bold=True, most=280)
        cloth.text((MARGIN + 72 + taken, y + LINE / 2), word.words, BODY, fill=fill, most=590 - taken)
        y += LINE


def _shrink_frame(image: Image.Image, high: int) -> Image.Image:
    """Returns a frame that is extended to the common height and reduced to its final size."""
    whole = Image.new("RGB", (PIXEL_WIDTH, high), GREEN)
    whole.paste(image)
    return whole.resize((FILM_WIDTH, round(high * FILM_WIDTH / PIXEL_WIDTH)), Image.Resampling.LANCZOS)


def _palette(first: Image.Image, last: Image.Image) -> Image.Image:
    """Returns an image with the film's palette: the colours of its first and last frames and of all signs."""
    strip = Cloth(SIGN)
    for bando in range(SIDES):
        strip.sign(bando, (bando + 0.5) * SIGN, SIGN / 2, SIGN)
    every = Image.new("RGB", (first.width, first.height + last.height + strip.image.height), GREEN)
    every.paste(first)
    every.paste(last, (0, first.height))
    every.paste(strip.image, (0, first.height + last.height))
    return every.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
