"""Values a bet, a raise or an answer against sensible rivals."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from musbot.game.actions import Action, Voz
from musbot.players.mus.odds import Duel
from musbot.players.mus.reading import Reading

# The hands that players bet with, chosen so that a side accepts about half of the first bets. Other values
# (0.55 and 0.85, 0.15 and 0.4 for BLUFFS) were no better in matches of 280 to 530 juegos of self-play.
BETS_BEST, RAISES_BEST = 0.7, 0.55  # the share of hands that bet 2, or raise by 2
ORDAGO_BEST = 0.12  # the share of hands that say órdago while the juego is open; more if it is lost
BETS_MORE = 0.25  # these shares shrink with the bet, by this exponent
BLUFFS = 0.25  # the share of bets that are made with any hand
CALLS_ANYWAY = 0.93  # hands beyond this quantile never reject a bet

# The bets that it considers, in proportion to their number here.
STEPS = (2, 2, 2, 2, 2, 3, 3, 4, 5, 5)
HABITS = {Voz.ENVIDO: 1, Voz.Y_YO: 3, Voz.MAS: 1, Voz.REENVIDO: 1}
"""The weight of each kind of bet."""


class HandRange(NamedTuple):
    """The range of a bettor's hands: all hands from a quantile on, plus a share of bluffs with any hand."""

    since: float
    """The quantile of the weakest hand that bets without bluffing."""
    bluffs: float = BLUFFS
    """The share of bluffs."""

    def share_below(self, quantile: float) -> float:
        """Returns the share of these hands that are no better than a quantile of all hands, from 0 to 1."""
        above = max(0.0, (quantile - self.since) / (1 - self.since))
        return self.bluffs * quantile + (1 - self.bluffs) * above

    def needed_quantile(self, chance: float) -> float:
        """Returns the quantile of the hand that beats this range with a given chance.

        It is 1 or more if no hand has that chance.
        """
        if chance <= self.bluffs * self.since:
            return chance / self.bluffs
        rest = (1 - self.bluffs) / (1 - self.since)
        return (chance + rest * self.since) / (self.bluffs + rest)

    def wins(self, duel: Duel, called_from: float = 0.0) -> float:
        """Returns the chance that rivals with this range hold a hand beyond the quantile `called_from` and
        still lose."""
        good = duel.chance_beyond(max(called_from, self.since)) / (1 - self.since)
        return self.bluffs * duel.chance_beyond(called_from) + (1 - self.bluffs) * good


ANY = HandRange(0.0)
"""The range of a player who has not bet."""


class Plan(NamedTuple):
    """A word and its value."""

    action: Action
    """The word."""
    chance: float
    """Our chance of winning the juego with it."""
    called: float = 0.0
    """Our chance of winning the lance if a bet is accepted."""


def betting_range(piedras: int, querido: int, chance: float, *, ordago: bool) -> HandRange:
    """Returns the range of hands that bet `piedras`, or raise an accepted bet of `querido` to that total.

    With `ordago`, which has no amount, only `chance` counts: the bettor's chance of winning the juego.
    Otherwise `chance` makes no difference.
    """
    if ordago:
        return HandRange(1 - ORDAGO_BEST / min(1.0, max(ORDAGO_BEST, 2 * chance)))
    best = RAISES_BEST if querido else BETS_BEST
    return HandRange(1 - best * (2 / max(2, piedras - querido)) ** BETS_MORE)


def plan_bets(reading: Reading, rng: Random) -> Iterator[Plan]:
    """Yields a random bet or raise and an órdago, each only if it is legal, with its value."""
    words = [offer for offer in reading.view.offers if offer.voz in HABITS]
    if words:
        offer = rng.choices(words, [HABITS[offer.voz] for offer in words])[0]
        piedras = rng.choice(STEPS) if offer.most is None else 0
        action = Action(offer.voz, max(offer.least, piedras))
        yield _bet(reading, action, total_after(action, reading.bet_to_answer))
    if any(offer.voz is Voz.ORDAGO for offer in reading.view.offers):
        yield _bet(reading, Action(Voz.ORDAGO), 0)


def total_after(action: Action, asked: int) -> int:
    """Returns the piedras of the lance if this bet or raise is accepted (R28, R31).

    `asked` is the bet to answer, 0 if there is none. An órdago adds nothing to it.
    """
    return {Voz.Y_YO: asked + 2, Voz.REENVIDO: asked * 2}.get(action.voz, asked + action.n)


def _bet(reading: Reading, action: Action, piedras: int) -> Plan:
    """Returns the plan of a bet or raise to a total of `piedras`: its value if the rivals answer sensibly."""
    ordago = action.voz is Voz.ORDAGO
    won = 1.0 if ordago else reading.chance(reading.payment_if_won(piedras))
    lost = 0.0 if ordago else reading.chance(reading.payment_if_lost(piedras))
    deje = reading.chance(reading.payment_if_won(0), ours=reading.bet_to_answer or 1)
    needed = (
        (won - deje) / (won - lost) if won > lost else 0.0
    )  # with a lower chance the rivals should reject
    ours = betting_range(piedras, reading.bet_to_answer, reading.score_chance, ordago=ordago)
    called_from = min(CALLS_ANYWAY, ours.needed_quantile(min(1.0, max(0.0, needed))))
    rivals = rival_range(reading)
    folds, wins = rivals.share_below(called_from), rivals.wins(reading.duel, called_from)
    chance = folds * deje + wins * won + (1 - folds - wins) * lost
    return Plan(action, chance, wins / (1 - folds) if folds < 1 else 0.0)


def rival_range(reading: Reading) -> HandRange:
    """Returns the rivals' range of hands, given their bet; ANY without a bet."""
    envite = reading.view.envite
    if envite is None or envite.bettor is None:
        return ANY
    return betting_range(envite.apuesta, envite.querido, 1 - reading.score_chance, ordago=envite.ordago)


def plan_accepting(reading: Reading, doubt: float = 0.0) -> Plan:
    """Returns quiero with its value; `doubt` lowers the chance of winning the lance in it, but not
    `called`."""
    envite = reading.view.envite
    ordago = envite is not None and envite.ordago
    wins = rival_range(reading).wins(reading.duel)
    won = 1.0 if ordago else reading.chance(reading.payment_if_won(reading.bet_to_answer))
    lost = 0.0 if ordago else reading.chance(reading.payment_if_lost(reading.bet_to_answer))
    shaded = max(0.0, wins - doubt)
    return Plan(Action(Voz.QUIERO), shaded * won + (1 - shaded) * lost, wins)


def plan_rejecting(reading: Reading) -> Plan:
    """Returns no quiero with its value if no partner accepts (R32, R33)."""
    envite = reading.view.envite
    querido = envite.querido if envite is not None else 0
    return Plan(Action(Voz.NO_QUIERO), reading.chance(reading.payment_if_lost(0), theirs=querido or 1))


def plan_passing(reading: Reading) -> Plan:
    """Returns the plan to pass, valued as if every player then passes in this lance."""
    return Plan(Action(Voz.PASO), reading.chance(reading.paso_payment(reading.lance)))
