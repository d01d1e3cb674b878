"""What a bet, a raise or an answer is worth, when the other side is no fool either."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from musbot.game.actions import Action, Voz
from musbot.players.mus.odds import Duel
from musbot.players.mus.reading import Reading

# What hands people bet with. Chosen so that a side accepts about half of the first bets against it; others
# (0.55 and 0.85, 0.15 and 0.4 for BLUFFS) were no better in matches of 280 to 530 juegos of self-play.
BETS_BEST, RAISES_BEST = 0.7, 0.55  # the part of all hands with which one bets 2, or raises by 2
ORDAGO_BEST = 0.12  # the same for órdago, while the juego is open; more of them when it is lost anyway
BETS_MORE = 0.25  # that part is as many times smaller as the bet is greater, to this power
BLUFFS = 0.25  # the part of all bets that are made with any hand
CALLS_ANYWAY = 0.93  # with hands beyond this quantile nobody rejects, however wise it were

# How it bets: what it thinks of, each as often as it stands here.
STEPS = (2, 2, 2, 2, 2, 3, 3, 4, 5, 5)
HABITS = {Voz.ENVIDO: 1, Voz.Y_YO: 3, Voz.MAS: 1, Voz.REENVIDO: 1}


class HandRange(NamedTuple):
    """The hands a side is taken to bet with: its best, from a quantile on, but for some bluffs."""

    since: float
    bluffs: float = BLUFFS

    def below(self, quantile: float) -> float:
        """Returns how much of these hands is no better than a quantile of all hands."""
        above = max(0.0, (quantile - self.since) / (1 - self.since))
        return self.bluffs * quantile + (1 - self.bluffs) * above

    def needed(self, chance: float) -> float:
        """Returns the quantile of the hand that beats one of these with that chance, 1 or more if none."""
        if chance <= self.bluffs * self.since:
            return chance / self.bluffs
        rest = (1 - self.bluffs) / (1 - self.since)
        return (chance + rest * self.since) / (self.bluffs + rest)

    def wins(self, duel: Duel, called_from: float = 0.0) -> float:
        """Returns the chance that rivals with such hands are better than a quantile, and yet lose."""
        good = duel.beyond(max(called_from, self.since)) / (1 - self.since)
        return self.bluffs * duel.beyond(called_from) + (1 - self.bluffs) * good


ANY = HandRange(0.0)


class Plan(NamedTuple):
    """A word to say: our chance of winning the juego with it, and that of the lance if a bet is called."""

    action: Action
    chance: float
    called: float = 0.0


def betting(piedras: int, querido: int, chance: float, *, ordago: bool) -> HandRange:
    """Returns with what hands a side bets, or raises what is `querido`, with such a chance of the juego."""
    if ordago:
        return HandRange(1 - ORDAGO_BEST / min(1.0, max(ORDAGO_BEST, 2 * chance)))
    best = RAISES_BEST if querido else BETS_BEST
    return HandRange(1 - best * (2 / max(2, piedras - querido)) ** BETS_MORE)


def bets(reading: Reading, rng: Random) -> Iterator[Plan]:
    """Yields the bet, or raise, that comes to mind, and órdago; what each promises."""
    words = [offer for offer in reading.view.offers if offer.voz in HABITS]
    if words:
        offer = rng.choices(words, [HABITS[offer.voz] for offer in words])[0]
        piedras = rng.choice(STEPS) if offer.most is None else 0
        action = Action(offer.voz, max(offer.least, piedras))
        yield _bet(reading, action, total(action, reading.asked))
    if any(offer.voz is Voz.ORDAGO for offer in reading.view.offers):
        yield _bet(reading, Action(Voz.ORDAGO), 0)


def total(action: Action, asked: int) -> int:
    """Returns what a bet or a raise comes to (R28, R31)."""
    return {Voz.Y_YO: asked + 2, Voz.REENVIDO: asked * 2}.get(action.voz, asked + action.n)


def _bet(reading: Reading, action: Action, piedras: int) -> Plan:
    ordago = action.voz is Voz.ORDAGO
    won = 1.0 if ordago else reading.chance(reading.won(piedras))
    lost = 0.0 if ordago else reading.chance(reading.lost(piedras))
    deje = reading.chance(reading.won(0), ours=reading.asked or 1)
    needed = (won - deje) / (won - lost) if won > lost else 0.0  # below it the rivals do better to reject
    ours = betting(piedras, reading.asked, reading.before, ordago=ordago)
    called_from = min(CALLS_ANYWAY, ours.needed(min(1.0, max(0.0, needed))))
    rivals = held(reading)
    folds, wins = rivals.below(called_from), rivals.wins(reading.duel, called_from)
    chance = folds * deje + wins * won + (1 - folds - wins) * lost
    return Plan(action, chance, wins / (1 - folds) if folds < 1 else 0.0)


def held(reading: Reading) -> HandRange:
    """Returns what the rivals are taken to hold, from the bet they have made, if any."""
    envite = reading.view.envite
    if envite is None or envite.bettor is None:
        return ANY
    return betting(envite.apuesta, envite.querido, 1 - reading.before, ordago=envite.ordago)


def accepting(reading: Reading, doubt: float = 0.0) -> Plan:
    """Returns what quiero promises, the chance to win the lance shaded by some doubt."""
    envite = reading.view.envite
    ordago = envite is not None and envite.ordago
    wins = held(reading).wins(reading.duel)
    won = 1.0 if ordago else reading.chance(reading.won(reading.asked))
    lost = 0.0 if ordago else reading.chance(reading.lost(reading.asked))
    shaded = max(0.0, wins - doubt)
    return Plan(Action(Voz.QUIERO), shaded * won + (1 - shaded) * lost, wins)


def rejecting(reading: Reading) -> Plan:
    """Returns what no quiero promises if nobody else accepts (R32, R33)."""
    envite = reading.view.envite
    querido = envite.querido if envite is not None else 0
    return Plan(Action(Voz.NO_QUIERO), reading.chance(reading.lost(0), theirs=querido or 1))


def passing(reading: Reading) -> Plan:
    """Returns what paso promises if nobody bets."""
    return Plan(Action(Voz.PASO), reading.chance(reading.paso(reading.lance)))
