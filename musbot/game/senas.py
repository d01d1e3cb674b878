"""Señas (R56): which are true of a hand, and what is known of hands that were met before."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from musbot.game.actions import Sena
from musbot.game.cards import DECK, RANKS, REY, Hand
from musbot.game.lances import DUPLES, MEDIAS, Jugada, jugada
from musbot.game.rules_base import Real

AS = 1


@lru_cache(maxsize=4096)
def true_of(worth: Jugada) -> tuple[Sena, ...]:
    """Returns the señas that are true of a hand (R56); ciego where none of the others is."""
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
    """What cards are worth, and the lawful señas that are true of them."""

    worth: Jugada
    senas: tuple[Sena, ...]


class KnownHands(dict[int, HandFacts]):
    """What has been found out of hands, by the sum of their numbers, under rules with these options."""

    def __init__(self, reyes: int, real: Real, orden: tuple[int, ...], lawful: frozenset[Sena]) -> None:
        self._options, self._lawful = (reyes, real, orden), lawful

    def of(self, hand: Hand) -> HandFacts:
        """Returns what a hand is."""
        number = sum(map(_NUMBERS, hand))
        held = self.get(number)
        if held is None:
            worth = jugada(hand, *self._options)
            lawful = tuple([sena for sena in true_of(worth) if sena in self._lawful])
            held = self[number] = HandFacts(worth, lawful)
        return held


known = cache(KnownHands)
_NUMBERS = {card: 5 ** RANKS.index(card.rank) for card in DECK}.__getitem__
"""Hands of the same numbers, in whatever order and suits, have the same sum: there are four of each."""
