"""The rule sets of the games with stones: Tres Mus and Mus Francés (R60–R77)."""

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
"""The maximum number of stones at the start of a juego."""


class Tanteo(StrEnum):
    """The number of stones that juego sheds (R62, R72)."""

    CORTO = "corto"
    LARGO = "largo"


@dataclass(frozen=True, slots=True)
class PiedrasRules(RuleSet):
    """A way of shedding stones: players start a juego with `piedras`, and are out after losing `juegos`."""

    cards: ClassVar[int] = 5
    """Number of cards dealt to each player. Each discards one of them; there is no mus (R61, R71)."""
    gathers: ClassVar[bool] = False
    """False: a juego is won by shedding stones (R60, R70)."""
    vacas: ClassVar[int] = 1
    """One: the game has no vacas."""
    plays_alone: ClassVar[bool] = True
    """True: every player plays alone."""
    draws_sides: ClassVar[bool] = False
    """False: no sides are drawn by lot."""
    draws_dealer_by_suit: ClassVar[bool] = False
    """False: the highest card finds the dealer (R61)."""
    signs: ClassVar[bool] = False
    """False: there are no señas without partners (R59)."""
    discards_together: ClassVar[bool] = False
    """False: players discard in turn."""
    reyes: ClassVar[int] = 8
    """The number of reyes: a 3 is a rey and a 2 an as."""
    gracia: ClassVar[float] = 0
    """Zero: no partner may commit to more (R30)."""
    mus_visto: ClassVar[float] = 0
    """Zero: no card is dealt face up (R24)."""
    players: ClassVar[range] = range(2, 9)
    """The possible numbers of players (R60, R70)."""
    unbet_counts: ClassVar[bool]
    """Whether a lance without a bet counts for its winner (R63, R72)."""

    @property
    @abstractmethod
    def largo(self) -> bool:
        """Whether juego sheds the stones of the long tanteo (R62, R72)."""

    @abstractmethod
    def named_set(self) -> PiedrasRules:
        """Returns the unchanged set of this game; the name makes no difference."""

    def start(self, juegos: tuple[int, ...]) -> tuple[int, ...]:
        """Returns each player's stones at the start of a juego (R60); 0 for a player who is out."""
        return tuple(self.piedras if lost < self.juegos else 0 for lost in juegos)

    def piedras_below(self, juegos: tuple[int, ...]) -> int:
        """Returns the first impossible number of stones: one more than all players have in a juego.

        Players who are out, by the lost `juegos` of each, have none.
        """
        return sum(self.start(juegos)) + 1


@dataclass(frozen=True, slots=True)
class TresMus(PiedrasRules):
    """Tres Mus (R60–R69)."""

    name: str = "tres-mus"
    """The name of the set."""
    piedras: int = 7
    """Each player's stones at the start of a juego."""
    juegos: int = 4
    """The lost juegos that put a player out."""

    modo: ClassVar[str] = "tres-mus"
    """The key of the family."""
    deal_rule: ClassVar[str] = "R61"
    """The rule about the deal."""
    draw_rule: ClassVar[str] = "R61"
    """The rule about the discard of one card; no card is served after it."""
    seats_rule: ClassVar[str] = "R60"
    """The rule about the number of players."""
    fields: ClassVar[Mapping[str, Field]] = {
        "piedras": Amount("R60", 1, MOST_STONES, (3, 5, 6, 7, 8, 10, 12)),
        "juegos": Amount("R60", 1, 9, (1, 2, 3, 4, 5)),
    }
    """The fields that can be changed."""
    orden: ClassVar[tuple[int, ...]] = (33, 31, 32, 40, 37, 36, 35, 34)
    """The sums that are juego, best first (R62)."""
    la_real: ClassVar[Real] = Real.FIGURA
    """The hand that is la real: three sevens and a figure (R62)."""
    largo: ClassVar[bool] = True
    """Whether juego sheds the stones of the long tanteo: always (R62)."""
    unbet_counts: ClassVar[bool] = False
    """Whether a lance without a bet counts for its winner: never (R63)."""

    def named_set(self) -> TresMus:
        """Returns Tres Mus without changes."""
        return TresMus()


@dataclass(frozen=True, slots=True)
class Frances(PiedrasRules):
    """Mus Francés (R70–R77)."""

    name: str = "frances"
    """The name of the set."""
    piedras: int = 8
    """Each player's stones at the start of a juego."""
    juegos: int = 3
    """The lost juegos that put a player out."""
    tanteo: Tanteo = Tanteo.CORTO
    """The tanteo (R72); the long one always has a real."""
    real: Real = Real.NO
    """The hand that is la real."""

    modo: ClassVar[str] = "frances"
    """The key of the family."""
    deal_rule: ClassVar[str] = "R71"
    """The rule about the deal."""
    draw_rule: ClassVar[str] = "R71"
    """The rule about the discard of one card; no card is served after it."""
    seats_rule: ClassVar[str] = "R70"
    """The rule about the number of players."""
    fields: ClassVar[Mapping[str, Field]] = {
        "piedras": Choice("R70", (5, 8, 10)),
        "juegos": Amount("R70", 1, 9, (1, 2, 3, 4, 5)),
        "tanteo": Choice("R72", tuple(Tanteo)),
        "real": Choice("R72", tuple(Real)),
    }
    """The fields that can be changed."""
    orden: ClassVar[tuple[int, ...]] = JUEGO_ORDER
    """The sums that are juego, best first (R8)."""
    unbet_counts: ClassVar[bool] = True
    """Whether a lance without a bet counts for its winner: always (R72)."""

    @property
    def la_real(self) -> Real:
        """The hand that is la real; with the long tanteo a figure unless another is chosen (R72)."""
        return Real.FIGURA if self.largo and self.real is Real.NO else self.real

    @property
    def largo(self) -> bool:
        """Whether juego sheds the stones of the long tanteo (R72)."""
        return self.tanteo is Tanteo.LARGO

    def named_set(self) -> Frances:
        """Returns Mus Francés without changes."""
        return Frances()


STONE_SETS: Mapping[str, TresMus | Frances] = {row.name: row for row in (TresMus(), Frances())}
"""The rule sets by name."""
