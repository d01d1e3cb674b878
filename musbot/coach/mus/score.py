"""What a score is worth between two hands: the chance of the juego among those who play at that table."""

from __future__ import annotations

from functools import lru_cache
from math import exp, sqrt
from typing import NamedTuple

from musbot.game.actions import Bando, Seat
from musbot.game.engine import next_mano
from musbot.game.modos.mus.state import MusState
from musbot.game.state import Reparto

STEEP = ((0.12, 0.83), (0.28, 0.61), (0.93, 0.04))
"""How much a lead tells, by the part of hands with an órdago: among prudentes, muslaris and azares."""
ORDAGOS = {"novato": 0.27, "prudente": 0.12, "muslari": 0.29, "azar": 0.93}
"""In which part of the hands of four of a kind an órdago is said."""
USUAL, TRUSTED = 0.25, 10
"""In which part of theirs people are taken to say one, and how many hands all that weighs."""
MANO = 0.1
"""How many piedras of lead the side of the mano has before a hand."""


class Company(NamedTuple):
    """How a table plays, as all there could hear till now: hands, and those in which an órdago was said.

    `kinds` are those of the AI players by seat, None for a person; where there are none all are people.
    """

    hands: int = 0
    ordagos: int = 0
    kinds: tuple[str | None, ...] = ()

    def after(self, *, ordago: bool) -> Company:
        """Returns what is known once another hand is over."""
        return self._replace(hands=self.hands + 1, ordagos=self.ordagos + ordago)

    def kind(self, seat: Seat) -> str | None:
        """Returns of which kind the AI player in a seat is; None for a person."""
        return self.kinds[seat] if self.kinds else None

    @property
    def steepness(self) -> float:
        """How much a lead tells: the less, the oftener all is staked on one word."""
        usual = [ORDAGOS.get(kind or "", USUAL) for kind in self.kinds or (None,)]
        part = (self.ordagos + TRUSTED * sum(usual) / len(usual)) / (self.hands + TRUSTED)
        (calm, steep), (middle, less), (wild, flat) = STEEP
        part = min(wild, max(calm, part))
        if part < middle:
            return steep + (part - calm) * (less - steep) / (middle - calm)
        return less + (part - middle) * (flat - less) / (wild - middle)


STRANGERS = Company()
"""Those of whom nothing is known yet."""


def by_score(mesa: MusState, side: Bando, company: Company) -> float:
    """Returns the chance of the juego for a side before a hand, against the best of the others.

    Before the next deal the mano is who will be it.
    """
    mano = next_mano(mesa) if isinstance(mesa.phase, Reparto) else mesa.mano
    best = max(piedras for bando, piedras in enumerate(mesa.piedras) if bando != side)
    target = mesa.rules.piedras
    wanted = target - mesa.piedras[side], target - best
    return with_wanted(*wanted, company.steepness, mano=mesa.bando(mano) == side)


@lru_cache(maxsize=8192)
def with_wanted(ours: int, theirs: int, steepness: float, *, mano: bool) -> float:
    """Returns the chance of the juego for a side that wants so many piedras, before a hand."""
    lead = theirs - ours + (MANO if mano else -MANO)
    return 1 / (1 + exp(-steepness * lead / sqrt(ours + theirs)))
