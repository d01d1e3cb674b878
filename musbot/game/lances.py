"""The lances and who wins them: what a hand is worth (R5–R15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple, assert_never

from musbot.game.actions import Bando, Seat
from musbot.game.cards import REY, SOTA, Hand, points, strength
from musbot.game.record import record
from musbot.game.rules_base import Real, RuleSet


class Lance(StrEnum):
    """What is bet on, in the order of the hand (R5–R9)."""

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
    """What a table is at: mus, the discard, a lance, or nothing between hands."""

    MUS = "mus"
    DESCARTE = "descarte"
    GRANDE = "grande"
    CHICA = "chica"
    PARES = "pares"
    JUEGO = "juego"
    PUNTO = "punto"
    FIN = "fin"


FASES = {lance: Fase(lance.value) for lance in Lance}
"""What a table is at while a lance is bet."""


class Estado(StrEnum):
    """How a lance was left (R12, R28–R37)."""

    PASO = "paso"  # nobody bet
    QUERIDO = "querido"  # a bet accepted, waits for the count
    RECHAZADO = "rechazado"  # a bet that nobody accepted
    SIN_RIVAL = "sin rival"  # only one side has pares or juego
    VACIO = "vacío"  # nobody has pares
    ORDAGO = "órdago"  # an órdago accepted
    VISTO = "visto"  # accepted by players without stones, their cards compared at once (R67)
    PERDIDO = "perdido"  # accepted, then given up for lost by the bettor (R68)


@record(frozen=True, slots=True)
class Cerrado:
    """A lance that is over (R37): the piedras accepted, or the deje; the sides that keep a right to it.

    Where stones are put in the middle, `piedras` are those there, `suertudos` the withdrawn who found none
    left to take (R65); `final` ends the hand (R76).
    """

    lance: Lance
    estado: Estado
    piedras: int
    bandos: tuple[Bando, ...]
    suertudos: tuple[Seat, ...] = ()
    final: bool = False


NO_PARES, PAR, MEDIAS, DUPLES = range(4)
"""The kinds of pares (R7); each pays its own number as premio (R47)."""

JUEGO_ORDER = (31, 32, 40, 37, 36, 35, 34, 33)
"""The sums that are juego, best first (R8)."""

REAL = len(JUEGO_ORDER) + 1
"""The place of la real above every other juego (R15)."""


class Jugada(NamedTuple):
    """What four cards are worth in each lance; of two values the greater wins.

    `grande` and `chica` are comparable tuples; `pares` is the kind and then its ranks, the higher first (just
    the kind when there are none); `puntos` the sum of the cards; `juego` its place (9 la real, 8 for 31 … 1
    for 33, 0 none; in the order of R62 for Tres Mus).
    """

    grande: tuple[int, ...]
    chica: tuple[int, ...]
    pares: tuple[int, ...]
    puntos: int
    juego: int

    @property
    def has_pares(self) -> bool:
        return self.pares[0] != NO_PARES

    @property
    def has_juego(self) -> bool:
        return self.juego > 0

    @property
    def premio_pares(self) -> int:
        """Piedras that a winner of pares takes for their own (R47)."""
        return self.pares[0]

    @property
    def premio_juego(self) -> int:
        """Piedras that a winner of juego takes for their own (R48, R50)."""
        if not self.juego:
            return 0
        return 3 if self.puntos == 31 else 2

    def value(self, lance: Lance) -> tuple[int, ...]:
        """What is compared in that lance; a hand without pares or juego has the least value there."""
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
        """Whether these cards take part in the lance (R11, R13)."""
        if lance is _PARES:
            return self.pares[0] != NO_PARES
        if lance is _JUEGO:
            return self.juego > 0
        if lance is _GRANDE or lance is _CHICA or lance is _PUNTO:
            return True
        assert_never(lance)


_PLACES = {_GRANDE: 0, _CHICA: 1, _PARES: 2, _PUNTO: 3, _JUEGO: 4}
"""Where a Jugada has its value in a lance."""


def best(hands: Iterable[tuple[Seat, Jugada]], lance: Lance) -> Seat:
    """Returns who wins a lance among hands given from the mano on: of equal ones the first (R10).

    Those without pares or juego do not compete there (R13): they have the least value.
    """
    place = _PLACES[lance]
    return max(hands, key=lambda own: own[1][place])[0]


def worst(hands: Iterable[tuple[Seat, Jugada]], lance: Lance) -> Seat:
    """Returns who loses a lance among hands given from the mano on: of equal ones the last (R10, R67)."""
    return min(reversed(list(hands)), key=lambda rival: rival[1].value(lance))[0]


def worth(hand: Hand, rules: RuleSet) -> Jugada:
    """Returns what four cards are worth under a rule set."""
    return jugada(hand, rules.reyes, rules.la_real, rules.orden)


def jugada(hand: Hand, reyes: int = 8, real: Real = Real.NO, orden: tuple[int, ...] = JUEGO_ORDER) -> Jugada:
    """Returns what four cards are worth, with 8 or 4 reyes (R2, R3), the given `real` (R15) and order."""
    return _of_hand(hand, reyes, real, orden)


@lru_cache(maxsize=16384)
def _of_hand(hand: Hand, reyes: int, real: Real, orden: tuple[int, ...]) -> Jugada:
    return _jugada(tuple(sorted([rank for rank, _ in hand])), reyes, real, orden)


@lru_cache(maxsize=8192)
def _jugada(ranks: tuple[int, ...], reyes: int, real: Real, orden: tuple[int, ...]) -> Jugada:
    if reyes not in (4, 8):
        raise TypeError(f"{reyes!r} reyes: expected 4 or 8")
    values = sorted((strength(rank, reyes) for rank in ranks), reverse=True)
    total = sum(points(rank, reyes) for rank in ranks)
    order = len(orden) - orden.index(total) if total in orden else 0
    if is_real(ranks, real):
        order = REAL
    return Jugada(tuple(values), tuple(-v for v in reversed(values)), _pares(values), total, order)


def _pares(values: list[int]) -> tuple[int, ...]:
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
    """Whether sorted card numbers are three sevens and a figure, or a rey if `real` asks for it (R15)."""
    least = {Real.NO: REY + 1, Real.FIGURA: SOTA, Real.REY: REY}[real]
    return ranks[:3] == (7, 7, 7) and ranks[3] >= least
