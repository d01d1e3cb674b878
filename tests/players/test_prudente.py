"""What prudente says at tables that leave little doubt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from musbot.game.actions import NOTHING, Action, Voz
from musbot.game.lances import Lance
from musbot.game.rule_sets import rule_set
from musbot.game.rules_base import RuleSet
from musbot.game.views import MusSeen, View
from musbot.players import NotAsked, Novato, Prudente, cautious
from musbot.players.mus.muslari.player import Muslari
from musbot.players.mus.reading import Reading
from musbot.players.player import Player
from tests.support.ai_partidas import asked

PAREJAS, VITORIA = rule_set("parejas"), rule_set("vitoria")
CUT = (0, Action(Voz.NO_MUS))
PASO, QUIERO = Action(Voz.PASO), Action(Voz.QUIERO)
REJECTS = {Voz.NO_QUIERO, Voz.NO_QUEREMOS}
ACCEPTS = {Voz.QUIERO, Voz.QUEREMOS, Voz.Y_YO, Voz.MAS, Voz.REENVIDO, Voz.ORDAGO}
REYES, TRASH = "12o 12c 12e 3b", "7o 6c 5e 4b"


def said(view: View, times: int = 40) -> Counter[Voz]:
    """What forty of it say, each with its own chances."""
    return Counter(Prudente(Random(n)).choose(view).voz for n in range(times))


def envido(seat: int, n: int = 2) -> tuple[int, Action]:
    return seat, Action(Voz.ENVIDO, n)


@pytest.mark.parametrize("kind", [Novato, Prudente, Muslari])
def test_R38_whose_side_is_there_before_the_count_accepts_no_ordago(kind: Callable[[Random], Player]):
    rules = rule_set("vitoria", {"deje": "recuento", "piedras": 10})
    no = Action(Voz.NO_QUIERO)
    deje = (CUT, envido(0, 12), (1, Action(Voz.Y_YO)), (2, no), (0, no))
    view = asked(rules, {1: "1o 1c 1e 2b"}, *deje, (0, Action(Voz.ORDAGO)))
    assert {kind(Random(n)).choose(view) for n in range(9)} == {no}


@pytest.mark.parametrize("rules", [PAREJAS, VITORIA])
def test_trash_is_folded_at_grande(rules: RuleSet):
    words = said(asked(rules, {1: TRASH}, CUT, envido(0, 10)))
    assert sum(words[voz] for voz in REJECTS) >= 36
    words = said(asked(rules, {1: TRASH}, CUT, (0, Action(Voz.ORDAGO))))
    assert sum(words[voz] for voz in REJECTS) == 40


@pytest.mark.parametrize("rules", [PAREJAS, VITORIA])
@pytest.mark.parametrize("bet", [envido(0), envido(0, 10), (0, Action(Voz.ORDAGO))])
def test_four_reyes_accept_anything_at_grande(rules: RuleSet, bet: tuple[int, Action]):
    words = said(asked(rules, {1: REYES}, CUT, bet))
    assert sum(words[voz] for voz in ACCEPTS) == 40


def test_four_reyes_bet_and_trash_seldom_does():
    good, bad = (said(asked(PAREJAS, {0: hand}, CUT)) for hand in (REYES, TRASH))
    assert good[Voz.PASO] <= 8
    assert 1 <= 40 - bad[Voz.PASO] <= 12  # a bluff now and then
    assert bad[Voz.ORDAGO] == 0


def test_who_may_leave_it_to_a_partner_says_no_quiero_not_no_queremos():
    words = said(asked(VITORIA, {1: TRASH}, CUT, envido(0)))
    assert words[Voz.NO_QUIERO] >= 30
    assert words[Voz.NO_QUEREMOS] == 0


def test_R30_who_is_sure_speaks_for_both():
    bets = [CUT, (0, Action(Voz.ORDAGO))]
    assert said(asked(PAREJAS, {1: REYES}, *bets))[Voz.QUEREMOS] == 40


def test_a_little_bet_is_not_folded_by_both_with_middling_hands():
    """The last who may answer needs but one chance in four (R32)."""
    middling = asked(VITORIA, {3: "12o 12c 11e 5b"}, CUT, envido(0), (1, Action(Voz.NO_QUIERO)))
    assert sum(said(middling)[voz] for voz in ACCEPTS) >= 30


def test_R44_who_has_all_but_lost_the_juego_stakes_it():
    """At 39 to 3 to reject loses at once, and a few piedras of grande come too late."""
    words = said(asked(VITORIA, {1: "12o 12c 11e 1b"}, CUT, envido(0, 5), piedras=(39, 3)))
    assert words[Voz.ORDAGO] >= 30
    assert sum(words[voz] for voz in REJECTS) == 0


def test_R38_a_deje_that_wins_the_juego_is_never_given():
    """To reject loses at once, so the last to answer accepts, whatever the cards."""
    lost = asked(VITORIA, {3: TRASH}, CUT, envido(0), (1, Action(Voz.NO_QUIERO)), piedras=(39, 20))
    assert sum(said(lost)[voz] for voz in ACCEPTS) == 40


def test_with_the_juego_almost_won_an_ordago_is_not_accepted_lightly():
    view = asked(
        VITORIA,
        {3: "12o 12c 11e 5b"},
        CUT,
        (0, Action(Voz.ORDAGO)),
        (1, Action(Voz.NO_QUIERO)),
        piedras=(3, 37),
    )
    assert sum(said(view)[voz] for voz in REJECTS) == 40


def test_the_same_chances_say_the_same():
    view = asked(PAREJAS, {0: "12o 12c 11e 1b"}, CUT)
    assert [Prudente(Random(7)).choose(view) for _ in range(3)] == [Prudente(Random(7)).choose(view)] * 3


def test_the_substitute_says_only_what_costs_nothing():
    assert cautious(asked(PAREJAS, {0: REYES}, CUT), Random(1)) == PASO
    assert cautious(asked(PAREJAS, {1: REYES}, CUT, envido(0)), Random(1)) == Action(Voz.NO_QUIERO)
    assert cautious(asked(PAREJAS, {1: REYES}, CUT, (0, Action(Voz.ORDAGO))), Random(1)) == Action(
        Voz.NO_QUIERO
    )


def test_who_is_not_asked_says_nothing():
    view = asked(PAREJAS, {0: REYES}, CUT)
    for mute in (view._replace(offers=NOTHING), view._replace(seat=None)):
        with pytest.raises(NotAsked):
            Prudente(Random(1)).choose(mute)
        with pytest.raises(NotAsked):
            cautious(mute, Random(1))


def test_R13_who_has_no_pares_counts_on_the_partner_alone_for_them():
    view = asked(PAREJAS, {0: TRASH}, CUT)
    assert isinstance(view.modo, MusSeen)
    won, _ = Reading(view, view.modo, 0).paso_payment(Lance.PARES)
    assert won.chance == pytest.approx(1 / 3, abs=0.04), "one of three others"
