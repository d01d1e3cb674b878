"""Makes the fonts of the pictures, and their licence, in musbot/pictures/fonts: `python -m tools.fonts`.

The sources are the fonts in packages of the extra `dev`. A font keeps the letters that no font before it has.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Mapping, Set
from importlib.resources import files
from io import BytesIO
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.varLib.instancer import instantiateVariableFont

from musbot.pictures.letters import BODY, FACES, FONTS, JAPANESE, JOINER, NON_JOINER, Face

_NOTO, _SOURCE = "manimgx_fonts", "font_source_sans_pro"
SOURCES: Mapping[str, tuple[str, str]] = {
    "latin": (_SOURCE, "files/SourceSansPro-Semibold.ttf"),
    "latin-bold": (_SOURCE, "files/SourceSansPro-Bold.ttf"),
    **{face.name: ("pylopdf_fonts_jp", "NotoSansJP-Regular.otf") for face in JAPANESE},
    "emoji": (_NOTO, "NotoEmoji[wght].ttf"),
    "more-latin": (_NOTO, "NotoSans[wght].ttf"),
}
"""The packages and paths of the source fonts, by our names; the others are Noto's, named for their script."""
LICENCE = (_SOURCE, "files/LICENSE.txt")
"""The package and the path of the licence text."""
UNITS = 256
"""The size of the square in which letters are drawn; smaller numbers take less room."""
WEIGHT = 600
"""The weight that variable fonts are fixed to."""
MADE = 2_082_844_800
"""The date that every font bears, in seconds since 1904: 1970, whenever it was made."""
ALWAYS = frozenset(map(ord, (" ", JOINER, NON_JOINER, "\u25cc")))
"""Code points that every font keeps: a text shaping library needs them."""
_HEADER = "The fonts in this folder are modified versions under other names, made by tools/fonts.py from:"


def read_source(name: str) -> bytes:
    """Returns the file of the source font for one of our fonts; names not in SOURCES are scripts of Noto
    Sans."""
    package, path = SOURCES.get(name) or (_NOTO, f"NotoSans{name.capitalize()}[wght].ttf")
    return files(package).joinpath(*path.split("/")).read_bytes()


def open_source(name: str) -> TTFont:
    """Returns the opened source font for one of our fonts."""
    return TTFont(BytesIO(read_source(name)), recalcTimestamp=False)


def assign_letters() -> dict[Face, Set[int]]:
    """Returns the code points that each font keeps: those that no font before it has, and its marks."""
    found: dict[Face, Set[int]] = {}
    before: set[int] = set()
    for face in FACES:
        own = set(open_source(face.name).getBestCmap())
        if face in JAPANESE:
            own = _part(own, JAPANESE.index(face))
        found[face] = {it for it in own if it not in before or it in ALWAYS or _is_mark(it)}
        before |= own
    return found


def _part(points: Set[int], part: int) -> set[int]:
    """Returns one of the equal parts of the Japanese letters; each part has the spaces and the marks."""
    every = frozenset(it for it in points if it in ALWAYS or _is_mark(it))
    letters = sorted(points - every)
    most = -(-len(letters) // len(JAPANESE))
    return {*letters[part * most : (part + 1) * most], *every}


def _is_mark(point: int) -> bool:
    """Returns whether a code point is a combining mark."""
    return unicodedata.category(chr(point)).startswith("M")


def make_font(name: str, face: Face, points: Set[int]) -> bytes:
    """Returns a font with these code points and all that shapes them, as WOFF2; always the same bytes."""
    font = open_source(name)
    if "fvar" in font:
        font = instantiateVariableFont(font, {"wght": WEIGHT})
    options = Options(name_IDs=[], glyph_names=False, notdef_outline=True, hinting=face is BODY)
    options.layout_features = ["*"] if face.shaped else []
    options.drop_tables += ["BASE", "MVAR", "STAT", "VORG", "vhea", "vmtx"]
    if not face.shaped:
        options.drop_tables += ["GDEF", "GPOS", "GSUB"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=points)
    subsetter.subset(font)
    if "CFF " in font:
        font = _redraw(font)
    elif face is not BODY:  # its hints are written for its own square
        scale_upem(font, UNITS)
    for number, text in ((1, f"Musbot {name}"), (2, "Regular"), (4, f"Musbot {name}"), (6, f"Musbot-{name}")):
        font["name"].setName(text, number, 3, 1, 0x409)
    font["head"].created = font["head"].modified = MADE
    font.flavor = "woff2"
    made = BytesIO()
    font.save(made)
    return made.getvalue()


def _redraw(font: TTFont) -> TTFont:
    """Returns a CFF font with its letters alone, in a square of UNITS; every point is rounded for itself."""
    scale = UNITS / font["head"].unitsPerEm
    drawn, cmap, shapes, widths = font.getGlyphSet(), font.getBestCmap(), {}, {}
    names = {name: f"{place:x}" if place else name for place, name in enumerate(font.getGlyphOrder())}
    for old, name in names.items():
        pen = T2CharStringPen(None, None)
        drawn[old].draw(TransformPen(pen, (scale, 0, 0, scale, 0, 0)))
        shapes[name], widths[name] = pen.getCharString(), (round(drawn[old].width * scale), 0)
    builder = FontBuilder(UNITS, isTTF=False)
    builder.setupGlyphOrder(list(names.values()))
    builder.setupCharacterMap({point: names[name] for point, name in cmap.items()})
    builder.setupCFF("Musbot", {}, shapes, {})
    builder.setupHorizontalMetrics(widths)
    builder.setupHorizontalHeader(
        ascent=round(font["hhea"].ascent * scale), descent=round(font["hhea"].descent * scale)
    )
    builder.setupNameTable({})
    builder.setupOS2()
    builder.setupPost(keepGlyphNames=False)
    made: TTFont = builder.font
    made.recalcTimestamp = False
    return made


def licence(names: Set[str]) -> str:
    """Returns the copyright lines of the source fonts of `names`, and the licence's text."""
    package, path = LICENCE
    text = files(package).joinpath(*path.split("/")).read_text("utf-8")
    owners = sorted({str(open_source(name)["name"].getDebugName(0)) for name in names})
    body = text.replace("\r\n", "\n").partition("This Font Software is licensed")
    return "\n".join([_HEADER, "", *owners, "", "".join(body[1:])])


def main(place: Path) -> int:
    """Writes every font and the licence into a folder, and prints the size of each; returns 0."""
    for face, points in assign_letters().items():
        for name in filter(None, (face.name, face.bold)):
            made = make_font(name, face, points)
            (place / f"{name}.woff2").write_bytes(made)
            sys.stdout.write(f"{name}: {len(points)} code points, {len(made)} bytes\n")
    every = {name for face in FACES for name in (face.name, face.bold) if name}
    (place / "OFL.txt").write_text(licence(every), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else FONTS))
