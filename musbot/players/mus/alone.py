"""Chooses a word in a lance for a player without a partner, by simulating each word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from math import exp, sqrt
from random import Random
from typing import NamedTuple

from musbot.game.actions import Action, Seat, Seats, Voz
from musbot.game.envite import Envite
from musbot.game.lances import Cerrado, Estado, Lance
from musbot.game.views import MusSeen, View
from musbot.players.mus.bets import total_after
from musbot.players.mus.odds import (
    HandKnowledge,
    class_strengths,
    hand_classes,
    possible_classes,
    weights,
)
from musbot.players.mus.scoreboard import STEEPNESS

# Chosen by matches against azar, prudente and ordago-siempre (research/docs/measurements.md).
HANDS = 150  # sampled hands of the other players, shared among them
CALLS, CALLS_MORE = (
    0.45,
    0.05,
)  # others accept a bet of 2 if they beat this share of hands; plus this per piedra
CALLS_ORDAGO = 0.6  # others accept an órdago if they beat this share of hands
ORDAGO_FROM = 0.75  # others say órdago with hands that beat this share of hands…
ANYHOW = 0.02  # …and with any other hand, this often in comparison
BETS_BEST = 0.3  # the probability that a bettor without an órdago holds the better of two hands
PRICE = 0.4  # the penalty on an órdago, in chance of winning; without it most juegos end after one hand

_WORDS = tuple(
    Action(*word)
    for word in (
        (Voz.PASO,),
        (Voz.QUIERO,),
        (Voz.NO_QUIERO,),
        (Voz.ENVIDO, 2),
        (Voz.ENVIDO, 5),
        (Voz.Y_YO,),
        (Voz.MAS, 5),
        (Voz.ORDAGO,),
    )
)
_LAST = tuple(word for word in _WORDS if word.voz not in (Voz.Y_YO, Voz.MAS))
"""The words after a raise: with further raises a lance might never end."""
_PREMIADOS = (Lance.PARES, Lance.JUEGO)


Winnings = tuple[Seat, int]
"""A payment: the seat paid, and the piedras."""


class World(NamedTuple):
    """A sampled deal."""

    hands: Sequence[int]
    """The class of each seat's hand."""
    before: tuple[Winnings, ...]
    """The payments of the lances before this one."""
    after: tuple[Winnings, ...]
    """The payments of the lances after this one."""


class Bet(NamedTuple):
    """The bet after a word."""

    bettor: Seat
    """The seat that made the bet."""
    asked: int
    """The piedras of the bet."""
    deje: int
    """The piedras won if no player accepts."""
    ordago: bool
    """Whether the bet is an órdago."""
    inside: Seats
    """The seats that have accepted."""
    pending: Seats
    """The seats that may still accept."""


def choose(view: View, seen: MusSeen, envite: Envite, seat: Seat, rng: Random) -> Action:
    """Returns the one of eight usual words that is legal and wins the juego most often in the samples.

    An órdago is valued PRICE lower until a rival has said one in this hand. To a raise it answers only
    quiero, no quiero or órdago.
    """
    table = _Table(view, seen, envite, seat)
    worlds = list(table.worlds(rng))
    calm = all(word.action.voz is not Voz.ORDAGO or word.seat == seat for word in view.said)
    price = PRICE if calm else 0.0

    def worth(word: Action) -> float:
        """Returns the average chance of winning after a word, less the price of an órdago."""
        bet, cost = table.bet_after(word), price if word.voz is Voz.ORDAGO else 0.0
        return sum(table.chance(world, bet) for world in worlds) / len(worlds) - cost

    words = _LAST if envite.querido else _WORDS
    return max((word for word in words if view.offers.allows(word)), key=worth)


class _Table:
    """The state of a lance, as one seat sees it."""

    def __init__(self, view: View, seen: MusSeen, envite: Envite, seat: Seat) -> None:
        self.view, self.seat, self.envite, self.rules = view, seat, envite, seen.rules
        self.of = hand_classes(seen.rules)
        self.lance = Lance(view.fase.value)
        self.turns = {who: turn for turn, who in enumerate(view.circle())}
        self.strengths = {lance: class_strengths(self.rules.reyes, self.rules.real, lance) for lance in Lance}
        self.ordagos = [(w.seat, Lance(w.fase.value)) for w in view.said if w.action.voz is Voz.ORDAGO]

    def worlds(self, rng: Random) -> Iterator[World]:
        """Yields HANDS / (seats - 1) sampled deals, rounded down, that the seat cannot tell apart from the
        real deal."""
        many = HANDS // (self.view.seats - 1)
        own = self.of.index[self.of.kinds(self.view.mine, self.rules)]
        rows = [
            [own] * many if who == self.seat else self._sample_hands(who, many, rng)
            for who in range(self.view.seats)
        ]
        for hands in zip(*rows, strict=True):
            before = [
                self._payment(hands, closed.lance, closed.bandos, _bet(closed)) for closed in self.view.lances
            ]
            yield World(hands, _flatten(before), _flatten(self._later_payments(hands)))

    def _sample_hands(self, who: Seat, many: int, rng: Random) -> list[int]:
        """Returns `many` sampled hand classes of one other seat, by its declarations, bets and órdagos."""
        view, rules = self.view, self.rules
        known = HandKnowledge(
            view.pares[who] if view.pares else None,
            view.juego[who] if view.juego else None,
        )
        classes = possible_classes(rules.reyes, rules.real, known)
        ways = weights(rules.reyes, rules.real, self.of.kinds(view.mine, rules))
        likely = [ways[hand] * self._weight_of_bets(who, hand) for hand in classes]
        return rng.choices(classes, likely, k=many)

    def _weight_of_bets(self, who: Seat, hand: int) -> float:
        """Returns the weight of a seat's hand, given its bet in this lance and its órdagos in this hand."""
        weight = 1.0
        for bettor, lance in self.ordagos:
            if bettor == who and self.strengths[lance][hand] < ORDAGO_FROM:
                weight *= ANYHOW
        if who == self.envite.bettor and not self.envite.ordago:
            weight *= 1 - BETS_BEST + 2 * BETS_BEST * self.strengths[self.lance][hand]
        return weight

    def _later_payments(self, hands: Sequence[int]) -> Iterator[Iterable[Winnings]]:
        """Yields the payments of each later lance if all pass: the winner and their piedras, or () if no
        player takes part.

        `hands` has each seat's hand class.
        """
        seats = range(self.view.seats)
        if self.lance is Lance.GRANDE:
            yield self._payment(hands, Lance.CHICA, seats, 1)
        if self.lance in (Lance.GRANDE, Lance.CHICA):
            yield self._payment(
                hands, Lance.PARES, [s for s in seats if self.of.jugadas[hands[s]].has_pares], 0
            )
        if self.lance not in (Lance.JUEGO, Lance.PUNTO):
            juego = [s for s in seats if self.of.jugadas[hands[s]].has_juego]
            yield self._payment(hands, Lance.JUEGO, juego, 0) or self._payment(hands, Lance.PUNTO, seats, 1)

    def _best_seat(self, hands: Sequence[int], lance: Lance, among: Iterable[Seat]) -> Seat:
        """Returns the seat with the best hand in a lance; equal hands go to the seat nearest to the mano
        (R10)."""
        places, turns = self.of.places[lance], self.turns
        return max(among, key=lambda who: (places[hands[who]], -turns[who]))

    def _payment(
        self, hands: Sequence[int], lance: Lance, among: Sequence[Seat], bet: int
    ) -> tuple[Winnings, ...]:
        """Returns the payment of a lance to its best hand: the bet and the premio (R45-R49); () without
        players in it."""
        if not among:
            return ()
        best = self._best_seat(hands, lance, among)
        own = self.of.jugadas[hands[best]]
        premio = own.premio_pares if lance is Lance.PARES else own.premio_juego if lance is Lance.JUEGO else 0
        return ((best, bet + premio),)

    def bet_after(self, word: Action) -> Bet | None:
        """Returns the bet after this seat's word, with the seats that have accepted it or still may; None if
        there is no bet."""
        envite, seat = self.envite, self.seat
        if word.voz in (Voz.PASO, Voz.QUIERO, Voz.NO_QUIERO):
            if envite.bettor is None:
                return None
            inside = tuple(who for who, said in envite.answers if said.voz is Voz.QUIERO)
            pending = tuple(who for who in envite.pending if who != seat)
            inside = (*inside, seat) if word.voz is Voz.QUIERO else inside
            return Bet(envite.bettor, envite.apuesta, envite.deje(), envite.ordago, inside, pending)
        pending = tuple(who for who in envite.others(seat) if who not in envite.out)
        return Bet(
            seat, total_after(word, envite.apuesta), envite.apuesta or 1, word.voz is Voz.ORDAGO, (), pending
        )

    def chance(self, world: World, bet: Bet | None) -> float:
        """Returns the chance, from 0 to 1, of winning the juego in a sampled deal after all answer a bet.

        `bet` is None if all pass. A pending seat accepts if its hand beats a fixed share of hands, which
        grows with the bet.
        """
        hands, punto = world.hands, int(self.lance is Lance.PUNTO)
        if bet is None:
            plain = int(self.lance not in _PREMIADOS)
            return self._chance_after(
                world, (), self._payment(hands, self.lance, self.envite.speakers, plain)
            )
        needed = CALLS_ORDAGO if bet.ordago else min(CALLS_ORDAGO, CALLS + CALLS_MORE * (bet.asked - 2))
        called = [who for who in bet.pending if self.strengths[self.lance][hands[who]] >= needed]
        among = (bet.bettor, *bet.inside, *called)
        if len(among) == 1:  # R41
            deje = ((bet.bettor, bet.deje),)
            return self._chance_after(world, deje, self._payment(hands, self.lance, among, punto))
        if bet.ordago:  # R43
            return float(self._best_seat(hands, self.lance, among) == self.seat)
        return self._chance_after(world, (), self._payment(hands, self.lance, among, bet.asked + punto))

    def _chance_after(self, world: World, deje: Iterable[Winnings], now: Iterable[Winnings]) -> float:
        """Returns the chance that `self.seat` wins, after all payments in order, a deje first (R32, R44).

        It is 1 or 0 if a payment ends the juego, otherwise an estimate from the score.
        """
        piedras, target = list(self.view.piedras), self.rules.piedras
        for who, many in chain(deje, world.before, now, world.after):
            piedras[who] += many
            if piedras[who] >= target:
                return float(who == self.seat)
        root = sqrt(2 * (target - sum(piedras) / len(piedras)))
        rates = [exp(STEEPNESS * many / root) for many in piedras]
        return rates[self.seat] / sum(rates)


def _bet(closed: Cerrado) -> int:
    """Returns the payment that is still due for a finished lance, without premios (R45, R49).

    A rejected bet counts nothing, because its deje is paid at once; punto adds 1.
    """
    piedras = closed.piedras if closed.estado is Estado.QUERIDO else 0
    plain = closed.lance is Lance.PUNTO or (closed.estado is Estado.PASO and closed.lance not in _PREMIADOS)
    return piedras + plain


def _flatten(rows: Iterable[Iterable[Winnings]]) -> tuple[Winnings, ...]:
    """Returns the payments of all rows in one row."""
    return tuple(payment for row in rows for payment in row)
