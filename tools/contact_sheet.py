"""Makes docs/pictures.png: every kind of picture as a telephone shows it, in a light and in a dark chat."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw

from musbot.pictures.draw import laid_out
from tools.samples import SAMPLES

PLACE = Path(__file__).parents[1] / "docs" / "pictures.png"
CHAT, GAP, COLUMNS = 360, 14, 3
LIGHT, DARK = (221, 230, 213), (14, 22, 33)
"""The backgrounds of a light and a dark chat."""
SHOWN = tuple(
    """
    hand hand-thrown showdown tanteo sorteo end chances showdown-eight tanteo-eight
    showdown-hidden tanteo-vacas hand-five stones-showdown stones stones-end stones-three stones-out
    """.split()
)
COLOURS = 256


def chat(names: tuple[str, ...], background: tuple[int, int, int]) -> Image.Image:
    """Returns pictures beneath each other in columns, each as wide as a telephone's chat."""
    pictures = []
    for name in names:
        image = laid_out(SAMPLES[name]).image
        high = round(image.height * CHAT / image.width)
        pictures.append(image.resize((CHAT, high), Image.Resampling.LANCZOS))
    columns: list[list[Image.Image]] = [[] for _ in range(COLUMNS)]
    for picture in pictures:
        min(columns, key=lambda column: sum(each.height + GAP for each in column)).append(picture)
    high = max(sum(each.height + GAP for each in column) for column in columns) + GAP
    sheet = Image.new("RGB", (COLUMNS * (CHAT + GAP) + GAP, high), background)
    for place, column in enumerate(columns):
        y = GAP
        for picture in column:
            sheet.paste(picture, (GAP + place * (CHAT + GAP), y), _round(picture.size))
            y += picture.height + GAP
    return sheet


def _round(size: tuple[int, int]) -> Image.Image:
    """Round corners, as chats cut them."""
    mask = Image.new("L", size)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), 10, 255)
    return mask


def sheet() -> Image.Image:
    """Returns the whole sheet: the light chat on the left, the dark one on the right."""
    halves = [chat(SHOWN, colour) for colour in (LIGHT, DARK)]
    whole = Image.new("RGB", (sum(half.width for half in halves), halves[0].height))
    whole.paste(halves[0], (0, 0))
    whole.paste(halves[1], (halves[0].width, 0))
    return whole.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


if __name__ == "__main__":
    sheet().save(PLACE, "PNG", optimize=True)
