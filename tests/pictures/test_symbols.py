"""The small cards as SVG symbols, for a page that shows hundreds of them."""

from __future__ import annotations

import re
from io import BytesIO
from xml.etree import ElementTree

import pytest
import resvg_py
from PIL import Image, ImageChops, ImageStat

from musbot.game.cards import DECK, Card, card
from musbot.pictures.deck import symbols
from musbot.pictures.deck.cards import small_card

SUIT_LETTERS = "oceb"


def sheet(*cards: Card) -> str:
    """The symbols of some cards, in one document."""
    return (
        f"<svg>{symbols.shared_symbols()}{''.join(map(symbols.card_symbol, cards))}"
        f"{symbols.back_symbol()}</svg>"
    )


def test_all_forty_take_a_fraction_of_what_they_take_drawn_out() -> None:
    drawn_out = sum(len(small_card(it.rank, it.suit)) for it in DECK)
    assert len(sheet(*DECK)) < 60_000 < 250_000 < drawn_out


def test_every_part_that_is_used_is_there_once() -> None:
    ids = re.findall(r'\bid="([^"]+)"', sheet(*DECK))
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', sheet(*DECK))) <= set(ids)
    assert {symbols.card_id(it) for it in DECK} <= set(ids)


def test_every_colour_of_a_figure_is_told_for_every_suit() -> None:
    used = set(re.findall(r"var\(--(\w+)\)", sheet(*DECK)))
    rules = dict(re.findall(r"\.(\w)\{([^}]*)\}", symbols.styles()))
    assert set(rules) == set(SUIT_LETTERS)
    for rule in rules.values():
        assert set(re.findall(r"--(\w+):#", rule)) == used


def coloured(drawing: str, suit: str) -> str:
    """A drawing with the variables of a suit put in: what draws it here knows none."""
    rule = dict(re.findall(r"--(\w+):(#\w+)", symbols.styles().split(f".{suit}{{")[1].split("}")[0]))
    return re.sub(r"var\(--(\w+)\)", lambda it: rule[it[1]], drawing)


def pixels(document: str) -> Image.Image:
    png = resvg_py.svg_to_bytes(svg_string=document, width=80, height=100, skip_system_fonts=True)
    with Image.open(BytesIO(bytes(png))) as image:
        return image.convert("RGB")


@pytest.mark.parametrize("name", ["1o", "7c", "5e", "3b", "10c", "11e", "12o", "12b"])
def test_a_symbol_looks_like_the_small_card(name: str) -> None:
    it = card(name)
    parts = coloured(symbols.shared_symbols() + symbols.card_symbol(it), it.suit)
    style = symbols.INKED.replace(";", '" ').replace(":", '="') + '"'
    ElementTree.fromstring(f'<svg {style} xmlns="http://www.w3.org/2000/svg">{parts}</svg>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 200" width="160" height="200" {style}>'
    shown = pixels(f'{head}<defs>{parts}</defs><use href="#{symbols.card_id(it)}"/></svg>')
    differs = ImageStat.Stat(ImageChops.difference(shown, pixels(small_card(it.rank, it.suit)))).mean
    assert max(differs) < 12, "of 255: the sign in the hand of a figure is a little smaller"
