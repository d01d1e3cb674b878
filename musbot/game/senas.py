"""Señas (R56): the true ones for a hand, with a cache of known hands."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from musbot.game.actions import Sena
from musbot.game.cards import DECK, RANKS, REY, Hand
from musbot.game.lances import DUPLES, MEDIAS, Jugada, jugada
from musbot.game.rules_base import Real

AS = 1
"""The number of an as."""


@lru_cache(maxsize=4096)
def true_senas(worth: Jugada) -> tuple[Sena, ...]:
    """Returns the true señas for a hand in the order of `Sena` (R56), allowed by the rules or not.

    If no other is true, the result is ciego alone.
    """
    reyes, ases = worth.grande.count(REY), worth.grande.count(AS)
    holds = {
        Sena.DOS_REYES: reyes == 2,
        Sena.TRES_REYES: reyes >= 3,
        Sena.DOS_ASES: ases == 2,
        Sena.TRES_ASES: ases >= 3,
        Sena.MEDIAS: worth.pares[0] == MEDIAS,
        Sena.DUPLES: worth.pares[0] == DUPLES,
        Sena.TREINTA_Y_UNA: worth.puntos == 31,
        Sena.TREINTA_O_UNA: worth.puntos in (30, 31),
        Sena.JUEGO: worth.has_juego and worth.puntos != 31,
        Sena.TREINTA: worth.puntos == 30,
        Sena.VEINTINUEVE: worth.puntos == 29,
    }
    return tuple(sena for sena, it_is in holds.items() if it_is) or (Sena.CIEGO,)


class HandFacts(NamedTuple):
    """The value of a hand, and its true and allowed señas."""

    worth: Jugada
    """The value."""
    senas: tuple[Sena, ...]
    """The true señas that the rules allow."""


class KnownHands(dict[int, HandFacts]):
    """A cache of hands under some rule options, keyed by the sum of their `_NUMBERS`."""

    def __init__(self, reyes: int, real: Real, orden: tuple[int, ...], lawful: frozenset[Sena]) -> None:
        self._options, self._lawful = (reyes, real, orden), lawful

    def look_up(self, hand: Hand) -> HandFacts:
        """Returns the value and the allowed true señas of a hand; computes and caches them on first use.

        Hands with equal numbers share an entry.
        """
        number = sum(map(_NUMBERS, hand))
        held = self.get(number)
        if held is None:
            worth = jugada(hand, *self._options)
            lawful = tuple([sena for sena in true_senas(worth) if sena in self._lawful])
            held = self[number] = HandFacts(worth, lawful)
        return held


known = cache(KnownHands)
"""Returns the shared cache for some options."""
_NUMBERS = {card: 5 ** RANKS.index(card.rank) for card in DECK}.__getitem__
"""Numbers whose sum identifies a hand without order and suits, because there are four cards of each
number."""
