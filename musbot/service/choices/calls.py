"""The way in which players are called on their turn, as they chose in `/avisos`."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import NamedTuple

from musbot.game.actions import Seats
from musbot.table.acts import Call
from musbot.table.events import ChatId
from musbot.table.table import Table


class CallSeats(NamedTuple):
    """The seats of a table whose people are called in another way than by a mention in its chat."""

    private: Seats = ()
    """Seats that are called in private for any reason."""
    silent: Seats = ()
    """Seats that are not called."""
    slow: Seats = ()
    """Seats that are called in private if they are slow, and in the chat for anything else."""

    def private_of(self, *, slow: bool) -> Seats:
        """Returns the seats that are called in private.

        With `slow` the reason is that they are slow, and the seats in `slow` count too.
        """
        return (*self.private, *self.slow) if slow else self.private

    def mentioned_of(self, seats: Seats, *, slow: bool) -> Seats:
        """Returns, in their order, the given seats that are mentioned in the table's chat.

        With `slow` the reason is that they are slow, and then the seats in `slow` are left out too.
        """
        elsewhere = (*self.private_of(slow=slow), *self.silent)
        return tuple(seat for seat in seats if seat not in elsewhere)


ALL_MENTIONED = CallSeats()
"""No seat has chosen another way than a mention."""


def call_seats(
    table: Table, chosen: Mapping[ChatId, Call | None], closed: Container[ChatId], *, in_private: bool = False
) -> CallSeats:
    """Returns the seats of people at a table by the way in which they are called; other seats are mentioned.

    `chosen` has the choice of each person, by id, `closed` the people whose private chat is closed: they are
    mentioned, unless they chose silence. `in_private`: slow players without a choice are called in private.
    """
    calls = [(seat, person, chosen.get(person)) for seat, person in table.people]
    return CallSeats(
        tuple(s for s, who, call in calls if call is Call.PRIVATE and who not in closed),
        tuple(s for s, _, call in calls if call is Call.SILENCE),
        tuple(s for s, who, call in calls if in_private and call is None and who not in closed),
    )
