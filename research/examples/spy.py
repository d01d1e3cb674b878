"""Players that speak as `prudente` and always watch a rival's señas."""

from __future__ import annotations

from random import Random

from musbot.game import Action, View, Voz
from musbot.players import Prudente


class Spy:
    """Stares at the player after it, and makes the señas of `prudente`."""

    def __init__(self, rng: Random) -> None:
        self._prudente = Prudente(rng)

    def choose(self, view: View) -> Action:
        """Returns the word of `prudente`."""
        return self._prudente.choose(view)

    def gesture(self, view: View) -> Action | None:
        """Returns a look at the rival to watch, or a seña of `prudente`'s once it watches that rival."""
        if view.seat is None or view.looking_at is None:
            return None
        watched = self.watched(view, view.seat)
        if view.looking_at != watched:
            return Action(Voz.MIRO, seat=watched)
        sign = self._prudente.gesture(view)
        return sign if sign is not None and sign.voz is Voz.SENA else None

    def watched(self, view: View, seat: int) -> int:
        """Returns the seat of the rival to watch."""
        return (seat + 1) % view.seats


class RovingSpy(Spy):
    """Watches one rival while an odd number of words has been said in the hand, else the other."""

    def watched(self, view: View, seat: int) -> int:
        """Returns the seat of the rival to watch."""
        return (seat + 1 + 2 * (len(view.said) % 2)) % view.seats
