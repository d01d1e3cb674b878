"""The state of a partida and its phases: immutable records, the fold of the log (see evolve.py).

What every family of games has is here; its own state, rules and decisions are in its room (`modos`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from musbot.game.actions import Action, Bando, Seat, Voz, Words
from musbot.game.cards import DECK, Card, Hand
from musbot.game.envite import Envite
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
from musbot.game.lances import FASES, Cerrado, Fase, Jugada, Lance, jugada
from musbot.game.record import sealed
from musbot.game.rules_base import RuleSet

if TYPE_CHECKING:
    from musbot.game.modos.families import Seen


@dataclass(frozen=True, slots=True)
class Reparto:
    """A hand is due to be dealt; before it the juego may have ended."""

    juego_over: bool = False


@sealed
@dataclass(frozen=True, slots=True)
class Mus:
    """Mus or no mus, from the mano on (R21): how many have spoken, and whether the second deferred (R27)."""

    said: int = 0
    deferred: bool = False


@sealed
@dataclass(frozen=True, slots=True)
class Descarte:
    """Everybody throws cards (R22), by seat; None: not yet. After mus visto nobody need throw any (R24)."""

    thrown: tuple[Hand | None, ...]
    visto: tuple[Seat, Card] | None = None


@sealed
@dataclass(frozen=True, slots=True)
class Servir:
    """Cards are due, from the mano on: how many by seat; `thrown` are not yet among the discards (R23)."""

    due: tuple[int, ...]
    thrown: tuple[Hand, ...]
    last: bool = False


@dataclass(frozen=True, slots=True)
class Between:
    """Nothing is asked: the table goes on by itself, with a declaration, the next lance or the showdown."""


@sealed
@dataclass(frozen=True, slots=True)
class Cobro:
    """Payments are due in mid-hand, in order (R32, R65–R68, R74); then the bet goes on, if there is one."""

    due: tuple[Paid, ...]
    sigue: Envite | None = None


@dataclass(frozen=True, slots=True)
class Recuento:
    """The hands are shown: the payments still due, in order (R44, R69); None: they are yet to be counted."""

    due: tuple[Paid, ...] | None = None


@sealed
@dataclass(frozen=True, slots=True)
class JuegoOver:
    """A juego is won, or lost, and the hand about to end; `winner` has won the partida with it."""

    bando: Bando
    vaca_over: bool = False
    winner: Bando | None = None


@dataclass(frozen=True, slots=True)
class Terminada:
    """The partida is over (R53)."""

    winner: Bando


Phase = Reparto | Mus | Descarte | Servir | Between | Envite | Cobro | Recuento | JuegoOver | Terminada


class Word(NamedTuple):
    """What somebody said aloud in a hand, and what the table was at then."""

    fase: Fase
    seat: Seat
    action: Action


_AT_ONCE = 256


@sealed
@dataclass(frozen=True, slots=True)
class SaidWords:
    """The words of a hand in order, so kept that one more costs the same however many there are."""

    full: tuple[tuple[Word, ...], ...] = ()
    last: tuple[Word, ...] = ()

    def more(self, word: Word) -> SaidWords:
        """Returns them and one more."""
        if len(self.last) < _AT_ONCE:
            return SaidWords(self.full, (*self.last, word))
        return SaidWords((*self.full, self.last), (word,))

    def words(self) -> tuple[Word, ...]:
        """Returns all of them."""
        return tuple(chain(*self.full, self.last)) if self.full else self.last


_MUS = Fase.MUS


@lru_cache(maxsize=64)
def _circle(first: Seat, seats: int) -> tuple[Seat, ...]:
    return (*range(first, seats), *range(first))


class _Found:
    """What has been found out of a state, which never changes: whose word is awaited, what one may say."""

    __slots__ = ("_turno", "_words")

    _turno: tuple[Seat, ...] | None
    _words: tuple[Seat, Words] | None


_KEEP_TURNO = _Found.__dict__["_turno"].__set__
_KEEP_WORDS = _Found.__dict__["_words"].__set__


@dataclass(frozen=True, slots=True)
class State(_Found, ABC):
    """A partida at one moment: the fold of its events.

    Secret are `cards` and `discards`, `eyes` (whom each looks at, R58) and `signs` (the señas of this hand):
    see views.py. `piedras` lie before each side: those it has won, or still has to be rid of. `question`
    grows when words change their meaning; nobody answers the same question twice. Of this hand: `said` are
    the words said aloud, `throws` how many cards each threw in every finished discard, `lances` those closed,
    `tantos` the payments made, in order; `pares` and `juego` what has been declared (R11); `shown` who has
    shown their cards.
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
    said: SaidWords = SaidWords()
    throws: tuple[tuple[int, ...], ...] = ()
    lances: tuple[Cerrado, ...] = ()
    pares: tuple[bool, ...] | None = None
    juego: tuple[bool, ...] | None = None
    tantos: tuple[Paid, ...] = ()
    shown: tuple[Seat, ...] = ()
    eyes: tuple[Seat, ...] = ()
    signs: tuple[Signed, ...] = ()

    # ---- what all families share -------------------------------------------------------------------------

    def bando(self, seat: Seat) -> Bando:
        """Returns the side of a seat: sides sit alternately (R16)."""
        return seat % len(self.piedras)

    def awaited(self) -> tuple[Seat, ...]:
        """Returns whose word is awaited, in turn order; not those who may merely interrupt (R26)."""
        turno = self._turno
        if turno is None:
            turno = self.asks()
            _KEEP_TURNO(self, turno)
        return turno

    def offers(self, seat: Seat) -> Words:
        """Returns what a seat may say now."""
        found = self._words
        if found is None or found[0] != seat:
            found = (seat, self.offered(seat, self.awaited()))
            _KEEP_WORDS(self, found)
        return found[1]

    def circle(self, first: Seat) -> tuple[Seat, ...]:
        """Returns every seat in turn order, from the one given."""
        return _circle(first, self.seats)

    def jugada(self, seat: Seat) -> Jugada:
        """Returns what a seat's cards are worth."""
        rules = self.rules
        return jugada(self.cards[seat], rules.reyes, rules.la_real, rules.orden)

    def has(self, lance: Lance) -> tuple[bool, ...]:
        """Returns who takes part in a lance, by seat, from the cards (R11, R13)."""
        return tuple([self.plays(seat) and self.jugada(seat).has(lance) for seat in range(self.seats)])

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
        return len(DECK) - len(self.away())

    @property
    def fase(self) -> Fase:
        """What the table is at; nothing when the next hand has not been dealt."""
        phase = self.phase
        if isinstance(phase, Envite):
            return FASES[phase.lance]
        if isinstance(phase, Mus):
            return _MUS
        return Fase.DESCARTE if isinstance(phase, (Descarte, Servir)) else Fase.FIN

    # ---- what each family says of its own ----------------------------------------------------------------

    @abstractmethod
    def plays(self, seat: Seat) -> bool:
        """Whether a seat may speak in lances (R60, R67)."""

    @abstractmethod
    def hand_sizes(self) -> tuple[int, ...]:
        """Returns how many cards each is dealt in the next hand, by seat (R20, R60)."""

    @abstractmethod
    def asks(self) -> tuple[Seat, ...]:
        """Finds out whose word is `awaited`."""

    @abstractmethod
    def offered(self, seat: Seat, turno: tuple[Seat, ...]) -> Words:
        """Finds out what a seat may say now, `turno` being who is awaited."""

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
    def seen(self, turno: tuple[Seat, ...]) -> Seen:
        """Returns what everybody sees besides what all families show, `turno` being who is awaited."""

    # ---- what each family makes of its own of an event -----------------------------------------------------

    @abstractmethod
    def dealt(self, event: Dealt) -> State:
        """Returns the state after a deal."""

    @abstractmethod
    def spoken(self, phase: Mus | Envite, seat: Seat, action: Action) -> State:
        """Returns the state after a word, in the mus or in a lance."""

    @abstractmethod
    def waited(self, phase: Envite) -> State:
        """Returns the state once nobody may commit to more (R30)."""

    @abstractmethod
    def thrown(self, descarte: Descarte, counts: tuple[int, ...]) -> Servir:
        """Returns which cards are due when everybody has thrown so many."""

    @abstractmethod
    def served(self, discards: Hand, *, last: bool) -> State:
        """Returns the state once all have their cards; after the `last` the lances follow."""

    @abstractmethod
    def opened(self, event: LanceBegan) -> Envite:
        """Returns a lance that begins."""

    @abstractmethod
    def closed(self, event: Closed) -> State:
        """Returns the state after a lance is over."""

    @abstractmethod
    def owed(self, event: Owed) -> State:
        """Returns the state once it is said what will be paid."""

    @abstractmethod
    def paid(self, event: Paid) -> State:
        """Returns the state after a payment that was due, which is still among those due."""

    @abstractmethod
    def juego_over(self, event: JuegoWon | JuegoLost) -> State:
        """Returns the state after a juego."""
