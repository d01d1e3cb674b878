"""The lottery of sides and of the first dealer, from decks laid out by hand."""

from __future__ import annotations

import pytest

from musbot.game.cards import cards
from musbot.game.rule_sets import rule_set
from musbot.game.rules_base import RuleSet
from musbot.game.sorteo import Sorteo, draw_dealer, draw_sides

EIGHT, FOUR = rule_set("vitoria"), rule_set("mundial")
TRIOS, ALONE = rule_set("trios"), rule_set("individual")


def drawn(sorteo: Sorteo) -> str:
    """What was drawn, by the initials of the seats: `A12o B4c`; a card turned for all has none."""
    return " ".join(("" if seat is None else "ABCDEF"[seat]) + str(c) for seat, c in sorteo.drawn)


def around(sorteo: Sorteo) -> str:
    """Who comes to sit in each seat."""
    return "".join("ABCDEF"[seat] for seat in sorteo.order)


# ---- R18: sides ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "seats"),
    [
        ("12o 11o 10o 7o", "ACBD"),  # A and B against C and D; C, the better of these, to the right of A
        ("7o 10o 11o 12o", "DBCA"),
        ("4o 12o 1o 10c", "BADC"),
        ("1o 5o 6o 4o", "CDBA"),
    ],
)
def test_R18_the_two_highest_play_the_two_lowest_and_the_highest_is_mano(deck: str, seats: str):
    sorteo = draw_sides(cards(deck), EIGHT, 4)
    assert (around(sorteo), sorteo.mano) == (seats, 0)
    assert drawn(sorteo) == " ".join(map("".join, zip("ABCD", deck.split(), strict=True)))


def test_R18_partners_sit_opposite():
    sorteo = draw_sides(cards("4o 12o 1o 10c"), EIGHT, 4)
    sides = {seat: place % 2 for place, seat in enumerate(sorteo.order)}
    assert sides == {1: 0, 3: 0, 0: 1, 2: 1}


def test_R18_with_trios_the_three_highest_play_the_three_lowest():
    sorteo = draw_sides(cards("12o 11o 10o 7o 6o 5o"), TRIOS, 6)
    assert (around(sorteo), sorteo.mano) == ("ADBECF", 0)


def test_R18_ties_draw_again_only_between_those_tied():
    sorteo = draw_sides(cards("6o 12o 6c 11o 4o 7o"), EIGHT, 4)
    assert drawn(sorteo) == "A6o B12o C6c D11o A4o C7o"
    assert around(sorteo) == "BCDA"


def test_R18_who_ties_again_draws_again_and_the_higher_group_first():
    # A, C tied with reyes, B, D with cuatros; A and C tie once more
    sorteo = draw_sides(cards("12o 4o 12c 4c 7o 7c 1o 5o 6o 10o"), EIGHT, 4)
    assert drawn(sorteo) == "A12o B4o C12c D4c A7o C7c A1o C5o B6o D10o"
    assert around(sorteo) == "CDAB"


def test_R18_three_tied_of_whom_two_tie_again():
    sorteo = draw_sides(cards("5o 5c 12o 5e 6o 7o 6c 1o 4o"), EIGHT, 4)
    assert drawn(sorteo) == "A5o B5c C12o D5e A6o B7o D6c A1o D4o"
    assert around(sorteo) == "CDBA"  # C, B, D, A


@pytest.mark.parametrize(("rules", "again"), [(EIGHT, True), (FOUR, False)])
def test_R18_R2_R3_a_3_equals_a_rey_and_a_2_an_as_only_with_eight_reyes(rules: RuleSet, again: bool):
    sorteo = draw_sides(cards("3o 12o 2o 1o 4c 5c 6c 7c"), rules, 4)
    assert (len(sorteo.drawn) > 4) == again
    assert around(sorteo) == ("BDAC" if again else "BCAD")


# ---- R19: the first dealer ----------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "mano"), [("12o", 1), ("4c", 2), ("1e", 3), ("3b", 0)])
def test_R19_of_four_each_is_given_a_suit_and_that_of_the_card_turned_deals(card: str, mano: int):
    sorteo = draw_dealer(cards(f"{card} 7o"), EIGHT, 4)
    assert (drawn(sorteo), around(sorteo), sorteo.mano) == (card, "ABCD", mano)


def test_R19_four_who_play_each_for_themselves_are_given_suits_too():
    assert draw_dealer(cards("4c"), ALONE, 4).mano == 2


@pytest.mark.parametrize(
    ("deck", "mano"), [("4o 12o", 0), ("10o 7o 11o", 0), ("7o 10o 4o", 2), ("1o 4o 5o 6o 7o", 0)]
)
def test_R19_of_another_number_the_highest_card_deals_and_the_next_is_mano(deck: str, mano: int):
    seats = len(deck.split())
    sorteo = draw_dealer(cards(deck), ALONE, seats)
    assert (sorteo.mano, around(sorteo)) == (mano, "ABCDEF"[:seats])


def test_R19_in_trios_six_draw():
    sorteo = draw_dealer(cards("4o 5o 6o 7o 10o 11o"), TRIOS, 6)
    assert (len(sorteo.drawn), sorteo.mano, around(sorteo)) == (6, 0, "ABCDEF")


def test_R19_those_tied_for_the_highest_draw_again_and_nobody_else():
    sorteo = draw_dealer(cards("12o 4o 3o 4c 7o 7c 5o 1o"), ALONE, 5)
    assert drawn(sorteo) == "A12o B4o C3o D4c E7o A7c C5o"
    assert sorteo.mano == 1
    sorteo = draw_dealer(cards("12o 4o 3o 7o 7c 5o 1o"), ALONE, 3)
    assert (drawn(sorteo), sorteo.mano) == ("A12o B4o C3o A7o C7c A5o C1o", 1)
