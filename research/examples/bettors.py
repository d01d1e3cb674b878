"""Players that make large bets with their best hands, and otherwise speak as a shipped player.

The kernel measures the same rules (`musbot_research.aprender.measure`); these play them in the real engine.
"""

from __future__ import annotations

from random import Random

from musbot.game import Action, MusRules, View, Voz
from musbot.players import Muslari, Player, Prudente
from musbot.players.mus.odds import TAKING_PART, HandKnowledge, cumulative_chances, hand_classes


class Bettor:
    """Bets `PIEDRAS` when its hand is among the best `SHARE` for the lance, or raises by as much."""

    PIEDRAS = 39
    SHARE = 1 / 20
    ONLY_RAISES = False
    """Whether it only raises first bets of 2."""

    def __init__(self, rng: Random) -> None:
        self._other = self.make_other(rng)

    def make_other(self, rng: Random) -> Player:
        """Returns the player that speaks otherwise."""
        return Muslari(rng)

    def choose(self, view: View) -> Action:
        """Returns a bet or a raise if it may make one with this hand, or else the other player's word."""
        return self._find_bet(view) or self._other.choose(view)

    def gesture(self, view: View) -> Action | None:
        """Returns the seña or the look of the other player."""
        return self._other.gesture(view)

    def _find_bet(self, view: View) -> Action | None:
        """Returns the large bet or raise; None if it may say none now, or its hand is too weak."""
        envite, rules = view.envite, view.rules
        if envite is None or not isinstance(rules, MusRules):
            return None
        is_raise = envite.bettor is not None and not envite.querido and envite.apuesta == 2
        if self.ONLY_RAISES and not is_raise:
            return None
        knowledge = TAKING_PART.get(envite.lance, HandKnowledge())
        below = cumulative_chances(rules.reyes, rules.real, (), envite.lance, knowledge)
        classes = hand_classes(rules)
        place = classes.places[envite.lance][classes.index[classes.kinds(view.mine, rules)]]
        words = [Action(voz, self.PIEDRAS) for voz in (Voz.ENVIDO, Voz.MAS)]
        lawful = [word for word in words if view.offers.allows(word)]
        return lawful[0] if lawful and 1 - below[place] <= self.SHARE else None


class RaisesBy18(Bettor):
    """Raises a first bet of 2 by 18 with the best sixth of hands; otherwise speaks as `muslari`."""

    PIEDRAS, SHARE, ONLY_RAISES = 18, 1 / 6, True


class Bets39(Bettor):
    """Bets or raises by 39 with the best twentieth of hands; otherwise speaks as `muslari`."""


class PrudenteBets39(Bettor):
    """Bets or raises by 39 with the best twentieth of hands; otherwise speaks as `prudente`."""

    def make_other(self, rng: Random) -> Player:
        """Returns `prudente`."""
        return Prudente(rng)
