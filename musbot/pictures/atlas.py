"""The atlas: one image with the drawings of all pictures, which `make deck` renders from `deck`."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageEnhance

from musbot.game.cards import RANKS, SUITS, Card

FILE, PALETTE = "deck.webp", "palette.bin"
"""The files of the atlas and of the palette."""
CARD, NAIPE, SIGN, PIEDRA, AMARRACO = (252, 390), (126, 158), (96, 96), (66, 60), (90, 90)
"""Widths and heights in pixels: cards, small cards with a large number, signs and counters."""

SIDES = 8
"""The number of signs for sides; each has its own shape."""

PIEDRAS = 3
"""The number of different drawings of a stone."""


class Box(NamedTuple):
    """The place of a drawing in the atlas, in pixels."""

    x: int
    """The left edge."""
    y: int
    """The upper edge."""
    wide: int
    """The width."""
    high: int
    """The height."""


def _row(name: str, count: int, size: tuple[int, int], y: int, x: int = 0) -> dict[str, Box]:
    """Returns the places of `count` drawings side by side from x on, by `name` and their number from 0."""
    return {f"{name}{place}": Box(x + place * size[0], y, *size) for place in range(count)}


def layout() -> dict[str, Box]:
    """Returns the place of each drawing by its name.

    The names are `12o` for a card, `12o-` for its small form, `dorso`, `dorso-`, `sign0`, `piedra0`,
    `amarraco0`, and so on.
    """
    boxes = {}
    for line, suit in enumerate(SUITS):
        for column, rank in enumerate(RANKS):
            card = str(Card(rank, suit))
            boxes[card] = Box(column * CARD[0], line * CARD[1], *CARD)
            small = (10 * line + column) % 20, (10 * line + column) // 20
            boxes[f"{card}-"] = Box(small[0] * NAIPE[0], 4 * CARD[1] + small[1] * NAIPE[1], *NAIPE)
    below = 4 * CARD[1] + 2 * NAIPE[1]
    boxes |= {"dorso": Box(0, below, *CARD), "dorso-": Box(CARD[0], below, *NAIPE)}
    right = CARD[0] + NAIPE[0]
    boxes |= _row("sign", SIDES, SIGN, below, right)
    boxes |= _row("piedra", PIEDRAS, PIEDRA, below + SIGN[1], right)
    boxes |= _row("amarraco", 1, AMARRACO, below + SIGN[1], right + PIEDRAS * PIEDRA[0])
    return boxes


def atlas_size() -> tuple[int, int]:
    """Returns the width and height of the atlas, in pixels."""
    boxes = layout().values()
    return max(box.x + box.wide for box in boxes), max(box.y + box.high for box in boxes)


@cache
def _atlas() -> Image.Image:
    """Returns the atlas; loaded once."""
    with Image.open(BytesIO(files("musbot.pictures").joinpath(FILE).read_bytes())) as image:
        return image.convert("RGBA")


@cache
def palette() -> Image.Image:
    """Returns an image of one pixel whose palette has the colours of every picture except films; loaded once.

    Choosing colours per picture took most of the time. The image is shared, so callers must not change it.
    """
    image = Image.new("P", (1, 1))
    image.putpalette(files("musbot.pictures").joinpath(PALETTE).read_bytes())
    return image


@lru_cache(maxsize=512)
def drawing(name: str, wide: int = 0) -> Image.Image:
    """Returns a drawing of the atlas, scaled to `wide` pixels if given; raises KeyError for an unknown name.

    It is shared, so callers must not draw on it.
    """
    box = layout()[name]
    found = _atlas().crop((box.x, box.y, box.x + box.wide, box.y + box.high))
    if not wide or wide == box.wide:
        return found
    return found.resize((wide, round(box.high * wide / box.wide)), Image.Resampling.LANCZOS)


@lru_cache(maxsize=128)
def faded_drawing(name: str, wide: int = 0) -> Image.Image:
    """Returns a dark, colourless drawing for a thrown card, scaled to `wide` pixels if given.

    It is shared, so callers must not draw on it. Raises KeyError for an unknown name.
    """
    found = drawing(name, wide)
    grey = ImageEnhance.Brightness(found.convert("L").convert("RGB")).enhance(0.66)
    grey.putalpha(found.getchannel("A"))
    return grey
