"""The green cloth on which a picture is laid out: text that fits, pills, panels, counters."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import as_file, files
from io import BytesIO
from math import log10

from PIL import Image, ImageDraw, ImageFont

from musbot.pictures.atlas import AMARRACO, PIEDRA, PIEDRAS, SIDES, drawing

WIDE = 720
"""Twice the 360 pixels in which a telephone shows a chat."""

MARGIN = 16
GREEN, RIM, PANEL, EDGE = (25, 82, 56), (58, 138, 100), (13, 52, 35), (52, 128, 92)
WHITE, PALE, GOLD, INK = (255, 253, 245), (190, 220, 203), (255, 212, 92), (36, 26, 18)
CROSS, CLAY = (255, 138, 112), (176, 92, 58)
AMARRACO_WORTH, MOST_AMARRACOS, MOST_STONES = 5, 12, 40
COLOURS = 256
LARGE = 100_000

Colour = tuple[int, int, int]


@lru_cache(maxsize=64)
def _font(size: int, *, bold: bool) -> ImageFont.FreeTypeFont:
    name = "SourceSansPro-Bold.ttf" if bold else "SourceSansPro-Semibold.ttf"
    with as_file(files("font_source_sans_pro").joinpath("files", name)) as path:
        return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _missing() -> bytes:
    return bytes(_font(24, bold=False).getmask("\uffff"))


@lru_cache(maxsize=2048)
def _has(letter: str) -> bool:
    return letter.isspace() or bytes(_font(24, bold=False).getmask(letter)) != _missing()


@lru_cache(maxsize=2048)
def drawable(text: str) -> str:
    """Returns a text without what the font cannot show (an emoji in a name); never nothing of something."""
    kept = " ".join("".join(letter for letter in text if _has(letter)).split())
    return kept or ("?" if text.strip() else "")


def wide(text: str, size: int, *, bold: bool = False) -> float:
    """Returns how many pixels a line takes."""
    return _font(size, bold=bold).getlength(drawable(text))


@lru_cache(maxsize=1024)
def fitted(text: str, size: int, most: int, *, bold: bool = False, least: int = 18) -> tuple[str, int]:
    """Returns a line and the size at which it fits: smaller down to `least`, then cut."""
    text = drawable(text)
    while size > least and wide(text, size, bold=bold) > most:
        size -= 1
    if wide(text, size, bold=bold) <= most:
        return text, size
    while text and wide(f"{text}…", size, bold=bold) > most:
        text = text[:-1]
    return f"{text.rstrip()}…", size


@lru_cache(maxsize=1024)
def wrapped(text: str, size: int, most: int, *, bold: bool = False, lines: int = 3) -> tuple[str, ...]:
    """Returns a text in lines that fit; what would need more lines than there are is cut."""
    found: list[str] = []
    words = drawable(text).split(" ")
    while words:
        line = words.pop(0)
        while words and wide(f"{line} {words[0]}", size, bold=bold) <= most:
            line = f"{line} {words.pop(0)}"
        if len(found) == lines - 1 and words:
            line, words = " ".join([line, *words]), []
        found.append(fitted(line, size, most, bold=bold, least=size)[0])
    return tuple(found)


def numeral(number: int) -> str:
    """Returns a number in few digits: no rule limits a bet (R31), a picture does."""
    return str(number) if number < LARGE else f"10^{int(number.bit_length() * log10(2))}"


class Cloth:
    """An image being drawn; every position is in pixels from its upper left corner."""

    def __init__(self, high: int, wide: int = WIDE) -> None:
        self.image = Image.new("RGB", (wide, high), GREEN)
        self._draw = ImageDraw.Draw(self.image)
        self._draw.rectangle((0, 0, wide - 1, high - 1), None, RIM, 2)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: int,
        *,
        fill: Colour = WHITE,
        bold: bool = False,
        anchor: str = "lm",
        most: int = WIDE,
    ) -> float:
        """Writes one line, smaller or cut if it is too long; returns its width."""
        shown, size = fitted(text, size, int(most), bold=bold)
        font = _font(size, bold=bold)
        self._draw.text((round(x), round(y)), shown, fill, font, anchor)
        return font.getlength(shown)

    def put(self, image: Image.Image, x: float, y: float) -> None:
        """Lays a drawing down by its upper left corner."""
        self.image.paste(image, (round(x), round(y)), image)

    def sign(self, bando: int, x: float, y: float, size: int) -> None:
        """Lays down the sign of a side, centred there."""
        self.put(drawing(f"sign{bando % SIDES}", size), x - size / 2, y - size / 2)

    def panel(self, x: float, y: float, wide: float, high: float, *, lit: bool = False) -> None:
        """Draws a darker field; a lit one has a golden rim."""
        box = (round(x), round(y), round(x + wide), round(y + high))
        self._draw.rounded_rectangle(box, 12, PANEL, GOLD if lit else EDGE, 4 if lit else 2)

    def pill(self, x: float, y: float, text: str, size: int = 20, *, hollow: bool = False) -> float:
        """Draws a word on a badge, full or hollow, centred on that height; returns the width of both."""
        high = size + 10
        across = round(wide(text, size, bold=True) + size)
        self.put(_blob(across, high, PANEL if hollow else GOLD), x, y - high / 2)
        middle = (round(x + across / 2), round(y))
        self._draw.text(middle, drawable(text), GOLD if hollow else INK, _font(size, bold=True), "mm")
        return across

    def line(self, points: list[tuple[float, float]], fill: Colour, width: int) -> None:
        """Draws a line through points."""
        self._draw.line([(round(x), round(y)) for x, y in points], fill, width, "curve")

    def rings(self, x: float, y: float, full: int, of: int, size: int = 18) -> float:
        """Draws how many of a number have been won: golden discs, then empty rings; returns their width."""
        for place in range(of):
            self.put(_blob(size, size, GOLD if place < full else PANEL), x + place * (size + 5), y - size / 2)
        return of * (size + 5)

    def crosses(self, x: float, y: float, full: int, of: int, size: int = 18) -> None:
        """Draws how many of a number have been lost: crosses, then empty rings."""
        for place in range(of):
            left = x + place * (size + 6)
            if place < full:
                self.cross(left + size / 2, y, size)
            else:
                self.put(_blob(size, size, PANEL), left, y - size / 2)

    def cross(self, x: float, y: float, size: float) -> None:
        """Draws a cross, centred there."""
        half = size / 2
        for rise in (-half, half):
            self.line([(x - half, y - rise), (x + half, y + rise)], CROSS, max(3, round(size / 4)))

    def dish(self, x: float, y: float, wide: float, high: float) -> None:
        """Draws an empty dish, centred there."""
        self.put(_dish(round(wide), round(high)), x - wide / 2, y - high / 2)

    def stones(self, x: float, y: float, count: int, most: int, size: int) -> None:
        """Lays stones down one by one, from x to the right, closer together where there is no room."""
        high = size * PIEDRA[1] / PIEDRA[0]
        shown = min(count, MOST_STONES)
        step = _step(size, shown, most)
        for place in range(shown):
            lift = (0, 4, -3, 3, -2)[place % 5]
            self.put(drawing(f"piedra{place % PIEDRAS}", size), x + place * step, y - high / 2 + lift)

    def amarracos(self, x: float, y: float, piedras: int, most: int, size: int) -> None:
        """Lays the amarracos of a score down, from x to the right, centred on that height."""
        count = min(piedras // AMARRACO_WORTH, MOST_AMARRACOS)
        step = _step(size, count, most)
        for place in range(count):
            high = size * AMARRACO[1] / AMARRACO[0]
            self.put(drawing("amarraco0", size), x + place * step, y - high / 2)

    def piedras(self, x: float, y: float, piedras: int, most: int, size: int) -> None:
        """Lays down the piedras that are no amarraco yet."""
        count = piedras % AMARRACO_WORTH
        step = _step(size, count, most)
        for place in range(count):
            high = size * PIEDRA[1] / PIEDRA[0]
            lift = (0, 4, -3, 3)[place]
            self.put(drawing(f"piedra{place % PIEDRAS}", size), x + place * step, y - high / 2 + lift)

    def png(self) -> bytes:
        """Returns the picture as a file: few colours, no metadata."""
        file = BytesIO()
        few = self.image.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        few.save(file, "PNG", compress_level=6)
        return file.getvalue()


@lru_cache(maxsize=256)
def _blob(wide: int, high: int, fill: Colour) -> Image.Image:
    """A badge or a ring, its edge smooth: drawn four times as large."""
    large = Image.new("RGBA", (4 * wide, 4 * high))
    box = (0, 0, 4 * wide - 1, 4 * high - 1)
    ImageDraw.Draw(large).rounded_rectangle(box, 2 * min(wide, high), fill, GOLD, 8)
    return large.resize((wide, high), Image.Resampling.LANCZOS)


@lru_cache(maxsize=16)
def _dish(wide: int, high: int) -> Image.Image:
    """A clay dish seen from above, its edge smooth: drawn four times as large."""
    large = Image.new("RGBA", (4 * wide, 4 * high))
    pen = ImageDraw.Draw(large)
    pen.ellipse((0, 0, 4 * wide - 1, 4 * high - 1), CLAY, INK, 8)
    pen.ellipse((40, 28, 4 * wide - 41, 4 * high - 29), tuple(part * 3 // 4 for part in CLAY))
    return large.resize((wide, high), Image.Resampling.LANCZOS)


def _step(size: int, count: int, most: int) -> float:
    """How far apart counters lie: side by side, or one over another where there is no room."""
    return min(size + 4, (most - size) / max(count - 1, 1))
