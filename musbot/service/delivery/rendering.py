"""What a chat or a person is told of a table, made from the state of this moment in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol, assert_never

from musbot.game.actions import Seat
from musbot.narrator import Links, Narrator
from musbot.narrator.post import Post
from musbot.port.replies import Reply
from musbot.service.choices.calls import AS_EVER, Called
from musbot.service.choices.narrators import Narrators
from musbot.service.queue.slots import CallPart, CardsPart, HandPart, Only, Part, called_to_ordago
from musbot.table.clocks import READY_S
from musbot.table.state import AnyEvent, ReadyAsked, SatDown, StoodIn, Table
from musbot.table.view import watch


def render(
    table: Table,
    part: Part,
    narrators: Narrators,
    links: Links,
    nudged: Seat | None,
    called: Called = AS_EVER,
) -> Post | None:
    """Returns the post of a part of a table, None where nothing is to be shown of it; `nudged` is called.

    Only what calls somebody rings, the first cards of a partida and its end: a board is looked at.
    """
    post = _rendered(table, part, narrators, links, nudged, called)
    return replace(post, silent=not _rings(part)) if post is not None else None


def _rings(part: Part) -> bool:
    match part:
        case Only.NUDGE | Only.ORDAGO | Only.END | CallPart():
            return True
        case CardsPart(hand):
            return hand == 1
        case Only.SEAL | Only.LOBBY | Only.LEFT | Only.ASIDE | HandPart():
            return False
        case _:
            assert_never(part)


def _rendered(
    table: Table, part: Part, narrators: Narrators, links: Links, nudged: Seat | None, called: Called
) -> Post | None:
    group = _public(table, narrators)
    match part:
        case Only.LOBBY | Only.LEFT:
            return _lobby(table, part, group, links)
        case Only.SEAL:
            return group.sealed(watch(table))
        case HandPart(hand):
            return _board(table, hand, group, narrators, links)
        case Only.END:
            return group.end(watch(table))
        case Only.NUDGE | Only.ORDAGO:
            return _call(table, part, group, links, nudged, called)
        case CallPart():
            return _private_call(table, part, narrators, links, nudged, called)
        case CardsPart():
            return _cards(table, part, narrators, links)
        case Only.ASIDE:
            return None  # it can be read again
        case _:
            assert_never(part)


def _board(table: Table, hand: int, group: Narrator, narrators: Narrators, links: Links) -> Post | None:
    finished = hand if hand <= table.hands_over else None
    if finished is not None and table.ended_hand(hand) is None:
        return None  # long ago
    if table.solo and finished is None and table.humans:
        return group.seat(watch(table, table.humans[0]), explained=table.chat in narrators.explained)
    return group.board(watch(table, finished=finished), links)


def _public(table: Table, narrators: Narrators) -> Narrator:
    """Who speaks to a table's chat; to who plays alone in his own language."""
    own = table.seats[table.humans[0]] if table.solo and table.humans else None
    return narrators.for_one(own, table) if own is not None else narrators.for_chat(table)


def _lobby(table: Table, part: Only, group: Narrator, links: Links) -> Post:
    if part is Only.LEFT:
        return group.left(watch(table), links)
    over = table.over and table.mesa is None
    return group.end(watch(table)) if over else group.lobby(watch(table), links)


def _call(
    table: Table, part: Only, group: Narrator, links: Links, nudged: Seat | None, called: Called
) -> Post | None:
    """The call that mentions those who are called so; none if nobody is."""
    mentioned = [table.seats[seat] for seat in called.mentioned(_called(table, part, nudged))]
    post = _made(table, part, group, links, nudged) if mentioned else None
    if post is None:
        return None
    people = {who.person for who in mentioned if who is not None}
    return replace(post, mentions=tuple(it for it in post.mentions if it[0] in people))


def _private_call(
    table: Table, part: CallPart, narrators: Narrators, links: Links, nudged: Seat | None, called: Called
) -> Post | None:
    who, asked = table.seats[part.seat], _called(table, part.call, nudged)
    if who is None or part.seat not in asked or part.seat not in called.private:
        return None
    post = _made(table, part.call, narrators.for_one(who, table), links, nudged)
    return replace(post, mentions=()) if post is not None else None


def _called(table: Table, call: Only, nudged: Seat | None) -> tuple[Seat, ...]:
    if call is Only.ORDAGO:
        return called_to_ordago(table)
    return (nudged,) if nudged is not None else ()


def _made(table: Table, call: Only, narrator: Narrator, links: Links, nudged: Seat | None) -> Post | None:
    if call is Only.ORDAGO:
        return narrator.ordago(watch(table), called_to_ordago(table), links)
    return narrator.nudge(watch(table), nudged, links) if nudged is not None else None


def _cards(table: Table, part: CardsPart, narrators: Narrators, links: Links) -> Post | None:
    who = table.seats[part.seat]
    if who is None or table.hand != part.hand or not table.holds_cards(part.seat):
        return None
    return narrators.for_one(who, table).hand(watch(table, part.seat), links)


def own_cards(table: Table, seat: Seat, narrator: Narrator, links: Links) -> Reply:
    """Returns a seat's own cards, for who sits there and asks for them."""
    view = watch(table, seat)
    hand = narrator.hand(view, links)
    return Reply(narrator.cards_alert(view), alert=True, post=hand, own=True, table=table.id)


class Posts(Protocol):
    """Who brings a single post to a chat, and deletes it after so long if told so."""

    def __call__(self, chat: str, post: Post, *, lasts_s: float | None = None) -> None:
        """Queues it."""


class News:
    """Hears of what happens at tables and posts what is news to their chats; the boards tell it too."""

    def __init__(self, post: Posts, narrators: Narrators) -> None:
        self._post = post
        self._narrators = narrators

    def hear(self, table: Table, events: Sequence[AnyEvent]) -> None:
        """Tells the chat of a table who has left, and calls those who are to say that they are there."""
        for event in events:
            if isinstance(event, ReadyAsked) and table.asking:
                call = self._narrators.for_chat(table).ready(watch(table))
                self._post(table.chat, call, lasts_s=READY_S)
            if isinstance(event, StoodIn) and any(held.seat == event.seat for held in table.held):
                self._post(table.chat, self._narrators.for_chat(table).leaves(watch(table), event.seat))
            if isinstance(event, SatDown) and event.who.ai and table.playing:  # only for who is forgotten
                self._post(table.chat, self._narrators.for_chat(table).vanishes(watch(table), event.seat))
