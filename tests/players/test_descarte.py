"""What is cut with and what is thrown."""

from __future__ import annotations

from random import Random

import pytest

from musbot.game.actions import Action, Voz
from musbot.game.cards import cards
from musbot.game.modos.mus.rules import MUS_SETS
from musbot.game.rule_sets import rule_set
from musbot.players import Prudente, cautious
from musbot.players.mus.descarte import best_throw
from musbot.players.mus.odds import hand_classes
from tests.support.ai_partidas import asked

MUS = tuple((seat, Action(Voz.MUS)) for seat in range(4))


@pytest.mark.parametrize("name", ["parejas", "mundial"])
@pytest.mark.parametrize(
    ("hand", "voz"),
    [
        ("12o 12c 11o 11c", Voz.NO_MUS),
        ("12o 12c 12e 1b", Voz.NO_MUS),
        ("12o 12c 7o 4c", Voz.NO_MUS),
        ("12o 11c 10o 1b", Voz.NO_MUS),
        ("6o 6c 1o 1c", Voz.NO_MUS),
        ("12o 7c 5e 1b", Voz.MUS),
        ("11o 7c 6e 5b", Voz.MUS),
        ("12o 12c 11e 4b", Voz.MUS),
        ("6o 6c 5e 4b", Voz.MUS),
    ],
)
def test_good_hands_cut_and_others_have_mus(name: str, hand: str, voz: Voz):
    view = asked(MUS_SETS[name], {0: hand})
    assert Prudente(Random(1)).choose(view) == cautious(view, Random(1)) == Action(voz)


@pytest.mark.parametrize(
    ("hand", "thrown"),
    [
        ("12o 12c 6e 4b", "6e 4b"),
        ("12o 3c 12e 4b", "4b"),
        ("12o 6c 5e 4b", "6c 5e 4b"),
        ("7o 6c 5e 4b", "7o 6c 5e 4b"),
        ("11o 11c 11e 5b", "5b"),
        ("7o 7c 7e 4b", "4b"),
    ],
)
def test_what_is_thrown(hand: str, thrown: str):
    view = asked(rule_set("parejas"), {0: hand}, *MUS)
    action = Prudente(Random(1)).choose(view)
    assert action.voz is Voz.DESCARTA
    assert set(action.cards) == set(cards(thrown))
    assert cautious(view, Random(1)) == action


@pytest.mark.parametrize("name", ["parejas", "mundial", "castellano"])
def test_a_rey_is_kept_with_three_cards_that_are_no_pares(name: str):
    rules, rng = MUS_SETS[name], Random(5)
    of = hand_classes(rules)
    rey = len(of.ranks) - 1
    for _ in range(40):
        held = (*sorted(rng.sample(range(rey), k=3)), rey)
        thrown, _ = best_throw(rules.reyes, rules.real, held)
        assert rey not in thrown, [of.ranks[kind] for kind in held]


def test_duples_of_31_are_never_thrown():
    """Not even where mus is forced: one stays servido (R24)."""
    rules = rule_set("vitoria", {"mus_visto": 1.0})
    for hand, voz in {
        "12o 12c 11o 11c": Voz.SERVIDO,
        "12o 12c 11o 1c": Voz.SERVIDO,
        "7o 6c 5e 4b": Voz.DESCARTA,
        "12o 12c 5e 4b": Voz.DESCARTA,
    }.items():
        view = asked(rules, {0: hand}, visto=True)
        assert Prudente(Random(1)).choose(view).voz is cautious(view, Random(1)).voz is voz


def test_R27_one_who_is_unsure_defers_and_one_who_is_not_does_not():
    rules = rule_set("vitoria")
    for hand, voz in {
        "12o 12c 12e 1b": Voz.NO_MUS,
        "7o 6c 5e 4b": Voz.MUS,
        "11o 11c 10e 4b": Voz.CONSULTA,
    }.items():
        view = asked(rules, {1: hand}, (0, Action(Voz.MUS)))
        assert Prudente(Random(1)).choose(view).voz is voz, hand
        assert cautious(view, Random(1)).voz is not Voz.CONSULTA
