"""What every rule set is: a row of data; a family's options are in its own room (`modos/mus/rules.py`)."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, Self

from musbot.game.actions import Sena
from musbot.game.cards import HAND_SIZE
from musbot.game.errors import BadRules, MusError
from musbot.game.field_kinds import Field


class UnknownRuleSet(MusError):
    """A rule set or field name that does not exist; names those that do."""

    def __init__(self, what: str, name: str, known: list[str]) -> None:
        super().__init__(f"{name!r} is no {what}: expected one of {', '.join(known)}")
        self.what = what
        self.name = name
        self.known = known


class Real(StrEnum):
    """Which hand is la real (R15)."""

    NO = "no"
    FIGURA = "figura"
    REY = "rey"

    __hash__ = str.__hash__


@dataclass(frozen=True, slots=True)
class RuleSet(ABC):
    """One way of playing; raises BadRules, naming the field, for a set that cannot be played.

    Of its family: `modo` is its name, `fields` are those that may be changed, `cards` how many each
    is dealt, `deal_rule` the rule that says so, `seats_rule` that of how many may play, `orden` the sums that
    are juego, best first (R8, R62).
    """

    name: str

    modo: ClassVar[str]
    fields: ClassVar[Mapping[str, Field]]
    cards: ClassVar[int]
    deal_rule: ClassVar[str]
    seats_rule: ClassVar[str]
    orden: ClassVar[tuple[int, ...]]

    def __post_init__(self) -> None:
        for name, field in self.fields.items():
            value = getattr(self, name)
            if not field.holds(value):
                raise BadRules(name, value, f"{field.expected()} ({field.rule})", field)

    @property
    @abstractmethod
    def players(self) -> range:
        """How many may play (R16, R60, R70)."""

    @property
    @abstractmethod
    def gathers(self) -> bool:
        """Whether a juego is won with piedras gathered, not by being rid of them (R52, R60)."""

    @property
    @abstractmethod
    def piedras(self) -> int:
        """How many piedras win a juego, or each has at its start (R52, R60)."""

    @property
    @abstractmethod
    def juegos(self) -> int:
        """How many juegos win a vaca, or put out who has lost them (R53, R60)."""

    @property
    @abstractmethod
    def vacas(self) -> int:
        """How many vacas win the partida: one where there are none (R53)."""

    @property
    @abstractmethod
    def alone(self) -> bool:
        """Whether every player plays alone (R16)."""

    @property
    @abstractmethod
    def draws_sides(self) -> bool:
        """Whether lots are drawn for who plays with whom (R18)."""

    @property
    @abstractmethod
    def suit_deals(self) -> bool:
        """Whether among four the suit of a card turned says who deals, not the highest card (R19, R61)."""

    @property
    @abstractmethod
    def signs(self) -> bool:
        """Whether señas are made: never where nobody has partners (R59)."""

    @property
    def lawful(self) -> frozenset[Sena]:
        """The señas that may be made, where any are (R56)."""
        return frozenset()

    @property
    @abstractmethod
    def reyes(self) -> int:
        """How many reyes there are: with eight a 3 is one, and a 2 an as (R2, R3)."""

    @property
    @abstractmethod
    def la_real(self) -> Real:
        """Which real is played (R15, R72)."""

    @property
    @abstractmethod
    def at_once(self) -> bool:
        """Whether all throw cards at once, and nobody is told how many before the last has (R22)."""

    @property
    @abstractmethod
    def gracia(self) -> float:
        """For how many seconds a partner may commit to more (R30)."""

    @property
    @abstractmethod
    def mus_visto(self) -> float:
        """How likely a card is dealt face up in each deal (R24)."""

    @abstractmethod
    def start(self, juegos: tuple[int, ...]) -> tuple[int, ...]:
        """Returns with how many piedras each side begins a juego, by the juegos so far (R55, R60)."""

    def juegos_below(self) -> int:
        """Returns which number of juegos nobody can have at a start: who has lost so many may be out."""
        return self.juegos if self.gathers else self.juegos + 1

    @abstractmethod
    def piedras_below(self, juegos: tuple[int, ...]) -> int:
        """Returns which number of piedras nobody can have at a start, with those juegos."""

    @property
    def usual_seats(self) -> int:
        """How many play where nobody says: four if they may, else the fewest."""
        return 4 if 4 in self.players else self.players.start

    @property
    def most_thrown(self) -> int:
        """How many cards one throws at most: all, or those above four (R22, R61, R71)."""
        return self.cards - HAND_SIZE or HAND_SIZE

    def sides(self, seats: int) -> int:
        """Returns how many sides play: two, or as many as players (R16)."""
        return seats if self.alone else 2

    def with_changes(self, changes: Mapping[str, object]) -> Self:
        """Returns this set with some fields changed; raises UnknownRuleSet or BadRules."""
        for name in changes:
            if name not in self.fields:
                raise UnknownRuleSet("field", name, list(self.fields))
        meant: dict[str, Any] = {name: self.fields[name].meant(value) for name, value in changes.items()}
        return dataclasses.replace(self, **meant)

    @abstractmethod
    def named(self) -> RuleSet:
        """Returns the set of this name as the reglamento has it (section 12)."""

    def changes(self) -> dict[str, object]:
        """Returns the fields in which this set differs from the named one it came from."""
        return self.changed_from(self.named())

    def changed_from(self, named: RuleSet) -> dict[str, object]:
        """Returns what has to be changed in a set of this family to have this one."""
        return self.unlike(named)

    def unlike(self, other: RuleSet) -> dict[str, object]:
        """Returns the fields in which this set differs from another of its family."""
        values = {name: getattr(self, name) for name in self.fields}
        return {name: value for name, value in values.items() if value != getattr(other, name)}

    def as_dict(self) -> dict[str, object]:
        """Returns every field, the name and the family included."""
        return {"modo": self.modo} | {
            field.name: getattr(self, field.name) for field in dataclasses.fields(self)
        }
