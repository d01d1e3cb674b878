"""The open dates of all chats: stored before they are shown, and their clock."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from functools import partial, reduce
from zoneinfo import ZoneInfo

import cattrs

from musbot.game.errors import MusError
from musbot.game.rules_base import RuleSet
from musbot.narrator.post import Post
from musbot.port.chats import without_topic
from musbot.service.choices.kept import YES
from musbot.service.choices.narrators import Narrators
from musbot.service.dates import posts
from musbot.service.dates.date import (
    MOST_MOVES,
    Date,
    DateAnswer,
    DateAnswered,
    DateEnd,
    DateEnded,
    DateEvent,
    DateMade,
    DateMoved,
    DateShown,
    evolve,
    fold_date,
    require_may_be_made,
    without_person,
)
from musbot.service.dates.moments import instant_of
from musbot.service.dates.stored import decode, encode
from musbot.service.delivery.courier import Courier
from musbot.service.queue.fair_queue import Rank, SendPriority
from musbot.service.queue.slots import PostSlot
from musbot.service.settings.written_rules import read_rules
from musbot.service.tables.manager import TableManager
from musbot.store.protocol import Repeated
from musbot.table.act_result import Refused
from musbot.table.events import NO_MESSAGE, NO_PERSON, ChatId, MessageId, Occupant, PersonId
from musbot.table.ways import AllowedPeople
from musbot.words.texts import Texts

log = logging.getLogger(__name__)


class DateBook:
    """The dates that are not over."""

    def __init__(self, manager: TableManager, courier: Courier, narrators: Narrators) -> None:
        self._manager = manager
        self._courier = courier
        self._narrators = narrators
        self._dates: dict[str, Date] = {}
        self.outdated: set[str] = set()
        """The ids of dates whose message waits for its platform."""
        self.lock = asyncio.Lock()
        """The lock of every change."""
        self.changed: Callable[[], None] = lambda: None
        """Called after each change of a date."""

    async def load(self) -> None:
        """Loads the open dates, whose messages all count as outdated at first; raises StoreError.

        A date that this version cannot read is logged and stays in the store.
        """
        for name, stored in (await self._manager.store.dates()).items():
            try:
                date = fold_date(name, tuple(decode(stored)))
            except (ValueError, LookupError, TypeError, cattrs.BaseValidationError):
                log.warning("date %s cannot be read, and stays in the store", name)
                continue
            if date is not None and date.end is None:
                self._dates[name] = date
        self.outdated = set(self._dates)

    # ---- lookups -----------------------------------------------------------------------------------------

    def now_s(self) -> float:
        """Returns the current time in seconds since 1970."""
        return self._courier.times.wall()

    def chat_of(self, date: Date) -> ChatId:
        """Returns the chat of a date with its topic; if its group has moved, the new chat without topic."""
        return self._manager.notes.moved.get(without_topic(date.chat)) or date.chat

    def __iter__(self) -> Iterator[Date]:
        """Iterates over a copy of the open dates."""
        return iter(list(self._dates.values()))

    def get(self, name: str) -> Date | None:
        """Returns an open date by its id; None for an unknown date or one over."""
        return self._dates.get(name)

    def in_chat(self, chat: ChatId) -> list[Date]:
        """Returns the open dates of a chat and its topics, the next one first.

        A chat may have its id from before a move.
        """
        moved = self._manager.notes.moved
        here = moved.get(without_topic(chat)) or without_topic(chat)
        found = [it for it in self._dates.values() if without_topic(self.chat_of(it)) == here]
        return sorted(found, key=lambda it: it.at)

    def find(self, name: str, chat: ChatId) -> Date:
        """Returns an open date of a chat or its topics by its id.

        Raises Refused if it is unknown, over or in another chat.
        """
        found = next((it for it in self.in_chat(chat) if it.id == name), None)
        if found is None:
            raise Refused("refused-date-over")
        return found

    # ---- what people do ----------------------------------------------------------------------------------

    async def make(
        self,
        who: Occupant,
        chat: ChatId,
        language: str,
        rules: str,
        when: tuple[datetime, ZoneInfo],
        *,
        key: str,
    ) -> Date:
        """Stores a date at a local time in a zone, with its maker in Voy, and queues its message.

        `rules` are as typed after `/mus`. Raises Refused for a time that is past, a person with an open date
        in any chat, MOST_IN_CHAT open dates in this chat, and a repeated delivery (`key`). Raises NotSaved
        too. The right to make it is not checked.
        """
        async with self.lock:
            local, zone = when
            at = instant_of(local, zone)
            if at <= self.now_s():
                raise Refused("refused-date-past")
            here = [it for it in self._dates.values() if it.chat == chat or it in self.in_chat(chat)]
            own = [
                it for it in self._dates.values() if it.maker is not None and it.maker.person == who.person
            ]
            require_may_be_made([*here, *own], who.person or NO_PERSON, chat)
            restricted = self._manager.ways.for_chat(chat).opens is AllowedPeople.ADMINISTRATORS
            when_local = f"{local:%Y-%m-%dT%H:%M}"
            made = DateMade(who, chat, language, rules, when_local, zone.key, at, restricted)
            date = await self._append(
                secrets.token_hex(4), made, DateAnswered(who, DateAnswer.GOING), key=key
            )
        self.show(date)
        return date

    async def answer(
        self, name: str, chat: ChatId, who: Occupant, answer: DateAnswer, *, message: MessageId, key: str
    ) -> None:
        """Stores the answer of a person who pressed a button of `message`; queues the date's message again.

        An answer that the person gave already is not stored, nor is its key. Any other answer also makes
        `message` the date's message if it has none. Raises Refused, also for a repeated delivery (`key`), or
        NotSaved.
        """
        async with self.lock:
            date = self.find(name, chat)
            if (who.person, answer) not in [(it.person, given) for it, given in date.answers]:
                shown = (DateShown(message, chat),) if message and not date.message else ()
                date = await self._append(name, DateAnswered(who, answer), *shown, key=key)
        self.show(date)

    async def move(self, name: str, chat: ChatId, mover: Occupant, local: datetime, *, key: str) -> Date:
        """Moves a date to another local time in its zone; queues its message and the news; returns it.

        The chat gets the news, and in private each reachable person who was in Voy, but not the mover. On
        another day only the maker stays in Voy, and the chat's post mentions the unreachable people who must
        answer again. Raises Refused for a date that is not open in the chat, a time that is past, after
        MOST_MOVES moves, or a repeated delivery; and NotSaved. The right to move it is not checked.
        """
        async with self.lock:
            before = self.find(name, chat)
            at = instant_of(local, ZoneInfo(before.zone))
            if before.moves >= MOST_MOVES:
                raise Refused("refused-date-moves", most=MOST_MOVES)
            if at <= self.now_s():
                raise Refused("refused-date-past")
            date = await self._append(name, DateMoved(f"{local:%Y-%m-%dT%H:%M}", at), key=key)
        self.show(date)
        going, still = before.people(DateAnswer.GOING), date.people(DateAnswer.GOING)
        label = self.texts_of(date)("button-date-going")
        unread = [
            it for it in going if it not in still and it.person != mover.person and not self.reaches(it)
        ]
        news = posts.moved_post(self.texts_of(date), date, mover, unread)
        self._courier.posts.post(self.chat_of(date), news)
        for who in going:
            if who.person == mover.person or not self.reaches(who):
                continue
            own, again = self._narrators.for_one(who).texts, 0 if who in still else 1
            told = posts.with_time(own, date, "date-moved-own", name=mover.name, again=again, button=label)
            self._courier.posts.post(who.person or NO_PERSON, told)
        return date

    async def cancel(self, name: str, chat: ChatId, *, key: str) -> None:
        """Cancels an open date of the chat, and queues an edit of its message and the news for the chat.

        Raises Refused for a date that is not open there or a repeated delivery (`key`), or NotSaved. The
        right to cancel it is not checked.
        """
        async with self.lock:
            self.find(name, chat)
            date = await self.end(name, DateEnd.CANCELLED, key=key)
        news = posts.with_time(self.texts_of(date), date, posts.ENDS[DateEnd.CANCELLED])
        self._courier.posts.post(self.chat_of(date), news)

    def forget(self, person: PersonId) -> None:
        """Removes a person from the open dates in memory, and queues edits of the messages of those dates."""
        for name, date in self._dates.items():
            if date != (left := without_person(date, person)):
                self._dates[name] = left
                self.show(left)

    # ---- storing and showing -----------------------------------------------------------------------------

    async def _append(self, name: str, *events: DateEvent, key: str = "") -> Date:
        """Stores events of a date, new or known, and returns it; a date that is over leaves the memory.

        Calls `changed`. Raises Refused for a repeated delivery and an unknown date, Conflict if the stored
        log has grown, and NotSaved. After an error nothing has changed. Needs the lock.
        """
        before = self._dates.get(name)
        date = fold_date(name, events) if before is None else reduce(evolve, events, before)
        if date is None:
            raise Refused("refused-date-over")
        rows, after = [encode(event) for event in events], before.seq if before is not None else 0
        try:
            await self._manager.writer.await_write(
                self._manager.store.append_to_date(name, after, rows, key=key)
            )
        except Repeated:
            raise Refused("refused-repeated") from None
        self._dates[name] = date
        if date.end is not None:
            del self._dates[name]
        self.changed()
        return date

    def texts_of(self, date: Date) -> Texts:
        """Returns the texts in the language of a date."""
        return self._narrators.find_narrator(date.language).texts

    def reaches(self, who: Occupant) -> bool:
        """Whether a person has an open private chat that takes messages."""
        person = who.person or NO_PERSON
        is_open = self._manager.notes.open.get(person) == YES
        return is_open and not self._courier.availability.is_closed(person)

    def rules_of(self, date: Date) -> RuleSet:
        """Returns the rules of a date's table; the chat's usual ones if this version cannot read them."""
        ways = self._manager.ways.for_chat(self.chat_of(date))
        try:
            return read_rules(date.rules.split(), ways)
        except MusError:
            return read_rules((), ways)

    def show(self, date: Date) -> None:
        """Queues the message of a date: a new message, or an edit of the shown message.

        If its platform does not run, the date becomes `outdated` and no message is queued. A date that is
        over gets no new message, and neither is its old message edited if the chat has moved. Once sent, the
        id of a new message is stored.
        """
        chat = self.chat_of(date)
        shown = date.message if chat == date.shown_in else NO_MESSAGE
        if self._courier.outboxes.get(chat) is None:
            self.outdated.add(date.id)
            return
        self.outdated.discard(date.id)

        def fresh() -> Post:
            """Returns the post for the current state of the date."""
            now = self._dates.get(date.id, date)
            return posts.date_post(self.texts_of(now), now, self.rules_of(now))

        if date.end is not None and not shown:
            return
        post = replace(fresh(), replaces_message=shown, key="" if shown else f"date/{date.id}")
        sent = partial(self._on_shown, date.id, chat)
        self._courier.posts.put(chat, PostSlot(post, fresh=fresh, sent=sent), SendPriority(Rank.BOARD))

    def _on_shown(self, name: str, chat: ChatId, message: MessageId) -> None:
        """Stores the id of a date's message in the background, if it has changed and the date is open."""
        date = self._dates.get(name)
        if date is not None and message and (message, chat) != (date.message, date.shown_in):
            self._manager.background.start(self.store(name, DateShown(message, chat)), f"date {name}")

    async def store(self, name: str, *events: DateEvent) -> None:
        """Stores events of a date, unless it is over or unknown; raises NotSaved or Conflict.

        If they end the date, an edit of its message is queued too. Waits for the lock.
        """
        async with self.lock:
            if name in self._dates and (date := await self._append(name, *events)).end is not None:
                self.show(date)

    async def end(self, name: str, why: DateEnd, table: str = "", *, key: str = "") -> Date:
        """Stores the end of a date, and queues an edit of its message. The caller holds the lock.

        The message then has only the reason and no buttons. Raises NotSaved, Conflict, and Refused for a
        repeated delivery or a date that is over.
        """
        date = await self._append(name, DateEnded(why, table), key=key)
        self.show(date)
        return date
