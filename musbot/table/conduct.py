"""What a press at a table leads to, in the lobby and in play: pure decisions, as the engine's are.

Each returns the events that follow and what to tell who pressed; Refused and Illegal change nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from musbot.game.actions import Action, Seat, Voz
from musbot.game.cards import written
from musbot.game.engine import decide, expire, offers
from musbot.game.errors import Fact
from musbot.game.state import Descarte, State
from musbot.game.views import ordered
from musbot.table.acts import Act, Anytime, InPlay, LobbyAct, OpenPage, Pick, PlayAct, Replace, of_hand
from musbot.table.dealing import with_chance
from musbot.table.lobby import in_lobby, substitute
from musbot.table.pages import AnyPage, FieldPage, Page
from musbot.table.state import (
    AnyEvent,
    Ended,
    Ending,
    Missed,
    Person,
    Picked,
    PutOff,
    Resumed,
    Returned,
    SatDown,
    Table,
    Vote,
    Voted,
)
from musbot.table.told import Done, Refused, Told

MISSED_TO_REPLACE = 3
_TOLD = {Voz.ENVIDO: Told.BET, Voz.MAS: Told.RAISED, Voz.SENA: Told.SIGNED, Voz.MIRO: Told.LOOKED}


def conduct(table: Table, person: Person, question: int, act: Act) -> Done:
    """Returns what follows when a person presses a button of that question; raises Refused or Illegal."""
    if table.over:
        raise Refused("over")
    if question != (table.hand if of_hand(act) else table.question):
        raise Refused("old-question")
    if table.in_lobby:
        if not isinstance(act, LobbyAct):
            raise Refused("not-in-lobby")
        if table.opening:
            raise Refused("opening")
        return in_lobby(table, person, act)
    seat = table.seat_of(person.id)
    if seat is None:
        raise Refused("no-seat")
    if not isinstance(act, PlayAct):
        raise Refused("unknown-act")
    return _in_play(table, seat, act)


def _in_play(table: Table, seat: Seat, act: PlayAct) -> Done:
    match act:
        case Action():
            return speak(table, seat, act)
        case Pick(place):
            done = _pick(table, seat, place)
        case InPlay.THROW:
            done = _throw(table, seat)
        case OpenPage(page):
            done = _turn(table, seat, page)
        case Replace(absent):
            done = _replace(table, seat, absent)
        case Anytime.END:
            done = _end(table, seat)
        case Anytime.LEAVE:
            done = _leave(table, seat)
        case _:
            assert_never(act)
    returned = _returned(table, seat)
    return replace(done, events=(*returned, *done.events), after=None) if returned else done


def speak(table: Table, seat: Seat, action: Action) -> Done:
    """Returns what follows when a seat says a word of the game."""
    mesa = _mesa(table)
    events: tuple[AnyEvent, ...] = (*_returned(table, seat), *decide(mesa, seat, action))
    facts: dict[str, Fact] = {"word": action.voz.value, "n": action.n}
    facts |= {"sena": action.sena.value} if action.sena is not None else {}
    facts |= {"name": table.names[action.seat]} if action.seat is not None else {}
    events, after = with_chance(table, events)
    return Done(events, _TOLD.get(action.voz, Told.SAID), facts, after)


def wait_over(table: Table) -> tuple[AnyEvent, ...]:
    """Returns what follows when the time for a partner to commit to more is over (R30)."""
    return with_chance(table, expire(_mesa(table)))[0]


def missed(table: Table, seat: Seat, action: Action) -> tuple[AnyEvent, ...]:
    """Returns what follows when a turn clock runs out and the suplente says a word for the seat."""
    events, after = with_chance(table, (Missed(seat), *decide(_mesa(table), seat, action)))
    if all(after.missed[human] >= MISSED_TO_REPLACE for human in after.humans) and not after.over:
        return (*events, PutOff())
    return events


def _returned(table: Table, seat: Seat) -> tuple[AnyEvent, ...]:
    resumed = (Resumed(),) if table.put_off else ()
    return (*resumed, Returned(seat)) if table.missed[seat] else resumed


def _mesa(table: Table) -> State:
    if table.mesa is None:
        raise Refused("not-begun")
    return table.mesa


def _pick(table: Table, seat: Seat, place: int) -> Done:
    mesa = _mesa(table)
    if all(offer.voz is not Voz.DESCARTA for offer in offers(mesa, seat)):
        decide(mesa, seat, Action(Voz.DESCARTA))  # says why not, and names no card
    hand = ordered(mesa.cards[seat], mesa.rules.reyes)
    if not 1 <= place <= len(hand):
        raise Refused("unknown-act")
    card = hand[place - 1]
    now = table.picks[seat]
    picked = tuple(c for c in hand if (c in now) != (c == card))
    if mesa.rules.most_thrown == 1 and card not in now:
        picked = (card,)  # R61, R71: just one
    return Done((Picked(seat, picked),), Told.PICKED, {"cards": written(picked)})


def _throw(table: Table, seat: Seat) -> Done:
    if isinstance(_mesa(table).phase, Descarte) and not table.picks[seat]:
        raise Refused("nothing-picked")
    done = speak(table, seat, Action(Voz.DESCARTA, cards=table.picks[seat]))
    return replace(done, told=Told.THREW, facts={"cards": written(table.picks[seat])})


def _turn(table: Table, seat: Seat, page: AnyPage) -> Done:
    match page:
        case Page.MAIN:
            return Done((), Told.PAGE)
        case Page.MORE:
            if not offers(_mesa(table), seat):
                decide(_mesa(table), seat, Action(Voz.PASO))  # says why not
            return Done((), Told.PAGE)
        case Page.RULES | Page.FIELDS | FieldPage() | Page.CUT | Page.CUT_BELOW:
            raise Refused("unknown-act")
        case _:
            assert_never(page)


def _end(table: Table, seat: Seat) -> Done:
    vote, needed = Voted(seat, Vote.END), len(table.humans) // 2 + 1
    votes = _votes(table, vote)
    if votes < needed:
        return Done((vote,), Told.VOTED, {"votes": votes, "needed": needed})
    return Done((vote, Ended(Ending.WANTED)), Told.ENDED)


def _replace(table: Table, seat: Seat, absent: Seat) -> Done:
    if not 0 <= absent < len(table.seats) or table.missed[absent] < MISSED_TO_REPLACE:
        raise Refused("not-absent")
    present = [human for human in table.humans if table.missed[human] < MISSED_TO_REPLACE]
    vote, needed = Voted(seat, Vote.REPLACE, absent), len(present) // 2 + 1
    votes = _votes(table, vote)
    if votes < needed:
        return Done((vote,), Told.VOTED, {"votes": votes, "needed": needed})
    return Done((vote, SatDown(absent, substitute(table))), Told.REPLACED, {"name": table.names[absent]})


def _votes(table: Table, vote: Voted) -> int:
    """How many seats have voted for the same, this one included."""
    same = {cast for cast in table.votes if (cast.what, cast.about) == (vote.what, vote.about)}
    return len(same | {vote})


def _leave(table: Table, seat: Seat) -> Done:
    if len(table.humans) == 1:
        return Done((Ended(Ending.EMPTY),), Told.ENDED)
    who = table.queue[0] if table.queue else substitute(table)
    return Done((SatDown(seat, who),), Told.LEFT, {"name": who.name})
