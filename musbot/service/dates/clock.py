"""The clock of the dates, which reminds people, opens lobbies at their hour, and reports missed dates."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import partial

from musbot.narrator.post import Post
from musbot.port.boundary import contain_errors, guard_callback
from musbot.service.choices.narrators import Narrators
from musbot.service.dates import posts
from musbot.service.dates.book import DateBook
from musbot.service.dates.date import (
    REMIND_S,
    Date,
    DateAnswer,
    DateEnd,
    DateEnded,
    DateReminded,
    Step,
    next_step,
)
from musbot.service.delivery.courier import Courier
from musbot.service.settings.administrators import Administrators
from musbot.service.settings.members import Members
from musbot.service.tables.manager import MOST_EMPTY, TableManager
from musbot.service.tables.repository import EXPLAINED
from musbot.table.act_result import Refused
from musbot.table.acts import DATE
from musbot.table.events import NO_PERSON, ChatId, Occupant, Person, Queued, ReadyAsked, SatDown, Waited
from musbot.table.table import Table
from musbot.words.texts import Key

log = logging.getLogger(__name__)

SOON_S = 2.0
"""Seconds until the next look while messages wait for their platform."""
LOOK_S = 30.0
"""The longest time between two looks at the clock, in seconds: the time of day may be corrected."""


class DateClock:
    """Looks at the open dates when something is due and at least every LOOK_S, from `start` until `stop`."""

    def __init__(
        self,
        book: DateBook,
        manager: TableManager,
        courier: Courier,
        narrators: Narrators,
        administrators: Administrators,
        members: Members,
    ) -> None:
        self._book = book
        self._manager = manager
        self._courier = courier
        self._narrators = narrators
        self._administrators = administrators
        self._members = members
        self._stopped = False

    async def start(self) -> None:
        """Loads the open dates and starts the looks; raises StoreError."""
        await self._book.load()
        self._begin_look()

    def stop(self) -> None:
        """Ends the looks for good; a look under way continues."""
        self._stopped = True

    def _begin_look(self) -> None:
        """Starts a look at all dates in the background, and plans the next one, unless stopped.

        It follows at the next hour or reminder of a date, and after LOOK_S seconds at most; SOON_S while a
        message is outdated.
        """
        if self._stopped:
            return
        self._manager.background.start(self._look(), "the dates")
        now = self._courier.times.wall()
        moments = [
            at for it in self._book.open.values() for at in (it.instant - REMIND_S, it.instant) if at > now
        ]
        wait_s = min([SOON_S if self._book.outdated else LOOK_S, *(at - now for at in moments)])
        looking = guard_callback("the dates", self._begin_look)
        self._courier.times.timers.call_later(max(wait_s, 0.001), looking)

    async def _look(self) -> None:
        """Reminds people of each date, opens it or ends it, if that is due.

        Takes the lock of the book for each date. Errors are logged or reported; the next look tries again.
        """
        for date in list(self._book.open.values()):
            with contain_errors(f"date {date.id}"):
                try:
                    async with self._book.lock:
                        await self._act(date.id)
                except EXPLAINED as error:
                    log.warning("date %s waits: %s", date.id, type(error).__name__)

    async def _act(self, name: str) -> None:
        """Reminds people of a date, opens its lobby or ends it, if that is due by `next_step`.

        No effect if it is over or its platform does not run. First queues its message, if that is outdated or
        if its chat has moved. If its table did open, and only the end of the date was not stored, stores that
        it opened. Raises MusError.
        """
        date = self._book.open.get(name)
        if date is None or self._courier.outboxes.get(self._book.chat_of(date)) is None:
            return
        if name in self._book.outdated or self._book.chat_of(date) != (date.shown_in or date.made.chat):
            self._book.show(date)
        step = next_step(date, self._courier.times.wall())
        if step is Step.WAIT:
            return
        if step is Step.REMIND:
            await self._remind(date)
            return
        await self._manager.tables.load_all(chat=self._book.chat_of(date))
        if (table := self._book.find_table(name)) is not None:
            await self._book.append(name, DateEnded(DateEnd.OPENED, table.id))
            return
        if (why := await self._open(date) if step is Step.OPEN else DateEnd.DOWN) is not None:
            await self._tell_end(date, why)

    async def _find_coming(self, date: Date) -> tuple[list[Occupant], list[Occupant]]:
        """Returns the people in Voy: the members of the chat, and the people who have left it.

        Both are in the order of their answers. People without an answer of the platform count as members.
        """
        coming, chat = date.people(DateAnswer.GOING), self._book.chat_of(date)
        departed = await self._members.find_departed([it.person or NO_PERSON for it in coming], chat)
        here = [it for it in coming if it.person not in departed]
        return here, [it for it in coming if it not in here]

    async def _remind(self, date: Date) -> None:
        """Queues reminders for the people in Voy who are still in the chat and were not reminded yet.

        People with an open private chat get one each, the others one mention in the group. A reminder says
        whether they (in the group: all of them) will have a seat, in the order of answers. Once it is sent,
        that is stored (DateReminded).
        """
        coming = (await self._find_coming(date))[0]
        waiting = [it for it in coming if it.person not in date.reminded]
        seated, link = coming[: self._book.rules_of(date).players[-1]], self._book.link_to(date)
        for who in waiting:
            if self._book.can_reach(who):
                make = partial(posts.reminder, self._narrators.for_one(who).texts, who, [who], seated, link)
                self._book.notify(date, who, make, DateReminded(who))
        if here := [it for it in waiting if not self._book.can_reach(it)]:
            make = partial(posts.reminder, self._book.texts_of(date), None, here, seated, "")
            self._book.notify(date, None, make, *map(DateReminded, here))

    async def _tell_end(self, date: Date, why: DateEnd) -> None:
        """Queues the news that a date is over; once it is sent, the end is stored.

        If the chat is closed, the reachable people in Voy get the news that it was in private, and the end is
        stored as CLOSED at once; raises NotSaved.
        """
        if not self._courier.availability.is_closed(self._book.chat_of(date)):
            make = partial(posts.end_post, self._book.texts_of(date), why)
            self._book.notify(date, None, make, DateEnded(why))
            return
        for who in date.people(DateAnswer.GOING):
            if self._book.can_reach(who):
                own = posts.end_post(self._narrators.for_one(who).texts, DateEnd.CLOSED, date)
                self._courier.posts.post(who.person or NO_PERSON, own)
        await self._book.append(date.id, DateEnded(DateEnd.CLOSED))

    async def _open(self, date: Date) -> DateEnd | None:
        """Opens the lobby of a date with the people who come, ends the date, and queues the news.

        People who play at another table get no seat. Returns the reason if no table opened: no person in Voy
        is still in the chat, the chat is closed, the table was refused, or its maker may not open tables.
        OPENED means that its table is over already. Lobbies without people in the chat
        close, down to MOST_EMPTY - 1. Raises MusError; the next look tries again.
        """
        chat = self._book.chat_of(date)
        coming, departed = await self._find_coming(date)
        if not coming or self._courier.availability.is_closed(chat):
            return DateEnd.NOBODY
        maker = date.made.who if date.made.who.name else coming[0]
        admin = date.made.restricted and maker is date.made.who
        try:
            await self._administrators.require_may_open(maker.person or NO_PERSON, chat, admin=admin)
        except Refused as refused:
            if refused.reason == "refused-administrators-unknown":
                raise
            return DateEnd.RESTRICTED
        for who in coming:
            await self._manager.tables.load_all(chat=chat, person=who.person or NO_PERSON)
        busy = [it for it in coming if self._manager.tables.list_for(it.person or NO_PERSON)]
        try:
            table = await self._open_table(date, chat, maker, [it for it in coming if it not in busy])
        except Refused as refused:
            return DateEnd.OPENED if refused.reason == "refused-repeated" else DateEnd.CLOSED
        await self._book.append(date.id, DateEnded(DateEnd.OPENED, table.id))
        self._tell_opened(date, table, {"date-elsewhere": busy, "date-departed": departed})
        empty = [it for it in self._manager.tables.in_chat(chat) if it.in_lobby and not it.humans]
        for lobby in empty[MOST_EMPTY - 1 :]:
            await self._manager.close_unused_lobby(lobby.id)
        return None

    def _tell_opened(self, date: Date, table: Table, others: Mapping[Key, Sequence[Occupant]]) -> None:
        """Queues the news of an opened table for people of the date without a seat, if there are any.

        `others` are named with the reason that their text gives. People in Quizá are mentioned while seats
        are free. It is deleted when the partida begins or the table closes. The call of the table mentions
        the seated people (R97).
        """

        def fresh() -> Post | None:
            """Returns the news; None without a person to name, and once the table is no lobby."""
            now = self._manager.tables.get(table.id)
            if now is None or not now.in_lobby:
                return None
            maybe = date.people(DateAnswer.MAYBE)
            return posts.opened_post(self._narrators.for_chat(now).texts, now, maybe, others)

        self._courier.posts.queue_news(table.chat, fresh, watches=table.id)

    async def _open_table(
        self, date: Date, chat: ChatId, maker: Occupant, coming: Sequence[Occupant]
    ) -> Table:
        """Opens the table of a date, with people on its seats in order and the others in its queue.

        The table waits for each seated person to confirm their presence; the last confirmation starts the
        partida (R97). Raises Refused, even if the table was opened before, and NotSaved.
        """
        rules = self._book.rules_of(date)
        sat = [SatDown(seat, who) for seat, who in enumerate(coming[: rules.players[-1]])]
        late = [Waited(it.seat) for it in sat]
        waits = [Queued(who) for who in coming[rules.players[-1] :]]
        return await self._manager.open(
            Person(maker.person or NO_PERSON, maker.name, maker.language),
            chat,
            date.made.language,
            rules,
            seated=[*sat, *late, ReadyAsked(), *waits],
            turn_s=self._manager.ways.for_chat(chat).clock.seconds,
            key=f"{DATE}{date.id}",
        )
