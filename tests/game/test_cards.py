from __future__ import annotations

import pytest

from musbot.game.cards import DECK, BadCard, Card, card, cards, points, strength, write_cards


def test_R1_the_deck_is_forty_cards_in_the_documented_order():
    assert len(DECK) == len(set(DECK)) == 40
    assert write_cards(DECK[:10]) == "1o 2o 3o 4o 5o 6o 7o 10o 11o 12o"
    assert [str(c) for c in DECK[::10]] == ["1o", "1c", "1e", "1b"]


def test_R1_a_card_is_written_as_number_and_suit():
    assert card("12o") == Card(12, "o")
    assert card(" 7C ") == Card(7, "c")
    assert repr(card("3b")) == "Card(3b)"


def test_R1_what_is_written_reads_back():
    assert cards(write_cards(DECK)) == DECK
    assert cards("") == ()


@pytest.mark.parametrize("text", ["8o", "9c", "0e", "13b", "12", "o12", "12x", "", "1 o", "12oo", "٣o"])
def test_R1_no_other_card_exists(text: str):
    with pytest.raises(BadCard, match="expected a card such as 12o"):
        card(text)


def test_R2_with_eight_reyes_a_3_is_a_rey_and_a_2_an_as():
    ranks = [12, 3, 11, 10, 7, 6, 5, 4, 2, 1]
    assert [strength(rank, 8) for rank in ranks] == [12, 12, 11, 10, 7, 6, 5, 4, 1, 1]


def test_R3_with_four_reyes_every_number_is_itself():
    ranks = (12, 11, 10, 7, 6, 5, 4, 3, 2, 1)
    assert [strength(rank, 4) for rank in ranks] == list(ranks)


def test_R4_points_of_the_figures_and_of_3_and_2():
    assert [points(rank, 8) for rank in (12, 11, 10, 3)] == [10] * 4
    assert [points(rank, 8) for rank in (7, 6, 5, 4, 2, 1)] == [7, 6, 5, 4, 1, 1]
    assert [points(rank, 4) for rank in (12, 11, 10, 3, 2, 1)] == [10, 10, 10, 3, 2, 1]
