"""The way in which players are called on their turn, as they chose in `/avisos`."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import NamedTuple

from musbot.game.actions import Seat
from musbot.table.acts import Call
from musbot.table.table import Table


class CallSeats(NamedTuple):
    """The seats of a table that are not mentioned in its chat."""

    private: tuple[Seat, ...] = ()
    """Seats that are called in private."""
    silent: tuple[Seat, ...] = ()
    """Seats that are not called."""

    def mentioned_of(self, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Returns the given seats that are mentioned in the table's chat."""
        return tuple(seat for seat in seats if seat not in self.private and seat not in self.silent)


ALL_MENTIONED = CallSeats()
"""No seat has chosen another way than a mention."""


def call_seats(table: Table, chosen: Mapping[str, Call], closed: Container[str]) -> CallSeats:
    """Returns how the players of a table are called. Players with a closed private chat are mentioned."""
    if not chosen:
        return ALL_MENTIONED
    calls = [(seat, person, chosen.get(person)) for seat, person in table.people]
    return CallSeats(
        tuple(s for s, who, call in calls if call is Call.PRIVATE and who not in closed),
        tuple(s for s, _, call in calls if call is Call.SILENCE),
    )
