"""Stubborn players for measurements: each has one habit and otherwise plays like prudente."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random

from musbot.game.actions import Action, Voz
from musbot.game.lances import Fase, Lance
from musbot.game.views import MusSeen, View
from musbot.players.families import Prudente
from musbot.players.mus.odds import quantile
from musbot.players.player import asked_seat

TOP = 0.75
"""The top quarter of hands in a lance beats this share of hands."""
PATIENCE = 10
"""After this many discards a player who never cuts plays like prudente, so that every hand ends."""

_RAISES = (Voz.ENVIDO, Voz.Y_YO, Voz.MAS, Voz.REENVIDO, Voz.ORDAGO)
_PASO, _QUIERO, _NO_QUIERO, _ORDAGO = map(Action, (Voz.PASO, Voz.QUIERO, Voz.NO_QUIERO, Voz.ORDAGO))
_QUIET = (_PASO, _QUIERO)

Habit = Callable[[View], tuple[Action, ...]]
"""Returns the words to try first: the first legal word is said, otherwise prudente's word."""


class Terco:
    """A player that says the first legal word of its habit, otherwise prudente's word.

    Without `bets` it bets and raises only by its habit: instead of prudente's bet it says paso or quiero.
    """

    def __init__(self, rng: Random, habit: Habit, *, bets: bool) -> None:
        self._prudente = Prudente(rng)
        self._habit = habit
        self._bets = bets

    def choose(self, view: View) -> Action:
        """Returns the first legal word of its habit, otherwise prudente's word.

        A player without `bets` says paso or quiero when prudente would bet or raise, if one of them is legal;
        its habit may still bet. Raises NotAsked if the seat may not speak.
        """
        asked_seat(view)
        word = self._prudente.choose(view)
        quiet = () if self._bets or word.voz not in _RAISES else _QUIET
        habits = (*self._habit(view), *quiet)
        return next((a for a in habits if view.offers.allows(a)), word)

    def gesture(self, view: View) -> Action | None:
        """Returns prudente's seña or look, or None."""
        return self._prudente.gesture(view)


def _top(view: View) -> tuple[Action, ...]:
    """Returns órdago and quiero for a hand of the top quarter, otherwise paso and no quiero; () outside the
    lances of Mus."""
    if view.fase in (Fase.MUS, Fase.DESCARTE) or not isinstance(view.modo, MusSeen):
        return ()
    good = quantile(view, view.modo, Lance(view.fase.value)) >= TOP
    return (_ORDAGO, _QUIERO) if good else (_PASO, _NO_QUIERO)


def _always_say(*words: Action) -> Habit:
    """Returns a habit that tries the same words in every view."""
    return lambda view: words


def _cuts(view: View) -> tuple[Action, ...]:
    """Returns no mus while the mus is decided; otherwise no words."""
    return (Action(Voz.NO_MUS),) if view.fase is Fase.MUS else ()


def _never_cuts(view: View) -> tuple[Action, ...]:
    """Returns mus while the mus is decided, for the first PATIENCE discards; otherwise no words."""
    return (Action(Voz.MUS),) if view.fase is Fase.MUS and len(view.throws) < PATIENCE else ()


_HABITS: Mapping[str, tuple[Habit, bool]] = {
    "ordago-siempre": (_always_say(_ORDAGO, _QUIERO), False),
    "quiero-siempre": (_always_say(_PASO, _QUIERO), False),
    "envido-siempre": (_always_say(Action(Voz.ENVIDO, 2)), False),
    "ordago-cuarto": (_top, False),
    "nunca-envida": (_always_say(), False),
    "corta-siempre": (_cuts, True),
    "nunca-corta": (_never_cuts, True),
    "envido-y-quiero": (_always_say(Action(Voz.ENVIDO, 2), _QUIERO), False),
    "paso-siempre": (_always_say(_PASO, _NO_QUIERO), False),
}

TERCOS: Mapping[str, Callable[[Random], Terco]] = {
    name: partial(Terco, habit=habit, bets=bets) for name, (habit, bets) in _HABITS.items()
}
"""The stubborn players by name.

Only corta-siempre and nunca-corta bet and raise like prudente; the others as `Terco.choose` explains. With
stones (R60), habits about the mus and ordago-cuarto have no words, so prudente's word counts; fixed words are
said there too.
"""
