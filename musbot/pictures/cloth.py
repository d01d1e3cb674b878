"""The green cloth of a picture, with fitted text, badges, panels and counters.

Positions are in units. A picture is `WIDE` units wide and is drawn `PIXEL_WIDTH` pixels wide.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from math import log10

from PIL import Image, ImageDraw

from musbot.pictures import letters
from musbot.pictures.atlas import AMARRACO, PIEDRA, PIEDRAS, SIDES, drawing, faded_drawing, palette

WIDE, PIXEL_WIDTH = 720, 1080
"""The width in units and in pixels: three pixels for each of the 360 that a phone shows a chat with."""

SCALE = PIXEL_WIDTH / WIDE
"""Pixels per unit."""
TALLEST = 972
"""The maximum height of a picture in units, 1.35 times its width; chats shrink or cut taller ones."""

BODY = 32
"""The minimum font size in units: eleven pixels in a picture shown 252 pixels wide."""

MARGIN = 16
"""The margin of a picture, in units."""
GREEN, RIM, PANEL, EDGE = (25, 82, 56), (58, 138, 100), (13, 52, 35), (52, 128, 92)
"""Colours of the cloth and of panels."""
WHITE, PALE, GOLD, INK = (255, 253, 245), (190, 220, 203), (255, 212, 92), (36, 26, 18)
"""Colours of text."""
CROSS, CLAY = (255, 138, 112), (176, 92, 58)
"""Colours of crosses and of the dish."""
AMARRACO_WORTH, MOST_AMARRACOS = 5, 12
"""The piedras in an amarraco, and the maximum number of amarracos drawn."""
LEAST = 20
"""The minimum width of a counter, in units."""
LARGE = 100_000
"""The first number that is written as a power of ten."""

Colour = tuple[int, int, int]
"""Red, green and blue."""


def pixels(units: float) -> int:
    """Returns units as whole pixels."""
    return round(units * SCALE)


def text_width(text: str, size: int, *, bold: bool = False) -> float:
    """Returns the width of a line, bold or not, in units of the picture."""
    return letters.length(text, pixels(size), bold=bold) / SCALE


@lru_cache(maxsize=1024)
def fit_line(text: str, size: int, most: int, *, bold: bool = False, least: int = BODY) -> tuple[str, int]:
    """Returns a line and its font size so that it fits into `most` units: smaller down to `least`, then cut
    with an ellipsis.

    Letters without a font are replaced or dropped first.
    """
    text = letters.make_drawable(text)
    while size > least and text_width(text, size, bold=bold) > most:
        size -= 1
    if text_width(text, size, bold=bold) <= most:
        return text, size
    shown, most_shown = 0, len(text)
    while shown < most_shown:
        middle = (shown + most_shown + 1) // 2
        fits = text_width(f"{text[:middle].rstrip()}…", size, bold=bold) <= most
        shown, most_shown = (middle, most_shown) if fits else (shown, middle - 1)
    return f"{text[:shown].rstrip(f' {letters.JOINER}')}…", size


@lru_cache(maxsize=1024)
def wrap_text(text: str, size: int, most: int, *, bold: bool = False, lines: int = 3) -> tuple[str, ...]:
    """Returns a text as at most `lines` lines that fit into `most` units.

    The last line is cut with an ellipsis if the text needs more; a word that is too wide is cut too.
    """
    found: list[str] = []
    words = letters.make_drawable(text).split(" ")
    while words:
        line = words.pop(0)
        while words and text_width(f"{line} {words[0]}", size, bold=bold) <= most:
            line = f"{line} {words.pop(0)}"
        if len(found) == lines - 1 and words:
            line, words = " ".join([line, *words]), []
        found.append(fit_line(line, size, most, bold=bold, least=size)[0])
    return tuple(found)


def clear_caches() -> None:
    """Clears the caches of text, which contain names of players."""
    for kept in (letters.split_runs, letters.make_drawable, letters.length, fit_line, wrap_text):
        kept.cache_clear()


def format_amount(number: int) -> str:
    """Formats a number in few characters: from LARGE on, as an approximate power of ten ("10^7").

    No rule limits a bet (R31).
    """
    return str(number) if number < LARGE else f"10^{int(number.bit_length() * log10(2))}"


class Cloth:
    """A picture while it is drawn; positions and sizes are in units from its upper left corner."""

    def __init__(self, high: float, wide: int = WIDE) -> None:
        """Makes an empty green cloth with a rim, `wide` by `high` units."""
        size = pixels(wide), pixels(high)
        self.image = Image.new("RGB", size, GREEN)
        self._draw = ImageDraw.Draw(self.image)
        self._draw.rectangle((0, 0, size[0] - 1, size[1] - 1), None, RIM, 3)

    def text(
        self,
        at: tuple[float, float],
        text: str,
        size: int,
        *,
        fill: Colour = WHITE,
        bold: bool = False,
        anchor: str = "lm",
        most: float = WIDE,
    ) -> float:
        """Writes one line around a height; returns its width in units.

        A line wider than `most` units is smaller, but not below BODY, and then cut. `anchor` is the side of
        the text at x: "lm" left, "mm" middle, "rm" right.
        """
        x, y = at
        shown, size = fit_line(text, size, int(most), bold=bold, least=min(BODY, size))
        across = text_width(shown, size, bold=bold)
        left = x - across * {"l": 0, "m": 0.5, "r": 1}[anchor[0]]
        letters.write(self.image, (left * SCALE, y * SCALE), shown, pixels(size), fill, bold=bold)
        return across

    def paste(self, image: Image.Image, x: float, y: float) -> None:
        """Pastes an image with an alpha channel, without scaling it; (x, y) is its upper left corner, in
        units."""
        self.image.paste(image, (pixels(x), pixels(y)), image)

    def lay(self, name: str, x: float, y: float, wide: float, *, thrown: bool = False) -> None:
        """Draws an item of the atlas, `wide` units wide, with its upper left corner at a point.

        With `thrown` it is grey. Raises KeyError for a name that is not in the atlas.
        """
        self.paste((faded_drawing if thrown else drawing)(name, pixels(wide)), x, y)

    def sign(self, bando: int, x: float, y: float, size: float) -> None:
        """Draws the sign of a side, centred at a point."""
        self.lay(f"sign{bando % SIDES}", x - size / 2, y - size / 2, size)

    def panel(self, x: float, y: float, wide: float, high: float, *, lit: bool = False) -> None:
        """Draws a dark panel; a lit panel has a golden rim."""
        box = (pixels(x), pixels(y), pixels(x + wide), pixels(y + high))
        self._draw.rounded_rectangle(box, pixels(12), PANEL, GOLD if lit else EDGE, 6 if lit else 2)

    def frame(self, x: float, y: float, wide: float, high: float, *, width: float = 5) -> None:
        """Draws a golden frame, `width` units wide, around an area."""
        box = (pixels(x - width), pixels(y - width), pixels(x + wide + width), pixels(y + high + width))
        self._draw.rounded_rectangle(box, pixels(8), None, GOLD, pixels(width))

    def pill(self, x: float, y: float, text: str, size: int = BODY, *, hollow: bool = False) -> float:
        """Draws a word on a full badge, or on a hollow one with `hollow`; returns the badge's width.

        The badge's left edge is at x and its middle at y.
        """
        high = size + 8
        across = max(text_width(text, size, bold=True) + size * 0.6, high)
        badge = _blob(pixels(across), pixels(high), PANEL if hollow else GOLD)
        self.paste(badge, x, y - high / 2)
        fill = GOLD if hollow else INK
        self.text((x + across / 2, y), text, size, fill=fill, bold=True, anchor="mm")
        return across

    def bar(self, x: float, y: float, wide: float, high: float, share: float, *, marks: int = 0) -> None:
        """Draws a progress bar from x on, around the height y; `marks` is the number of equal parts.

        `share` is the filled part, from 0 to 1; other values count as the nearest of these.
        """
        end = min(max(share, 0), 1) * wide
        self.paste(_blob(pixels(wide), pixels(high), PANEL, EDGE), x, y - high / 2)
        if end:
            self.paste(_blob(pixels(max(end, high)), pixels(high), GOLD), x, y - high / 2)
        for mark in range(1, marks):
            at = x + wide * mark / marks
            fill = INK if at < x + end else EDGE
            self.line([(at, y - high / 2 + 4), (at, y + high / 2 - 4)], fill, 2)

    def line(self, points: list[tuple[float, float]], fill: Colour, width: float) -> None:
        """Draws a line through points; positions and `width` are in units."""
        self._draw.line([(pixels(x), pixels(y)) for x, y in points], fill, max(1, pixels(width)), "curve")

    def rings(self, x: float, y: float, full: int, of: int, size: int = 18) -> float:
        """Draws `of` rings of diameter `size` from x on, around the height y; the first `full` are golden
        discs.

        Returns their width, with a gap after the last ring.
        """
        for place in range(of):
            ring = _blob(pixels(size), pixels(size), GOLD if place < full else PANEL)
            self.paste(ring, x + place * (size + 5), y - size / 2)
        return of * (size + 5)

    def crosses(self, x: float, y: float, full: int, of: int, size: int = 18) -> None:
        """Draws `of` places of width `size` from x on, around the height y.

        The first `full` are crosses, the others empty rings.
        """
        for place in range(of):
            left = x + place * (size + 6)
            if place < full:
                self.cross(left + size / 2, y, size)
            else:
                self.paste(_blob(pixels(size), pixels(size), PANEL), left, y - size / 2)

    def cross(self, x: float, y: float, size: float) -> None:
        """Draws a cross, centred at a point."""
        half = size / 2
        for rise in (-half, half):
            self.line([(x - half, y - rise), (x + half, y + rise)], CROSS, max(3, size / 4))

    def dish(self, x: float, y: float, wide: float, high: float) -> None:
        """Draws an empty dish, centred at a point."""
        self.paste(_dish(pixels(wide), pixels(high)), x - wide / 2, y - high / 2)

    def stones(self, x: float, y: float, count: int, most: float, size: float) -> None:
        """Draws stones in a row from x, around the height y.

        If more than five do not fit into `most` units, draws amarracos of five and the remaining stones. Up
        to five overlap instead.
        """
        if count > AMARRACO_WORTH and count * (size + 4) - 4 > most:
            self.counters(x, y, count, most, size)
            return
        high, step = size * PIEDRA[1] / PIEDRA[0], _step(size, count, most)
        for place in range(count):
            lift = (0, 4, -3, 3, -2)[place % 5]
            self.lay(f"piedra{place % PIEDRAS}", x + place * step, y - high / 2 + lift, size)

    def counters(self, x: float, y: float, piedras: int, most: float, size: float) -> None:
        """Draws amarracos, at most MOST_AMARRACOS, then the remaining piedras (R52).

        They shrink before they overlap. Amarracos beyond MOST_AMARRACOS are not drawn.
        """
        amarracos, pebbles = divmod(piedras, AMARRACO_WORTH)
        amarracos = min(amarracos, MOST_AMARRACOS)
        room = most - (amarracos + pebbles) * 4 - 8
        size = max(LEAST, min(size, room / max(amarracos + pebbles * 0.75, 1)))
        step = _step(size, amarracos, most)
        for place in range(amarracos):
            self.lay("amarraco0", x + place * step, y - size * AMARRACO[1] / AMARRACO[0] / 2, size)
        reach = (amarracos - 1) * step + size + 8 if amarracos else 0
        self.stones(x + reach, y, pebbles, max(most - reach, size), size * 0.75)

    def png(self) -> bytes:
        """Returns the picture as a PNG file with few colours and no metadata. The compression level is 2,
        because 6 takes twice as long."""
        file = BytesIO()
        few = self.image.quantize(palette=palette(), dither=Image.Dither.NONE)
        few.save(file, "PNG", compress_level=2)
        return file.getvalue()


@lru_cache(maxsize=256)
def _blob(wide: int, high: int, fill: Colour, edge: Colour = GOLD) -> Image.Image:
    """Returns a rounded shape in pixels; drawn four times as large for a smooth edge."""
    large = Image.new("RGBA", (4 * wide, 4 * high))
    box = (0, 0, 4 * wide - 1, 4 * high - 1)
    ImageDraw.Draw(large).rounded_rectangle(box, 2 * min(wide, high), fill, edge, 12)
    return large.resize((wide, high), Image.Resampling.LANCZOS)


@lru_cache(maxsize=16)
def _dish(wide: int, high: int) -> Image.Image:
    """Returns a clay dish seen from above; drawn four times as large for a smooth edge."""
    large = Image.new("RGBA", (4 * wide, 4 * high))
    pen = ImageDraw.Draw(large)
    pen.ellipse((0, 0, 4 * wide - 1, 4 * high - 1), CLAY, INK, 12)
    pen.ellipse((60, 42, 4 * wide - 61, 4 * high - 43), tuple(part * 3 // 4 for part in CLAY))
    return large.resize((wide, high), Image.Resampling.LANCZOS)


def _step(size: float, count: int, most: float) -> float:
    """Returns the distance between counters: side by side, or overlapping if they do not fit."""
    return min(size + 4, (most - size) / max(count - 1, 1))
