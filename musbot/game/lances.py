"""The lances, their winners, and the value of a hand (R5–R15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple, assert_never

from musbot.game.actions import Bando, Seat, Seats
from musbot.game.cards import REY, SOTA, Hand, points, strength
from musbot.game.record import record
from musbot.game.rules_base import Real, RuleSet


class Lance(StrEnum):
    """A lance, in the order of the hand (R5–R9)."""

    GRANDE = "grande"
    CHICA = "chica"
    PARES = "pares"
    JUEGO = "juego"
    PUNTO = "punto"

    __hash__ = str.__hash__


_GRANDE: Final = Lance.GRANDE
_CHICA: Final = Lance.CHICA
_PARES: Final = Lance.PARES
_JUEGO: Final = Lance.JUEGO
_PUNTO: Final = Lance.PUNTO


class Fase(StrEnum):
    """The stage of a hand: mus, the discard, a lance, or the end."""

    MUS = "mus"
    DESCARTE = "descarte"
    GRANDE = "grande"
    CHICA = "chica"
    PARES = "pares"
    JUEGO = "juego"
    PUNTO = "punto"
    FIN = "fin"


FASES = {lance: Fase(lance.value) for lance in Lance}
"""The stage of each lance."""


class Estado(StrEnum):
    """The result of a lance (R12, R28–R37)."""

    PASO = "paso"  # no bet
    QUERIDO = "querido"  # an accepted bet, paid at the count
    RECHAZADO = "rechazado"  # a bet that was not accepted
    SIN_RIVAL = "sin rival"  # only one side has pares or juego, or may speak (R86)
    VACIO = "vacío"  # no player has pares, or may speak (R86)
    ORDAGO = "órdago"  # an órdago accepted
    VISTO = "visto"  # accepted by players without stones, their cards compared at once (R67)
    PERDIDO = "perdido"  # accepted, then given up for lost by the bettor (R68)


@record(frozen=True, slots=True)
class Cerrado:
    """A finished lance (R37)."""

    lance: Lance
    """The lance."""
    estado: Estado
    """The result."""
    piedras: int
    """The piedras accepted, or the deje; 0 without a bet and for an órdago.

    With stones: the stones in the middle. After a refused bet 1 for a deje; otherwise in Tres Mus the stones
    that others took from the last player in, and in Mus Francés 0.
    """
    bandos: tuple[Bando, ...]
    """The sides that can still win it."""
    suertudos: Seats = ()
    """With stones: the players who withdrew and found no stones to take (R65, R74)."""
    final: bool = False
    """Whether it ends the hand (R76)."""


NO_PARES, PAR, MEDIAS, DUPLES = range(4)
"""The kinds of pares (R7); each pays its own number as premio (R47)."""

JUEGO_ORDER = (31, 32, 40, 37, 36, 35, 34, 33)
"""The sums that are juego, best first (R8)."""

REAL = len(JUEGO_ORDER) + 1
"""The place of la real above every other juego (R15)."""


class Jugada(NamedTuple):
    """The value of four cards in each lance; the greater value wins."""

    grande: tuple[int, ...]
    """The strengths, highest first."""
    chica: tuple[int, ...]
    """The negative strengths, lowest card first."""
    pares: tuple[int, ...]
    """The kind of pares, then the strengths of its ranks, higher first; only the kind without pares."""
    puntos: int
    """The sum of the points."""
    juego: int
    """The rank of the juego:

    9 for la real, 8 for 31 … 1 for 33, 0 for none; in the order of R62 for Tres Mus.
    """

    @property
    def has_pares(self) -> bool:
        """Whether the cards have pares."""
        return self.pares[0] != NO_PARES

    @property
    def has_juego(self) -> bool:
        """Whether the cards have juego."""
        return self.juego > 0

    @property
    def premio_pares(self) -> int:
        """The piedras for winning pares with these cards (R47); 0 without pares."""
        return self.pares[0]

    @property
    def premio_juego(self) -> int:
        """The piedras for winning juego with these cards (R48, R50): 3 for 31, 2 for others; 0 without
        juego."""
        if not self.juego:
            return 0
        return 3 if self.puntos == 31 else 2

    def rank(self) -> tuple[int, int, tuple[int, ...], tuple[int, ...]] | None:
        """Returns the values that compare hands for a player's pride: premios, juego, pares, grande.

        The premios are the piedras of pares and juego together. None for a hand with neither pares nor juego.
        """
        premios = self.premio_pares + self.premio_juego
        return (premios, self.juego, self.pares, self.grande) if premios else None

    def premio(self, lance: Lance) -> int:
        """Returns the piedras for winning pares or juego with these cards; 0 without them, and in the other
        lances."""
        if lance is _PARES:
            return self.premio_pares
        return self.premio_juego if lance is _JUEGO else 0

    def value(self, lance: Lance) -> tuple[int, ...]:
        """Returns the value to compare in a lance; hands without pares or juego have the lowest value
        there."""
        if lance is _GRANDE:
            return self.grande
        if lance is _CHICA:
            return self.chica
        if lance is _PARES:
            return self.pares
        if lance is _JUEGO:
            return (self.juego,)
        if lance is _PUNTO:
            return (self.puntos,)
        assert_never(lance)

    def has(self, lance: Lance) -> bool:
        """Returns whether these cards take part in the lance (R11, R13)."""
        if lance is _PARES:
            return self.pares[0] != NO_PARES
        if lance is _JUEGO:
            return self.juego > 0
        if lance is _GRANDE or lance is _CHICA or lance is _PUNTO:
            return True
        assert_never(lance)


_PLACES = {_GRANDE: 0, _CHICA: 1, _PARES: 2, _PUNTO: 3, _JUEGO: 4}
"""The index of each lance's value in a Jugada."""


def best_seat(hands: Iterable[tuple[Seat, Jugada]], lance: Lance) -> Seat:
    """Returns the seat that wins a lance among hands given from the mano on; the first of equal hands wins
    (R10).

    Hands without pares or juego have the lowest value there, so they lose to the others (R13). If no hand has
    them, the first seat is returned. Raises ValueError without hands.
    """
    place = _PLACES[lance]
    return max(hands, key=lambda own: own[1][place])[0]


def worst_seat(hands: Iterable[tuple[Seat, Jugada]], lance: Lance) -> Seat:
    """Returns the seat that loses a lance among hands given from the mano on; the last of equal hands loses
    (R10, R67). Raises ValueError without hands."""
    return min(reversed(list(hands)), key=lambda rival: rival[1].value(lance))[0]


def worth(hand: Hand, rules: RuleSet) -> Jugada:
    """Returns the value of four cards under a rule set."""
    return jugada(hand, rules.reyes, rules.la_real, rules.orden)


def jugada(hand: Hand, reyes: int = 8, real: Real = Real.NO, orden: tuple[int, ...] = JUEGO_ORDER) -> Jugada:
    """Returns the value of four cards under 8 or 4 reyes (R2, R3), a real (R15) and a juego order.

    Raises TypeError for another number of reyes.
    """
    return _cached_jugada(hand, reyes, real, orden)


@lru_cache(maxsize=16384)
def _cached_jugada(hand: Hand, reyes: int, real: Real, orden: tuple[int, ...]) -> Jugada:
    """Returns the value of a hand; the order of the cards is part of the cache key."""
    return _jugada(tuple(sorted([rank for rank, _ in hand])), reyes, real, orden)


@lru_cache(maxsize=8192)
def _jugada(ranks: tuple[int, ...], reyes: int, real: Real, orden: tuple[int, ...]) -> Jugada:
    """Returns the value of card numbers in ascending order, and caches it; raises TypeError unless there are
    4 or 8 reyes."""
    if reyes not in (4, 8):
        raise TypeError(f"{reyes!r} reyes: expected 4 or 8")
    values = sorted((strength(rank, reyes) for rank in ranks), reverse=True)
    total = sum(points(rank, reyes) for rank in ranks)
    order = len(orden) - orden.index(total) if total in orden else 0
    if is_real(ranks, real):
        order = REAL
    return Jugada(tuple(values), tuple(-v for v in reversed(values)), _pares(values), total, order)


def _pares(values: list[int]) -> tuple[int, ...]:
    """Returns the kind of pares (R7) of four strengths, and the strengths of its pairs or trio, higher first;
    only the kind without pares.

    Four equal strengths are duples.
    """
    groups = sorted(((count, value) for value, count in Counter(values).items() if count > 1), reverse=True)
    match groups:
        case []:
            return (NO_PARES,)
        case [(4, value)]:  # four equal are two equal pairs
            return (DUPLES, value, value)
        case [(3, value)]:
            return (MEDIAS, value)
        case [(_, value)]:
            return (PAR, value)
        case _:
            return (DUPLES, groups[0][1], groups[1][1])


def is_real(ranks: tuple[int, ...], real: Real) -> bool:
    """Returns whether card numbers, in ascending order, are la real (R15): three sevens and a figure, or
    under `Real.REY` a rey. False under `Real.NO`."""
    least = {Real.NO: REY + 1, Real.FIGURA: SOTA, Real.REY: REY}[real]
    return ranks[:3] == (7, 7, 7) and ranks[3] >= least
