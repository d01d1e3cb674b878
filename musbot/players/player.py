"""What an AI player is."""

from __future__ import annotations

from typing import Protocol

from musbot.game.actions import Action, Seat, Voz
from musbot.game.errors import MusError
from musbot.game.views import View

_QUIET = (Voz.PASO, Voz.CONFORME, Voz.NO_QUIERO, Voz.NO_QUEREMOS)


class NotAsked(MusError):
    """A view from which nothing can be said: a spectator's, or one of a seat that is not asked."""

    def __init__(self, seat: Seat | None) -> None:
        super().__init__(f"the view of seat {seat}: expected that of a seat which may speak now")


class Player(Protocol):
    """An AI at a table: it gets a View and nothing else, and is asked only when it is among `view.turno`."""

    def choose(self, view: View) -> Action:
        """Returns a word that is offered; raises NotAsked if none is."""
        ...

    def gesture(self, view: View) -> Action | None:
        """Returns a seña that may be made now, a look at another seat (R57, R58), or None to sit still."""
        ...


def asked(view: View) -> Seat:
    """Returns whose view it is; raises NotAsked if that is nobody, or nobody who may speak."""
    if view.seat is None or not view.offers:
        raise NotAsked(view.seat)
    return view.seat


def quiet(view: View) -> Action:
    """Returns a word that bets nothing and leaves nothing that was bet; raises NotAsked if none is offered.

    Where stones are to be got rid of it conforms rather than withdraw: those of others' stay where they are.
    """
    for voz in _QUIET:
        if view.offers.allows(voz):
            return Action(voz)
    raise NotAsked(view.seat)
