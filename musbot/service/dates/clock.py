"""The clock of the dates, which reminds people, opens lobbies at their hour, and reports missed dates."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import assert_never

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
    DateEvent,
    DateReminded,
    Step,
    next_step,
)
from musbot.service.delivery.courier import Courier
from musbot.service.queue.fair_queue import Rank, SendPriority
from musbot.service.queue.slots import PostSlot
from musbot.service.settings.administrators import Administrators
from musbot.service.settings.members import Members
from musbot.service.tables.manager import MOST_EMPTY, TableManager
from musbot.service.tables.repository import EXPLAINED
from musbot.table.act_result import Refused
from musbot.table.acts import DATE
from musbot.table.alarms import Handle
from musbot.table.events import NO_PERSON, ChatId, MessageId, Occupant, Person, Queued, SatDown, Waited
from musbot.table.table import Table
from musbot.words.texts import Key

log = logging.getLogger(__name__)

AGAIN_S = 900.0
"""Seconds after which a post that was never sent is queued again."""
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
        self._sending: dict[tuple[str, float, str], float] = {}
        """When each post was queued, in seconds since 1970; kept for AGAIN_S, because it names people."""
        self._timer: Handle | None = None
        self._stopped = False
        book.changed = self._plan

    async def start(self) -> None:
        """Loads the open dates and starts the clock; raises StoreError."""
        await self._book.load()
        self._plan()

    def stop(self) -> None:
        """Stops the timer for good; a look under way continues."""
        self._stopped = True
        self._plan()

    def _plan(self) -> None:
        """Restarts the timer for the next look at the dates; none without open dates, or once stopped.

        It runs at the next hour or reminder of a date, and after LOOK_S seconds at most; SOON_S while a
        message is outdated.
        """
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._stopped or not list(self._book):
            return
        now = self._book.now_s()
        moments = [at for it in self._book for at in (it.at - REMIND_S, it.at) if at > now]
        wait_s = min([SOON_S if self._book.outdated else LOOK_S, *(at - now for at in moments)])
        looking = guard_callback("the dates", self._begin_look)
        self._timer = self._courier.times.timers.call_later(max(wait_s, 0.001), looking)

    def _begin_look(self) -> None:
        """Starts a look at all dates in the background, and plans the next one."""
        self._manager.background.start(self._look(), "the dates")
        self._timer = None
        self._plan()

    async def _look(self) -> None:
        """Reminds people of each date, opens it or ends it, if that is due.

        Takes the lock of the book for each date. Errors are logged or reported; the next look tries again.
        """
        for date in self._book:
            with contain_errors(f"date {date.id}"):
                try:
                    async with self._book.lock:
                        await self._act(date.id)
                except EXPLAINED as error:
                    log.warning("date %s waits: %s", date.id, type(error).__name__)

    async def _act(self, name: str) -> None:
        """Reminds people of a date, opens its lobby or ends it, if that is due by `next_step`.

        No effect if it is over or its platform does not run. First queues its message, if that is outdated or
        if its chat has moved. Raises MusError.
        """
        date = self._book.get(name)
        if date is None or self._courier.outboxes.get(self._book.chat_of(date)) is None:
            return
        if name in self._book.outdated or self._book.chat_of(date) != (date.shown_in or date.chat):
            self._book.show(date)
        match next_step(date, self._book.now_s()):
            case Step.WAIT:
                pass
            case Step.REMIND:
                await self._remind(date)
            case Step.OPEN:
                await self._open(date)
            case Step.MISS:
                await self._miss(date)
            case unknown:
                assert_never(unknown)

    async def _find_coming(self, date: Date) -> tuple[list[Occupant], list[Occupant]]:
        """Returns the people in Voy: the members of the chat, and the people who have left it.

        Both are in the order of their answers. People without an answer of the platform count as members.
        """
        coming = date.people(DateAnswer.GOING)
        departed = await self._members.find_departed(
            [it.person or NO_PERSON for it in coming], self._book.chat_of(date)
        )
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
        seated = coming[: self._book.rules_of(date).players[-1]]
        for who in waiting:
            if self._book.reaches(who):
                post = posts.with_time(
                    self._narrators.for_one(who).texts,
                    date,
                    "date-soon",
                    seat="yes" if who in seated else "no",
                )
                self._send_once(date, who.person or NO_PERSON, post, DateReminded(who))
        if here := [it for it in waiting if not self._book.reaches(it)]:
            post = posts.group_reminder(self._book.texts_of(date), here, date, has_seats={*here} <= {*seated})
            self._send_once(date, self._book.chat_of(date), post, *map(DateReminded, here))

    def _tell_end(self, date: Date, why: DateEnd) -> None:
        """Queues the news that a date is over, by `_send_once`; once it is sent, the end is stored.

        If the chat is closed, the reachable people in Voy get the news that it was in private, and the end is
        stored as CLOSED at once, in the background.
        """
        if not self._courier.availability.is_closed(self._book.chat_of(date)):
            post = posts.with_time(self._book.texts_of(date), date, posts.ENDS[why])
            self._send_once(date, self._book.chat_of(date), post, DateEnded(why))
            return
        for who in date.people(DateAnswer.GOING):
            if self._book.reaches(who):
                own = posts.with_time(self._narrators.for_one(who).texts, date, posts.ENDS[DateEnd.CLOSED])
                self._courier.posts.post(who.person or NO_PERSON, own)
        self._manager.background.start(
            self._book.store(date.id, DateEnded(DateEnd.CLOSED)), f"date {date.id}"
        )

    def _send_once(self, date: Date, chat: ChatId, post: Post, *events: DateEvent) -> None:
        """Queues a post to a chat and stores the events once it is sent.

        No effect if one for the same chat, events and time of the date was queued in the last AGAIN_S
        seconds. The post is dropped if the date is over or has another time before it is sent.
        """
        begun, now = (date.id, date.at, f"{chat} {events}"), self._book.now_s()
        self._sending = {key: at for key, at in self._sending.items() if now - at < AGAIN_S}
        if begun in self._sending:
            return
        self._sending[begun] = now

        def store_sent(_: MessageId) -> None:
            """Stores the events in the background."""
            self._manager.background.start(self._book.store(date.id, *events), f"date {date.id}")

        def fresh() -> Post | None:
            """Returns the post; None once the date is over or has moved."""
            known = self._book.get(date.id)
            return post if known is not None and known.at == date.at else None

        self._courier.posts.put(chat, PostSlot(post, fresh=fresh, sent=store_sent), SendPriority(Rank.BOARD))

    async def _open(self, date: Date) -> None:
        """Opens the lobby of a date with the people who come, ends the date, and queues the news.

        People who play at another table get no seat. `_tell_end` ends the date without a table if no person
        in Voy is still in the chat, the chat is closed or the table refused, or its maker may not open
        tables. Lobbies without people in the chat close, down to MOST_EMPTY - 1. Raises MusError; the next
        look tries again.
        """
        chat = self._book.chat_of(date)
        coming, departed = await self._find_coming(date)
        if not coming or self._courier.availability.is_closed(chat):
            self._tell_end(date, DateEnd.NOBODY)
            return
        maker, was_sure = date.maker or coming[0], date.restricted and date.maker is not None
        try:
            await self._administrators.require_may_open(maker.person or NO_PERSON, chat, sure=was_sure)
        except Refused as refused:
            if refused.reason == "refused-administrators-unknown":
                raise
            self._tell_end(date, DateEnd.RESTRICTED)
            return
        for who in coming:
            await self._manager.tables.load_all(chat=chat, person=who.person or NO_PERSON)
        busy = [it for it in coming if self._manager.tables.of_person(it.person or NO_PERSON)]
        seated = [it for it in coming if it not in busy]
        table: Table | None
        try:
            table = await self._open_table(date, chat, maker, seated)
        except Refused as refused:
            if refused.reason != "refused-repeated":
                self._tell_end(date, DateEnd.CLOSED)
                return
            table = await self._find_table(date)
        await self._book.end(date.id, DateEnd.OPENED, table.id if table is not None else "")
        if table is not None:
            self._tell_opened(date, table, seated, {"date-elsewhere": busy, "date-departed": departed})
        empty = [it for it in self._manager.tables.in_chat(chat) if it.in_lobby and not it.humans]
        for lobby in empty[MOST_EMPTY - 1 :]:
            await self._manager.close_unused_lobby(lobby.id)

    def _tell_opened(
        self, date: Date, table: Table, coming: Sequence[Occupant], others: Mapping[Key, Sequence[Occupant]]
    ) -> None:
        """Queues the news that a table has opened, for the date's chat.

        `coming` are mentioned as seated, or named as waiting without a seat. `others` get no seat, for the
        reason that their text gives. People in Quizá are mentioned while seats are free.
        """
        seated = [it for it in coming if it in table.seats]
        waiting = [it for it in coming if it not in seated]
        free = date.people(DateAnswer.MAYBE) if None in table.seats else ()
        texts = self._narrators.for_chat(table).texts
        post = posts.opened_post(texts, table.short, seated, free, {"date-waiting": waiting, **others})
        self._courier.posts.post(self._book.chat_of(date), post)

    async def _open_table(
        self, date: Date, chat: ChatId, maker: Occupant, seated: Sequence[Occupant]
    ) -> Table:
        """Opens the table of a date, with people on its seats in order and the others in its queue.

        The partida begins once the seated people have confirmed their presence (R97). Raises Refused, even if
        the table was opened before, and NotSaved.
        """
        rules = self._book.rules_of(date)
        places = rules.players[-1]
        sat = [SatDown(seat, who) for seat, who in enumerate(seated[:places])]
        late = [Waited(it.seat) for it in sat]
        waits = [Queued(who) for who in seated[places:]]
        person = Person(maker.person or NO_PERSON, maker.name, maker.language)
        ways = self._manager.ways.for_chat(chat)
        return await self._manager.open(
            person,
            chat,
            date.language,
            rules,
            seated=[*sat, *late, *waits],
            turn_s=ways.clock.seconds,
            key=f"{DATE}{date.id}",
        )

    async def _find_table(self, date: Date) -> Table | None:
        """Returns the unfinished table that opened for a date; None without one.

        Loads the tables of its chat first. Raises StoreError.
        """
        chat = self._book.chat_of(date)
        await self._manager.tables.load_all(chat=chat)
        return next((it for it in self._manager.tables.in_chat(chat) if it.date == date.id), None)

    async def _miss(self, date: Date) -> None:
        """Ends a date whose hour passed while the bot could not act; raises NotSaved or StoreError.

        If its table did open, and only the end of the date was not stored, stores that it opened. Otherwise
        ends it as DOWN by `_tell_end`.
        """
        if (table := await self._find_table(date)) is not None:
            await self._book.end(date.id, DateEnd.OPENED, table.id)
        else:
            self._tell_end(date, DateEnd.DOWN)
