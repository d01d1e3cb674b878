"""What people are told unasked: the greeting of a chat, that they were made to stand up (R98)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from musbot.narrator.post import Post
from musbot.service.choices.kept import YES
from musbot.service.choices.narrators import Narrators
from musbot.service.commands.context import ANSWER_LASTS_S, House
from musbot.service.delivery.courier import Courier
from musbot.service.tables.manager import Applied
from musbot.table.state import Barred, Person, Table
from musbot.table.view import watch


class Welcome:
    """Greets each group once, and who opens his private chat each time."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._greeted = house.manager.notes.greeted

    def group(self, chat: str, *, reads: bool) -> None:
        """Greets a group that the bot has come to, once, and not where a table is."""
        if self._greeted.note(chat, YES) and not self._house.manager.tables.in_chat(chat):
            self._house.courier.post(chat, self.greeting(reads=reads))

    def greeting(self, *, reads: bool) -> Post:
        """Returns what a group is greeted with."""
        return self._house.narrators.for_chat().guide.greeting(reads=reads)

    def moved(self, chat: str, to: str) -> None:
        """Notes that a group has another id now."""
        if self._greeted.of(chat):
            self._greeted.note(to, YES)

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
        table = self._house.manager.tables.at(named)
        if table is not None and table.seat_of(person.id) is not None:
            return table
        return next(iter(self._house.manager.tables.of_person(person.id)), None)


def tell_barred(applied: Applied, courier: Courier, narrators: Narrators, reached: Collection[str]) -> None:
    """Tells those who were made to stand up, or may sit down again (R98)."""
    table = applied.table
    for event in applied.done.events:
        if not isinstance(event, Barred) or event.who.person is None:
            continue
        who, lifted = (event.who.person, event.who.name), event.lifted
        if who[0] in reached and not courier.is_closed(who[0]):
            told = narrators.for_one(event.who, table).guide.barred(watch(table), who, lifted=lifted)
            courier.post(who[0], replace(told, mentions=()))
        else:
            told = narrators.for_chat(table).guide.barred(watch(table), who, lifted=lifted)
            courier.post(table.chat, told, lasts_s=ANSWER_LASTS_S)
