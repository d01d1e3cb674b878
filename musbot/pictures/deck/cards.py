"""The forty cards, their small forms with a large number, and the back."""

from __future__ import annotations

from math import cos, pi, sin

from musbot.pictures.deck.figures import LAYERS, TURNED, figure
from musbot.pictures.deck.pips import basto, copa, espada, oro
from musbot.pictures.deck.strokes import (
    BLU,
    DIGITS,
    GRN,
    INK,
    LGRN,
    LRED,
    LYEL,
    PAPER,
    RED,
    YEL,
    brush,
    circle,
    dot,
    ink,
    path,
    put,
    svg,
)

WIDE, HIGH = 240, 372
"""The size of a card."""
SUITS = {"o": "oros", "c": "copas", "e": "espadas", "b": "bastos"}
"""The suits by their letters."""
HAIR = 'stroke="#6b6258" stroke-width="1.5"'
"""The style of hairlines."""
MIDDLE_X, MIDDLE_Y = WIDE / 2, HIGH / 2

BUSTS = {10: (22, 34, 176), 11: (36, 22, 168), 12: (18, 30, 192)}
"""The part of a figure that its small card shows: its place and width."""

SMALL_PIPS: dict[str, tuple[float, float, float, float]] = {
    "o": (94, 130, 1.1, 0),
    "c": (94, 130, 1.12, 0),
    "e": (100, 112, 1.36, 24),
    "b": (98, 114, 1.36, 24),
}
"""The place, size and rotation of a suit's sign on a small card."""
SMALL_NUMBER, SMALL_FIGURE, SMALL_SIGN = 4.6, 4.0, (128, 33, 0.46)
"""The font sizes on small cards and on small figures, and the place of the suit's sign on a figure."""

LEFT, RIGHT, TOP, BOTTOM = 80, WIDE - 80, 86, HIGH - 86
"""The edges of the area with pips."""
CORNERS: list[tuple[float, float, float]] = [(x, y, 0.74) for y in (TOP, BOTTOM) for x in (LEFT, RIGHT)]
"""The places of pips in the corners."""
ROUND: dict[int, list[tuple[float, float, float]]] = {
    2: [(MIDDLE_X, 104, 1.25), (MIDDLE_X, HIGH - 104, 1.25)],
    3: [(88, 102, 0.94), (156, MIDDLE_Y, 0.94), (88, HIGH - 102, 0.94)],
    4: CORNERS,
    5: [*CORNERS, (MIDDLE_X, MIDDLE_Y, 1.05)],
    6: [*CORNERS, (LEFT, MIDDLE_Y, 0.74), (RIGHT, MIDDLE_Y, 0.74)],
    7: [(x, y, 0.62) for y in (92, MIDDLE_Y + 6, HIGH - 80) for x in (74, WIDE - 74)]
    + [(MIDDLE_X, 140, 0.62)],
}
"""The places and sizes of oros and copas."""


def card(rank: int, suit: str) -> str:
    """Returns a card as an SVG document; `suit` is a letter of SUITS."""
    name = SUITS[suit]
    inner = _figure(rank, name) if rank in LAYERS else _pips(name, rank)
    return svg(_frame(name) + inner + _numbers(rank), WIDE, HIGH)


def small_card(rank: int, suit: str) -> str:
    """Returns the small form of a card as an SVG document, 160 by 200; `suit` is a letter of SUITS.

    It has a large number, and the suit's sign; a figure has its bust too.
    """
    name = SUITS[suit]
    paper = f'<rect x="1" y="1" width="158" height="198" rx="15" fill="{PAPER}" {HAIR}/>'
    if rank in LAYERS:
        window = bust(rank, name)
        inner = f'<svg x="4" y="64" width="152" height="132" {window}>{figure(rank, name)}</svg>'
        inner += put(_pip(name, 0), *SMALL_SIGN, 0)
    else:
        inner = put(_pip(name, 0), *SMALL_PIPS[suit])
    return svg(paper + inner + small_pinta(suit) + small_number(rank), 160, 200)


def small_pinta(suit: str) -> str:
    """Returns the outline of a small card as SVG elements, with gaps that mark its suit, a letter of
    SUITS."""
    return _pinta(SUITS[suit], 160, 200, 6, 15, 3)


def bust(rank: int, suit: str) -> str:
    """Returns the SVG attributes that crop a figure to the part that its small card shows; `suit` is a
    name."""
    x, y, wide = BUSTS[rank]
    x = WIDE - x - wide if suit in TURNED else x
    return f'viewBox="{x} {y} {wide} {wide * 132 / 152:.1f}" preserveAspectRatio="xMidYMid slice"'


def small_number(rank: int) -> str:
    """Returns the number of a small card as SVG elements."""
    return number(rank, 13, 13, SMALL_FIGURE if rank in LAYERS else SMALL_NUMBER)


def card_back() -> str:
    """Returns the back of a card as an SVG document."""
    rim = f'<rect x="1" y="1" width="238" height="370" rx="13" fill="{PAPER}" {HAIR}/>'
    field = f'<rect x="14" y="14" width="212" height="344" rx="7" fill="#8f1d27" {ink(2)}/>'
    line = f'fill="none" stroke="{YEL}" stroke-width="1.5"'
    field += f'<rect x="21" y="21" width="198" height="330" rx="4" {line}/>'
    lattice = ""
    for row in range(13):
        for column in range(8):
            x, y = 34 + column * 24.6, 36 + row * 25
            lattice += dot(x, y, 2.1, YEL)
            if row < 12 and column < 7:
                lattice += path(f"M{x + 12.3},{y + 4} l7,8.5 l-7,8.5 l-7,-8.5Z", "#a8303a", 1)
    medal = circle(MIDDLE_X, MIDDLE_Y, 62, "#8f1d27", 2.4) + circle(MIDDLE_X, MIDDLE_Y, 56, PAPER, 1.6)
    head = f'<path d="M0,0 A24,24 0 0 1 48,0 A12,12 0 0 1 24,0 A12,12 0 0 0 0,0Z" fill="{GRN}" {ink(2)}/>'
    lauburu = "".join(put(head, MIDDLE_X, MIDDLE_Y, 1, turn) for turn in (0, 90, 180, 270))
    return svg(rim + field + lattice + medal + lauburu, WIDE, HIGH)


def small_back() -> str:
    """Returns the back of a small card as an SVG document."""
    inner = card_back().replace("<svg ", '<svg preserveAspectRatio="none" ', 1)
    return svg(inner.replace(f'width="{WIDE}" height="{HIGH}"', 'width="160" height="200"', 1), 160, 200)


def _frame(suit: str) -> str:
    """Returns the paper and the outline of a card as SVG elements."""
    size = f'width="{WIDE - 2}" height="{HIGH - 2}"'
    paper = f'<rect x="1" y="1" {size} rx="13" fill="{PAPER}" {HAIR}/>'
    return paper + _pinta(suit, WIDE, HIGH, 13, 14, 2.2)


def _pinta(suit: str, wide: int, high: int, inset: int, gap: float, width: float) -> str:
    """Returns the outline of a card as SVG elements, with gaps that mark its suit (la pinta): none, one, two
    or three."""
    left, right, top, bottom = inset, wide - inset, inset + 1, high - inset - 1
    s, gaps = "", list(SUITS.values()).index(suit)
    part = (right - left) / (gaps + 1)
    for y in (top, bottom):
        for place in range(gaps + 1):
            start = left + place * part + (gap / 2 if place else 0)
            end = left + (place + 1) * part - (gap / 2 if place < gaps else 0)
            s += path(f"M{start:.1f},{y} L{end:.1f},{y}", "none", width)
    return s + path(f"M{left},{top} V{bottom} M{right},{top} V{bottom}", "none", width)


def number(rank: int, x: float, y: float, scale: float) -> str:
    """Returns the digits of a rank as SVG elements, the first digit at `x`, `y`; `scale` enlarges them."""
    digits = " ".join(str(rank))
    s = ""
    for colour, width in ((PAPER, 5), (INK, 2.1)):
        for place, digit in enumerate(digits.split()):
            s += put(brush(DIGITS[digit], colour, width), place * 7.6, 0)
    return put(s, x, y, scale)


def _numbers(rank: int) -> str:
    """Returns the number in two opposite corners as SVG elements."""
    corner = number(rank, 21, 22, 3.1)
    return corner + f'<g transform="rotate(180 {MIDDLE_X} {MIDDLE_Y})">{corner}</g>'


def _figure(rank: int, suit: str) -> str:
    """Returns a figure, reduced to leave room for the numbers, as SVG elements."""
    return f'<g transform="translate(27 26) scale(0.8)">{figure(rank, suit)}</g>'


def _pip(suit: str, place: int, length: float = 100) -> str:
    """Returns the sign of a suit as SVG elements; clubs have three colours by `place`, and only swords and
    clubs have a length."""
    match suit:
        case "oros":
            return oro()
        case "copas":
            return copa()
        case "espadas":
            return espada(length)
        case _:
            colours = ((GRN, LGRN), (RED, LRED), ("#c98b1c", LYEL))[place % 3]
            return basto(*colours, length=length)


def _pips(suit: str, count: int) -> str:
    """Returns the signs of a card from one to seven as SVG elements."""
    if count == 1:
        return {"oros": _as_oros, "copas": _as_copas, "espadas": _as_espadas, "bastos": _as_bastos}[suit]()
    if suit in ("oros", "copas"):
        return "".join(put(_pip(suit, 0), x, y, scale) for x, y, scale in ROUND[count])
    return _long(suit, count)


def _long(suit: str, count: int) -> str:
    """Returns the signs of a card of swords or clubs, from two to seven, as SVG elements."""

    def one(place: int, length: float) -> str:
        """Returns a sword or club of a length."""
        return _pip(suit, place, length)

    if count == 2:
        return put(one(0, 196), 88, MIDDLE_Y, 1.3) + put(one(1, 196), 152, MIDDLE_Y, 1.3, 180)
    if count == 3 and suit == "espadas":
        outer = put(one(0, 190), 72, MIDDLE_Y + 6, 1.3) + put(one(0, 190), 168, MIDDLE_Y + 6, 1.3)
        return outer + put(one(1, 190), MIDDLE_X, MIDDLE_Y - 6, 1.3, 180)
    if count == 3:
        turns = ((1, 0), (0, 25), (2, -25))
        return "".join(put(one(place, 205), MIDDLE_X, MIDDLE_Y, 1.22, turn) for place, turn in turns)
    if count == 4:
        corners = ((80, 112, 145), (160, 112, 215), (160, HIGH - 112, 325), (80, HIGH - 112, 35))
        return "".join(put(one(place, 112), x, y, 0.96, turn) for place, (x, y, turn) in enumerate(corners))
    across = put(one(2, 130), MIDDLE_X, MIDDLE_Y, 0.98, 90)
    if count == 5:
        corners = ((76, 102, 180), (164, 102, 180), (164, HIGH - 102, 0), (76, HIGH - 102, 0))
        return across + "".join(
            put(one(place % 2, 115), x, y, 1, turn) for place, (x, y, turn) in enumerate(corners)
        )
    columns = (74, 122, 170) if suit == "espadas" else (72, MIDDLE_X, 168)
    rows = ((104, 180, 0), (HIGH - 104, 0, 1))
    s = "".join(
        put(one(place + first, 104), x if not first else WIDE - x, y, 0.98, turn)
        for y, turn, first in rows
        for place, x in enumerate(columns)
    )
    return s if count == 6 else s + across


# ---- the aces --------------------------------------------------------------------------------------------


def _leaf(x: float, y: float, turn: float, scale: float = 1, fill: str = LGRN) -> str:
    """Returns a leaf, rotated by `turn` degrees, as SVG elements."""
    vein = path("M3,0 H22", "none", 1)
    return put(path("M0,0 C8,-9 20,-9 28,0 C20,9 8,9 0,0Z", fill, 1.5) + vein, x, y, scale, turn)


def _as_oros() -> str:
    """Returns a large coin as SVG elements: a sun's face in a wreath, a crown above and a ribbon below."""
    y0 = 184
    wreath = path(f"M{MIDDLE_X},{y0 + 84} A84,84 0 0 1 {MIDDLE_X - 78},{y0 - 34}", "none", 2.4)
    wreath += path(f"M{MIDDLE_X},{y0 + 84} A84,84 0 0 0 {MIDDLE_X + 78},{y0 - 34}", "none", 2.4)
    for step in range(9):
        for hand in (-1, 1):
            angle = pi / 2 + hand * (0.18 + step * 0.25)
            x, y = MIDDLE_X + 84 * cos(angle), y0 + 84 * sin(angle)
            along = angle * 180 / pi + hand * 90
            wreath += _leaf(x, y, along - 34 * hand, 0.86, LGRN if step % 2 else GRN)
            wreath += _leaf(x, y, along + 38 * hand, 0.72, GRN if step % 2 else LGRN)
            if step % 3 == 1:
                wreath += circle(x, y, 4.2, RED, 1.4)
    coin = circle(0, 0, 66, "#e59a12", 3) + circle(0, 0, 61, YEL, 1.4)
    coin += "".join(
        dot(round(54.5 * cos(2 * pi * i / 32), 2), round(54.5 * sin(2 * pi * i / 32), 2), 2.6, INK)
        for i in range(32)
    )
    coin += circle(0, 0, 48, "#e59a12", 1.6) + circle(0, 0, 44.5, LYEL, 1.2)
    for place in range(16):
        ray = path("M-6,-24 L0,-42 L6,-24Z", (RED, "#e59a12")[place % 2], 1.3)
        coin += put(ray, 0, 0, 1, 22.5 * place)
    coin += circle(0, 0, 26, YEL, 2)
    coin += (
        dot(-9, -5, 2.6, INK)
        + dot(9, -5, 2.6, INK)
        + path("M-14,-11 q5,-4 10,-1 M14,-11 q-5,-4 -10,-1", "none", 1.6)
    )
    coin += path("M0,-4 q-4,7 0.5,9", "none", 1.5) + brush("M-8,12 q8,7 16,0", RED, 2.8)
    coin += dot(-15, 5, 3.4, "#f0a54a") + dot(15, 5, 3.4, "#f0a54a")
    crown = path("M-34,16 L-42,-22 L-21,-4 L0,-30 L21,-4 L42,-22 L34,16 C16,10 -16,10 -34,16Z", YEL, 2.4)
    crown += path("M-35,8 C-16,2 16,2 35,8", "none", 1.6) + circle(0, -29, 5, RED, 1.6)
    crown += circle(-42, -22, 4, BLU, 1.5) + circle(42, -22, 4, BLU, 1.5) + circle(0, -1, 4.4, RED, 1.3)
    crown += circle(-19, 2, 3, GRN, 1.2) + circle(19, 2, 3, GRN, 1.2)
    ribbon = path("M60,312 L38,302 L50,322 L34,336 L70,334Z", LRED, 2.2)
    ribbon += path("M180,312 L202,302 L190,322 L206,336 L170,334Z", LRED, 2.2)
    ribbon += path("M56,306 C92,322 148,322 184,306 L190,330 C150,346 90,346 50,330Z", RED, 2.4)
    ribbon += path("M60,312 C94,327 146,327 180,312 M56,325 C92,340 148,340 184,325", "none", 1.2)
    return wreath + put(coin, MIDDLE_X, y0) + put(crown, MIDDLE_X, 66, 0.92) + put(ribbon, 24, 58, 0.8)


def _as_copas() -> str:
    """Returns a cup with a lid and handles as SVG elements."""
    lid = path("M-34,-44 C-30,-66 -12,-72 0,-72 C12,-72 30,-66 34,-44Z", GRN)
    lid += path("M-24,-50 C-10,-55 10,-55 24,-50", "none", 1.3) + circle(0, -77, 5.5, YEL, 1.8)
    bow = "M37,-34 C58,-40 56,-8 32,-4"
    handle = path(bow, "none", 5) + brush(bow, YEL, 2.6)
    return put(put(handle, 0, 0, 1, 0, -1) + handle + lid + copa(), MIDDLE_X, MIDDLE_Y + 24, 1.86)


def _as_espadas() -> str:
    """Returns a sword with a ribbon and a sprig of laurel as SVG elements."""
    ribbon = path("M70,250 C100,220 140,262 172,226 L182,244 C146,282 104,244 78,270Z", RED, 2.2)
    ribbon += path("M76,256 C104,232 142,266 176,234", "none", 1.1)
    stem = path("M74,120 C58,150 60,176 70,198", "none", 2)
    leaves = (
        (74, 122, -110),
        (66, 140, -160),
        (67, 142, -40),
        (62, 160, 170),
        (63, 164, -25),
        (65, 184, 155),
    )
    laurel = stem + "".join(_leaf(x, y, turn, 0.86) for x, y, turn in leaves)
    return laurel + put(espada(164), MIDDLE_X + 6, MIDDLE_Y, 1.7, 24) + ribbon


def _as_bastos() -> str:
    """Returns a club with leaves as SVG elements."""
    s = _leaf(150, 196, -20, 1.3) + _leaf(86, 150, 200, 1.3) + _leaf(140, 250, 20, 1.1)
    s += _leaf(98, 232, 165, 1.1) + _leaf(160, 130, -35, 1.1) + _leaf(90, 190, 150)
    return s + put(basto(length=146), MIDDLE_X, MIDDLE_Y, 1.88, 18)
