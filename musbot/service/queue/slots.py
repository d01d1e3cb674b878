"""What a chat shows of a table, part by part, and on what each part depends; and what is posted once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import NamedTuple, assert_never

from musbot.game.actions import Seat
from musbot.game.engine import awaited
from musbot.game.envite import Envite
from musbot.narrator.post import Post
from musbot.service.choices.calls import AS_EVER, Called
from musbot.table.clocks import NudgeClock
from musbot.table.state import Table


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
    """A seat's own cards in a hand, in its private chat."""

    hand: int
    seat: Seat


class CallPart(NamedTuple):
    """A call (`Only.NUDGE`, `Only.ORDAGO`) to one who wants it in his private chat."""

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
    """A single post; deleted after `lasts_s` seconds, if that is told."""

    post: Post
    lasts_s: float | None = None

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


def is_call(name: str) -> bool:
    """Returns whether a part of this name calls somebody in his private chat."""
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
    """The private messages, while a hand is played: each follows every word."""
    mesa = table.mesa
    if mesa is None or not table.in_hand:
        return
    for seat in table.humans:
        who = table.seats[seat]
        if who is not None and who.person is not None and table.holds_cards(seat):
            yield who.person, CardsPart(mesa.hand, seat), table.seq


def called_to_ordago(table: Table) -> tuple[Seat, ...]:
    """Returns the people who have to answer an órdago now."""
    phase = table.mesa.phase if table.mesa is not None else None
    if table.over or table.mesa is None or not isinstance(phase, Envite) or not phase.ordago:
        return ()
    return tuple(seat for seat in awaited(table.mesa) if seat in table.humans)


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
        case HandPart(hand) | CardsPart(hand, _) if hand > 1:
            return HandPart(hand - 1)
        case _:
            return None
