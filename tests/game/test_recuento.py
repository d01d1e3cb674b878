"""The count at the end of a hand. A and C are side 0, B and D side 1."""

from __future__ import annotations

import pytest

from musbot.game.events import Paid, Por
from musbot.game.lances import Lance
from tests.support.playing import RICH, TRIOS, betting, cards_of

SAME = ("12o 11o 7o 4o", "12c 11c 7c 4c", "12e 11e 7e 4e", "12b 11b 7b 4b")
"""Four equal hands: whatever is bet, the mano has won it."""

DUPLES = ("12o 3c 1b 1e", "7o 7c 6e 4b", "12e 3e 11b 11o", "11c 11e 6c 4c")
"""Pares: A duples R-A (22), B a par, C duples R-C (40, the only juego), D a par."""


# ---- R44: the order -----------------------------------------------------------------------------------


def test_R44_a_hand_en_paso():
    t = betting("vitoria", *RICH).paso(4)
    assert t.mesa.shown
    assert t.count() == ["0 grande paso 1", "1 chica paso 1", "1 pares premio 5", "0 juego premio 3"]
    assert t.mesa.piedras == (4, 6)


def test_R44_dejes_were_paid_before_whatever_lance_they_are_of():
    t = betting("vitoria", *RICH).paso(3).say("A envido", "B no quiero")
    paid = "0 juego deje 1, 0 grande paso 1, 1 chica paso 1, 1 pares premio 5, 0 juego premio 3"
    assert t.paid == paid.split(", ")


def test_R44_the_juego_ends_the_moment_a_side_reaches_the_target_and_nothing_after_is_paid():
    t = betting("vitoria", *RICH, piedras=(39, 39)).paso(4)
    assert t.count() == ["0 grande paso 1"]
    assert (t.mesa.piedras, t.mesa.juegos) == ((40, 39), (1, 0))
    t = betting("vitoria", *RICH, piedras=(38, 39)).paso(4)
    assert t.count() == ["0 grande paso 1", "1 chica paso 1"]
    assert (t.mesa.piedras, t.mesa.juegos) == ((39, 40), (0, 1))


def test_R44_medias_decide_before_a_bet_on_juego():
    # D: who reaches the target by their medias wins, whatever was bet on juego
    t = betting("vitoria", *RICH, piedras=(0, 34)).paso(3).say("A envido 60", "B quiero")
    assert t.count() == ["0 grande paso 1", "1 chica paso 1", "1 pares premio 5"]
    assert t.mesa.juegos == (0, 1)


def test_R44_each_concept_is_paid_in_full_and_may_pass_the_target():
    t = betting("vitoria", *RICH, piedras=(0, 37)).paso(4)
    assert t.mesa.piedras == (1, 43)


def test_R44_a_bet_is_paid_before_its_premios():
    t = betting("vitoria", *RICH, piedras=(0, 36)).paso(2).say("A envido 3", "B quiero").paso()
    assert t.count() == ["0 grande paso 1", "1 chica paso 1", "1 pares envite 3"]
    assert t.mesa.piedras == (1, 40)


def test_R44_a_lance_that_nobody_can_win_is_not_paid():
    t = betting("vitoria").paso(3)
    assert t.count() == ["0 grande paso 1", "1 chica paso 1", "0 punto paso 1"]


# ---- R45: grande, chica -------------------------------------------------------------------------------


def test_R45_accepted_the_bet_goes_to_the_best_hand_and_nothing_else():
    t = betting("vitoria").say("A envido 5", "B y yo", "C quiero", "A envido", "B quiero").paso()
    assert t.count()[:2] == ["0 grande envite 7", "1 chica envite 2"]


def test_R45_rejected_nothing_more_than_the_deje():
    t = betting("vitoria").say("A paso", "B envido", "C no quiero", "A no quiero").paso(2)
    assert t.paid == ["1 grande deje 1", "1 chica paso 1", "0 punto paso 1"]


def test_R33_a_side_that_rejects_loses_its_right_whatever_its_cards():
    t = betting("vitoria", *RICH).paso(2).say("A envido", "B no queremos").paso()
    assert t.paid == [
        "0 pares deje 1",
        "0 grande paso 1",
        "1 chica paso 1",
        "0 pares premio 1",  # a par of reyes, against duples and medias
        "0 juego premio 3",
    ]


# ---- R46–R48, R50: premios ----------------------------------------------------------------------------


def test_R46_accepted_the_bet_and_then_the_premios_of_the_winning_side():
    t = betting("vitoria", *RICH).paso(2).say("A envido 4", "B quiero", "A envido 6", "B quiero")
    assert t.count()[2:] == ["1 pares envite 4", "1 pares premio 5", "0 juego envite 6", "0 juego premio 3"]


def test_R46_rejected_the_premios_go_to_the_side_whose_bet_it_was():
    t = betting("vitoria", *RICH).paso(3).say("A paso", "B envido", "A no quiero")
    assert t.paid[0] == "1 juego deje 1"
    assert t.count()[-1] == "1 juego premio 3"


def test_R47_premios_of_each_player_of_the_winning_side_are_added():
    t = betting("vitoria", *DUPLES).paso(4)
    assert t.count()[2:] == ["0 pares premio 6", "0 juego premio 2"]


def test_R48_each_player_of_the_winning_side_with_juego():
    hands = ("12o 11o 10o 1o", "12c 12e 10c 7b", "11e 11b 10e 1e", "12b 10b 7o 5o")
    t = betting("vitoria", *hands).paso(4)
    assert t.count()[-1] == "0 juego premio 6"  # two of 31
    hands = ("12o 11o 10o 1o", "12c 12e 10c 7b", "11e 11b 10e 7e", "12b 10b 7o 5o")
    assert betting("vitoria", *hands).paso(4).count()[-1] == "0 juego premio 5"


@pytest.mark.parametrize(("real", "side"), [("figura", 1), ("rey", 0), ("no", 0)])
def test_R15_R50_the_real_beats_the_31_of_the_mano_and_pays_three(real: str, side: int):
    t = betting("vitoria", *RICH, real=real).paso(4)  # B has 7 7 7 S
    assert t.count()[-1] == f"{side} juego premio 3"


def test_R15_the_real_with_a_true_rey():
    hands = (RICH[0], "7o 7c 7e 12b", RICH[2], "2o 2c 12e 3b")
    assert betting("mundial", *hands, real="rey").paso(4).count()[-1] == "1 juego premio 3"


# ---- R49: punto ---------------------------------------------------------------------------------------


def test_R49_punto_en_paso_is_one():
    assert betting("vitoria").paso(3).count()[-1] == "0 punto paso 1"


def test_R49_punto_accepted_is_the_bet_and_one():
    t = betting("vitoria").paso(2).say("A envido 4", "B quiero")
    assert t.count()[-2:] == ["0 punto envite 4", "0 punto punto 1"]


def test_R49_punto_rejected_is_the_deje_at_once_and_one_at_its_place():
    t = betting("vitoria").paso(2).say("A paso", "B envido", "C no queremos")
    assert t.paid == ["1 punto deje 1", "0 grande paso 1", "1 chica paso 1", "1 punto punto 1"]


def test_R49_the_one_of_punto_never_decides_a_juego_out_of_order():
    t = betting("vitoria", piedras=(39, 38)).paso(2).say("A paso", "B envido", "C no queremos")
    assert t.paid == ["1 punto deje 1", "0 grande paso 1"]
    assert t.mesa.juegos == (1, 0)


# ---- R10, R14: who wins -------------------------------------------------------------------------------


@pytest.mark.parametrize("mano", range(4))
def test_R10_equal_hands_are_won_by_the_nearest_to_the_mano(mano: int):
    t = betting("vitoria", *SAME, mano=mano).paso(4)
    assert [paid.seat for paid in t.payments()] == [mano] * 3  # grande, chica, juego


def test_R10_between_equal_hands_of_neither_the_mano_the_first_after_them():
    hands = ("4o 5c 6b 7e", "12c 11c 10c 7c", "4c 6o 5b 7o", "12b 11b 10b 7b")
    for mano, seat in ((0, 1), (1, 1), (2, 3), (3, 3)):
        assert next(betting("vitoria", *hands, mano=mano).paso(3).payments()).seat == seat


def test_R14_the_best_of_the_pair_wins_the_bet_of_their_partner():
    t = betting("vitoria").say("A envido 3", "B quiero").paso(2)
    first = next(t.payments())
    assert first == Paid(1, 0, Lance.GRANDE, Por.ENVITE, 3, seat=2)  # C's cards


def test_R16_in_trios_a_side_is_three():
    t = betting("trios").paso(4)
    assert t.count() == ["1 grande paso 1", "1 chica paso 1", "1 pares premio 6", "0 juego premio 3"]
    assert [paid.seat for paid in t.payments()] == [5, 3, 3, 0]
    assert t.mesa.piedras == (3, 8)


def test_R16_in_trios_the_premios_of_three_are_added():
    hands = ("12o 12c 10e 1b", TRIOS[1], "11o 11c 10c 4e", "4c 5c 6c 1c", "3o 3c 6o 6e", "5o 6b 1e 4o")
    t = betting("trios", *hands).paso(2).say("A envido", "B no quiero").paso()
    assert "0 pares premio 5" in t.count()  # par, par and duples, though B's medias lost to nobody


def test_R32_the_deje_belongs_to_a_side_and_no_card_won_it():
    t = betting("vitoria").say("A envido", "B no queremos")
    assert next(t.payments()) == Paid(1, 0, Lance.GRANDE, Por.DEJE, 1, seat=None)


def test_R51_every_payment_says_who_won_it_with_which_cards():
    t = betting("vitoria", *RICH).paso(4)
    winners = {paid.lance: cards_of(t, paid.seat) for paid in t.payments()}
    assert winners == {
        Lance.GRANDE: RICH[0],
        Lance.CHICA: RICH[3],
        Lance.PARES: RICH[3],
        Lance.JUEGO: RICH[0],
    }
