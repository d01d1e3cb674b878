"""How people are called when it is their turn (`/avisos`): each one's choice, as notes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from musbot.game.actions import Seat
from musbot.port.chats import ClosedChats
from musbot.table.acts import Call
from musbot.table.table import Table


class Called(NamedTuple):
    """The seats of a table called in `private`, or not at all (`silent`): all others are mentioned."""

    private: tuple[Seat, ...] = ()
    silent: tuple[Seat, ...] = ()

    def mentioned(self, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Returns those of some seats that are mentioned in the chat of the table."""
        return tuple(seat for seat in seats if seat not in self.private and seat not in self.silent)


AS_EVER = Called()
"""Nobody has chosen anything."""


def called(table: Table, chosen: Mapping[str, Call], closed: ClosedChats) -> Called:
    """Returns how the players of a table are called; who cannot be reached in private is mentioned."""
    if not chosen:
        return AS_EVER
    people = [(seat, who.person) for seat, who in enumerate(table.seats) if who is not None and who.person]
    calls = [(seat, person, chosen.get(person)) for seat, person in people]
    return Called(
        tuple(s for s, who, call in calls if call is Call.PRIVATE and who not in closed),
        tuple(s for s, _, call in calls if call is Call.SILENCE),
    )
