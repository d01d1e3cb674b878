"""The bets of those who play alone (R39–R43), among two to six."""

from __future__ import annotations

import pytest

from musbot.game.cards import cards
from musbot.game.engine import winner
from musbot.game.events import Shown
from musbot.game.lances import Cerrado, Estado, Lance
from musbot.game.state import Reparto
from musbot.game.views import news_for, observe
from tests.support.playing import Table, betting

WORDS = ["quiero", "no quiero", "y yo", "más", "reenvido", "órdago"]

THREE = ("4o 5c 6b 7e", "1o 5o 10c 11b", "4c 6o 10o 12o")
"""Nobody has pares or juego; C has the best grande and punto (30), B the best chica, A no best at all."""

PARES = ("12o 3c 6b 7e", "7o 7c 7b 10e", "11o 11c 10o 10b")
"""A a par, B medias, C duples; juego: A 33, B 31, C 40."""


def among(players: int, *hands: str, **fields: object) -> Table:
    """A table of so many at which the mano has just cut."""
    return betting("individual", *hands, seats=players, **fields)


def three(*hands: str, **fields: object) -> Table:
    return among(3, *(hands or THREE), **fields)


def closed(t: Table) -> Cerrado:
    """The lance closed last."""
    return t.mesa.lances[-1]


# ---- R39: a bet -----------------------------------------------------------------------------------------


def test_R39_as_between_two_sides_each_may_pass_bet_or_say_ordago_from_the_mano_on():
    t = three(mano=1)
    assert t.voces == {"B": ["paso", "envido", "órdago"]}
    assert t.say("B paso").turno == "C"
    assert t.refused("C quiero").rule == "R28"
    assert t.refused("C envido 1").facts == {"least": 2}
    assert t.paso(1).lances == ["grande paso 0"]


def test_R39_every_other_player_answers_in_turn_order_from_the_bettor():
    t = among(5).say("A paso", "B envido 3")
    assert (t.turno, t.voces) == ("C", {"C": WORDS})
    assert t.say("C quiero").turno == "D"
    assert t.say("D no quiero").turno == "E"
    assert t.say("E quiero").turno == "A"  # a paso before any bet does not leave the lance
    assert t.say("A quiero").lances == ["grande querido 3"]
    assert closed(t).bandos == (0, 1, 2, 4)


def test_R39_only_the_one_whose_turn_it_is_answers():
    refusal = three().say("A envido").refused("C quiero")
    assert (refusal.reason, refusal.rule, refusal.facts) == ("not-your-turn", "R39", {"turn": (1,)})


def test_R39_nobody_speaks_for_another():
    t = three().say("A envido")
    for plural in ("B queremos", "B no queremos"):
        assert t.refused(plural).facts["words"] == tuple(WORDS)


def test_R39_who_says_no_quiero_to_a_bet_is_out_of_that_lance():
    t = three().say("A envido", "B no quiero", "C y yo")
    assert (t.turno, t.envite.out, t.voces) == ("A", (1,), {"A": WORDS})
    refusal = t.refused("B quiero")
    assert (refusal.reason, refusal.rule, refusal.facts) == ("out-of-lance", "R39", {"turn": (0,)})


def test_R39_and_of_that_lance_only():
    t = three().say("A envido", "B no quiero", "C quiero", "A envido")
    assert (t.envite.lance, t.turno) == (Lance.CHICA, "B")


def test_R39_R12_only_those_with_pares_bet_on_them_and_answer():
    t = three("12o 3c 6b 7e", *THREE[1:2], "11o 11c 10o 10b").paso(2)
    refusal = t.say("A envido").refused("B quiero")
    assert (t.turno, refusal.reason, refusal.rule) == ("C", "no-pares", "R13")
    assert t.say("C quiero").lances[-1] == "pares querido 2"
    assert closed(t).bandos == (0, 2)


def test_R39_R12_where_only_one_has_pares_they_take_their_premio_without_a_bet():
    t = three(*THREE[:2], "11o 11c 10o 10b").paso(4)
    assert t.lances[2:] == ["pares sin rival 0", "juego sin rival 0"]
    assert t.paid[-2:] == ["2 pares premio 3", "2 juego premio 2"]


# ---- R40: a raise ---------------------------------------------------------------------------------------


def test_R40_a_raise_is_answered_by_the_bettor_and_by_those_who_had_accepted():
    t = three().say("A envido", "B quiero", "C 3 más")
    assert (t.turno, t.envite.pending, t.envite.querido, t.envite.apuesta) == ("A", (0, 1), 2, 5)
    assert t.say("A quiero").lances == []
    assert t.say("B quiero").lances == ["grande querido 5"]
    assert closed(t).bandos == (0, 1, 2)


def test_R40_who_rejects_a_raise_is_out_though_they_had_accepted_the_bet():
    t = three().say("A envido", "B quiero", "C 3 más", "A quiero", "B no quiero")
    assert closed(t) == Cerrado(Lance.GRANDE, Estado.QUERIDO, 5, (0, 2))


def test_R40_the_bettor_who_rejects_a_raise_is_out_of_their_own_bet():
    t = three().say("A envido", "B quiero", "C 3 más", "A no quiero", "B quiero")
    assert closed(t) == Cerrado(Lance.GRANDE, Estado.QUERIDO, 5, (1, 2))


def test_R40_one_who_had_not_yet_answered_the_bet_answers_the_raise():
    t = three().say("A envido", "B y yo")
    assert t.envite.pending == (2, 0)
    assert t.say("C quiero", "A no quiero").lances == ["grande querido 4"]
    assert closed(t).bandos == (1, 2)


def test_R40_when_all_have_answered_the_last_raise_the_lance_is_closed():
    t = three().say("A envido", "B quiero", "C y yo", "A reenvido")
    assert (t.turno, t.envite.querido, t.envite.apuesta) == ("B", 4, 8)
    assert t.say("B quiero").turno == "C"
    assert t.say("C quiero").lances == ["grande querido 8"]


def test_R40_who_has_answered_the_raise_waits_for_the_others():
    t = three().say("A envido", "B y yo", "C quiero")
    refusal = t.refused("C no quiero")
    assert (refusal.reason, refusal.rule, refusal.facts) == ("already-said", "R36", {"turn": (0,)})


def test_R40_those_out_are_not_asked_again_however_often_it_is_raised():
    t = among(6).say("A envido", "B no quiero", "C y yo", "D no quiero", "E quiero", "F no quiero")
    assert (t.turno, t.envite.out) == ("A", (1, 3, 5))
    t.say("A y yo", "C no quiero", "E 10 más")
    assert (t.turno, t.envite.out, t.envite.pending) == ("A", (1, 3, 5, 2), (0,))
    assert t.say("A quiero").lances == ["grande querido 16"]
    assert closed(t).bandos == (0, 4)


def test_R40_between_two_a_raise_goes_back_and_forth():
    t = among(2).say("A envido", "B y yo", "A y yo", "B 10 más")
    assert (t.turno, t.envite.apuesta) == ("A", 16)
    assert t.say("A no quiero").paid == ["1 grande deje 6"]


# ---- R41: nobody accepts --------------------------------------------------------------------------------


@pytest.mark.parametrize("bet", ["envido", "envido 30", "órdago"])
def test_R41_a_first_bet_that_nobody_accepts_pays_one_at_once(bet: str):
    t = three().say("A paso", f"B {bet}", "C no quiero", "A no quiero")
    assert (t.paid, t.mesa.piedras) == (["1 grande deje 1"], (0, 1, 0))
    assert (t.envite.lance, t.turno) == (Lance.CHICA, "A")


@pytest.mark.parametrize("answer", ["10 más", "y yo", "órdago"])
def test_R41_the_last_bettor_collects_what_had_been_accepted_before_their_raise(answer: str):
    t = three().say("A envido 5", "B quiero", f"C {answer}", "A no quiero", "B no quiero")
    assert t.paid == ["2 grande deje 5"]
    assert closed(t) == Cerrado(Lance.GRANDE, Estado.RECHAZADO, 5, (2,))


def test_R41_a_raise_of_a_raise():
    # as in R32: 2, 4, 9, and 19 that nobody wants
    t = three().say("A envido", "B y yo", "C 5 más", "A 10 más", "B no quiero", "C no quiero")
    assert t.paid == ["0 grande deje 9"]


def test_R41_the_last_one_left_collects_though_the_others_left_one_by_one():
    t = three().say("A envido", "B no quiero", "C y yo", "A no quiero")
    assert t.paid == ["2 grande deje 2"]


def test_R41_they_keep_the_right_to_their_premios_whatever_the_others_hold():
    t = three(*PARES).paso(2).say("A envido", "B no quiero", "C no quiero")
    t.say("A órdago", "B no quiero", "C no quiero")
    assert t.count() == ["0 grande paso 1", "0 chica paso 1", "0 pares premio 1", "0 juego premio 2"]
    assert t.paid[:2] == ["0 pares deje 1", "0 juego deje 1"]


def test_R41_R49_the_one_of_punto_goes_with_it():
    t = three().paso(2).say("A envido", "B no quiero", "C no quiero")
    assert t.paid == ["0 punto deje 1", "2 grande paso 1", "1 chica paso 1", "0 punto punto 1"]


def test_R41_R38_a_deje_that_reaches_the_target_wins_the_juego():
    t = three(piedras=(0, 39, 39)).say("A paso", "B paso", "C envido", "A no quiero", "B no quiero")
    assert (t.mesa.juegos, t.mesa.piedras) == ((0, 0, 1), (0, 39, 40))


# ---- R42: one or more accept ----------------------------------------------------------------------------


def test_R42_a_bet_waits_for_the_count_between_those_still_in():
    t = three().say("A envido 7", "B quiero", "C no quiero")
    assert (t.paid, closed(t).bandos) == ([], (0, 1))
    assert t.paso(2).count()[0] == "1 grande envite 7"  # C, who has the best, is out of it


def test_R42_the_best_of_all_who_accepted_takes_it_once():
    assert three().say("A envido 7", "B quiero", "C quiero").paso(2).count()[0] == "2 grande envite 7"


def test_R42_R33_who_is_out_loses_their_premios_too():
    t = three(*PARES).paso(2).say("A envido 5", "B quiero", "C no quiero").paso()
    assert t.count()[2:] == ["1 pares envite 5", "1 pares premio 2", "1 juego premio 3"]


def test_R42_R47_nobody_collects_the_premios_of_another():
    assert three(*PARES).paso(4).count()[2:] == ["2 pares premio 3", "1 juego premio 3"]


def test_R42_R49_punto_accepted_is_the_bet_and_one_for_the_best_of_those_still_in():
    t = three().paso(2).say("A envido 5", "B quiero", "C no quiero")
    assert t.count()[2:] == ["1 punto envite 5", "1 punto punto 1"]  # C holds 30


def test_R42_R10_of_equal_hands_the_nearest_to_the_mano_of_those_still_in():
    same = ("12o 11o 7o 4o", "12c 11c 7c 4c", "12e 11e 7e 4e")
    t = three(*same, mano=1).say("B envido", "C quiero", "A quiero")
    assert t.paso(3).count()[0] == "1 grande envite 2"
    t = three(*same, mano=1).say("B paso", "C envido", "A quiero", "B no quiero")
    assert t.paso(3).count()[0] == "2 grande envite 2"


def test_R42_R44_the_juego_ends_the_moment_one_of_them_reaches_the_target():
    t = three(piedras=(0, 39, 39)).paso(3)
    assert t.count() == ["2 grande paso 1"]  # before B's chica
    assert t.mesa.juegos == (0, 0, 1)


def test_R42_R53_one_alone_wins_the_partida():
    t = three(piedras=(0, 0, 39), juegos=(2, 2, 2)).paso(3)
    assert (winner(t.mesa), observe(t.mesa, 0).winner) == (2, 2)


# ---- R43: órdago ----------------------------------------------------------------------------------------


def test_R43_an_ordago_accepted_is_between_those_who_are_in():
    t = three().say("A órdago", "B quiero", "C no quiero")
    shown = next(event for event in t.log if isinstance(event, Shown))
    assert shown.cards == (cards(THREE[0]), cards(THREE[1]), ())
    assert t.paid == ["1 grande ordago 0"]  # though C, who did not want it, holds the best
    assert (t.mesa.juegos, t.mesa.piedras) == ((0, 1, 0), (0, 0, 0))


def test_R43_nobody_sees_the_cards_of_one_who_is_not_in():
    t = three().say("A órdago", "B no quiero", "C quiero")
    for seat in (None, 0, 2):
        view = observe(t.mesa, seat)
        assert view.shown is not None
        assert [len(hand) for hand in view.shown] == [4, 0, 4]
    assert observe(t.mesa, 1).shown == observe(t.mesa, 0).shown
    event = next(event for event in t.log if isinstance(event, Shown))
    assert news_for(event, None, t.mesa.rules) == (Shown((cards(THREE[0]), (), cards(THREE[2]))),)


def test_R43_an_ordago_is_answered_by_all_before_anybody_shows():
    t = three().say("A órdago", "B quiero")
    assert (t.turno, t.voces, t.mesa.shown) == ("C", {"C": ["quiero", "no quiero"]}, ())
    t.say("C quiero")
    assert (t.paid, t.mesa.shown) == (["2 grande ordago 0"], (0, 1, 2))


def test_R43_those_who_had_accepted_a_bet_answer_the_ordago_too():
    t = three().say("A envido", "B quiero", "C órdago", "A no quiero")
    assert t.turno == "B"
    assert t.say("B quiero").paid == ["2 grande ordago 0"]
    assert t.mesa.shown == (1, 2)


def test_R43_who_has_left_the_lance_is_not_asked():
    t = three().say("A envido", "B no quiero", "C órdago", "A quiero")
    assert (t.paid, t.mesa.shown) == (["2 grande ordago 0"], (0, 2))


def test_R43_in_pares_who_has_none_does_not_show():
    t = three(PARES[0], THREE[1], PARES[2]).paso(2).say("A órdago", "C quiero")
    assert (t.paid[-1], t.mesa.shown) == ("2 pares ordago 0", (0, 2))


def test_R43_whatever_is_pending_is_forgotten():
    t = three().say(
        "A envido 100", "B quiero", "C no quiero", "A paso", "B órdago", "C no quiero", "A quiero"
    )
    assert (t.paid, t.mesa.juegos, t.mesa.piedras) == (["1 chica ordago 0"], (0, 1, 0), (0, 0, 0))


def test_R43_between_two_both_show():
    t = among(2).say("A órdago", "B quiero")
    assert (t.mesa.shown, t.mesa.juegos) == ((0, 1), (0, 1))


@pytest.mark.parametrize("players", range(2, 7))
def test_R39_R16_two_to_six_play_a_hand_to_its_end(players: int):
    t = among(players).say("A envido")
    for letter in "BCDEF"[: players - 1]:
        assert t.turno == letter
        t.say(f"{letter} quiero")
    assert closed(t).bandos == tuple(range(players))
    t.paso(3)
    assert t.count()[0] == f"{'12205'[players - 2]} grande envite 2"
    assert (t.mesa.phase, len(t.mesa.piedras)) == (Reparto(), players)
