"""What one seat, or a spectator, may know: built field by field, never by hiding.

AI players, narrator and pictures receive a View and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from musbot.game.actions import NOTHING, Action, Bando, Seat, Sena, Words
from musbot.game.cards import DECK, Card, Hand, strength
from musbot.game.engine import winner
from musbot.game.envite import Envite
from musbot.game.events import (
    Began,
    Closed,
    Dealt,
    Declared,
    Discarded,
    Event,
    GraciaOver,
    HandEnded,
    JuegoLost,
    JuegoWon,
    LanceBegan,
    Looked,
    Owed,
    Paid,
    PartidaWon,
    Reshuffled,
    Said,
    Served,
    Shown,
    Signed,
    VacaWon,
)
from musbot.game.lances import Cerrado, Fase
from musbot.game.miradas import unmade
from musbot.game.modos.families import Seen
from musbot.game.modos.mus.state import MusSeen
from musbot.game.modos.piedras.state import PiedrasSeen
from musbot.game.record import record
from musbot.game.rules_base import RuleSet
from musbot.game.state import Descarte, State, Word

__all__ = [
    "HandBegan",
    "Heard",
    "MusSeen",
    "PiedrasSeen",
    "Public",
    "Seen",
    "SenaMade",
    "Threw",
    "Took",
    "View",
    "Word",
    "heard",
    "observe",
    "ordered",
]


class View(NamedTuple):
    """A table as one seat sees it (`seat` None: a spectator).

    `turno`: the seats whose word is awaited. `mine`: this seat's cards, highest first; `shown`: everybody's,
    once shown. `said`: everything said aloud in this hand. `thrown`: how many cards each seat threw in the
    current discard (None: not known yet); `throws`: in finished ones. `offers`: what this seat may say (for a
    spectator, the first of `turno`). `envite`: the lance being bet; `answering`: the seats that may still
    answer. `pares`, `juego`: the declarations; `lances`: those closed; `tantos`: this hand's payments. About
    this seat alone: whom it is `looking_at` (R58); its `true_signs` not yet made, those it `may_sign` now,
    has `signed` in this hand, and has `seen`, by maker, since the last discard. `modo`: what the family adds.
    """

    seat: Seat | None
    rules: RuleSet
    seats: int
    hand: int
    mano: Seat
    juegos: tuple[int, ...]
    vacas: tuple[int, ...]
    piedras: tuple[int, ...]
    fase: Fase
    turno: tuple[Seat, ...]
    question: int
    said: tuple[Word, ...]
    thrown: tuple[int | None, ...]
    throws: tuple[tuple[int, ...], ...]
    envite: Envite | None
    answering: tuple[Seat, ...]
    pares: tuple[bool, ...] | None
    juego: tuple[bool, ...] | None
    lances: tuple[Cerrado, ...]
    tantos: tuple[Paid, ...]
    mine: Hand
    shown: tuple[Hand, ...] | None
    offers: Words
    winner: Bando | None
    looking_at: Seat | None
    true_signs: tuple[Sena, ...]
    may_sign: tuple[Sena, ...]
    signed: tuple[Sena, ...]
    seen: tuple[tuple[Seat, Sena], ...]
    modo: Seen

    def bando(self, seat: Seat) -> Bando:
        """Returns the side of a seat (R16)."""
        return seat % len(self.piedras)

    def plays(self, seat: Seat) -> bool:
        """Whether a seat may speak in a lance (R60, R67)."""
        return self.modo.plays(self.piedras, seat)

    def adentro(self, bando: Bando) -> bool:
        """Whether a side is within five piedras of the juego (R54)."""
        return self.modo.adentro(self.piedras[bando])

    def actions(self, bets: Sequence[int] = (2,)) -> tuple[Action, ...]:
        """Returns every action; words with a number with the amounts in `bets` (see Words.actions)."""
        return self.offers.actions(self.mine, bets)

    def circle(self) -> tuple[Seat, ...]:
        """Returns every seat in turn order, from the mano."""
        return (*range(self.mano, self.seats), *range(self.mano))


@lru_cache(maxsize=8192)
def ordered(hand: Hand, reyes: int) -> Hand:
    """Returns cards sorted, highest first."""
    return tuple(sorted(hand, key=_HELD[reyes].__getitem__))


_HELD: Mapping[int, Mapping[Card, tuple[int, int, str]]] = {
    reyes: {card: (-strength(card.rank, reyes), -card.rank, card.suit) for card in DECK} for reyes in (4, 8)
}


def observe(mesa: State, seat: Seat | None = None) -> View:
    """Returns what a seat, or a spectator (None), sees of the table.

    Keyword arguments would cost AI players a fifteenth of their speed; a test checks the order of the fields.
    """
    turno = mesa.turno
    phase = mesa.phase
    envite = phase if isinstance(phase, Envite) else None
    answering = envite.pending if envite is not None else ()
    mine = ordered(mesa.cards[seat], mesa.rules.reyes) if seat is not None and mesa.cards else ()
    signer = seat if seat is not None and mesa.rules.signs else None
    looking_at = mesa.eyes[signer] if signer is not None else None
    true_signs = unmade(mesa, signer) if signer is not None else ()
    may_sign = true_signs if true_signs and mesa.signing() else ()
    signed = tuple([made.sena for made in mesa.signs if made.seat == seat]) if mesa.signs else ()
    said, modo = mesa.words(), mesa.seen()
    asked = seat if seat is not None else (turno[0] if turno else None)
    thrown = _thrown(mesa, phase, seat) if isinstance(phase, Descarte) else (None,) * mesa.seats
    shown = _shown(mesa) if mesa.shown else None
    offers = mesa.offers(asked) if asked is not None else NOTHING
    seen = _seen(mesa, seat) if mesa.signs else ()
    return View(
        seat, mesa.rules, mesa.seats, mesa.hand, mesa.mano, mesa.juegos, mesa.vacas, mesa.piedras, mesa.fase,
        turno, mesa.question, said, thrown, mesa.throws, envite, answering, mesa.pares,
        mesa.juego, mesa.lances, mesa.tantos, mine, shown, offers, winner(mesa) if envite is None else None,
        looking_at, true_signs, may_sign, signed, seen, modo,
    )  # fmt: skip


def _seen(mesa: State, seat: Seat | None) -> tuple[tuple[Seat, Sena], ...]:
    """The señas a seat has seen since the last discard, by maker (R58)."""
    now = len(mesa.throws)
    return tuple(
        [(made.seat, made.sena) for made in mesa.signs if made.throws == now and seat in made.seen_by]
    )


def _shown(mesa: State) -> tuple[Hand, ...]:
    """The hands that have been shown, empty for those that have not (R43)."""
    hands = enumerate(mesa.cards)
    return tuple(ordered(hand, mesa.rules.reyes) if seat in mesa.shown else () for seat, hand in hands)


def _thrown(mesa: State, descarte: Descarte, seat: Seat | None) -> tuple[int | None, ...]:
    """How many cards each has thrown: known at once if in turn, else when all have thrown (R22)."""
    told = not mesa.rules.at_once
    thrown = enumerate(descarte.thrown)
    return tuple(len(hand) if hand is not None and (told or who == seat) else None for who, hand in thrown)


@record(frozen=True, slots=True)
class Took:
    """Heard of cards dealt or served: how many a seat took, and which, if they are your own."""

    seat: Seat
    count: int
    cards: Hand | None


@record(frozen=True, slots=True)
class Threw:
    """Heard of a discard: how many cards (None: told later, R22), and which, if they are your own."""

    seat: Seat
    count: int | None
    cards: Hand | None


@record(frozen=True, slots=True)
class SenaMade:
    """Heard of a seña by its maker and by those who were looking (R58)."""

    seat: Seat
    sena: Sena


@record(frozen=True, slots=True)
class HandBegan:
    """Heard of a deal besides your own cards; `visto` is the card dealt face up (R24)."""

    hand: int
    mano: Seat
    visto: tuple[Seat, Card] | None


Public = (
    Began
    | Said
    | Reshuffled
    | Declared
    | LanceBegan
    | GraciaOver
    | Closed
    | Shown
    | Owed
    | Paid
    | JuegoWon
    | JuegoLost
    | VacaWon
    | PartidaWon
    | HandEnded
)
Heard = Public | HandBegan | Took | Threw | SenaMade | Looked


def heard(event: Event, seat: Seat | None, rules: RuleSet) -> tuple[Heard, ...]:
    """Returns what a seat, or a spectator (None), learns from an event."""
    if isinstance(event, Said):  # most are, and all hear them
        return (event,)
    if isinstance(event, Dealt):
        dealt = [
            Took(who, len(taken), taken if who == seat else None) for who, taken in enumerate(event.cards)
        ]
        return (HandBegan(event.hand, event.mano, event.visto), *dealt)
    if isinstance(event, (Served, Discarded)):
        return (_cards_heard(event, rules, own=event.seat == seat),)
    if isinstance(event, Signed):
        seen = seat is not None and (seat == event.seat or seat in event.seen_by)
        return (SenaMade(event.seat, event.sena),) if seen else ()
    if isinstance(event, Looked):
        return (event,) if event.seat == seat else ()
    return (event,)


def _cards_heard(event: Served | Discarded, rules: RuleSet, *, own: bool) -> Took | Threw:
    """What is heard of cards served or thrown; only their owner hears which."""
    cards = event.cards if own else None
    if isinstance(event, Served):
        return Took(event.seat, len(event.cards), cards)
    return Threw(event.seat, len(event.cards) if own or not rules.at_once else None, cards)
