"""The pure fold of a table's log: the table after each event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar, assert_never

from musbot.game.actions import Seat
from musbot.game.cards import HAND_SIZE, PLACES
from musbot.game.events import Began, Discarded, Event, HandEnded, Signed
from musbot.game.evolve import BadEvent, evolve
from musbot.game.lances import worth
from musbot.game.record import copy_with
from musbot.game.sorteo import Sorteo
from musbot.game.state import State
from musbot.table.away import MISSED_TO_REPLACE
from musbot.table.events import (
    NO_CHAT,
    AnyEvent,
    Barred,
    Course,
    Cut,
    Departed,
    Drawn,
    Ended,
    Gathered,
    Missed,
    Moved,
    Occupant,
    Opened,
    Picked,
    Presence,
    Promised,
    PutOff,
    Queued,
    Ready,
    ReadyAsked,
    Replacing,
    Resumed,
    Returned,
    RulesChosen,
    SatDown,
    Seating,
    StoodIn,
    StoodUp,
    Vote,
    Voted,
    Waited,
)
from musbot.table.table import BestHand, Outcome, Reserved, Table


def fold(table: Table | None, event: AnyEvent) -> Table:
    """Returns the table after an event, with `seq` higher by 1; `table` is None before it is opened.

    Raises BadEvent for an event out of place. A forged event may raise any error in `refold.FORGED`, or none:
    whether the event was allowed is not checked.
    """
    if isinstance(event, Opened):
        return _open_table(table, event)
    if table is None:
        raise BadEvent(f"{type(event).__name__} before the table was opened")
    if isinstance(event, Seating):
        after = _fold_seating(table, event)
    elif isinstance(event, Replacing):
        after = _fold_replacing(table, event)
    elif isinstance(event, Course):
        after = _fold_course(table, event)
    else:
        after = _fold_game(table, event)
    return copy_with(after, seq=table.seq + 1)


def _open_table(table: Table | None, event: Opened) -> Table:
    """Returns a new table in the lobby, with the most seats that its rules allow.

    Raises BadEvent unless `table` is None, and ValueError for a seed that is not hexadecimal.
    """
    if table is not None:
        raise BadEvent("a table opens only once")
    seats, chat = event.rules.players[-1], event.chat or event.by
    return Table(
        id=event.table,
        chat=chat,
        opened_by=event.by,
        language=event.language,
        rules=event.rules,
        seed=bytes.fromhex(event.seed),
        seats=(None,) * seats,
        turn_s=event.turn_s,
        date=event.date,
        left=event.channel if event.channel != chat else NO_CHAT,
        own_thread=bool(event.channel),
        opened_in=chat,
        missed=(0,) * seats,
        picks=((),) * seats,
    )


def _fold_seating(table: Table, event: Seating) -> Table:
    """Returns the table after an event of seats, queue, rules, presence or cut, or of the lottery.

    Raises BadEvent for an unknown place, or a lottery of other seats. Raises it also for an unknown seat,
    except of a Presence event. Once the partida has begun, raises it for all events but SatDown and Queued.
    """
    _require_lobby(table, event)
    match event:
        case RulesChosen():
            return _choose_rules(table, event)
        case SatDown():
            return _seat_player(table, event)
        case StoodUp(seat):
            return _mark_present(
                _remove_cut(replace(table, seats=_replace_at(table.seats, seat, None)), seat), seat
            )
        case Queued() | Barred():
            return _update_queue(table, event)
        case Waited() | ReadyAsked() | Ready():
            return _fold_presence(table, event)
        case Cut():
            return _cut(table, event)
        case Gathered():
            return _reorder_seats(table, [seat for seat, who in enumerate(table.seats) if who is not None])
        case Drawn():
            return _apply_sorteo(table, event.sorteo)
        case _:
            assert_never(event)


def _require_lobby(table: Table, event: Seating) -> None:
    """Raises BadEvent if the partida has begun, unless the event is SatDown or Queued."""
    if table.mesa is not None and not isinstance(event, SatDown | Queued):
        raise BadEvent(f"{type(event).__name__} after the partida began")


def _cut(table: Table, event: Cut) -> Table:
    """Returns the table with this cut; raises BadEvent for an unknown seat or place."""
    if event.seat not in range(len(table.seats)) or event.place not in PLACES:
        raise BadEvent(f"a cut at {event.place} by seat {event.seat} of {len(table.seats)}")
    return replace(table, cut=event)


def _remove_cut(table: Table, seat: Seat) -> Table:
    """Returns the table without the cut of a seat, if that seat cut the deck."""
    return replace(table, cut=None) if table.cut is not None and table.cut.seat == seat else table


def _fold_course(table: Table, event: Course) -> Table:
    """Returns the table after an event of the partida, a move or an end.

    A pause and a resumption drop the votes to resume; a resumption also clears missed turns. A move without a
    channel clears `own_thread`. Raises BadEvent before the partida for any event but a move or an end. Raises
    it also for an unknown seat, but a vote's seats are not checked, and Missed may raise IndexError.
    """
    if table.mesa is None and not isinstance(event, Moved | Ended):
        raise BadEvent(f"{type(event).__name__} before the partida began")
    match event:
        case Picked(seat, cards):
            return replace(table, picks=_replace_at(table.picks, seat, cards))
        case Missed() | Returned() | Departed():
            return _count_missed(table, event)
        case Voted():
            return replace(table, votes=table.votes | {event})
        case Moved(chat, left):
            return replace(table, chat=chat, left=left, own_thread=table.own_thread and bool(left))
        case PutOff() | Resumed():
            votes = frozenset(vote for vote in table.votes if vote.what is not Vote.RESUME)
            pauses = isinstance(event, PutOff)
            missed = table.missed if pauses else (0,) * len(table.seats)
            idle = pauses and not any(missed)
            return replace(table, put_off=pauses, idle=idle, votes=votes, missed=missed)
        case Ended(why, reason):
            return replace(table, ended=why, reason=reason)
        case _:
            assert_never(event)


def _count_missed(table: Table, event: Missed | Returned | Departed) -> Table:
    """Returns the table with the number of turns that a player has missed in a row, after an event.

    Missed adds 1, and the seat to `spoken_for`. Returned sets it to 0. Departed sets it to
    `MISSED_TO_REPLACE`, so that the player counts as absent (R95). Raises BadEvent for an unknown seat;
    Missed may raise IndexError instead.
    """
    spoken_for = table.spoken_for
    match event:
        case Missed(seat):
            missed, spoken_for = table.missed[seat] + 1, spoken_for | {seat}
        case Returned(seat):
            missed = 0
        case Departed(seat):
            missed = MISSED_TO_REPLACE
        case _:
            assert_never(event)
    return replace(table, missed=_replace_at(table.missed, event.seat, missed), spoken_for=spoken_for)


def _fold_presence(table: Table, event: Presence) -> Table:
    """Returns the table after an event about people who must confirm their presence.

    Waited adds its seat to `waited`. ReadyAsked makes `asking` and `asked` equal to `waited`. Ready removes
    its seat from `waited` and `asking`. The seats are not checked.
    """
    match event:
        case Waited(seat):
            return replace(table, waited=table.waited | {seat})
        case ReadyAsked():
            return replace(table, asking=table.waited, asked=table.waited)
        case Ready(seat):
            return _mark_present(table, seat)
        case _:
            assert_never(event)


def _mark_present(table: Table, seat: Seat) -> Table:
    """Returns the table with a seat removed from `waited` and `asking`: it need not confirm presence now."""
    return replace(table, waited=table.waited - {seat}, asking=table.asking - {seat})


def _choose_rules(table: Table, event: RulesChosen) -> Table:
    """Returns the table with new rules and their number of seats.

    Of the players whose seats are gone, people join the queue and AI players leave. A cut of such a seat is
    removed. Picks, missed turns and `asking` are cleared, and only the removed seats leave `waited`.
    """
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


def _seat_player(table: Table, event: SatDown) -> Table:
    """Returns the table with a player at a seat; raises BadEvent for an unknown seat.

    The player leaves the queue. Votes by or about the seat are removed, and promises and holds of the seat or
    of the player. The seat has then missed no turns and need not confirm presence. In the lobby its cut is
    removed. The player's earlier seat and the seat's picks stay.
    """
    queue = tuple(who for who in table.queue if who.person != event.who.person)
    return replace(
        _mark_present(table if table.mesa else _remove_cut(table, event.seat), event.seat),
        seats=_replace_at(table.seats, event.seat, event.who),
        missed=_replace_at(table.missed, event.seat, 0),
        queue=queue,
        votes=_others_votes(table, event.seat),
        held=tuple(it for it in table.held if it.seat != event.seat and it.who.person != event.who.person),
        promised=_others_promised(table, event.seat, event.who),
    )


def _fold_replacing(table: Table, event: Replacing) -> Table:
    """Returns the table after an AI player took over a seat, or a seat was promised.

    Raises BadEvent if the seat has no player of the kind that the event needs, or StoodIn brings a person.
    """
    match event:
        case StoodIn():
            return _stand_in(table, event)
        case Promised():
            return _promise_seat(table, event)
        case _:
            assert_never(event)


def _stand_in(table: Table, event: StoodIn) -> Table:
    """Returns the table with an AI player at a person's seat, which is held for them.

    If a hand is in play, the person may take it back in that hand, unless they are banned. An earlier hold of
    the seat is removed. The seat's picks, its missed turns and the votes by or about it are cleared. Raises
    BadEvent unless a person sits there, or if `event.who` is a person.
    """
    was = table.seats[event.seat] if 0 <= event.seat < len(table.seats) else None
    if was is None or was.person is None or event.who.person is not None:
        raise BadEvent("an AI stands in for nobody")
    hand = 0 if event.banned or not table.in_hand else table.hand
    others = tuple(it for it in table.held if it.seat != event.seat)
    return replace(
        table,
        seats=_replace_at(table.seats, event.seat, event.who),
        missed=_replace_at(table.missed, event.seat, 0),
        picks=_replace_at(table.picks, event.seat, ()),
        votes=_others_votes(table, event.seat),
        held=(*others, Reserved(event.seat, was, hand, event.banned)),
    )


def _promise_seat(table: Table, event: Promised) -> Table:
    """Returns the table with a promised seat, or without its promise if `who` is None.

    It replaces earlier promises of the seat and to the person. The person leaves the queue. Raises BadEvent
    for a free or unknown seat, and for the seat of a person.
    """
    now = table.seats[event.seat] if 0 <= event.seat < len(table.seats) else None
    if now is None or now.person is not None:
        raise BadEvent("a seat is promised that no AI holds")
    others = _others_promised(table, event.seat, event.who)
    queue = tuple(who for who in table.queue if event.who is None or who.person != event.who.person)
    return replace(table, promised=others if event.who is None else (*others, event), queue=queue)


def _others_promised(table: Table, seat: Seat, who: Occupant | None) -> tuple[Promised, ...]:
    """Returns the promises of other seats to other people; if `who` is None, all promises of other seats."""
    person = who.person if who is not None else None
    return tuple(
        it for it in table.promised if it.seat != seat and (it.who is None or it.who.person != person)
    )


def _others_votes(table: Table, seat: Seat) -> frozenset[Voted]:
    """Returns the votes that are neither by this seat nor about it."""
    return frozenset(vote for vote in table.votes if seat not in (vote.seat, vote.about))


def _update_queue(table: Table, event: Queued | Barred) -> Table:
    """Returns the table after a person joined or left the queue, or was barred or admitted again.

    A person who joins again goes to the end of the queue.
    """
    if isinstance(event, Barred):
        barred = tuple(who for who in table.barred if who.person != event.who.person)
        return replace(table, barred=barred if event.lifted else (*barred, event.who))
    others = tuple(who for who in table.queue if who.person != event.who.person)
    return replace(table, queue=others if event.leaves else (*others, event.who))


def _apply_sorteo(table: Table, sorteo: Sorteo) -> Table:
    """Returns the table after the lottery, with its seats in the drawn order.

    Raises BadEvent unless its order has each seat of the table once.
    """
    if sorted(sorteo.order) != list(range(len(table.seats))):
        raise BadEvent("a lottery of other seats")
    return replace(_reorder_seats(table, sorteo.order), sorteo=sorteo)


def _reorder_seats(table: Table, order: Sequence[Seat]) -> Table:
    """Returns the table with only these seats, in this order.

    A cut moves with its player, and is unchanged if its seat is not in `order`. Missed turns, picks, `waited`
    and `asking` are cleared; votes stay.
    """
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


def _fold_game(table: Table, event: Event) -> Table:
    """Returns the table after an event of the game.

    HandEnded adds the outcome to `course`, updates `best`, keeps the final state and the players, and clears
    `spoken_for`. A seña of a seat with a player is added to `signers`; señas from before the previous hand
    are dropped there. A discard clears the seat's picks. Raises BadEvent for an event that cannot follow, and
    for a partida with another number of seats.
    """
    mesa = evolve(table.mesa, event)
    if isinstance(event, Began):
        if event.seats != len(table.seats):
            raise BadEvent(f"a partida of {event.seats} at {len(table.seats)} seats")
        return copy_with(table, mesa=mesa)
    if isinstance(event, HandEnded):
        course = (*table.course, intern_outcome(mesa.course()))
        best = _find_best(table, mesa)
        ended = copy_with(table, mesa=mesa, finished=(mesa,), sat=table.seats, course=course, best=best)
        return copy_with(ended, spoken_for=frozenset())
    if isinstance(event, Signed) and (who := table.seats[event.seat]) is not None:
        kept = [it for it in table.signers if it[0].hand >= event.hand - 1]
        return copy_with(table, mesa=mesa, signers=(*kept, (event, who)))
    if isinstance(event, Discarded):
        return copy_with(table, mesa=mesa, picks=_replace_at(table.picks, event.seat, ()))
    return copy_with(table, mesa=mesa)


def _find_best(table: Table, mesa: State) -> BestHand | None:
    """Returns the best of `table.best` and the four-card hands shown in `mesa`, the first of equal ones.

    A hand with neither pares nor juego does not count. Returns None if no hand counts.
    """
    best = table.best
    for seat in mesa.shown:
        cards, who = mesa.cards[seat], table.seats[seat]
        if who is None or len(cards) != HAND_SIZE or (rank := worth(cards, mesa.rules).rank()) is None:
            continue
        known = worth(best.cards, mesa.rules).rank() if best is not None else None
        if known is None or rank > known:
            best = BestHand(mesa.hand, seat, who, cards)
    return best


@lru_cache(maxsize=1 << 16)
def intern_outcome(outcome: Outcome) -> Outcome:
    """Returns an equal outcome from an earlier call, which saves memory; without one, the outcome itself."""
    return outcome


T = TypeVar("T")


def _replace_at(row: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Returns a row with one value replaced; raises BadEvent for a place outside it."""
    if not 0 <= place < len(row):
        raise BadEvent(f"seat {place} of {len(row)}")
    return (*row[:place], value, *row[place + 1 :])
