"""The slots that chats can be sent: parts of tables, with their versions and urgency, and single posts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple, assert_never

from musbot.game.actions import Seat
from musbot.game.engine import awaited
from musbot.game.envite import Envite
from musbot.narrator.post import Post
from musbot.service.choices.calls import ALL_MENTIONED, CallSeats
from musbot.service.queue.fair_queue import Rank, Wish
from musbot.service.queue.parts import CALLS, HandPlace, Part, PartPlace, PartView
from musbot.table.alarms import NudgeClock
from musbot.table.events import Vote
from musbot.table.table import Table


class TableSlot(NamedTuple):
    """A part of a table; it is rendered when it is sent."""

    table: str
    """The table's id."""
    part: Part
    """The part."""

    @property
    def name(self) -> str:
        """Returns the stored name of the part."""
        return self.part.name


@dataclass(frozen=True, slots=True)
class PostSlot:
    """A single post."""

    post: Post
    """The post as of when it was queued."""
    lasts_s: float | None = None
    """Seconds after which the message is deleted; None to keep it."""
    fresh: Callable[[], Post | None] | None = None
    """Builds the post at the time of sending; it returns None to cancel it. None to send `post` unchanged."""

    @property
    def name(self) -> str:
        """The kind of slot, for logs."""
        return "post"


@dataclass(frozen=True, slots=True)
class StripSlot:
    """The removal of a message's buttons."""

    message: str
    """The message's id."""

    @property
    def name(self) -> str:
        """The kind of slot, for logs."""
        return "strip"


@dataclass(frozen=True, slots=True)
class DeleteSlot:
    """The deletion of a message, if the platform allows it."""

    message: str
    """The message's id."""

    @property
    def name(self) -> str:
        """The kind of slot, for logs."""
        return "delete"


Slot = TableSlot | PostSlot | StripSlot | DeleteSlot
"""Anything that the queue can send."""


def main_part(table: Table) -> Part:
    """Returns the part that shows the table's current state: the lobby, or the board of its hand."""
    return Part(PartView.LOBBY) if table.mesa is None else Part(PartView.BOARD, table.mesa.hand)


def is_vital(place: PartPlace, table: Table) -> bool:
    """Returns whether players cannot see their question if this chat does not show this part."""
    if place.part.view is PartView.HAND:
        return not ended(table, place.part)
    return place.chat == table.chat and place.part == main_part(table)


class HandVersions(NamedTuple):
    """The numbers of the events that last changed the messages of the current hand.

    A seña or a look changes only the messages of the players who know of it.
    """

    board: int
    """The last event that all players could see."""
    own: tuple[int, ...] = ()
    """The last event that only this seat could see, by seat; 0 for none."""

    def of_part(self, part: Part) -> int:
        """Returns the number of the last event that changed a board or a seat's own message."""
        if part.view is PartView.HAND and part.seat is not None and part.seat < len(self.own):
            return max(self.board, self.own[part.seat])
        return self.board


def parts(
    table: Table,
    nudged: NudgeClock | None,
    called: CallSeats = ALL_MENTIONED,
    versions: HandVersions | None = None,
) -> Iterator[tuple[PartPlace, object]]:
    """Yields the place of every part of a table that must be up to date, and a value that is its version."""
    versions = versions or HandVersions(table.seq)
    chat, mesa, finished = table.chat, table.mesa, table.hands_over
    if finished:
        yield PartPlace(chat, Part(PartView.BOARD, finished)), "finished"
    if mesa is not None and table.in_hand:
        yield PartPlace(chat, Part(PartView.BOARD, mesa.hand)), versions.board
    if not table.over:
        yield PartPlace(chat, Part(PartView.SEAL)), "never changed"
    lobby = (table.rules, table.seats, table.cut, table.queue, table.in_lobby, table.asking)
    yield PartPlace(chat, Part(PartView.LOBBY)), lobby if table.in_lobby else "closed"
    if table.left:
        yield PartPlace(table.left, Part(PartView.LOBBY)), (chat, table.over)
    if mesa is not None and table.over:
        yield PartPlace(chat, Part(PartView.END)), True
    if mesa is not None and not table.solo:
        ordago, resume = called_to_ordago(table), called_to_resume(table)
        yield PartPlace(chat, Part(PartView.NUDGE)), (nudged, called)
        yield PartPlace(chat, Part(PartView.ORDAGO)), (ordago, called)
        yield PartPlace(chat, Part(PartView.RESUME)), (resume, called)
        yield from _hands(table, versions)
        for seat in called.private:
            who = table.seats[seat]
            if who is not None and who.person is not None:
                ringing = nudged if nudged is not None and nudged.seat == seat else None
                answer, back = (it if seat in it else () for it in (ordago, resume))
                calls = zip(CALLS, (ringing, answer, back), strict=True)
                yield from ((PartPlace(who.person, Part(call, seat=seat)), it) for call, it in calls)


def _hands(table: Table, versions: HandVersions) -> Iterator[tuple[PartPlace, object]]:
    """Yields the private hands. During a hand they follow every word; then they show the count."""
    for seat in table.humans:
        who = table.seats[seat]
        if who is None or who.person is None:
            continue
        if table.hands_over:
            yield PartPlace(who.person, Part(PartView.HAND, table.hands_over, seat)), ("finished", table.over)
        if table.in_hand and table.has_cards(seat):
            part = Part(PartView.HAND, table.hand, seat)
            yield PartPlace(who.person, part), versions.of_part(part)


def ended(table: Table, part: Part) -> bool:
    """Returns whether a part shows a seat's cards in a hand that is over."""
    return part.view is PartView.HAND and (table.over or part.hand <= table.hands_over)


def is_of_another(place: PartPlace, table: Table) -> bool:
    """Returns whether a part's seat no longer belongs to the person of its private chat."""
    chat, part = place
    if part.seat is None:
        return False
    who = table.seats[part.seat] if part.seat < len(table.seats) else None
    return who is None or who.person != chat


def called_to_ordago(table: Table) -> tuple[Seat, ...]:
    """Returns the seats that an órdago calls to answer it.

    If each player plays alone, one message calls all of them until the last has answered, because an edit
    notifies no one.
    """
    mesa, phase = table.mesa, table.mesa.phase if table.mesa is not None else None
    if table.over or mesa is None or not isinstance(phase, Envite) or not phase.ordago:
        return ()
    called = tuple(seat for seat in awaited(mesa) if seat != phase.bettor)
    if called and phase.bettor is not None and mesa.rules.plays_alone:
        answered = [seat for seat, _ in phase.answers]
        called = tuple(seat for seat in phase.others(phase.bettor) if seat in (*answered, *phase.pending))
    return tuple(seat for seat in called if seat in table.humans)


def called_to_resume(table: Table) -> tuple[Seat, ...]:
    """Returns the seats to call to a paused table: after the first vote to resume, the other seats (R99)."""
    willing = {vote.seat for vote in table.votes if vote.what is Vote.RESUME}
    if table.over or not table.put_off or not willing:
        return ()
    return tuple(seat for seat in table.humans if seat not in willing)


def prerequisite(table: Table, part: Part) -> Part | None:
    """Returns the part that the table's chat must show before any chat shows the given part.

    The commitment to the deck comes before lobby and boards. The lottery comes after the first board, and a
    new hand after the count of the last one.
    """
    view, hand, _ = part
    match view:
        case PartView.LOBBY if table.in_lobby:
            return Part(PartView.SEAL)
        case PartView.LOBBY if table.mesa is not None:
            return Part(PartView.BOARD, 1)
        case PartView.BOARD if hand == 1:
            return Part(PartView.SEAL)
        case PartView.END if table.hands_over:
            return Part(PartView.BOARD, table.hands_over)
        case PartView.HAND if ended(table, part):
            return None
        case PartView.BOARD | PartView.HAND if hand > 1:
            return Part(PartView.BOARD, hand - 1)
        case _:
            return None


# ---- how urgent it is ------------------------------------------------------------------------------------


class Changed(Enum):
    """The most urgent change of a table since its chats were last reconciled."""

    TABLE = "table"
    """The table itself changed, such as its seats."""
    QUESTION = "question"
    """The table asks another question."""
    WORDS = "words"
    """Words were said; the question changed at most in the players whose turn comes next."""


BOARD_SPARE = {Changed.TABLE: 1, Changed.QUESTION: 1, Changed.WORDS: 2}
"""The requests that an edit of a board leaves to its chat if no player relies on the board."""


class SlotContext(NamedTuple):
    """The facts that decide how urgently a part of a table is sent to its chat."""

    is_missing: bool
    """Whether the chat lacks the part, or the new cards of a player who plays on the board."""
    is_due: bool
    """Whether the chat lacks the part, or must be shown it again: in another language, or after a restart."""
    awaited: tuple[Seat, ...]
    """Seats whose word the table waits for."""
    touched: tuple[Seat, ...]
    """Seats that could say something before this change, or whose own cards, looks or señas have changed."""
    nudged: bool
    """Whether a player is being called."""
    news: Changed = Changed.TABLE
    """The most urgent change since the last reconciliation."""
    hand_places: Mapping[Seat, HandPlace] = MappingProxyType({})
    """Where each player sees their hand. Private cards of players at the table come after the board."""
    asked_before: tuple[Seat, ...] = ()
    """Seats that were already asked the same question before this change."""

    @property
    def board_readers(self) -> tuple[Seat, ...]:
        """The seats whose private chat asks nothing, so that they read the board."""
        return tuple(seat for seat, place in self.hand_places.items() if place is not HandPlace.PRIVATE)

    @property
    def relied_on(self) -> bool:
        """Whether a player is newly asked and can see the question only on the board."""
        return any(seat in self.awaited and seat not in self.asked_before for seat in self.board_readers)


def wish(table: Table, place: PartPlace, context: SlotContext) -> Wish[Slot]:
    """Returns the priority of sending a part of a table to its chat."""
    if place.chat == table.left:
        return Wish(Rank.REST)
    first = prerequisite(table, place.part)
    after = (table.chat, TableSlot(table.id, first)) if first is not None else None
    return _wish(table, place.part, context)._replace(after=after)


def _wish(table: Table, part: Part, context: SlotContext) -> Wish[Slot]:
    match part.view:
        case PartView.BOARD:
            return _board_wish(table, part.hand, context)
        case PartView.HAND:
            return Wish(Rank.BOARD) if ended(table, part) else _cards_wish(part.seat, context)
        case PartView.SEAL | PartView.END:
            return Wish(Rank.BOARD)
        case PartView.LOBBY:
            return Wish(Rank.REST) if table.in_lobby else Wish(Rank.REST, spare=2)  # after the first board
        case PartView.NUDGE | PartView.ORDAGO | PartView.RESUME:
            return _call_wish(table, part.view, context)
        case PartView.DAMAGED:
            return Wish(Rank.REST)
        case _:
            assert_never(part.view)


def _call_wish(table: Table, call: PartView, context: SlotContext) -> Wish[Slot]:
    """Returns the urgency of a call; its deletion can wait."""
    if call is PartView.ORDAGO:
        return Wish(Rank.TURN) if called_to_ordago(table) else Wish(Rank.REST, spare=1)
    calls = context.nudged if call is PartView.NUDGE else bool(called_to_resume(table))
    return Wish(Rank.BOARD) if calls else Wish(Rank.REST, spare=1)


def _board_wish(table: Table, hand: int, context: SlotContext) -> Wish[Slot]:
    """Returns the priority of the board of a hand.

    A count goes first, because new cards wait for it, and so does a board that a player relies on. Other
    boards go when their chat has requests to spare: one more if only words were said, and one more if a
    player has no private chat. At a solo table the board is the player's own hand.
    """
    if table.solo and hand > table.hands_over and not table.over:
        return _cards_wish(next(iter(table.humans)), context)
    if hand <= table.hands_over or context.relied_on:
        return Wish(Rank.TURN)
    if context.is_due or table.over:
        return Wish(Rank.BOARD)
    return Wish(Rank.REST, spare=BOARD_SPARE[context.news] + bool(context.board_readers))


def _cards_wish(seat: Seat | None, context: SlotContext) -> Wish[Slot]:
    """Returns the priority of a seat's cards in its private chat.

    Players being asked come first. Players who just acted, or got cards or a seña, come with the boards.
    The others, and players on the board, follow when their chat has a request to spare.
    """
    place = context.hand_places.get(seat, HandPlace.PRIVATE) if seat is not None else HandPlace.PRIVATE
    if context.is_missing or not place.is_at_table:
        if seat in context.awaited:
            return Wish(Rank.TURN)
        if context.is_missing or seat in context.touched:
            return Wish(Rank.BOARD)
    return Wish(Rank.FOLLOW, spare=1)


def awaited_at(table: Table) -> tuple[Seat, ...]:
    """Returns the seats whose word a table waits for; none if it is over."""
    return awaited(table.mesa) if table.mesa is not None and not table.over else ()
