"""Draws text in any script, for names: finds a font for each letter and measures lines."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont, features

from musbot.pictures.atlas import drawing

FONTS = Path(__file__).with_name("fonts")
"""The folder of the fonts; `tools/fonts.py` makes them."""


class Face(NamedTuple):
    """A font file."""

    name: str
    """The name of its file in FONTS, without the ending."""
    bold: str = ""
    """The name of the bold font; "" if there is none."""
    shaped: bool = False
    """Whether its letters must be joined by a text shaping library."""
    leftward: bool = False
    """Whether its script is written from right to left."""


BODY = Face("latin", "latin-bold")
"""The main font."""
JAPANESE = tuple(Face(f"japanese-{part}") for part in range(16))
"""The Japanese font in parts, in the order of its letters: a name loads few of them."""
FACES = (
    BODY,
    Face("arabic", shaped=True, leftward=True),
    Face("hebrew", shaped=True, leftward=True),
    *JAPANESE,
    Face("emoji", shaped=True),
    *map(Face, ("more-latin", "armenian", "georgian", "ethiopic", "symbols")),
    *(
        Face(script, shaped=True)
        for script in (
            "devanagari",
            "bengali",
            "gujarati",
            "gurmukhi",
            "kannada",
            "khmer",
            "lao",
            "malayalam",
            "myanmar",
            "oriya",
            "sinhala",
            "tamil",
            "telugu",
            "thai",
        )
    ),
)
"""The fonts, in order of preference."""

SIGNS = ("🔷", "🟠", "🔺", "💜", "⭐", "🍀", "🌙", "🔔")
"""The sign of each side, distinct in shape and colour; pictures have their own drawings of the signs."""
_DRAWN = Face("")
_HANGUL = re.compile("[가-힣]+")

ELLIPSIS = "…"
"""The end of a text that was cut."""
JOINER, NON_JOINER = "\u200d", "\u200c"
"""Invisible characters that join letters or keep them apart."""
MOST_MARKS = 2
"""The maximum number of marks on a letter; more would overlap the neighbouring lines."""
PROBE = 24
"""The font size that tests whether a font has a letter."""


@cache
def _can_join_letters() -> bool:
    """Returns whether Pillow can join letters of shaped scripts (libraqm)."""
    return bool(features.check("raqm"))


@lru_cache(maxsize=256)
def font(face: Face, size: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    """Returns a font in a size in pixels; with `bold` its bold form, if it has one."""
    engine = ImageFont.Layout.RAQM if face.shaped and _can_join_letters() else ImageFont.Layout.BASIC
    name = face.bold if bold and face.bold else face.name
    return ImageFont.truetype(FONTS / f"{name}.woff2", size, layout_engine=engine)


@cache
def _missing_bitmap(face: Face) -> bytes:
    """Returns the bitmap that a font draws for a letter that it lacks."""
    return bytes(font(face, PROBE).getmask("\uffff"))


@lru_cache(maxsize=8192)
def _has_letter(face: Face, letter: str) -> bool:
    """Returns whether a font has a letter.

    False for the face of the sides' signs, and for right-to-left fonts without a text shaping library.
    """
    if face is _DRAWN or (face.leftward and not _can_join_letters()):
        return False
    return bytes(font(face, PROBE).getmask(letter)) != _missing_bitmap(face)


@lru_cache(maxsize=4096)
def _face(letter: str) -> Face | None:
    """Returns the first font that has a letter; None if no font has it.

    For a side's sign it returns a face without a file, because signs are drawings.
    """
    if letter in SIGNS:
        return _DRAWN
    return next((face for face in FACES if _has_letter(face, letter)), None)


class Run(NamedTuple):
    """A part of a line in one font."""

    face: Face
    """The font."""
    text: str
    """The part."""


def _assign_fonts(text: str) -> Iterator[Run]:
    """Yields each drawable letter with its font; marks and joiners take the font of the letter before them.
    marks and joiners take the font of the letter before them.

    Each kind of blank becomes a space. Dropped are marks beyond MOST_MARKS on a letter, marks that its font
    lacks, and joiners after an unshaped font.
    """
    last, marks = BODY, 0
    for letter in text:
        if letter.isspace():
            yield Run(last if last.leftward else BODY, " ")
            continue
        kind = unicodedata.category(letter)
        if letter in (JOINER, NON_JOINER):
            if last.shaped:
                yield Run(last, letter)
            continue
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks:
            if marks <= MOST_MARKS and _has_letter(last, letter):
                yield Run(last, letter)
            continue
        face = _face(letter)
        if face is not None and kind not in ("Cc", "Cf", "Co", "Cs", "Cn"):
            last = face
            yield Run(face, letter)


def _plain_letters(text: str) -> str:
    """Returns a text in which plain letters replace the fancy letters that the main font lacks, and Hangul is
    romanised.

    No font here has Hangul; Unicode names each syllable by its sound.
    """
    composed = unicodedata.normalize("NFC", text)
    plain = "".join(it if _has_letter(BODY, it) else unicodedata.normalize("NFKC", it) for it in composed)
    return _HANGUL.sub(_romanise, plain)


def _romanise(hangul: re.Match[str]) -> str:
    """Returns the sounds of Hangul syllables in Latin letters, the first one a capital."""
    return "".join(unicodedata.name(it).split()[-1] for it in hangul[0]).title()


@lru_cache(maxsize=4096)
def split_runs(text: str) -> tuple[Run, ...]:
    """Splits a line into runs of one font each, in logical order.

    Fancy letters become plain, Hangul is romanised, and other letters without a font are dropped. An ellipsis
    after a final right-to-left run is moved before that run.
    """
    placed = list(_assign_fonts(_plain_letters(text)))
    for place in range(len(placed) - 1, 0, -1):  # a blank between two fonts is of the plain one
        if placed[place - 1].text == " " and placed[place].face != placed[place - 1].face:
            placed[place - 1] = Run(BODY, " ")
    grouped = groupby(placed, lambda run: run.face)
    found = [Run(face, "".join(run.text for run in group)) for face, group in grouped]
    if len(found) > 1 and found[-1].text == ELLIPSIS and found[-2].face.leftward:
        found[-2:] = [found[-1], found[-2]]  # text from right to left is cut at its left end
    return tuple(found)


@lru_cache(maxsize=4096)
def make_drawable(text: str) -> str:
    """Returns a text as `split_runs` gives it, with single blanks and none at its ends; it may be empty."""
    return " ".join("".join(run.text for run in split_runs(text)).split())


@lru_cache(maxsize=4096)
def length(text: str, size: int, *, bold: bool = False) -> float:
    """Returns the width of a line, bold or not, in pixels, without the letters that no font has."""
    return sum(_run_width(run, size, bold=bold) for run in split_runs(text))


def _run_width(run: Run, size: int, *, bold: bool) -> float:
    """Returns the width of a run in pixels; a side's sign is as wide as `size`."""
    if run.face is _DRAWN:
        return size * len(run.text)
    return font(run.face, size, bold=bold).getlength(run.text)


def write(
    image: Image.Image,
    at: tuple[float, float],
    text: str,
    size: int,
    fill: tuple[int, int, int],
    *,
    bold: bool,
) -> None:
    """Draws a line on the image from its left end around its middle height, in pixels.

    Letters without a font are left out.
    """
    pen = ImageDraw.Draw(image)
    ascent, descent = font(BODY, size, bold=bold).getmetrics()
    x, base = at[0], round(at[1] + (ascent - descent) / 2)
    for run in split_runs(text):
        if run.face is _DRAWN:
            for place, letter in enumerate(run.text):
                sign = drawing(f"sign{SIGNS.index(letter)}", size * 9 // 10)
                image.paste(sign, (round(x + size * (place + 0.05)), round(at[1] - sign.height / 2)), sign)
        else:
            pen.text((round(x), base), run.text, fill, font(run.face, size, bold=bold), "ls")
        x += _run_width(run, size, bold=bold)
