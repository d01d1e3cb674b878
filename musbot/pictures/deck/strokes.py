"""The strokes of the cards as SVG: ink around flat colours."""

from __future__ import annotations

INK, PAPER = "#241a12", "#fffdf5"
RED, YEL, BLU, GRN = "#c9252d", "#f6bd27", "#2f6fb6", "#2e8b46"
LRED, LYEL, LBLU, LGRN = "#e4564f", "#ffe07a", "#9cc9ec", "#7cc36a"
SKIN, HAIR, GREY = "#f6cfa8", "#b9772a", "#b8b4ac"

DIGITS = {
    "0": "M1,3 C1,0 6,0 6,3 V9 C6,12 1,12 1,9Z",
    "1": "M1.5,2.5 L4,0.6 V11.6",
    "2": "M1,3 C1,-0.2 6,-0.2 6,3 C6,5.6 1,8 1,11.4 H6.2",
    "3": "M1,0.8 H6 L3.2,4.8 C7.2,4.8 7,11.5 3.4,11.5 C2,11.5 1.1,10.7 0.8,9.6",
    "4": "M5,11.6 V0.6 L0.6,8.4 H6.8",
    "5": "M5.8,0.7 H1.6 L1.2,5.4 C3,4 6.3,4.8 6.3,8 C6.3,12 1.8,12.4 0.8,9.8",
    "6": "M5.6,0.6 C2.4,1.8 1,5 1,8.2 C1,12.6 6.3,12.6 6.3,8.2 C6.3,4.6 1.6,4.6 1.1,8",
    "7": "M0.8,0.7 H6.3 C4.4,4 3.2,7.4 3,11.6",
}
"""The digits as lines, seven wide and twelve high, so that no font is needed."""


def ink(width: float = 2) -> str:
    """Returns the SVG attributes of an ink line, `width` units wide."""
    return f'stroke="{INK}" stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round"'


def path(d: str, fill: str = "none", width: float = 2, more: str = "") -> str:
    """Returns a shape from SVG path data with an ink line; `more` are further attributes."""
    return f'<path d="{d}" fill="{fill}" {ink(width)} {more}/>'


def brush(d: str, colour: str, width: float) -> str:
    """Returns a coloured line from SVG path data, without ink around it."""
    ends = 'stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width}" {ends}/>'


def circle(x: float, y: float, r: float, fill: str, width: float = 2) -> str:
    """Returns an inked circle as an SVG element."""
    return f'<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}" {ink(width)}/>'


def ellipse(x: float, y: float, rx: float, ry: float, fill: str, width: float = 2) -> str:
    """Returns an inked ellipse as an SVG element."""
    return f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="{fill}" {ink(width)}/>'


def rect(x: float, y: float, wide: float, high: float, fill: str, width: float = 2, rx: float = 0) -> str:
    """Returns an inked rectangle, its corners rounded by `rx`, as an SVG element."""
    size = f'width="{wide}" height="{high}"'
    return f'<rect x="{x}" y="{y}" {size} rx="{rx}" fill="{fill}" {ink(width)}/>'


def dot(x: float, y: float, r: float, fill: str) -> str:
    """Returns a circle without ink as an SVG element."""
    return f'<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}"/>'


def put(
    drawing: str, x: float, y: float, scale: float = 1, turn: float = 0, wide: float | None = None
) -> str:
    """Returns a drawing that is moved, rotated (in degrees) and scaled, as an SVG group; `wide` is the scale
    of its width, by default `scale`."""
    across = scale if wide is None else wide
    return f'<g transform="translate({x} {y}) rotate({turn}) scale({across} {scale})">{drawing}</g>'


def svg(drawing: str, wide: float, high: float) -> str:
    """Returns a drawing as a whole SVG document, `wide` by `high` units, with 0, 0 at the top left."""
    size = f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{drawing}</svg>'
