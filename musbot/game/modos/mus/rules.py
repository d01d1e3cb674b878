"""The rule sets of Mus: four in parejas, six in tríos, or each player alone (reglamento, section 12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar

from musbot.game.actions import Sena
from musbot.game.errors import BadRules
from musbot.game.field_kinds import Amount, Choice, Field
from musbot.game.lances import JUEGO_ORDER
from musbot.game.rules_base import Primero, Real, RuleSet, require_changes


class Bandos(StrEnum):
    """The kinds of sides (R16)."""

    PAREJAS = "parejas"
    TRIOS = "trios"
    INDIVIDUAL = "individual"

    __hash__ = str.__hash__


class Parejas(StrEnum):
    """The ways to find partners (R18)."""

    FIJAS = "fijas"
    SORTEO = "sorteo"


class Descartan(StrEnum):
    """The order of discards (R22)."""

    TURNO = "turno"
    A_LA_VEZ = "a la vez"
    POSTRE = "postre"


class Respuesta(StrEnum):
    """The partners who may answer a bet (R29, R30)."""

    TURNO = "turno"
    PAREJA = "pareja"


class Corte(StrEnum):
    """The players who may cut the mus (R21, R26)."""

    TURNO = "turno"
    LIBRE = "libre"


class Corrido(StrEnum):
    """The deals with mus corrido: each hand has mus until a player cuts and becomes mano (R25)."""

    NO = "no"
    PARTIDA = "partida"
    JUEGO = "juego"


class Deje(StrEnum):
    """The time when a deje that reaches the target wins the juego (R38)."""

    ACTO = "acto"
    RECUENTO = "recuento"


class DejeSubida(StrEnum):
    """The payment of a refused raise at pares, juego and punto (R32, R100)."""

    ACEPTADO = "aceptado"
    MAS_UNO = "mas uno"


class Reponer(StrEnum):
    """The way of serving cards if all players have thrown their whole hands (R22)."""

    PAQUETE = "en paquete"
    UNA_A_UNA = "una a una"


class Barajar(StrEnum):
    """The discards that become a new pile (R23)."""

    TODOS = "todos"
    ANTERIORES = "anteriores"


class VistoEn(StrEnum):
    """The cards that make mus visto if they are seen (R24, R105)."""

    REPARTO = "reparto"
    SIEMPRE = "siempre"


class Senas(StrEnum):
    """The set of allowed señas (R56, R59)."""

    NO = "no"
    TODAS = "todas"
    DIEZ = "diez"
    SIETE = "siete"
    FEM = "fem"

    __hash__ = str.__hash__


_UNION = frozenset(Sena) - {Sena.TREINTA_O_UNA}
_DIEZ = _UNION - {Sena.TRES_REYES}
_NOT_OF_C = {Sena.TREINTA_Y_UNA, Sena.JUEGO, Sena.TREINTA, Sena.VEINTINUEVE, Sena.CIEGO}
_LATE: Mapping[Senas, frozenset[Sena]] = {Senas.FEM: frozenset((Sena.MEDIAS,))}
"""Señas that wait for the end of grande (R104)."""
_LAWFUL: Mapping[Senas, frozenset[Sena]] = {
    Senas.NO: frozenset(),
    Senas.TODAS: _UNION,
    Senas.DIEZ: _DIEZ,  # A
    Senas.SIETE: _UNION - _NOT_OF_C | {Sena.TREINTA_O_UNA},  # C
    Senas.FEM: _UNION,
}

_INDIVIDUAL, _A_LA_VEZ, _PAREJA = Bandos.INDIVIDUAL, Descartan.A_LA_VEZ, Respuesta.PAREJA
_NO_SENAS = Senas.NO

FIELDS: Mapping[str, Field] = {
    "bandos": Choice("R16", tuple(Bandos)),
    "reyes": Choice("R2", (8, 4)),
    "real": Choice("R15", tuple(Real)),
    "piedras": Amount("R52", 10, 60, (20, 30, 35, 40)),
    "juegos": Amount("R53", 1, 9, (1, 2, 3, 4, 5)),
    "vacas": Amount("R53", 1, 9, (1, 2, 3)),
    "parejas": Choice("R18", tuple(Parejas)),
    "descarte": Choice("R22", tuple(Descartan)),
    "respuesta": Choice("R29", tuple(Respuesta)),
    "gracia": Amount("R30", 0, 30, (0, 3, 5, 10), whole=False),
    "elimina": Choice("R30", (True, False)),
    "corte": Choice("R26", tuple(Corte)),
    "mus_corrido": Choice("R25", tuple(Corrido)),
    "consulta": Choice("R27", (True, False)),
    "mus_visto": Amount("R24", 0, 1, (0, 0.05, 0.1, 0.25), whole=False),
    "senas": Choice("R59", tuple(Senas), Senas.TODAS),
    "muestra": Choice("R91", (True, False)),
    "deje": Choice("R38", tuple(Deje)),
    "reponer": Choice("R22", tuple(Reponer)),
    "barajar": Choice("R23", tuple(Barajar)),
    "deje_subida": Choice("R100", tuple(DejeSubida)),
    "sorteo": Choice("R102", tuple(Primero)),
    "zuetan": Choice("R103", (True, False)),
    "visto_en": Choice("R105", tuple(VistoEn)),
}
"""The valid values of each field, with its rule."""

_WITHOUT: Mapping[str, Mapping[str, object]] = {
    Bandos.TRIOS: {"consulta": False, "zuetan": False},
    Bandos.INDIVIDUAL: {
        "consulta": False,
        "zuetan": False,
        "parejas": Parejas.FIJAS,
        "respuesta": Respuesta.TURNO,
        "gracia": 0,
    },
}
"""Fields that do not exist with some kinds of sides (R16, R18, R27, R30, R103), with their values there."""


@dataclass(frozen=True, slots=True)
class MusRules(RuleSet):
    """A way of playing Mus; raises BadRules for a set that cannot be played."""

    name: str = "parejas"
    """The name of the set."""
    bandos: Bandos = Bandos.PAREJAS
    """The kind of sides (R16)."""
    reyes: int = 8
    """The number of reyes (R2)."""
    real: Real = Real.NO
    """The hand that is la real (R15)."""
    piedras: int = 40
    """The piedras that win a juego (R52)."""
    juegos: int = 3
    """The juegos that win a vaca (R53)."""
    vacas: int = 1
    """The vacas that win the partida (R53)."""
    parejas: Parejas = Parejas.FIJAS
    """The way to find partners (R18)."""
    descarte: Descartan = Descartan.TURNO
    """The order of discards (R22)."""
    respuesta: Respuesta = Respuesta.TURNO
    """The partners who may answer a bet (R29)."""
    gracia: float = 0
    """Seconds in which a partner may still answer, if `respuesta` is PAREJA (R30)."""
    elimina: bool = False
    """Whether no quiero excludes a player from the lance after a partner's raise (R30)."""
    corte: Corte = Corte.TURNO
    """The players who may cut the mus (R26)."""
    mus_corrido: Corrido = Corrido.NO
    """The deals with mus corrido (R25)."""
    consulta: bool = False
    """Whether a player may consult the partner about mus (R27)."""
    mus_visto: float = 0
    """The probability of a card face up in each deal (R24), or discard too (R105)."""
    senas: Senas = Senas.TODAS
    """The allowed señas (R59)."""
    muestra: bool = False
    """Whether hands are shown after a deje wins the juego (R91)."""
    deje: Deje = Deje.ACTO
    """The time when a deje wins the juego (R38)."""
    reponer: Reponer = Reponer.PAQUETE
    """The way of serving cards (R22)."""
    barajar: Barajar = Barajar.TODOS
    """The discards that become a new pile (R23)."""
    deje_subida: DejeSubida = DejeSubida.ACEPTADO
    """The payment of a refused raise (R100)."""
    sorteo: Primero = Primero.PALOS
    """The choice of the first dealer (R102)."""
    zuetan: bool = False
    """Whether pairs decide the mus together (R103)."""
    visto_en: VistoEn = VistoEn.REPARTO
    """The cards that make mus visto if they are seen: dealt, or served too (R105)."""

    modo: ClassVar[str] = "mus"
    """The key of the family."""
    fields: ClassVar[Mapping[str, Field]] = FIELDS
    """The fields that can be changed."""
    cards: ClassVar[int] = 4
    """Number of cards dealt to each player."""
    deal_rule: ClassVar[str] = "R20"
    """The rule about the deal."""
    draw_rule: ClassVar[str] = "R22"
    """The rule about the discard and the cards that are served after it."""
    seats_rule: ClassVar[str] = "R16"
    """The rule about the number of players."""
    orden: ClassVar[tuple[int, ...]] = JUEGO_ORDER
    """The sums that are juego, best first (R8)."""
    draws_dealer_by_suit: ClassVar[bool] = True
    """True: a suit finds the dealer of four players, unless `sorteo` says otherwise (R19, R102)."""
    gathers: ClassVar[bool] = True
    """True: a juego is won by gathering piedras (R52)."""

    def __post_init__(self) -> None:
        """Converts texts, True and False to the enum values that they mean.

        Raises BadRules for a name that is no text, and for a field with an invalid value. Raises it for
        fields that exclude each other (R18, R27, R30, R103).
        """
        RuleSet.__post_init__(self)
        if self.consulta and self.bandos is not Bandos.PAREJAS:
            raise BadRules("consulta", self.consulta, "no, for it needs four players in parejas (R27)")
        if self.zuetan and self.bandos is not Bandos.PAREJAS:
            raise BadRules("zuetan", self.zuetan, "no, for it needs four players in parejas (R103)")
        if self.zuetan and self.consulta:
            raise BadRules("zuetan", self.zuetan, "no, with a consulta (R27): pairs decide (R103)")
        if not self.plays_alone:
            return
        nobody = "something else: players on their own have no partners"
        if self.respuesta is _PAREJA:
            raise BadRules("respuesta", self.respuesta, nobody)
        if self.parejas is Parejas.SORTEO:
            raise BadRules("parejas", self.parejas, nobody)

    @property
    def players(self) -> range:
        """The numbers of players: four, six, or two to six (R16)."""
        many = {Bandos.PAREJAS: (4, 4), Bandos.TRIOS: (6, 6), Bandos.INDIVIDUAL: (2, 6)}
        least, most = many[self.bandos]
        return range(least, most + 1)

    @property
    def plays_alone(self) -> bool:
        """Whether every player plays alone."""
        return self.bandos is _INDIVIDUAL

    @property
    def draws_sides(self) -> bool:
        """Whether sides are drawn by lot (R18)."""
        return self.parejas is Parejas.SORTEO

    @property
    def signs(self) -> bool:
        """Whether there are señas: by rule, and never without partners (R59)."""
        return self.senas is not _NO_SENAS and self.bandos is not _INDIVIDUAL

    @property
    def lawful(self) -> frozenset[Sena]:
        """The señas that may be made; none without señas (R56).

        Single players keep the set, but `signs` is False.
        """
        return _LAWFUL[self.senas]

    @property
    def late_senas(self) -> frozenset[Sena]:
        """The señas that wait until grande is over: medias in the federation's set, otherwise none (R104)."""
        return _LATE.get(self.senas, frozenset())

    @property
    def first_dealer(self) -> Primero:
        """The way to choose the first dealer (R19, R102)."""
        return self.sorteo

    @property
    def visto_when_served(self) -> bool:
        """Whether cards served after a discard may be seen, too (R105)."""
        return self.visto_en is VistoEn.SIEMPRE

    @property
    def la_real(self) -> Real:
        """The hand that is la real (R15)."""
        return self.real

    @property
    def discards_together(self) -> bool:
        """Whether all players discard at the same time (R22)."""
        return self.descarte is _A_LA_VEZ

    def start(self, juegos: tuple[int, ...]) -> tuple[int, ...]:
        """Returns 0 piedras for each side."""
        return (0,) * len(juegos)

    def piedras_below(self, juegos: tuple[int, ...]) -> int:
        """Returns the piedras that win a juego; the juegos make no difference."""
        return self.piedras

    def with_changes(self, changes: Mapping[str, object]) -> MusRules:
        """Returns a copy with changes; if they have `bandos`, the fields that these sides do not have are
        reset (R16, R27).

        Raises UnknownField, BadRules for a set that cannot be played, or BadArgument for other changes than a
        mapping. A field in `changes` is not reset, and may then raise BadRules.
        """
        bandos = str(require_changes(changes).get("bandos"))  # a text, because a wrong value may have no hash
        return RuleSet.with_changes(self, {**_WITHOUT.get(bandos, {}), **changes})

    def changed_from(self, named: RuleSet) -> dict[str, object]:
        """Returns the changes that turn another set into this one. Fields that a change of `bandos` already
        sets to their values here are left out."""
        moved = {} if self.bandos is getattr(named, "bandos", None) else {"bandos": self.bandos}
        return moved | self.differences_from(named.with_changes(moved))

    def named_set(self) -> MusRules:
        """Returns the present edition of the set with this name; for a name that is no set, the default rules
        under that name."""
        return MUS_SETS.get(self.name) or MusRules(self.name)


_VITORIA = MusRules("vitoria", elimina=True, consulta=True)
_CASTELLANO = MusRules("castellano", piedras=35, juegos=4)

EARLIER: Mapping[str, tuple[MusRules, ...]] = {
    row.name: (row,)
    for row in (
        MusRules("parejas", juegos=2, descarte=_A_LA_VEZ, respuesta=_PAREJA, gracia=3),
        _VITORIA,
        replace(_VITORIA, name="mundial", reyes=4, real=Real.FIGURA, juegos=4),
        replace(_VITORIA, name="cuatro-reyes", reyes=4, piedras=20),
        _CASTELLANO,
        replace(_CASTELLANO, name="castellano-30", piedras=30, juegos=5),
        replace(_CASTELLANO, name="castellano-40", piedras=40, juegos=3),
        MusRules("clasico", elimina=True, mus_corrido=Corrido.PARTIDA),
        MusRules("trios", bandos=Bandos.TRIOS, elimina=True),
        MusRules("individual", bandos=Bandos.INDIVIDUAL),
        MusRules("euskal-herria", reyes=4, piedras=30, elimina=True, consulta=True, muestra=True),
    )
}
"""The earlier editions of each set, the first one first; actas name the edition they were played with."""


def _changed_edition(name: str, **changes: Any) -> MusRules:
    """Returns the present edition of a set: its last row in EARLIER with changes."""
    return replace(EARLIER[name][-1], **changes)


MUS_SETS: Mapping[str, MusRules] = {
    row.name: row
    for row in (
        _changed_edition("parejas", reponer=Reponer.UNA_A_UNA, barajar=Barajar.ANTERIORES),  # E
        _changed_edition("vitoria", muestra=True),  # D
        _changed_edition("mundial", piedras=20, muestra=True),  # D
        _changed_edition("cuatro-reyes", muestra=True),  # D
        _changed_edition("euskal-herria", sorteo=Primero.MENOR_REPARTE),  # F
        _changed_edition("castellano", muestra=True, senas=Senas.DIEZ),  # A
        _changed_edition("castellano-30", muestra=True, senas=Senas.DIEZ),
        _changed_edition("castellano-40", muestra=True, senas=Senas.DIEZ),
        _changed_edition(
            "clasico",
            mus_corrido=Corrido.JUEGO,
            respuesta=_PAREJA,
            gracia=3,
            muestra=True,
            senas=Senas.SIETE,
        ),  # B, C
        _changed_edition("trios", muestra=True),  # C, D
        _changed_edition("individual", muestra=True),  # A, C, D
        MusRules(
            "fem",
            descarte=Descartan.POSTRE,
            muestra=True,
            senas=Senas.FEM,
            deje_subida=DejeSubida.MAS_UNO,
        ),  # G
        MusRules(
            "iparralde",
            reyes=4,
            descarte=_A_LA_VEZ,
            respuesta=_PAREJA,
            gracia=3,
            muestra=True,
            sorteo=Primero.MENOR_REPARTE,
            zuetan=True,
        ),  # I
    )
}
"""The rule sets by name; the letters are the sources in the reglamento."""
