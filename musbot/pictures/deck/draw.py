"""The strokes of which every card is drawn, as SVG: ink around flat colours."""

from __future__ import annotations

INK, PAPER = "#241a12", "#fffdf5"
RED, YEL, BLU, GRN = "#c9252d", "#f6bd27", "#2f6fb6", "#2e8b46"
LRED, LYEL, LBLU, LGRN = "#e4564f", "#ffe07a", "#9cc9ec", "#7cc36a"
SKIN, HAIR, GREY = "#f6cfa8", "#b9772a", "#b8b4ac"


def ink(width: float = 2) -> str:
    """Returns the attributes of an ink line."""
    return f'stroke="{INK}" stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round"'


def path(d: str, fill: str = "none", width: float = 2, more: str = "") -> str:
    """Returns a shape given by its path data."""
    return f'<path d="{d}" fill="{fill}" {ink(width)} {more}/>'


def brush(d: str, colour: str, width: float) -> str:
    """Returns a line of a colour, without ink around it."""
    ends = 'stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width}" {ends}/>'


def circle(x: float, y: float, r: float, fill: str, width: float = 2) -> str:
    """Returns an inked circle."""
    return f'<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}" {ink(width)}/>'


def ellipse(x: float, y: float, rx: float, ry: float, fill: str, width: float = 2) -> str:
    """Returns an inked ellipse."""
    return f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="{fill}" {ink(width)}/>'


def rect(x: float, y: float, wide: float, high: float, fill: str, width: float = 2, rx: float = 0) -> str:
    """Returns an inked rectangle with round corners."""
    size = f'width="{wide}" height="{high}"'
    return f'<rect x="{x}" y="{y}" {size} rx="{rx}" fill="{fill}" {ink(width)}/>'


def dot(x: float, y: float, r: float, fill: str) -> str:
    """Returns a circle without ink."""
    return f'<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}"/>'


def at(drawing: str, x: float, y: float, scale: float = 1, turn: float = 0, wide: float | None = None) -> str:
    """Returns a drawing moved, turned (degrees) and scaled; `wide` is its own scale across."""
    across = scale if wide is None else wide
    return f'<g transform="translate({x} {y}) rotate({turn}) scale({across} {scale})">{drawing}</g>'


def svg(drawing: str, wide: float, high: float) -> str:
    """Returns a whole SVG document."""
    size = f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{drawing}</svg>'
