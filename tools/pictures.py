"""Draws every kind of picture: `python -m tools.pictures sheet`, `golden` or `bench`.

`sheet` makes docs/pictures.png: pictures as a telephone shows them, in a light and in a dark chat.
`golden` writes the golden pictures of tests/pictures, to look at. `bench` prints what drawing costs.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from PIL import Image, ImageDraw

from musbot.pictures.draw import draw, draw_still
from musbot.pictures.specs import Still
from tools.samples import SAMPLES

ROOT = Path(__file__).parents[1]
SHEET = ROOT / "docs" / "pictures.png"
GOLDEN = ROOT / "tests" / "pictures" / "golden"
CHAT, GAP, COLUMNS = 360, 14, 3
LIGHT, DARK = (221, 230, 213), (14, 22, 33)
"""The backgrounds of a light and a dark chat."""
SHOWN = tuple(
    """
    hand hand-thrown showdown tanteo sorteo end chances showdown-eight tanteo-eight
    showdown-hidden tanteo-vacas hand-five stones-showdown stones stones-end stones-three stones-out shared
    """.split()
)
COLOURS, GOLDEN_COLOURS = 256, 128
ROUNDS = 30


def chat(names: tuple[str, ...], background: tuple[int, int, int]) -> Image.Image:
    """Returns pictures below each other in COLUMNS columns on a background, each as wide as a phone's
    chat."""
    pictures = []
    for name in names:
        image = draw_still(SAMPLES[name]).image
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
    """Returns a mask with round corners, as chats cut pictures."""
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


def shrink(picture: Still) -> Image.Image:
    """Returns a picture as wide as a phone shows it (CHAT), in GOLDEN_COLOURS colours."""
    image = draw_still(picture).image
    image = image.resize((CHAT, round(image.height * CHAT / image.width)), Image.Resampling.LANCZOS)
    return image.quantize(GOLDEN_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


def _time_drawing(spec: Still) -> tuple[float, int]:
    """Draws a picture; returns the seconds of processor time and the size of the file in bytes."""
    started = time.process_time()
    size = len(draw(spec))
    return time.process_time() - started, size


def bench() -> None:
    """Prints for every sample the median and worst processor time of ROUNDS drawings, and the size."""
    first = _time_drawing(SAMPLES["hand"])[0]
    sys.stdout.write(f"{'picture':20} {'median ms':>10} {'worst ms':>9} {'KB':>6}\n")
    for name, spec in SAMPLES.items():
        drawn = sorted(_time_drawing(spec) for _ in range(ROUNDS))
        median, worst = (drawn[place][0] * 1e3 for place in (ROUNDS // 2, -1))
        sys.stdout.write(f"{name:20} {median:10.1f} {worst:9.1f} {drawn[0][1] / 1000:6.1f}\n")
    sys.stdout.write(f"the very first, with the atlas and fonts read: {first * 1e3:.0f} ms\n")


def main() -> None:
    """Writes the sheet or the golden pictures, or prints the measurements."""
    parser = argparse.ArgumentParser(prog="python -m tools.pictures")
    parser.add_argument("what", choices=("sheet", "golden", "bench"))
    what = parser.parse_args().what
    if what == "sheet":
        sheet().save(SHEET, "PNG", optimize=True)
    elif what == "golden":
        for name, picture in SAMPLES.items():
            shrink(picture).save(GOLDEN / f"{name}.png", "PNG", optimize=True)
    else:
        bench()


if __name__ == "__main__":
    main()
