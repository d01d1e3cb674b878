"""Sota, caballo and rey of every suit: twelve figures; the figures of a rank share a pose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from musbot.pictures.deck.dress import harness, page_clothes, royal
from musbot.pictures.deck.heads import HEADS
from musbot.pictures.deck.pips import basto, copa, espada, oro
from musbot.pictures.deck.strokes import (
    BLU,
    GRN,
    INK,
    RED,
    SKIN,
    YEL,
    brush,
    circle,
    dot,
    path,
    put,
)

SNOW = "#fffefa"
"""Colours."""
PALETTES = {
    "oros": (YEL, RED, BLU),
    "copas": (RED, YEL, GRN),
    "espadas": (BLU, RED, YEL),
    "bastos": (GRN, YEL, RED),
}
"""For each suit: its main colour, the colour of cloaks, and the colour of trimmings."""

WIDE = 240
"""The width of a figure."""
TURNED = frozenset({"copas", "bastos"})
"""The suits whose figures look to the right."""

HORSES = {
    "oros": ("#c98a4b", "#e0ab70", "#77502e", "#4b2f1a"),
    "copas": ("#f3efe6", "#ffffff", "#c9c1b2", "#b9ac94"),
    "espadas": ("#4d4541", "#786d67", "#2f2926", "#1d1714"),
    "bastos": ("#a8542a", "#cf7f4f", "#6d3418", "#f0d9a8"),
}
"""For each horse: its coat, the light on it, its far legs and its mane."""

HOLDS: Mapping[int, tuple[float, float, float, float, float]] = {
    10: (50, 90, 1, 50, 118),
    11: (100, 72, 0.9, 100, 101),
    12: (50, 92, 1, 50, 120),
}
"""For each figure: the place and size of the suit's sign, and the place of the hand."""


def ground() -> str:
    """Returns the ground below a figure as SVG elements."""
    tufts = ((50, 347), (188, 347), (176, 343))
    grass = "".join(path(f"M{x},{y} q2,-7 5,-9 M{x},{y} q-1,-6 -4,-8", "none", 1.3) for x, y in tufts)
    earth = '<path d="M30,352 C60,332 180,332 210,352Z" fill="#d9a441"/>'
    return earth + path("M34,351 C70,336 170,336 206,351", "none", 1.6) + grass


def held_sign(suit: str, x: float, y: float, scale: float = 1) -> str:
    """Returns the suit's sign in a figure's hand as SVG elements."""
    match suit:
        case "oros":
            return put(oro(), x, y, 0.58 * scale)
        case "copas":
            return put(copa(), x, y, 0.62 * scale)
        case "espadas":
            return put(espada(106), x + 2, y - 3, 0.82 * scale)
        case _:
            return put(basto(length=104), x + 2, y - 2, 0.92 * scale)


def hand(x: float, y: float) -> str:
    """Returns a figure's fist, centred on `x`, `y`, as SVG elements."""
    fingers = path("M-5,-3 q5,-3 9,0 M-6,1 q6,-3 11,0", "none", 1.1)
    return put(circle(0, 0, 7.5, SKIN) + fingers, x, y)


def figure(rank: int, suit: str) -> str:
    """Returns a page (10), rider (11) or king (12) with the suit's sign, as SVG elements on a whole card.

    `suit` is a name, such as `copas`. The figures of the suits in TURNED are mirrored.
    """
    body = "".join(layer.draw(suit) for layer in LAYERS[rank])
    return turn_figure(body + sign_in_hand(rank, suit), suit)


def turn_figure(drawing: str, suit: str) -> str:
    """Returns a drawing of a figure, mirrored if the suit's figures look to the right, as SVG elements."""
    return put(drawing, WIDE, 0, 1, 0, -1) if suit in TURNED else drawing


def sign_in_hand(rank: int, suit: str) -> str:
    """Returns the sign that a figure holds up, and the hand around it, as SVG elements."""
    x, y, scale, x_hand, y_hand = HOLDS[rank]
    lower = 2 if rank == 12 and suit in ("oros", "copas") else 0
    return held_sign(suit, x, y, scale) + hand(x_hand, y_hand + lower)


def _robe(suit: str) -> str:
    """Returns a king's cloak and robe, on the ground, as SVG elements."""
    a, b, _ = PALETTES[suit]
    s = ground()
    s += path("M92,334 q-16,2 -20,12 h34Z", b, 2) + path("M148,334 q16,2 20,12 h-34Z", b, 2)
    s += path(
        (
            "M70,142 C44,190 40,270 34,338 C52,346 70,344 84,338 L156,338 C170,344 190,346 "
            "206,338 C200,270 196,190 170,142Z"
        ),
        b,
        2.4,
    )
    s += path("M82,140 C70,200 66,280 62,338 C90,346 150,346 178,338 C174,280 170,200 158,140Z", a, 2.4)
    s += path("M62,322 C90,331 150,331 178,322 M61,330 C90,339 150,339 179,330", "none", 1.5)
    return s


def _arms(suit: str) -> str:
    """Returns a king's sleeves and belt as SVG elements."""
    a = PALETTES[suit][0]
    s = path("M80,222 C100,232 140,232 160,222 L161,236 C140,246 100,246 79,236Z", YEL, 2)
    s += circle(120, 237, 6, RED, 1.6)
    s += path("M160,168 C184,176 196,194 186,212 C176,222 158,214 150,206 C148,190 150,176 160,168Z", a, 2.2)
    s += path("M80,168 C58,172 44,160 44,140 L62,132 C66,142 74,150 88,152Z", a, 2.2)
    s += path("M43,142 l20,-8 l-3,-9 l-19,7Z", YEL, 1.8)
    return s + path("M166,210 q12,6 18,-2 l4,8 q-12,12 -26,4Z", YEL, 1.6) + hand(158, 216)


def _crowned_head(suit: str) -> str:
    """Returns a king's head as SVG elements."""
    return HEADS[12][suit]()


def _page(suit: str) -> str:
    """Returns a page's cloak, hose and doublet, on the ground, as SVG elements."""
    a, b, c = PALETTES[suit]
    s = ground()
    s += path("M92,150 C70,190 66,230 74,262 L170,262 C176,230 172,190 150,150Z", b, 2.2)
    for x, col in ((104, b), (138, c)):
        s += path(
            (
                f"M{x - 13},232 C{x - 13},270 {x - 10},300 {x - 8},334 L{x + 9},334 C{x + 10},300 "
                f"{x + 14},270 {x + 14},232Z"
            ),
            col,
            2.2,
        )
        s += path(
            f"M{x - 9},326 C{x - 14},338 {x - 20},340 {x - 22},346 H{x + 11} V326Z",
            INK if col != INK else RED,
            1.8,
        )
        s += path(f"M{x - 10},284 q10,4 21,0", "none", 1.3)
    s += path(
        (
            "M88,150 C84,180 82,200 76,244 C90,256 104,250 120,256 C136,250 150,256 164,244 "
            "C158,200 156,180 152,150 C140,140 100,140 88,150Z"
        ),
        a,
        2.4,
    )
    return s


def _sleeves(suit: str) -> str:
    """Returns a page's arms and collar as SVG elements."""
    a, b, _ = PALETTES[suit]
    s = ""
    s += (
        path("M150,150 C172,154 182,172 176,186 C170,194 160,192 154,186Z", b, 2.2)
        + path("M174,182 C184,200 176,214 160,222 L154,212 C162,206 166,198 160,190Z", a, 2.2)
        + hand(157, 217)
    )
    s += path("M162,158 q6,12 0,26 M169,160 q7,10 2,24", "none", 1.2)
    s += (
        path("M92,150 C72,150 60,162 62,174 C68,184 82,182 90,176Z", b, 2.2)
        + path("M64,172 C52,164 46,150 46,134 L60,130 C62,144 70,154 82,162Z", a, 2.2)
        + path("M44,136 l18,-7 l-2,-7 l-17,6Z", YEL, 1.6)
    )
    s += path("M76,154 q-4,12 -2,26 M84,152 q-2,12 0,26", "none", 1.2)
    return s


def _page_head(suit: str) -> str:
    """Returns a page's head, with a collar except for bastos, as SVG elements."""
    collar = "" if suit == "bastos" else path("M104,144 C108,152 132,152 136,144 L132,134 H108Z", SNOW, 1.8)
    return collar + HEADS[10][suit]()


def _horse(suit: str) -> str:
    """Returns a horse with its bridle, on the ground, as SVG elements."""
    return ground() + _horse_body(suit) + _horse_head(suit) + _bridle()


def _horse_body(suit: str) -> str:
    """Returns a horse's body, from tail to neck and the far legs first, as SVG elements."""
    hb, hl, far, mane = HORSES[suit]
    s = path(
        "M196,216 C222,214 228,250 214,296 C208,286 206,272 204,262 C202,250 198,242 190,240Z", mane, 2.2
    )
    s += path("M176,250 C170,278 176,292 164,310 L156,336 H170 L176,314 C190,296 188,276 196,256Z", far, 2.2)
    s += path(
        (
            "M98,244 C78,250 58,246 48,262 C50,276 54,286 58,298 L70,296 C68,286 66,278 66,270 "
            "C80,268 98,272 108,264Z"
        ),
        far,
        2.2,
    )
    s += path("M57,296 l14,-2 l3,10 l-17,2Z", INK, 1.6) + path("M154,334 h17 l3,11 h-23Z", INK, 1.6)
    body = (
        "M58,150 C66,136 76,130 86,132 C100,140 116,158 126,184 C146,192 176,190 194,204 "
        "C210,218 210,240 202,262 C196,280 202,290 204,302 L200,336 H185 L186,306 C176,294 "
        "168,280 166,262 C150,270 130,272 114,266 C112,286 112,300 108,314 L106,338 H91 "
        "L94,312 C92,290 86,268 84,246 C76,228 76,206 80,190 C74,192 68,192 62,198 C56,206 "
        "44,208 38,200 C34,192 42,178 58,150Z"
    )
    s += path(body, hb, 2.6)
    s += brush("M96,150 C110,170 114,190 104,214 C98,226 96,240 98,258", hl, 6)
    s += brush("M180,206 C192,214 194,232 188,248", hl, 6)
    return s + path("M90,336 h17 l3,11 h-23Z", INK, 1.6) + path("M184,334 h17 l3,11 h-23Z", INK, 1.6)


def _horse_head(suit: str) -> str:
    """Returns a horse's ears, mane and face, as SVG elements."""
    hb, _, _, mane = HORSES[suit]
    s = path("M72,134 C74,122 80,116 86,112 C88,122 90,130 88,138Z", hb, 2)
    s += path(
        (
            "M84,132 C108,136 126,160 130,186 C122,182 118,176 114,176 C114,166 106,166 104,158 "
            "C98,158 96,148 88,146 C88,140 84,138 84,132Z"
        ),
        mane,
        2,
    )
    s += path("M80,130 C70,132 64,140 62,150 C70,148 78,144 82,138Z", mane, 1.6)
    s += dot(64, 163, 3, INK) + dot(63, 162, 1, "#fff") + path("M58,157 q6,-4 12,-1", "none", 1.5)
    return s + dot(43, 194, 1.9, INK) + path("M46,202 q5,-1 8,-6", "none", 1.4)


def _bridle() -> str:
    """Returns the straps of the head, the rein, and the strap across the chest, as SVG elements."""
    head = "M47,178 L70,188 M50,176 C52,186 56,194 62,198 M70,188 L78,146"
    rein, chest = "M66,188 C86,214 110,206 126,190", "M82,228 C92,238 104,240 112,236"
    straps = ((head, 3.4, RED, 1.6), (rein, 3.2, RED, 1.5), (chest, 4.4, YEL, 2.4))
    return "".join(path(d, "none", edge) + brush(d, colour, wide) for d, edge, colour, wide in straps)


def _rider(suit: str) -> str:
    """Returns a rider in the saddle, with one arm raised, as SVG elements."""
    a, b, c = PALETTES[suit]
    s = ""
    s += (
        path("M120,192 C140,200 160,200 182,198 L180,236 C160,248 136,246 118,236Z", b, 2.2)
        + path("M119,228 C138,239 160,239 180,229", "none", 1.4)
        + "".join(
            dot(x, y, 1.8, YEL) for x, y in ((126, 238), (138, 242), (150, 243), (162, 242), (174, 237))
        )
    )
    s += (
        path("M134,196 C122,216 116,236 118,258 L134,262 C136,246 146,230 160,214Z", c, 2.2)
        + path("M118,254 C112,268 100,270 96,278 L132,280 C136,272 136,266 135,258Z", INK, 1.8)
        + path("M100,281 H134", "none", 3)
    )
    s += path(
        (
            "M118,136 C112,160 116,184 124,200 C140,208 160,208 172,200 C172,176 172,156 164,138 "
            "C150,128 130,128 118,136Z"
        ),
        a,
        2.4,
    )
    s += path("M164,140 C186,160 192,190 186,214 C178,206 172,204 168,204Z", b, 2.2)
    s += path(
        "M122,188 C138,196 158,196 171,189 L172,199 C158,206 138,206 124,199Z", YEL if a != YEL else BLU, 1.8
    ) + "".join(circle(141, y, 2.2, YEL if a != YEL else RED, 1) for y in (150, 162, 174))
    s += path(
        "M160,146 C176,156 172,176 152,186 L138,192 L134,182 L150,172 C154,166 154,160 150,154Z", a, 2.2
    ) + hand(135, 188)
    raised = "M122,146 C108,152 98,144 94,128 L94,112 L108,110 C108,124 112,130 126,132Z"
    s += path(raised, a, 2.2) + path("M92,114 h17 v-8 h-17Z", YEL, 1.6)
    return s


def _rider_head(suit: str) -> str:
    """Returns a rider's collar and head as SVG elements."""
    return path("M128,136 C132,143 150,143 154,136 L150,128 H132Z", SNOW, 1.8) + HEADS[11][suit]()


@dataclass(frozen=True, slots=True)
class Layer:
    """A part of the figures of a rank."""

    draw: Callable[[str], str]
    """Draws the part for a suit."""
    shared: bool
    """Whether the suits differ only in colours."""


LAYERS: Mapping[int, tuple[Layer, ...]] = {
    10: (
        Layer(_page, shared=True),
        Layer(page_clothes, shared=False),
        Layer(_sleeves, shared=True),
        Layer(_page_head, shared=False),
    ),
    11: (
        Layer(_horse, shared=True),
        Layer(harness, shared=False),
        Layer(_rider, shared=True),
        Layer(_rider_head, shared=False),
    ),
    12: (
        Layer(_robe, shared=True),
        Layer(royal, shared=False),
        Layer(_arms, shared=True),
        Layer(_crowned_head, shared=False),
    ),
}
"""The layers of the figures by rank, from the ground up."""
