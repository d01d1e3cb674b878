"""Every kind of picture looks as it did when somebody last looked: `python -m tools.pictures golden`."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from musbot.game.cards import cards
from musbot.pictures.draw import draw, draw_still
from musbot.pictures.specs import Still, TanteoPicture
from tools.pictures import GOLDEN, SHOWN, shrink
from tools.samples import HAND, SAMPLES, SHOWDOWN, STONES, STONES_END, STONES_SHOWDOWN, TANTEO

BLOCK, MOST = 12, 26
"""Pixels of a square, and by how much its mean colour may differ: edges of letters do, cards do not."""


def difference(one: Image.Image, other: Image.Image) -> int:
    """Returns by how much the squares of two pictures differ at most, 255 if their sizes do."""
    if one.size != other.size:
        return 255
    apart = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    squares = apart.resize((one.width // BLOCK, one.height // BLOCK), Image.Resampling.BOX)
    return max(band[1] for band in squares.getextrema() if isinstance(band, tuple))


def golden(name: str) -> Image.Image:
    with Image.open(GOLDEN / f"{name}.png") as image:
        return image.convert("RGB")


@pytest.mark.parametrize("name", SAMPLES)
def test_a_picture_looks_as_it_did(name: str) -> None:
    assert difference(shrink(SAMPLES[name]), golden(name)) <= MOST


@pytest.mark.parametrize("name", SAMPLES)
def test_the_palette_leaves_a_picture_as_it_was_laid_out(name: str) -> None:
    with Image.open(BytesIO(draw(SAMPLES[name]))) as file:
        assert difference(file, draw_still(SAMPLES[name]).image) <= MOST


def test_there_is_no_golden_picture_of_nothing() -> None:
    assert (
        {file.stem for file in GOLDEN.iterdir()}
        == set(SAMPLES)
        == set(SHOWN) | {"sorteo-eight", "sorteo-one", "showdown-lean"}
    )


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("hand", replace(HAND, cards=cards("12o 3c 11b 1b"))),
        ("hand", replace(HAND, cards=cards("12o 3c 11b 2e"))),
        ("hand", replace(HAND, thrown=cards("1e"))),
        ("showdown", replace(SHOWDOWN, won="")),
        ("showdown", replace(SHOWDOWN, players=(*SHOWDOWN.players[2:], *SHOWDOWN.players[:2]))),
        ("tanteo", replace(TANTEO, sides=(replace(TANTEO.sides[0], piedras=18), TANTEO.sides[1]))),
        ("tanteo", replace(TANTEO, sides=(replace(TANTEO.sides[0], bando=2), TANTEO.sides[1]))),
        ("stones", replace(STONES, dish=10)),
        ("stones", replace(STONES, holders=(replace(STONES.holders[0], against=1), *STONES.holders[1:]))),
        ("stones", replace(STONES, holders=(replace(STONES.holders[0], note=""), *STONES.holders[1:]))),
        ("stones-end", replace(STONES_END, course=(3, *STONES_END.course[1:]))),
        ("stones-showdown", replace(STONES_SHOWDOWN, payments=STONES_SHOWDOWN.payments[::-1])),
    ],
)
def test_the_tolerance_would_notice(name: str, changed: Still) -> None:
    assert difference(shrink(changed), golden(name)) > MOST


def test_sides_differ_by_shape_and_not_by_colour_alone() -> None:
    def grey(bando: int) -> Image.Image:
        sides = (replace(TANTEO.sides[0], bando=bando), TANTEO.sides[1])
        changed: TanteoPicture = replace(TANTEO, sides=sides)
        return draw_still(changed).image.crop((54, 110, 126, 182)).convert("1", dither=Image.Dither.NONE)

    shapes = [grey(bando).tobytes() for bando in range(8)]
    assert len(set(shapes)) == 8
