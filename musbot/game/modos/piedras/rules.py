"""The rule sets of the games with stones to be rid of: Tres Mus and Mus Francés (R60–R77)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from musbot.game.field_kinds import Amount, Choice, Field
from musbot.game.lances import JUEGO_ORDER
from musbot.game.rules_base import Real, RuleSet

MOST_STONES = 20


class Tanteo(StrEnum):
    """How many stones juego sheds (R62, R72)."""

    CORTO = "corto"
    LARGO = "largo"


@dataclass(frozen=True, slots=True)
class PiedrasRules(RuleSet):
    """One way of getting rid of stones: one starts a juego with `piedras`, and is out with `juegos` lost."""

    cards: ClassVar[int] = 5  # of which each throws one, once: there is no mus (R61, R71)
    gathers: ClassVar[bool] = False
    vacas: ClassVar[int] = 1
    alone: ClassVar[bool] = True
    draws_sides: ClassVar[bool] = False
    suit_deals: ClassVar[bool] = False
    signs: ClassVar[bool] = False
    at_once: ClassVar[bool] = False
    reyes: ClassVar[int] = 8
    gracia: ClassVar[float] = 0
    mus_visto: ClassVar[float] = 0
    players: ClassVar[range] = range(2, 9)
    unbet_counts: ClassVar[bool]
    """Whether a lance that nobody bet counts for its winner (R63, R72)."""

    @property
    @abstractmethod
    def largo(self) -> bool:
        """Whether juego sheds as many as in the long tanteo (R62, R72)."""

    @abstractmethod
    def named(self) -> PiedrasRules:
        """See RuleSet."""

    def start(self, juegos: tuple[int, ...]) -> tuple[int, ...]:
        """Returns with how many stones each begins a juego (R60): none who is out."""
        return tuple(self.piedras if lost < self.juegos else 0 for lost in juegos)

    def piedras_below(self, juegos: tuple[int, ...]) -> int:
        """See RuleSet: all the stones there are, and one more."""
        return sum(self.start(juegos)) + 1


@dataclass(frozen=True, slots=True)
class TresMus(PiedrasRules):
    """Tres Mus (R60–R69); `piedras` are each one's at the start of a juego, `juegos` lost put one out."""

    name: str = "tres-mus"
    piedras: int = 7
    juegos: int = 4

    modo: ClassVar[str] = "tres-mus"
    deal_rule: ClassVar[str] = "R61"
    seats_rule: ClassVar[str] = "R60"
    fields: ClassVar[Mapping[str, Field]] = {
        "piedras": Amount("R60", 1, MOST_STONES, (3, 5, 6, 7, 8, 10, 12)),
        "juegos": Amount("R60", 1, 9, (1, 2, 3, 4, 5)),
    }
    orden: ClassVar[tuple[int, ...]] = (33, 31, 32, 40, 37, 36, 35, 34)
    la_real: ClassVar[Real] = Real.FIGURA
    largo: ClassVar[bool] = True
    unbet_counts: ClassVar[bool] = False

    def named(self) -> TresMus:
        """See RuleSet."""
        return TresMus()


@dataclass(frozen=True, slots=True)
class Frances(PiedrasRules):
    """Mus Francés (R70–R77); `tanteo` is that of R72, with the long one there always is a real."""

    name: str = "frances"
    piedras: int = 8
    juegos: int = 3
    tanteo: Tanteo = Tanteo.CORTO
    real: Real = Real.NO

    modo: ClassVar[str] = "frances"
    deal_rule: ClassVar[str] = "R71"
    seats_rule: ClassVar[str] = "R70"
    fields: ClassVar[Mapping[str, Field]] = {
        "piedras": Choice("R70", (5, 8, 10)),
        "juegos": Amount("R70", 1, 9, (1, 2, 3, 4, 5)),
        "tanteo": Choice("R72", tuple(Tanteo)),
        "real": Choice("R72", tuple(Real)),
    }
    orden: ClassVar[tuple[int, ...]] = JUEGO_ORDER
    unbet_counts: ClassVar[bool] = True

    @property
    def la_real(self) -> Real:
        """See RuleSet."""
        return Real.FIGURA if self.largo and self.real is Real.NO else self.real

    @property
    def largo(self) -> bool:
        """See PiedrasRules."""
        return self.tanteo is Tanteo.LARGO

    def named(self) -> Frances:
        """See RuleSet."""
        return Frances()


SETS: Mapping[str, TresMus | Frances] = {row.name: row for row in (TresMus(), Frances())}
"""The rule sets by name."""
