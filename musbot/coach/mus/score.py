"""What a score is worth between two hands: the chance of the juego among those who play at that table."""

from __future__ import annotations

from functools import lru_cache
from math import exp, sqrt
from typing import NamedTuple

from musbot.game.actions import Bando
from musbot.game.engine import next_mano
from musbot.game.modos.mus.state import MusState
from musbot.game.state import Reparto

# How much a lead tells, counted in juegos of each against itself (docs/players.md, How the table was learnt):
# among prudentes, who say an órdago in one hand of five, and among muslaris, who do so in every other one.
CALM, WILD = (0.2, 0.82), (0.5, 0.54)
USUAL, TRUSTED = 0.35, 5
"""In which part of their hands people are taken to say an órdago, and how many hands that weighs."""
MANO = 0.1
"""How many piedras of lead the side of the mano has before a hand."""


class Company(NamedTuple):
    """How a table plays, as all there could hear till now: hands, and those in which an órdago was said."""

    hands: int = 0
    ordagos: int = 0

    def after(self, *, ordago: bool) -> Company:
        """Returns what is known once another hand is over."""
        return Company(self.hands + 1, self.ordagos + ordago)

    @property
    def steepness(self) -> float:
        """How much a lead tells: the less, the oftener all is staked on one word."""
        part = (self.ordagos + TRUSTED * USUAL) / (self.hands + TRUSTED)
        (calm, steep), (wild, flat) = CALM, WILD
        return steep + (min(wild, max(calm, part)) - calm) * (flat - steep) / (wild - calm)


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
    return _chance(*wanted, company.steepness, mano=mesa.bando(mano) == side)


@lru_cache(maxsize=8192)
def _chance(ours: int, theirs: int, steepness: float, *, mano: bool) -> float:
    lead = theirs - ours + (MANO if mano else -MANO)
    return 1 / (1 + exp(-steepness * lead / sqrt(ours + theirs)))
