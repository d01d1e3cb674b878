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
    """Seats that are called in private for any reason."""
    silent: tuple[Seat, ...] = ()
    """Seats that are not called."""
    slow: tuple[Seat, ...] = ()
    """Seats that are called in private if they are slow, and in the chat for anything else."""

    def private_of(self, *, slow: bool) -> tuple[Seat, ...]:
        """Returns the seats that are called in private; `slow`: because they are slow."""
        return (*self.private, *self.slow) if slow else self.private

    def mentioned_of(self, seats: tuple[Seat, ...], *, slow: bool) -> tuple[Seat, ...]:
        """Returns the given seats that are mentioned in the table's chat; `slow`: because they are slow."""
        elsewhere = (*self.private_of(slow=slow), *self.silent)
        return tuple(seat for seat in seats if seat not in elsewhere)


ALL_MENTIONED = CallSeats()
"""No seat has chosen another way than a mention."""


def call_seats(
    table: Table, chosen: Mapping[str, Call | None], closed: Container[str], *, in_private: bool = False
) -> CallSeats:
    """Returns how the players of a table are called. Players with a closed private chat are mentioned.

    `chosen` has the choice of each person, by id. `in_private`: slow players without a choice are called in
    private. A choice of silence holds for a closed chat too.
    """
    calls = [(seat, person, chosen.get(person)) for seat, person in table.people]
    return CallSeats(
        tuple(s for s, who, call in calls if call is Call.PRIVATE and who not in closed),
        tuple(s for s, _, call in calls if call is Call.SILENCE),
        tuple(s for s, who, call in calls if in_private and call is None and who not in closed),
    )
