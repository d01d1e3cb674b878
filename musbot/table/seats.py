"""Leaving, taking and replacing seats during a partida (R95, R96)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from musbot.game.actions import Seat
from musbot.game.errors import Fact
from musbot.table.act_result import ActResult, Confirmation, Refused
from musbot.table.away import MISSED_TO_REPLACE, return_events
from musbot.table.events import (
    AnyEvent,
    Ended,
    Ending,
    Occupant,
    Person,
    Promised,
    PutOff,
    Queued,
    Resumed,
    SatDown,
    StoodIn,
    Vote,
    Voted,
)
from musbot.table.lobby import free_seat, join_queue, make_ai_player, own_name, require_not_barred
from musbot.table.table import Table


def leave(table: Table, seat: Seat) -> ActResult:
    """Returns the events when a player leaves a seat in play: an AI player takes over, and the seat is held.

    The first person in the queue is promised the seat. If no other person plays, queues or is promised a
    seat, the table pauses, unless it is paused already. If no other seat is held either, it ends instead, and
    no AI player takes over. `seat` must have a person.
    """
    if len(table.humans) == 1 and not (table.held or table.promised or table.queue):
        return ActResult((Ended(Ending.EMPTY),), Confirmation.ENDED)
    events = give_up_seat(table, seat)
    empty = len(table.humans) == 1 and not (table.promised or table.queue or table.put_off)
    return _confirm_leaving((*events, PutOff()) if empty else events)


def _confirm_leaving(events: tuple[AnyEvent, ...]) -> ActResult:
    """Returns the result for a leaving player.

    LEFT_TO names the person to whom the events promise the seat; without one, LEFT names the AI player.
    """
    comes = next((it.who for it in events if isinstance(it, Promised) and it.who is not None), None)
    if comes is not None:
        return ActResult(events, Confirmation.LEFT_TO, {"name": comes.name})
    return ActResult(events, Confirmation.LEFT, {"name": _ai_of(events).name})


def leave_for_good(table: Table, person: Person) -> ActResult:
    """Returns the events that remove a person who asked to be forgotten from a seat, promise or queue.

    A group's lobby frees their seat for the first in the queue. In play an AI player takes it by SatDown,
    without a hold. It is promised to the first in the queue. If no other person plays, queues or has a
    promise, the table pauses, unless it is paused; if no seat is held, it ends instead. No events if they
    have no seat and do not wait, or if the table is over: a seat held from before stays held. Raises no
    error.
    """
    seat = table.seat_of(person.id)
    if table.over or (seat is None and not table.is_waiting(person.id)):
        return ActResult((), Confirmation.LEFT)
    if seat is None:
        return withdraw(table, person)
    if table.in_lobby and not table.solo:
        return ActResult(free_seat(table, seat), Confirmation.STOOD)
    if len(table.humans) == 1 and not (table.held or table.promised or table.queue):
        return ActResult((Ended(Ending.EMPTY),), Confirmation.ENDED)
    comes = next(iter(table.queue), None)
    promised = (Promised(seat, comes),) if comes is not None else ()
    empty = len(table.humans) == 1 and not (table.promised or promised)
    resting = (PutOff(),) if empty and not table.put_off else ()
    return ActResult((SatDown(seat, make_ai_player(table)), *promised, *resting), Confirmation.LEFT)


def give_up_seat(
    table: Table, seat: Seat, to: Occupant | None = None, *, banned: bool = False
) -> tuple[AnyEvent, ...]:
    """Returns the events that replace a person by an AI player at once; the seat is held for the person.

    For the next hand it is promised to `to`, or else to the first in the queue, if any (R96). With `banned`
    the person was voted out and cannot return before the next hand.
    """
    follows = to or next(iter(table.queue), None)
    promised = (Promised(seat, follows),) if follows is not None else ()
    return (StoodIn(seat, make_ai_player(table), banned), *promised)


def _ai_of(events: Sequence[AnyEvent]) -> Occupant:
    """Returns the AI player of the first StoodIn in these events, which must contain one."""
    return next(event.who for event in events if isinstance(event, StoodIn))


def replace_player(table: Table, seat: Seat, other: Seat) -> ActResult:
    """Returns the events when a player asks to replace another.

    A player who has missed `MISSED_TO_REPLACE` turns is replaced at once. Otherwise it is a vote. The last
    vote needed replaces them, and they may not return before the next hand. Raises Refused if the other seat
    has no other person, or too few players could vote.
    """
    who = table.seats[other] if 0 <= other < len(table.seats) else None
    if who is None or who.person is None or other == seat:
        raise Refused("refused-not-absent")
    facts: dict[str, Fact] = {"name": who.name}
    if table.missed[other] >= MISSED_TO_REPLACE:
        return ActResult(give_up_seat(table, other), Confirmation.REPLACED, facts)
    vote, needed = Voted(seat, Vote.REPLACE, other), votes_needed(table, other)
    if len([voter for voter in table.humans if voter != other]) < needed:
        raise Refused("refused-too-few-to-replace", name=who.name, missed=MISSED_TO_REPLACE)
    if (votes := votes_for(table, vote)) < needed:
        return ActResult((vote,), Confirmation.VOTED_REPLACE, {**facts, "votes": votes, "needed": needed})
    return ActResult((vote, *give_up_seat(table, other, banned=True)), Confirmation.REPLACED, facts)


def vote_to_resume(table: Table, seat: Seat) -> ActResult:
    """Returns the events of a vote to resume a paused table, which needs more than half of the seated people.

    The table resumes with the last vote needed. Raises Refused if the table is not paused.
    """
    if not table.put_off:
        raise Refused("refused-old-question")
    vote = Voted(seat, Vote.RESUME)
    votes, needed = votes_for(table, vote), majority(table.humans)
    if votes < needed:
        facts: dict[str, Fact] = {"votes": votes, "needed": needed, "again": int(vote in table.votes)}
        return ActResult((vote,), Confirmation.VOTED_RESUME, facts)
    return ActResult((vote, Resumed()), Confirmation.RESUMED)


def majority(people: Sequence[Seat]) -> int:
    """Returns the smallest number that is more than half of these people."""
    return len(people) // 2 + 1


def votes_needed(table: Table, other: Seat) -> int:
    """Returns the votes needed to replace a player who is present: more than half of the others, at least 2.

    Absent players, with MISSED_TO_REPLACE missed turns, do not count as others.
    """
    present = [seat for seat in table.humans if seat != other and table.missed[seat] < MISSED_TO_REPLACE]
    return max(2, majority(present))


def votes_for(table: Table, vote: Voted) -> int:
    """Returns the number of seats with this vote, including the given one, which counts once."""
    same = {cast for cast in table.votes if (cast.what, cast.about) == (vote.what, vote.about)}
    return len(same | {vote})


def substitute_by_name(table: Table, person: Person, name: str) -> ActResult:
    """Returns the events of `/sustituir` with a name, which must match exactly; "" for none.

    A player gives their seat to the named person in the queue, or asks to replace the named player. With ""
    or the own name they leave. The events also end the player's absence. A bystander takes the named AI
    player's seat, or for "" any such seat or a place in the queue; the name of a player who left means the
    seat held for them. Raises Refused, also if no partida is in play or the name is unknown.
    """
    if not table.playing:
        raise Refused("refused-not-begun")
    seat = table.seat_of(person.id)
    left = next((it.seat for it in table.held if it.who.name == name), None)
    named = table.names.index(name) if name in table.names else left
    if seat is None:
        return _substitute_for_bystander(table, person, named, name)
    done = _substitute_for_player(table, seat, named, name)
    resumed = return_events(table, seat)
    return replace(done, events=(*resumed, *done.events)) if resumed else done


def _substitute_for_bystander(table: Table, person: Person, named: Seat | None, name: str) -> ActResult:
    """Returns the events that give a bystander the named AI player's seat, as `take_seat` does.

    Without a name it is any such seat, or a place in the queue. `named` is the seat of `name`, None for an
    unknown name. Raises Refused for an unknown name, a person's seat, or if `take_seat` or `ask_for_seat`
    refuses.
    """
    if not name:
        return ask_for_seat(table, person)
    if named is None:
        raise Refused("refused-nobody-named", name=name, sits="no")
    if (who := table.seats[named]) is not None and not who.ai:
        raise Refused("refused-person-there", name=who.name)
    return take_seat(table, person, named)


def ask_for_seat(table: Table, person: Person) -> ActResult:
    """Returns the events when a bystander asks for any seat.

    They take the first AI player's seat that is not promised (R96), or join the queue. A person who has been
    promised a seat keeps that one. Raises Refused if they have a seat or are barred, in a private chat, and
    if the queue is full.
    """
    if table.seat_of(person.id) is not None:
        raise Refused("refused-seated-already")
    if table.solo:
        raise Refused("refused-no-seat")
    own = next((it.seat for it in table.promised if it.who and it.who.person == person.id), None)
    free = (s for s, who in enumerate(table.seats) if who and who.ai and table.promised_at(s) is None)
    seat = own if own is not None else next(free, None)
    return take_seat(table, person, seat) if seat is not None else join_queue(table, person)


def _substitute_for_player(table: Table, seat: Seat, named: Seat | None, name: str) -> ActResult:
    """Returns the events of a player's request: to leave, to replace a player, or to give up their seat.

    They leave without a name, or with their own. `named` is the seat of the player to replace. Any other name
    must be in the queue and is promised their seat. Raises Refused for an AI player's seat, for any other
    name, and if `replace_player` refuses.
    """
    if not name or named == seat:
        return leave(table, seat)
    if named is not None:
        if (who := table.seats[named]) is not None and who.ai:
            raise Refused("refused-ai-is-there", name=who.name)
        return replace_player(table, seat, named)
    waiting = next((who for who in table.queue if who.name == name), None)
    if waiting is None:
        coming = any(it.who is not None and it.who.name == name for it in table.promised)
        reason = "refused-comes-already" if coming else "refused-nobody-named"
        raise Refused(reason, name=name, sits="yes")
    return _confirm_leaving(give_up_seat(table, seat, waiting))


def return_to_seat(table: Table, person: Person) -> ActResult:
    """Returns the events when a player returns to a seat that is held for them.

    Raises Refused if they have a seat, no seat is held, or `take_seat` refuses it.
    """
    if table.seat_of(person.id) is not None:
        raise Refused("refused-seated-already")
    seat = next((held.seat for held in table.held if held.who.person == person.id), None)
    if seat is None:
        raise Refused("refused-not-held")
    return take_seat(table, person, seat)


def take_seat(table: Table, person: Person, seat: Seat) -> ActResult:
    """Returns the events when a person without a seat takes an AI player's seat, from the next hand on.

    They queue, and the seat is promised to them. A player who left this seat in the hand in play gets it back
    at once with its cards. This needs that they were not voted out. A paused table without people resumes.
    Raises Refused if no AI player sits there, or the seat is promised to another person. Raises it if the
    person has a seat or is barred, or the chat is private.
    """
    if table.seat_of(person.id) is not None:
        raise Refused("refused-seated-already")
    require_not_barred(table, person)
    ai = table.seats[seat] if 0 <= seat < len(table.seats) else None
    if table.solo:
        raise Refused("refused-no-seat")
    if ai is None or not ai.ai:
        raise Refused("refused-no-ai-there")
    if (promised := table.promised_at(seat)) is not None and promised.person != person.id:
        raise Refused("refused-promised", name=promised.name)
    resumed = (Resumed(),) if table.put_off and not table.humans else ()
    held = next((it for it in table.held if it.seat == seat and it.who.person == person.id), None)
    if held is not None and held.hand == table.hand and table.in_hand:
        return ActResult((*resumed, SatDown(seat, held.who)), Confirmation.CAME_BACK)
    who = held.who if held is not None else Occupant(own_name(table, person), person.id, person.language)
    return ActResult((*resumed, Queued(who), Promised(seat, who)), Confirmation.TAKES, {"name": ai.name})


def rematch_seating(old: Table) -> tuple[SatDown | Queued, ...]:
    """Returns the events that seat the players of a finished table at a new one, at the same seats.

    People with a promised seat, then people in the queue, sit down instead of AI players; the others wait
    again. The seats of forgotten people stay free.
    """
    waiting = [*(it.who for it in old.promised if it.who is not None), *old.queue]
    sat: list[SatDown | Queued] = []
    for seat, who in enumerate(old.seats):
        if who is not None and who.ai and waiting:
            sat += [Queued(waiting[0]), SatDown(seat, waiting.pop(0))]
        elif who is not None and (who.person or who.ai):  # a forgotten person has no seat
            sat.append(SatDown(seat, who))
    return (*sat, *map(Queued, waiting))


def withdraw(table: Table, person: Person) -> ActResult:
    """Returns the events when a person gives up a promised seat, or else leaves the queue.

    A promised seat is then promised to the first person in the queue, or to none. Raises Refused if they have
    neither.
    """
    seat = next((it.seat for it in table.promised if it.who and it.who.person == person.id), None)
    if seat is not None:
        return ActResult((Promised(seat, next(iter(table.queue), None)),), Confirmation.STOOD)
    waiting = next((who for who in table.queue if who.person == person.id), None)
    if waiting is None:
        raise Refused("refused-no-seat")
    return ActResult((Queued(waiting, leaves=True),), Confirmation.STOOD)
