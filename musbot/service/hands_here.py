"""Who is shown his hand where he plays, instead of being sent it in private: each one's choice, as notes."""

from __future__ import annotations

from collections.abc import Callable, Coroutine

from musbot.game.actions import Seat
from musbot.service.chats import platform_of
from musbot.store.protocol import Store
from musbot.table.state import Table

_KIND = "here"


class HandsHere:
    """The people who have chosen so; kept until they choose otherwise."""

    def __init__(self, store: Store, later: Callable[[Coroutine[None, None, None]], None]) -> None:
        self._store = store
        self._later = later
        self._people: set[str] = set()

    async def read(self, platform: str) -> None:
        """Finds out what the people of a platform have chosen."""
        notes = await self._store.notes(_KIND)
        self._people |= {person for person in notes if platform_of(person) == platform}

    def __contains__(self, person: str) -> bool:
        return person in self._people

    def choose(self, person: str, *, here: bool) -> bool:
        """Keeps what somebody chooses; returns whether it is anything new."""
        if here == (person in self._people):
            return False
        (self._people.add if here else self._people.discard)(person)
        self._later(self._store.note(_KIND, person, "1" if here else ""))
        return True

    def forget(self, person: str) -> None:
        """Knows no more what somebody has chosen, whose notes are gone."""
        self._people.discard(person)

    def seats(self, table: Table) -> tuple[Seat, ...]:
        """Returns the seats of a table whose players have chosen so."""
        if not self._people:
            return ()
        people = enumerate(who.person if who is not None else None for who in table.seats)
        return tuple(seat for seat, person in people if person is not None and person in self)
