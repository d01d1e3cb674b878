"""The open dates of all chats: stored before they are shown, and their clock."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial, reduce
from zoneinfo import ZoneInfo

from musbot.game.errors import MusError
from musbot.game.rules_base import RuleSet
from musbot.narrator.post import Post
from musbot.port.chats import without_topic
from musbot.service.choices.kept import YES
from musbot.service.choices.narrators import Narrators
from musbot.service.dates import posts
from musbot.service.dates.date import (
    MOST_IN_CHAT,
    MOST_MOVES,
    Date,
    DateAnswer,
    DateAnswered,
    DateEnd,
    DateEnded,
    DateEvent,
    DateMade,
    DateMoved,
    DateNoticed,
    DateReminded,
    DateShown,
    evolve,
    fold_date,
    without_person,
)
from musbot.service.dates.moments import instant_of
from musbot.service.dates.stored import UNREADABLE, decode, encode
from musbot.service.delivery.courier import Courier
from musbot.service.queue.fair_queue import Rank, SendPriority
from musbot.service.queue.parts import Part, PartView
from musbot.service.queue.slots import PostSlot, Slot, TableSlot
from musbot.service.settings.written_rules import read_rules
from musbot.service.tables.manager import TableManager
from musbot.store.protocol import DuplicateDelivery
from musbot.table.act_result import Refused
from musbot.table.events import (
    NO_MESSAGE,
    NO_PERSON,
    AnyEvent,
    ChatId,
    MessageId,
    Occupant,
    PersonId,
    TableId,
)
from musbot.table.table import Table
from musbot.table.ways import AllowedPeople
from musbot.words.texts import Texts

log = logging.getLogger(__name__)

AGAIN_S = 900.0
"""Seconds after which a notice that was never sent is queued again."""
LOCAL = "%Y-%m-%dT%H:%M"
"""The form of a local time in events."""
Maker = Callable[[Date], Post]
"""A function that makes a notice of a date."""
UNSEEN = (DateShown, DateReminded, DateNoticed)
"""Events that do not change the message of a date."""


class DateBook:
    """The dates that are not over."""

    def __init__(self, manager: TableManager, courier: Courier, narrators: Narrators) -> None:
        self._manager = manager
        self._courier = courier
        self._narrators = narrators
        self.open: dict[str, Date] = {}
        """The open dates by their ids."""
        self._makers: dict[tuple[str, DateNoticed], Maker] = {}
        """The makers of sent notices, by the date's id; a restart does not keep them."""
        self._queued: dict[str, float] = {}
        """When each notice was queued, in seconds since 1970; kept for AGAIN_S, because it names people."""
        self._leading: dict[TableId, list[tuple[Date, DateNoticed]]] = {}
        """The private notices of dates that lead to each table, until its partida begins."""
        self.outdated: set[str] = set()
        """The ids of dates whose message waits for its platform."""
        self.lock = asyncio.Lock()
        """The lock of every change."""
        manager.tables.listeners.append(self._on_table)

    async def load(self) -> None:
        """Loads the open dates, whose messages all count as outdated at first; raises StoreError.

        A date that this version cannot read is logged and stays in the store.
        """
        for name, stored in (await self._manager.store.dates()).items():
            try:
                date = fold_date(name, tuple(decode(stored)))
            except UNREADABLE:
                log.warning("date %s cannot be read, and stays in the store", name)
                continue
            if date is not None and date.end is None:
                self.open[name] = date
        self.outdated = set(self.open)

    # ---- lookups -----------------------------------------------------------------------------------------

    def chat_of(self, date: Date) -> ChatId:
        """Returns the chat of a date with its topic; if its group has moved, the new chat without topic."""
        return self._manager.notes.moved.get(without_topic(date.made.chat)) or date.made.chat

    def in_chat(self, chat: ChatId) -> list[Date]:
        """Returns the open dates of a chat and its topics, the next one first.

        A chat may have its id from before a move.
        """
        here = self._manager.notes.moved.get(without_topic(chat)) or without_topic(chat)
        found = [it for it in self.open.values() if without_topic(self.chat_of(it)) == here]
        return sorted(found, key=lambda it: it.instant)

    def find(self, name: str, chat: ChatId) -> Date:
        """Returns an open date of a chat or its topics by its id.

        Raises Refused if it is unknown, over or in another chat.
        """
        for date in self.in_chat(chat):
            if date.id == name:
                return date
        raise Refused("refused-date-over")

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
    ) -> None:
        """Stores a date at a local time in a zone, with its maker in Voy, and queues its message.

        `rules` are as typed after `/mus`. Raises Refused for a time that is past, a person with an open date
        in any chat, MOST_IN_CHAT open dates in this chat without its topics, and a repeated delivery (`key`).
        Raises NotSaved too. The right to make it is not checked.
        """
        local, zone = when
        async with self.lock:
            at = self._require_future(local, zone)
            others = [it.made for it in self.open.values()]
            if any(it.who.person == who.person for it in others):
                raise Refused("refused-date-own")
            if sum(it.chat == chat for it in others) >= MOST_IN_CHAT:
                raise Refused("refused-date-many", most=MOST_IN_CHAT)
            restricted = self._manager.ways.for_chat(chat).opens is AllowedPeople.ADMINISTRATORS
            made = DateMade(who, chat, language, rules, f"{local:{LOCAL}}", zone.key, at, restricted)
            await self.append(secrets.token_hex(4), made, DateAnswered(who, DateAnswer.GOING), key=key)

    async def answer(
        self, name: str, chat: ChatId, who: Occupant, answer: DateAnswer, *, message: MessageId, key: str
    ) -> Date:
        """Stores the answer of a person who pressed a button of `message`; returns the date.

        The date's message is queued again. An answer that the person gave already is not stored, nor is its
        key. Any other answer also makes `message` the date's message if it has none. Raises Refused, also for
        a repeated delivery (`key`), or NotSaved.
        """
        async with self.lock:
            date = self.find(name, chat)
            if date.answer_of(who) is not answer:
                shown = (DateShown(message, chat),) if message and not date.message else ()
                return await self.append(name, DateAnswered(who, answer), *shown, key=key)
        self.show(date)
        return date

    async def move(self, name: str, chat: ChatId, mover: Occupant, local: datetime, *, key: str) -> None:
        """Moves a date to another local time in its zone; queues its message and the news.

        The chat gets the news, and in private each reachable person who answered, except the mover and people
        whose No still counts. On another day only the maker's answer stays, and the chat's news mention the
        unreachable people of Voy and Quizá, until they answer again. Raises Refused for a date that is not
        open in the chat, a time that is past, after MOST_MOVES moves, or a repeated delivery; and NotSaved.
        The right to move it is not checked.
        """
        async with self.lock:
            before = self.find(name, chat)
            if before.moves >= MOST_MOVES:
                raise Refused("refused-date-moves", most=MOST_MOVES)
            at = self._require_future(local, ZoneInfo(before.made.zone))
            date = await self.append(name, DateMoved(f"{local:{LOCAL}}", at), key=key)
        others = [(it, was) for it, was in before.answers if it.person != mover.person]
        unread = [it for it, was in others if was is not DateAnswer.NOT and not self.can_reach(it)]
        self.notify(date, None, partial(posts.moved_post, self.texts_of(date), mover, unread))
        for who, _ in others:
            if self.can_reach(who) and date.answer_of(who) is not DateAnswer.NOT:
                texts, link = self._narrators.for_one(who).texts, self.link_to(date)
                self.notify(date, who, partial(posts.moved_notice, texts, mover, who, link))

    def _require_future(self, local: datetime, zone: ZoneInfo) -> float:
        """Returns the instant of a local time in a zone, in seconds since 1970; raises Refused if past."""
        if (at := instant_of(local, zone)) <= self._courier.times.wall():
            raise Refused("refused-date-past")
        return at

    async def cancel(self, name: str, chat: ChatId, *, key: str) -> None:
        """Cancels an open date of the chat, and queues an edit of its message and the news for the chat.

        Raises Refused for a date that is not open there or a repeated delivery (`key`), or NotSaved. The
        right to cancel it is not checked.
        """
        async with self.lock:
            self.find(name, chat)
            date = await self.append(name, DateEnded(DateEnd.CANCELLED), key=key)
        news = posts.end_post(self.texts_of(date), DateEnd.CANCELLED, date)
        self._courier.posts.post(self.chat_of(date), news)

    def forget(self, person: PersonId) -> None:
        """Removes a person from the open dates in memory, and queues edits of the messages of those dates.

        No notice in any date is edited further, because it may name the person.
        """
        self._makers.clear()
        self._leading.clear()
        for name, date in self.open.items():
            if date != (left := without_person(date, person)):
                self.open[name] = left
                self.show(left)

    # ---- storing -----------------------------------------------------------------------------------------

    async def append(self, name: str, *events: DateEvent, key: str = "") -> Date:
        """Stores events of a date, new or known, and returns it; a date that is over leaves the memory.

        Queues its message, unless all events are UNSEEN, and edits or retires its notices. Raises
        Refused for a repeated delivery and an unknown date, Conflict if the stored log has grown, and
        NotSaved. After an error nothing has changed. Needs the lock.
        """
        before = self.open.get(name)
        date = fold_date(name, events) if before is None else reduce(evolve, events, before)
        if date is None:
            raise Refused("refused-date-over")
        rows, after = [encode(event) for event in events], date.seq - len(events)
        try:
            await self._manager.writer.await_write(
                self._manager.store.append_to_date(name, after, rows, key=key)
            )
        except DuplicateDelivery:
            raise Refused("refused-repeated") from None
        self.open[name] = date
        if date.end is not None:
            del self.open[name]
        if before is not None:
            self._update_notices(before, date)
        if not all(isinstance(it, UNSEEN) for it in events):
            self.show(date)
        return date

    async def store(self, name: str, *events: DateEvent) -> None:
        """Stores events of a date by `append`, unless it is over or unknown. Waits for the lock.

        Raises NotSaved or Conflict.
        """
        async with self.lock:
            if name in self.open:
                await self.append(name, *events)

    # ---- notices -----------------------------------------------------------------------------------------

    def notify(self, date: Date, who: Occupant | None, make: Maker, *events: DateEvent) -> None:
        """Queues a notice of a date: in the private chat of `who`, or with None in the date's chat.

        No effect if one for the same person, events and time of the date was queued in the last AGAIN_S
        seconds. It is dropped if the date is over or has moved before it is sent. Once sent, `events` and the
        notice are stored in the background. It is edited if `make` returns another post after a change.
        """
        name, now = date.id, self._courier.times.wall()
        queued = f"{name} {date.moves} {who} {events}"
        self._queued = {it: at for it, at in self._queued.items() if now - at < AGAIN_S}
        if queued in self._queued:
            return
        self._queued[queued] = now

        def fresh() -> Post | None:
            """Returns the current notice; None once the date is over or has moved."""
            known = self.open.get(name)
            return make(known) if known is not None and known.moves == date.moves else None

        def store_sent(message: MessageId) -> None:
            """Stores the events, and the notice unless its id is unknown."""
            notices = (DateNoticed(message, who),) if message else ()
            self._makers.update(((name, it), make) for it in notices)
            self._manager.background.start(self.store(name, *events, *notices), f"date {name}")

        slot = PostSlot(make(date), fresh=fresh, sent=store_sent)
        self._courier.posts.put(self._place_of(date, who), slot, SendPriority(Rank.BOARD))

    def _place_of(self, date: Date, who: Occupant | None) -> ChatId:
        """Returns the chat of a notice: the private chat of a person, or for None the date's."""
        return self.chat_of(date) if who is None else who.person or NO_PERSON

    def _update_notices(self, before: Date, date: Date) -> None:
        """Queues an edit of each notice that has changed, and the deletion of each outdated one.

        If the date is over, a private notice is edited instead of deleted: it says why, or leads to the table
        as long as that waits for its reader.
        """
        for notice in before.notices:
            chat, make = self._place_of(date, notice.who), self._makers.get((date.id, notice))
            if notice in date.notices:
                if make is not None and (post := make(date)) != make(before):
                    self._courier.posts.post(chat, replace(post, replaces_message=notice.message))
                continue
            self._makers.pop((date.id, notice), None)
            if not self._show_end(date, notice):
                self._courier.posts.delete(chat, notice.message)

    def _show_end(self, date: Date, notice: DateNoticed) -> bool:
        """Queues an edit of a person's notice of a date that is over; returns whether it still says anything.

        It says why, or leads to the table until that does not wait for the person; once the partida has
        begun, it is edited again.
        """
        if notice.who is None:
            return False
        table, fresh = self.find_table(date.id), partial(self._ended_notice, date, notice.who)
        if (post := fresh()) is not None:
            edit = replace(post, replaces_message=notice.message)
            slot = PostSlot(edit, fresh=fresh, watches=table.id if table is not None else None)
            self._courier.posts.put(self._place_of(date, notice.who), slot, self._after_lobby(date))
            if table is not None and table.in_lobby:
                self._leading.setdefault(table.id, []).append((date, notice))
        return post is not None

    def _ended_notice(self, date: Date, who: Occupant) -> Post | None:
        """Returns a person's notice of a date that is over; None if it is open.

        None also if its table neither asks for the person nor has them in its queue.
        """
        texts, table, person = self._narrators.for_one(who).texts, self.find_table(date.id), who.person
        if date.end is not DateEnd.OPENED:
            return posts.end_post(texts, date.end, date) if date.end is not None else None
        if table is None or person is None:
            return None
        if table.seat_of(person) not in table.asking and not table.is_waiting(person):
            return None
        return posts.opened_notice(texts, table, person, self._courier.renderer.links(table).board)

    def _on_table(self, table: Table, _: Sequence[AnyEvent]) -> None:
        """Edits the private messages that lead to a table once its partida has begun."""
        for date, notice in () if table.in_lobby else self._leading.pop(table.id, ()):
            self._show_end(date, notice)

    # ---- the message of a date ---------------------------------------------------------------------------

    def find_table(self, name: str) -> Table | None:
        """Returns the unfinished table in memory that opened for a date; None without one."""
        return next((it for it in self._manager.tables.in_memory() if it.date == name), None)

    def _after_lobby(self, date: Date) -> SendPriority[Slot]:
        """Returns the priority of a message that links to the table of a date: after its lobby, if any."""
        table = self.find_table(date.id)
        lobby = (table.chat, TableSlot(table.id, Part(PartView.LOBBY))) if table is not None else None
        return SendPriority(Rank.BOARD, after=lobby)

    def link_to(self, date: Date) -> str:
        """Returns a link to the message of a date; "" without one."""
        outbox = self._courier.outboxes.get(date.shown_in) if date.message else None
        return outbox.messenger.link(date.shown_in, date.message) if outbox is not None else ""

    def texts_of(self, date: Date) -> Texts:
        """Returns the texts in the language of a date."""
        return self._narrators.find_narrator(date.made.language).texts

    def can_reach(self, who: Occupant) -> bool:
        """Returns whether a person has an open private chat that takes messages."""
        person = who.person or NO_PERSON
        return self._manager.notes.open.get(person) == YES and not self._courier.availability.is_closed(
            person
        )

    def rules_of(self, date: Date) -> RuleSet:
        """Returns the rules of a date's table; the chat's default rules if this version cannot read them."""
        ways = self._manager.ways.for_chat(self.chat_of(date))
        try:
            return read_rules(date.made.rules.split(), ways)
        except MusError:
            return read_rules((), ways)

    def show(self, date: Date) -> None:
        """Queues the message of a date: a new message, or an edit of the shown message.

        If its platform does not run, the date becomes `outdated` and no message is queued. A date that is
        over gets no new message. Its old message is not edited if the chat has moved. Once sent, the id of a
        new message is stored.
        """
        chat = self.chat_of(date)
        shown = date.message if chat == date.shown_in else NO_MESSAGE
        if self._courier.outboxes.get(chat) is None:
            self.outdated.add(date.id)
            return
        self.outdated.discard(date.id)
        if date.end is not None and not shown:
            return
        fresh = partial(self._date_post, date)
        post = replace(fresh(), replaces_message=shown, key="" if shown else f"date/{date.id}")
        sent = partial(self._on_shown, date.id, chat)
        self._courier.posts.put(chat, PostSlot(post, fresh=fresh, sent=sent), self._after_lobby(date))

    def _date_post(self, date: Date) -> Post:
        """Returns the post for the current state of a date, or for the given state once it is over."""
        now, table = self.open.get(date.id, date), self.find_table(date.id)
        link = self._courier.renderer.links(table).board if table is not None else ""
        return posts.date_post(self.texts_of(now), now, self.rules_of(now), link)

    def _on_shown(self, name: str, chat: ChatId, message: MessageId) -> None:
        """Stores the id of a date's message in the background, if it has changed and the date is open."""
        date = self.open.get(name)
        if date is not None and message and (message, chat) != (date.message, date.shown_in):
            self._manager.background.start(self.store(name, DateShown(message, chat)), f"date {name}")
