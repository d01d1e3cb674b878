"""Mus Francés (R70–R78), rule by rule."""

from __future__ import annotations

import pytest

from musbot.game.actions import Offer, Voz
from musbot.game.cards import cards
from musbot.game.engine import begin, offers, winner
from musbot.game.errors import BadRules, Illegal
from musbot.game.events import JuegoLost, Shown
from musbot.game.lances import Lance, worth
from musbot.game.modos.piedras.premios import premio
from musbot.game.modos.piedras.rules import STONE_SETS, PiedrasRules
from musbot.game.rule_sets import RULE_SETS, rule_set
from musbot.game.shuffle import Baraja
from tests.support.playing import PLAIN, RICH, Table, at_grande, five, fold, stones


def frances(*hands: str, **fields: object) -> Table:
    """Mus Francés, the grande about to be bet; of four hands nobody has pares or juego."""
    return at_grande("frances", *(hands or PLAIN), **fields)


# ---- R70, R71: players, stones, the deal ----------------------------------------


def test_R70_two_to_eight_play_with_5_8_or_10_stones_and_lose_three_juegos():
    rules = rule_set("frances")
    assert list(rules.players) == [2, 3, 4, 5, 6, 7, 8]
    assert (rules.piedras, rules.juegos, rules.reyes) == (8, 3, 8)
    assert [rules.with_changes({"piedras": n}).piedras for n in (5, 8, 10)] == [5, 8, 10]
    with pytest.raises(BadRules, match=r"piedras = 7: expected 5 or 8 or 10 \(R70\)"):
        rules.with_changes({"piedras": 7})
    with pytest.raises(Illegal) as refused:
        begin(rules, 9)
    assert refused.value.rule == "R70"


def test_R70_the_last_with_stones_loses_the_juego_and_who_loses_enough_is_out():
    t = frances(*PLAIN[:3], to_win=2, juegos=(0, 1, 1), piedras=(1, 1, 8))
    t.say("A envido 1", "B no quiero", "C no quiero", "B envido 1", "C no quiero")
    assert isinstance(t.log[-2], JuegoLost)
    assert t.mesa.juegos == (0, 1, 2)
    five(t, *PLAIN[:2], "")
    assert t.mesa.piedras == (8, 8, 0)


def test_R70_the_last_who_is_not_out_wins():
    t = frances(*PLAIN[:2], to_win=1, piedras=(8, 1)).say("A paso", "B envido 1", "A no quiero")
    assert t.mesa.juegos == (1, 0)
    assert winner(t.mesa) == 1


def test_R71_five_cards_each_one_thrown_and_never_mus():
    t = Table(fold(list(begin(rule_set("frances"), 5, 2))))
    t.happen(Baraja(bytes(32), "t").chance(t.mesa))
    assert [len(hand) for hand in t.mesa.cards] == [5] * 5
    assert t.voces == {"C": ["descarta"]}
    assert offers(t.mesa, 2) == (Offer(Voz.DESCARTA, 1, 1),)
    for letter in "CDEAB":
        t.say(f"{letter} descarta {t.hands['ABCDE'.index(letter)].split()[0]}")
    assert t.envite.lance is Lance.GRANDE
    assert t.turno == "C"


def test_R71_R73_a_refusal_names_the_rule_of_this_game():
    t = Table(fold(list(begin(rule_set("frances"), 3))))
    t.happen(Baraja(bytes(32), "t").chance(t.mesa))
    assert t.refused("A descarta 4o 5c").rule == "R71"
    t = frances().say("A envido 2")
    assert [t.refused(f"B {word}").rule for word in ("paso", "3 más")] == ["R73", "R73"]
    assert t.refused("C quiero").rule == "R73"


# ---- R72: en paso ----------------------------------------


def test_R72_en_paso_the_winner_sheds_the_worth_of_the_lance():
    t = frances(*RICH).paso(4)
    # grande: Ane, 12 12 11; chica: Dani, as as; pares: Dani, duples; juego: Ane, a 31 nearer to the mano
    assert t.count() == ["0 grande saca 1", "3 chica saca 1", "3 pares saca 3", "0 juego saca 3"]
    assert stones(t) == ([4, 8, 8, 4], [0] * 4, 8)


def test_R72_en_paso_punto_is_one():
    t = frances().paso(3)
    assert t.count() == ["2 grande saca 1", "3 chica saca 1", "2 punto saca 1"]


@pytest.mark.parametrize(
    ("lance", "hand", "corto", "largo"),
    [
        (Lance.GRANDE, "4o 5c 6b 7e", 1, 1),
        (Lance.CHICA, "4o 5c 6b 7e", 1, 1),
        (Lance.PARES, "4o 4c 6b 7e", 1, 1),
        (Lance.PARES, "4o 4c 4b 7e", 2, 2),
        (Lance.PARES, "4o 4c 4b 4e", 3, 3),
        (Lance.JUEGO, "12o 11c 10e 1b", 3, 3),
        (Lance.JUEGO, "12o 11c 7e 6b", 2, 4),
        (Lance.JUEGO, "12o 11c 10e 3b", 2, 2),
        (Lance.JUEGO, "7o 7c 7e 10b", 3, 5),
        (Lance.JUEGO, "7o 7c 7e 3b", 3, 3),
        (Lance.PUNTO, "4o 5c 6b 7e", 1, 1),
    ],
)
def test_R72_what_each_lance_is_worth(lance: Lance, hand: str, corto: int, largo: int):
    for tanteo, expected in (("corto", corto), ("largo", largo)):
        rules = STONE_SETS["frances"].with_changes({"tanteo": tanteo})
        assert premio(rules, lance, worth(cards(hand), rules), bet=False) == expected


def test_R72_with_the_long_tanteo_the_real_beats_every_juego_and_33_is_still_the_last():
    for tanteo in ("corto", "largo"):
        rules = rule_set("frances", {"tanteo": tanteo})
        places = [worth(cards(h), rules).juego for h in ("7o 7c 7e 10b", "12o 11c 10e 1b", "12o 11c 7e 6b")]
        assert places == ([8, 8, 1] if tanteo == "corto" else [9, 8, 1])
    rey = rule_set("frances", {"tanteo": "largo", "real": "rey"})
    assert worth(cards("7o 7c 7e 10b"), rey).juego == 8
    assert worth(cards("7o 7c 7e 12b"), rey).juego == 9


def test_R86_the_only_one_with_pares_or_juego_sheds_their_worth():
    t = frances("3o 3c 4e 5b", *PLAIN[1:3]).paso(3)
    assert "pares sin rival 0" in t.lances
    assert "0 pares saca 1" in t.paid


# ---- R73: bets and raises ----------------------------------------


def test_R73_a_bet_goes_round_to_the_right_and_who_accepts_puts_as_many_in():
    t = frances().say("A paso", "B envido 3")
    assert t.voces == {"C": ["quiero", "no quiero"]}
    t.say("C quiero")
    assert t.turno == "D"
    t.say("D no quiero")
    assert t.turno == "A"
    t.say("A quiero")
    assert stones(t) == ([5, 5, 5, 8], [3, 3, 3, 0], 0)


def test_R73_then_raises_go_round_to_the_left_ending_with_the_first_bettor():
    t = frances().say("A paso", "B envido 1", "C quiero", "D quiero", "A quiero")
    spoke = ""
    for _ in range(4):
        assert t.voces[t.turno] == ["conforme", "más", "órdago"]
        spoke += t.turno
        t.say(f"{t.turno} conforme")
    assert spoke == "ADCB"
    assert t.lances == ["grande querido 4"]


def test_R73_after_a_raise_the_others_answer_on_to_the_left():
    t = frances().say("A paso", "B envido 1", "C quiero", "D quiero", "A quiero", "A conforme", "D 2 más")
    assert t.voces == {"C": ["conforme", "no quiero", "más", "órdago"]}
    t.say("C conforme")
    assert t.turno == "B"
    t.say("B conforme")
    assert t.turno == "A"
    t.say("A conforme")
    assert t.lances == ["grande querido 12"]


def test_R73_the_first_bettor_starts_a_new_round_to_the_right():
    t = frances().say("A envido 1", "B quiero", "C quiero", "D quiero", "D conforme", "C conforme")
    t.say("B conforme", "A 1 más")
    assert t.turno == "B"
    t.say("B conforme")
    assert t.turno == "C"
    t.say("C 1 más", "D conforme", "A 1 más")  # and again, now to the left
    assert t.turno == "D"


def test_R73_after_the_first_bettor_who_only_conforms_the_others_speak_on_and_may_raise():
    t = frances().say("A paso", "B envido 1", "C quiero", "D quiero", "A quiero", "A conforme", "D 1 más")
    t.say("C conforme", "B conforme")
    assert t.voces == {"A": ["conforme", "no quiero", "más", "órdago"]}
    t.say("A 1 más")
    assert t.turno == "D"  # still to the left


def test_R73_who_did_not_enter_the_first_bet_is_out():
    t = frances().say("A envido 1", "B no quiero", "C quiero", "D no quiero", "C 2 más")
    assert t.turno == "A"
    assert t.refused("B quiero").reason == "out-of-lance"


def test_R90_quiero_to_a_raise_is_conforme_and_conforme_to_an_ordago_is_quiero():
    t = frances().say("A envido 1", "B conforme", "C quiero", "D no quiero", "C 2 más", "B quiero")
    t.say("A órdago", "B conforme", "C quiero")
    said = [word.action.voz.value for word in t.mesa.words() if word.seat == 1]
    assert said == ["quiero", "conforme", "quiero"]


# ---- R74: refusing a raise ----------------------------------------


def test_R74_who_refuses_a_raise_takes_all_that_lay_there_before_it():
    t = frances().say("A envido 2", "B quiero", "C quiero", "D no quiero", "C 3 más", "B no quiero")
    assert t.paid == ["1 grande coge 6"]
    assert t.mesa.tantos[0].de == (2, 2, 2, 0)
    assert stones(t) == ([6, 12, 3, 8], [0, 0, 3, 0], 0)
    assert t.turno == "A"  # the lance goes on for the raise alone
    t.say("A conforme")
    assert stones(t) == ([3, 12, 3, 8], [3, 0, 3, 0], 0)
    assert t.lances == ["grande querido 6"]


def test_R74_a_second_one_who_refuses_finds_nothing_left_and_the_raise_returns():
    t = frances(*RICH).paso(2).say("A envido 2", "B quiero", "D quiero", "D 3 más", "B no quiero")
    t.say("A no quiero")
    assert t.paid == ["1 pares coge 6"]
    assert t.lances[-1] == "pares rechazado 0"
    assert t.mesa.lances[-1].suertudos == (0,)
    assert stones(t) == ([6, 12, 8, 6], [0] * 4, 0)
    t.paso()
    assert "3 pares saca 3" in t.count()  # and takes the premio


def test_R74_R85_a_raise_on_a_raise_is_refused_with_all_before_the_last():
    t = frances(target=10).say("A envido 1", "B quiero", "C quiero", "D no quiero", "C 2 más", "B 2 más")
    t.say("A no quiero")
    # 3 of the first bet, and 2 each of Carmen and Beñat for the first raise
    assert t.paid == ["0 grande coge 7"]
    assert stones(t) == ([16, 5, 7, 10], [0, 2, 0, 0], 0)
    t.say("C conforme")
    assert stones(t)[1] == [0, 2, 2, 0]


def test_R85_who_has_nothing_left_to_play_for_is_out_of_the_lance():
    t = frances(piedras=(8, 2, 8, 8)).say("A envido 2", "B quiero", "C quiero", "D no quiero", "C 1 más")
    assert t.turno == "B"
    t.say("B conforme")  # with nothing: none are left
    t.say("A no quiero")  # and takes the 6 that lay there: Beñat is rid of those two
    assert stones(t) == ([12, 0, 6, 8], [0] * 4, 6)
    assert t.lances == ["grande rechazado 0"]


# ---- R75: the count ----------------------------------------


def test_R75_the_worst_of_those_in_takes_the_stones_and_the_best_has_the_premio():
    t = frances(*RICH).paso(2).say("A envido 2", "B quiero", "D quiero", "D conforme", "B conforme")
    t.say("A conforme").paso()
    assert t.count()[2:4] == ["0 pares coge 6", "3 pares saca 3"]


def test_R75_grande_and_chica_have_no_premio_when_bet():
    t = frances().say("A envido 2", "B quiero", "C no quiero", "D no quiero", "B conforme", "A conforme")
    t.paso(2)
    assert t.count() == ["0 grande coge 4", "3 chica saca 1", "2 punto saca 1"]


def test_R75_nobody_accepts_the_bettor_is_rid_of_one_and_has_the_premio():
    t = frances().paso(2).say("A envido 5", "B no quiero", "C no quiero", "D no quiero")
    assert t.paid == ["0 punto saca 1", "2 grande saca 1", "3 chica saca 1", "0 punto saca 1"]
    assert stones(t) == ([6, 8, 7, 7], [0] * 4, 4)


# ---- R76: órdago ----------------------------------------


def test_R76_those_in_an_ordago_show_at_once_and_the_worst_takes_all_their_stones():
    t = frances(piedras=(8, 3, 8, 8)).say("A órdago", "B quiero", "C no quiero", "D no quiero")
    shown = next(event for event in reversed(t.log) if isinstance(event, Shown))
    assert [bool(hand) for hand in shown.cards] == [True, True, False, False]
    assert t.paid == ["0 grande coge 11"]
    assert stones(t) == ([11, 0, 8, 8], [0] * 4, 5)
    assert t.envite.lance is Lance.CHICA  # the loser plays on
    assert t.envite.speakers == (0, 2, 3)


def test_R76_with_everybody_in_the_hand_ends():
    t = frances(*PLAIN[:3]).say("A envido 1", "B quiero", "C no quiero", "B conforme", "A conforme")
    t.say("A órdago", "B quiero", "C quiero")
    assert t.lances == ["grande querido 2", "chica órdago 22"]
    # chica: Carmen is the worst and takes the 22; then the count of grande, where Ane takes two, and
    # only Carmen and Ane have stones left
    assert t.paid == ["2 chica coge 22", "0 grande coge 2"]
    assert t.mesa.hand_sizes() == (5, 0, 5)


def test_R76_with_everybody_in_and_nothing_waiting_the_juego_ends():
    t = frances(*PLAIN[:3], to_win=2).say("A órdago", "B quiero", "C quiero")
    assert t.paid == ["0 grande coge 24"]
    assert t.mesa.juegos == (1, 0, 0)


def test_R76_in_the_last_lance_the_hand_ends():
    t = frances().paso(2).say("A órdago", "B quiero", "C no quiero", "D no quiero")
    assert t.paid == ["0 punto coge 16", "2 grande saca 1", "3 chica saca 1"]
    assert t.mesa.hand_sizes() == (5, 0, 5, 5)


def test_R76_one_who_waits_is_not_in_it_so_the_loser_plays_on():
    t = frances(*PLAIN[:3], piedras=(8, 2, 8)).say("A envido 2", "B quiero", "C no quiero", "A conforme")
    assert t.envite.speakers == (0, 2)  # Beñat waits for the cards of grande
    t.say("A órdago", "C quiero")
    assert t.lances == ["grande querido 4", "chica órdago 14", "pares vacío 0", "punto sin rival 0"]
    # chica: Carmen takes the 6 and the 8 and plays on, alone: punto counts as if it had gone en paso (R86)
    assert t.paid == ["2 chica coge 14", "0 grande coge 4", "2 punto saca 1"]
    assert t.mesa.hand_sizes() == (5, 0, 5)


def test_R76_one_who_has_no_stones_anywhere_need_not_be_in_it():
    t = frances("4o 4c 5b 6e", "5o 5c 10c 11b", "12o 12c 11e 1b", piedras=(8, 8, 2))
    t.say("A paso", "B órdago", "C quiero", "A no quiero")  # Carmen is rid of hers and rests
    t.say("A envido 1", "B quiero", "B conforme", "A conforme", "A órdago", "B quiero")
    assert t.lances == ["grande órdago 10", "chica querido 2", "pares órdago 16"]  # and the hand ends


def test_R76_who_refuses_an_ordago_takes_what_lay_there_before():
    t = frances().say("A envido 2", "B quiero", "C quiero", "D no quiero", "C órdago", "B no quiero")
    assert t.paid == ["1 grande coge 6"]
    t.say("A quiero")
    assert t.paid == ["1 grande coge 6", "0 grande coge 12"]


# ---- R77, R78 ----------------------------------------


def test_R77_who_bets_all_they_have_left_cannot_be_raised():
    t = frances(piedras=(3, 8, 8, 8)).say("A envido 3", "B quiero", "C quiero", "D no quiero")
    assert t.lances == ["grande querido 9"]


def test_R77_who_raises_by_all_they_have_left_cannot_be_raised():
    t = frances(piedras=(8, 4, 8, 8)).say("A envido 1", "B quiero", "C quiero", "D no quiero", "C conforme")
    t.say("B 3 más")
    assert t.voces == {"A": ["conforme", "no quiero"]}
    assert t.refused("A órdago").reason == "not-now"


def test_R89_R77_nobody_bets_more_than_they_hold():
    t = frances(piedras=(3, 8, 8, 8))
    assert offers(t.mesa, 0)[1] == Offer(Voz.ENVIDO, 1, 3)
    assert t.refused("A envido 4").facts == {"least": 1, "most": 3}


@pytest.mark.parametrize(
    "name", [name for name, rules in RULE_SETS.items() if isinstance(rules, PiedrasRules)]
)
def test_R78_stones_are_conserved_from_bet_to_count(name: str):
    t = at_grande(name, *RICH)
    start = 4 * t.con_piedras.rules.piedras
    for words in ("A envido 2", "B quiero", "C no quiero", "D quiero"):
        t.say(words)
        piedras, medio, plato = stones(t)
        assert sum(piedras) + sum(medio) + plato == start
    assert sum(medio) == 6


def test_R74_who_put_all_in_before_they_had_conformed_to_an_earlier_raise_pays_no_more_than_lies_there():
    t = at_grande("frances", *PLAIN, piedras=(9, 3, 9, 9))
    t.say("A envido 1", "B quiero", "C quiero", "D quiero", "D 3 más", "C 3 más")
    t.say("B conforme")  # of the 6 owed B has 2, which are of the first raise
    assert t.puja.puestas == (1, 3, 7, 4)
    t.say("A no quiero")
    (paid,) = t.payments()
    assert (paid.bando, paid.piedras, paid.de) == (0, 12, (1, 3, 4, 4))
    assert t.mesa.piedras == (20, 0, 2, 5)
    assert t.puja.puestas == (0, 0, 3, 0), "the raise alone"
