"""The slots that chats can be sent: parts of tables, with their versions and urgency, and single posts."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple, assert_never

from musbot.game.actions import Seat, Seats
from musbot.game.engine import awaited_seats
from musbot.game.envite import Envite
from musbot.game.state import Descarte, State
from musbot.narrator.post import Post
from musbot.port.chats import is_window, person_of, window_in
from musbot.service.choices.calls import ALL_MENTIONED, CallSeats
from musbot.service.queue.fair_queue import Rank, SendOutcome, SendPriority
from musbot.service.queue.parts import CALLS, HandPlace, Part, PartPlace, PartView
from musbot.table.alarms import Moment, NudgeClock
from musbot.table.events import ChatId, Ending, MessageId, TableId, Vote
from musbot.table.table import Table


class TableSlot(NamedTuple):
    """A part of a table; it is rendered when it is sent."""

    table: TableId
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
    ended: Callable[[SendOutcome], None] | None = None
    """Called after a last request: MADE if the chat shows the post with its picture, NOTHING if not."""
    sent: Callable[[MessageId], object] = str
    """Called with the id of the message once the post was sent; the default has no effect."""
    about: TableId | None = None
    """The table whose question the post describes: it is deleted after that question; None for none."""
    watches: TableId | None = None
    """The table whose changes end the post: it is deleted once `fresh` makes none; None for none."""
    kind: str = ""
    """The kind of a post that `watches` a table: the chat's next one of this kind deletes it; "" for none."""
    outlived: Callable[[], bool] | None = None
    """Whether a sent post that `watches` a table is outdated; None for when `fresh` makes none."""
    refusals: int = field(default=0, compare=False)
    """The number of times that its chat could not be reached."""

    @property
    def name(self) -> str:
        """The kind of slot, for logs."""
        return "post"

    @property
    def message(self) -> MessageId:
        """The id of the message that the post replaces; "" if it is a new message."""
        return self.post.replaces_message


@dataclass(frozen=True, slots=True)
class StripSlot:
    """The removal of a message's buttons."""

    message: MessageId
    """The message's id."""
    refusals: int = field(default=0, compare=False)
    """The number of times that its chat could not be reached."""

    @property
    def name(self) -> str:
        """The kind of slot, for logs."""
        return "strip"


@dataclass(frozen=True, slots=True)
class DeleteSlot:
    """The deletion of a message, if the platform allows it."""

    message: MessageId
    """The message's id."""
    instead: str = field(default="", compare=False)
    """The text that a message shows from then on if its platform does not delete it; "" to keep its text."""
    refusals: int = field(default=0, compare=False)
    """The number of times that its chat could not be reached."""

    @property
    def name(self) -> str:
        """The kind of slot, for logs."""
        return "delete"


MessageSlot = PostSlot | StripSlot | DeleteSlot
"""A request for one message, which belongs to no part of a table; its `message` is "" for a new message."""

Slot = TableSlot | MessageSlot
"""Anything that the queue can send."""


def main_part(table: Table) -> Part:
    """Returns the part that shows the table's current state: the lobby before the first hand, then the
    current board.

    After its end a table keeps its last board as its main part.
    """
    return Part(PartView.LOBBY) if table.mesa is None else Part(PartView.BOARD, table.mesa.hand)


def is_undealt(table: Table) -> bool:
    """Returns whether a table has ended before its first hand, so that its commitment is void."""
    return table.over and table.mesa is None


def is_void(table: Table, part: Part) -> bool:
    """Returns whether a part's message is deleted because its table has ended before its first hand.

    It is the commitment, and the lobby if another table replaced this one.
    """
    replaced = table.ended is Ending.REPLACED and part.view is PartView.LOBBY
    return is_undealt(table) and (replaced or part.view is PartView.SEAL)


def is_vital(place: PartPlace, table: Table) -> bool:
    """Returns whether a part may carry a question.

    It is a hand that is not over, or the main part in the table's chat.
    """
    if place.part.view is PartView.HAND:
        return not is_finished_hand(table, place.part)
    return place.chat == table.chat and place.part == main_part(table)


OUTDATED = -1
"""The `words` of a version that must be compared again."""


class Version(NamedTuple):
    """The state that a part shows. A changed version queues the part; each field has its own urgency."""

    state: object = None
    """Everything that no other field contains."""
    words: int = 0
    """The number of the last event that all players could see."""
    moment: Moment = Moment(0)
    """The question."""
    asks: Seats = ()
    """The seats whose word the table waits for."""
    speakers: Seats = ()
    """The seats that may speak: seats being asked, and seats that may cut out of turn (R26)."""
    own: object = None
    """The state that the hand of a player who uses the board shows."""
    in_order: bool = False
    """Whether the board gives the order of speaking, so that words within the question do not change it."""


def desired_versions(
    table: Table,
    nudged: NudgeClock | None,
    called: CallSeats = ALL_MENTIONED,
    words: int | None = None,
    windows: Container[ChatId] = (),
    *,
    in_order: bool = False,
) -> Iterator[tuple[PartPlace, Version]]:
    """Yields the place and version of every part of a table that must be up to date.

    `nudged` is the clock of the nudged player; `called` says which seats are called where. `words` is the
    number of the last event that all players could see; by default the last event. `windows` are the windows
    in which players see their hand. With `in_order` the board gives the order of speaking. A part without a
    message, such as a call to no player, is among them.
    """
    chat, mesa, finished = table.chat, table.mesa, table.hands_over
    if finished:
        yield PartPlace(chat, Part(PartView.BOARD, finished)), Version("finished")
    live = _live_version(table, table.seq if words is None else words)
    if mesa is not None and table.in_hand:
        own = _own_state(table, mesa, table.humans[0]) if table.solo and table.humans else None
        board = _version_in_order(table) if in_order else live._replace(own=own)
        yield PartPlace(chat, Part(PartView.BOARD, table.hand)), board
    if not table.over or is_undealt(table):
        seal = PartPlace(table.sealed_in, Part(PartView.SEAL))
        yield seal, Version("void" if table.over else "never changed")
    yield from _desired_lobby(table)
    if mesa is not None and table.over:
        yield PartPlace(chat, Part(PartView.END)), Version("over")
    if mesa is not None and not table.solo:
        calls = (nudged, called_to_ordago(table), called_to_resume(table))
        for call, it in zip(CALLS, calls, strict=True):
            yield PartPlace(chat, Part(call)), Version((it, called))
        yield from _desired_hands(table, live, windows)
        yield from _desired_private_calls(table, called, *calls)


def _desired_lobby(table: Table) -> Iterator[tuple[PartPlace, Version]]:
    """Yields the lobby or the opening of its thread, and the note in the channel that the table left.

    After a request to confirm presence it also yields its call.
    """
    chat = table.chat
    lobby = (table.rules, table.seats, table.cut, table.queue, table.in_lobby, table.asking)
    if table.awaits_thread:  # the lobby comes in the thread
        yield PartPlace(chat, Part(PartView.THREAD)), Version(table.over)
    else:
        yield PartPlace(chat, Part(PartView.LOBBY)), Version(lobby if table.in_lobby else "closed")
    if table.left:
        yield PartPlace(table.left, Part(PartView.LOBBY)), Version((chat, table.over, table.put_off))
    if table.asked and not table.awaits_thread:
        yield PartPlace(chat, Part(PartView.READY)), Version(table.asking if table.in_lobby else frozenset())


def _desired_private_calls(
    table: Table,
    called: CallSeats,
    nudged: NudgeClock | None,
    ordago: Seats,
    resume: Seats,
) -> Iterator[tuple[PartPlace, Version]]:
    """Yields each kind of call in the private chats of people who are called there.

    Seats in `called.slow` have only the nudge. The state of a version is empty while the person is not
    called.
    """
    for seat, person in table.people:
        ringing = nudged if nudged is not None and nudged.seat == seat else None
        if seat in called.private:
            answer, back = (it if seat in it else () for it in (ordago, resume))
            for call, it in zip(CALLS, (ringing, answer, back), strict=True):
                yield PartPlace(person, Part(call, seat=seat)), Version(it)
        elif seat in called.slow:
            yield PartPlace(person, Part(PartView.NUDGE, seat=seat)), Version(ringing)


def _desired_hands(
    table: Table, live: Version, windows: Container[ChatId]
) -> Iterator[tuple[PartPlace, Version]]:
    """Yields the hands in private chats and windows.

    In private it yields each person's count of the last finished hand. During a hand it yields the cards of
    seats that have cards, in private and in `windows`; these follow every word.
    """
    mesa = table.mesa if table.in_hand else None
    for seat, person in table.people:
        if table.hands_over:
            count = PartPlace(person, Part(PartView.HAND, table.hands_over, seat))
            yield count, Version(("finished", table.over))
        if mesa is not None and table.has_cards(seat):
            own = _own_state(table, mesa, seat)
            hand, version = Part(PartView.HAND, table.hand, seat), live._replace(own=own)
            for chat in (person, window_in(table.chat, person)):
                if chat == person or chat in windows:
                    yield PartPlace(chat, hand), version._replace(state=None)


def _live_version(table: Table, words: int) -> Version:
    """Returns the version of the board of the hand in play; a seña or a look does not change it.

    `words` is the number of the last event that all players could see. In the lobby no seat is asked or may
    speak.
    """
    mesa, state = table.mesa, (table.seats, table.put_off, table.votes)
    speakers = tuple(seat for seat in range(mesa.seats) if mesa.offers(seat)) if mesa is not None else ()
    return Version(state, words, Moment.of_table(table), awaited_at(table), speakers)


def _version_in_order(table: Table) -> Version:
    """Returns the version of a board that gives the order of speaking: of the question, not of its words."""
    who = table.seats, table.missed, table.queue, table.held, table.promised
    return Version((*who, table.put_off, table.votes), moment=Moment.of_table(table), in_order=True)


def _own_state(table: Table, mesa: State, seat: Seat) -> object:
    """Returns the state of a table on which a hand depends while its player uses the board.

    It contains the cards, picks, looks and known señas of a seat, and the mano. It also has whether late
    señas may be made (R104), and whether the seat missed its last turn. At a paused table it contains the
    votes and the missed turns.
    """
    at = slice(seat, seat + 1)
    signs = [it for it in mesa.signs if it.seat == seat or seat in it.seen_by]
    discards = isinstance(mesa.phase, Descarte) and seat in awaited_seats(mesa)
    secret = mesa.cards[at], table.picks[at], mesa.eyes[at], signs
    late = bool(mesa.rules.late_senas and mesa.lances)
    silent = (table.votes, table.missed) if table.put_off else bool(table.missed[seat])
    return secret, mesa.mano, late, silent, discards, table.names


def is_finished_hand(table: Table, part: Part) -> bool:
    """Returns whether a part shows a seat's cards in a finished hand, or at a finished table.

    False for parts other than a hand.
    """
    return part.view is PartView.HAND and (table.over or part.hand <= table.hands_over)


def is_of_another(place: PartPlace, table: Table) -> bool:
    """Returns whether a part's seat no longer belongs to the person of its private chat, or is empty.

    False for parts without a seat.
    """
    chat, part = place
    if part.seat is None:
        return False
    who = table.seats[part.seat] if part.seat < len(table.seats) else None
    return who is None or who.person != person_of(chat)


def called_to_ordago(table: Table) -> Seats:
    """Returns the seats of people that an órdago calls to answer it; () if there is no órdago.

    If each player plays alone, one message calls all until the last answers, because an edit notifies no one.
    """
    mesa, phase = table.mesa, table.mesa.phase if table.mesa is not None else None
    if table.over or mesa is None or not isinstance(phase, Envite) or not phase.ordago:
        return ()
    called = tuple(seat for seat in awaited_seats(mesa) if seat != phase.bettor)
    if called and phase.bettor is not None and mesa.rules.plays_alone:
        answered = [seat for seat, _ in phase.answers]
        called = tuple(seat for seat in phase.others(phase.bettor) if seat in (*answered, *phase.pending))
    return tuple(seat for seat in called if seat in table.humans)


def called_to_resume(table: Table) -> Seats:
    """Returns the seats to call to a paused table: after the first vote to resume, the other people (R99).

    () otherwise.
    """
    willing = {vote.seat for vote in table.votes if vote.what is Vote.RESUME}
    if table.over or not table.put_off or not willing:
        return ()
    return tuple(seat for seat in table.humans if seat not in willing)


def prerequisite(table: Table, part: Part) -> Part | None:
    """Returns the part that the table's chat must show before any chat shows the given part; None if none.

    The commitment to the deck comes before the lobby, the opening of the thread and the first board. The
    closed lobby comes after the first board, the call to confirm presence after the lobby, the call to an
    órdago after its board. A new hand comes after the count of the last one, and so does the end.
    """
    view, hand, _ = part
    match view:
        case PartView.THREAD:
            return Part(PartView.SEAL)
        case PartView.LOBBY if table.in_lobby:
            return Part(PartView.SEAL)
        case PartView.LOBBY if table.mesa is not None:
            return Part(PartView.BOARD, 1)
        case PartView.READY if table.in_lobby:
            return Part(PartView.LOBBY)
        case PartView.ORDAGO if table.mesa is not None and called_to_ordago(table):
            return Part(PartView.BOARD, table.mesa.hand)
        case PartView.BOARD if hand == 1:
            return Part(PartView.SEAL)
        case PartView.END if table.hands_over:
            return Part(PartView.BOARD, table.hands_over)
        case PartView.BOARD | PartView.HAND if hand > 1 and not is_finished_hand(table, part):
            return Part(PartView.BOARD, hand - 1)
        case _:
            return None


# ---- how urgent it is ------------------------------------------------------------------------------------


QUESTION_SPARE, WORDS_SPARE = 1, 2
"""The requests that an edit of a board leaves to its chat if no player relies on the board: if the board
asks another question, and if only words were said."""
BET_S = 2.5
"""Seconds for which a bet waits on a board that gives the order of speaking."""
START_SPARE = 2
"""The requests that an edit of a lobby leaves to its chat, for the first board and the first words."""


class PartChange(NamedTuple):
    """A change of a part from the version that was queued last to the desired version."""

    before: Version | None
    """The version that was last queued; None if there was none."""
    want: Version
    """The desired version."""
    is_missing: bool
    """Whether the chat lacks the part, or the new cards of a player who plays on the board."""
    is_due: bool
    """Whether the chat lacks the part, or must be shown it again, for example in another language."""
    nudged: bool
    """Whether a player is being called."""
    hand_places: Mapping[Seat, HandPlace] = MappingProxyType({})
    """Where each player sees their hand. Private cards of players at the table come after the board."""
    now: float = 0.0
    """The time of the clock of the outboxes, in seconds."""

    @property
    def board_readers(self) -> Seats:
        """The seats whose private chat asks nothing, so that they read the board."""
        return tuple(seat for seat, place in self.hand_places.items() if place is not HandPlace.PRIVATE)

    @property
    def is_relied_on(self) -> bool:
        """Whether a player is newly asked and can see the question only on the board."""
        before, want = self.before, self.want
        known = before.asks if before is not None and before.moment == want.moment else ()
        return any(seat in want.asks and seat not in known for seat in self.board_readers)

    @property
    def has_only_new_moves(self) -> bool:
        """Whether only moves were added: the state and the question number are unchanged.

        False if no version was queued before.
        """
        before, want = self.before, self.want
        if before is None or before.state != want.state:
            return False
        return before.moment.question == want.moment.question

    @property
    def is_aside(self) -> bool:
        """Whether no field but `words` has changed, so that at most the waiting list changed.

        False if no version was queued before.
        """
        return self.before is not None and self.before._replace(words=self.want.words) == self.want

    def affects_seat(self, seat: Seat | None) -> bool:
        """Returns whether a seat may speak in the old or new version, or its private state changed.

        Without an old version, the new one counts as both.
        """
        before = self.before or self.want
        return seat in self.want.speakers or seat in before.speakers or before.own != self.want.own


def priority(table: Table, place: PartPlace, change: PartChange) -> SendPriority[Slot]:
    """Returns the priority of sending a part of a table to its chat, with its prerequisite.

    In the channel that the table has left it is REST, without a prerequisite.
    """
    if place.chat == table.left:
        return SendPriority(Rank.REST)
    first = prerequisite(table, place.part)
    after = (table.chat, TableSlot(table.id, first)) if first is not None else None
    return _part_priority(table, place, change)._replace(after=after)


def _part_priority(table: Table, place: PartPlace, change: PartChange) -> SendPriority[Slot]:
    """Returns the priority of a part in the chat of its table, in private or in a window; no prerequisite."""
    part = place.part
    match part.view:
        case PartView.BOARD:
            return _board_priority(table, part.hand, change)
        case PartView.HAND if is_finished_hand(table, part):
            return SendPriority(Rank.BOARD)
        case PartView.HAND:
            return _cards_priority(part.seat, change, acts_there=is_window(place.chat))
        case PartView.SEAL | PartView.LOBBY if is_void(table, part):
            return SendPriority(Rank.REST, deletes=True)
        case PartView.SEAL | PartView.LOBBY:
            return _lobby_priority(table, part.view, change)
        case PartView.END | PartView.THREAD:
            return SendPriority(Rank.BOARD)
        case PartView.NUDGE | PartView.ORDAGO | PartView.RESUME | PartView.READY:
            return _call_priority(table, part.view, change)
        case PartView.DAMAGED:
            return SendPriority(Rank.REST)
        case _:
            assert_never(part.view)


def _lobby_priority(table: Table, view: PartView, change: PartChange) -> SendPriority[Slot]:
    """Returns the priority of the commitment to the deck, and of the lobby.

    ASIDE before the first hand, because boards of tables in play go first. REST: a lobby that asks players
    whether they are ready. REST too for any of these parts in play, because the lobby's seats are no longer
    free. BOARD at a solo table, whose board follows at once. A new part, and a lobby that asks, leave no
    request to their chat; others leave START_SPARE.
    """
    if table.solo:
        return SendPriority(Rank.BOARD)
    asks = table.in_lobby and bool(table.asking)
    spare = 0 if view is PartView.SEAL or asks or (table.in_lobby and change.is_due) else START_SPARE
    return SendPriority(Rank.REST if asks or table.playing else Rank.ASIDE, spare=spare)


def _call_priority(table: Table, call: PartView, change: PartChange) -> SendPriority[Slot]:
    """Returns the priority of a call: TURN for an órdago, BOARD for the others.

    Without players to call it is a deletion: REST. An edit of the call to confirm presence is REST too, and
    leaves a request to the chat.
    """
    match call:
        case PartView.ORDAGO:
            rank, calls = Rank.TURN, bool(called_to_ordago(table))
        case PartView.NUDGE:
            rank, calls = Rank.BOARD, change.nudged
        case PartView.READY if table.asking and not change.is_missing:
            return SendPriority(Rank.REST, spare=1)
        case PartView.READY:
            rank, calls = Rank.BOARD, bool(table.asking)
        case _:
            rank, calls = Rank.BOARD, bool(called_to_resume(table))
    return SendPriority(rank) if calls else SendPriority(Rank.REST, deletes=True)


def _board_priority(table: Table, hand: int, change: PartChange) -> SendPriority[Slot]:
    """Returns the priority of a hand's board.

    TURN: a count, because new cards wait for it, and a board that alone shows a player their question, or
    whose órdago is called. BOARD:
    a board that the chat lacks or must be shown again, and every board of a table that is over. REST: any
    other, leaving QUESTION_SPARE or WORDS_SPARE requests to the chat. The first board leaves 0 until a lance
    is over. A board that gives the order of speaking leaves 0 too; after a bet it waits for BET_S and leaves
    QUESTION_SPARE. ASIDE: only the waiting list has changed, so words overtake it. REST and ASIDE leave one
    more if a player reads the board. In a hand of a solo table it has the priority of its player's cards.
    """
    if table.solo and hand > table.hands_over and not table.over:
        return _cards_priority(next(iter(table.humans)), change)
    if hand <= table.hands_over or change.is_relied_on or called_to_ordago(table):
        return SendPriority(Rank.TURN)
    if change.is_due or table.over:
        return SendPriority(Rank.BOARD)
    if change.is_aside:
        return SendPriority(Rank.ASIDE, spare=WORDS_SPARE + bool(change.board_readers))
    if hand == 1 and table.mesa is not None and not table.mesa.lances:
        spare = 0
    elif change.want.in_order:
        phase = table.mesa.phase if table.mesa is not None else None
        has_bet = isinstance(phase, Envite) and phase.bettor is not None
        bet = SendPriority[Slot](Rank.REST, spare=QUESTION_SPARE, not_before=change.now + BET_S)
        return bet if has_bet else SendPriority(Rank.REST)
    else:
        spare = WORDS_SPARE if change.has_only_new_moves else QUESTION_SPARE
    return SendPriority(Rank.REST, spare=spare + bool(change.board_readers))


def _cards_priority(seat: Seat | None, change: PartChange, *, acts_there: bool = False) -> SendPriority[Slot]:
    """Returns the priority of a seat's cards in its private chat, or in its window (`acts_there`).

    Players being asked come first. Players who just acted, or got cards or a seña, come with the boards.
    The others, and players on the board, follow when their chat has a request to spare.
    """
    place = change.hand_places.get(seat, HandPlace.PRIVATE) if seat is not None else HandPlace.PRIVATE
    if change.is_missing or acts_there or not place.is_at_table:
        if seat in change.want.asks:
            return SendPriority(Rank.TURN)
        if change.is_missing or change.affects_seat(seat):
            return SendPriority(Rank.BOARD)
    return SendPriority(Rank.FOLLOW, spare=1)


def awaited_at(table: Table) -> Seats:
    """Returns the seats whose word a table waits for; none before the first hand, or if the table is over."""
    return awaited_seats(table.mesa) if table.mesa is not None and not table.over else ()


class QuestionState(NamedTuple):
    """A question of a table, and the table's state in which it is asked."""

    question: int
    """The number of the question."""
    asked: Seats
    """The seats that are asked."""
    put_off: bool
    """Whether the table is paused."""
    players: int
    """A hash of the seats in play, which keeps no names; 0 before the first hand."""

    def differs_in_words(self, now: QuestionState) -> bool:
        """Returns whether players and pause are equal in a later question, so that only words differ."""
        return (self.put_off, self.players) == (now.put_off, now.players)


def question_state(table: Table) -> QuestionState:
    """Returns the current question of a table."""
    players = hash(table.seats) if table.mesa is not None else 0
    return QuestionState(table.question, awaited_at(table), table.put_off, players)
