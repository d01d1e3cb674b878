"""The objects on the table except cards, as SVG: signs of the sides, piedras and amarracos."""

from __future__ import annotations

from math import cos, pi, sin

from musbot.pictures.deck.strokes import DIGITS, brush, dot, put, svg

RIM = 'stroke="#fffdf5" stroke-width="7" stroke-linejoin="round"'
"""The white rim of a sign."""
STAR = " ".join(
    f"{50 + radius * sin(turn * pi / 5):.1f},{52 - radius * cos(turn * pi / 5):.1f}"
    for turn, radius in enumerate((44, 19) * 5)
)
"""The points of a star."""
CLOVER = (
    "M47,52 C46,70 42,80 34,90 L48,92 C52,80 54,68 54,52Z "
    "M50,56 C30,50 26,14 50,14 C74,14 70,50 50,56Z "
    "M50,54 C34,70 6,60 14,40 C20,26 48,40 50,54Z M50,54 C66,70 94,60 86,40 C80,26 52,40 50,54Z"
)
"""The outline of a clover leaf."""
BELL = "M50,8 C72,8 76,28 77,46 C78,60 84,66 92,76 H8 C16,66 22,60 23,46 C24,28 28,8 50,8Z"
"""The outline of a bell."""
SIGNS = (
    f'<path d="M50,6 L94,50 L50,94 L6,50Z" fill="#2f7fe0" {RIM}/>',
    f'<circle cx="50" cy="50" r="42" fill="#f08a1d" {RIM}/>',
    f'<path d="M50,10 L94,88 L6,88Z" fill="#d8303a" {RIM}/>',
    f'<path d="M50,90 C-10,50 8,8 32,10 C42,11 48,18 50,26 C52,18 58,11 68,10 C92,8 110,50 50,90Z" '
    f'fill="#8a4fd0" {RIM}/>',
    f'<polygon points="{STAR}" fill="#f6c51e" {RIM}/>',
    f'<path d="{CLOVER}" fill="#23a455" {RIM}/>',
    f'<path d="M62,8 A44,44 0 1 0 92,70 A36,36 0 0 1 62,8Z" fill="#3b4754" {RIM}/>',
    f'<path d="{BELL}" fill="#e667a5" {RIM}/><circle cx="50" cy="86" r="9" fill="#e667a5" {RIM}/>',
)
"""The sign of each side, like its emoji in texts; distinct in shape and colour."""


def sign(place: int) -> str:
    """Returns the sign of a side, from 0 to 7, as an SVG document."""
    return svg(SIGNS[place], 100, 100)


def piedra(place: int) -> str:
    """Returns a pebble, from 0 to 2, as an SVG document."""
    shape, light = (
        ("M10,44 C6,22 26,8 54,10 C84,12 98,30 94,52 C90,74 66,82 42,80 C22,78 12,64 10,44Z", "#e4ded2"),
        ("M14,50 C8,30 22,12 46,10 C76,8 96,26 92,46 C90,68 74,82 48,82 C28,82 18,68 14,50Z", "#d6d3cf"),
        ("M8,46 C8,26 30,14 52,12 C78,10 94,24 94,44 C94,68 70,78 50,80 C26,82 8,66 8,46Z", "#ece2cd"),
    )[place]
    shadow = f'<path d="{shape}" fill="#0b2a1c" opacity="0.45" transform="translate(3 7)"/>'
    body = f'<path d="{shape}" fill="{light}" stroke="#5b564d" stroke-width="3"/>'
    turn = 'transform="translate(52 50) scale(0.84 0.6) translate(-50 -22)"'
    shade = f'<path d="{shape}" fill="#8f897d" opacity="0.5" {turn}/>'
    glint = '<ellipse cx="36" cy="30" rx="16" ry="7" fill="#ffffff" opacity="0.85"/>'
    return svg(shadow + body + shade + glint + dot(66, 30, 3, "#fff"), 104, 94)


def amarraco() -> str:
    """Returns an amarraco as an SVG document: a larger, dark stone with a five on it, because it counts
    five."""
    shape = "M8,52 C6,26 28,8 54,9 C80,10 98,28 96,54 C94,80 74,95 50,94 C26,93 9,78 8,52Z"
    shadow = f'<path d="{shape}" fill="#0b2a1c" opacity="0.45" transform="translate(3 7)"/>'
    body = f'<path d="{shape}" fill="#40566e" stroke="#c9d6e2" stroke-width="4"/>'
    light = '<path d="M24,34 C32,22 44,17 58,18" fill="none" stroke="#9fb4c8" stroke-width="5" '
    five = put(brush(DIGITS["5"], "#fffdf5", 1.7), 33, 29, 4.2)
    return svg(shadow + body + light + 'stroke-linecap="round"/>' + five, 104, 104)
