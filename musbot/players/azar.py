"""A player that says any legal word at random; it tests tables and is no good company."""

from __future__ import annotations

from random import Random

from musbot.game.actions import Action, Voz
from musbot.game.views import View
from musbot.players.player import NotAsked, require_rng, require_view

_DESCARTA = Voz.DESCARTA
_PLAIN = {voz: Action(voz) for voz in Voz}
_THROWS = tuple(tuple(place for place in range(4) if mask >> place & 1) for mask in range(16))
_SPREAD = 6  # the number of different amounts, from the minimum bet on
_GESTURE = 0.1  # the probability of a seña or a look


class Azar:
    """Chooses each legal word with equal probability; its bets are small, and it discards any cards."""

    __slots__ = ("_random",)

    def __init__(self, rng: Random) -> None:
        require_rng(rng)
        self._random = rng.random

    def choose(self, view: View) -> Action:
        """Returns a random legal word, regardless of the cards; a bet exceeds the minimum by at most 5.

        Raises NotAsked for a spectator or a seat that may not speak.
        """
        random = self._random
        try:
            offers = view.offers
        except AttributeError:
            require_view(view)
            raise
        if not offers or view.seat is None:
            raise NotAsked(view.seat)
        offer = offers[int(random() * len(offers))]
        voz = offer.voz
        if voz is _DESCARTA:
            mine = view.mine
            if offer.most == 1:
                return Action(voz, 0, (mine[int(random() * len(mine))],))
            return Action(voz, 0, tuple([mine[place] for place in _THROWS[1 + int(random() * 15)]]))
        if offer.most == 0:
            return _PLAIN[voz]
        most = offer.least + _SPREAD - 1 if offer.most is None else min(offer.most, offer.least + _SPREAD - 1)
        return Action(voz, offer.least + int(random() * (most - offer.least + 1)))

    def gesture(self, view: View) -> Action | None:
        """Returns a true seña or a look at a random seat, each in at most one call of 20; otherwise None."""
        random = self._random()
        if random < _GESTURE / 2 and view.may_sign:
            return Action(Voz.SENA, sena=view.may_sign[int(self._random() * len(view.may_sign))])
        if _GESTURE / 2 < random < _GESTURE and view.seat is not None and view.rules.signs:
            return Action(
                Voz.MIRO, seat=(view.seat + 1 + int(self._random() * (view.seats - 1))) % view.seats
            )
        return None
