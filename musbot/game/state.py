"""The state of a partida and its phases: immutable records, the fold of the log (see evolve.py).

What every family of games has is here; its own state, rules and decisions are in its room (`modos`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import field
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self, TypeVar, final

from musbot.game.actions import Action, Bando, Seat, Voz, Words
from musbot.game.cards import DECK, Card, Hand
from musbot.game.envite import Envite
from musbot.game.errors import BadEvent
from musbot.game.events import (
    Closed,
    Dealt,
    Event,
    JuegoLost,
    JuegoWon,
    LanceBegan,
    Owed,
    Paid,
    Signed,
)
from musbot.game.lances import FASES, Cerrado, Fase, Jugada, Lance
from musbot.game.record import draftable, record
from musbot.game.rules_base import RuleSet
from musbot.game.senas import HandFacts, KnownHands, known

if TYPE_CHECKING:
    from musbot.game.modos.families import Seen


@record(frozen=True, slots=True)
class Reparto:
    """A hand is due to be dealt; before it the juego may have ended."""

    juego_over: bool = False


@final
@record(frozen=True, slots=True)
class Mus:
    """Mus or no mus, from the mano on (R21): how many have spoken, and whether the second deferred (R27)."""

    said: int = 0
    deferred: bool = False


@record(frozen=True, slots=True)
class Descarte:
    """Everybody throws cards (R22), by seat; None: not yet. After mus visto nobody need throw any (R24)."""

    thrown: tuple[Hand | None, ...]
    visto: tuple[Seat, Card] | None = None


@record(frozen=True, slots=True)
class Servir:
    """Cards are due, from the mano on: how many by seat; `thrown` are not yet among the discards (R23)."""

    due: tuple[int, ...]
    thrown: tuple[Hand, ...]
    last: bool = False


@final
@record(frozen=True, slots=True)
class Between:
    """Nothing is asked: the table goes on by itself, with a declaration, the next lance or the showdown."""


@final
@record(frozen=True, slots=True)
class Cobro:
    """Payments are due in mid-hand, in order (R32, R65–R68, R74); then the bet goes on, if there is one."""

    due: tuple[Paid, ...]
    sigue: Envite | None = None


@final
@record(frozen=True, slots=True)
class Recuento:
    """The hands are shown: the payments still due, in order (R44, R69); None: they are yet to be counted."""

    due: tuple[Paid, ...] | None = None


@final
@record(frozen=True, slots=True)
class JuegoOver:
    """A juego is won, or lost, and the hand about to end; `winner` has won the partida with it."""

    bando: Bando
    vaca_over: bool = False
    winner: Bando | None = None


@record(frozen=True, slots=True)
class Terminada:
    """The partida is over (R53)."""

    winner: Bando


Phase = Reparto | Mus | Descarte | Servir | Between | Envite | Cobro | Recuento | JuegoOver | Terminada


class Word(NamedTuple):
    """What somebody said aloud in a hand, and what the table was at then."""

    fase: Fase
    seat: Seat
    action: Action


P = TypeVar("P")
_AT_ONCE = 256
_MADE = tuple.__new__
"""As a named tuple's own class does, without its call."""

_FASES = {Mus: Fase.MUS, Descarte: Fase.DESCARTE, Servir: Fase.DESCARTE}
_FIN = Fase.FIN

_NEW = object.__new__
SET = object.__setattr__
"""For what is found out of a state when it is made."""


@lru_cache(maxsize=64)
def _circle(first: Seat, seats: int) -> tuple[Seat, ...]:
    return (*range(first, seats), *range(first))


@draftable(slots=True, unsafe_hash=True)
class State(ABC):
    """A partida at one moment: the fold of its events.

    Secret are `cards` and `discards`, `eyes` (whom each looks at, R58) and `signs` (the señas of this hand):
    see views.py. `piedras` lie before each side: those it has won, or still has to be rid of. `question`
    grows when words change their meaning; nobody answers the same question twice. Of this hand: `said` are
    the last words said aloud and `said_before` all earlier ones, a full row at a time, so that one more costs
    the same however many there are; `throws` how many cards each threw in every finished discard, `lances`
    those closed, `tantos` the payments made, in order; `pares` and `juego` what has been declared (R11);
    `shown` who has shown their cards. `turno` is whose word is awaited, in turn order; not who may merely
    interrupt (R26).
    """

    rules: RuleSet
    seats: int
    mano: Seat
    juegos: tuple[int, ...]
    vacas: tuple[int, ...]
    piedras: tuple[int, ...]
    phase: Phase
    hand: int = 0
    question: int = 0
    cards: tuple[Hand, ...] = ()
    discards: Hand = ()
    reshuffles: int = 0
    said: tuple[Word, ...] = ()
    said_before: tuple[tuple[Word, ...], ...] = ()
    throws: tuple[tuple[int, ...], ...] = ()
    lances: tuple[Cerrado, ...] = ()
    pares: tuple[bool, ...] | None = None
    juego: tuple[bool, ...] | None = None
    tantos: tuple[Paid, ...] = ()
    shown: tuple[Seat, ...] = ()
    eyes: tuple[Seat, ...] = ()
    signs: tuple[Signed, ...] = ()
    turno: tuple[Seat, ...] = field(init=False, repr=False, compare=False)
    _knows: KnownHands = field(init=False, repr=False, compare=False)

    sealed_class: ClassVar[type[State]]
    draft_class: ClassVar[type[State]]

    def __post_init__(self) -> None:
        rules = self.rules
        SET(self, "_knows", known(rules.reyes, rules.la_real, rules.orden, rules.lawful))
        SET(self, "turno", self.asks())

    def draft(self) -> Self:
        """Returns a copy that its maker alone may change, until it is sealed."""
        to: Self = _NEW(self.draft_class)  # type: ignore[assignment]
        to.rules = self.rules
        to.seats = self.seats
        to.mano = self.mano
        to.juegos = self.juegos
        to.vacas = self.vacas
        to.piedras = self.piedras
        to.phase = self.phase
        to.hand = self.hand
        to.question = self.question
        to.cards = self.cards
        to.discards = self.discards
        to.reshuffles = self.reshuffles
        to.said = self.said
        to.said_before = self.said_before
        to.throws = self.throws
        to.lances = self.lances
        to.pares = self.pares
        to.juego = self.juego
        to.tantos = self.tantos
        to.shown = self.shown
        to.eyes = self.eyes
        to.signs = self.signs
        to.turno = self.turno
        to._knows = self._knows
        return to

    def seal(self) -> Self:
        """Returns this draft, which from now on is as frozen as any state."""
        self.turno = self.asks()
        self.__class__ = self.sealed_class  # type: ignore[assignment]
        return self

    # ---- what all families share -------------------------------------------------------------------------

    def bando(self, seat: Seat) -> Bando:
        """Returns the side of a seat: sides sit alternately (R16)."""
        return seat % len(self.piedras)

    def circle(self, first: Seat) -> tuple[Seat, ...]:
        """Returns every seat in turn order, from the one given."""
        return _circle(first, self.seats)

    def jugada(self, seat: Seat) -> Jugada:
        """Returns what a seat's cards are worth."""
        return self._knows.of(self.cards[seat]).worth

    def held(self, seat: Seat) -> HandFacts:
        """Returns what a seat's cards are worth, and the señas that are true of them."""
        return self._knows.of(self.cards[seat])

    def has(self, lance: Lance) -> tuple[bool, ...]:
        """Returns who takes part in a lance, by seat, from the cards (R11, R13)."""
        playing = self.playing()
        return tuple([seat in playing and self.jugada(seat).has(lance) for seat in range(self.seats)])

    def words(self) -> tuple[Word, ...]:
        """Returns what has been said aloud in this hand, in order."""
        return tuple(chain(*self.said_before, self.said)) if self.said_before else self.said

    def pile(self) -> list[Card]:
        """Returns the cards not yet dealt, in the documented order of the deck: nobody knows theirs."""
        away = self.away()
        return [c for c in DECK if c not in away]

    def away(self) -> set[Card]:
        """Returns the cards that are not in the pile: in hands, thrown, or among the discards."""
        away = set(self.discards).union(*self.cards)
        phase = self.phase
        if isinstance(phase, (Descarte, Servir)):
            away.update(*filter(None, phase.thrown))
        return away

    def left(self) -> int:
        """Returns how many cards are in the pile."""
        phase = self.phase
        thrown = phase.thrown if isinstance(phase, (Descarte, Servir)) else ()
        return len(DECK) - len(self.discards) - sum([len(hand) for hand in (*self.cards, *thrown) if hand])

    @property
    def fase(self) -> Fase:
        """What the table is at; nothing when the next hand has not been dealt."""
        phase = self.phase
        return FASES[phase.lance] if isinstance(phase, Envite) else _FASES.get(type(phase), _FIN)

    # ---- what each family says of its own ----------------------------------------------------------------

    @abstractmethod
    def playing(self) -> tuple[Seat, ...]:
        """Returns who may speak in lances (R60, R67), from the mano on."""

    @abstractmethod
    def hand_sizes(self) -> tuple[int, ...]:
        """Returns how many cards each is dealt in the next hand, by seat (R20, R60)."""

    @abstractmethod
    def asks(self) -> tuple[Seat, ...]:
        """Finds out whose `turno` it is."""

    @abstractmethod
    def offers(self, seat: Seat) -> Words:
        """Returns what a seat may say now."""

    @abstractmethod
    def meant(self, seat: Seat, action: Action) -> Action:
        """Returns what a seat says with a word: the one offered, where two mean the same (R90)."""

    @abstractmethod
    def gracia(self) -> Seat | None:
        """Returns whose answer stands once `rules.gracia` seconds have passed, if that is waited for."""

    def one_by_one(self) -> bool:
        """Returns whether the cards due are served one at a time (R22)."""
        return False

    def keeps_throws(self) -> bool:
        """Returns whether what has just been thrown stays out of a new pile (R23)."""
        return False

    @abstractmethod
    def reached(self) -> Bando | None:
        """Returns the side that has what a juego takes, where one gathers piedras (R38, R44)."""

    @abstractmethod
    def signing(self) -> bool:
        """Returns whether señas may be made now (R57, R59)."""

    @abstractmethod
    def out_rule(self) -> str:
        """Returns the rule by which one speaks no more in a lance (R30, R39, R64, R73)."""

    @abstractmethod
    def rule(self, voz: Voz | None = None) -> str:
        """Returns the rule of what is asked now, or of a word that one tries to say to it."""

    @abstractmethod
    def bound(self, seat: Seat) -> str | None:
        """Returns the rule by which a seat has spoken and no longer may, where out of turn it could (R36)."""

    @abstractmethod
    def follows(self) -> Event | None:
        """Returns what happens next by itself, if anything: the decisions of the rules."""

    @abstractmethod
    def course(self) -> tuple[tuple[int, ...], Bando | None]:
        """Returns the piedras of every side at the end of a hand, and whose juego it was, if it ended."""

    @abstractmethod
    def seen(self) -> Seen:
        """Returns what everybody sees besides what all families show."""

    # ---- what a draft makes of an event ------------------------------------------------------------------

    def at(self, phase: type[P]) -> P:
        """Returns the phase of the table, which must be of that kind; raises BadEvent."""
        if not isinstance(self.phase, phase):
            raise BadEvent(f"{phase.__name__} was expected, the table is in {type(self.phase).__name__}")
        return self.phase

    def dealt(self, event: Dealt) -> None:
        """Begins a hand: of the last one nothing is left but the score, and whom each looks at."""
        self.mano, self.hand, self.cards = event.mano, event.hand, event.cards
        self.question += 1
        self.discards = self.throws = self.lances = self.tantos = self.shown = self.signs = ()
        self.said = self.said_before = ()
        self.reshuffles = 0
        self.pares = self.juego = None

    def tell(self, fase: Fase, seat: Seat, action: Action) -> None:
        """Takes down what has been said aloud."""
        said = self.said
        if len(said) == _AT_ONCE:
            self.said_before, said = (*self.said_before, said), ()
        self.said = (*said, _MADE(Word, (fase, seat, action)))

    @abstractmethod
    def spoken(self, seat: Seat, action: Action) -> None:
        """Takes a word, in the mus or in a lance, where one may be said."""

    @abstractmethod
    def waited(self, phase: Envite) -> None:
        """Goes on once nobody may commit to more (R30)."""

    @abstractmethod
    def thrown(self, descarte: Descarte, counts: tuple[int, ...]) -> Servir:
        """Returns which cards are due when everybody has thrown so many."""

    @abstractmethod
    def served(self, *, last: bool) -> None:
        """Goes on once all have their cards; after the `last` the lances follow."""

    @abstractmethod
    def opened(self, event: LanceBegan) -> Envite:
        """Returns a lance that begins."""

    @abstractmethod
    def closed(self, event: Closed) -> None:
        """Goes on after a lance is over, which is among the `lances`."""

    @abstractmethod
    def owed(self, event: Owed) -> None:
        """Takes down what will be paid."""

    @abstractmethod
    def paid(self, event: Paid) -> None:
        """Makes a payment that was due, which is still among those due."""

    @abstractmethod
    def juego_over(self, event: JuegoWon | JuegoLost) -> None:
        """Counts a juego."""
