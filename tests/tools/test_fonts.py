"""The fonts of pictures: every letter that their sources have, in little room, under names of our own."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from PIL import ImageFont

from musbot.pictures.letters import BODY, FACES, FONTS, Face, font, split_runs
from tests.support.names import SCRIPTS
from tools.fonts import WEIGHT, assign_letters, licence, main, make_font, open_source, read_source

MOST_BYTES = 3_000_000
NAMES = sorted({name for face in FACES for name in (face.name, face.bold) if name})


def first_with(faces: dict[Face, set[int]]) -> dict[int, str]:
    """The script of the font that a letter is drawn in, for each letter."""
    found: dict[int, str] = {}
    for face, points in faces.items():
        for point in points:
            found.setdefault(point, face.name.partition("-")[0])
    return found


def test_every_letter_of_the_sources_is_drawn_in_the_font_that_it_was_drawn_in() -> None:
    sources = first_with({face: set(open_source(face.name).getBestCmap()) for face in FACES})
    ours = first_with({face: set(TTFont(FONTS / f"{face.name}.woff2").getBestCmap()) for face in FACES})
    assert ours == sources
    assert len(ours) > 24_000


def test_the_fonts_are_small_and_nothing_lies_beside_them() -> None:
    assert sum(file.stat().st_size for file in FONTS.iterdir()) <= MOST_BYTES
    assert sorted(file.name for file in FONTS.iterdir()) == sorted(
        ["OFL.txt", *(f"{it}.woff2" for it in NAMES)]
    )


def test_no_font_has_a_reserved_name_and_the_licence_names_every_owner() -> None:
    kept = (FONTS / "OFL.txt").read_text("utf-8")
    assert kept == licence(set(NAMES))
    assert "SIL OPEN FONT LICENSE Version 1.1" in kept
    for name in NAMES:
        font = TTFont(FONTS / f"{name}.woff2")
        assert font["name"].getBestFamilyName() == f"Musbot {name}"
        assert not [it for it in map(str, font["name"].names) if "Noto" in it or "Source" in it]


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_name_is_as_wide_as_in_the_source_font(name: str) -> None:
    for run in split_runs(name):
        ours = font(run.face, 48)
        source = ImageFont.truetype(BytesIO(read_source(run.face.name)), 48, layout_engine=ours.layout_engine)
        if "fvar" in open_source(run.face.name):
            source.set_variation_by_axes([WEIGHT])
        assert ours.getlength(run.text) == pytest.approx(source.getlength(run.text), rel=0.03, abs=1)
        assert ours.getbbox(run.text) == pytest.approx(source.getbbox(run.text), rel=0.06, abs=2)


def test_a_font_is_made_with_the_bytes_that_are_kept() -> None:
    points = assign_letters()
    for face in FACES:
        if face.name in ("hebrew", "thai", BODY.name):
            assert make_font(face.name, face, points[face]) == (FONTS / f"{face.name}.woff2").read_bytes()


@pytest.mark.long
def test_all_fonts_are_made_with_the_bytes_that_are_kept(tmp_path: Path) -> None:
    main(tmp_path)
    for file in FONTS.iterdir():
        assert (tmp_path / file.name).read_bytes() == file.read_bytes(), file.name
