"""What a private chat and a group are greeted with, and which of them have been."""

from __future__ import annotations

from musbot.narrator.post import Post
from musbot.service.asked import House
from musbot.service.noted import Noted
from musbot.table.state import Person, Table
from musbot.table.view import watch


class Welcome:
    """Greets each group once, and who opens his private chat each time."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._greeted = Noted(house.manager, "greeted")

    async def group(self, chat: str, *, reads: bool) -> None:
        """Greets a group that the bot has come to, once, and not where a table is."""
        if await self._greeted.add(chat) and not self._house.manager.in_chat(chat):
            self._house.courier.post(chat, self.greeting(reads=reads))

    def greeting(self, *, reads: bool) -> Post:
        """Returns what a group is greeted with."""
        return self._house.narrators.for_chat().guide.greeting(reads=reads)

    async def moved(self, chat: str, to: str) -> None:
        """Notes that a group has another id now."""
        if await self._greeted.has(chat):
            await self._greeted.add(to)

    def person(self, person: Person, table: str, invite: str) -> None:
        """Greets one who has opened his private chat: at the table where he sits, if he does."""
        if not self._house.in_private.take(person.id, person.id):
            return
        own = self._sits_at(person, table)
        guide = self._house.narrators.for_one(person, own).guide
        if own is None:
            post = guide.hello(person.name, invite)
        else:
            view = watch(own, own.seat_of(person.id))
            post = guide.hello_at(person.name, view, self._house.courier.links(own).board)
        self._house.courier.post(person.id, post)
        if own is not None and own.solo:
            self._house.courier.repost(own)

    def _sits_at(self, person: Person, named: str) -> Table | None:
        """The table by whose link he came, if he sits there, else one where he plays."""
        table = self._house.manager.at(named)
        if table is not None and table.seat_of(person.id) is not None:
            return table
        return next(iter(self._house.manager.of_person(person.id)), None)
