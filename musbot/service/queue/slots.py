"""What a chat shows of a table, part by part: what each depends on, how urgent it is; and single posts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import NamedTuple, assert_never

from musbot.game.actions import Seat
from musbot.game.engine import awaited
from musbot.game.envite import Envite
from musbot.narrator.post import Post
from musbot.service.choices.calls import AS_EVER, Called
from musbot.service.queue.fair_queue import Rank, Wish
from musbot.table.alarms import NudgeClock
from musbot.table.table import Table


class Only(Enum):
    """What is shown once of a table.

    What binds its deck, which is never changed; the lobby; two that call a player; the end; that it cannot be
    read. `LEFT` stands in place of the lobby in a channel which the table has left for a thread.
    """

    SEAL = "seal"
    LOBBY = "lobby"
    LEFT = "left"
    NUDGE = "nudge"
    ORDAGO = "ordago"
    END = "end"
    ASIDE = "aside"


class HandPart(NamedTuple):
    """The board of a hand, then its count; at a table of one's own one's cards stand in it."""

    hand: int


class CardsPart(NamedTuple):
    """A seat's own cards in a hand, in its private chat; the count of the hand once that is over."""

    hand: int
    seat: Seat


class CallPart(NamedTuple):
    """A call (`Only.NUDGE`, `Only.ORDAGO`) to one who wants it in their private chat."""

    call: Only
    seat: Seat


Part = Only | HandPart | CardsPart | CallPart


class TableSlot(NamedTuple):
    """A part of a table that a chat shows; rendered when it is sent."""

    table: str
    part: Part

    @property
    def name(self) -> str:
        """What it is called where it is stored."""
        return part_name(self.part)


@dataclass(frozen=True, slots=True)
class PostSlot:
    """A single post; deleted after `lasts_s` seconds, if that is told.

    `fresh` makes it anew when it is sent, of how things are then; None: there is nothing to be said any more.
    """

    post: Post
    lasts_s: float | None = None
    fresh: Callable[[], Post | None] | None = None

    @property
    def name(self) -> str:
        return "post"


@dataclass(frozen=True, slots=True)
class StripSlot:
    """A message that loses its buttons."""

    message: str

    @property
    def name(self) -> str:
        return "strip"


@dataclass(frozen=True, slots=True)
class DeleteSlot:
    """A message that goes, if it can."""

    message: str

    @property
    def name(self) -> str:
        return "delete"


Slot = TableSlot | PostSlot | StripSlot | DeleteSlot


@lru_cache(maxsize=1 << 12)
def part_name(part: Part) -> str:
    """Returns what a part is called where it is stored (`lobby`, `hand.3`, `cards.3.0`); tables share it."""
    match part:
        case Only():
            return str((Only.LOBBY if part is Only.LEFT else part).value)
        case HandPart(hand):
            return f"hand.{hand}"
        case CardsPart(hand, seat):
            return f"cards.{hand}.{seat}"
        case CallPart(call, seat):
            return f"{call.value}-{seat}"
        case _:
            assert_never(part)


def hand_named(name: str) -> int | None:
    """Returns the hand that a part of this name shows, None for one that shows none."""
    return int(name.split(".")[1]) if "." in name else None


def is_call(name: str) -> bool:
    """Returns whether a part of this name calls somebody in their private chat."""
    return name.startswith(tuple(f"{call.value}-" for call in (Only.NUDGE, Only.ORDAGO)))


def main_part(table: Table) -> Part:
    """Returns what shows the table as it is now."""
    return Only.LOBBY if table.mesa is None else HandPart(table.mesa.hand)


def parts(
    table: Table, nudged: NudgeClock | None, called: Called = AS_EVER
) -> Iterator[tuple[str, Part, object]]:
    """Yields every part of a table that should be right: its chat, the part, and what it depends on."""
    mesa, finished = table.mesa, table.hands_over
    if finished:
        yield table.chat, HandPart(finished), "finished"
    if mesa is not None and table.in_hand:
        yield table.chat, HandPart(mesa.hand), table.seq
    if not table.over:
        yield table.chat, Only.SEAL, "never changed"
    lobby = (table.rules, table.seats, table.cut, table.queue, table.in_lobby, table.asking)
    yield table.chat, Only.LOBBY, lobby if table.in_lobby else "closed"
    if table.left:
        yield table.left, Only.LEFT, (table.chat, table.over)
    if mesa is not None and table.over:
        yield table.chat, Only.END, True
    if mesa is not None and not table.solo:
        ordago = called_to_ordago(table)
        yield table.chat, Only.NUDGE, (nudged, called)
        yield table.chat, Only.ORDAGO, (ordago, called)
        yield from _cards(table)
        for seat in called.private:
            who = table.seats[seat]
            if who is not None and who.person is not None:
                ringing = nudged if nudged is not None and nudged.seat == seat else None
                yield who.person, CallPart(Only.NUDGE, seat), ringing
                yield who.person, CallPart(Only.ORDAGO, seat), ordago if seat in ordago else ()


def hand_of(part: Part) -> int | None:
    """Returns the hand that a part shows, None for one that shows none."""
    return part.hand if isinstance(part, HandPart | CardsPart) else None


def _cards(table: Table) -> Iterator[tuple[str, Part, object]]:
    """The private messages: while a hand is played each follows every word, then it is its count."""
    for seat in table.humans:
        who = table.seats[seat]
        if who is None or who.person is None:
            continue
        if table.hands_over:
            yield who.person, CardsPart(table.hands_over, seat), ("finished", table.over)
        if table.in_hand and table.holds_cards(seat):
            yield who.person, CardsPart(table.hand, seat), table.seq


def ended(table: Table, part: Part) -> bool:
    """Returns whether a part shows a seat's cards in a hand that is not played any more."""
    return isinstance(part, CardsPart) and (table.over or part.hand <= table.hands_over)


def called_to_ordago(table: Table) -> tuple[Seat, ...]:
    """Returns the people whom an órdago calls to answer it.

    Where each plays alone they are called together, until the last has answered: an edit rings for nobody.
    """
    mesa, phase = table.mesa, table.mesa.phase if table.mesa is not None else None
    if table.over or mesa is None or not isinstance(phase, Envite) or not phase.ordago:
        return ()
    called = tuple(seat for seat in awaited(mesa) if seat != phase.bettor)
    if called and phase.bettor is not None and mesa.rules.alone:
        answered = [seat for seat, _ in phase.answers]
        called = tuple(seat for seat in phase.others(phase.bettor) if seat in (*answered, *phase.pending))
    return tuple(seat for seat in called if seat in table.humans)


def before(table: Table, part: Part) -> Part | None:
    """Returns the part that its chat has to show before another one is shown, anywhere.

    The lottery is not told before the first board is there, nor a new hand before the count of the last; what
    binds the deck stands above lobby and boards.
    """
    match part:
        case Only.LOBBY if table.in_lobby:
            return Only.SEAL
        case HandPart(1):
            return Only.SEAL
        case Only.LOBBY if table.mesa is not None:
            return HandPart(1)
        case Only.END if table.hands_over:
            return HandPart(table.hands_over)
        case CardsPart() if ended(table, part):
            return None
        case HandPart(hand) | CardsPart(hand, _) if hand > 1:
            return HandPart(hand - 1)
        case _:
            return None


# ---- how urgent it is ------------------------------------------------------------------------------------


class Changed(Enum):
    """What has changed at a table since its chats were last looked at, the most urgent that has.

    `WORDS` leave who answers as it is, but for whose turn it is among those.
    """

    TABLE = "table"
    QUESTION = "question"
    WORDS = "words"


GATHERED = {Changed.TABLE: 0.0, Changed.QUESTION: 0.9, Changed.WORDS: 5.0}
"""How long a board on which nobody relies gathers news, in the time in which a chat bears another request."""
ONE_ANSWERS = 2.0
"""The same where the question is a bet that one of a side alone may still answer: the bet is as it was."""
A_LANCE = 18.0
"""Of the same: how long a private message does that asks nothing; with Telegram's 1.1 s about a lance."""


class Standing(NamedTuple):
    """How a part of a table stands.

    What time it is; since when its chat shows it (0: that is to be renewed, None: not at all) and bears how
    much; the seats whose word is awaited; those to whom something has just happened; those whose private chat
    is closed; whether somebody is called; what has changed.
    """

    now: float
    since: float | None
    every_s: float
    awaited: tuple[Seat, ...]
    touched: tuple[Seat, ...]
    """They could say something before this, or hold or have seen what they had not."""
    closed: tuple[Seat, ...]
    nudged: bool
    news: Changed = Changed.TABLE
    elsewhere: tuple[Seat, ...] = ()
    """Those who play on the board: their cards in private are brought up to date behind it."""
    asked_before: tuple[Seat, ...] = ()
    """Those who were awaited already when it was last looked at, and asked the same."""

    @property
    def relied_on(self) -> bool:
        """Whether one who has no private chat is asked only now: they see it on the board alone."""
        return any(seat in self.closed and seat not in self.asked_before for seat in self.awaited)


def hastens(table: Table, part: Part, standing: Standing, wanted: Wish[Slot]) -> bool:
    """Returns whether a part that waits already may be wanted sooner now than it was."""
    if not standing.since and wanted.rank > Rank.BOARD:
        return True
    match part:
        case HandPart(hand) if table.solo and hand > table.hands_over:
            return table.over or bool(standing.awaited or standing.touched)
        case HandPart():
            return standing.relied_on or standing.news is not Changed.WORDS
        case CardsPart(_, seat) if not ended(table, part):
            return seat not in standing.elsewhere and (seat in standing.awaited or seat in standing.touched)
        case Only() | CallPart() | CardsPart():
            return True
        case _:
            assert_never(part)


def wish(table: Table, part: Part, standing: Standing) -> Wish[Slot]:
    """Returns how a part of a table is to go to its chat."""
    first = before(table, part)
    after = (table.chat, TableSlot(table.id, first)) if first is not None else None
    how = _wish(table, part.call if isinstance(part, CallPart) else part, standing)
    return how._replace(after=after) if after is not None else how


def _wish(table: Table, part: Only | HandPart | CardsPart, standing: Standing) -> Wish[Slot]:
    match part:
        case HandPart(hand):
            return _board_wish(table, hand, standing)
        case CardsPart(_, seat):
            return Wish(Rank.BOARD) if ended(table, part) else _cards_wish(seat, standing)
        case Only.SEAL:
            return Wish(Rank.BOARD)
        case Only.LOBBY:
            return Wish(Rank.REST) if table.in_lobby else Wish(Rank.REST, spare=1)
        case Only.NUDGE:
            return Wish(Rank.BOARD) if standing.nudged else Wish(Rank.REST, spare=1)
        case Only.ORDAGO:
            return Wish(Rank.TURN) if called_to_ordago(table) else Wish(Rank.REST, spare=1)
        case Only.END:
            return Wish(Rank.BOARD)
        case Only.LEFT | Only.ASIDE:
            return Wish(Rank.REST)
        case _:
            assert_never(part)


def _board_wish(table: Table, hand: int, standing: Standing) -> Wish[Slot]:
    """New cards wait for a count; whoever has no private chat open sees in the board alone what is asked.

    If all who are awaited have one, it follows what they are asked: words wait for the next question, and a
    request is left to others. Who plays alone reads every word there.
    """
    if table.solo and hand > table.hands_over and not table.over:
        return _cards_wish(next(iter(table.humans)), standing)._replace(not_before=0.0)
    if hand <= table.hands_over or standing.relied_on:
        return Wish(Rank.TURN)
    if not standing.since or table.over:
        return Wish(Rank.BOARD)
    gathers = GATHERED[standing.news]
    if standing.news is Changed.QUESTION:
        gathers = 0.0 if standing.closed else ONE_ANSWERS if _one_answers(table) else gathers
    return Wish(Rank.REST, spare=1, not_before=standing.now + gathers * standing.every_s)


def _one_answers(table: Table) -> bool:
    """Whether a bet, no órdago, waits for one person: their partner has no such cards, or has declined."""
    mesa, phase = table.mesa, table.mesa.phase if table.mesa is not None else None
    if mesa is None or mesa.rules.alone:
        return False
    return (
        isinstance(phase, Envite)
        and phase.bettor is not None
        and not phase.ordago
        and len(phase.pending) == 1
    )


def _cards_wish(seat: Seat, standing: Standing) -> Wish[Slot]:
    """Who is asked comes first; who has just been, or gets new cards or a seña, with the boards.

    For the others words are gathered, and for who plays on the board: they see there what they are asked.
    """
    if standing.since is None or seat not in standing.elsewhere:
        if seat in standing.awaited:
            return Wish(Rank.TURN)
        if standing.since is None or seat in standing.touched:
            return Wish(Rank.BOARD)
    return Wish(Rank.FOLLOW, spare=1, not_before=standing.since + A_LANCE * standing.every_s)


def awaited_at(table: Table) -> tuple[Seat, ...]:
    """Returns the seats whose word a table waits for."""
    return awaited(table.mesa) if table.mesa is not None and not table.over else ()
