"""Tres Mus (R60–R69, R78), rule by rule."""

from __future__ import annotations

import pytest

from musbot.game.actions import Action, Offer, Seat, Voz
from musbot.game.cards import cards
from musbot.game.engine import allows, begin, cards_due, deal, next_mano, offers, winner
from musbot.game.errors import BadRules, Illegal
from musbot.game.events import HandEnded, JuegoLost, Shown
from musbot.game.lances import Lance, worth
from musbot.game.modos.piedras.premios import premio
from musbot.game.modos.piedras.rules import STONE_SETS
from musbot.game.modos.piedras.state import PiedrasSeen
from musbot.game.rule_sets import rule_set
from musbot.game.shuffle import Baraja
from musbot.game.state import Descarte, JuegoOver
from musbot.game.views import observe
from tests.support.playing import PLAIN, RICH, Table, at_grande, five, fold, stones, told

EIGHT = (*PLAIN, "4e 5b 6e 7b", "1c 7c 11e 12b", "1e 4b 10e 12e", "2c 6c 3c 10b")


def tres(*hands: str, **fields: object) -> Table:
    """Tres Mus, the grande about to be bet; of four hands nobody has pares or juego."""
    return at_grande("tres-mus", *(hands or PLAIN), **fields)


# ---- R60: players, stones, juegos, the partida ----------------------------------------


def test_R60_two_to_eight_play_each_for_themselves_from_seven_stones_with_eight_kings():
    rules = rule_set("tres-mus")
    assert list(rules.players) == [2, 3, 4, 5, 6, 7, 8]
    assert (rules.reyes, rules.piedras, rules.juegos) == (8, 7, 4)
    for seats in rules.players:
        assert fold(list(begin(rules, seats))).piedras == (7,) * seats
    with pytest.raises(Illegal) as refused:
        begin(rules, 9)
    assert refused.value.rule == "R60"


def test_R22_R23_with_stones_no_cards_are_served_one_by_one_and_none_kept_from_a_new_pile():
    assert (tres().mesa.one_by_one(), tres().mesa.keeps_throws()) == (False, False)
    assert rule_set("tres-mus").lawful == frozenset()  # R59: nobody has partners


def test_R60_who_has_no_stones_left_rests_until_the_next_juego():
    t = tres(*PLAIN[:3], piedras=(1, 7, 7))
    t.say("A envido 1", "B no quiero", "C no quiero")  # the deje is the last stone
    assert t.mesa.piedras == (0, 7, 7)
    assert t.envite.speakers == (1, 2)
    assert t.refused("A paso").reason == "no-stones"
    t.paso(3)
    assert t.mesa.hand_sizes() == (0, 5, 5)
    five(t, "", *PLAIN[1:3])
    assert t.envite.speakers == (1, 2)
    assert t.mesa.cards[0] == ()


def test_R60_the_juego_ends_the_moment_only_one_still_has_stones_and_counts_against_them():
    t = tres(*PLAIN[:2], piedras=(1, 5))
    t.say("A envido 1", "B no quiero")
    assert [type(event) for event in t.log[-2:]] == [JuegoLost, HandEnded]
    assert t.mesa.juegos == (0, 1)
    assert t.mesa.shown == ()  # R80
    assert t.mesa.piedras == (0, 5)
    five(t, *PLAIN[:2])
    assert t.mesa.piedras == (7, 7)


def test_R60_the_juego_may_end_in_the_middle_of_the_count():
    t = tres(*PLAIN[:2], piedras=(4, 2))
    t.say("A envido 1", "B quiero", "B conforme", "A envido 1", "B quiero")
    # in both A is the worse; with the second lance B is rid of the last stone
    assert t.count() == ["0 grande coge 2", "0 chica coge 2"]
    assert isinstance(t.log[-2], JuegoLost)
    assert t.mesa.juegos == (1, 0)


def test_R60_who_has_lost_so_many_juegos_leaves_the_partida():
    t = tres(*PLAIN[:3], to_win=1, piedras=(1, 1, 5))
    t.say("A envido 1", "B no quiero", "C no quiero", "B envido 1", "C no quiero")
    assert t.mesa.juegos == (0, 0, 1)
    assert winner(t.mesa) is None
    assert t.mesa.hand_sizes() == (5, 5, 0)
    five(t, *PLAIN[:2], "")
    assert t.mesa.piedras == (7, 7, 0)


def test_R60_the_last_one_who_is_not_out_wins_the_partida():
    t = tres(*PLAIN[:2], "", to_win=1, juegos=(0, 0, 1), piedras=(1, 5, 0))
    t.say("A envido 1", "B no quiero")
    assert t.mesa.juegos == (0, 1, 1)
    assert winner(t.mesa) == 0


def test_R60_a_start_must_leave_somebody_to_play_with():
    rules = rule_set("tres-mus")
    for juegos, piedras in (
        ((4, 4, 0), None),
        ((0, 0, 5), None),
        (None, (7, 0, 0)),
        (None, (7, 8, 7)),
        (None, (7, -1, 7)),
        ((0, 0, 4), (7, 6, 1)),
        (None, (7, 7)),
        ((0, 0), None),
        ((0, 0, 0, 0), (7, 7, 7, 7)),
    ):
        with pytest.raises(BadRules):
            begin(rules, 3, 0, juegos, piedras)
    assert fold(list(begin(rules, 3, 0, (0, 0, 4)))).piedras == (7, 7, 0)
    assert fold(list(begin(rules, juegos=(0, 0, 4)))).seats == 3
    with pytest.raises(BadRules, match="expected 4 numbers from 0 to 4, and two players who are not out"):
        begin(rules, 4, juegos=(0, 0, 0))


# ---- R61: the deal and the one discard ----------------------------------------


def test_R61_five_cards_each_and_in_turn_everybody_throws_exactly_one():
    rules = rule_set("tres-mus")
    t = Table(fold(list(begin(rules, 8, 3))))
    assert cards_due(t.mesa).count == 40  # type: ignore[union-attr]
    t.happen(Baraja(bytes(32), "t").chance(t.mesa))
    assert [len(hand) for hand in t.mesa.cards] == [5] * 8
    assert t.turno == "D"
    assert offers(t.mesa, 3) == (Offer(Voz.DESCARTA, 1, 1),)
    first, second, *_ = t.hands[3].split()
    refusal = t.refused(f"D descarta {first} {second}")
    assert (refusal.reason, refusal.rule) == ("one-card", "R61")
    assert t.refused("D mus").reason == "not-now"
    assert t.refused(f"A descarta {t.hands[0].split()[0]}").reason == "not-your-turn"
    for letter in "DEFGHABC":
        assert isinstance(t.mesa.phase, Descarte)
        t.say(f"{letter} descarta {t.hands['ABCDEFGH'.index(letter)].split()[0]}")
    assert [len(hand) for hand in t.mesa.cards] == [4] * 8
    assert t.envite.lance is Lance.GRANDE
    assert t.turno == "D"


@pytest.mark.parametrize(("name", "rule"), [("tres-mus", "R61"), ("frances", "R71")])
def test_R61_R71_a_card_seen_in_the_deal_forces_no_mus_where_there_is_none(name: str, rule: str):
    mesa = fold(list(begin(rule_set(name), 2)))
    hands = (cards("4o 5c 6b 7e 1c"), cards("1o 5o 10c 11b 2c"))
    with pytest.raises(Illegal) as refused:
        deal(mesa, hands, (0, hands[0][0]))
    assert (told(refused.value).reason, refused.value.rule) == ("no-visto", rule)
    with pytest.raises(Illegal) as refused:
        deal(mesa, hands[:1])
    assert refused.value.rule == rule
    assert deal(mesa, hands)


def test_R60_a_stone_of_one_who_is_out_is_refused_for_that():
    with pytest.raises(BadRules) as refusal:
        begin(rule_set("tres-mus"), 3, 0, (0, 4, 0), (7, 1, 6))
    why = "expected 0 in place 2, for a player with 4 juegos against them is out (R60)"
    assert str(refusal.value) == f"piedras = (7, 1, 6): {why}"


def test_R61_the_highest_card_deals_with_four_players_too():
    rules = rule_set("tres-mus")
    sorteo = Baraja(bytes(32), "t").sorteo(rules, 4)
    assert [seat for seat, _ in sorteo.drawn[:4]] == [0, 1, 2, 3]
    assert len(Baraja(bytes(32), "t").sorteo(rule_set("vitoria"), 4).drawn) == 1


def test_R87_who_rests_or_is_out_is_not_mano():
    t = tres(*PLAIN[:3], piedras=(7, 1, 7)).say("A paso", "B envido 1", "A no quiero", "C no quiero")
    t.paso(3)
    assert next_mano(t.mesa) == 2
    assert next_mano(fold(list(begin(rule_set("tres-mus"), 3, 0, (4, 0, 0))))) == 1


# ---- R62: juego ----------------------------------------

SUMS = {
    "real": "7o 7c 7e 12o",
    "33": "12o 11c 7e 6b",
    "31": "12o 11c 10e 1b",
    "32": "12o 11c 6e 6b",
    "40": "12o 11c 10e 3b",
    "37": "12o 11c 10e 7b",
    "36": "12o 11c 10e 6b",
    "35": "12o 11c 10e 5b",
    "34": "12o 11c 10e 4b",
}


def test_R62_the_order_and_the_worth_of_juego():
    rules = STONE_SETS["tres-mus"]
    hands = [worth(cards(hand), rules) for hand in SUMS.values()]
    places = [j.juego for j in hands]
    assert places == sorted(places, reverse=True)
    assert len(set(places)) == 9
    assert [premio(rules, Lance.JUEGO, j, bet=True) for j in hands] == [5, 4, 3, 2, 2, 2, 2, 2, 2]
    three_and_a_3 = worth(cards("7o 7c 7e 3o"), rules)
    assert (three_and_a_3.puntos, premio(rules, Lance.JUEGO, three_and_a_3, bet=True)) == (31, 3)
    assert three_and_a_3.juego < hands[1].juego


def test_R62_pares_pay_their_kind_and_punto_one():
    rules = STONE_SETS["tres-mus"]
    paid = [
        premio(rules, Lance.PARES, worth(cards(hand), rules), bet=True)
        for hand in ("12o 12c 4e 5b", "4o 4c 4e 5b", "4o 4c 5e 5b")
    ]
    assert paid == [1, 2, 3]
    assert premio(rules, Lance.PUNTO, worth(cards("4o 4c 4e 5b"), rules), bet=True) == 1


# ---- R63: paso ----------------------------------------


def test_R63_a_lance_en_paso_counts_for_nothing():
    t = tres(*RICH).paso(4)
    assert [c.split()[1] for c in t.lances] == ["paso"] * 4
    assert t.paid == []
    assert stones(t) == ([7] * 4, [0] * 4, 0)


def test_R63_a_lance_that_was_bet_pays_its_premio_besides_the_bet():
    t = tres(*RICH).paso(3).say("A envido 2", "B quiero", "B conforme")  # juego: A 31, B the real
    assert t.count() == ["0 juego coge 4", "1 juego saca 5"]
    assert t.mesa.piedras == (9, 0, 7, 7)


def test_R86_a_lance_with_nobody_to_bet_with_counts_for_nothing():
    t = tres("12e 12c 4e 5b", *PLAIN[1:3]).paso(3)
    assert t.lances == ["grande paso 0", "chica paso 0", "pares sin rival 0", "punto paso 0"]
    assert t.paid == []


def test_R86_the_cards_of_one_who_waits_do_not_count_where_nobody_who_plays_has_juego():
    t = tres("12c 11c 10e 5b", *PLAIN[1:], piedras=(2, 7, 7, 7))  # A, 35, alone has juego
    t.say("A envido 2", "B quiero", "C no quiero", "D no quiero", "B conforme", "A conforme").paso()
    assert t.mesa.juego == (False,) * 4
    assert (t.envite.lance, t.envite.speakers) == (Lance.PUNTO, (1, 2, 3))


# ---- R64: betting ----------------------------------------


def test_R64_the_first_speaker_to_bet_puts_their_stones_in_the_middle():
    t = tres().say("A paso", "B envido 2")
    assert stones(t) == ([7, 5, 7, 7], [0, 2, 0, 0], 0)


def test_R64_a_bet_is_oral_and_may_exceed_what_one_holds():
    t = tres(piedras=(4, 7, 7, 7)).say("A envido 25")
    assert stones(t) == ([0, 7, 7, 7], [4, 0, 0, 0], 3)
    t.say("B quiero")
    assert stones(t) == ([0, 0, 7, 7], [4, 7, 0, 0], 3)


def test_R64_the_others_answer_once_each_from_the_mano_on_skipping_them():
    t = tres().say("A paso", "B paso", "C envido 2")
    assert t.turno == "A"
    t.say("A no quiero")
    assert t.turno == "B"
    t.say("B quiero")
    assert t.turno == "D"
    assert t.refused("A quiero").reason == "out-of-lance"


def test_R64_one_accepts_with_as_many_stones_as_they_like_up_to_the_bet():
    t = tres(piedras=(7, 3, 7, 7)).say("A envido 5")
    assert offers(t.mesa, 1) == (Offer(Voz.QUIERO), Offer(Voz.ACEPTO, 1, 3), Offer(Voz.NO_QUIERO))
    assert t.refused("B acepto 4").facts == {"least": 1, "most": 3}
    t.say("B acepto 2")
    assert offers(t.mesa, 2)[1] == Offer(Voz.ACEPTO, 1, 5)
    t.say("C acepto 5", "D quiero")
    assert stones(t)[1] == [5, 2, 5, 5]


def test_R64_nobody_raises_in_the_first_round():
    t = tres().say("A envido 2", "B quiero")
    assert t.voces["C"] == ["quiero", "acepto", "no quiero"]
    assert t.refused("C 3 más").reason == "not-now"
    assert t.refused("C órdago").reason == "not-now"


def test_R64_when_the_last_has_spoken_those_who_accepted_conform_or_raise_from_the_mano_on():
    t = tres().say("A paso", "B envido 2", "A quiero", "C no quiero", "D quiero")
    assert t.turno == "A"
    assert t.voces["A"] == ["conforme", "más", "órdago"]
    t.say("A conforme")
    assert t.turno == "D"
    t.say("D conforme")
    assert t.lances == ["grande querido 6"]


def test_R64_after_a_raise_all_others_in_conform_raise_or_withdraw_the_bettor_too():
    t = tres().say("A envido 1", "B quiero", "C quiero", "D no quiero", "B 2 más")
    assert t.turno == "C"
    assert t.voces["C"] == ["conforme", "no quiero", "más", "órdago"]
    t.say("C 1 más")  # C puts in the 2 and 1 more
    assert stones(t)[1] == [1, 3, 4, 0]
    assert t.turno == "A"
    t.say("A conforme")  # both raises
    assert stones(t)[1] == [4, 3, 4, 0]
    assert t.turno == "B"
    t.say("B conforme")
    assert t.lances == ["grande querido 12"]


def test_R64_who_conforms_puts_in_all_they_have_if_they_have_no_more():
    t = tres(piedras=(7, 7, 2, 7)).say("A envido 1", "B quiero", "C quiero", "D no quiero", "B 4 más")
    t.say("C conforme")
    assert stones(t)[0] == [6, 2, 0, 7]
    assert stones(t)[1] == [1, 5, 2, 0]


def test_R89_one_without_a_stone_left_does_not_raise():
    t = tres(piedras=(7, 1, 2, 7)).say("A envido 1", "B quiero", "C quiero", "D no quiero")
    assert t.turno == "C"  # B has nothing to raise with: nothing to say
    t.say("C 3 más")
    assert t.turno == "A"
    t.say("A conforme")
    assert t.voces["B"] == ["conforme", "no quiero"]


def test_R89_R64_one_who_owes_as_much_as_they_hold_or_more_does_not_raise():
    t = tres(piedras=(7, 4, 3, 7)).say("A envido 1", "B quiero", "C quiero", "D quiero", "B conforme")
    t.say("C conforme", "D 3 más")
    assert t.voces == {"A": ["conforme", "no quiero", "más", "órdago"]}  # owes 3, holds 6
    t.say("A conforme")
    assert t.voces["B"] == ["conforme", "no quiero"]  # owes 3, holds 3
    t.say("B conforme")
    assert t.voces["C"] == ["conforme", "no quiero"]  # owes 3, holds 2
    t.say("C conforme")
    assert stones(t) == ([3, 0, 0, 3], [4, 4, 3, 4], 7)


def test_R64_a_number_of_which_there_is_but_one_is_asked_for_as_such():
    t = tres(piedras=(7, 1, 7, 7)).say("A envido 3")
    refusal = t.refused("B acepto 2")
    assert (refusal.reason, refusal.rule, refusal.facts) == ("exact-amount", "R64", {"exact": 1})


# ---- R65: volverse atrás ----------------------------------------


def test_R65_they_take_back_their_own_and_as_many_of_who_raised():
    t = tres(target=12).say("A envido 2", "B quiero", "C quiero", "D no quiero", "B 7 más", "C conforme")
    t.say("A no quiero")
    assert t.paid == ["0 grande coge 2"]
    assert stones(t) == ([14, 3, 3, 12], [0, 7, 9, 0], 0)
    assert t.lances == ["grande querido 16"]


def test_R65_of_two_raisers_they_take_as_many_of_each():
    t = tres(target=20).say("A envido 2", "B quiero", "C quiero", "D no quiero", "B 7 más", "C 7 más")
    t.say("A no quiero", "B conforme")
    assert t.paid == ["0 grande coge 4"]
    assert t.mesa.tantos[0].de == (0, 2, 2, 0)
    assert stones(t) == ([24, 4, 4, 20], [0, 14, 14, 0], 0)


def test_R65_the_withdrawn_take_in_the_order_in_which_they_entered_and_the_last_may_be_a_suertudo():
    t = tres(piedras=(7, 3, 7, 7)).say("A paso", "B paso", "C envido 2")
    t.say("A quiero", "B quiero", "D quiero", "A conforme", "B 5 más")  # B: 2, and the 1 that is left
    t.say("C no quiero", "D no quiero", "A no quiero")
    assert t.paid == ["2 grande coge 2", "0 grande coge 1"]  # C, who bet, then A; D finds nothing
    assert t.mesa.lances[0].suertudos == (3,)
    assert stones(t) == ([8, 0, 9, 7], [0, 0, 0, 0], 4)


def test_R65_a_raiser_who_withdraws_takes_back_what_is_left_of_their_own():
    t = tres(target=12).say("A envido 1", "B quiero", "C quiero", "D no quiero", "B 2 más", "C 3 más")
    t.say("A no quiero", "B no quiero")
    # A (1 in) takes 1 of B and 1 of C; B (3 in) takes back the 2 that are left and 3 of C's 6
    assert t.paid == ["0 grande coge 2", "1 grande coge 3"]
    assert stones(t) == ([14, 14, 8, 12], [0, 0, 0, 0], 0)


# ---- R66: nobody accepts ----------------------------------------


def test_R66_nobody_accepts_the_bettor_is_rid_of_one_and_has_the_right_to_the_premio():
    t = tres(*RICH).paso(2).say("A envido 4", "B no quiero", "D no quiero")
    assert t.lances[-1] == "pares rechazado 1"
    assert stones(t) == ([6, 7, 7, 7], [0, 0, 0, 0], 1)
    t.paso()
    assert t.paid == ["0 pares saca 1", "0 pares saca 1"]  # the deje, and the par


def test_R66_all_others_withdraw_the_raiser_is_rid_of_what_they_took():
    t = tres(target=12).say("A envido 2", "B quiero", "C no quiero", "D no quiero", "B 7 más", "A no quiero")
    assert t.paid == ["0 grande coge 2"]
    assert stones(t) == ([14, 10, 12, 12], [0, 0, 0, 0], 0)
    assert t.lances == ["grande rechazado 2"]


# ---- R67: the count ----------------------------------------


def test_R67_the_worst_hand_takes_all_the_stones_of_the_lance():
    t = tres().say("A envido 3", "B acepto 1", "C quiero", "D no quiero", "B conforme", "C conforme").paso(2)
    assert t.count() == ["0 grande coge 7"]
    assert stones(t) == ([11, 6, 4, 7], [0, 0, 0, 0], 0)


def test_R67_the_best_hand_of_those_in_gets_the_premio():
    t = tres().paso(2).say("A envido 1", "B quiero", "C no quiero", "D quiero", "B conforme", "D conforme")
    assert t.count() == ["0 punto coge 3", "1 punto saca 1"]  # B 26, D 23, A 22; C, 30, is out of it


def test_R67_where_none_has_stones_outside_the_middle_cards_are_compared_at_once():
    t = tres(piedras=(2, 2, 7, 7)).say("A envido 25", "B quiero", "C no quiero", "D no quiero", "A conforme")
    assert t.lances == ["grande visto 4"]
    assert t.mesa.shown == (0, 1)
    assert t.paid == ["0 grande coge 4"]
    assert stones(t) == ([4, 0, 7, 7], [0, 0, 0, 0], 10)
    assert t.envite.lance is Lance.CHICA
    assert t.envite.speakers == (0, 2, 3)  # the loser plays on, who has none rests


def test_R67_if_some_have_stones_it_waits_and_those_without_play_no_further_lance():
    t = tres(piedras=(7, 2, 7, 7)).say("A envido 5", "B quiero", "C no quiero", "D no quiero")
    assert t.lances == ["grande querido 7"]
    assert t.mesa.shown == ()
    assert t.envite.speakers == (0, 2, 3)
    assert stones(t) == ([2, 0, 7, 7], [5, 2, 0, 0], 5)
    t.paso(2)
    assert t.count() == ["0 grande coge 7"]
    assert stones(t) == ([9, 0, 7, 7], [0, 0, 0, 0], 5)
    assert t.mesa.hand_sizes() == (5, 0, 5, 5)


# ---- R68: órdago ----------------------------------------


def test_R68_R88_who_accepts_an_ordago_stakes_all_they_have_and_the_worst_takes_them_all():
    t = tres(piedras=(7, 5, 3, 7)).say("A órdago", "B quiero", "C quiero", "D no quiero")
    assert stones(t)[1] == [7, 5, 3, 0]
    t.say("A conforme")
    shown = next(event for event in reversed(t.log) if isinstance(event, Shown))
    assert [bool(hand) for hand in shown.cards] == [True, True, True, False]
    assert t.paid == ["0 grande coge 15"]
    assert stones(t) == ([15, 0, 0, 7], [0, 0, 0, 0], 6)
    assert t.envite.speakers == (0, 3)  # A plays on with the cards seen


def test_R68_an_ordago_that_nobody_accepts_is_a_deje():
    t = tres().say("A órdago", "B no quiero", "C no quiero", "D no quiero")
    assert t.paid == ["0 grande saca 1"]
    assert stones(t) == ([6, 7, 7, 7], [0, 0, 0, 0], 1)


def test_R68_an_ordago_may_be_a_raise():
    t = tres().say("A envido 1", "B quiero", "C quiero", "D no quiero", "B órdago")
    assert t.voces["C"] == ["quiero", "no quiero"]
    t.say("C quiero", "A no quiero")
    assert t.turno == "B"
    t.say("B conforme")
    assert t.paid == ["0 grande coge 1", "1 grande coge 13"]
    assert stones(t) == ([8, 13, 0, 7], [0, 0, 0, 0], 0)


def test_R68_a_bettor_gives_themselves_up_after_an_ordago_is_accepted():
    t = tres(*RICH).say("A paso", "B paso", "C órdago", "A quiero", "B no quiero", "D no quiero")
    assert t.voces == {"C": ["conforme", "me doy por perdido"]}
    t.say("C me doy por perdido")
    assert t.paid == ["2 grande coge 14"]
    assert t.lances == ["grande perdido 14"]
    assert t.mesa.shown == ()
    assert stones(t) == ([0, 7, 14, 7], [0, 0, 0, 0], 0)
    assert t.envite.speakers == (1, 2, 3)


def test_R68_a_bettor_gives_themselves_up_while_those_who_accepted_speak():
    t = tres(*RICH).paso(2).say("A envido 3", "B quiero", "D quiero")  # pares
    assert t.turno == "B"
    assert t.voces["A"] == ["me doy por perdido"]
    assert t.refused("D me doy por perdido").reason == "not-your-turn"
    t.say("A me doy por perdido")
    assert t.paid == ["0 pares coge 9"]
    t.paso()
    assert t.paid == ["0 pares coge 9", "3 pares saca 3"]  # D, duples, is the best of those left


def test_R68_nobody_gives_themselves_up_before_they_are_accepted():
    t = tres().say("A envido 3", "B no quiero")
    assert "A" not in t.voces
    t.say("C quiero", "D no quiero", "C 2 más")
    assert t.turno == "A"
    assert "C" not in t.voces


@pytest.mark.parametrize("accepts", ["B quiero", "B acepto 1"])
def test_R84_they_give_themselves_up_as_soon_as_one_has_accepted_though_others_have_still_to_speak(
    accepts: str,
):
    t = tres(*RICH).paso(2).say("A envido 3", accepts)  # pares
    assert (t.turno, t.voces["A"]) == ("D", ["me doy por perdido"])
    t.say("A me doy por perdido")
    put = 3 if accepts == "B quiero" else 1
    assert t.paid == [f"0 pares coge {3 + put}"]
    assert t.mesa.lances[-1].bandos == (1,)  # D, who holds duples, has not entered it
    t.paso()
    assert t.paid[1:] == ["1 pares saca 2"]


def test_R84_of_an_ordago_too_before_all_have_answered():
    t = tres().say("A órdago", "B no quiero", "C quiero")
    assert (t.turno, t.voces["A"]) == ("D", ["me doy por perdido"])
    t.say("A me doy por perdido")
    assert t.paid == ["0 grande coge 14"]
    assert stones(t) == ([14, 7, 0, 7], [0, 0, 0, 0], 0)


def test_R84_a_raiser_waits_for_one_who_conforms_to_their_raise():
    t = tres().say("A envido 1", "B quiero", "C quiero", "D quiero", "B conforme", "C 2 más")
    assert list(t.voces) == ["D"]
    t.say("D no quiero")
    assert list(t.voces) == ["A"]
    t.say("A conforme")
    assert list(t.voces) == ["B", "C"]
    t.say("C me doy por perdido")
    assert t.paid == ["3 grande coge 1", "2 grande coge 6"]  # D takes one of C's stones, C all that is left
    assert t.mesa.lances[-1].bandos == (0, 1)


def test_R84_a_bettor_left_without_stones_is_asked_whether_they_give_themselves_up():
    t = tres(piedras=(2, 7, 7, 7)).say("A envido 9", "B quiero", "C acepto 1", "D no quiero", "C conforme")
    assert t.voces == {"A": ["conforme", "me doy por perdido"]}
    t.say("A me doy por perdido")
    assert stones(t) == ([10, 0, 6, 7], [0, 0, 0, 0], 5)


def test_R88_the_premio_of_a_lance_decided_at_once_is_shed_at_the_count_in_its_place():
    t = tres("4o 5c 6b 7e", "1o 1c 10c 11b", "4c 4e 5b 6o", "2o 7o 11o 5e")
    t.say("A paso", "B envido 2", "A no quiero", "C quiero", "D no quiero", "C conforme").paso()
    t.say("B órdago", "C quiero", "B conforme")  # pares, compared at once: B takes the 5 and 5
    assert t.paid == ["1 pares coge 10"]
    t.paso()
    # grande: C is the worse and holds 4 again; from these goes the premio of the pares won before
    assert t.count() == ["2 grande coge 4", "2 pares saca 1"]


def test_R88_R69_who_won_en_paso_but_holds_nothing_by_the_count_sheds_nothing():
    t = at_grande("frances", *PLAIN[:3], piedras=(8, 8, 2)).paso()  # grande: C would shed 1
    t.say("A paso", "B envido 2", "C quiero", "A no quiero", "B conforme").paso()
    assert t.count() == ["2 chica coge 4", "1 punto saca 1"]


# ---- R90: quiero and conforme ----------------------------------------


def answers(t: Table) -> list[str]:
    """The words said in the lance being bet, as they are written in the log."""
    return [f"{seat} {said.voz}" for _, seat, said in t.mesa.words()]


def test_R90_quiero_to_a_raise_is_conforme_and_conforme_to_an_ordago_is_quiero():
    t = tres().say("A envido 1", "B conforme", "C no quiero", "D quiero", "B 2 más", "D quiero")
    assert stones(t)[1] == [1, 3, 0, 3]
    t.say("A órdago", "B conforme", "D quiero")
    said = "1 quiero, 2 no quiero, 3 quiero, 1 más, 3 conforme, 0 órdago, 1 quiero, 3 quiero"
    assert answers(t)[1:] == said.split(", ")


def test_R90_quiero_to_a_raise_of_a_single_stone_is_conforme_too():
    t = tres().say("A envido 1", "B quiero", "C no quiero", "D quiero", "B 1 más", "D quiero")
    assert answers(t)[-1] == "3 conforme"


def test_R90_what_is_offered_stays_as_it_is():
    t = tres().say("A envido 1", "B quiero", "C quiero", "D no quiero", "B 2 más")
    assert t.voces["C"] == ["conforme", "no quiero", "más", "órdago"]
    assert t.say("C órdago").voces["A"] == ["quiero", "no quiero"]


def test_R90_quiero_is_no_answer_where_nobody_elses_bet_waits_for_one():
    t = tres().say("A envido 1", "B quiero", "C no quiero", "D no quiero")
    assert t.refused("B quiero").reason == "not-now"  # B has accepted: a raise is still allowed
    assert t.refused("A quiero").reason == "not-your-turn"
    final = tres().say("A órdago", "B quiero", "C no quiero", "D no quiero")
    assert final.refused("A quiero").reason == "not-now"  # A is asked whether to give up
    assert tres().refused("A conforme").reason == "not-now"
    assert final.refuses(0, Action(Voz.CONFORME, 3)).reason == "not-now"


def test_R90_a_stray_number_makes_it_no_word():
    t = tres().say("A envido 1", "B quiero", "C no quiero", "D no quiero", "B 2 más")
    assert t.refuses(0, Action(Voz.QUIERO, 3)).reason == "not-now"
    assert allows(t.mesa, 0, Action(Voz.QUIERO))
    assert not allows(t.mesa, 1, Action(Voz.QUIERO))


# ---- R69, R78 ----------------------------------------


def test_R69_stones_shed_beyond_what_one_holds_are_forgone():
    t = tres(*RICH, piedras=(7, 3, 7, 7)).paso(3).say("A paso", "B envido 1", "A no quiero")
    assert t.paid == ["1 juego saca 1", "1 juego saca 2"]  # the deje, and 2 of the 5 of the real
    assert stones(t) == ([7, 0, 7, 7], [0, 0, 0, 0], 7)


def test_R69_equal_hands_are_won_by_the_nearest_to_the_mano():
    same = ("12o 11o 6o 4o", "12c 11c 6c 4c", "12e 11e 6e 4e")
    t = tres(*same, mano=1).say("B envido 1", "C quiero", "A quiero", "C conforme", "A conforme").paso(3)
    assert t.count() == ["0 grande coge 3"]  # A is the farthest


def test_R78_stones_are_conserved_in_a_long_lance():
    t = tres(*EIGHT).say("A envido 2", "B quiero", "C quiero", "D acepto 1", "E quiero", "F quiero")
    t.say("G no quiero", "H quiero", "B 3 más", "C 2 más", "D no quiero", "E conforme", "F no quiero")
    t.say("H conforme", "A no quiero", "B conforme")
    piedras, medio, plato = stones(t)
    assert sum(piedras) + sum(medio) + plato == 56
    assert not isinstance(t.mesa.phase, JuegoOver)


def test_R68_there_may_be_nothing_left_to_take_for_who_gives_themselves_up():
    t = tres(piedras=(7, 7, 7, 3)).say("A envido 3", "B acepto 1", "C no quiero", "D acepto 1")
    t.say("B 1 más", "D 1 más", "A no quiero", "B conforme", "D me doy por perdido")
    # Ane, who had put in 3, takes all that lies there: 3 of Beñat's and 3 of Dani's
    assert t.paid == ["0 grande coge 6"]
    assert t.lances == ["grande perdido 0"]
    assert stones(t) == ([13, 4, 7, 0], [0, 0, 0, 0], 4)


# ---- what is seen ----------------------------------------


def seen(t: Table, seat: Seat | None) -> PiedrasSeen:
    modo = observe(t.mesa, seat).modo
    assert isinstance(modo, PiedrasSeen)
    return modo


def test_a_view_tells_the_stones_and_who_may_give_themselves_up():
    t = tres(piedras=(2, 7, 7, 7)).say("A envido 1")
    assert seen(t, None).may_give_up is None
    t.say("B quiero", "C quiero", "D no quiero")
    view = observe(t.mesa, 1)
    assert seen(t, 1).may_give_up == 0
    assert (view.piedras, seen(t, 1).medio, seen(t, 1).plato) == ((1, 6, 6, 7), (1, 1, 1, 0), 5)
    assert [view.plays(seat) for seat in range(4)] == [True] * 4
    waits = tres(piedras=(2, 7, 7, 7)).say("A envido 2", "B quiero")
    assert not observe(waits.mesa).plays(0)
    assert seen(t, None).puja == t.envite
