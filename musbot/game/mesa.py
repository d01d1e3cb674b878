"""The state of a partida and its phases: immutable records, the fold of the log (see evolve.py)."""

from __future__ import annotations

from dataclasses import dataclass

from musbot.game.actions import Bando, Seat
from musbot.game.cards import DECK, Card, Hand
from musbot.game.envites.envite import Envite
from musbot.game.envites.puja import Puja, Stones
from musbot.game.events import Paid, Signed
from musbot.game.lances import Cerrado, Jugada, Lance, worth
from musbot.game.record import Record
from musbot.game.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Reparto:
    """A hand is due to be dealt; before it the juego and the vaca may have ended."""

    juego_over: bool = False
    vaca_over: bool = False


@dataclass(frozen=True)
class Mus(Record):
    """Mus or no mus, from the mano on (R21): how many have spoken, and whether the second deferred (R27)."""

    said: int = 0
    deferred: bool = False


@dataclass(frozen=True)
class Descarte(Record):
    """Everybody throws cards (R22), by seat; None: not yet. After mus visto nobody need throw any (R24)."""

    thrown: tuple[Hand | None, ...]
    visto: tuple[Seat, Card] | None = None


@dataclass(frozen=True)
class Servir(Record):
    """Cards are due, from the mano on: how many by seat; `thrown` are not yet among the discards (R23)."""

    due: tuple[int, ...]
    thrown: tuple[Hand, ...]
    last: bool = False


@dataclass(frozen=True, slots=True)
class Declaracion:
    """The table is about to state who has pares or juego (R11)."""

    lance: Lance


@dataclass(frozen=True, slots=True)
class Cobro:
    """The deje of the lance just closed is due (R32)."""


@dataclass(frozen=True, slots=True)
class Saldo:
    """Stones are taken or shed at once, in order (R65–R68, R74); then the lance goes on, if it does."""

    due: tuple[Paid, ...]
    sigue: Puja | None = None


@dataclass(frozen=True, slots=True)
class Descubrir:
    """All hands are about to be shown (R35, R44)."""


@dataclass(frozen=True, slots=True)
class Recuento:
    """The count goes on: the payments still due, in order (R44)."""

    due: tuple[Paid, ...]


@dataclass(frozen=True, slots=True)
class Ganado:
    """A side has just reached the target, or won an órdago (R35, R38, R44)."""

    bando: Bando


@dataclass(frozen=True, slots=True)
class Perdido:
    """Only one player still has stones (R60, R70)."""

    bando: Bando


@dataclass(frozen=True, slots=True)
class FinDeJuego:
    """The juego is won, or lost, and the hand about to end; `winner` has won the partida with it."""

    vaca_over: bool
    winner: Bando | None


@dataclass(frozen=True, slots=True)
class Terminada:
    """The partida is over (R53)."""

    winner: Bando


Phase = (
    Reparto
    | Mus
    | Descarte
    | Servir
    | Declaracion
    | Envite
    | Cobro
    | Saldo
    | Descubrir
    | Recuento
    | Ganado
    | Perdido
    | FinDeJuego
    | Terminada
)


@dataclass(frozen=True)
class Mesa(Record):
    """A partida at one moment: the fold of its events.

    Secret are `cards` and `discards`, `eyes` (whom each looks at, R58) and `signs` (the señas of this hand):
    see views.py. `question` grows when words change their meaning; nobody answers the same question twice.
    Of this hand: `throws` are how many cards each threw in every finished discard, `lances` those closed,
    `tantos` the payments made, in order; `pares` and `juego` what has been declared (R11); `shown` who has
    shown his cards. Where stones are to be got rid of, `piedras` are those in each one's hand, `medio` those
    that lie in the middle until the count, by lance and seat, `plato` those shed in this juego.
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
    corrido: bool = False
    cards: tuple[Hand, ...] = ()
    discards: Hand = ()
    reshuffles: int = 0
    throws: tuple[tuple[int, ...], ...] = ()
    cut_by: Seat | None = None
    lances: tuple[Cerrado, ...] = ()
    pares: tuple[bool, ...] | None = None
    juego: tuple[bool, ...] | None = None
    tantos: tuple[Paid, ...] = ()
    shown: tuple[Seat, ...] = ()
    eyes: tuple[Seat, ...] = ()
    signs: tuple[Signed, ...] = ()
    medio: tuple[tuple[Lance, Stones], ...] = ()
    plato: int = 0

    def bando(self, seat: Seat) -> Bando:
        """Returns the side of a seat: sides sit alternately (R16)."""
        return seat % len(self.piedras)

    def circle(self, first: Seat) -> tuple[Seat, ...]:
        """Returns every seat in turn order, from the one given."""
        return (*range(first, self.seats), *range(first))

    def jugada(self, seat: Seat) -> Jugada:
        """Returns what a seat's cards are worth."""
        return worth(self.cards[seat], self.rules)

    def has(self, lance: Lance) -> tuple[bool, ...]:
        """Returns who takes part in a lance, by seat, from the cards (R11, R13)."""
        return tuple(self.plays(seat) and self.jugada(seat).has(lance) for seat in range(self.seats))

    def plays(self, seat: Seat) -> bool:
        """Whether a seat may speak in lances: not without cards, nor without stones (R60, R67)."""
        return not self.rules.stones or (bool(self.cards[seat]) and self.piedras[seat] > 0)

    def en_medio(self, seat: Seat) -> int:
        """Returns how many stones of a seat lie in the middle, in whatever lance."""
        rows = [row for _, row in self.medio]
        match self.phase:
            case Puja(puestas=puestas) | Saldo(sigue=Puja(puestas=puestas)):
                rows.append(puestas)
        match self.phase:
            case Saldo(due) | Recuento(due):
                rows += [paid.de for paid in due if paid.de]
        return sum(row[seat] for row in rows)

    def next_piedras(self) -> tuple[int, ...]:
        """Returns the score with which the next hand begins (R55, R60)."""
        over = isinstance(self.phase, Reparto) and self.phase.juego_over
        return self.rules.start(self.juegos) if over else self.piedras

    def hand_sizes(self) -> tuple[int, ...]:
        """Returns how many cards each is dealt in the next hand: none who has no stones (R60)."""
        every = (self.rules.cards,) * self.seats
        if not self.rules.stones:
            return every
        return tuple(n if held else 0 for n, held in zip(every, self.next_piedras(), strict=True))

    def pile(self) -> list[Card]:
        """Returns the cards not yet dealt, in the documented order of the deck: nobody knows theirs."""
        away = {c for hand in self.cards for c in hand} | set(self.discards)
        match self.phase:
            case Descarte(thrown) | Servir(_, thrown):
                away.update(c for hand in thrown if hand for c in hand)
        return [c for c in DECK if c not in away]
