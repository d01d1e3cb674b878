"""How urgent it is that a chat shows a part of a table."""

from __future__ import annotations

from typing import NamedTuple, assert_never

from musbot.game.actions import Seat
from musbot.game.engine import awaited
from musbot.service.queue.fair_queue import Rank, Wish
from musbot.service.queue.slots import (
    CallPart,
    CardsPart,
    HandPart,
    Only,
    Part,
    Slot,
    TableSlot,
    before,
    called_to_ordago,
)
from musbot.table.state import Table

BEHIND_S = 15.0
"""How long one's cards in private gather words while one plays on the board."""
GATHERED = 0.75
"""Of the time in which a chat bears another request: how long a board that nobody waits for gathers words."""


class Standing(NamedTuple):
    """How a part of a table stands.

    Since when its chat shows it (None: not at all) and bears how much; the seats whose word is awaited, and
    was before this; those whose private chat is closed; whether somebody is called.
    """

    since: float | None
    every_s: float
    awaited: tuple[Seat, ...]
    were_awaited: tuple[Seat, ...]
    closed: tuple[Seat, ...]
    nudged: bool
    elsewhere: tuple[Seat, ...] = ()
    """Those who play on the board: their cards in private are brought up to date behind it."""


def hastens(table: Table, part: Part, standing: Standing, wanted: Wish[Slot]) -> bool:
    """Returns whether a part that waits already may be wanted sooner now than it was."""
    if standing.since is None and wanted.rank > Rank.BOARD:
        return True
    match part:
        case HandPart(hand) if table.solo and hand > table.hands_over:
            return table.over or bool(standing.awaited or standing.were_awaited)
        case HandPart(hand):
            waited_for = any(seat in standing.closed for seat in standing.awaited)
            return waited_for or table.over or hand <= table.hands_over
        case CardsPart(_, seat):
            return seat not in standing.elsewhere and (
                seat in standing.awaited or seat in standing.were_awaited
            )
        case Only() | CallPart():
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
            return _board(table, hand, standing)
        case CardsPart(_, seat):
            return _cards(seat, standing)
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


def _board(table: Table, hand: int, standing: Standing) -> Wish[Slot]:
    """New cards wait for a count; whoever has no private chat open sees in the board alone what is asked.

    If all who are awaited have one, an edit gathers the words of a moment and leaves a request to others.
    """
    if table.solo and hand > table.hands_over and not table.over:
        return _cards(next(iter(table.humans)), standing)
    if hand <= table.hands_over or any(seat in standing.closed for seat in standing.awaited):
        return Wish(Rank.TURN)
    if standing.since is None or table.over:
        return Wish(Rank.BOARD)
    return Wish(Rank.REST, spare=1, not_before=standing.since + GATHERED * standing.every_s)


def _cards(seat: Seat, standing: Standing) -> Wish[Slot]:
    """Who is asked comes first; who has just been, and who gets new cards, with the boards.

    Who plays on the board sees there what he is asked: words are gathered for what he has in private.
    """
    if standing.since is not None and seat in standing.elsewhere:
        return Wish(Rank.FOLLOW, spare=1, not_before=standing.since + BEHIND_S)
    if seat in standing.awaited:
        return Wish(Rank.TURN)
    if standing.since is None or seat in standing.were_awaited:
        return Wish(Rank.BOARD)
    return Wish(Rank.FOLLOW, spare=1)


def awaited_at(table: Table) -> tuple[Seat, ...]:
    """Returns the seats whose word a table waits for."""
    return awaited(table.mesa) if table.mesa is not None and not table.over else ()
