"""The small cards as SVG symbols, for a page with many cards; parts that several cards share are drawn once
(`<use>`).

Colours that differ between the suits are CSS variables. The page sets the style of ink lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from musbot.game.cards import DECK, Card
from musbot.pictures.deck.cards import HAIR, SMALL_PIPS, SMALL_SIGN, SUITS, bust, small_number, small_pinta
from musbot.pictures.deck.counters import SIGNS
from musbot.pictures.deck.figures import HOLDS, LAYERS, Layer, hand, turn_figure
from musbot.pictures.deck.pips import basto, copa, espada, oro
from musbot.pictures.deck.strokes import INK, PAPER, YEL, circle, put

WIDE, HIGH = 160, 200
BACK = "dorso"
"""The id of the back's symbol."""
INKED = f"stroke:{INK};stroke-width:2;stroke-linejoin:round;stroke-linecap:round"
"""The style of every use of a symbol on the page."""

_PIPS = {"o": oro, "c": copa, "e": espada, "b": basto}
_COLOUR = re.compile(r"(#[0-9a-f]{3,6}\b)")
_TAG = re.compile(r"<(path|circle|ellipse|rect|polygon)\b([^>]*?)\s*/?>")
_ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')
_NUMBER = re.compile(r"-?\d+\.\d+")


def styles() -> str:
    """Returns the CSS rules that colour the figures: a class per suit, named by its letter."""
    return "".join(
        f".{suit}{{{';'.join(f'--{name}:{row[place]}' for row, name in _colours().items())}}}"
        for place, suit in enumerate(SUITS)
    )


def card_id(card: Card) -> str:
    """Returns the id of a card's symbol, such as `o12`, because SVG ids begin with a letter."""
    return f"{card.suit}{card.rank}"


def card_symbol(card: Card) -> str:
    """Returns a card as an SVG symbol, which refers to the parts in `shared_symbols`."""
    suit = card.suit
    digits = f'<use href="#p{suit}"/><use href="#n{card.rank}"/>'
    if card.rank in LAYERS:
        name = SUITS[suit]
        x_sign, y_sign, scale, x_hand, y_hand = HOLDS[card.rank]
        body = "".join(
            f'<use href="#f{card.rank}{place}" class="{suit}"/>' if layer.shared else layer.draw(name)
            for place, layer in enumerate(LAYERS[card.rank])
        )
        held = put(f'<use href="#{suit}"/>', x_sign, y_sign, round(0.66 * scale, 2))
        figure = turn_figure(body + held + put('<use href="#m"/>', x_hand, y_hand), name)
        window = bust(card.rank, name)
        pip = put(f'<use href="#{suit}"/>', *SMALL_SIGN)
        inner = f'<svg x="4" y="64" width="152" height="132" {window}>{figure}</svg>{pip}{digits}'
    else:
        inner = put(f'<use href="#{suit}"/>', *SMALL_PIPS[suit]) + digits
    return drop_inherited(
        f'<symbol id="{card_id(card)}" viewBox="0 0 {WIDE} {HIGH}"><use href="#k"/>{inner}</symbol>'
    )


def back_symbol() -> str:
    """Returns the SVG symbol of a hidden card."""
    field = f'<rect x="9" y="9" width="142" height="182" rx="8" fill="#8f1d27" stroke="{YEL}"/>'
    medal = circle(80, 100, 44, PAPER, 3)
    head = '<path d="M0,0 A17,17 0 0 1 34,0 A8.5,8.5 0 0 1 17,0 A8.5,8.5 0 0 0 0,0Z" fill="#2e8b46"/>'
    lauburu = "".join(put(head, 80, 100, 1, turn) for turn in (0, 90, 180, 270))
    return drop_inherited(
        f'<symbol id="{BACK}" viewBox="0 0 {WIDE} {HIGH}"><use href="#k"/>{field}{medal}{lauburu}</symbol>'
    )


def sign_symbol(place: int) -> str:
    """Returns the SVG symbol of a side: `s0`."""
    return f'<symbol id="s{place}" viewBox="0 0 100 100">{drop_inherited(SIGNS[place])}</symbol>'


@cache
def shared_symbols() -> str:
    """Returns the shared parts of the card symbols: paper, numbers, pips, outlines, figures and a hand."""
    paper = f'<g id="k"><rect x="1" y="1" width="158" height="198" rx="15" fill="{PAPER}" {HAIR}/></g>'
    ranks = {card.rank for card in DECK}
    numbers = (f'<g id="n{rank}">{small_number(rank)}</g>' for rank in sorted(ranks))
    pips = (f'<g id="{suit}">{draw()}</g>' for suit, draw in _PIPS.items())
    pintas = (f'<g id="p{suit}">{small_pinta(suit)}</g>' for suit in SUITS)
    figures = (
        f'<g id="f{rank}{place}">{_with_colour_variables(layer)}</g>'
        for rank, place, layer in _shared_layers()
    )
    closed = f'<g id="m">{hand(0, 0)}</g>'
    return drop_inherited("".join((paper, *numbers, *pips, *pintas, *figures, closed)))


def drop_inherited(drawing: str) -> str:
    """Returns a drawing without attributes that it inherits, with rounded numbers: paths to tenths, others to
    hundredths.

    An element without a stroke gets `stroke="none"`. Rotations by 0 and scales by 1 are removed.
    """
    drawing = _TAG.sub(lambda tag: _slim_tag(tag[1], tag[2]), drawing)
    drawing = _NUMBER.sub(lambda found: f"{float(found[0]):.2f}".rstrip("0").rstrip("."), drawing)
    drawing = drawing.replace(" rotate(0)", "").replace(" scale(1 1)", "")
    return re.sub(r"scale\(([\d.]+) \1\)", r"scale(\1)", drawing)


def _slim_tag(name: str, attributes: str) -> str:
    """Returns an element without attributes that it inherits from the page's style; paths get tenths only.

    An element without a stroke gets `stroke="none"`.
    """
    kept = dict(_ATTRIBUTE.findall(attributes))
    for inherited in ("stroke-linejoin", "stroke-linecap"):
        kept.pop(inherited, None)
    stroke = kept.setdefault("stroke", "none")
    if stroke == INK:
        del kept["stroke"]
    if kept.get("stroke-width") == "2":
        del kept["stroke-width"]
    if "d" in kept:
        kept["d"] = re.sub(r"-?\d+\.\d+", lambda n: f"{float(n[0]):.1f}".removesuffix(".0"), kept["d"])
    written = " ".join(f'{key}="{value}"' for key, value in kept.items())
    return f"<{name} {written}/>"


def _shared_layers() -> Iterator[tuple[int, int, Layer]]:
    """Yields the shared parts of the figures, each with its rank and its place among the layers."""
    for rank, layers in LAYERS.items():
        for place, layer in enumerate(layers):
            if layer.shared:
                yield rank, place, layer


def _with_colour_variables(layer: Layer) -> str:
    """Returns a shared part with variables in place of the colours that differ between suits."""
    names = _colours()
    parts = [_COLOUR.split(layer.draw(suit)) for suit in SUITS.values()]
    rows = zip(*parts, strict=True)  # the suits differ only in colours
    return "".join(row[0] if len(set(row)) == 1 else f"var(--{names[row]})" for row in rows)


@cache
def _colours() -> Mapping[tuple[str, ...], str]:
    """Returns the name of each CSS variable, by the colours that it has in the four suits.

    Colours that are equal in all suits have no variable.
    """
    found: dict[tuple[str, ...], str] = {}
    for _, _, layer in _shared_layers():
        for row in zip(*(_COLOUR.split(layer.draw(suit)) for suit in SUITS.values()), strict=True):
            if len(set(row)) > 1:
                found.setdefault(row, f"v{len(found)}")
    return found
