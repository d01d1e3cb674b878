"""The chance of winning the juego from a score between two hands, given how a table plays."""

from __future__ import annotations

from functools import lru_cache
from math import exp, sqrt
from typing import NamedTuple

from musbot.game.actions import Bando, Seat
from musbot.game.engine import next_mano
from musbot.game.modos.mus.state import MusState
from musbot.game.state import Reparto

STEEPNESS_BY_ORDAGOS = ((0.12, 0.83), (0.28, 0.61), (0.93, 0.04))
"""The steepness of the winning chance per piedra of lead, by the share of hands with an órdago.

The rows are tables of prudentes, of muslaris and of azares.
"""
ORDAGO_SHARE = {"novato": 0.27, "prudente": 0.12, "muslari": 0.29, "azar": 0.93}
"""The share of hands with an órdago at a table of four players of one kind."""
DEFAULT_SHARE, TRUSTED = 0.25, 10
"""The assumed share of hands with an órdago among people, and its weight in hands."""
MANO_LEAD = 0.1
"""The mano's advantage before a hand, in piedras."""


class TableHistory(NamedTuple):
    """The history of a table: its finished hands, and the hands with an órdago."""

    hands: int = 0
    """The number of finished hands."""
    ordagos: int = 0
    """The number of hands in which a player said órdago."""
    kinds: tuple[str | None, ...] = ()
    """The kind of the AI player in each seat, None for a person; empty at a table of people."""

    def with_hand(self, *, ordago: bool) -> TableHistory:
        """Returns the history with one more hand; `ordago` is whether a player said órdago in it."""
        return self._replace(hands=self.hands + 1, ordagos=self.ordagos + ordago)

    def kind(self, seat: Seat) -> str | None:
        """Returns the kind of the AI player in a seat; None for a person."""
        return self.kinds[seat] if self.kinds else None

    @property
    def steepness(self) -> float:
        """The steepness of the winning chance per piedra of lead; lower if órdagos are frequent.

        Interpolated in STEEPNESS_BY_ORDAGOS by the share of hands with an órdago. The players' usual share
        counts as TRUSTED more hands.
        """
        default_shares = [ORDAGO_SHARE.get(kind or "", DEFAULT_SHARE) for kind in self.kinds or (None,)]
        part = (self.ordagos + TRUSTED * sum(default_shares) / len(default_shares)) / (self.hands + TRUSTED)
        (calm, steep), (middle, less), (wild, flat) = STEEPNESS_BY_ORDAGOS
        part = min(wild, max(calm, part))
        if part < middle:
            return steep + (part - calm) * (less - steep) / (middle - calm)
        return less + (part - middle) * (flat - less) / (wild - middle)


STRANGERS = TableHistory()
"""A table without history."""


def chance_by_score(mesa: MusState, side: Bando, company: TableHistory) -> float:
    """Returns a side's chance of winning the juego before a hand, against the best rival side.

    Between two hands the next mano counts.
    """
    mano = next_mano(mesa) if isinstance(mesa.phase, Reparto) else mesa.mano
    best = max(piedras for bando, piedras in enumerate(mesa.piedras) if bando != side)
    target = mesa.rules.piedras
    wanted = target - mesa.piedras[side], target - best
    return chance_by_need(*wanted, company.steepness, mano=mesa.bando(mano) == side)


@lru_cache(maxsize=8192)
def chance_by_need(ours: int, theirs: int, steepness: float, *, mano: bool) -> float:
    """Returns the chance to win the juego for a side that needs `ours` piedras against `theirs`.

    `mano` is True if that side is mano. `steepness` is the weight of the lead. The two numbers together must
    be above 0.
    """
    lead = theirs - ours + (MANO_LEAD if mano else -MANO_LEAD)
    return 1 / (1 + exp(-steepness * lead / sqrt(ours + theirs)))
