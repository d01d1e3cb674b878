"""The players of every family of games: which way of playing answers is looked up here alone."""

from __future__ import annotations

from random import Random
from typing import assert_never

from musbot.game.actions import Action, Voz
from musbot.game.lances import Fase
from musbot.game.rule_sets import RULE_SETS, Frances, MusRules, TresMus
from musbot.game.views import MusSeen, PiedrasSeen, View
from musbot.players.mus import descarte, novato
from musbot.players.mus.villager import Villager
from musbot.players.piedras import five, shedding
from musbot.players.player import asked, quiet

SIGN = 0.35  # how often a beginner makes a seña that is true
LOST_THREAD = 0.35  # with stones: how often it says the least there is to say


def stands(view: View) -> bool:
    """Whether one's side has what a juego takes, so that only an órdago could lose it (R38)."""
    seen, seat = view.modo, view.seat
    if not isinstance(seen, MusSeen) or seat is None:
        return False
    return view.piedras[view.bando(seat)] >= seen.rules.piedras


def prepare() -> None:
    """Works out once what players need of every rule set, lest a first word be late; it takes 0.2 s."""
    for rules in RULE_SETS.values():
        match rules:
            case MusRules():
                descarte.prepare(rules)
            case TresMus() | Frances():
                five.prepare(rules)
            case _:
                assert_never(rules)


class Novato:
    """A friendly beginner: it looks at its own cards and at nothing else, and minds no score."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: View) -> Action:
        """Returns a word that is offered; raises NotAsked if none is."""
        seat = asked(view)
        match view.modo:
            case MusSeen() if stands(view):
                return quiet(view)
            case MusSeen() as seen:
                return novato.choose(view, seen, self._rng)
            case PiedrasSeen() as seen:
                if self._rng.random() < LOST_THREAD:
                    return cautious(view, self._rng)
                return shedding.choose(view, seen, seat, self._rng)
        assert_never(view.modo)

    def gesture(self, view: View) -> Action | None:
        """Returns now and then a seña for its partner; it never looks away from that partner."""
        if view.may_sign and self._rng.random() < SIGN:
            return Action(Voz.SENA, sena=view.may_sign[0])
        return None


class Prudente:
    """A careful villager: counts what the others may hold, minds the score, and bluffs now and then."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._villager = Villager(rng)

    def choose(self, view: View) -> Action:
        """Returns a word that is offered; raises NotAsked if none is."""
        seat = asked(view)
        match view.modo:
            case MusSeen() if stands(view):
                return quiet(view)
            case MusSeen() as seen:
                return self._villager.choose(view, seen, seat)
            case PiedrasSeen() as seen:
                return shedding.choose(view, seen, seat, self._rng)
        assert_never(view.modo)

    def gesture(self, view: View) -> Action | None:
        """Returns a seña for its partner, now and then a look at a rival and back, or None."""
        return self._villager.gesture(view)


def cautious(view: View, rng: Random) -> Action:
    """Returns paso, no quiero, mus or no mus as the cards advise, or a sensible discard; never a bet.

    It is said where what an AI player has chosen may not be, and costs a side nothing that it has not bet.
    The generator is there for whoever wants a substitute with chance; this one has none.
    """
    asked(view)
    match view.modo:
        case MusSeen() as seen:
            return descarte.before_lances(view, seen.rules) or quiet(view)
        case PiedrasSeen() as seen if view.fase is Fase.DESCARTE:
            return Action(Voz.DESCARTA, cards=(five.throw(view.mine, seen.rules),))
        case PiedrasSeen():
            return quiet(view)
    assert_never(view.modo)
