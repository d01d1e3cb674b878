"""The decision on a press at a table, in the lobby and in play, without side effects.

Functions return the events and a confirmation for the presser. They raise Refused or Illegal, which change
nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from musbot.game.actions import Action, Seat, Voz
from musbot.game.cards import Hand, write_cards
from musbot.game.engine import decide, expire, offers
from musbot.game.errors import Fact
from musbot.game.state import Descarte, State
from musbot.game.views import sort_hand
from musbot.table.act_result import ActResult, Confirmation, Refused
from musbot.table.acts import (
    Act,
    Anytime,
    InLobby,
    InPlay,
    LobbyAct,
    OpenPage,
    Pick,
    PlayAct,
    Replace,
    TakeSeat,
    Throw,
    is_for_hand,
)
from musbot.table.away import is_deserted, return_events
from musbot.table.dealing import with_chance
from musbot.table.events import AnyEvent, Ended, Ending, Missed, Person, PersonId, Picked, PutOff, Vote, Voted
from musbot.table.lobby import decide_lobby_act
from musbot.table.pages import AnyPage, FieldPage, Page
from musbot.table.seats import (
    ask_for_seat,
    leave,
    majority,
    replace_player,
    return_to_seat,
    take_seat,
    vote_to_resume,
    votes_for,
    withdraw,
)
from musbot.table.table import Table

_TOLD = {
    Voz.ENVIDO: Confirmation.BET,
    Voz.MAS: Confirmation.RAISED,
    Voz.SENA: Confirmation.SIGNED,
    Voz.MIRO: Confirmation.LOOKED,
}


def decide_act(table: Table, person: Person, question: int, act: Act) -> ActResult:
    """Returns the events and the confirmation of a press on a button of a question. They are not yet applied.

    `question` is the number in the payload: of the hand for señas and looks. It does not matter for acts
    that take a seat. Raises Refused for an act that is not possible now or a button of an older question; in
    play a person without a seat always reads that they have none. Raises Illegal for a word against the
    rules, and BadRules or UnknownField for an unfit change of rules. A player who presses just
    after the others have agreed reads the same as they do.
    """
    if table.over:
        raise Refused("refused-over")
    return _confirm_agreed(table, person, act) or _decide_act(table, person, question, act)


def _decide_act(table: Table, person: Person, question: int, act: Act) -> ActResult:
    """Returns the result of an act on which players have not agreed yet; raises as `decide_act` does."""
    if not _is_for_any_question(act):
        _require_current_question(table, person, question, act)
    if table.in_lobby:
        if not isinstance(act, LobbyAct):
            raise Refused("refused-not-in-lobby")
        return decide_lobby_act(table, person, act)
    if not isinstance(act, PlayAct):
        raise Refused("refused-unknown-act")
    match act:
        case TakeSeat(taken):
            return take_seat(table, person, taken)
        case InPlay.RETURN | Anytime.QUEUE:
            return return_to_seat(table, person) if act is InPlay.RETURN else ask_for_seat(table, person)
        case Anytime.LEAVE if table.seat_of(person.id) is None:
            return withdraw(table, person)
        case _:
            return _in_play(table, _require_seat(table, person), act)


def _confirm_agreed(table: Table, person: Person, act: Act) -> ActResult | None:
    """Returns the confirmation of a player's act that the others have agreed on just before.

    That is a resumption, a start during the first hand, or the replacement of a player. None for other acts,
    at a paused table, and without a seat.
    """
    seat = table.seat_of(person.id)
    if seat is None or not table.playing or table.put_off:
        return None
    match act:
        case InPlay.RESUME:
            done = ActResult((), Confirmation.RESUMED)
        case InLobby.START | InLobby.FILL if table.hand <= 1:
            done = ActResult((), Confirmation.STARTED)
        case Replace(other) if left := next((it.who for it in table.held if it.seat == other), None):
            done = ActResult((), Confirmation.REPLACED, {"name": left.name})
        case _:
            return None
    return replace(done, events=return_events(table, seat))


def _require_current_question(table: Table, person: Person, question: int, act: Act) -> None:
    """Raises Refused for a button of an older question.

    In play a person without a seat reads that instead, unless they leave the queue.
    """
    withdraws = act is Anytime.LEAVE and table.is_waiting(person.id)
    if not (table.in_lobby or withdraws):
        _require_seat(table, person)
    if question != (table.hand if is_for_hand(act) else table.question):
        raise Refused("refused-old-question")


def _require_seat(table: Table, person: Person) -> Seat:
    """Returns a person's seat; raises Refused for a person who has no seat."""
    seat = table.seat_of(person.id)
    if seat is None:
        raise Refused("refused-no-seat")
    return seat


def _is_for_any_question(act: Act) -> bool:
    """Returns whether an act is valid for any question, because newcomers press it on older messages."""
    return isinstance(act, TakeSeat) or act in (InPlay.RETURN, Anytime.QUEUE)


def _in_play(table: Table, seat: Seat, act: PlayAct) -> ActResult:
    """Returns the result of a seated player's act during the partida.

    Its events also end the player's absence, and resume a paused table in a private chat. Raises Refused,
    among others for an act that takes a seat, and Illegal.
    """
    match act:
        case Action():
            return speak(table, seat, act)
        case Pick(place):
            done = _pick(table, seat, place)
        case InPlay.THROW | InPlay.RESUME:
            done = _throw(table, seat) if act is InPlay.THROW else vote_to_resume(table, seat)
        case Throw(places):
            done = _throw_cards(table, seat, _to_discard(_mesa(table), seat, places)[1])
        case OpenPage(page):
            done = _open_page(table, seat, page)
        case Replace(absent):
            done = replace_player(table, seat, absent)
        case Anytime.LEAVE | Anytime.END:
            done = leave(table, seat) if act is Anytime.LEAVE else _vote_to_end(table, seat)
        case TakeSeat() | InPlay.RETURN | Anytime.QUEUE:
            raise Refused("refused-seated-already")
        case _:
            assert_never(act)
    returned = tuple(it for it in return_events(table, seat) if it not in done.events)
    return replace(done, events=(*returned, *done.events), after=None) if returned else done


def presence_events(table: Table, person: PersonId) -> tuple[AnyEvent, ...]:
    """Returns the events after any request of a person: the end of their absence, and a resumption (R94).

    Only a paused table in a private chat resumes. A person who has missed no turn has no absence to end.
    Empty if the person has no seat, and before and after the partida.
    """
    seat = table.seat_of(person)
    return return_events(table, seat) if seat is not None and table.playing else ()


def speak(table: Table, seat: Seat, action: Action) -> ActResult:
    """Returns the events and the confirmation of a word, seña or look, with the deals that follow.

    The events also end the player's absence, and resume a paused table in a private chat. Raises Illegal, or
    Refused in the lobby and at a paused table (not in a private chat).
    """
    mesa = _mesa(table)
    events: tuple[AnyEvent, ...] = (*return_events(table, seat), *decide(mesa, seat, action))
    facts: dict[str, Fact] = {"word": action.voz.value, "n": action.n}
    facts |= {"sena": action.sena.value} if action.sena is not None else {}
    facts |= {"name": table.names[action.seat]} if action.seat is not None else {}
    events, after = with_chance(table, events)
    return ActResult(events, _TOLD.get(action.voz, Confirmation.SAID), facts, after)


def end_gracia(table: Table) -> tuple[AnyEvent, ...]:
    """Returns the events after the time for a partner's answer runs out (R30), deals included.

    Raises Refused in the lobby and at a paused table, but not in a private chat. Raises Illegal if no answer
    is awaited.
    """
    return with_chance(table, expire(_mesa(table)))[0]


def miss_turn(table: Table, seat: Seat, action: Action) -> tuple[AnyEvent, ...]:
    """Returns the events of a missed turn: the suplente says the word `action` for the seat, then any deals.

    The last event pauses the table if it is then deserted (R99) and not over. Raises Illegal for a word that
    is not allowed now. Raises Refused in the lobby and at a paused table, but not in a private chat.
    """
    events, after = with_chance(table, (Missed(seat), *decide(_mesa(table), seat, action)))
    return (*events, PutOff()) if is_deserted(after) and not after.over else events


def _mesa(table: Table) -> State:
    """Returns the state of the partida.

    Raises Refused in the lobby, and at a paused table unless it is in a private chat.
    """
    if table.mesa is None or (table.put_off and not table.solo):
        raise Refused("refused-put-off")
    return table.mesa


def _to_discard(mesa: State, seat: Seat, places: Sequence[int]) -> tuple[Hand, Hand]:
    """Returns the sorted hand of a seat, and its cards at these places, counted from 1, in the hand's order.

    Raises Illegal if the seat may not discard now, Refused for a place outside the hand.
    """
    if all(offer.voz is not Voz.DESCARTA for offer in offers(mesa, seat)):
        decide(mesa, seat, Action(Voz.DESCARTA))  # raises Illegal with the reason
    hand = sort_hand(mesa.cards[seat], mesa.rules.reyes)
    if not all(1 <= place <= len(hand) for place in places):
        raise Refused("refused-unknown-act")
    return hand, tuple(card for place, card in enumerate(hand, start=1) if place in places)


def _pick(table: Table, seat: Seat, place: int) -> ActResult:
    """Returns the event that picks a card for the discard, or puts it back if it was picked.

    If the rules allow one card at most, it replaces the picked one. Raises Illegal if the seat may not
    discard now, and Refused for a place outside the hand or by `_mesa`.
    """
    mesa = _mesa(table)
    hand, (card,) = _to_discard(mesa, seat, (place,))
    now = table.picks[seat]
    picked = tuple(c for c in hand if (c in now) != (c == card))
    if mesa.rules.most_thrown == 1 and card not in now:
        picked = (card,)  # R61, R71: at most one card
    return ActResult((Picked(seat, picked),), Confirmation.PICKED, {"cards": write_cards(picked)})


def _throw(table: Table, seat: Seat) -> ActResult:
    """Returns the discard of the picked cards.

    Raises Refused if no card is picked in a discard, or by `_mesa`. Raises Illegal outside a discard, and for
    picks that the rules forbid.
    """
    if isinstance(_mesa(table).phase, Descarte) and not table.picks[seat]:
        raise Refused("refused-nothing-picked")
    return _throw_cards(table, seat, table.picks[seat])


def _throw_cards(table: Table, seat: Seat, cards: Hand) -> ActResult:
    """Returns the discard of these cards and its confirmation; raises Illegal or Refused."""
    done = speak(table, seat, Action(Voz.DESCARTA, cards=cards))
    return replace(done, confirmation=Confirmation.THREW, facts={"cards": write_cards(cards)})


def _open_page(table: Table, seat: Seat, page: AnyPage) -> ActResult:
    """Returns the confirmation for the board or its page of amounts, without events.

    Raises Refused for other pages. For the amounts it raises Illegal if the seat may say no word now. It
    raises Refused at a paused table, but not in a private chat.
    """
    match page:
        case Page.MAIN:
            return ActResult((), Confirmation.PAGE)
        case Page.MORE:
            if not offers(_mesa(table), seat):
                decide(_mesa(table), seat, Action(Voz.PASO))  # raises Illegal with the reason
            return ActResult((), Confirmation.PAGE)
        case Page() | FieldPage():
            raise Refused("refused-unknown-act")
        case _:
            assert_never(page)


def _vote_to_end(table: Table, seat: Seat) -> ActResult:
    """Returns a vote to end the table, and its end if more than half of the seated people want it."""
    vote, needed = Voted(seat, Vote.END), majority(table.humans)
    if (votes := votes_for(table, vote)) < needed:
        facts: dict[str, Fact] = {"votes": votes, "needed": needed, "again": int(vote in table.votes)}
        return ActResult((vote,), Confirmation.VOTED, facts)
    return ActResult((vote, Ended(Ending.WANTED)), Confirmation.ENDED)
