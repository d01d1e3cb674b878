"""Señas and looks: which are true, when they may be made, and whom they reach (R56–R59)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from musbot.game.actions import Action, Sena, Voz
from musbot.game.cards import cards
from musbot.game.engine import cards_due, decide, offers
from musbot.game.events import Looked, Signed
from musbot.game.lances import Lance, jugada
from musbot.game.rule_sets import rule_set
from musbot.game.senas import true_senas
from musbot.game.views import SenaMade, news_for, observe
from tests.support.playing import RICH, Table, betting, opened, table

REGLAMENTO = Path(__file__).parents[2] / "docs" / "reglamento.md"
ALL_MUS = ("A mus", "B mus", "C mus", "D mus")

KINGS = ("12o 3c 4b 1e", "5o 5c 6b 7e", "4c 6o 10o 12b", "2o 7o 11o 5e")
"""True of A's hand is only dos reyes; of C's treinta, of B's and D's nothing: ciego."""


def true(hand: str, reyes: int = 8) -> set[str]:
    lawful = rule_set("vitoria").lawful
    return {sena.value for sena in true_senas(jugada(cards(hand), reyes)) if sena in lawful}


def test_R56_the_ten_of_castile_have_no_tres_reyes_and_the_seven_of_c_one_wink_for_31_and_30():
    assert rule_set("vitoria").lawful == set(Sena) - {Sena.TREINTA_O_UNA}
    assert rule_set("castellano").lawful == rule_set("vitoria").lawful - {Sena.TRES_REYES}
    assert len(rule_set("clasico").lawful) == 7
    refusal = table("castellano", "12o 3c 12e 1e", *KINGS[1:]).refused("A seña tres reyes")
    assert (refusal.reason, refusal.rule) == ("sena-not-made-here", "R56")
    t = table("clasico", "12o 11c 10b 1e", "12e 7c 7e 6b", *KINGS[2:]).say("A no mus")
    t.say("A seña treinta y una o treinta", "B seña treinta y una o treinta")
    assert t.refused("A seña ciego").rule == t.refused("A seña treinta y una").rule == "R56"
    assert (
        table("vitoria", "12o 11c 10b 1e", *KINGS[1:]).refused("A seña treinta y una o treinta").rule == "R56"
    )


def reached(t: Table, words: str) -> str:
    """Whom a seña reaches, as initials."""
    signed = t.say(words).log[-1]
    assert isinstance(signed, Signed)
    return "".join("ABCDEF"[seat] for seat in signed.seen_by)


# ---- R56: which are true --------------------------------------------------------------------------------


HANDS = [
    ("12o 3c 4b 1e", {"dos reyes"}),
    ("12o 11c 10b 7e", {"juego"}),  # one rey is none
    ("12o 3c 12b 4e", {"tres reyes", "medias", "juego"}),
    ("12o 3c 12b 3e", {"tres reyes", "duples", "juego"}),  # four are three or more
    ("1o 2c 5b 6e", {"dos ases"}),
    ("1o 2c 1b 6e", {"tres ases", "medias"}),
    ("1o 2c 1b 2e", {"tres ases", "duples"}),
    ("1o 1c 12o 12c", {"dos reyes", "dos ases", "duples"}),
    ("5o 5c 5b 4e", {"medias"}),
    ("5o 5c 4b 4e", {"duples"}),
    ("5o 5c 5b 5e", {"duples"}),
    ("12o 11c 10b 1e", {"treinta y una"}),
    ("12o 3c 10b 1e", {"dos reyes", "treinta y una"}),
    ("7o 7c 7b 10e", {"medias", "treinta y una"}),
    ("10o 11c 6b 6e", {"juego"}),
    ("10o 11c 6b 4e", {"treinta"}),
    ("10o 11c 4b 5e", {"veintinueve"}),
    ("4o 5c 6b 7e", {"ciego"}),
    ("7o 7c 4b 5e", {"ciego"}),  # for a par there is no seña
    ("10o 11c 4b 4e", {"ciego"}),  # 28
]


@pytest.mark.parametrize(("hand", "senas"), HANDS)
def test_R56_the_senas_that_are_true_of_a_hand(hand: str, senas: set[str]):
    assert true(hand) == senas


@pytest.mark.parametrize(
    ("hand", "senas"),
    [
        ("12o 3c 4b 1e", {"ciego"}),
        ("12o 12c 3b 2e", {"dos reyes"}),
        ("1o 2c 5b 6e", {"ciego"}),
        ("1o 1c 2b 6e", {"dos ases"}),
        ("3o 3c 3b 12e", {"medias"}),
        ("3o 3c 2b 2e", {"duples"}),
    ],
)
def test_R56_R3_with_four_reyes_a_3_is_no_rey_and_a_2_no_as(hand: str, senas: set[str]):
    assert true(hand, reyes=4) == senas


def test_R56_each_is_true_of_some_hand():
    assert set().union(*(senas for _, senas in HANDS)) == {sena.value for sena in Sena} - {
        "treinta y una o treinta"
    }


def test_R56_those_of_the_reglamento_and_no_others():
    table = REGLAMENTO.read_text("utf-8").partition("| seña | gesture | hand |")[2].partition("\n- R57.")[0]
    assert re.findall(r"^\| ([a-z ]+) \|", table, re.MULTILINE) == list(Sena)


@pytest.mark.parametrize("sena", Sena)
def test_R56_a_true_one_is_made_and_a_false_one_refused_with_the_reason(sena: Sena):
    t = table("vitoria", *RICH)  # A: rey rey caballo as, 31
    if sena in (Sena.DOS_REYES, Sena.TREINTA_Y_UNA):
        assert reached(t, f"A seña {sena}") == "C"
    else:
        refusal = t.refused(f"A seña {sena}")
        why = "false-sena" if sena in t.mesa.rules.lawful else "sena-not-made-here"
        assert (refusal.reason, refusal.rule, refusal.facts) == (why, "R56", {"sena": sena.value})


def test_R56_ciego_is_false_of_who_has_anything_to_sign():
    assert table("vitoria", *KINGS).refused("A seña ciego").reason == "false-sena"
    assert reached(table("vitoria", *KINGS), "B seña ciego") == "D"


def test_R56_only_of_ones_present_hand():
    t = table("vitoria", *KINGS).say(*ALL_MUS)
    t.say("A descarta 3c 4b 1e", "B descarta 5o", "C descarta 4c", "D descarta 2o").draw("4o 4e 7b 6c 7c 10e")
    assert t.refused("A seña dos reyes").reason == "false-sena"
    assert reached(t, "A seña ciego") == "C"


# ---- R57: when ------------------------------------------------------------------------------------------


def test_R57_from_the_deal_to_the_end_of_the_last_lance_out_of_turn_too():
    t = table("vitoria", *KINGS)
    assert reached(t, "D seña ciego") == "B"  # before anybody has spoken
    t.say("A mus")
    assert reached(t, "B seña ciego") == "D"
    t.paso(0)
    assert reached(t, "C seña treinta") == "A"
    t.paso(3).say("A envido", "B no quiero")
    assert t.envite.lance is Lance.PUNTO
    assert reached(t, "A seña dos reyes") == "C"  # the side's own bet


@pytest.mark.parametrize("lances", range(4))
def test_R57_in_every_lance_even_by_one_who_takes_no_part_in_it(lances: int):
    hands = ("12o 12c 11b 10e", "7o 7c 10b 11e", "3o 3c 10o 11o", "4o 5o 6b 7b")  # D: no pares, no juego
    t = betting("vitoria", *hands).paso(lances)
    assert len(t.mesa.lances) == lances
    assert reached(t, "D seña ciego") == "B"


def test_R57_a_sena_is_no_word_and_answers_nothing():
    t = betting("parejas", *KINGS).say("A envido", "B quiero")
    before = (t.turno, t.voces, t.mesa.phase, t.mesa.question)
    t.say("D seña ciego", "A seña dos reyes")
    assert (t.turno, t.voces, t.mesa.phase, t.mesa.question) == before
    assert t.say("tiempo").lances == ["grande querido 2"]


def test_R57_not_before_the_deal_nor_once_the_hand_is_over():
    for t in (opened("vitoria"), betting("vitoria").paso(3), betting("vitoria").say("A órdago", "B quiero")):
        refusal = t.refused("B seña ciego")
        assert (refusal.reason, refusal.rule) == ("no-sena-now", "R57")


@pytest.mark.parametrize("rules", ["vitoria", "parejas"])
def test_R57_not_while_cards_are_being_thrown(rules: str):
    t = table(rules, *KINGS).say(*ALL_MUS)
    assert t.refused("B seña ciego").reason == "no-sena-now"
    t.say("A descarta 4b", "B descarta 5o", "C descarta 4c", "D descarta 2o")
    assert cards_due(t.mesa) is not None
    assert t.refused("B seña ciego").reason == "no-sena-now"
    t.draw("4o 2c 7c 10e")
    assert reached(t, "A seña dos reyes") == "C"


def test_R57_R24_not_while_cards_are_thrown_because_one_was_seen():
    t = opened("castellano").deal(*KINGS, visto="A 12o")
    assert t.refused("A seña dos reyes").reason == "no-sena-now"
    t.say("A servido", "B servido", "C servido", "D servido")
    assert reached(t, "A seña dos reyes") == "C"


def test_R57_R25_in_a_mus_corrido_not_until_someone_cuts():
    t = table("clasico", *KINGS)
    for words in ((), ("A mus",), ("B mus", "C mus", "D mus")):
        refusal = t.say(*words).refused("A seña dos reyes")
        assert (refusal.reason, refusal.rule) == ("no-sena-now", "R57")
    t.say("B descarta 5o", "C descarta 4c", "D descarta 2o", "A descarta 4b").draw("4o 2c 7c 10e")
    assert t.refused("B seña ciego").reason == "no-sena-now"  # mus is asked again
    t.say("B mus", "C no mus")
    assert reached(t, "A seña dos reyes") == "C"


def test_R57_R24_R25_a_mus_visto_that_leads_to_the_lances_allows_them_too():
    t = opened("clasico").deal(*KINGS, visto="A 12o")
    t.say("A servido", "B servido", "C servido", "D servido")
    assert reached(t, "A seña dos reyes") == "C"


def test_R57_the_same_sena_at_most_once_per_hand():
    t = table("vitoria", *RICH).say("A seña dos reyes")
    refusal = t.refused("A seña dos reyes")
    assert (refusal.reason, refusal.rule, refusal.facts) == ("sena-twice", "R57", {"sena": "dos reyes"})
    assert reached(t, "A seña treinta y una") == "C"  # another that is true
    assert reached(t, "D seña dos reyes") == "B"  # the same of another player


def test_R57_nor_again_with_other_cards_but_in_the_next_hand():
    t = table("vitoria", *KINGS).say("A seña dos reyes", *ALL_MUS)
    t.say("A descarta 4b", "B descarta 5o", "C descarta 4c", "D descarta 2o").draw("4o 2c 7c 10e")
    assert t.refused("A seña dos reyes").reason == "sena-twice"
    t.paso(4).deal(*KINGS)
    assert reached(t, "A seña dos reyes") == "C"


def test_R57_a_refusal_changes_nothing():
    t = table("vitoria", *KINGS)
    mesa, log = t.mesa, list(t.log)
    t.refused("A seña duples")
    assert (t.mesa, t.log) == (mesa, log)


def test_R57_what_is_no_sena_at_all_is_refused():
    assert table("vitoria").refuses(0, Action(Voz.SENA)).reason == "no-sena-now"


# ---- R58: whom it reaches -------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "eyes"), [("vitoria", (2, 3, 0, 1)), ("trios", (2, 3, 4, 5, 0, 1))])
def test_R58_at_first_each_looks_at_their_partner_of_two_at_the_next_in_turn(
    rules: str, eyes: tuple[int, ...]
):
    t = opened(rules, mano=3)
    assert t.mesa.eyes == eyes
    assert [observe(t.mesa, seat).looking_at for seat in range(len(eyes))] == list(eyes)


def test_R58_a_sena_reaches_the_partner_who_looks():
    assert reached(table("vitoria", *KINGS), "A seña dos reyes") == "C"
    # in tríos one partner looks at A, and the other at that one
    assert reached(table("trios"), "A seña dos reyes") == "E"


def test_R58_and_an_opponent_who_looks_but_no_partner_who_does_not():
    t = table("vitoria", *KINGS).say("B miro A", "C miro B", "D miro A")
    assert reached(t, "A seña dos reyes") == "BD"


def test_R58_it_may_reach_nobody():
    t = table("vitoria", *KINGS).say("C miro D")
    assert reached(t, "A seña dos reyes") == ""
    assert [observe(t.mesa, seat).seen for seat in range(4)] == [(), (), (), ()]


def test_R58_of_that_moment_only():
    t = table("vitoria", *KINGS).say("A seña dos reyes", "B miro A", "C miro D")
    assert observe(t.mesa, 1).seen == ()  # they looked too late
    assert observe(t.mesa, 2).seen == ((0, Sena.DOS_REYES),)  # what is seen stays seen


def test_R58_each_turns_their_eyes_whenever_they_like():
    t = table("castellano", *KINGS, mus_corrido="juego").say(
        "D miro A", "A mus", "A miro B", "A miro D", "B mus", "C mus", "D mus"
    )
    t.say("B descarta 5o", "C miro B", "A miro C").say("C descarta 4c", "D descarta 2o", "A descarta 4b")
    t.draw("4o 2c 7c 10e").say("B no mus", "B envido", "B miro C")
    assert t.mesa.eyes == (2, 2, 1, 0)
    assert t.turno == "C"


def test_R58_at_one_other_player():
    t = table("vitoria", *KINGS).say("B miro A", "B miro C")
    assert reached(t, "A seña dos reyes") == "C"
    for seat in (1, 4, -1, None):
        refusal = t.refuses(1, Action(Voz.MIRO, seat=seat))
        assert (refusal.reason, refusal.rule) == ("look-at-whom", "R58")


def test_R58_R83_eyes_stay_where_they_are_from_hand_to_hand():
    t = betting("vitoria").say("B miro A").paso(3)
    assert t.refused("B miro C").reason == "no-sena-now"
    t.deal(*KINGS)
    assert t.mesa.eyes == (2, 0, 0, 1)
    assert reached(t, "A seña dos reyes") == "BC"


def test_R58_nobody_is_told_who_saw_it():
    t = table("vitoria", *KINGS).say("B miro A", "A seña dos reyes")
    signed, made = t.log[-1], SenaMade(0, Sena.DOS_REYES)
    told = {seat: news_for(signed, seat, t.mesa.rules) for seat in (None, 0, 1, 2, 3)}
    assert told == {None: (), 0: (made,), 1: (made,), 2: (made,), 3: ()}
    assert observe(t.mesa, 0).signed == (Sena.DOS_REYES,)
    others = [observe(t.mesa, seat) for seat in (None, 1, 2, 3)]
    assert [view.signed for view in others] == [()] * 4
    assert [view.seen for view in others] == [(), *[((0, Sena.DOS_REYES),)] * 2, ()]


def test_R58_nobody_is_told_whom_another_looks_at():
    t = table("vitoria", *KINGS)
    before = {seat: observe(t.mesa, seat) for seat in (None, 0, 2, 3)}
    looked = t.say("B miro A").log[-1]
    assert looked == Looked(1, 0)
    assert {seat: observe(t.mesa, seat) for seat in before} == before
    assert observe(t.mesa, 1).looking_at == 0
    assert [news_for(looked, seat, t.mesa.rules) for seat in (None, 0, 1, 2, 3)] == [
        (),
        (),
        (looked,),
        (),
        (),
    ]


def test_R58_what_was_seen_is_of_the_cards_held_then():
    t = table("vitoria", *KINGS).say("A seña dos reyes", *ALL_MUS)
    assert observe(t.mesa, 2).seen == ((0, Sena.DOS_REYES),)
    t.say("A descarta 12o", "B descarta 5o", "C descarta 4c", "D descarta 2o")
    assert observe(t.mesa, 2).seen == ()
    assert observe(t.mesa, 0).signed == (Sena.DOS_REYES,)
    t.draw("12e 7b 4o 7c")
    assert observe(t.mesa, 2).seen == ()
    t.say("D seña veintinueve")
    assert (observe(t.mesa, 1).seen, observe(t.mesa, 2).seen) == (((3, Sena.VEINTINUEVE),), ())


def test_R58_each_is_told_only_of_their_own_which_they_may_make():
    t = table("vitoria", *KINGS)
    assert [observe(t.mesa, seat).may_sign for seat in (None, 0, 1, 2, 3)] == [
        (),
        (Sena.DOS_REYES,),
        (Sena.CIEGO,),
        (Sena.TREINTA,),
        (Sena.CIEGO,),
    ]
    t.say("A seña dos reyes")
    assert (observe(t.mesa, 0).may_sign, observe(t.mesa, 0).true_signs) == ((), ())
    t.say(*ALL_MUS)
    assert (observe(t.mesa, 1).may_sign, observe(t.mesa, 1).true_signs) == ((), (Sena.CIEGO,))


# ---- R59: without them ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "fields"), [("vitoria", {"senas": False}), ("individual", {"seats": 4})])
@pytest.mark.parametrize("words", ["A seña dos reyes", "A miro C"])
def test_R59_without_senas_nobody_makes_any_nor_looks(rules: str, fields: dict[str, object], words: str):
    t = table(rules, *KINGS, **fields)
    refusal = t.refused(words)
    assert (refusal.reason, refusal.rule) == ("no-senas", "R59")
    for seat in (None, *range(4)):
        view = observe(t.mesa, seat)
        assert (view.looking_at, view.true_signs, view.may_sign) == (None, (), ())


def test_R59_a_sena_is_never_among_the_words_offered():
    t = table("vitoria", *KINGS)
    assert {offer.voz for seat in range(4) for offer in offers(t.mesa, seat)} == {Voz.MUS, Voz.NO_MUS}
    assert decide(t.mesa, 0, Action(Voz.SENA, sena=Sena.DOS_REYES))
