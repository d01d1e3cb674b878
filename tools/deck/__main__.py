"""Makes the atlas of the drawings in musbot/pictures/deck, and the palette: `python -m tools.deck`."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import resvg_py
from PIL import Image

from musbot.game.cards import RANKS, SUITS
from musbot.pictures.atlas import FILE, PALETTE, PIEDRAS, SIDES, Box, atlas_size, layout
from musbot.pictures.cloth import GREEN
from musbot.pictures.deck.cards import card, card_back, small_back, small_card
from musbot.pictures.deck.counters import amarraco, piedra, sign
from musbot.pictures.draw import draw_still
from tools.samples import SAMPLES

PLACE = Path(__file__).parents[2] / "musbot" / "pictures"


def drawings() -> dict[str, str]:
    """Returns every drawing of the atlas by its name, as SVG."""
    found = {"dorso": card_back(), "dorso-": small_back(), "amarraco0": amarraco()}
    for suit in SUITS:
        for rank in RANKS:
            found |= {f"{rank}{suit}": card(rank, suit), f"{rank}{suit}-": small_card(rank, suit)}
    found |= {f"sign{place}": sign(place) for place in range(SIDES)}
    return found | {f"piedra{place}": piedra(place) for place in range(PIEDRAS)}


def rasterised(drawing: str, box: Box) -> Image.Image:
    """Returns a drawing in the pixels of its box: drawn three times as large and reduced, which is
    smoother."""
    png = resvg_py.svg_to_bytes(
        svg_string=drawing, width=3 * box.wide, height=3 * box.high, skip_system_fonts=True
    )
    with Image.open(BytesIO(bytes(png))) as image:
        return image.convert("RGBA").resize((box.wide, box.high), Image.Resampling.LANCZOS)


def atlas() -> Image.Image:
    """Returns all drawings in one image with transparency, at the places of `layout`."""
    image = Image.new("RGBA", atlas_size())
    made = drawings()
    for name, box in layout().items():
        image.paste(rasterised(made[name], box), (box.x, box.y))
    return image


def palette() -> bytes:
    """Returns the 256 best colours for all samples together, as bytes: red, green and blue of each."""
    drawn = [draw_still(spec).image for spec in SAMPLES.values()]
    every = Image.new("RGB", (max(it.width for it in drawn), sum(it.height for it in drawn)), GREEN)
    below = 0
    for image in drawn:
        every.paste(image, (0, below))
        below += image.height
    return bytes(every.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).getpalette() or ())


if __name__ == "__main__":
    atlas().save(PLACE / FILE, "WEBP", lossless=True, quality=100, method=6, exact=False)
    (PLACE / PALETTE).write_bytes(palette())
