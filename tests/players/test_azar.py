"""Azar says everything there is to say, and nothing else."""

from __future__ import annotations

from collections import Counter
from random import Random

from musbot.game.actions import Action, Voz
from musbot.game.cards import cards
from musbot.game.rule_sets import rule_set
from musbot.players import Azar
from tests.support.ai_partidas import asked

CUT, MUS = (0, Action(Voz.NO_MUS)), tuple((seat, Action(Voz.MUS)) for seat in range(4))


def test_every_word_offered_is_as_likely():
    azar, view = Azar(Random(1)), asked(rule_set("parejas"), {}, CUT, (0, Action(Voz.ENVIDO, 2)))
    words = Counter(azar.choose(view).voz for _ in range(8000))
    assert set(words) == {offer.voz for offer in view.offers}
    assert all(850 < many < 1150 for many in words.values())


def test_amounts_are_the_least_and_up_to_five_more():
    azar, view = Azar(Random(2)), asked(rule_set("parejas"), {}, CUT)
    amounts = {a.n for a in (azar.choose(view) for _ in range(500)) if a.voz is Voz.ENVIDO}
    assert amounts == set(range(2, 8))


def test_any_of_its_cards_may_be_thrown_but_at_least_one():
    hand = "12o 7c 5e 1b"
    azar, view = Azar(Random(3)), asked(rule_set("parejas"), {0: hand}, *MUS)
    thrown = {frozenset(azar.choose(view).cards) for _ in range(500)}
    assert len(thrown) == 15
    assert frozenset().union(*thrown) == set(cards(hand))
