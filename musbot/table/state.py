"""A table: the lobby, who sits where, and the partida. The pure fold of its log, as the game's is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from typing import TypeVar, assert_never

from musbot.game.actions import Bando, Seat
from musbot.game.cards import PLACES, UNCUT, Hand
from musbot.game.events import Began, Discarded, Event, HandEnded
from musbot.game.evolve import BadEvent, evolve
from musbot.game.record import changed
from musbot.game.rules import RuleSet
from musbot.game.sorteo import Sorteo
from musbot.game.state import State, Terminada


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in a chat: an opaque id from an adapter (`telegram:42`), a name, a language.

    This is what the platform says, of which there may be no texts (`pt-BR`); "" where it says none.
    """

    id: str
    name: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who holds a seat: a person, or an AI player by its kind ("prudente") when `person` is None."""

    name: str
    person: str | None = None
    language: str = ""
    ai: str | None = None


# ---- what happens at a table besides the game --------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Opened:
    """A table opens in a chat, bound to its secret seed (hex) from then on.

    `turn_s` is what its turn clock allows (0: there is none), where its chat has chosen that. A `chat` of ""
    is the private one of who opens it, whose id no log has.
    """

    table: str
    chat: str
    by: str
    language: str
    rules: RuleSet
    seed: str = field(repr=False)
    turn_s: float | None = None


@dataclass(frozen=True, slots=True)
class RulesChosen:
    """Another rule set, or another field of it; with another number of seats everybody keeps what he can."""

    rules: RuleSet


@dataclass(frozen=True, slots=True)
class SatDown:
    """Somebody takes a seat, or takes it over from who had it."""

    seat: Seat
    who: Occupant


@dataclass(frozen=True, slots=True)
class StoodIn:
    """A person leaves his seat in play, or is replaced: an AI plays on, and the seat is held for his return.

    One who was voted out while he was there is `banned` until the next hand.
    """

    seat: Seat
    who: Occupant
    banned: bool = False


@dataclass(frozen=True, slots=True)
class Promised:
    """Somebody is to sit down in an AI's place before the next hand is dealt; None: nobody any more."""

    seat: Seat
    who: Occupant | None


@dataclass(frozen=True, slots=True)
class Reserved:
    """A seat that is held for one who left it in a hand (0: he may not come back in the same one).

    `banned` tells that he was voted out.
    """

    seat: Seat
    who: Occupant
    hand: int
    banned: bool = False


@dataclass(frozen=True, slots=True)
class StoodUp:
    """A seat becomes free."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Queued:
    """Somebody waits for a seat, or (`leaves`) no longer does."""

    who: Occupant
    leaves: bool = False


@dataclass(frozen=True, slots=True)
class Barred:
    """Who opened the table lets somebody sit there no more, or (`lifted`) again (R98)."""

    who: Occupant
    lifted: bool = False


@dataclass(frozen=True, slots=True)
class Waited:
    """Who sits in the lobby has sat there for long: he is asked before it begins."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ReadyAsked:
    """It is to begin as soon as those who have sat there for long are heard of."""


@dataclass(frozen=True, slots=True)
class Ready:
    """Who had sat there for long is heard of."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Cut:
    """A seat cuts the deck; whoever cut before has not (R92)."""

    seat: Seat
    place: int


@dataclass(frozen=True, slots=True)
class Picked:
    """The cards a seat has picked to throw, not yet thrown; secret."""

    seat: Seat
    cards: Hand


@dataclass(frozen=True, slots=True)
class Missed:
    """The turn clock of a seat ran out: the suplente speaks for him."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Returned:
    """Who had missed turns has acted again."""

    seat: Seat


class Vote(StrEnum):
    """What is voted on: ending the table, or replacing an absent player."""

    END = "terminar"
    REPLACE = "sustituir"


@dataclass(frozen=True, slots=True)
class Voted:
    """A seat votes; `about` is the absent one whom it would replace."""

    seat: Seat
    what: Vote
    about: Seat | None = None


@dataclass(frozen=True, slots=True)
class Gathered:
    """Who sits draws together before the start: free seats are taken away (individual Mus, R16)."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """The lottery before the start (R18, R19): everybody moves to the seat it gives him."""

    sorteo: Sorteo


@dataclass(frozen=True, slots=True)
class Moved:
    """The table goes on in another chat: a group that became a supergroup, a thread of its channel.

    `left` is the channel where a note leads to it, if one does.
    """

    chat: str
    left: str = ""


@dataclass(frozen=True, slots=True)
class PutOff:
    """Nobody has touched the table for long: no clocks until somebody does."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """A table that was put off goes on."""


class Ending(StrEnum):
    """Why a table was closed.

    It was wanted, its lobby lay untouched, nobody was left, another came, it had been put off for too long.
    """

    WANTED = "terminada"
    EXPIRED = "caducada"
    EMPTY = "vacía"
    REPLACED = "reemplazada"
    FORGOTTEN = "olvidada"
    CLOSED = "cerrada"
    """By who administers its chat, for a `Reason`."""


class Reason(StrEnum):
    """Why who administers a chat has closed a table."""

    LATE = "tarde"
    AWAY = "ausencias"
    STUCK = "parada"
    NEEDED = "sitio"
    MANNERS = "maneras"


@dataclass(frozen=True, slots=True)
class Ended:
    """The table is closed without a winner; for a `reason` where who administers its chat did so."""

    why: Ending
    reason: Reason | None = None


Presence = Waited | ReadyAsked | Ready
Seating = RulesChosen | SatDown | StoodUp | Queued | Barred | Presence | Cut | Gathered | Drawn
Course = Picked | Missed | Returned | Voted | Moved | PutOff | Resumed | Ended
Replacing = StoodIn | Promised
TableEvent = Opened | Seating | Replacing | Course
AnyEvent = TableEvent | Event


Outcome = tuple[tuple[int, ...], Bando | None]
"""What a hand led to: the piedras of every side at its end, and whose juego it was, if it ended one."""


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
        """Whether it is played in somebody's private chat, by him and AI players."""
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
        """Returns where a person sits, if he does."""
        return next((seat for seat, who in enumerate(self.seats) if who and who.person == person), None)

    def waits(self, person: str) -> bool:
        """Returns whether somebody waits for a seat, or is to sit down with the next hand."""
        waiting = (*self.queue, *(it.who for it in self.promised))
        return any(who is not None and who.person == person for who in waiting)

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


def fold(table: Table | None, event: AnyEvent) -> Table:
    """Returns the table after an event; raises BadEvent for one that cannot follow."""
    if isinstance(event, Opened):
        return _opened(table, event)
    if table is None:
        raise BadEvent(f"{type(event).__name__} before the table was opened")
    if isinstance(event, Seating):
        after = _seating(table, event)
    elif isinstance(event, Replacing):
        after = _replacing(table, event)
    elif isinstance(event, Course):
        after = _course(table, event)
    else:
        after = _played(table, event)
    return changed(after, seq=table.seq + 1)


def _opened(table: Table | None, event: Opened) -> Table:
    if table is not None:
        raise BadEvent("a table opens only once")
    seats = event.rules.players[-1]
    return Table(
        id=event.table,
        chat=event.chat or event.by,
        opened_by=event.by,
        language=event.language,
        rules=event.rules,
        seed=bytes.fromhex(event.seed),
        seats=(None,) * seats,
        turn_s=event.turn_s,
        missed=(0,) * seats,
        picks=((),) * seats,
    )


def _seating(table: Table, event: Seating) -> Table:
    _before_the_start(table, event)
    match event:
        case RulesChosen():
            return _rules_chosen(table, event)
        case SatDown():
            return _sat_down(table, event)
        case StoodUp(seat):
            return _present(_uncut(replace(table, seats=_put(table.seats, seat, None)), seat), seat)
        case Queued() | Barred():
            return _queued(table, event)
        case Waited() | ReadyAsked() | Ready():
            return _presence(table, event)
        case Cut():
            return _cut(table, event)
        case Gathered():
            return _drawn_up(table, [seat for seat, who in enumerate(table.seats) if who is not None])
        case Drawn():
            return _drawn(table, event.sorteo)
        case _:
            assert_never(event)


def _before_the_start(table: Table, event: Seating) -> None:
    """Refuses what comes too late: all but who comes in play."""
    if table.mesa is not None and not isinstance(event, SatDown | Queued):
        raise BadEvent(f"{type(event).__name__} after the partida began")


def _cut(table: Table, event: Cut) -> Table:
    if event.seat not in range(len(table.seats)) or event.place not in PLACES:
        raise BadEvent(f"a cut at {event.place} by seat {event.seat} of {len(table.seats)}")
    return replace(table, cut=event)


def _uncut(table: Table, seat: Seat) -> Table:
    """The table where who has left a seat has not cut."""
    return replace(table, cut=None) if table.cut is not None and table.cut.seat == seat else table


def _course(table: Table, event: Course) -> Table:
    if table.mesa is None and not isinstance(event, Moved | Ended):
        raise BadEvent(f"{type(event).__name__} before the partida began")
    match event:
        case Picked(seat, cards):
            return replace(table, picks=_put(table.picks, seat, cards))
        case Missed(seat):
            return replace(table, missed=_put(table.missed, seat, table.missed[seat] + 1))
        case Returned(seat):
            return replace(table, missed=_put(table.missed, seat, 0))
        case Voted():
            return replace(table, votes=table.votes | {event})
        case Moved(chat, left):
            return replace(table, chat=chat, left=left)
        case PutOff() | Resumed():
            return replace(table, put_off=isinstance(event, PutOff))
        case Ended(why, reason):
            return replace(table, ended=why, reason=reason)
        case _:
            assert_never(event)


def _presence(table: Table, event: Presence) -> Table:
    match event:
        case Waited(seat):
            return replace(table, waited=table.waited | {seat})
        case ReadyAsked():
            return replace(table, asking=table.waited)
        case Ready(seat):
            return _present(table, seat)
        case _:
            assert_never(event)


def _present(table: Table, seat: Seat) -> Table:
    """The table where nobody at a seat is waited for."""
    return replace(table, waited=table.waited - {seat}, asking=table.asking - {seat})


def _rules_chosen(table: Table, event: RulesChosen) -> Table:
    seats = event.rules.players[-1]
    keep = min(seats, len(table.seats))
    more = seats - keep
    queue = table.queue + tuple(who for who in table.seats[keep:] if who and who.person)
    return replace(
        table,
        rules=event.rules,
        seats=table.seats[:keep] + (None,) * more,
        cut=table.cut if table.cut is not None and table.cut.seat < keep else None,
        missed=(0,) * seats,
        picks=((),) * seats,
        queue=queue,
        waited=frozenset(seat for seat in table.waited if seat < keep),
        asking=frozenset(),
    )


def _sat_down(table: Table, event: SatDown) -> Table:
    queue = tuple(who for who in table.queue if who.person != event.who.person)
    return replace(
        _present(table if table.mesa else _uncut(table, event.seat), event.seat),
        seats=_put(table.seats, event.seat, event.who),
        missed=_put(table.missed, event.seat, 0),
        queue=queue,
        votes=_others_votes(table, event.seat),
        held=tuple(it for it in table.held if it.seat != event.seat and it.who.person != event.who.person),
        promised=_others_promised(table, event.seat, event.who),
    )


def _replacing(table: Table, event: Replacing) -> Table:
    match event:
        case StoodIn():
            return _stood_in(table, event)
        case Promised():
            return _promised(table, event)
        case _:
            assert_never(event)


def _stood_in(table: Table, event: StoodIn) -> Table:
    was = table.seats[event.seat] if 0 <= event.seat < len(table.seats) else None
    if was is None or was.person is None or event.who.person is not None:
        raise BadEvent("an AI stands in for nobody")
    hand = 0 if event.banned or not table.in_hand else table.hand
    others = tuple(it for it in table.held if it.seat != event.seat)
    return replace(
        table,
        seats=_put(table.seats, event.seat, event.who),
        missed=_put(table.missed, event.seat, 0),
        picks=_put(table.picks, event.seat, ()),
        votes=_others_votes(table, event.seat),
        held=(*others, Reserved(event.seat, was, hand, event.banned)),
    )


def _promised(table: Table, event: Promised) -> Table:
    now = table.seats[event.seat] if 0 <= event.seat < len(table.seats) else None
    if now is None or now.person is not None:
        raise BadEvent("a seat is promised that no AI holds")
    others = _others_promised(table, event.seat, event.who)
    queue = tuple(who for who in table.queue if event.who is None or who.person != event.who.person)
    return replace(table, promised=others if event.who is None else (*others, event), queue=queue)


def _others_promised(table: Table, seat: Seat, who: Occupant | None) -> tuple[Promised, ...]:
    """Who is to sit down elsewhere, and is somebody else."""
    person = who.person if who is not None else None
    return tuple(
        it for it in table.promised if it.seat != seat and (it.who is None or it.who.person != person)
    )


def _others_votes(table: Table, seat: Seat) -> frozenset[Voted]:
    """The votes that one who has left has not cast, and that are not on him."""
    return frozenset(vote for vote in table.votes if seat not in (vote.seat, vote.about))


def _queued(table: Table, event: Queued | Barred) -> Table:
    if isinstance(event, Barred):
        barred = tuple(who for who in table.barred if who.person != event.who.person)
        return replace(table, barred=barred if event.lifted else (*barred, event.who))
    others = tuple(who for who in table.queue if who.person != event.who.person)
    return replace(table, queue=others if event.leaves else (*others, event.who))


def _drawn(table: Table, sorteo: Sorteo) -> Table:
    if sorted(sorteo.order) != list(range(len(table.seats))):
        raise BadEvent("a lottery of other seats")
    return replace(_drawn_up(table, sorteo.order), sorteo=sorteo)


def _drawn_up(table: Table, order: Sequence[Seat]) -> Table:
    """The table with only these seats, in this order: who has cut has cut, wherever he sits."""
    cut = table.cut
    return replace(
        table,
        seats=tuple(table.seats[seat] for seat in order),
        cut=replace(cut, seat=order.index(cut.seat)) if cut is not None and cut.seat in order else cut,
        missed=(0,) * len(order),
        picks=((),) * len(order),
        waited=frozenset(),
        asking=frozenset(),
    )


def _played(table: Table, event: Event) -> Table:
    mesa = evolve(table.mesa, event)
    if isinstance(event, Began):
        if event.seats != len(table.seats):
            raise BadEvent(f"a partida of {event.seats} at {len(table.seats)} seats")
        return changed(table, mesa=mesa)
    if isinstance(event, HandEnded):
        course = (*table.course, shared(mesa.course()))
        return changed(table, mesa=mesa, finished=(mesa,), sat=table.seats, course=course)
    if isinstance(event, Discarded):
        return changed(table, mesa=mesa, picks=_put(table.picks, event.seat, ()))
    return changed(table, mesa=mesa)


@lru_cache(maxsize=1 << 16)
def shared(outcome: Outcome) -> Outcome:
    """The like of it that other tables have already: a long partida is kept in little."""
    return outcome


T = TypeVar("T")


def _put(row: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    if not 0 <= place < len(row):
        raise BadEvent(f"seat {place} of {len(row)}")
    return (*row[:place], value, *row[place + 1 :])
