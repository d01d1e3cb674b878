"""Chooses a careful player's word in Tres Mus and Mus Francés, where stones must be shed."""

from __future__ import annotations

from random import Random

from musbot.game.actions import Action, Seat, Voz
from musbot.game.lances import Fase, worth
from musbot.game.modos.piedras.premios import premio
from musbot.game.modos.piedras.rules import Frances
from musbot.game.views import PiedrasSeen, View
from musbot.players.piedras import five

# The assumed play of the others, and its own style. Chosen for lively tables, not measured.
ACCEPTS = 0.45  # the share of hands that accept a bet
STRONGER = 1.7  # a player who bets or accepts holds the best of this many hands
FREE = 2.0  # the value of shedding the last stone, in stones
BLUFF = 0.08  # the probability of a bet with any cards
MARGIN = 0.15  # the value that a bet needs over paso, in stones
HOPELESS = 0.97  # it concedes if the chance of having the worst hand is higher


def choose(view: View, seen: PiedrasSeen, seat: Seat, rng: Random) -> Action:
    """Returns a legal word for a hand with stones to shed."""
    if view.fase is Fase.DESCARTE:
        return Action(Voz.DESCARTA, cards=(five.throw(view.mine, seen.rules),))
    return Reckoning(view, seen, seat, rng).word()


class Reckoning:
    """One decision: the chances of a hand in a lance, and the value of each word in stones shed."""

    def __init__(self, view: View, seen: PiedrasSeen, seat: Seat, rng: Random) -> None:
        puja = seen.puja
        assert puja is not None  # noqa: S101 - a lance is being bet
        self._view, self._rules, self._seat, self._rng, self._puja = view, seen.rules, seat, rng, puja
        self._lance = puja.lance
        self._beats = five.chance_to_beat(view.mine, view.mine, puja.lance, seen.rules)
        self._own = view.piedras[seat]
        self._inside = [who for who in puja.dentro if who != seat]
        self._offers = {offer.voz: offer for offer in view.offers}

    def word(self) -> Action:
        """Returns a legal word for the lance in play, the best by its value in stones; sometimes a bluff."""
        if Voz.PERDIDO in self._offers:
            return Action(
                Voz.PERDIDO if self._chance_of_worst(len(self._inside)) > HOPELESS else Voz.CONFORME
            )
        if Voz.PASO in self._offers:
            return self._open()
        if self._puja.ordago:
            return self._answer_ordago()
        if Voz.QUIERO in self._offers:
            return self._answer()
        return self._conform()

    # ---- chances -----------------------------------------------------------------------------------------

    def _chance_of_worst(self, rivals: int) -> float:
        """Returns the chance that all rivals in the lance have better hands; 0 rivals count as 1."""
        better = 1 - self._beats**STRONGER
        return float(better ** max(1, rivals))

    def _premio(self, *, bet: bool) -> float:
        """Returns the stones shed for winning the lance, beyond the bet; `bet` is whether the lance is bet
        on."""
        return premio(self._rules, self._lance, worth(self._view.mine, self._rules), bet=bet)

    def _stay_value(self, stake: int, theirs: int, rivals: int) -> float:
        """Returns the value of staying in, in stones: a stake of this seat against `theirs` of the others."""
        worst = self._chance_of_worst(rivals)
        free = FREE if stake >= self._own + self._puja.puestas[self._seat] else 0.0
        shed = (1 - worst) * (stake + free) - worst * theirs
        best = float(self._beats ** (STRONGER * max(1, rivals)))
        return shed + best * self._premio(bet=True)

    # ---- words -------------------------------------------------------------------------------------------

    def _open(self) -> Action:
        """Returns the first bet or paso; with a low probability it bets with any cards, at least one
        stone."""
        rivals = [who for who in self._puja.speakers if who != self._seat]
        offer = self._offers[Voz.ENVIDO]
        most = min(self._own, offer.most or self._own)
        paso = 0.0
        if self._rules.unbet_counts:
            paso = self._beats ** len(rivals) * self._premio(bet=False)  # R72
        plans = [(self._bet(n, len(rivals)), n) for n in (1, 2, 3, 5) if n <= most]
        promise, n = max(plans)
        if promise > paso + MARGIN or self._rng.random() < BLUFF:
            return Action(Voz.ENVIDO, n if promise > paso else 1)
        return Action(Voz.PASO)

    def _bet(self, n: int, rivals: int) -> float:
        """Returns the value of a bet of `n` stones to a number of rivals, in stones."""
        nobody = (1 - ACCEPTS) ** rivals
        called = max(1, round(rivals * ACCEPTS))
        return nobody * (1 + self._premio(bet=True)) + (1 - nobody) * self._stay_value(n, called * n, called)

    def _answer(self) -> Action:
        """Returns the answer to a bet: quiero, no quiero, or sometimes acepto to keep one stone."""
        stake_asked = min(self._puja.apuesta, self._own)
        theirs = sum(self._puja.puestas)
        if self._stay_value(stake_asked, theirs, len(self._inside)) <= 0:
            return Action(Voz.NO_QUIERO)
        if Voz.ACEPTO in self._offers and stake_asked == self._own > 2 and self._rng.random() < 0.5:
            return Action(Voz.ACEPTO, stake_asked - 1)  # keeps a stone for later lances
        return Action(Voz.QUIERO)

    def _answer_ordago(self) -> Action:
        """Returns quiero or no quiero to an órdago, whichever is worth more in stones."""
        theirs = sum(
            n + self._view.piedras[who] for who, n in enumerate(self._puja.puestas) if who in self._inside
        )
        stake = self._own + self._puja.puestas[self._seat]
        return Action(
            Voz.QUIERO
            if self._stay_value(stake, theirs, len(self._inside)) > self._value_of_leaving()
            else Voz.NO_QUIERO
        )

    def _conform(self) -> Action:
        """Returns conforme, no quiero, or with a good hand sometimes a raise of at most three stones."""
        puja, seat = self._puja, self._seat
        owed = min(puja.debe[seat], self._own)
        theirs = sum(puja.puestas) - puja.puestas[seat]
        stay = self._stay_value(puja.puestas[seat] + owed, theirs, len(self._inside))
        if Voz.NO_QUIERO in self._offers and stay < self._value_of_leaving():
            return Action(Voz.NO_QUIERO)
        if (
            Voz.MAS in self._offers
            and self._chance_of_worst(len(self._inside)) < 0.2
            and self._rng.random() < 0.5
        ):
            most = min(self._own - owed, self._offers[Voz.MAS].most or 3, 3)
            return Action(Voz.MAS, self._rng.randint(1, most))
        return Action(Voz.CONFORME)

    def _value_of_leaving(self) -> float:
        """Returns the value of leaving the lance: 0 before any raise, otherwise minus the stones to take
        (R65, R74)."""
        puja, seat = self._puja, self._seat
        if seat not in puja.dentro or not puja.subidores:
            return 0.0
        if isinstance(self._rules, Frances):  # R74
            lies = sum(puja.puestas) - sum(puja.sobre)
            return -float(lies - puja.puestas[seat])
        raisers = {who for who in puja.subidores if who != seat}
        return -float(sum(min(puja.puestas[seat], puja.puestas[who]) for who in raisers))  # R65
