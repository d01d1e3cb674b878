"""The information of one seat or of a spectator, built field by field instead of hiding parts.

AI players, narrator and pictures only receive a View.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from musbot.game.actions import DEFAULT_BETS, NOTHING, Action, Bando, Seat, Seats, Sena, Words
from musbot.game.cards import DECK, Card, Hand, strength
from musbot.game.engine import winner
from musbot.game.envite import Envite
from musbot.game.errors import UnknownSeat
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
from musbot.game.miradas import unmade_senas
from musbot.game.modos.families import Seen
from musbot.game.modos.mus.state import MusSeen
from musbot.game.modos.piedras.state import PiedrasSeen
from musbot.game.record import record
from musbot.game.rules_base import RuleSet
from musbot.game.state import Descarte, State, Word, state_error

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
    "news_for",
    "observe",
    "sort_hand",
]


class View(NamedTuple):
    """A table as one seat or a spectator sees it."""

    seat: Seat | None
    """The seat; None for a spectator."""
    rules: RuleSet
    """The rules."""
    seats: int
    """The number of seats."""
    hand: int
    """The number of the hand, from 1; 0 before the first deal."""
    mano: Seat
    """The seat of the mano."""
    juegos: tuple[int, ...]
    """The juegos of each side."""
    vacas: tuple[int, ...]
    """The vacas of each side."""
    piedras: tuple[int, ...]
    """The piedras of each side: won, or still to shed."""
    fase: Fase
    """The stage of the hand."""
    turno: Seats
    """The seats whose word is awaited, in turn order."""
    question: int
    """The number of the current question."""
    said: tuple[Word, ...]
    """The public words of this hand."""
    thrown: tuple[int | None, ...]
    """The number of cards that each seat threw in the current discard.

    None for a seat that has not thrown, for a number that is still hidden (R22), and outside a discard. 0 for
    a seat that was dealt no cards (R60).
    """
    throws: tuple[tuple[int, ...], ...]
    """The number of cards that each seat threw in each finished discard of the hand."""
    envite: Envite | None
    """The lance in play; None outside a lance."""
    answering: Seats
    """The seats that may still answer a bet."""
    pares: tuple[bool, ...] | None
    """For each seat, whether it has pares; None before the declaration."""
    juego: tuple[bool, ...] | None
    """For each seat, whether it has juego; None before the declaration."""
    lances: tuple[Cerrado, ...]
    """The finished lances of this hand."""
    tantos: tuple[Paid, ...]
    """The payments of this hand."""
    mine: Hand
    """The seat's own cards, highest first; () for a spectator."""
    shown: tuple[Hand, ...] | None
    """The cards of each seat after the showdown, () if not shown; None before it."""
    offers: Words
    """The words that the seat may say; a spectator sees the words of the first seat in `turno`."""
    winner: Bando | None
    """The side that has won the partida; None while it runs."""
    looking_at: Seat | None
    """The seat that this seat looks at (R58); None for a spectator or without señas."""
    true_signs: tuple[Sena, ...]
    """The seat's true señas that it has not made yet and that the rules allow."""
    may_sign: tuple[Sena, ...]
    """The señas that the seat may make now."""
    signed: tuple[Sena, ...]
    """The señas that the seat has made in this hand."""
    seen: tuple[tuple[Seat, Sena], ...]
    """The señas that the seat has seen since the last discard, each with its maker."""
    modo: Seen
    """The part that only this family of games has."""

    def bando(self, seat: Seat) -> Bando:
        """Returns the side of a seat (R16)."""
        return seat % len(self.piedras)

    def plays(self, seat: Seat) -> bool:
        """Returns whether a seat takes part in lances (R60, R67); pares and juego also need the cards
        (R13)."""
        return self.modo.plays(self.piedras, seat)

    def adentro(self, bando: Bando) -> bool:
        """Returns whether a side is within five piedras of the juego, but has not won it (R54); False with
        stones."""
        return self.modo.adentro(self.piedras[bando])

    def actions(self, bets: Sequence[int] = DEFAULT_BETS) -> tuple[Action, ...]:
        """Returns every action in `offers`, each possible discard included; empty if there are none.

        A spectator gets the words of the first seat in `turno`, without discards. Words with a number have
        the allowed amounts in `bets`, or otherwise the minimum. Señas and looks are not included. Raises
        BadArgument for other `bets` than whole numbers.
        """
        return self.offers.actions(self.mine, bets)

    def circle(self) -> Seats:
        """Returns every seat in turn order, from the mano."""
        return (*range(self.mano, self.seats), *range(self.mano))


@lru_cache(maxsize=8192)
def sort_hand(hand: Hand, reyes: int) -> Hand:
    """Returns cards in order, highest first: by their strength with 4 or 8 `reyes`, then by number and
    suit."""
    return tuple(sorted(hand, key=_HELD[reyes].__getitem__))


_HELD: Mapping[int, Mapping[Card, tuple[int, int, str]]] = {
    reyes: {card: (-strength(card.rank, reyes), -card.rank, card.suit) for card in DECK} for reyes in (4, 8)
}


def observe(mesa: State, seat: Seat | None = None) -> View:
    """Returns the view of a seat, or of a spectator (None); raises UnknownSeat, or BadArgument without a
    State.

    The fields are passed by position, because keyword arguments would slow AI players by a fifteenth. A test
    checks their order.
    """
    try:
        seats = mesa.seats
    except AttributeError as error:
        raise state_error(mesa, error) from None
    if seat is not None and seat not in range(seats):
        raise UnknownSeat(seat, seats)
    turno = mesa.turno
    phase = mesa.phase
    envite = phase if isinstance(phase, Envite) else None
    answering = envite.pending if envite is not None else ()
    mine = sort_hand(mesa.cards[seat], mesa.rules.reyes) if seat is not None and mesa.cards else ()
    signer = seat if seat is not None and mesa.rules.signs else None
    looking_at = mesa.eyes[signer] if signer is not None else None
    true_signs = unmade_senas(mesa, signer) if signer is not None else ()
    may_sign = true_signs if true_signs and mesa.allows_senas() else ()
    signed = tuple([made.sena for made in mesa.signs if made.seat == seat]) if mesa.signs else ()
    said, modo = mesa.words(), mesa.family_view()
    speaker = seat if seat is not None else (turno[0] if turno else None)
    thrown = _thrown_counts(mesa, phase, seat) if isinstance(phase, Descarte) else (None,) * mesa.seats
    shown = _shown_hands(mesa) if mesa.shown else None
    offers = mesa.offers(speaker) if speaker is not None else NOTHING
    seen = _senas_seen(mesa, seat) if mesa.signs else ()
    return View(
        seat, mesa.rules, mesa.seats, mesa.hand, mesa.mano, mesa.juegos, mesa.vacas, mesa.piedras, mesa.fase,
        turno, mesa.question, said, thrown, mesa.throws, envite, answering, mesa.pares,
        mesa.juego, mesa.lances, mesa.tantos, mine, shown, offers, winner(mesa) if envite is None else None,
        looking_at, true_signs, may_sign, signed, seen, modo,
    )  # fmt: skip


def _senas_seen(mesa: State, seat: Seat | None) -> tuple[tuple[Seat, Sena], ...]:
    """Returns the señas that a seat has seen since the last discard, each with its maker (R58); () for a
    spectator."""
    now = len(mesa.throws)
    return tuple(
        [(made.seat, made.sena) for made in mesa.signs if made.throws == now and seat in made.seen_by]
    )


def _shown_hands(mesa: State) -> tuple[Hand, ...]:
    """Returns the shown hand of each seat, highest card first; () for a seat that has not shown (R43)."""
    hands = enumerate(mesa.cards)
    return tuple(sort_hand(hand, mesa.rules.reyes) if seat in mesa.shown else () for seat, hand in hands)


def _thrown_counts(mesa: State, descarte: Descarte, seat: Seat | None) -> tuple[int | None, ...]:
    """Returns the number of cards that each seat threw in this discard.

    None for a seat that has not discarded, and for other seats if all discard at the same time (R22).
    """
    is_public = not mesa.rules.discards_together
    thrown = enumerate(descarte.thrown)
    return tuple(
        len(hand) if hand is not None and (is_public or who == seat) else None for who, hand in thrown
    )


@record(frozen=True, slots=True)
class Took:
    """News of cards dealt or served."""

    seat: Seat
    """The seat that took them."""
    count: int
    """The number of cards."""
    cards: Hand | None
    """The cards, if they are the listener's own."""
    visto: Card | None = None
    """The card of these that was served face up (R105)."""


@record(frozen=True, slots=True)
class Threw:
    """News of a discard."""

    seat: Seat
    """The seat that discarded."""
    count: int | None
    """The number of cards; None if it stays hidden until the last player has discarded (R22)."""
    cards: Hand | None
    """The cards, if they are the listener's own."""


@record(frozen=True, slots=True)
class SenaMade:
    """News of a seña, for its maker and the players who saw it (R58)."""

    seat: Seat
    """The seat of the maker."""
    sena: Sena
    """The seña."""


@record(frozen=True, slots=True)
class HandBegan:
    """News of a deal."""

    hand: int
    """The number of the hand."""
    mano: Seat
    """The seat of the mano."""
    visto: tuple[Seat, Card] | None
    """A seat and its card that was dealt face up (R24)."""


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
"""Events that all players hear in full."""
Heard = Public | HandBegan | Took | Threw | SenaMade | Looked
"""Any news."""


def news_for(event: Event, seat: Seat | None, rules: RuleSet) -> tuple[Heard, ...]:
    """Returns the news for a seat, or for a spectator (None), in an event; empty if the event is hidden from
    them.

    A deal gives one piece of news about the hand and one for each seat. Other events give at most one.
    """
    if isinstance(event, Said):  # most events are public words
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
    """Returns the news of cards served or thrown; `own` means that the listener is their owner.

    Others learn the number of cards and a card served face up. If all discard at once (R22), they do not
    learn the number of cards thrown.
    """
    cards = event.cards if own else None
    if isinstance(event, Served):
        return Took(event.seat, len(event.cards), cards, event.visto)
    return Threw(event.seat, len(event.cards) if own or not rules.discards_together else None, cards)
