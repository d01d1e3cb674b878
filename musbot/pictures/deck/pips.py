"""The signs of the suits, each in a box of about 100 by 100 around 0,0."""

from __future__ import annotations

from math import cos, pi, sin

from musbot.pictures.deck.strokes import (
    BLU,
    GRN,
    INK,
    LBLU,
    LGRN,
    LRED,
    LYEL,
    RED,
    YEL,
    brush,
    circle,
    dot,
    ellipse,
    ink,
    path,
    rect,
)

GOLD = "#e59a12"
"""Colours of coins and cups."""


def oro() -> str:
    """Returns a coin as SVG elements."""
    s = circle(0, 0, 50, GOLD, 3) + circle(0, 0, 46, YEL, 1.4)
    s += "".join(
        dot(round(40.5 * cos(2 * pi * i / 28), 2), round(40.5 * sin(2 * pi * i / 28), 2), 2.3, INK)
        for i in range(28)
    )
    s += circle(0, 0, 34.5, GOLD, 1.6) + circle(0, 0, 31.5, LYEL, 1.2)
    for i in range(8):
        s += (
            f'<path d="M0,-5 C8,-14 7,-24 0,-30 C-7,-24 -8,-14 0,-5Z" transform="rotate({45 * i})" '
            f'fill="{RED if i % 2 == 0 else YEL}" {ink(1.3)}/>'
        )
    return s + circle(0, 0, 8, BLU, 1.5) + dot(-2, -2, 2.4, LBLU)


def copa() -> str:
    """Returns a cup as SVG elements."""
    s = path("M-7,22 C-7,34 -28,34 -31,46 L31,46 C28,34 7,34 7,22Z", YEL, 2.4)
    s += path("M-27,40 C-10,44 10,44 27,40", "none", 1.4)
    s += rect(-34, 45, 68, 6.5, BLU, 2.2, 2)
    s += path("M-38,-42 C-40,-6 -26,16 0,18 C26,16 40,-6 38,-42Z", RED, 2.6)
    s += path("M-38,-26 C-14,-17 14,-17 38,-26 L36.5,-13 C14,-4 -14,-4 -36.5,-13Z", YEL, 1.8)
    s += "".join(
        circle(x, y, 3.4, c, 1.1)
        for x, y, c in ((-26, -18, BLU), (-9, -14.5, GRN), (9, -14.5, BLU), (26, -18, GRN))
    )
    s += path("M-24,2 C-14,9 14,9 24,2", "none", 1.4)
    s += "".join(
        path(f"M{x},{4 + dy} q4,5 0,9 q-4,-4 0,-9Z", LYEL, 1) for x, dy in ((-11, 1), (0, 2.5), (11, 1))
    )
    s += brush("M-31,-34 C-31,-18 -26,-4 -19,3", LRED, 4)
    s += ellipse(0, -42, 38, 7.5, YEL, 2.4) + ellipse(0, -42, 31, 4.2, "#7d1218", 1.4)
    return s + ellipse(0, 23, 12.5, 5.5, YEL, 2)


def espada(length: float = 100) -> str:
    """Returns a sword about `length` units long, its point up, as SVG elements."""
    t, g = -length / 2, length / 2 - 32  # tip, guard
    s = path(f"M0,{t} L7,{t + 13} L6,{g} L-6,{g} L-7,{t + 13}Z", LBLU, 2.2)
    s += f'<path d="M0,{t + 2} L6.2,{t + 13} L5.3,{g - 1} L0,{g - 1}Z" fill="{BLU}"/>' + path(
        f"M0,{t + 10} L0,{g - 2}", "none", 1.1
    )
    s += rect(-4.6, g + 6, 9.2, 19, RED, 2, 2)
    s += "".join(path(f"M-4.6,{g + 10 + i * 5} L4.6,{g + 8 + i * 5}", "none", 1.4) for i in range(3))
    s += path(
        (
            f"M-21,{g - 3} C-14,{g + 1} -8,{g + 1} 0,{g - 2} C8,{g + 1} 14,{g + 1} 21,{g - 3} C24,{g + 2} "
            f"22,{g + 8} 17,{g + 8} C10,{g + 8} 6,{g + 9} 0,{g + 9} C-6,{g + 9} -10,{g + 8} -17,{g + 8} "
            f"C-22,{g + 8} -24,{g + 2} -21,{g - 3}Z"
        ),
        YEL,
        2,
    )
    return s + circle(0, g + 28, 5.8, YEL, 2)


def basto(main: str = GRN, light: str = LGRN, length: float = 100) -> str:
    """Returns a club, its thick end up, as SVG elements centred on 0, 0.

    `main` is its colour, `light` the colour of its highlight; `length` is in SVG units.
    """

    def y(share: float) -> float:
        """Returns a height in percent of the club's length as a coordinate."""
        return round(share * length / 100, 2)

    s = ""
    for x, yy, r in ((-13, -14, -62), (11, 6, 58), (-9, 22, -58)):
        s += (
            f'<g transform="translate({x} {y(yy)}) rotate({r})">'
            + path("M-4.5,6 L-3.4,-6 L3.4,-6 L4.5,6Z", main, 1.8)
            + ellipse(0, -6, 3.5, 2, LYEL, 1.3)
            + "</g>"
        )
    s += path(
        (
            f"M-5,{y(49)} C-7,{y(24)} -17,{y(0)} -17,{y(-26)} C-17,{y(-44)} -8,{y(-51)} "
            f"1,{y(-50)} C12,{y(-49)} 18,{y(-40)} 16,{y(-22)} C14,{y(0)} 7,{y(24)} 5,{y(49)}Z"
        ),
        main,
        2.4,
    )
    s += brush(f"M-9,{y(-36)} C-11,{y(-12)} -4,{y(12)} -1.5,{y(36)}", light, 5)
    s += "".join(path(f"M{x},{y(v)} q3.5,-4 7,0", "none", 1.5) for x, v in ((3, -30), (-2, -6), (0, 16)))
    return s + ellipse(0, y(49), 5, 2.6, LYEL, 1.6)
