"""The bets between two sides. A and C are one side, B and D the other (E and F likewise in tríos)."""

from __future__ import annotations

import pytest

from musbot.game.actions import Action, Offer, Sena, Voz
from musbot.game.cards import cards
from musbot.game.engine import gracia, offers
from musbot.game.errors import Illegal
from musbot.game.lances import Lance
from musbot.game.views import MusSeen, observe
from tests.support.playing import RICH, betting, opened

TURNO = "castellano"  # respuesta = turno, elimina = no
PAREJA = "parejas"  # respuesta = pareja, gracia = 3

OPEN = ["paso", "envido", "órdago"]
ANSWER = ["quiero", "no quiero", "queremos", "no queremos"]
RAISE = ["y yo", "más", "reenvido", "órdago"]


# ---- R28: the first word ------------------------------------------------------------------------------


def test_R28_each_may_say_paso_envido_or_ordago_from_the_mano_on():
    t = betting(TURNO, mano=2)
    assert t.voces == {"C": OPEN}
    t.say("C paso")
    assert t.voces == {"D": OPEN}
    t.say("D paso", "A paso")
    assert t.voces == {"B": OPEN}


def test_R28_all_pass_and_the_lance_is_en_paso():
    t = betting(TURNO).say("A paso", "B paso", "C paso", "D paso")
    assert t.lances == ["grande paso 0"]
    assert (t.envite.lance, t.turno) == (Lance.CHICA, "A")


def test_R28_who_has_said_paso_before_any_bet_may_still_answer():
    t = betting(TURNO).say("A paso", "B paso", "C paso", "D envido")
    assert t.turno == "A"
    t.say("A 3 más", "B quiero")
    assert t.lances == ["grande querido 5"]


def test_R28_an_offer_covers_its_own_word_from_its_least_up():
    envido = Offer(Voz.ENVIDO, 2, None)
    assert [envido.covers(Action(Voz.ENVIDO, n)) for n in (1, 2, 99)] == [False, True, True]
    assert not envido.covers(Action(Voz.MAS, 2))
    assert not envido.covers(Action(Voz.ENVIDO, 2, cards=cards("1o")))
    assert not envido.covers(Action(Voz.ENVIDO, 2, sena=Sena.DUPLES))
    assert not envido.covers(Action(Voz.ENVIDO, 2, seat=0))


def test_R28_envido_is_two_and_envido_n_at_least_two():
    assert betting(TURNO).say("A envido").envite.apuesta == 2
    assert betting(TURNO).say("A envido 7").envite.apuesta == 7
    for words in ("A envido 1", "A envido 0", "A envido -3"):
        refusal = betting(TURNO).refused(words)
        assert (refusal.reason, refusal.rule, refusal.facts) == ("wrong-amount", "R28", {"least": 2})


def test_R28_nobody_speaks_out_of_turn():
    refusal = betting(TURNO).refused("B envido")
    assert (refusal.reason, refusal.rule, refusal.facts) == ("not-your-turn", "R28", {"turn": (0,)})


def test_R28_an_answer_needs_a_bet():
    refusal = betting(TURNO).refused("A quiero")
    assert (refusal.reason, refusal.rule) == ("not-now", "R28")
    assert refusal.facts == {"word": "quiero", "words": tuple(OPEN)}


# ---- R29: respuesta = turno ---------------------------------------------------------------------------


def test_R29_the_first_after_the_bettor_answers_first():
    assert betting(TURNO).say("A envido").turno == "B"
    assert betting(TURNO).say("A paso", "B envido").turno == "C"
    assert betting(TURNO, mano=3).say("D envido").turno == "A"


def test_R29_only_the_one_whose_turn_it_is_answers():
    t = betting(TURNO).say("A envido")
    assert t.voces == {"B": ANSWER + RAISE}
    assert t.refused("D quiero").facts == {"turn": (1,)}
    assert t.refused("C quiero").reason == "not-your-turn"
    assert t.refused("A quiero").reason == "not-your-turn"


def test_R29_no_quiero_of_one_leaves_the_answer_to_the_next():
    t = betting(TURNO).say("A envido", "B no quiero")
    assert t.voces == {"D": ANSWER + RAISE}
    t.say("D quiero")
    assert t.lances == ["grande querido 2"]


def test_R29_no_quiero_of_all_rejects():
    assert betting(TURNO).say("A envido", "B no quiero", "D no quiero").lances == ["grande rechazado 1"]


@pytest.mark.parametrize("word", ["quiero", "queremos"])
def test_R29_quiero_of_one_accepts_at_once(word: str):
    assert betting(TURNO).say("A envido 4", f"B {word}").lances == ["grande querido 4"]


def test_R29_no_queremos_of_one_rejects_at_once():
    assert betting(TURNO).say("A envido 4", "B no queremos").lances == ["grande rechazado 1"]


def test_R29_raising_is_answering():
    t = betting(TURNO).say("A envido", "B y yo")
    assert (t.turno, t.envite.querido, t.envite.apuesta) == ("C", 2, 4)


def test_R29_a_raise_is_answered_from_the_first_after_the_raiser():
    t = betting(TURNO).say("A envido", "B no quiero", "D 3 más")
    assert t.turno == "A"
    t.say("A no quiero")
    assert t.turno == "C"


def test_R29_who_said_no_quiero_may_answer_the_next_raise_without_elimina():
    t = betting(TURNO).say("A envido", "B no quiero", "D y yo", "A y yo")
    assert t.turno == "B"
    assert t.say("B no quiero").turno == "D"


def test_R29_the_bettor_does_not_answer_themselves_already_said_is_told():
    t = betting(TURNO).say("A envido", "B no quiero")
    refusal = t.refused("B quiero")
    assert (refusal.reason, refusal.rule, refusal.facts) == ("already-said", "R36", {"turn": (3,)})


def test_R29_in_trios_three_answer_in_turn():
    t = betting("trios", elimina=False).say("A paso", "B paso", "C paso", "D envido")
    assert t.turno == "E"
    assert t.say("E no quiero").turno == "A"
    assert t.say("A no quiero").turno == "C"
    assert t.say("C no quiero").lances == ["grande rechazado 1"]


# ---- R30: respuesta = pareja --------------------------------------------------------------------------


def test_R30_any_of_the_pair_may_answer_at_any_time():
    t = betting(PAREJA).say("A paso", "B envido")
    assert t.turno == "CA"
    assert t.voces == {"A": ANSWER + RAISE, "C": ANSWER + RAISE}
    assert t.refused("D quiero").reason == "not-your-turn"


def test_R30_quiero_of_one_waits_for_their_partner():
    t = betting(PAREJA).say("A envido", "D quiero")
    assert (t.turno, t.lances, gracia(t.mesa)) == ("B", [], 3)
    assert t.say("tiempo").lances == ["grande querido 2"]


def test_R30_a_partner_may_commit_to_more_within_the_gracia():
    t = betting(PAREJA).say("A envido", "D quiero", "B 4 más")
    assert (t.turno, t.envite.bettor, t.envite.querido, t.envite.apuesta) == ("CA", 1, 2, 6)


def test_R30_quiero_wins_over_no_quiero():
    assert betting(PAREJA).say("A envido", "B no quiero", "D quiero").lances == ["grande querido 2"]
    assert betting(PAREJA).say("A envido", "D quiero", "B no quiero").lances == ["grande querido 2"]


def test_R30_the_higher_raise_wins():
    for words in (("B y yo", "D 5 más"), ("D 5 más", "B y yo"), ("B quiero", "D 5 más")):
        t = betting(PAREJA).say("A envido", *words)
        assert (t.envite.bettor, t.envite.apuesta) == (3, 7)


def test_R30_of_equal_raises_the_first_said_stands():
    t = betting(PAREJA).say("A envido", "D y yo", "B 2 más")
    assert (t.envite.bettor, t.envite.apuesta) == (3, 4)


def test_R30_an_ordago_wins_over_every_raise_and_closes_at_once():
    t = betting(PAREJA).say("A envido", "D 90 más", "B órdago")
    assert (t.envite.bettor, t.envite.ordago, t.turno) == (1, True, "CA")
    t = betting(PAREJA).say("A envido", "B órdago")
    assert (t.envite.bettor, t.envite.ordago, t.turno) == (1, True, "CA")


def test_R30_the_plural_closes_at_once():
    assert betting(PAREJA).say("A envido", "B queremos").lances == ["grande querido 2"]
    assert betting(PAREJA).say("A envido", "B no queremos").lances == ["grande rechazado 1"]


def test_R30_the_plural_closes_but_what_commits_most_still_wins():
    assert betting(PAREJA).say("A envido", "B quiero", "D no queremos").lances == ["grande querido 2"]
    t = betting(PAREJA).say("A envido", "B 3 más", "D queremos")
    assert (t.envite.bettor, t.envite.apuesta) == (1, 5)


def test_R30_no_quiero_of_one_leaves_the_answer_to_their_partner():
    t = betting(PAREJA).say("A envido", "D no quiero")
    assert (t.turno, gracia(t.mesa)) == ("B", None)
    assert t.say("B no quiero").lances == ["grande rechazado 1"]


def test_R30_the_answer_of_the_last_who_could_speak_closes_at_once():
    t = betting(PAREJA).say("A envido", "B y yo", "D quiero")
    assert (t.envite.bettor, t.turno, t.envite.answers) == (1, "CA", ())


def test_R30_an_only_answerer_is_not_waited_for():
    # in pares C has none: A alone answers for that side
    t = betting(PAREJA, *RICH).paso(2).say("A paso", "B envido", "A quiero")
    assert t.lances[-1] == "pares querido 2"


def test_R30_nobody_speaks_twice_to_the_same_bet():
    t = betting(PAREJA).say("A envido", "B quiero")
    refusal = t.refused("B órdago")
    assert (refusal.reason, refusal.rule, refusal.facts) == ("already-said", "R36", {"turn": (3,)})


def test_R30_the_wait_ends_once_and_only_when_somebody_is_waited_for():
    for words in ((), ("A envido",), ("A envido", "B no quiero"), ("A envido", "B queremos")):
        t = betting(PAREJA).say(*words)
        assert gracia(t.mesa) is None
        with pytest.raises(Illegal, match=r"no-wait \(R30\): turn="):
            t.say("tiempo")


def test_R30_a_raise_stands_after_the_gracia():
    t = betting(PAREJA).say("A envido", "B 3 más", "tiempo")
    assert (t.envite.bettor, t.envite.querido, t.envite.apuesta, t.turno) == (1, 2, 5, "CA")


def test_R30_a_lance_is_replayed_from_its_words_with_its_bettor_and_who_accepted():
    t = betting(PAREJA).say("A envido", "B 3 más", "tiempo", "C quiero", "tiempo")
    view = observe(t.mesa)
    assert isinstance(view.modo, MusSeen)
    envite = view.modo.replay_lance(Lance.GRANDE, (0, 1, 2, 3), view.said)
    assert (envite.bettor, envite.querido, envite.apuesta) == (1, 2, 5)
    assert [seat for seat, action in envite.answers if action.voz is Voz.QUIERO] == [2]


def test_R30_the_gracia_is_of_the_answer_that_commits_to_most():
    t = betting("trios", respuesta="pareja", gracia=5).say("A envido", "B quiero")
    assert gracia(t.mesa) == 1
    t.say("D y yo")
    assert (gracia(t.mesa), t.turno) == (3, "F")
    t.say("tiempo")
    assert (t.envite.bettor, t.envite.apuesta, t.turno) == (3, 4, "EAC")


def test_R30_without_gracia_what_is_said_first_stands():
    t = betting(PAREJA, gracia=0).say("A envido")
    assert t.turno == "BD"
    assert t.say("D quiero").lances == ["grande querido 2"]
    t = betting(PAREJA, gracia=0).say("A envido", "B y yo")
    assert (t.envite.bettor, t.turno) == (1, "CA")
    t = betting(PAREJA, gracia=0).say("A envido", "D no quiero")
    assert (t.turno, t.lances) == ("B", [])
    assert t.say("B no quiero").lances == ["grande rechazado 1"]


def test_R30_an_accepted_ordago_waits_for_the_partner_too():
    t = betting(PAREJA).say("A órdago", "B quiero")
    assert (t.turno, gracia(t.mesa)) == ("D", 1)
    assert t.say("tiempo").lances == ["grande órdago 0"]


# ---- R30: elimina -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["vitoria", "mundial", "cuatro-reyes"])
def test_R30_elimina_who_said_no_quiero_speaks_no_more_in_that_lance(rules: str):
    t = betting(rules).say("A envido", "B no quiero", "D y yo", "A y yo")
    assert (t.turno, t.envite.out) == ("D", (1,))
    refusal = t.refused("B quiero")
    assert (refusal.reason, refusal.rule, refusal.facts) == ("out-of-lance", "R30", {"turn": (3,)})
    assert t.say("D no quiero").lances == ["grande rechazado 4"]


def test_R30_elimina_a_no_quiero_counts_however_many_raises_ago_it_was():
    t = betting("trios").say("A envido", "B no quiero", "D y yo", "E no quiero", "A y yo", "D y yo")
    assert (t.turno, t.envite.out) == ("A", (1, 4)), "not Eneko, who is the next"
    assert t.say("A no quiero", "C y yo").turno == "D"
    assert t.say("D no quiero").turno == "F", "nor Beñat"


def test_R30_elimina_lasts_for_one_lance():
    t = betting("vitoria").say("A envido", "B no quiero", "D quiero")
    assert t.say("A envido").turno == "B"


def test_R30_elimina_a_paso_before_any_bet_eliminates_nobody():
    t = betting("vitoria").say("A paso", "B envido", "C no quiero", "A y yo", "B y yo")
    assert t.turno == "A"
    t = betting("vitoria").say("A paso", "B envido", "C y yo", "D y yo")
    assert t.turno == "A"


def test_R30_elimina_without_it_everybody_stays():
    t = betting("castellano").say("A envido", "B no quiero", "D y yo", "A y yo")
    assert (t.turno, t.envite.out) == ("B", ())


def test_R30_elimina_with_answers_of_the_pair():
    t = betting(PAREJA, elimina=True).say("A envido", "B no quiero", "D y yo", "C y yo", "tiempo")
    assert (t.turno, t.envite.out) == ("D", (1,))
    # who refuses for both while a partner raises has refused too
    t = betting(PAREJA, elimina=True).say("A envido", "B y yo", "D no queremos")
    assert t.envite.out == (3,)


def test_R30_R14_the_cards_of_one_eliminated_still_count():
    hands = ("4o 5c 6b 7e", "12o 12c 12e 11b", "4c 6o 10o 11o", "2o 7o 11c 5e")
    t = betting("vitoria", *hands).say("A envido", "B no quiero", "D y yo", "A quiero").paso(3)
    assert t.count()[0] == "1 grande envite 4"  # B's three reyes win for D, who has none


# ---- R31: raises --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "total"), [("y yo", 9), ("1 más", 8), ("5 más", 12), ("100 más", 107), ("reenvido", 14)]
)
def test_R31_what_a_raise_leads_to(word: str, total: int):
    t = betting(TURNO).say("A envido 7", f"B {word}")
    assert (t.envite.querido, t.envite.apuesta, t.envite.ordago) == (7, total, False)
    assert t.say("C quiero").lances == [f"grande querido {total}"]


def test_R31_reenvido_bets_as_much_again_as_is_on_the_table():
    t = betting(TURNO).say("A envido", "B y yo", "C reenvido")
    assert (t.envite.querido, t.envite.apuesta) == (4, 8)


def test_R31_an_ordago_may_be_a_raise_and_cannot_be_raised():
    t = betting(TURNO).say("A envido", "B órdago")
    assert t.voces == {"C": ANSWER}
    assert t.refused("C y yo").facts == {"word": "y yo", "words": tuple(ANSWER)}
    assert t.refused("C órdago").reason == "not-now"


def test_R31_mas_needs_one_at_least():
    refusal = betting(TURNO).say("A envido").refused("B 0 más")
    assert (refusal.reason, refusal.rule, refusal.facts) == ("wrong-amount", "R31", {"least": 1})


def test_R31_there_is_no_limit_to_raises():
    t = betting(TURNO).say("A envido")
    for _ in range(20):
        t.say(f"{t.turno} reenvido")
    assert t.envite.apuesta == 2**21
    assert Offer(Voz.MAS, 1, None) in offers(t.mesa, 1)


def test_R31_of_hundreds_of_raises_every_word_is_kept_in_order():
    t = betting("vitoria").say("A envido 2", *(f"{'BCDA'[n % 4]} 1 más" for n in range(300)))
    assert [word.action.n for word in t.mesa.words()][-301:] == [2, *[1] * 300]


def test_R31_the_pair_raises_with_the_same_words():
    t = betting(PAREJA).say("A envido", "D reenvido", "tiempo", "C órdago")
    assert (t.envite.bettor, t.envite.querido, t.turno) == (2, 4, "DB")


# ---- R32: deje ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("bet", ["envido", "envido 3", "envido 10000", "órdago"])
def test_R32_deje_of_the_first_bet_is_one_whatever_its_size(bet: str):
    t = betting(TURNO).say(f"A {bet}", "B no queremos")
    assert (t.paid, t.mesa.piedras) == (["0 grande deje 1"], (1, 0))


@pytest.mark.parametrize(
    ("words", "deje"),
    [
        (("A envido", "B y yo", "C 5 más", "D 10 más", "A no queremos"), "1 grande deje 9"),  # B
        (("A envido", "B 3 más", "C y yo", "D no quiero", "B no quiero"), "0 grande deje 5"),  # E
        (("A envido", "B y yo", "C no quiero", "A no quiero"), "1 grande deje 2"),
        (("A envido 5", "B órdago", "C no queremos"), "1 grande deje 5"),
        (("A envido", "B reenvido", "C reenvido", "D no queremos"), "0 grande deje 4"),
    ],
)
def test_R32_deje_of_a_raise_is_what_was_accepted_before(words: tuple[str, ...], deje: str):
    assert betting(TURNO).say(*words).paid == [deje]


def test_R32_deje_is_paid_at_once():
    t = betting(TURNO).say("A envido", "B no queremos", "A paso")
    assert (t.mesa.piedras, t.envite.lance) == ((1, 0), Lance.CHICA)


def test_R32_deje_with_answers_of_the_pair():
    t = betting(PAREJA).say("A envido", "D 3 más", "B no quiero", "A no quiero", "C no quiero")
    assert t.paid == ["1 grande deje 2"]


# ---- R34–R37 ------------------------------------------------------------------------------------------


def test_R34_an_accepted_bet_waits_for_the_count_however_large():
    t = betting(TURNO).say("A envido 1000", "B quiero")
    assert (t.mesa.piedras, t.envite.lance, t.mesa.shown) == ((0, 0), Lance.CHICA, ())


def test_R36_a_word_said_is_never_taken_back():
    t = betting(TURNO).say("A paso")
    assert t.refused("A envido").reason == "not-your-turn"


def test_R37_each_lance_begins_with_the_mano():
    t = betting(TURNO, *RICH, mano=1).say("B paso", "C envido", "D quiero")
    assert (t.envite.lance, t.turno) == (Lance.CHICA, "B")


def test_R37_a_lance_ends_as_soon_as_the_bets_are_level():
    t = betting(TURNO).say("A envido", "B y yo", "C quiero")
    assert (t.lances, t.envite.lance, t.envite.bettor) == (["grande querido 4"], Lance.CHICA, None)


# ---- R12, R13: who bets in pares and juego ------------------------------------------------------------


def test_R13_only_those_with_pares_speak():
    t = betting(TURNO, *RICH).paso(2)
    assert t.envite.lance is Lance.PARES
    assert t.say("A paso").turno == "B"
    refusal = t.refused("C envido")
    assert (refusal.reason, refusal.rule, refusal.facts) == ("no-pares", "R13", {"turn": (1,)})
    t.say("B paso")
    assert t.turno == "D"
    assert t.say("D paso").lances[-1] == "pares paso 0"


def test_R13_only_those_with_juego_speak():
    t = betting(TURNO, *RICH).paso(3)
    assert (t.envite.lance, t.envite.speakers) == (Lance.JUEGO, (0, 1))
    assert t.refused("D envido").reason == "no-juego"
    assert t.say("A envido", "B no quiero").lances[-1] == "juego rechazado 1"  # B is alone on that side


def test_R13_the_mano_without_pares_does_not_speak_first():
    assert betting(TURNO, *RICH, mano=2).paso(2).turno == "D"


def test_R29_who_has_no_pares_is_not_asked_to_answer():
    t = betting(TURNO, *RICH).paso(2).say("A paso", "B envido")
    assert t.turno == "A"
    assert t.say("A no quiero").lances[-1] == "pares rechazado 1"


def test_R30_who_has_no_pares_is_not_among_the_pair_that_answers():
    t = betting(PAREJA, *RICH).paso(2).say("A envido")
    assert t.turno == "BD"
    assert betting(PAREJA, *RICH).paso(2).say("A paso", "B envido").turno == "A"


def test_R13_in_trios_a_side_answers_with_those_who_have_it():
    t = betting("trios").paso(2)
    assert (t.envite.lance, t.envite.speakers) == (Lance.PARES, (0, 1, 3, 4, 5))
    t.say("A paso", "B envido")
    assert t.turno == "E"  # C has no pares
    assert t.say("E no quiero").turno == "A"


# ---- words that carry what they do not take -----------------------------------------------------------


def test_a_word_without_number_takes_none():
    t = betting(TURNO).say("A envido")
    refusal = t.refuses(1, Action(Voz.QUIERO, 5))
    assert (refusal.reason, refusal.facts["word"]) == ("not-now", "quiero 5")


def test_a_word_without_cards_takes_none_for_all_would_hear_them():
    t = betting(TURNO)
    refusal = t.refuses(0, Action(Voz.PASO, cards=cards("4o 5c")))
    assert (refusal.reason, refusal.facts["word"]) == ("not-now", "paso 4o 5c")
    assert t.refuses(0, Action(Voz.ENVIDO, 2, cards("4o"))).reason == "wrong-amount"


def test_R16_sides_sit_alternately():
    assert [opened("trios").mesa.bando(seat) for seat in range(6)] == [0, 1, 0, 1, 0, 1]
