"""The state of a table: its lobby, its seats and its partida."""

from __future__ import annotations

from dataclasses import dataclass, field

from musbot.game.actions import Bando, Seat, Seats
from musbot.game.cards import UNCUT, Hand
from musbot.game.events import Signed
from musbot.game.rules_base import RuleSet
from musbot.game.sorteo import Sorteo
from musbot.game.state import State, Terminada
from musbot.table.events import (
    NO_CHAT,
    ChatId,
    Cut,
    Ending,
    Occupant,
    PersonId,
    Promised,
    Reason,
    TableId,
    Voted,
)

Outcome = tuple[tuple[int, ...], Bando | None]
"""The outcome of a hand: the piedras of each side, and the side that won a juego (with stones: lost it).

The side is None if the juego continues.
"""


@dataclass(frozen=True, slots=True)
class Reserved:
    """A seat that its player left during the partida and may take back."""

    seat: Seat
    """The seat."""
    who: Occupant
    """The player."""
    hand: int
    """The number of the hand in which they may return at once; 0 if only the next hand is possible."""
    banned: bool = False
    """Whether they were voted out."""


@dataclass(frozen=True, slots=True)
class BestHand:
    """The best hand of a partida among the shown ones."""

    hand: int
    """The number of the hand."""
    seat: Seat
    """The seat."""
    who: Occupant
    """The player who held it."""
    cards: Hand
    """The four cards."""


@dataclass(frozen=True)
class Table:
    """The state of a table after some events.

    `seed`, `mesa`, `finished`, `picks` and `signers` hold secrets.
    """

    id: TableId
    """The id of the table."""
    chat: ChatId
    """The id of its chat; the person's id for a table in a private chat."""
    opened_by: PersonId
    """The id of the person who opened it."""
    language: str
    """The language of its public messages."""
    rules: RuleSet
    """The rules."""
    seed: bytes = field(repr=False)
    """The secret seed of the deck."""
    seats: tuple[Occupant | None, ...]
    """The player at each seat; None for a free seat."""
    seq: int = 1
    """The number of events so far."""
    queue: tuple[Occupant, ...] = ()
    """People who wait for a seat, in order."""
    cut: Cut | None = None
    """The cut that counts; None if no player has cut, or the seat of the last cut changed in the lobby."""
    mesa: State | None = field(default=None, repr=False)
    """The partida, with secret cards; None before it starts."""
    finished: tuple[State, ...] = field(default=(), repr=False)
    """The state at the end of the last finished hand, for its count; empty before the first."""
    sat: tuple[Occupant | None, ...] = ()
    """The players at the end of the last finished hand, by seat; empty before the first."""
    course: tuple[Outcome, ...] = field(default=(), repr=False)
    """The outcome of each finished hand."""
    best: BestHand | None = None
    """The best hand that was shown so far; None before a hand with pares or juego is shown."""
    picks: tuple[Hand, ...] = field(default=(), repr=False)
    """For each seat, the cards picked for a discard; secret."""
    signers: tuple[tuple[Signed, Occupant], ...] = field(default=(), repr=False)
    """The señas of the last hand that has any, and of the hand before it, with their makers; secret."""
    missed: tuple[int, ...] = ()
    """For each seat, the turns missed in a row. A player who left the chat gets MISSED_TO_REPLACE (R95)."""
    spoken_for: frozenset[Seat] = frozenset()
    """Seats for which the suplente has spoken in the current hand (R94)."""
    idle: bool = False
    """Whether the table is paused after a silence of IDLE_S, without a missed turn (R99)."""
    sorteo: Sorteo | None = None
    """The lottery before the start (R18, R19); None before it."""
    votes: frozenset[Voted] = frozenset()
    """The votes that still count."""
    waited: frozenset[Seat] = frozenset()
    """Lobby seats whose people must confirm their presence, because they sat down or confirmed long ago."""
    asking: frozenset[Seat] = frozenset()
    """The seats of `waited` whose confirmation is awaited, so that the partida can start."""
    asked: frozenset[Seat] = frozenset()
    """The seats of the last request to confirm presence, also after they have confirmed it."""
    held: tuple[Reserved, ...] = ()
    """Seats that players left during the partida and may take back (R95)."""
    promised: tuple[Promised, ...] = ()
    """Seats that people take before the next hand (R96)."""
    barred: tuple[Occupant, ...] = ()
    """People who may not sit down (R98)."""
    put_off: bool = False
    """Whether the table is paused."""
    ended: Ending | None = None
    """Why the table closed without a winner; None if it did not."""
    reason: Reason | None = None
    """The reason of the administrator who closed it; None otherwise."""
    left: ChatId = NO_CHAT
    """The channel of the table's thread, if it moved there or the channel plays in threads; otherwise ""."""
    own_thread: bool = False
    """Whether it opened to be played in a thread: in one of `left`, or one to be opened while that is "".

    Then the channel has no note, except while the table is paused or its thread is closed. A move out of the
    thread makes it False.
    """
    opened_in: ChatId = NO_CHAT
    """The chat in which it opened."""
    turn_s: float | None = None
    """The turn clock that the chat chose, in seconds (0: none); None if the chat chose none."""
    date: str = ""
    """The id of the date for which it opened; "" if a person opened it."""

    @property
    def short(self) -> str:
        """The name that people see: the id up to its dash."""
        return self.id.partition("-")[0]

    @property
    def awaits_thread(self) -> bool:
        """Whether the thread in which it will be played still has to be opened."""
        return self.own_thread and not self.left

    @property
    def sealed_in(self) -> ChatId:
        """The chat with the commitment to its deck.

        That is the channel, if the table opened there with `own_thread` and is in its thread; otherwise its
        current chat.
        """
        return self.left if self.own_thread and self.left == self.opened_in else self.chat

    @property
    def counts_in(self) -> ChatId:
        """The chat in which its result counts.

        That is the channel, if the table has `own_thread` and is in its thread; otherwise its current chat.
        """
        return self.left if self.own_thread and self.left else self.chat

    @property
    def solo(self) -> bool:
        """Whether one person plays with AI players in a private chat."""
        return self.chat == self.opened_by

    @property
    def question(self) -> int:
        """The number of the current question, which payloads carry; 0 before the partida."""
        return self.mesa.question if self.mesa else 0

    @property
    def hand(self) -> int:
        """The number of the latest hand, in play or finished; 0 before the first deal."""
        return self.mesa.hand if self.mesa else 0

    @property
    def hands_over(self) -> int:
        """The number of finished hands."""
        return len(self.course)

    @property
    def in_hand(self) -> bool:
        """Whether a hand has begun and is not finished."""
        return self.hand > self.hands_over

    @property
    def in_lobby(self) -> bool:
        """Whether the partida has not started, and the table is not closed."""
        return self.mesa is None and not self.ended

    @property
    def playing(self) -> bool:
        """Whether the partida has started and is not over; also true for a paused table."""
        return self.mesa is not None and not self.over

    @property
    def over(self) -> bool:
        """Whether the partida is won or the table closed; no event follows."""
        return self.ended is not None or (self.mesa is not None and isinstance(self.mesa.phase, Terminada))

    @property
    def place(self) -> int:
        """The place of the cut (R92); `UNCUT` if no player cut."""
        return self.cut.place if self.cut is not None else UNCUT

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat; "" for a free seat."""
        return tuple(who.name if who else "" for who in self.seats)

    @property
    def people(self) -> tuple[tuple[Seat, PersonId], ...]:
        """The seats of people, with the id of each person."""
        return tuple((seat, who.person) for seat, who in enumerate(self.seats) if who and who.person)

    @property
    def humans(self) -> Seats:
        """The seats of people."""
        return tuple(seat for seat, _ in self.people)

    def seat_of(self, person: PersonId) -> Seat | None:
        """Returns the seat of a person; None without a seat. A seat that is held for them does not count."""
        return next((seat for seat, who in enumerate(self.seats) if who and who.person == person), None)

    def is_waiting(self, person: PersonId) -> bool:
        """Returns whether a person is in the queue, or has been promised a seat."""
        waiting = (*self.queue, *(it.who for it in self.promised))
        return any(who is not None and who.person == person for who in waiting)

    def involves(self, person: PersonId) -> bool:
        """Returns whether a person opened the table, sits or waits here, or may return to a seat."""
        return (
            person == self.opened_by
            or self.is_waiting(person)
            or self.seat_of(person) is not None
            or any(it.who.person == person for it in self.held)
        )

    def is_barred(self, person: PersonId) -> bool:
        """Returns whether a person may not sit down (R98)."""
        return any(who.person == person for who in self.barred)

    def promised_at(self, seat: Seat) -> Occupant | None:
        """Returns the player who takes a seat when the next hand begins; None if the seat is not promised."""
        return next((it.who for it in self.promised if it.seat == seat), None)

    def ended_hand(self, hand: int) -> State | None:
        """Returns the state at the end of a hand, counted from 1; None unless it is the last finished one."""
        place = hand - self.hands_over - 1
        return self.finished[place] if -len(self.finished) <= place < 0 else None

    def has_cards(self, seat: Seat) -> bool:
        """Returns whether a seat has cards.

        False before the first deal, and if it sits out (R60). False from when it threw all its cards until it
        is served.
        """
        return self.mesa is not None and bool(self.mesa.cards) and bool(self.mesa.cards[seat])
