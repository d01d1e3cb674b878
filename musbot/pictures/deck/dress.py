"""The clothes of the twelve figures, and the gear of their horses."""

from __future__ import annotations

from musbot.pictures.deck.heads import IRON, SNOW, STEEL
from musbot.pictures.deck.strokes import BLU, GRN, INK, LYEL, RED, YEL, brush, circle, dot, path, rect

FUR = "#8a5a33"
"""The colour of fur."""
MANTLE = (
    "M66,140 C84,116 156,116 174,140 C184,158 184,176 178,188 C150,206 90,206 62,188 C56,176 56,158 66,140Z"
)
"""The outline of a mantle."""


def royal(suit: str) -> str:
    """Returns the clothes over a king's robe as SVG elements: ermine, a chain, armour or a fur, in the order
    of suits."""
    match suit:
        case "oros":
            s = path("M104,150 L98,341 C112,344 128,344 142,341 L136,150Z", BLU, 2)
            s += "".join(path(f"M120,{y} l8,9 l-8,9 l-8,-9Z", YEL, 1.4) for y in range(206, 330, 24))
            tails = ((78, 150), (98, 166), (120, 176), (142, 166), (162, 150), (80, 176), (160, 176))
            s += path(MANTLE, SNOW, 2.4)
            return s + "".join(path(f"M{x},{y} q2.4,5 0,9 q-2.4,-4 0,-9Z", INK, 0.8) for x, y in tails)
        case "copas":
            s = "".join(
                brush(f"M{120 + x},150 L{120 + x * 1.6:.0f},334", YEL, 4) for x in (-30, -15, 0, 15, 30)
            )
            s += path(MANTLE, GRN, 2.4) + path("M66,182 C92,198 148,198 174,182", "none", 1.4)
            chain = "M80,140 C84,172 100,186 120,190 C140,186 156,172 160,140"
            s += path(chain, "none", 6) + brush(chain, YEL, 3.4)
            return s + circle(120, 192, 9, YEL, 2) + circle(120, 192, 4, RED, 1.3)
        case "espadas":
            scales = ((x + 9 * (row % 2), 256 + 15 * row) for row in range(5) for x in range(74, 160, 18))
            s = "".join(path(f"M{x},{y} q9,12 18,0", "none", 1.3) for x, y in scales)
            s += path(MANTLE.replace("150,206 90,206", "150,226 90,226"), STEEL, 2.4)
            s += path("M120,132 V212 M78,150 C92,162 106,166 120,166 C134,166 148,162 162,150", "none", 1.5)
            rivets = ((76, 178), (164, 178), (90, 194), (150, 194))
            return s + "".join(circle(x, y, 2.2, IRON, 1) for x, y in rivets)
        case _:
            s = "".join(
                path(f"M{x},{y} l9,9 l-9,9 l-9,-9Z", YEL if (x + y) % 4 else RED, 1.3)
                for row, y in enumerate(range(250, 316, 22))
                for x in range(88 + 16 * (row % 2), 160, 32)
            )
            s += path(
                "M66,140 C84,116 156,116 174,140 C186,156 186,176 180,190 l-9,-5 l-6,10 l-9,-6 l-7,10 "
                "l-9,-7 l-8,9 l-8,-8 l-8,8 l-8,-9 l-9,7 l-7,-10 l-9,6 l-6,-10 l-9,5 C54,176 54,156 66,140Z",
                FUR,
                2.4,
            )
            tufts = ((80, 150), (100, 162), (120, 170), (140, 162), (160, 150), (76, 172), (164, 172))
            return s + "".join(
                path(f"M{x},{y} q3,4 1,9 M{x + 5},{y} q2,4 1,7", "none", 1.1) for x, y in tufts
            )


def page_clothes(suit: str) -> str:
    """Returns a page's clothes as SVG elements: buttons and a belt, an apron, armour or a sash, in the order
    of suits."""
    match suit:
        case "oros":
            folds = ((x, (x - 120) / 6, (x - 120) / 5) for x in (96, 108, 120, 132, 144))
            s = "".join(path(f"M{x},214 q{mid:.1f},18 {end:.1f},32", "none", 1.4) for x, mid, end in folds)
            s += path("M84,200 C104,208 136,208 156,200 L157,211 C136,219 104,219 83,211Z", BLU, 2)
            s += rect(113, 202, 14, 15, LYEL, 1.6, 2)
            return s + "".join(circle(120, y, 2.6, RED, 1.1) for y in (160, 172, 184))
        case "copas":
            s = path(
                "M92,206 C104,212 136,212 148,206 C156,236 160,266 166,292 C146,302 94,302 74,292 "
                "C80,266 84,236 92,206Z",
                YEL,
                2.2,
            )
            s += path(
                "M104,214 C100,250 98,274 97,296 M136,214 C140,250 142,274 143,296 M120,214 V298", "none", 1.3
            )
            s += path("M102,148 L120,196 L138,148 C126,154 114,154 102,148Z", SNOW, 2)
            return s + path("M110,164 L128,172 M130,164 L112,172 M114,180 L124,184", "none", 1.4)
        case "espadas":
            s = path(
                "M90,152 C84,176 86,198 90,210 C108,218 132,218 150,210 C154,198 156,176 150,152 "
                "C140,144 100,144 90,152Z",
                STEEL,
                2.2,
            )
            s += path("M120,150 V214 M94,170 C104,180 114,182 120,182 C126,182 136,180 146,170", "none", 1.4)
            s += "".join(path(f"M{x},216 v30 q6,6 12,0 v-32", IRON, 1.6) for x in (84, 98, 112, 126, 140))
            return s + circle(98, 158, 2.2, IRON, 1) + circle(142, 158, 2.2, IRON, 1)
        case _:
            s = path("M88,150 C84,180 82,200 78,236 L98,246 L106,150Z", FUR, 2)
            s += path("M152,150 C156,180 158,200 162,236 L142,246 L134,150Z", FUR, 2)
            s += path("M82,204 C104,214 136,214 158,204 L160,222 C136,232 104,232 80,222Z", RED, 2)
            s += path("M86,220 l-14,34 l12,-2 l4,10 l12,-36Z", RED, 1.8)
            return s + path("M100,142 C108,152 132,152 140,142 L128,166 L120,158 L112,166Z", RED, 1.8)


def harness(suit: str) -> str:
    """Returns a horse's marks or gear as SVG elements: a blaze, a cloth, armour or dapples, in the order of
    suits."""
    match suit:
        case "oros":
            return path("M70,146 C64,156 58,166 52,180 C58,178 64,168 70,160Z", SNOW, 1.2)
        case "copas":
            s = path(
                "M100,160 C116,176 122,196 120,214 C112,236 100,246 88,250 C78,230 80,200 84,190 "
                "C92,186 98,174 100,160Z",
                RED,
                2,
            )
            s += path("M182,202 C206,212 212,238 204,262 C190,256 178,244 172,228Z", RED, 2)
            return s + "".join(
                dot(x, y, 3, YEL) for x, y in ((100, 196), (108, 214), (94, 228), (192, 228), (196, 246))
            )
        case "espadas":
            s = path("M62,144 C72,138 82,142 84,150 L62,196 C54,200 46,200 42,196Z", STEEL, 2)
            s += dot(66, 163, 3, INK) + path("M74,146 L50,190", "none", 1.2)
            return s + "".join(
                path(f"M{x},{y} q8,8 18,6", "none", 3) for x, y in ((84, 206), (82, 222), (84, 238))
            )
        case _:
            spots = ((104, 196, 5), (96, 220, 4), (188, 220, 6), (196, 244, 5), (180, 246, 4), (110, 228, 4))
            socks = path("M90,322 h17 v14 h-17Z M184,320 h16 v14 h-16Z", SNOW, 1.4)
            return "".join(dot(x, y, r, "#e9b48c") for x, y, r in spots) + socks
