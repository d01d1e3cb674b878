"""Makes the golden pictures of tests/pictures anew, to be looked at: `python -m tools.golden_pictures`."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from musbot.pictures.draw import laid_out
from musbot.pictures.specs import Still
from tools.samples import SAMPLES

PLACE = Path(__file__).parents[1] / "tests" / "pictures" / "golden"
WIDE, COLOURS = 360, 128


def small(picture: Still) -> Image.Image:
    """Returns a picture as wide as a telephone shows it, in few colours."""
    image = laid_out(picture).image
    image = image.resize((WIDE, round(image.height * WIDE / image.width)), Image.Resampling.LANCZOS)
    return image.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


if __name__ == "__main__":
    for name, picture in SAMPLES.items():
        small(picture).save(PLACE / f"{name}.png", "PNG", optimize=True)
