"""Acts in the lobby: sitting down, choosing the rules, starting. They have no side effects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from itertools import chain, count
from typing import assert_never

from musbot.game.actions import Bando, Seat
from musbot.game.rule_sets import RULE_SETS, read_option
from musbot.game.rules_base import RuleSet
from musbot.players import USUAL, AIKind
from musbot.table.act_result import ActResult, Confirmation, Refused
from musbot.table.acts import (
    AddAI,
    Anytime,
    Bar,
    ChangeField,
    ChooseRules,
    CutAt,
    InLobby,
    LobbyAct,
    OpenPage,
    Sit,
    person_mark,
)
from musbot.table.cutting import cut
from musbot.table.dealing import start_partida
from musbot.table.events import (
    NO_PERSON,
    AnyEvent,
    Barred,
    Ended,
    Ending,
    Occupant,
    Person,
    Queued,
    Ready,
    ReadyAsked,
    RulesChosen,
    SatDown,
    StoodUp,
)
from musbot.table.fold import fold
from musbot.table.names import NAMELESS, clean_name
from musbot.table.pages import AnyPage, FieldPage, Page
from musbot.table.table import Table

AI_NAMES = ("Patxi", "Maite", "Koldo", "Nekane", "Txomin", "Amaia", "Iñaki", "Edurne")
"""Names for AI players."""
MOST_WAITING = 20
"""Length of a table's queue, in people, from which requests to join it are refused."""


def decide_lobby_act(table: Table, person: Person, act: LobbyAct) -> ActResult:
    """Returns the events and the confirmation of an act in the lobby.

    An act also confirms the presence of a person who must do so. In a private chat, people without a seat are
    refused. Raises Refused, BadRules or UnknownField.
    """
    seat = table.seat_of(person.id)
    if table.solo and seat is None:
        raise Refused("refused-no-seat")
    if seat is None or seat not in table.waited or act is InLobby.READY:
        return _decide(table, person, act)
    here = Ready(seat)
    done = _decide(fold(table, here), person, act)
    return replace(done, events=(here, *done.events), after=None)


def _decide(table: Table, person: Person, act: LobbyAct) -> ActResult:
    """Returns the result of an act in the lobby; raises Refused, BadRules or UnknownField."""
    match act:
        case Sit(bando):
            return _sit(table, person, bando)
        case AddAI(kind):
            return _add_ai(table, person, kind)
        case ChooseRules() | ChangeField():
            return _choose(table, person, act)
        case OpenPage(page):
            return _open_page(table, person, page)
        case CutAt(place):
            return cut(table, person, place)
        case Bar():
            return _bar(table, person, act)
        case InLobby():
            return _decide_plain(table, person, act)
        case Anytime():
            return _decide_anytime(table, person, act)
        case _:
            assert_never(act)


def _decide_anytime(table: Table, person: Person, act: Anytime) -> ActResult:
    """Returns the result of an act that is possible in the lobby and in play; raises Refused."""
    match act:
        case Anytime.LEAVE:
            return _stand_up(table, person)
        case Anytime.END:
            return _cancel(table, person)
        case Anytime.QUEUE:
            return _queue(table, person)
        case _:
            assert_never(act)


def _decide_plain(table: Table, person: Person, act: InLobby) -> ActResult:
    """Returns the result of an act without a parameter; raises Refused."""
    match act:
        case InLobby.UP:
            return _stand_up(table, person)
        case InLobby.ADD_AI:
            return _add_default_ai(table, person)
        case InLobby.REMOVE_AI:
            return _remove_ai(table, person)
        case InLobby.START:
            return _start(table, person)
        case InLobby.FILL:
            return _fill_and_start(table, person)
        case InLobby.READY:
            return _ready(table, person)
        case _:
            assert_never(act)


def _sit(table: Table, person: Person, bando: Bando) -> ActResult:
    """Returns the events that seat a person on a side, at its first free seat.

    Without a free seat, they take the seat of its first AI player. That AI player moves to their former seat,
    or leaves if they had none. A former seat that no AI player takes becomes free. Raises Refused if they are
    barred or sit on the side already, or if people have all its seats.
    """
    require_not_barred(table, person)
    now = table.seat_of(person.id)
    side_seats = _side_seats(table, bando)
    open_seats = _seats_for_person(table, side_seats)
    if now in side_seats:
        raise Refused("refused-seated-already")
    if not open_seats:
        raise Refused("refused-side-full", free=_open_side(table))
    seat, who = open_seats[0], Occupant(own_name(table, person), person.id, person.language)
    if now is None:
        return ActResult((SatDown(seat, who),), Confirmation.SAT)
    ai = table.seats[seat]
    swapped = (SatDown(now, ai),) if ai is not None else ()
    return ActResult((StoodUp(now), SatDown(seat, who), *swapped), Confirmation.SAT)


def _seats_for_person(table: Table, seats: Sequence[Seat]) -> list[Seat]:
    """Returns the seats of `seats` that a person may take: the free seats, then the seats of AI players."""
    free = [seat for seat in seats if table.seats[seat] is None]
    return [*free, *(seat for seat in seats if (who := table.seats[seat]) is not None and who.ai)]


def _stand_up(table: Table, person: Person) -> ActResult:
    """Returns the events that take a person from their seat, or else from the queue.

    The first person in the queue takes the seat. In a private chat the table ends instead. Raises Refused if
    they have no seat and do not queue, or may not end that table.
    """
    if table.solo:
        return _cancel(table, person)
    if (seat := table.seat_of(person.id)) is not None:
        return ActResult(free_seat(table, seat), Confirmation.STOOD)
    if any(who.person == person.id for who in table.queue):
        return ActResult(
            (Queued(Occupant(clean_name(person.name), person.id), leaves=True),), Confirmation.STOOD
        )
    raise Refused("refused-no-seat")


def free_seat(table: Table, seat: Seat) -> tuple[AnyEvent, ...]:
    """Returns the events that free a seat in the lobby; the first person in the queue then takes it."""
    return (StoodUp(seat), *(SatDown(seat, who) for who in table.queue[:1]))


def require_not_barred(table: Table, person: Person) -> None:
    """Raises Refused if a person may not sit down (R98)."""
    if table.is_barred(person.id):
        raise Refused("refused-barred")


def _bar(table: Table, person: Person, act: Bar) -> ActResult:
    """Returns the events that bar a player, or lift the ban (R98). A barred player loses their seat.

    The first person in the queue takes that seat. Raises Refused unless `person` opened the table, for their
    own mark, and for a mark that no seated (to lift: no barred) person has.
    """
    _require_opener(table, person)
    those = table.barred if act.lifted else table.seats
    known = (who for who in those if who is not None and who.person is not None)
    who = next((who for who in known if person_mark(who.person or NO_PERSON) == act.mark), None)
    if who is None or who.person == person.id:
        raise Refused("refused-gone-already")
    seat = table.seat_of(who.person or NO_PERSON)
    left = free_seat(table, seat) if seat is not None else ()
    confirmation = Confirmation.UNBARRED if act.lifted else Confirmation.BARRED
    return ActResult((*left, Barred(who, act.lifted)), confirmation, {"name": who.name})


def _queue(table: Table, person: Person) -> ActResult:
    """Returns the events that give a person a seat, or a place in the queue if people have all seats.

    A free seat goes before an AI player's. No events if people have all seats and they wait already. Raises
    Refused if they have a seat or are barred, or if the queue is full.
    """
    if table.seat_of(person.id) is not None:
        raise Refused("refused-seated-already")
    open_seats = _seats_for_person(table, range(len(table.seats)))
    return _sit(table, person, open_seats[0] % 2) if open_seats else join_queue(table, person)


def join_queue(table: Table, person: Person) -> ActResult:
    """Returns the result of joining the queue; its events are empty if the person already waits.

    Raises Refused if the queue is full or the person is barred.
    """
    require_not_barred(table, person)
    if any(other.person == person.id for other in table.queue):
        return ActResult((), Confirmation.QUEUED, {"again": 1})
    if len(table.queue) >= MOST_WAITING:
        raise Refused("refused-queue-full")
    who = Occupant(own_name(table, person), person.id, person.language)
    return ActResult((Queued(who),), Confirmation.QUEUED, {"again": 0})


def _add_ai(table: Table, person: Person, kind: AIKind) -> ActResult:
    """Returns the event that seats an AI player on the emptier side, the first one if they are equal.

    At a full table, returns the events that change the kind of all AI players; none if they have it already.
    This needs the right to change the table. Raises Refused without that right, or if people have all seats.
    Raises it for a person who neither has a seat nor opened the table.
    """
    free = _seats_for_ai(table, person)
    if not free:
        return ActResult(_change_ai_kinds(table, kind), Confirmation.AI_KIND, {"kind": kind.value})
    taken = [sum(table.seats[s] is not None for s in _side_seats(table, side)) for side in (0, 1)]
    emptier = _side_seats(table, taken.index(min(taken)))
    who = make_ai_player(table, kind)
    seat = next(seat for seat in free if seat in emptier)
    return ActResult((SatDown(seat, who),), Confirmation.AI_SAT, {"name": who.name})


def _add_default_ai(table: Table, person: Person) -> ActResult:
    """Returns the event that seats an AI player of the usual kind on the emptier side.

    Raises Refused at a full table, and for a person who neither has a seat nor opened the table.
    """
    _require_seat_or_opener(table, person)
    if None not in table.seats:
        raise Refused("refused-table-full")
    return _add_ai(table, person, USUAL)


def _seats_for_ai(table: Table, person: Person) -> list[Seat]:
    """Returns the free seats for an AI player; empty if the kind of the AI players may change instead.

    Raises Refused if the person may do neither, or if a full table has no AI player.
    """
    _require_seat_or_opener(table, person)
    free = [seat for seat, who in enumerate(table.seats) if who is None]
    if not free and not any(who and who.ai for who in table.seats):
        raise Refused("refused-table-full")
    if not free:
        _require_right_to_change(table, person)
    return free


def _change_ai_kinds(table: Table, kind: AIKind) -> tuple[AnyEvent, ...]:
    """Returns the events that give all AI players a new kind; names and seats stay.

    Empty if they have it already.
    """
    others = [(seat, who) for seat, who in enumerate(table.seats) if who and who.ai and who.ai != kind.value]
    return tuple(SatDown(seat, Occupant(who.name, ai=kind.value)) for seat, who in others)


def _remove_ai(table: Table, person: Person) -> ActResult:
    """Returns the events that remove the AI player of the highest seat; the first in the queue takes it.

    Raises Refused without an AI player, or if the person may not change the table.
    """
    _require_right_to_change(table, person)
    taken = [seat for seat, who in enumerate(table.seats) if who and who.ai]
    if not taken:
        raise Refused("refused-no-ai")
    return ActResult(free_seat(table, taken[-1]), Confirmation.AI_UP, {"name": table.names[taken[-1]]})


def _open_page(table: Table, person: Person, page: AnyPage) -> ActResult:
    """Returns the confirmation for a page of the lobby, without events.

    Any person may open RULES and LOBBY. CUT and CUT_BELOW need a seat, and KINDS the right to add AI players.
    PEOPLE is for the opener; other pages need the right to change the table. Raises Refused otherwise, for
    MORE, and for a field that the rules do not have.
    """
    match page:
        case Page.LOBBY | Page.RULES:
            pass
        case Page.MORE:
            raise Refused("refused-unknown-act")
        case FieldPage(field) if field not in table.rules.fields:
            raise Refused("refused-unknown-act")
        case Page.MAIN | Page.FIELDS | FieldPage():
            _require_right_to_change(table, person)
        case Page.CUT | Page.CUT_BELOW if table.seat_of(person.id) is None:
            raise Refused("refused-no-seat")
        case Page.CUT | Page.CUT_BELOW:
            pass
        case Page.KINDS:
            _seats_for_ai(table, person)
        case Page.PEOPLE:
            _require_opener(table, person)
        case _:
            assert_never(page)
    return ActResult((), Confirmation.PAGE)


def _choose(table: Table, person: Person, act: ChooseRules | ChangeField) -> ActResult:
    """Returns the events that change a field of the rules, or replace the rules by a rule set.

    Raises Refused without the right to change the table, and for an unknown rule set. Raises UnknownField for
    a field that the rules do not have, and BadRules for a value that does not fit.
    """
    _require_right_to_change(table, person)
    if isinstance(act, ChangeField):
        field, value = read_option(f"{act.field}={act.value}")
        rules = table.rules.with_changes({field: value})
        return ActResult(_with_rules(table, rules), Confirmation.SET, {"field": field, "value": act.value})
    if act.rules not in RULE_SETS:
        raise Refused("refused-unknown-act")
    return ActResult(_with_rules(table, RULE_SETS[act.rules]), Confirmation.RULES, {"rules": act.rules})


def _with_rules(table: Table, rules: RuleSet) -> tuple[AnyEvent, ...]:
    """Returns the events for new rules. At a table in a private chat, AI players take the free seats."""
    chosen = RulesChosen(rules)
    return (chosen, *fill_with_ais(fold(table, chosen))) if table.solo else (chosen,)


def seat_alone(table: Table, person: Person) -> tuple[SatDown, ...]:
    """Returns the events that seat a person at seat 0 of a new private table, and AI players elsewhere.

    The AI players are as in `fill_with_ais`.
    """
    own = SatDown(0, Occupant(own_name(table, person), person.id, person.language))
    return (own, *fill_with_ais(fold(table, own)))


def fill_with_ais(table: Table) -> tuple[SatDown, ...]:
    """Returns the events that seat AI players at all free seats.

    They are of the easiest kind that already plays there, otherwise of the usual one.
    """
    kinds = [kind for kind in AIKind if any(who is not None and who.ai == kind.value for who in table.seats)]
    events: tuple[SatDown, ...] = ()
    for seat, who in enumerate(table.seats):
        if who is None:
            events = (*events, SatDown(seat, make_ai_player(table, *kinds[:1])))
            table = fold(table, events[-1])
    return events


def _start(table: Table, person: Person) -> ActResult:
    """Returns the events that start the partida, its first deal included.

    If people must confirm their presence first, returns the event that asks them, or none if they are asked
    already. Raises Refused if the person has no seat or may not change the table, or if players are missing.
    """
    if table.seat_of(person.id) is None:
        raise Refused("refused-no-seat")
    _require_right_to_change(table, person)
    missing = table.rules.players.start - sum(who is not None for who in table.seats)
    if missing > 0:
        raise Refused("refused-not-full", free=missing)
    if table.waited:
        confirmation = Confirmation.ASKED_FOR_DATE if table.date else Confirmation.ASKED
        return ActResult((ReadyAsked(),) if table.asking != table.waited else (), confirmation)
    return ActResult(start_partida(table), Confirmation.STARTED)


def _fill_and_start(table: Table, person: Person) -> ActResult:
    """Returns the events that seat AI players until enough play, and then start the partida.

    The opener sits down first if they have no seat. The added players have the kind of the AI player with the
    highest seat, otherwise the usual one. If people must confirm their presence first, it asks them and does
    not start. Raises Refused without a seat (the opener: if no seat is open) or the right to change the
    table.
    """
    events: tuple[AnyEvent, ...] = ()
    if table.seat_of(person.id) is None and person.id == table.opened_by:
        events = _queue(table, person).events
        table = reduce(fold, events, table)
    if table.seat_of(person.id) is None:
        raise Refused("refused-no-seat")
    _require_right_to_change(table, person)
    kinds = [kind for who in table.seats for kind in AIKind if who is not None and who.ai == kind.value]
    while sum(who is not None for who in table.seats) < table.rules.players.start:
        added = _add_ai(table, person, kinds[-1] if kinds else USUAL).events
        events, table = (*events, *added), reduce(fold, added, table)
    started = _start(table, person)
    return replace(started, events=(*events, *started.events))


def _ready(table: Table, person: Person) -> ActResult:
    """Returns the events that confirm a person's presence.

    The last awaited confirmation also starts the partida, if enough players sit. No events if they need not
    confirm it. Raises Refused without a seat.
    """
    seat = table.seat_of(person.id)
    if seat is None:
        raise Refused("refused-no-seat")
    if seat not in table.waited:
        return ActResult((), Confirmation.READY)
    here, asking = Ready(seat), table.asking
    after = fold(table, here)
    full = sum(who is not None for who in after.seats) >= after.rules.players.start
    if asking and not after.asking and full:
        return ActResult((here, *start_partida(after)), Confirmation.STARTED)
    return ActResult((here,), Confirmation.READY)


def remove_silent(table: Table) -> tuple[AnyEvent, ...]:
    """Returns the events that remove the people at the `asking` seats, because they are not confirmed.

    The first people in the queue take their seats. Empty if no confirmation is awaited. The partida does not
    start.
    """
    events: tuple[AnyEvent, ...] = ()
    for seat in sorted(table.asking):
        left = free_seat(table, seat)
        events, table = (*events, *left), reduce(fold, left, table)
    return events


def _cancel(table: Table, person: Person) -> ActResult:
    """Returns the event that ends the table; raises Refused if the person may not change it."""
    _require_right_to_change(table, person)
    return ActResult((Ended(Ending.WANTED),), Confirmation.ENDED)


def _require_opener(table: Table, person: Person) -> None:
    """Raises Refused unless a person opened the table."""
    if person.id != table.opened_by:
        raise Refused("refused-not-opener")


def _require_seat_or_opener(table: Table, person: Person) -> None:
    """Raises Refused unless a person has a seat or opened the table."""
    if table.seat_of(person.id) is None and table.opened_by != person.id:
        raise Refused("refused-no-seat")


def _require_right_to_change(table: Table, person: Person) -> None:
    """Raises Refused unless a person may change the table.

    The person who opened it may. While that person has no seat or must confirm their presence, each seated
    person may too.
    """
    if person.id == table.opened_by:
        return
    _require_seat_or_opener(table, person)
    if (host := table.seat_of(table.opened_by)) is not None and host not in table.waited:
        raise Refused("refused-not-host", name=table.names[host])


def _open_side(table: Table) -> int:
    """Returns the side (1 or 2) of the first free seat, or otherwise of the first AI player's seat.

    0 if people have all seats.
    """
    open_seats = _seats_for_person(table, range(len(table.seats)))
    return open_seats[0] % 2 + 1 if open_seats else 0


def _side_seats(table: Table, bando: Bando) -> list[Seat]:
    """Returns the seats of a side (R16); all seats if each plays alone."""
    return [seat for seat in range(len(table.seats)) if table.rules.plays_alone or seat % 2 == bando]


def make_ai_player(table: Table, kind: AIKind = USUAL) -> Occupant:
    """Returns an AI player of a kind, with a name that is free at the table; the table is unchanged."""
    return Occupant(_free_name(AI_NAMES, table.names), ai=kind.value)


def own_name(table: Table, person: Person) -> str:
    """Returns a person's clean name.

    It gets a number from 2 if a seat, the queue or a promise already has it; case is ignored. A name that
    shows nothing becomes NAMELESS in the table's language.
    """
    coming = [it.who for it in table.promised]
    others = [who.name for who in (*table.seats, *table.queue, *coming) if who and who.person != person.id]
    return _free_name([clean_name(person.name, NAMELESS.get(table.language, "?"))], others)


def _free_name(names: Sequence[str], others: Sequence[str]) -> str:
    """Returns the first of `names` that is not in `others`, ignoring case.

    If each is taken, it tries each with the number 2, then with 3, and so on. `names` must not be empty.
    """
    had = {name.casefold() for name in others}
    numbered = (f"{name} {number}" for number in count(2) for name in names)
    return next(name for name in chain(names, numbered) if name.casefold() not in had)
