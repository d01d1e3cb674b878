"""Stubborn players, to measure others against: each has one habit, and is prudente in all else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random

from musbot.game.actions import Action, Voz
from musbot.game.lances import Fase, Lance
from musbot.game.views import MusSeen, View
from musbot.players.families import Prudente
from musbot.players.mus.odds import quantile
from musbot.players.player import asked

TOP = 0.75
"""The part of all hands in a lance that one of the top quarter beats."""
PATIENCE = 10
"""Discards in a hand after which who never cuts does as others do: four of them would find no end."""

_RAISES = (Voz.ENVIDO, Voz.Y_YO, Voz.MAS, Voz.REENVIDO, Voz.ORDAGO)
_PASO, _QUIERO, _NO_QUIERO, _ORDAGO = map(Action, (Voz.PASO, Voz.QUIERO, Voz.NO_QUIERO, Voz.ORDAGO))
_QUIET = (_PASO, _QUIERO)

Habit = Callable[[View], tuple[Action, ...]]
"""What it says at a moment: the first of these that is offered; none of them: prudente's word."""


class Terco:
    """Says what its habit says wherever that is offered, and else what prudente would; it bets no more."""

    def __init__(self, rng: Random, habit: Habit, *, bets: bool) -> None:
        self._prudente = Prudente(rng)
        self._habit = habit
        self._bets = bets

    def choose(self, view: View) -> Action:
        """Returns a word that is offered; raises NotAsked if none is."""
        asked(view)
        word = self._prudente.choose(view)
        quiet = () if self._bets or word.voz not in _RAISES else _QUIET
        habits = (*self._habit(view), *quiet)
        return next((a for a in habits if view.offers.allows(a)), word)

    def gesture(self, view: View) -> Action | None:
        """Returns what prudente would show or look at."""
        return self._prudente.gesture(view)


def _top(view: View) -> tuple[Action, ...]:
    """Órdago, or quiero to one, with a hand of the top quarter; else neither bet nor quiero."""
    if view.fase in (Fase.MUS, Fase.DESCARTE) or not isinstance(view.modo, MusSeen):
        return ()
    good = quantile(view, view.modo, Lance(view.fase.value)) >= TOP
    return (_ORDAGO, _QUIERO) if good else (_PASO, _NO_QUIERO)


def _always(*words: Action) -> Habit:
    return lambda view: words


def _cuts(view: View) -> tuple[Action, ...]:
    return (Action(Voz.NO_MUS),) if view.fase is Fase.MUS else ()


def _never_cuts(view: View) -> tuple[Action, ...]:
    return (Action(Voz.MUS),) if view.fase is Fase.MUS and len(view.throws) < PATIENCE else ()


_HABITS: Mapping[str, tuple[Habit, bool]] = {
    "ordago-siempre": (_always(_ORDAGO, _QUIERO), False),
    "quiero-siempre": (_always(_PASO, _QUIERO), False),
    "envido-siempre": (_always(Action(Voz.ENVIDO, 2)), False),
    "ordago-cuarto": (_top, False),
    "nunca-envida": (_always(), False),
    "corta-siempre": (_cuts, True),
    "nunca-corta": (_never_cuts, True),
    "envido-y-quiero": (_always(Action(Voz.ENVIDO, 2), _QUIERO), False),
    "paso-siempre": (_always(_PASO, _NO_QUIERO), False),
}

TERCOS: Mapping[str, Callable[[Random], Terco]] = {
    name: partial(Terco, habit=habit, bets=bets) for name, (habit, bets) in _HABITS.items()
}
"""By name: órdago whenever it may be said, and quiero to one; quiero to everything; envido 2 whenever nobody
has bet; órdago with the top quarter of hands and else nothing; no bet ever; no mus ever; mus whenever it may;
envido 2, and quiero to all else; neither a bet nor a quiero ever.
Who bets by habit raises no further: it answers as prudente would, but with quiero for a raise. With
stones (R60) they play as prudente: their habits are of Mus."""
