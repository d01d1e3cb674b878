"""The state of a partida and its phases: immutable records that the log folds into (evolve.py).

This is the common part of all families of games; each has its own state and rules in `modos`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import field
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self, TypeVar, final

from musbot.game.actions import Action, Bando, Seat, Seats, Voz, Words
from musbot.game.cards import DECK, Card, Hand
from musbot.game.envite import Envite
from musbot.game.errors import BadArgument, BadEvent
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
    """A deal is due."""

    juego_over: bool = False
    """Whether a juego ended before it."""


@final
@record(frozen=True, slots=True)
class Mus:
    """The players decide between mus and no mus, from the mano on (R21)."""

    said: int = 0
    """The number of players who have spoken; under zuetan (R103) the number of sides."""
    deferred: bool = False
    """Whether the second player consulted the partner (R27)."""


@record(frozen=True, slots=True)
class Descarte:
    """The players discard (R22). After mus visto they may keep all cards (R24)."""

    thrown: tuple[Hand | None, ...]
    """The cards thrown by each seat; None before its discard."""
    visto: tuple[Seat, Card] | None = None
    """A seat and its card that was dealt or served face up (R24, R105)."""


@record(frozen=True, slots=True)
class Servir:
    """Cards are due after a discard, from the mano on."""

    due: tuple[int, ...]
    """The number of cards due to each seat."""
    thrown: tuple[Hand, ...]
    """The cards thrown in this discard, not yet among the discards (R23)."""
    last: bool = False
    """Whether the lances follow."""
    visto: tuple[Seat, Card] | None = None
    """A seat and its card that was served face up (R105)."""


@final
@record(frozen=True, slots=True)
class Between:
    """No word is awaited: a declaration, the next lance, the showdown or the end of the juego follows."""


@final
@record(frozen=True, slots=True)
class Cobro:
    """Payments are due in mid-hand (R32, R65–R68, R74)."""

    due: tuple[Paid, ...]
    """The payments, in order."""
    sigue: Envite | None = None
    """The bet that continues after them, if there is one."""


@final
@record(frozen=True, slots=True)
class Recuento:
    """The hands are shown and counted."""

    due: tuple[Paid, ...] | None = None
    """The payments still due, in order (R44, R69); None before the count."""


@final
@record(frozen=True, slots=True)
class JuegoOver:
    """A juego was won or lost, and the hand is about to end."""

    bando: Bando
    """The side that won or lost it."""
    vaca_over: bool = False
    """Whether a vaca was won with it."""
    winner: Bando | None = None
    """The side that won the partida with it, if any."""


@record(frozen=True, slots=True)
class Terminada:
    """The partida is over (R53)."""

    winner: Bando
    """The side that won."""


Phase = Reparto | Mus | Descarte | Servir | Between | Envite | Cobro | Recuento | JuegoOver | Terminada
"""Any phase."""


class Word(NamedTuple):
    """A public word of the hand."""

    fase: Fase
    """The stage at that time."""
    seat: Seat
    """The seat of the speaker."""
    action: Action
    """The word."""


P = TypeVar("P")
_AT_ONCE = 256
_MADE = tuple.__new__
"""Makes a named tuple without the overhead of its class."""

_FASES = {Mus: Fase.MUS, Descarte: Fase.DESCARTE, Servir: Fase.DESCARTE}
_FIN = Fase.FIN

_NEW = object.__new__
SET = object.__setattr__
"""Sets a field that is derived when a state is made."""


@lru_cache(maxsize=64)
def _circle(first: Seat, seats: int) -> Seats:
    """Returns every seat in turn order, from `first`."""
    return (*range(first, seats), *range(first))


@draftable(slots=True, unsafe_hash=True)
class State(ABC):
    """A partida at one moment: the fold of its events.

    `cards`, `discards`, `eyes`, `signs` and the thrown cards in `phase` are secret; views.py shows each seat
    its part.
    """

    rules: RuleSet
    """The rules."""
    seats: int
    """The number of seats."""
    mano: Seat
    """The seat of the mano."""
    juegos: tuple[int, ...]
    """The juegos of each side."""
    vacas: tuple[int, ...]
    """The vacas of each side."""
    piedras: tuple[int, ...]
    """The piedras of each side: won, or still to shed."""
    phase: Phase
    """The phase."""
    hand: int = 0
    """The number of the hand, from 1; 0 before the first deal."""
    question: int = 0
    """A number that grows when words change their meaning. No player answers the same question twice."""
    cards: tuple[Hand, ...] = ()
    """The cards of each seat."""
    discards: Hand = ()
    """The cards thrown in finished discards, since the last reshuffle."""
    reshuffles: int = 0
    """The number of reshuffles in this hand."""
    said: tuple[Word, ...] = ()
    """The latest public words of this hand."""
    said_before: tuple[tuple[Word, ...], ...] = ()
    """All earlier words, in full rows, so that adding a word has a constant cost."""
    throws: tuple[tuple[int, ...], ...] = ()
    """The number of cards that each seat threw in every finished discard."""
    lances: tuple[Cerrado, ...] = ()
    """The finished lances of this hand."""
    pares: tuple[bool, ...] | None = None
    """For each seat, whether it has pares; None before the declaration (R11)."""
    juego: tuple[bool, ...] | None = None
    """For each seat, whether it has juego; None before the declaration (R11)."""
    tantos: tuple[Paid, ...] = ()
    """The payments of this hand, in order."""
    shown: Seats = ()
    """The seats that have shown their cards."""
    eyes: Seats = ()
    """The seat that each seat looks at (R58)."""
    signs: tuple[Signed, ...] = ()
    """The señas of this hand."""
    turno: Seats = field(init=False, repr=False, compare=False)
    """The seats whose word is awaited, in turn order, without seats that may only interrupt (R26).

    A draft keeps the value of the state that it copies.
    """
    _knows: KnownHands = field(init=False, repr=False, compare=False)

    sealed_class: ClassVar[type[State]]
    """The immutable class of a draft."""
    draft_class: ClassVar[type[State]]
    """The mutable class of a state."""

    def __post_init__(self) -> None:
        """Sets the fields that follow from the others: `turno` and the cache of hands."""
        rules = self.rules
        SET(self, "_knows", known(rules.reyes, rules.la_real, rules.orden, rules.lawful))
        SET(self, "turno", self.awaited_seats())

    def draft(self) -> Self:
        """Returns a mutable copy of this state with the same `turno`; `seal` makes it immutable when it is
        complete."""
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
        """Makes this draft immutable, sets its `turno`, and returns it."""
        self.turno = self.awaited_seats()
        self.__class__ = self.sealed_class  # type: ignore[assignment]
        return self

    # ---- what all families share -------------------------------------------------------------------------

    def bando(self, seat: Seat) -> Bando:
        """Returns the side of a seat: the seat modulo the number of sides, which sit alternately (R16)."""
        return seat % len(self.piedras)

    def circle(self, first: Seat) -> Seats:
        """Returns every seat in turn order, from `first`."""
        return _circle(first, self.seats)

    def jugada(self, seat: Seat) -> Jugada:
        """Returns the value of a seat's cards; the seat must have four cards, but the number is not
        checked."""
        return self._knows.look_up(self.cards[seat]).worth

    def hand_facts(self, seat: Seat) -> HandFacts:
        """Returns the value of a seat's four cards, and the true señas that the rules allow (R56)."""
        return self._knows.look_up(self.cards[seat])

    def has(self, lance: Lance) -> tuple[bool, ...]:
        """Returns, for each seat, whether its cards take part in a lance (R11, R13).

        False for a seat that is not among `playing_seats`.
        """
        playing = self.playing_seats()
        return tuple([seat in playing and self.jugada(seat).has(lance) for seat in range(self.seats)])

    def words(self) -> tuple[Word, ...]:
        """Returns the public words of this hand, in order."""
        return tuple(chain(*self.said_before, self.said)) if self.said_before else self.said

    def pile(self) -> list[Card]:
        """Returns the cards of the pile in the documented order of the deck, not in their secret order."""
        away = self.cards_away()
        return [c for c in DECK if c not in away]

    def cards_away(self) -> set[Card]:
        """Returns the cards outside the pile: in hands, thrown, or among the discards."""
        away = set(self.discards).union(*self.cards)
        phase = self.phase
        if isinstance(phase, (Descarte, Servir)):
            away.update(*filter(None, phase.thrown))
        return away

    def pile_size(self) -> int:
        """Returns the number of cards in the pile."""
        phase = self.phase
        thrown = phase.thrown if isinstance(phase, (Descarte, Servir)) else ()
        return len(DECK) - len(self.discards) - sum([len(hand) for hand in (*self.cards, *thrown) if hand])

    @property
    def fase(self) -> Fase:
        """The stage of the hand: mus, the discard or a lance.

        FIN in any other phase, such as a payment, the count, or between lances or hands.
        """
        phase = self.phase
        return FASES[phase.lance] if isinstance(phase, Envite) else _FASES.get(type(phase), _FIN)

    # ---- what each family says of its own ----------------------------------------------------------------

    @abstractmethod
    def playing_seats(self) -> Seats:
        """Returns the seats that take part in lances (R60, R67), from the mano on.

        Pares and juego also need the cards (R13), which are not checked.
        """

    @abstractmethod
    def hand_sizes(self) -> tuple[int, ...]:
        """Returns the number of cards that each seat is dealt in the next hand (R20, R60)."""

    @abstractmethod
    def awaited_seats(self) -> Seats:
        """Returns the seats whose word or discard is awaited, in turn order; empty if there are none.

        `seal` stores them as `turno`.
        """

    def asked_for_mus(self, phase: Mus) -> Seats:
        """Returns the seat whose word about the mus is awaited (R21), as a tuple of one.

        A family may return several seats.
        """
        return ((self.mano + phase.said) % self.seats,)

    @abstractmethod
    def offers(self, seat: Seat) -> Words:
        """Returns the words that a seat may say now, awaited or not, without señas and looks; empty if there
        are none."""

    @abstractmethod
    def resolve_word(self, seat: Seat, action: Action) -> Action:
        """Returns the offered word that a seat's word means, if two mean the same (R90); otherwise the
        word."""

    @abstractmethod
    def gracia(self) -> Seat | None:
        """Returns the seat whose answer counts after `rules.gracia` seconds; None without a wait."""

    def one_by_one(self) -> bool:
        """Returns whether due cards are served one at a time (R22); False in families without that option."""
        return False

    def keeps_throws(self) -> bool:
        """Returns whether a new pile is made only of earlier discards, without the current one (R23); False
        in families without that option."""
        return False

    @abstractmethod
    def side_at_target(self) -> Bando | None:
        """Returns the side that first reached the piedras of a juego (R38, R44).

        None if no side has, or in games with stones.
        """

    @abstractmethod
    def allows_senas(self) -> bool:
        """Returns whether señas are allowed now (R57, R59)."""

    @abstractmethod
    def out_rule(self) -> str:
        """Returns the rule that stops a player from speaking again in a lance (R30, R39, R64, R73)."""

    @abstractmethod
    def rule(self, voz: Voz | None = None) -> str:
        """Returns the rule about the current question, such as "R29".

        With `voz`, the rule may depend on that word as an answer.
        """

    @abstractmethod
    def binding_rule(self, seat: Seat) -> str | None:
        """Returns the rule that binds a seat to its earlier word, if it might otherwise speak out of turn
        (R36, R79); None if no rule does."""

    @abstractmethod
    def next_event(self) -> Event | None:
        """Returns the event that the rules add next; None while a word or cards are awaited, and at the end
        of the partida."""

    @abstractmethod
    def course(self) -> tuple[tuple[int, ...], Bando | None]:
        """Returns the outcome of a hand whose payments are made.

        It is each side's piedras, and the side that won the juego (with stones: lost it), or None if the
        juego continues.
        """

    @abstractmethod
    def family_view(self) -> Seen:
        """Returns the public information of this family, Mus or the games with stones, that `View` does not
        have."""

    # ---- what a draft makes of an event ------------------------------------------------------------------

    def require_phase(self, phase: type[P]) -> P:
        """Returns the phase if it is of this type; raises BadEvent otherwise."""
        if not isinstance(self.phase, phase):
            raise BadEvent(f"{phase.__name__} was expected, the table is in {type(self.phase).__name__}")
        return self.phase

    def apply_dealt(self, event: Dealt) -> None:
        """Starts a hand in a draft: sets its number, mano and cards, and counts a new question.

        Clears the words, discards, reshuffles, lances, declarations, payments, shown seats and señas of the
        last hand. The score, the directions of looks and the phase stay; each family changes them as it
        needs.
        """
        self.mano, self.hand, self.cards = event.mano, event.hand, event.cards
        self.question += 1
        self.discards = self.throws = self.lances = self.tantos = self.shown = self.signs = ()
        self.said = self.said_before = ()
        self.reshuffles = 0
        self.pares = self.juego = None

    def add_word(self, fase: Fase, seat: Seat, action: Action) -> None:
        """Adds a public word to the words of this hand. Only for a draft, the mutable copy of a state."""
        actions = self.said
        if len(actions) == _AT_ONCE:
            self.said_before, actions = (*self.said_before, actions), ()
        self.said = (*actions, _MADE(Word, (fase, seat, action)))

    @abstractmethod
    def apply_word(self, seat: Seat, action: Action) -> None:
        """Applies a word of the mus or of a lance, and adds it to the words of the hand.

        Raises BadEvent in another phase. Whether the word is offered is not checked.
        """

    @abstractmethod
    def apply_wait_end(self, phase: Envite) -> None:
        """Continues after the wait for a partner (R30): the best answer so far counts.

        Raises BadEvent in games with stones, and in Mus ValueError for a lance without an answer.
        """

    @abstractmethod
    def cards_to_serve(self, descarte: Descarte, counts: tuple[int, ...]) -> Servir:
        """Returns the phase that serves the cards due after all players have discarded; the draft is
        unchanged.

        `counts` has the number of cards that each seat threw.
        """

    @abstractmethod
    def apply_served(self, *, last: bool, visto: tuple[Seat, Card] | None) -> None:
        """Sets the phase after all cards were served; the lances follow the `last` discard.

        `visto` is a seat and its card that was served face up (R105).
        """

    @abstractmethod
    def open_lance(self, event: LanceBegan) -> Envite:
        """Returns a new lance; the draft itself is unchanged."""

    @abstractmethod
    def apply_closed(self, event: Closed) -> None:
        """Continues after a lance, which is already among the `lances`: sets the phase.

        If payments are due at once, they come first.
        """

    @abstractmethod
    def apply_owed(self, event: Owed) -> None:
        """Records the payments that are due in the phase, which it sets."""

    @abstractmethod
    def apply_paid(self, event: Paid) -> None:
        """Applies a payment that is still the first one due: changes the score, and adds the payment to
        `tantos`.

        Sets the phase with the payments that are left, or with the continuation of the hand.
        """

    @abstractmethod
    def apply_juego_end(self, event: JuegoWon | JuegoLost) -> None:
        """Counts a juego for the side that won or lost it, and sets the phase `JuegoOver`."""


def state_error(mesa: object, error: AttributeError) -> Exception:
    """Returns the error to raise after `error`: a BadArgument unless `mesa` is a State, otherwise `error`."""
    refused = BadArgument("mesa", mesa, "a State, such as the mesa of a Partida")
    return error if isinstance(mesa, State) else refused
