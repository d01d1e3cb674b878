"""The rule sets: every way of playing is a row of data (reglamento, section 12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from itertools import chain
from typing import Any

from musbot.game.errors import BadRules, MusError

YES = ("si", "sí", "yes", "true", "1")
NO = ("no", "false", "0")


class UnknownRuleSet(MusError):
    """A rule set or field name that does not exist; names those that do."""

    def __init__(self, what: str, name: str, known: list[str]) -> None:
        super().__init__(f"{name!r} is no {what}: expected one of {', '.join(known)}")
        self.what = what
        self.name = name
        self.known = known


@dataclass(frozen=True, slots=True)
class Choice:
    """A field that takes one of a few values."""

    rule: str
    values: tuple[str | int | bool, ...]

    def expected(self) -> str:
        return " or ".join("yes or no" if v is True else str(v) for v in self.values if v is not False)

    def holds(self, value: object) -> bool:
        return any(value == v and type(value) is type(v) for v in self.values)

    def read(self, text: str) -> object:
        if True in self.values:
            return True if text in YES else False if text in NO else text
        return next((v for v in self.values if str(v) == text), text)


@dataclass(frozen=True, slots=True)
class Amount:
    """A field that takes a number between two limits, both allowed."""

    rule: str
    least: int
    most: int
    whole: bool = True

    def expected(self) -> str:
        return f"a {'whole number' if self.whole else 'number'} from {self.least} to {self.most}"

    def holds(self, value: object) -> bool:
        kinds = (int,) if self.whole else (int, float)
        return isinstance(value, kinds) and not isinstance(value, bool) and self.least <= value <= self.most

    def read(self, text: str) -> object:
        try:
            return int(text) if self.whole or text.isdecimal() else float(text)
        except ValueError:
            return text


FIELDS: Mapping[str, Choice | Amount] = {
    "bandos": Choice("R16", ("parejas", "trios", "individual")),
    "reyes": Choice("R2", (8, 4)),
    "real": Choice("R15", ("no", "figura", "rey")),
    "piedras": Choice("R52", (20, 30, 35, 40)),
    "juegos": Amount("R53", 1, 9),
    "vacas": Amount("R53", 1, 9),
    "parejas": Choice("R18", ("fijas", "sorteo")),
    "descarte": Choice("R22", ("turno", "a la vez")),
    "respuesta": Choice("R29", ("turno", "pareja")),
    "gracia": Amount("R30", 0, 30, whole=False),
    "elimina": Choice("R30", (True, False)),
    "corte": Choice("R26", ("turno", "libre")),
    "mus_corrido": Choice("R25", ("no", "partida", "juego")),
    "consulta": Choice("R27", (True, False)),
    "mus_visto": Amount("R24", 0, 1, whole=False),
    "senas": Choice("R59", (True, False)),
}
"""What each field of a rule set may be, and the rule it belongs to."""

MOST_STONES = 20

_TRES_MUS: dict[str, Choice | Amount] = {
    "piedras": Amount("R60", 1, MOST_STONES),
    "juegos": Amount("R60", 1, 9),
}
_FRANCES: dict[str, Choice | Amount] = {
    "piedras": Choice("R70", (5, 8, 10)),
    "juegos": Amount("R70", 1, 9),
    "tanteo": Choice("R72", ("corto", "largo")),
    "real": Choice("R72", ("no", "figura", "rey")),
}


@dataclass(frozen=True, slots=True)
class Modo:
    """A game: what sets Tres Mus and Mus Francés apart from Mus, where it is a value.

    Each is dealt `cards`; with more than four each throws the rest, once, and there is no mus (R61, R71).
    `orden` are the sums that are juego, best first (R8, R62). With `stones` everybody holds `piedras` and
    wants to be rid of them (R60, R70), else he gathers them (R52). `fields` may be changed.
    """

    fields: Mapping[str, Choice | Amount]
    players: tuple[int, int] | None = None
    cards: int = 4
    orden: tuple[int, ...] = (31, 32, 40, 37, 36, 35, 34, 33)
    stones: bool = False


MODOS: Mapping[str, Modo] = {
    "mus": Modo(FIELDS),
    "tres-mus": Modo(_TRES_MUS, (2, 8), 5, (33, 31, 32, 40, 37, 36, 35, 34), stones=True),
    "frances": Modo(_FRANCES, (2, 8), 5, stones=True),
}
"""The games by name."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One way of playing; raises BadRules, naming the field, for a set that cannot be played.

    `modo` is the game. `piedras` win a juego, `juegos` juegos a vaca, `vacas` vacas the partida (R52, R53);
    `gracia` is seconds (R30), `mus_visto` a probability for each deal (R24). In Tres Mus and Mus Francés one
    starts a juego with `piedras` and is out with `juegos` against him (R60, R70); `tanteo` is R72's.
    """

    name: str = "parejas"
    bandos: str = "parejas"
    reyes: int = 8
    real: str = "no"
    piedras: int = 40
    juegos: int = 3
    vacas: int = 1
    parejas: str = "fijas"
    descarte: str = "turno"
    respuesta: str = "turno"
    gracia: float = 0
    elimina: bool = False
    corte: str = "turno"
    mus_corrido: str = "no"
    consulta: bool = False
    mus_visto: float = 0
    senas: bool = True
    modo: str = "mus"
    tanteo: str = "corto"

    def __post_init__(self) -> None:
        for name, field in self.fields.items():
            value = getattr(self, name)
            if not field.holds(value):
                raise BadRules(name, value, f"{field.expected()} ({field.rule})", self.modo)
        if self.consulta and self.bandos != "parejas":
            raise BadRules("consulta", self.consulta, "no, for it needs four players in parejas (R27)")
        for name, of_partners in (("respuesta", "pareja"), ("parejas", "sorteo")):
            if self.bandos == "individual" and getattr(self, name) == of_partners:
                raise BadRules(
                    name, of_partners, "something else, for where each plays for himself nobody has partners"
                )

    @property
    def players(self) -> range:
        """How many may play (R16, R60, R70)."""
        if of_modo := MODOS[self.modo].players:
            return range(of_modo[0], of_modo[1] + 1)
        least, most = {"parejas": (4, 4), "trios": (6, 6), "individual": (2, 6)}[self.bandos]
        return range(least, most + 1)

    @property
    def usual_seats(self) -> int:
        """How many play where nobody says: four if they may, else the fewest."""
        return 4 if 4 in self.players else self.players.start

    def sides(self, seats: int) -> int:
        """Returns how many sides play: two, or as many as players (R16)."""
        return seats if self.bandos == "individual" else 2

    def start(self, juegos: tuple[int, ...]) -> tuple[int, ...]:
        """Returns with how many piedras each side begins a juego (R55, R60): none who is out."""
        return tuple(self.piedras if self.stones and lost < self.juegos else 0 for lost in juegos)

    @property
    def signs(self) -> bool:
        """Whether señas are made: never where nobody has partners (R59)."""
        return self.senas and self.bandos != "individual"

    @property
    def fields(self) -> Mapping[str, Choice | Amount]:
        """What may be changed in this set."""
        return MODOS[self.modo].fields

    @property
    def stones(self) -> bool:
        """Whether one wants to be rid of stones, not to gather them (R60, R70)."""
        return MODOS[self.modo].stones

    @property
    def cards(self) -> int:
        """How many cards each is dealt (R20, R61, R71)."""
        return MODOS[self.modo].cards

    @property
    def orden(self) -> tuple[int, ...]:
        """The sums that are juego, best first (R8, R62)."""
        return MODOS[self.modo].orden

    @property
    def la_real(self) -> str:
        """Which real is played: with the long tanteo there always is one (R15, R72)."""
        return "figura" if self.tanteo == "largo" and self.real == "no" else self.real

    def with_changes(self, changes: Mapping[str, Any]) -> RuleSet:
        """Returns this set with some fields changed; raises UnknownRuleSet or BadRules."""
        for name in changes:
            if name not in self.fields:
                raise UnknownRuleSet("field", name, list(self.fields))
        return replace(self, **changes)

    def changes(self) -> dict[str, Any]:
        """Returns the fields in which this set differs from the named one it came from."""
        named = RULE_SETS.get(self.name) or RuleSet(self.name)
        return {
            name: getattr(self, name) for name in self.fields if getattr(self, name) != getattr(named, name)
        }

    def as_dict(self) -> dict[str, Any]:
        """Returns every field, the name included."""
        return asdict(self)


def _sets(*rows: RuleSet) -> Mapping[str, RuleSet]:
    return {row.name: row for row in rows}


_CASTELLANO = RuleSet("castellano", piedras=35, juegos=4)

RULE_SETS: Mapping[str, RuleSet] = _sets(
    RuleSet("parejas", juegos=2, descarte="a la vez", respuesta="pareja", gracia=3),  # E
    RuleSet("vitoria", elimina=True, consulta=True),  # D
    RuleSet("mundial", reyes=4, real="figura", juegos=4, elimina=True, consulta=True),  # D
    RuleSet("cuatro-reyes", reyes=4, piedras=20, elimina=True, consulta=True),  # D
    _CASTELLANO,  # A
    replace(_CASTELLANO, name="castellano-30", piedras=30, juegos=5),
    replace(_CASTELLANO, name="castellano-40", piedras=40, juegos=3),
    RuleSet("clasico", elimina=True, mus_corrido="partida"),  # B, C
    RuleSet("trios", bandos="trios", elimina=True),  # C, D
    RuleSet("individual", bandos="individual"),  # A, C, D
    RuleSet("tres-mus", bandos="individual", piedras=7, juegos=4, modo="tres-mus", tanteo="largo"),  # A
    RuleSet("frances", bandos="individual", piedras=8, juegos=3, modo="frances"),  # B
)
"""The rule sets by name (section 12); the letters are the reglamento's sources."""


def rule_set(name: str, changes: Mapping[str, Any] | None = None) -> RuleSet:
    """Returns a named rule set, with fields changed; raises UnknownRuleSet or BadRules."""
    if name not in RULE_SETS:
        raise UnknownRuleSet("rule set", name, list(RULE_SETS))
    return RULE_SETS[name].with_changes(changes or {})


def read_option(text: str) -> tuple[str, Any]:
    """Returns the field and value of words such as `piedras=30` or `senas=no`; raises UnknownRuleSet.

    The value is not yet checked: RuleSet does that, with all the others.
    """
    name, _, value = text.strip().lower().replace("í", "i").partition("=")
    name = name.strip().replace("-", "_").replace("ñ", "n")
    known = [modo.fields[name] for modo in MODOS.values() if name in modo.fields]
    if not known:
        raise UnknownRuleSet("field", name, list(dict.fromkeys(chain(*(m.fields for m in MODOS.values())))))
    values = [field.read(value.strip().replace("_", " ")) for field in known]
    fit = (read for field, read in zip(known, values, strict=True) if field.holds(read))
    return name, next(fit, values[0])
