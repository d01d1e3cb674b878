"""How people are called when it is their turn (`/avisos`): each one's choice, as notes."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import NamedTuple

from musbot.game.actions import Seat
from musbot.service.chats import ClosedChats, platform_of
from musbot.store.protocol import Store
from musbot.table.acts import Call
from musbot.table.state import Table

_KIND = "call"


class Called(NamedTuple):
    """The seats of a table that are called in `private`, and those that are not called (`silent`);

    all others are mentioned.
    """

    private: tuple[Seat, ...] = ()
    silent: tuple[Seat, ...] = ()

    def mentioned(self, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Returns those of some seats that are mentioned in the chat of the table."""
        return tuple(seat for seat in seats if seat not in self.private and seat not in self.silent)


AS_EVER = Called()
"""Nobody has chosen anything."""


class Calls:
    """What people have chosen; kept until they choose otherwise."""

    def __init__(
        self, store: Store, closed: ClosedChats, later: Callable[[Coroutine[None, None, None]], None]
    ) -> None:
        self._store = store
        self._closed = closed
        self._later = later
        self._chosen: dict[str, Call] = {}

    async def read(self, platform: str) -> None:
        """Finds out what the people of a platform have chosen; a note of a later version is none."""
        known = {call.value: call for call in Call}
        for person, noted in (await self._store.notes(_KIND)).items():
            if platform_of(person) == platform and noted in known:
                self._chosen[person] = known[noted]

    def of(self, person: str) -> Call:
        """Returns how somebody wants to be called."""
        return self._chosen.get(person, Call.MENTION)

    def choose(self, person: str, call: Call) -> bool:
        """Keeps what somebody chooses; returns whether it is anything new."""
        if call is self.of(person):
            return False
        self._chosen[person] = call
        if call is Call.MENTION:
            self.forget(person)
        self._later(self._store.note(_KIND, person, "" if call is Call.MENTION else call.value))
        return True

    def forget(self, person: str) -> None:
        """Knows no more what somebody has chosen, whose notes are gone."""
        self._chosen.pop(person, None)

    def at(self, table: Table) -> Called:
        """Returns how the players of a table are called; who cannot be reached in private is mentioned."""
        if not self._chosen:
            return AS_EVER
        chosen = [
            (seat, who.person, self._chosen[who.person])
            for seat, who in enumerate(table.seats)
            if who is not None and who.person is not None and who.person in self._chosen
        ]
        return Called(
            tuple(s for s, who, call in chosen if call is Call.PRIVATE and who not in self._closed),
            tuple(s for s, _, call in chosen if call is Call.SILENCE),
        )
