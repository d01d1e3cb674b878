"""Señas (R56): which are true of a hand."""

from __future__ import annotations

from functools import lru_cache

from musbot.game.actions import Sena
from musbot.game.cards import REY
from musbot.game.lances import DUPLES, MEDIAS, Jugada

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
