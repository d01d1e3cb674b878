"""Hands of which the mano is asked something, after some words."""

from __future__ import annotations

from functools import reduce

from musbot.coach.mus.hearing import PublicWord
from musbot.coach.mus.moments import Decision
from musbot.game.actions import Action, Voz
from musbot.game.cards import Hand, cards
from musbot.game.engine import begin, deal, decide
from musbot.game.evolve import evolve
from musbot.game.modos.mus.state import MusState
from musbot.game.rules_base import RuleSet
from musbot.game.views import observe

OWN = cards("12o 11c 7b 1e")
OTHER = cards("6o 6c 5b 4e")
CUT = (0, Action(Voz.NO_MUS))


def at_table(
    rules: RuleSet, hands: tuple[Hand, ...], *said: tuple[int, Action], piedras: tuple[int, int] = (0, 0)
) -> Decision:
    """What the mano is asked in a hand, after some words."""
    (began,) = begin(rules, len(hands), piedras=piedras)
    mesa = evolve(None, began)
    mesa = reduce(evolve, deal(mesa, hands), mesa)
    aloud = []
    for seat, action in said:
        aloud.append(PublicWord(observe(mesa), seat, action))
        mesa = reduce(evolve, decide(mesa, seat, action), mesa)
    assert isinstance(mesa, MusState)
    return Decision(mesa, 0, Action(Voz.PASO), (), tuple(aloud))
