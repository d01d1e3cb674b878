"""Chooses a careful villager's word at Mus: the best word, sometimes a bluff or a trap."""

from __future__ import annotations

import math
from random import Random

from musbot.game.actions import Action, Seat, Voz
from musbot.game.lances import Fase
from musbot.game.views import MusSeen, View
from musbot.players.mus.bets import Plan, plan_accepting, plan_bets, plan_passing, plan_rejecting
from musbot.players.mus.descarte import choose_throw, cutting_value
from musbot.players.mus.reading import Reading

# The style of play. In matches of `parejas` against itself, of 100 to 700 juegos, BLUFF 0 and 0.35, BET_FROM
# 0.35 and 0.55, DOUBT 0 and 0.1, TRAP 0, ORDAGO 0 and DESPERATE 0 and 0.1 were no better beyond the error of
# the match (2 to 5 %); the others are chosen. They make it good company: one bet in eight is a
# bluff, one word in forty an órdago (medidas.py in tests/support).
UNSURE = 0.6  # if cutting and mus differ by fewer piedras, it consults its partner (R27)
BLUFF, BLUFF_RAISE = 0.12, 0.04  # the probability to consider a bet, or a raise, without good cards…
BLUFF_COST = 0.005  # …if it costs at most this chance of winning the juego (a quarter of a piedra)
TRAP = 0.05  # the probability that it neither bets nor raises, even with good cards
DOUBT = 0.03  # the extra chance that it needs to accept while a partner may still answer
MARGIN = 0.004  # the extra chance that a raise needs over quiero, because rivals may raise again
BET_FROM, RAISE_FROM = 0.45, 0.65  # the minimum chance of a bet, or a raise, to win if accepted
ORDAGO_FROM, ORDAGO = 0.7, 0.15  # the minimum for órdago, and the probability to consider it
DESPERATE = 0.03  # below this chance of winning the juego it takes any risk, órdago included
NEARLY_CERTAIN, HOPELESS = (
    0.97,
    0.03,
)  # beyond these chances of winning the lance it answers for its partner too
SIGN, PEEK, BACK = 0.6, 0.15, 0.5  # the probability of a seña, a look at a rival, and a look back


class Villager:
    """Chooses the word with the best chance of winning the juego, sometimes a bluff or a trap."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: View, seen: MusSeen, seat: Seat) -> Action:
        """Returns a legal word for the mus, the discard or a lance; the view must offer one."""
        if view.fase is Fase.MUS:
            return self._mus(view, seen)
        if view.fase is Fase.DESCARTE:
            return choose_throw(view, seen.rules)
        reading = Reading(view, seen, seat)
        return self._answer(reading) if view.offers.allows(Voz.QUIERO) else self._open(reading)

    def gesture(self, view: View) -> Action | None:
        """Returns a seña for its partner, or rarely a look at a rival, otherwise None.

        If it looks at a rival, it may look back at a partner. None for a spectator and in games without
        looks.
        """
        seat, at = view.seat, view.looking_at
        if seat is None or at is None:
            return None
        if view.may_sign and self._rng.random() < SIGN:
            return Action(Voz.SENA, sena=view.may_sign[0])
        mine = view.bando(seat)
        if view.bando(at) != mine:
            partners = [who for who in range(view.seats) if who != seat and view.bando(who) == mine]
            return Action(Voz.MIRO, seat=self._rng.choice(partners)) if self._rng.random() < BACK else None
        rivals = [who for who in range(view.seats) if view.bando(who) != mine]
        return Action(Voz.MIRO, seat=self._rng.choice(rivals)) if self._rng.random() < PEEK else None

    def _mus(self, view: View, seen: MusSeen) -> Action:
        """Returns mus or no mus by the value of cutting, or a consulta if that is close and legal (R27)."""
        over = cutting_value(view, seen.rules)
        if abs(over) < UNSURE and view.offers.allows(Voz.CONSULTA):
            return Action(Voz.CONSULTA)
        return Action(Voz.NO_MUS if over > 0 else Voz.MUS)

    def _open(self, reading: Reading) -> Action:
        """Returns a bet or paso before any bet."""
        return self._bet(reading, plan_passing(reading)) or Action(Voz.PASO)

    def _answer(self, reading: Reading) -> Action:
        """Returns the answer to a bet: a raise, or quiero or no quiero, whichever wins the juego more often.

        The answer is plural if it is sure and a partner may still answer. If the partner has accepted already
        (R30), it never rejects.
        """
        leave = bool(reading.partners)
        quiero, no_quiero = plan_accepting(reading, DOUBT if leave else 0.0), plan_rejecting(reading)
        best = quiero if quiero.chance >= no_quiero.chance else no_quiero
        if (bet := self._bet(reading, best)) is not None:
            return bet
        view = reading.view
        if best is quiero:
            plural = leave and quiero.called > NEARLY_CERTAIN and view.offers.allows(Voz.QUEREMOS)
            return Action(Voz.QUEREMOS) if plural else quiero.action
        if reading.seen.gracia is not None:
            return quiero.action  # the partner has already accepted for the side
        plural = leave and quiero.called < HOPELESS and view.offers.allows(Voz.NO_QUEREMOS)
        return Action(Voz.NO_QUEREMOS) if plural else no_quiero.action

    def _bet(self, reading: Reading, instead: Plan) -> Action | None:
        """Returns a bet that beats the other plan, or sometimes a cheap bluff; None for no bet.

        With the probability TRAP it is None even with good cards.
        """
        if self._rng.random() < TRAP:
            return None
        bluff = self._rng.random() < (BLUFF_RAISE if reading.bet_to_answer else BLUFF)
        good = [
            plan
            for plan in plan_bets(reading, self._rng)
            if self._is_good(plan, reading, instead) or (bluff and _is_cheap(plan, instead))
        ]
        return max(good, key=lambda plan: plan.chance).action if good else None

    def _is_good(self, plan: Plan, reading: Reading, instead: Plan) -> bool:
        """Returns whether a bet wins often enough if accepted, and more of the juego than the other plan."""
        margin = MARGIN if reading.bet_to_answer and reading.score_chance >= DESPERATE else 0.0
        return plan.called >= self._min_chance(plan, reading) and plan.chance > instead.chance + margin

    def _min_chance(self, plan: Plan, reading: Reading) -> float:
        """Returns the minimum chance of winning an accepted bet for it to be no bluff.

        It is 0 if the juego is nearly lost (DESPERATE). It is infinite for an órdago that the player, by
        chance, does not consider now.
        """
        if reading.score_chance < DESPERATE:
            return 0.0
        if plan.action.voz is not Voz.ORDAGO:
            return RAISE_FROM if reading.bet_to_answer else BET_FROM
        return ORDAGO_FROM if self._rng.random() < ORDAGO else math.inf


def _is_cheap(plan: Plan, instead: Plan) -> bool:
    """Returns whether a bet, no órdago, costs at most BLUFF_COST of the chance of winning the juego."""
    return plan.action.voz is not Voz.ORDAGO and plan.chance > instead.chance - BLUFF_COST
