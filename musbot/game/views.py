"""What one seat, or somebody at the next table, may know: built field by field, never by hiding.

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

    `turno` is whose word is awaited; `mine` the seat's own cards, the highest first; `shown` everybody's,
    once they are shown. `said` is all that was said aloud in this hand. `thrown` is how many cards each threw
    in the discard under way (None: not told yet), `throws` in those finished. `offers` is what this seat may
    say, for a spectator what the first of `turno` may. `envite` is the lance being bet, `answering` may still
    answer the bet. `pares` and `juego` are the declarations, `lances` those closed, `tantos` the payments of
    this hand. Of this seat alone: `looking_at` whom (R58), the señas that are true of its cards and not yet
    made (`true_signs`), those it `may_sign` at this moment, has `signed` in this hand, and has `seen`, by
    whom, since cards were last thrown. `modo` is what the family of games shows besides.
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
        """Returns every word that may be said, of those with a number the ones in `bets` (Words.actions)."""
        return self.offers.actions(self.mine, bets)

    def circle(self) -> tuple[Seat, ...]:
        """Returns every seat in turn order, from the mano."""
        return (*range(self.mano, self.seats), *range(self.mano))


@lru_cache(maxsize=8192)
def ordered(hand: Hand, reyes: int) -> Hand:
    """Returns cards as people hold them: the highest first."""
    return tuple(sorted(hand, key=_HELD[reyes].__getitem__))


_HELD: Mapping[int, Mapping[Card, tuple[int, int, str]]] = {
    reyes: {card: (-strength(card.rank, reyes), -card.rank, card.suit) for card in DECK} for reyes in (4, 8)
}


def observe(mesa: State, seat: Seat | None = None) -> View:
    """Returns what a seat sees of the table, or a spectator (None).

    Keywords would cost players a fifteenth of their speed: a test sees that each field stands in its place.
    """
    turno = mesa.awaited()
    phase = mesa.phase
    envite = phase if isinstance(phase, Envite) else None
    answering = envite.pending if envite is not None else ()
    mine = ordered(mesa.cards[seat], mesa.rules.reyes) if seat is not None and mesa.cards else ()
    signer = seat if seat is not None and mesa.rules.signs else None
    looking_at = mesa.eyes[signer] if signer is not None else None
    true_signs = unmade(mesa, signer) if signer is not None else ()
    may_sign = true_signs if true_signs and mesa.signing() else ()
    signed = tuple([made.sena for made in mesa.signs if made.seat == seat]) if mesa.signs else ()
    modo = mesa.seen(turno)
    asked = seat if seat is not None else (turno[0] if turno else None)
    thrown = _thrown(mesa, phase, seat) if isinstance(phase, Descarte) else (None,) * mesa.seats
    shown = _shown(mesa) if mesa.shown else None
    offers = mesa.offers(asked) if asked is not None else NOTHING
    seen = _seen(mesa, seat) if mesa.signs else ()
    return View(
        seat, mesa.rules, mesa.seats, mesa.hand, mesa.mano, mesa.juegos, mesa.vacas, mesa.piedras, mesa.fase,
        turno, mesa.question, mesa.said.words(), thrown, mesa.throws, envite, answering, mesa.pares,
        mesa.juego, mesa.lances, mesa.tantos, mine, shown, offers, winner(mesa) if envite is None else None,
        looking_at, true_signs, may_sign, signed, seen, modo,
    )  # fmt: skip


def _seen(mesa: State, seat: Seat | None) -> tuple[tuple[Seat, Sena], ...]:
    """Which señas a seat has seen, by whom, since cards were last thrown (R58)."""
    now = len(mesa.throws)
    return tuple(
        [(made.seat, made.sena) for made in mesa.signs if made.throws == now and seat in made.seen_by]
    )


def _shown(mesa: State) -> tuple[Hand, ...]:
    """The hands that have been shown, empty for those that have not (R43)."""
    hands = enumerate(mesa.cards)
    return tuple(ordered(hand, mesa.rules.reyes) if seat in mesa.shown else () for seat, hand in hands)


def _thrown(mesa: State, descarte: Descarte, seat: Seat | None) -> tuple[int | None, ...]:
    """How many cards each has thrown: in turn each is told at once, otherwise all together (R22)."""
    told = not mesa.rules.at_once
    thrown = enumerate(descarte.thrown)
    return tuple(len(hand) if hand is not None and (told or who == seat) else None for who, hand in thrown)


@record(frozen=True, slots=True)
class Took:
    """What is heard of a deal or of cards served: how many a seat took, and which, if they are one's own."""

    seat: Seat
    count: int
    cards: Hand | None


@record(frozen=True, slots=True)
class Threw:
    """What is heard of a discard: how many (None: told later, R22), and which, if they are one's own."""

    seat: Seat
    count: int | None
    cards: Hand | None


@record(frozen=True, slots=True)
class SenaMade:
    """What is heard of a seña by its maker, and by those who were looking (R58)."""

    seat: Seat
    sena: Sena


@record(frozen=True, slots=True)
class HandBegan:
    """What is heard of a deal besides one's own cards; `visto` is the card dealt face up (R24)."""

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
    """What is heard of cards served or thrown: which only by the one whose they are."""
    cards = event.cards if own else None
    if isinstance(event, Served):
        return Took(event.seat, len(event.cards), cards)
    return Threw(event.seat, len(event.cards) if own or not rules.at_once else None, cards)
