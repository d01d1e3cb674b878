"""The base of all rule sets. Each family adds its own options (`modos/mus/rules.py`)."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, Self

from musbot.game.actions import Sena
from musbot.game.cards import HAND_SIZE
from musbot.game.errors import BadArgument, BadRules, MusError, quote_value
from musbot.game.field_kinds import Field


class UnknownName(MusError):
    """A name that does not exist; `known` lists the existing ones."""

    def __init__(self, what: str, name: str, known: list[str]) -> None:
        super().__init__(f"{quote_value(name)} is no {what}: expected one of {', '.join(known)}")
        self.what = what
        self.name = name
        self.known = known


class UnknownRuleSet(UnknownName):
    """A rule set, an edition of one, or a game that does not exist."""


class UnknownField(UnknownName):
    """A field that a rule set does not have."""

    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__("field", name, known)


class Real(StrEnum):
    """Which hand is la real (R15)."""

    NO = "no"
    FIGURA = "figura"
    REY = "rey"

    __hash__ = str.__hash__


class Primero(StrEnum):
    """Ways to choose the first dealer if no sides are drawn (R19, R102)."""

    PALOS = "palos"
    MENOR_REPARTE = "menor reparte"
    MENOR_MANO = "menor mano"


def require_changes(changes: object) -> Mapping[str, object]:
    """Returns the same changes of a rule set; raises BadArgument unless they are a mapping."""
    if not isinstance(changes, Mapping):
        raise BadArgument("changes", changes, "values by field, such as {'piedras': 30}")
    return changes


@dataclass(frozen=True, slots=True)
class RuleSet(ABC):
    """A way to play. The constructor raises BadRules, naming the field, for a set that cannot be played."""

    name: str
    """The name of the set."""

    modo: ClassVar[str]
    """The key of the family, as actas write it."""
    fields: ClassVar[Mapping[str, Field]]
    """The fields that can be changed."""
    cards: ClassVar[int]
    """Number of cards dealt to each player."""
    deal_rule: ClassVar[str]
    """The rule about the deal."""
    draw_rule: ClassVar[str]
    """The rule about the discard and the cards that are served after it."""
    seats_rule: ClassVar[str]
    """The rule about the number of players."""
    orden: ClassVar[tuple[int, ...]]
    """The sums that are juego, best first (R8, R62)."""

    def __post_init__(self) -> None:
        """Converts texts, True and False to the enum values that they mean.

        Raises BadRules for a field with an invalid value, or a name that is no text.
        """
        if not isinstance(self.name, str):
            raise BadRules("name", self.name, "a text")
        for name, field in self.fields.items():
            if field.holds(value := getattr(self, name)):
                continue
            if not field.holds(meant := field.convert(value)):
                raise BadRules(name, value, f"{field.describe_valid()} ({field.rule})", field)
            object.__setattr__(self, name, meant)

    @property
    @abstractmethod
    def players(self) -> range:
        """The possible numbers of players (R16, R60, R70)."""

    @property
    @abstractmethod
    def gathers(self) -> bool:
        """Whether a juego is won by gathering piedras, not by shedding stones (R52, R60)."""

    @property
    @abstractmethod
    def piedras(self) -> int:
        """The piedras that win a juego, or the stones of each player at its start (R52, R60)."""

    @property
    @abstractmethod
    def juegos(self) -> int:
        """The juegos that win a vaca, or the lost juegos that put a player out (R53, R60)."""

    @property
    @abstractmethod
    def vacas(self) -> int:
        """The vacas that win the partida; one if the game has none (R53)."""

    @property
    @abstractmethod
    def plays_alone(self) -> bool:
        """Whether every player plays alone (R16)."""

    @property
    @abstractmethod
    def draws_sides(self) -> bool:
        """Whether sides are drawn by lot (R18)."""

    @property
    @abstractmethod
    def draws_dealer_by_suit(self) -> bool:
        """Whether the game finds the first dealer of four players by suit (R19).

        False if the highest card decides (R61). It counts only while `first_dealer` is PALOS.
        """

    @property
    def first_dealer(self) -> Primero:
        """The way to choose the first dealer (R19, R102); PALOS unless a family has others."""
        return Primero.PALOS

    @property
    @abstractmethod
    def signs(self) -> bool:
        """Whether there are señas; never without partners (R59)."""

    @property
    def lawful(self) -> frozenset[Sena]:
        """The señas that may be made if `signs` is True (R56); by default none."""
        return frozenset()

    @property
    def late_senas(self) -> frozenset[Sena]:
        """The señas that may be made only once grande is over (R104); by default none."""
        return frozenset()

    @property
    @abstractmethod
    def reyes(self) -> int:
        """The number of reyes: with eight, a 3 is a rey and a 2 an as (R2, R3)."""

    @property
    @abstractmethod
    def la_real(self) -> Real:
        """Which real is played (R15, R72)."""

    @property
    @abstractmethod
    def discards_together(self) -> bool:
        """Whether all players discard at the same time. Their counts stay hidden until the last one (R22)."""

    @property
    @abstractmethod
    def gracia(self) -> float:
        """Seconds in which a partner may commit to more (R30)."""

    @property
    @abstractmethod
    def mus_visto(self) -> float:
        """The probability of a card face up in each deal (R24), or discard too (R105)."""

    @property
    def visto_when_served(self) -> bool:
        """Whether cards served after a discard may be seen, too (R105); False in families without that
        option."""
        return False

    @abstractmethod
    def start(self, juegos: tuple[int, ...]) -> tuple[int, ...]:
        """Returns the piedras with which each side begins a juego, given the juegos so far (R55, R60)."""

    def juegos_below(self) -> int:
        """Returns the first number of juegos that is impossible at the start of a hand."""
        return self.juegos if self.gathers else self.juegos + 1

    @abstractmethod
    def piedras_below(self, juegos: tuple[int, ...]) -> int:
        """Returns the first number of piedras that is impossible at the start of a hand."""

    @property
    def default_seats(self) -> int:
        """The default number of players: four if allowed, otherwise the fewest."""
        return 4 if 4 in self.players else self.players.start

    @property
    def most_thrown(self) -> int:
        """Most cards that a player may throw: all, or the cards above four (R22, R61, R71)."""
        return self.cards - HAND_SIZE or HAND_SIZE

    def sides(self, seats: int) -> int:
        """Returns the number of sides: two, or one for each player (R16)."""
        return seats if self.plays_alone else 2

    def with_changes(self, changes: Mapping[str, object]) -> Self:
        """Returns a copy with some fields changed; a family may reset other fields with them.

        Raises UnknownField, BadRules for a set that cannot be played, or BadArgument for other changes than a
        mapping.
        """
        for name in require_changes(changes):
            if name not in self.fields:
                raise UnknownField(name, list(self.fields))
        meant: dict[str, Any] = {name: self.fields[name].convert(value) for name, value in changes.items()}
        return dataclasses.replace(self, **meant)

    @abstractmethod
    def named_set(self) -> RuleSet:
        """Returns the unchanged set of this name (section 12 of the reglamento).

        For a name that is no set, it returns the family's default rules. A family with a single set ignores
        the name.
        """

    def changes(self) -> dict[str, object]:
        """Returns the changes that turn the set of `named_set` into this one: values by field."""
        return self.changed_from(self.named_set())

    def changed_from(self, named: RuleSet) -> dict[str, object]:
        """Returns the changes that turn a set of this family into this one, apart from the name: values by
        field."""
        return self.differences_from(named)

    def differences_from(self, other: RuleSet) -> dict[str, object]:
        """Returns the fields in which this set differs from another of its family, with their values here."""
        values = {name: getattr(self, name) for name in self.fields}
        return {name: value for name, value in values.items() if value != getattr(other, name)}

    def as_dict(self) -> dict[str, object]:
        """Returns every field by its name, `name` included, and the family under `modo`."""
        return {"modo": self.modo} | {
            field.name: getattr(self, field.name) for field in dataclasses.fields(self)
        }
