"""A table at one moment: the lobby, who sits where, and the partida."""

from __future__ import annotations

from dataclasses import dataclass, field

from musbot.game.actions import Bando, Seat
from musbot.game.cards import UNCUT, Hand
from musbot.game.rules_base import RuleSet
from musbot.game.sorteo import Sorteo
from musbot.game.state import State, Terminada
from musbot.table.events import (
    Cut,
    Ending,
    Occupant,
    Promised,
    Reason,
    Voted,
)

Outcome = tuple[tuple[int, ...], Bando | None]
"""What a hand led to: the piedras of every side at its end, and whose juego it was, if it ended one."""


@dataclass(frozen=True, slots=True)
class Reserved:
    """A seat that is held for one who left it in a hand (0: they may not come back in the same one).

    `banned` tells that they were voted out.
    """

    seat: Seat
    who: Occupant
    hand: int
    banned: bool = False


@dataclass(frozen=True)
class Table:
    """A table at one moment. `seed` and the cards in `mesa`, `picks` and `finished` are secret.

    `seq` is how many events have been folded. `cut` is who has cut the deck, and where (None: nobody).
    `picks` are the cards each seat has picked to throw;
    `missed` how many turns in a row each has; `sorteo` the lottery of R18, R19; `finished` the state at the
    end of the last hand, for its count, `sat` who sat there then; `waited` who has sat in the lobby for long,
    `asking` who is awaited there before it begins; `held` the seats of those who left and may come back,
    `promised` who sits down before the next hand; `barred` those who may not sit there (R98); `course` what
    all hands so far have led to; `left` the channel which it has left for a thread, and where a note leads to
    it ("": none); `turn_s` what the turn clock allows that its chat has chosen.
    """

    id: str
    chat: str
    opened_by: str
    language: str
    rules: RuleSet
    seed: bytes = field(repr=False)
    seats: tuple[Occupant | None, ...]
    seq: int = 1
    queue: tuple[Occupant, ...] = ()
    cut: Cut | None = None
    mesa: State | None = field(default=None, repr=False)
    finished: tuple[State, ...] = field(default=(), repr=False)
    sat: tuple[Occupant | None, ...] = ()
    course: tuple[Outcome, ...] = field(default=(), repr=False)
    picks: tuple[Hand, ...] = field(default=(), repr=False)
    missed: tuple[int, ...] = ()
    sorteo: Sorteo | None = None
    votes: frozenset[Voted] = frozenset()
    waited: frozenset[Seat] = frozenset()
    asking: frozenset[Seat] = frozenset()
    held: tuple[Reserved, ...] = ()
    promised: tuple[Promised, ...] = ()
    barred: tuple[Occupant, ...] = ()
    put_off: bool = False
    ended: Ending | None = None
    reason: Reason | None = None
    left: str = ""
    turn_s: float | None = None

    @property
    def short(self) -> str:
        """The name people see: the part of the id before the dash."""
        return self.id.partition("-")[0]

    @property
    def solo(self) -> bool:
        """Whether it is played in somebody's private chat, by them and AI players."""
        return self.chat == self.opened_by

    @property
    def question(self) -> int:
        """The number that a button of this moment carries; 0 in the lobby."""
        return self.mesa.question if self.mesa else 0

    @property
    def hand(self) -> int:
        """The number of the hand being played; 0 in the lobby."""
        return self.mesa.hand if self.mesa else 0

    @property
    def hands_over(self) -> int:
        """How many hands have ended."""
        return len(self.course)

    @property
    def in_hand(self) -> bool:
        """Whether a hand is being played: begun, and not ended yet."""
        return self.hand > self.hands_over

    @property
    def in_lobby(self) -> bool:
        return self.mesa is None and not self.ended

    @property
    def playing(self) -> bool:
        return self.mesa is not None and not self.over

    @property
    def over(self) -> bool:
        """Whether nothing more will happen here: the partida won, or the table closed."""
        return self.ended is not None or (self.mesa is not None and isinstance(self.mesa.phase, Terminada))

    @property
    def place(self) -> int:
        """Where the deck is cut (R92)."""
        return self.cut.place if self.cut is not None else UNCUT

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat; empty for a free seat."""
        return tuple(who.name if who else "" for who in self.seats)

    @property
    def humans(self) -> tuple[Seat, ...]:
        """The seats that people hold."""
        return tuple(seat for seat, who in enumerate(self.seats) if who and who.person)

    def seat_of(self, person: str) -> Seat | None:
        """Returns where a person sits, if they do."""
        return next((seat for seat, who in enumerate(self.seats) if who and who.person == person), None)

    def waits(self, person: str) -> bool:
        """Returns whether somebody waits for a seat, or is to sit down with the next hand."""
        waiting = (*self.queue, *(it.who for it in self.promised))
        return any(who is not None and who.person == person for who in waiting)

    def knows(self, person: str) -> bool:
        """Returns whether somebody opened the table, sits or waits there, or may come back to their seat."""
        held = any(it.who.person == person for it in self.held)
        return held or person == self.opened_by or self.waits(person) or self.seat_of(person) is not None

    def bars(self, person: str) -> bool:
        """Returns whether somebody may not sit down here (R98)."""
        return any(who.person == person for who in self.barred)

    def promised_at(self, seat: Seat) -> Occupant | None:
        """Returns who sits down at a seat before the next hand, if anybody does."""
        return next((it.who for it in self.promised if it.seat == seat), None)

    def ended_hand(self, hand: int) -> State | None:
        """Returns the state at the end of a hand, from 1; None if that was long ago, or is yet to come."""
        place = hand - self.hands_over - 1
        return self.finished[place] if -len(self.finished) <= place < 0 else None

    def holds_cards(self, seat: Seat) -> bool:
        """Whether a seat holds cards: nobody before the first deal, nor who rests or is out (R60)."""
        return self.mesa is not None and bool(self.mesa.cards) and bool(self.mesa.cards[seat])
