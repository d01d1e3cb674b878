"""The heads of the figures: faces, beards and headgear."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from musbot.pictures.deck.strokes import (
    BLU,
    GREY,
    GRN,
    HAIR,
    INK,
    LGRN,
    RED,
    SKIN,
    YEL,
    brush,
    circle,
    dot,
    path,
    put,
)

CHEEK, SNOW, DARK, BLACK = "#eeb094", "#fffefa", "#6b3f1e", "#2d211a"
WHITE_HAIR, BLOND, AUBURN, STEEL, IRON = "#f1ede2", "#e9bb4c", "#9c4a1f", "#c3ced9", "#8695a4"


def face(x: float, y: float, scale: float, hair: str, beard: str = "") -> str:
    """Returns a head around `x`, `y` with hair of a colour, as SVG elements.

    `beard` has the elements of a beard; without one the cheeks are rosy.
    """
    s = path("M-19,-8 C-24,14 -22,22 -17,28 C-8,34 8,34 17,28 C22,22 24,14 19,-8Z", hair)
    s += path("M-15,-12 C-17,8 -10,24 0,25 C10,24 17,8 15,-12 C8,-18 -8,-18 -15,-12Z", SKIN) + beard
    s += dot(-6, -1, 1.9, INK) + dot(6, -1, 1.9, INK)
    s += path("M-10,-5.5 q4,-3 7.5,-1 M10,-5.5 q-4,-3 -7.5,-1", "none", 1.4)
    s += path("M0,0 q-3.5,6 0.5,7", "none", 1.3)
    if beard:
        s += path("M-9,11 C-4,8 4,8 9,11 C4,15 -4,15 -9,11Z", hair, 1.2) + brush(
            "M-3.5,15.2 q3.5,3 7,0", RED, 2.2
        )
    else:
        s += brush("M-4,13.5 q4,3.4 8,0", RED, 2) + dot(-10, 8, 2.6, CHEEK) + dot(10, 8, 2.6, CHEEK)
    return put(s, x, y, scale)


def long_beard(hair: str) -> str:
    """Returns a beard down to the chest, of the colour `hair`, as SVG elements."""
    s = path("M-16,2 C-18,26 -9,46 0,50 C9,46 18,26 16,2 C13,10 8,9 0,10 C-8,9 -13,10 -16,2Z", hair, 1.8)
    return s + "".join(path(f"M{x},22 q{x / 4},10 {x / 8},18", "none", 1) for x in (-6, 0, 6))


def round_beard(hair: str) -> str:
    """Returns a short full beard, curled, of the colour `hair`, as SVG elements."""
    s = path("M-17,0 C-22,20 -14,34 0,34 C14,34 22,20 17,0 C13,10 8,9 0,10 C-8,9 -13,10 -17,0Z", hair, 1.8)
    return s + "".join(
        path(f"M{x},{y} q3,-4 6,0 q-2,5 -5,3", "none", 1) for x, y in ((-13, 18), (-3, 27), (7, 18))
    )


def pointed_beard(hair: str) -> str:
    """Returns a beard of the chin, to a point, of the colour `hair`, as SVG elements."""
    return path("M-9,12 C-8,28 -4,36 0,42 C4,36 8,28 9,12 C4,17 -4,17 -9,12Z", hair, 1.8)


def forked_beard(hair: str) -> str:
    """Returns a beard in two tails, of the colour `hair`, as SVG elements."""
    s = path(
        "M-16,2 C-20,22 -18,40 -11,52 C-5,46 -2,38 0,30 C2,38 5,46 11,52 C18,40 20,22 16,2 "
        "C13,10 8,9 0,10 C-8,9 -13,10 -16,2Z",
        hair,
        1.8,
    )
    return s + path("M-9,20 q-4,12 -2,22 M9,20 q4,12 2,22", "none", 1)


# ---- kings: the face is at 120, 96 -----------------------------------------------------------------------


def _open_crown() -> str:
    """Returns a golden crown with five points as SVG elements."""
    s = path("M95,82 L88,44 L106,62 L120,36 L134,62 L152,44 L145,82 C130,76 110,76 95,82Z", YEL, 2.4)
    s += path("M94,75 C110,69 130,69 146,75", "none", 1.6)
    s += circle(120, 38, 4, RED, 1.6) + circle(88, 45, 3.4, BLU, 1.5) + circle(152, 45, 3.4, BLU, 1.5)
    return (
        s + circle(120, 66, 3.6, RED, 1.3) + circle(105, 70, 2.6, GRN, 1.2) + circle(135, 70, 2.6, GRN, 1.2)
    )


def _closed_crown() -> str:
    """Returns a crown with arches, a red cap and a cross, as SVG elements."""
    s = path("M96,78 C88,48 104,40 120,38 C136,40 152,48 144,78 C130,72 110,72 96,78Z", RED, 2)
    s += path("M92,84 C110,76 130,76 148,84 L149,72 C130,64 110,64 91,72Z", YEL, 2.2)
    s += path("M97,70 C92,50 106,42 119,40 M143,70 C148,50 134,42 121,40 M120,66 V40", "none", 5)
    s += brush("M97,70 C92,50 106,42 119,40 M143,70 C148,50 134,42 121,40 M120,66 V40", YEL, 2.6)
    s += path("M117,39 v-5 h-5 v-5 h5 v-5 h6 v5 h5 v5 h-5 v5Z", YEL, 1.5)
    return s + "".join(
        circle(x, y, 2.8, c, 1.1) for x, y, c in ((105, 74, BLU), (120, 71, GRN), (135, 74, BLU))
    )


def _coif() -> str:
    """Returns a hood of mail with a crown as SVG elements."""
    s = path(
        "M93,96 C86,60 104,56 120,56 C136,56 154,60 147,96 L152,140 H138 L141,92 C132,78 108,78 99,92 "
        "L102,140 H88Z",
        IRON,
        2.2,
    )
    rings = [(92 + 3 * (row % 2), 104 + 9 * row) for row in range(4)]
    s += "".join(path(f"M{x},{y} q3,-3 6,0 M{x + 50},{y} q3,-3 6,0", "none", 1) for x, y in rings)
    s += path(
        "M94,76 L92,50 L105,60 L113,46 L120,58 L127,46 L135,60 L148,50 L146,76 C130,69 110,69 94,76Z",
        YEL,
        2.3,
    )
    return s + "".join(circle(x, 66, 2.6, BLU, 1.1) for x in (106, 120, 134))


def _wreath() -> str:
    """Returns a crown of oak leaves with acorns as SVG elements."""
    s = path("M94,80 C108,70 132,70 146,80 L145,72 C132,63 108,63 95,72Z", YEL, 2)
    leaf = "M0,4 C-9,0 -10,-10 -5,-14 C-6,-20 -2,-26 0,-28 C2,-26 6,-20 5,-14 C10,-10 9,0 0,4Z"
    for place, (x, y, turn) in enumerate(
        ((95, 72, -34), (107, 66, -16), (120, 63, 0), (133, 66, 16), (145, 72, 34))
    ):
        s += put(path(leaf, (GRN, LGRN)[place % 2], 1.8) + path("M0,2 V-22", "none", 1), x, y, 1, turn)
    return s + circle(113, 70, 3.6, "#b9772a", 1.3) + circle(127, 70, 3.6, "#b9772a", 1.3)


_KINGS: Mapping[str, Callable[[], str]] = {
    "oros": lambda: face(120, 96, 1.12, GREY, long_beard(GREY)) + _open_crown(),
    "copas": lambda: face(120, 96, 1.12, AUBURN, round_beard(AUBURN)) + _closed_crown(),
    "espadas": lambda: face(120, 96, 1.08, BLACK, pointed_beard(BLACK)) + _coif(),
    "bastos": lambda: face(120, 96, 1.12, WHITE_HAIR, forked_beard(WHITE_HAIR)) + _wreath(),
}


# ---- pages: the face is at 120, 104 ----------------------------------------------------------------------


def _beret() -> str:
    """Returns a red beret with a feather as SVG elements."""
    s = path("M90,92 C84,72 104,62 124,64 C150,66 156,80 150,92 C132,84 108,84 90,92Z", RED, 2.4)
    s += path("M92,90 C108,82 134,82 149,90 L148,97 C132,90 108,90 93,97Z", BLU, 1.8)
    return s + _feather(0, 0)


def _feather(x: float, y: float) -> str:
    """Returns a white feather, moved by an offset, as SVG elements."""
    s = path("M142,70 C160,44 182,46 190,58 C178,58 164,70 148,82Z", SNOW, 2)
    s += path("M146,78 C158,62 172,56 184,56", "none", 1.2) + circle(143, 76, 3.6, YEL, 1.4)
    return put(s, x, y)


def _braids() -> str:
    """Returns a girl's hair in braids, under a wreath of flowers, as SVG elements."""
    braid = "".join(
        path(f"M-6,{y} q6,-4 12,0 q2,8 -6,9 q-8,-1 -6,-9Z", BLOND, 1.4) for y in (0, 10, 20, 30, 40)
    )
    tie = path("M-4,50 h8 l2,8 h-12Z", RED, 1.4)
    s = put(braid + tie, 93, 118) + put(braid + tie, 147, 118)
    s += path(
        "M92,100 C90,74 106,68 120,68 C134,68 150,74 148,100 C140,88 130,84 120,78 C110,84 100,88 92,100Z",
        BLOND,
        2.2,
    )
    flowers = ((95, 86, RED), (107, 76, SNOW), (120, 72, RED), (133, 76, SNOW), (145, 86, RED))
    return s + "".join(circle(x, y, 5.4, c, 1.4) + dot(x, y, 2, YEL) for x, y, c in flowers)


def _helmet() -> str:
    """Returns a helmet with a brim and a plume as SVG elements."""
    s = path("M118,66 C110,44 132,30 156,34 C168,38 172,50 166,58 C156,48 138,50 128,68Z", RED, 2)
    s += path("M130,60 C136,46 150,42 162,46", "none", 1.2)
    s += path("M94,90 C92,68 106,60 120,60 C134,60 148,68 146,90Z", STEEL, 2.4)
    s += path("M120,60 V88", "none", 1.4) + path("M104,66 C100,74 99,82 99,88", "none", 1)
    return s + path("M80,94 C96,82 144,82 160,94 C146,100 132,94 120,94 C108,94 94,100 80,94Z", STEEL, 2.2)


def _txapela(x: float = 0, y: float = 0) -> str:
    """Returns a wide Basque beret as SVG elements."""
    s = path(
        "M82,90 C74,74 98,62 124,63 C152,64 168,76 158,90 C150,96 138,92 120,90 C104,90 92,96 82,90Z",
        BLACK,
        2.2,
    )
    s += path("M122,63 q-1,-6 3,-8", "none", 3) + path("M94,94 C108,88 132,88 147,94", "none", 2.4)
    return put(s, x, y)


_PAGES: Mapping[str, Callable[[], str]] = {
    "oros": lambda: face(120, 104, 1.1, HAIR) + _beret(),
    "copas": lambda: face(120, 104, 1.1, BLOND) + _braids(),
    "espadas": lambda: face(120, 104, 1.1, DARK) + _helmet(),
    "bastos": lambda: face(120, 104, 1.1, AUBURN) + _txapela(),
}


# ---- riders: the face is at 141, 102 ---------------------------------------------------------------------


def _plumed_hat() -> str:
    """Returns a wide hat with a white plume as SVG elements."""
    s = path("M112,88 C118,70 160,66 172,86 C156,82 128,82 112,88Z", RED, 2.2)
    s += path("M110,90 C126,80 158,80 174,88 L172,94 C156,88 128,88 112,96Z", BLU, 1.8)
    s += path("M160,74 C176,52 196,54 204,66 C192,66 180,76 166,84Z", SNOW, 1.8)
    return s + path("M164,80 C174,68 186,64 198,64", "none", 1.1)


def _turban() -> str:
    """Returns a white turban with a jewel as SVG elements."""
    s = path("M114,94 C108,70 126,62 142,62 C160,62 174,72 168,94 C154,84 128,84 114,94Z", SNOW, 2.2)
    s += path(
        "M116,86 C130,70 152,68 168,78 M114,92 C132,78 154,78 169,88 M124,68 C138,64 154,66 164,72",
        "none",
        1.3,
    )
    s += path("M164,84 C178,92 180,112 174,128 C168,118 164,106 160,96Z", SNOW, 1.8)
    return (
        s
        + circle(141, 76, 5, RED, 1.6)
        + path("M141,70 C138,58 144,50 150,46 C150,56 148,64 144,70Z", GRN, 1.4)
    )


def _great_helm() -> str:
    """Returns an open-faced helmet with a comb of feathers as SVG elements."""
    s = path("M136,66 C134,44 156,36 180,46 C196,54 198,74 188,88 C182,70 166,62 146,68Z", BLU, 2)
    s += path("M150,58 C164,52 178,58 186,72", "none", 1.2)
    s += path(
        "M119,106 C114,74 126,62 141,62 C156,62 170,74 165,112 L154,128 L157,96 C150,84 132,84 125,96Z",
        STEEL,
        2.2,
    )
    return (
        s
        + path("M141,62 V84", "none", 1.3)
        + circle(160, 98, 3, YEL, 1.2)
        + path("M122,88 C132,78 150,78 160,88", "none", 1.2)
    )


def _straw_hat() -> str:
    """Returns a straw hat with a red band as SVG elements."""
    s = path("M122,84 C120,62 130,58 141,58 C154,58 162,64 160,84Z", YEL, 2.2)
    s += path("M121,84 C132,78 150,78 160,84 L160,76 C150,70 132,70 121,76Z", RED, 1.6)
    s += path("M98,92 C112,78 170,78 184,92 C172,98 156,92 141,92 C126,92 110,98 98,92Z", YEL, 2.2)
    return s + path("M112,90 q14,-6 28,-6 M146,84 q14,0 26,6", "none", 1)


_RIDERS: Mapping[str, Callable[[], str]] = {
    "oros": lambda: face(141, 102, 0.98, DARK) + _plumed_hat(),
    "copas": lambda: face(141, 102, 0.98, BLACK, pointed_beard(BLACK)) + _turban(),
    "espadas": lambda: face(141, 102, 0.98, BLOND) + _great_helm(),
    "bastos": lambda: face(141, 102, 0.98, AUBURN, round_beard(AUBURN)) + _straw_hat(),
}

HEADS: Mapping[int, Mapping[str, Callable[[], str]]] = {10: _PAGES, 11: _RIDERS, 12: _KINGS}
"""The head of every figure, by rank and suit."""
