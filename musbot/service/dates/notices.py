"""Notices of tables that need players: asked for with a press, sent in private, and kept true."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial, reduce

from musbot.narrator.post import Post
from musbot.port.boundary import Periodic, contain_errors
from musbot.port.chats import without_topic
from musbot.port.replies import Reply
from musbot.service.choices.narrators import Narrators
from musbot.service.choices.notices import ChatNotice, NoticeMode, PersonNotices, QuietHours
from musbot.service.dates import posts
from musbot.service.dates.notice import (
    WAIT_S,
    count_missing,
    count_notices_left,
    may_be_told,
    needs_players,
    wants_notice,
    with_choice,
    with_message,
    with_notice,
    without_expired_choices,
)
from musbot.service.dates.weekly import WeeklyLines
from musbot.service.delivery.courier import Courier
from musbot.service.delivery.forms import SPARED
from musbot.service.queue.fair_queue import Rank, SendPriority
from musbot.service.queue.slots import PostSlot
from musbot.service.settings.members import Members
from musbot.service.settings.page_turning import AnyPress
from musbot.service.tables.manager import TableManager
from musbot.table.act_result import Confirmation, Refused
from musbot.table.acts import NOTICE, Anytime, BadPayload, Payload
from musbot.table.events import NO_CHAT, NO_MESSAGE, AnyEvent, ChatId, MessageId, Person, PersonId, TableId
from musbot.table.table import Table
from musbot.words.texts import Texts

LOOK_S = 15.0
"""Seconds between two looks at lobbies and at the hour."""
MOST_RESULTS = 100
"""The latest partidas of a chat in which recent players are found."""
MOST_CHATS = 10
"""Chats in which a person may ask for notices."""
KEPT_S = 2 * 86_400.0
"""Seconds after which a notice is no longer edited, as platforms do not let bots edit old messages."""


class TableNotices:
    """Sends notices of tables that need players, from `start` until `stop`."""

    def __init__(
        self,
        manager: TableManager,
        courier: Courier,
        narrators: Narrators,
        members: Members,
        is_reachable: Callable[[PersonId], bool],
    ) -> None:
        self._manager = manager
        self._courier = courier
        self._narrators = narrators
        self._members = members
        self._is_reachable = is_reachable
        self._chosen = manager.notes.notices
        self._waiting: dict[TableId, tuple[float, set[str]]] = {}
        """For each lobby that lacks players: since when, by the monotonic clock, and the people who get no
        notice, because the platform does not confirm that they are members."""
        self._shown: dict[TableId, dict[PersonId, str]] = {}
        """The people who have a notice of each table, and the digest that their message shows; "" unknown."""
        self._weekly = WeeklyLines(manager, courier, narrators)
        self._looking = asyncio.Lock()
        self._looks = Periodic(courier.times.timers, LOOK_S, "the notices", self._begin_look)
        self.stop = self._looks.stop
        """Stops the looks for good; a look under way continues."""

    def start(self) -> None:
        """Starts to watch lobbies and the clock, also for weekly lines; call it before any table is loaded.

        Notices sent in the last KEPT_S seconds are kept up to date further.
        """
        self._manager.tables.listeners.append(self._on_table)
        for person, choices in self._chosen.facts.items():
            for it in choices.chats:
                if it.message and self._courier.times.wall() - it.told_at < KEPT_S:
                    self._shown.setdefault(TableId(it.table), {})[PersonId(person)] = ""
        self._looks.start()

    def forget(self, person: PersonId) -> None:
        """Forgets the messages of a person's notices in memory; they stay as shown, without further edits.

        Changes no stored choice.
        """
        for people in self._shown.values():
            people.pop(person, None)

    def place_of(self, chat: ChatId) -> ChatId:
        """Returns the chat that notices are about: without its topic or thread, under its new id."""
        here = self._manager.notes.moved.get(without_topic(chat)) or without_topic(chat)
        threads = self._courier.outboxes.threads(here)
        return threads.channel_of(here) if threads is not None else here

    # ---- the lobbies -------------------------------------------------------------------------------------

    def _on_table(self, table: Table, _: Sequence[AnyEvent]) -> None:
        """Records since when a table lacks players, or that it lacks none; queues edits of its notices."""
        if not needs_players(table):
            self._waiting.pop(table.id, None)
        elif table.id not in self._waiting:
            self._waiting[table.id] = self._courier.times.clock(), set()
        if table.id in self._shown:
            self._update(table.id)

    def _begin_look(self) -> None:
        """Starts a look at the weekly lines in the background.

        Also starts a look at the notices, unless the one before still runs.
        """
        self._manager.background.start(self._weekly.look(), "the weekly lines")
        if not self._looking.locked():
            self._manager.background.start(self._look(), "the notices")

    async def _look(self) -> None:
        """Queues notices of lobbies that have waited for WAIT_S seconds, and edits of older notices.

        First calls `_tidy`, and loads the tables of older notices. Errors of one table are reported, and do
        not stop the others.
        """
        async with self._looking:
            self._tidy()
            for table in list(self._shown):
                with contain_errors(f"table {table}: its notices"):
                    await self._manager.tables.load(table)
                    self._update(table)
            for table, (since, unknown) in list(self._waiting.items()):
                if self._courier.times.clock() - since >= WAIT_S:
                    with contain_errors(f"table {table}: its notices"):
                        await self._tell(table, unknown)

    def _tidy(self) -> None:
        """Sets each choice of people with a closed private chat to NEVER, and ends edits of their notices.

        In the other choices, replaces chats that have moved by their new ids.
        """
        for person, asked in list(self._chosen.facts.items()):
            if is_closed := person in self._manager.clocks.closed:
                self.forget(PersonId(person))
            kept = [
                replace(it, mode=NoticeMode.NEVER, message=NO_MESSAGE)
                if is_closed
                else replace(it, chat=self.place_of(it.chat))
                for it in asked.chats
            ]
            self._chosen.note(person, replace(asked, chats=tuple(kept)))

    def _can_tell(self, person: PersonId, table: Table) -> bool:
        """Returns whether a person can get a notice of a table: in an open private chat, without any seat.

        A seat at any unfinished table counts. False too for people in the table's queue, with a promised
        seat, barred, or about to be forgotten.
        """
        sits = self._manager.tables.table_of_person(person, NO_CHAT) or table.is_waiting(person)
        known = self._is_reachable(person) and not self._manager.notes.leaving.get(person)
        return known and not sits and not table.is_barred(person)

    def _find_people(self, table: Table) -> list[PersonId]:
        """Returns the people who chose and may get a notice of a table now; [] if its chat has no zone."""
        zone, now = self._manager.ways.chat_zone(table.chat), self._courier.times.wall()
        place, chosen = self.place_of(table.chat), self._chosen.facts
        if zone is None:
            return []
        may = [
            PersonId(it) for it, choices in chosen.items() if may_be_told(choices, place, table.id, now, zone)
        ]
        return [it for it in may if self._can_tell(it, table)]

    def _find_lobby(self, table: TableId) -> Table | None:
        """Returns a loaded table that needs players, and whose chat takes messages; None for any other."""
        found = self._manager.tables.get(table)
        if found is None or not needs_players(found) or found.chat in self._manager.clocks.closed:
            return None
        return found

    async def _tell(self, name: TableId, unknown: set[str]) -> None:
        """Queues the notices of a lobby to the people who may get one; raises StoreError.

        People in the chat's latest MOST_RESULTS partidas come first, the most recent players before the
        others. Ends early when the lobby has sent its last notice or needs no players.
        """
        table = self._find_lobby(name)
        people = self._find_people(table) if table is not None else []
        if table is None or not people:
            return
        results = await self._manager.store.load_results(without_topic(table.chat), MOST_RESULTS)
        played = {who.person: it.at for it in results for who in it.seats if who is not None}
        for person in sorted(people, key=lambda it: -played.get(it, 0.0)):
            told = sum(name in [it.table for it in asked.chats] for asked in self._chosen.facts.values())
            table = self._find_lobby(name)
            if table is None or not count_notices_left(count_missing(table), told):
                return
            if person not in unknown:
                await self._tell_one(person, table, unknown)

    async def _tell_one(self, person: PersonId, table: Table, unknown: set[str]) -> None:
        """Stores and queues a notice, if the person may still get it; raises StoreError.

        Asks the platform first: if the person has left the chat, their choice becomes NEVER; without an
        answer they join the `unknown`.
        """
        before, now, place = self._chosen.get(person), self._courier.times.wall(), self.place_of(table.chat)
        is_member = await self._members.ask_member(person, table.chat)
        if is_member is None:
            unknown.add(person)
        elif not is_member:
            await self._chosen.exchange(person, before, with_choice(before, place, NoticeMode.NEVER))
        elif person in self._find_people(table):
            told = with_notice(before, place, table.id, now)
            if await self._chosen.exchange(person, before, told):
                self._send(person, table.id, place, now)

    # ---- messages ----------------------------------------------------------------------------------------

    def _post(self, person: PersonId, name: TableId) -> Post:
        """Returns the current notice of a table for a person, in their language.

        After the lobby it says that the table needs no players. For a person who sits there in play it is
        empty, which deletes the notice.
        """
        who, table = Person(person, "", self._chosen.get(person).language), self._manager.tables.get(name)
        texts = self._narrators.for_one(who).texts
        if table is not None and table.playing and table.seat_of(person) is not None:
            return Post("", "")
        if table is None or not table.in_lobby:
            return Post("", texts("notice-over", table=texts("table", short=name.partition("-")[0])))
        return posts.notice_post(texts, table, person, self._courier.renderer.links(table).board)

    def _send(self, person: PersonId, name: TableId, place: ChatId, at: float) -> None:
        """Queues a stored notice behind everything else.

        No effect if the table needs no players or the person may no longer get it, as in quiet hours. This is
        checked again when it is sent. `at` is the time stored with it, in seconds since 1970. Once sent, its
        message is stored and kept up to date.
        """
        digests = [""]

        def fresh() -> Post | None:
            """Returns the notice; None if the person may no longer get it, or the table needs no players."""
            table, asked, now = self._find_lobby(name), self._chosen.get(person), self._courier.times.wall()
            zone = self._manager.ways.chat_zone(place)
            if table is None or zone is None or asked.in_chat(place).told_at != at:
                return None
            if not (self._can_tell(person, table) and wants_notice(asked, place, name, now, zone)):
                return None
            post = self._post(person, name)
            digests[0] = post.digest()
            return post

        def note_sent(message: MessageId) -> None:
            """Stores the message of the notice, and queues an edit if the notice is already outdated.

            No effect without a message, or if a later notice about this chat has been stored since.
            """
            asked = self._chosen.get(person)
            if (it := asked.in_chat(place)).told_at == at and message:
                self._chosen.note(person, with_message(asked, it, message))
                self._shown.setdefault(name, {})[person] = digests[0]
                self._update(name)

        if (post := fresh()) is not None:
            slot = PostSlot(post, fresh=fresh, sent=note_sent)
            self._courier.posts.put(person, slot, SendPriority(Rank.LATER, spare=SPARED))

    def _update(self, name: TableId) -> None:
        """Queues an edit of each notice of a table whose text has changed.

        It waits until the platforms of all its people run. After the lobby has started or closed, its notices
        are edited for the last time, or deleted, and then forgotten.
        """
        table, people = self._manager.tables.get(name), self._shown.get(name, {})
        lasts = table is not None and table.in_lobby
        if any(self._courier.outboxes.get(person) is None for person in people):
            return  # their platform is not running yet
        if not lasts:
            self._shown.pop(name, None)
        for person, digest in list(people.items()):
            post = self._post(person, name)
            for it in self._chosen.get(person).chats:
                if it.table == name and it.message and post.digest() != digest:
                    people[person] = post.digest()
                    edit = replace(post, replaces_message=it.message, silent=True)
                    ended = partial(self._end, person, it) if not lasts else str
                    slot = PostSlot(edit, fresh=partial(self._post, person, name), sent=ended)
                    self._courier.posts.put(person, slot, SendPriority(Rank.LATER, spare=SPARED))

    def _end(self, person: PersonId, notice: ChatNotice, _: str) -> None:
        """Stores that a person's notice has no message, after its last edit. `_` has no effect."""
        asked = self._chosen.get(person)
        it = asked.in_chat(notice.chat)
        if it.message == notice.message:
            kept = asked.with_chat(replace(it, message=NO_MESSAGE))
            self._chosen.note(person, replace(asked, chats=kept))

    # ---- what people choose ------------------------------------------------------------------------------

    def with_choices(self, page: Post, person: PersonId, chat: ChatId, texts: Texts) -> Post:
        """Returns the page of `/avisos` with a person's choices of notices, and their buttons, added.

        Unchanged on a platform that does not tell its members. In a group it is about that chat, in private
        about all chats.
        """
        if not self._courier.outboxes.tells_members(chat):
            return page
        choices = self._chosen.get(person)
        here = choices.in_chat(self.place_of(chat)) if chat != person else None
        others = sum(it.mode is not NoticeMode.NEVER for it in choices.chats)
        return posts.with_notices(texts, page, here, choices.quiet, others)

    @staticmethod
    def chat_of(press: AnyPress) -> ChatId:
        """Returns the chat that a page of notices with this button is about: the press's if none is named."""
        act = press.data.removeprefix(NOTICE)
        return ChatId("" if act.startswith(posts.QUIET) else act.partition("=")[2]) or press.chat

    async def press(self, press: AnyPress) -> Reply:
        """Applies a press on a button about notices: takes a seat, or stores quiet hours or a choice.

        Returns the reply. Raises BadPayload for an unknown button, Refused, NotSaved or StoreError.
        """
        act = press.data.removeprefix(NOTICE)
        if act.startswith(posts.SIT):
            return await self._sit(press, TableId(act.removeprefix(posts.SIT)))
        choices = replace(self._chosen.get(press.person.id), language=press.person.language)
        texts = self._narrators.for_one(press.person).texts
        try:
            if act.startswith(posts.QUIET):
                quiet = QuietHours(act.removeprefix(posts.QUIET))
                await self._chosen.choose(press.person.id, replace(choices, quiet=quiet))
                return Reply(posts.confirm_quiet(texts, quiet))
            verb, is_of_page, chat = act.partition("=")
            verb, _, table = verb.partition(".")
            return await self._choose(
                press, choices, NoticeMode(verb), ChatId(chat if is_of_page else ""), table
            )
        except ValueError:
            raise BadPayload("no choice of notices") from None

    async def _choose(
        self, press: AnyPress, choices: PersonNotices, mode: NoticeMode, chat: ChatId, table: str
    ) -> Reply:
        """Stores a choice and returns its confirmation; raises StoreError.

        With `table`, a button of its lobby, the choice is for the chat of the press, and ALWAYS stays ALWAYS.
        Otherwise it is for `chat`; with "" it must be NEVER and is for each chat. Without an open private
        chat a choice but NEVER is not stored, and the reply links there. A stored choice also removes old
        ones (`without_expired_choices`). Raises Refused above MOST_CHATS, and BadPayload if a chat is
        missing.
        """
        person, in_lobby = press.person, bool(table)
        texts, never = self._narrators.for_one(person).texts, mode is NoticeMode.NEVER
        place = self.place_of(press.chat) if in_lobby else chat
        if not (place or never):
            raise BadPayload("no chat to be told of")
        if in_lobby and choices.in_chat(place).mode is NoticeMode.ALWAYS:
            mode = NoticeMode.ALWAYS
        places = [place] if place else [it.chat for it in choices.chats]
        chosen = reduce(partial(with_choice, mode=mode, at=table), places, choices)
        chosen = without_expired_choices(chosen, self._courier.times.wall())
        if len(chosen.chats) > MOST_CHATS:
            raise Refused("refused-notice-chats", most=MOST_CHATS)
        if not never and not self._is_reachable(person.id):
            link = self._courier.outboxes[press.chat].messenger.private_link(table)
            text = texts("done-notice-closed", linked="yes" if link else "no")
            return Reply(text, alert=True, url=link)
        await self._chosen.choose(person.id, chosen)
        zone = "yes" if self._manager.ways.chat_zone(place) is not None else "no"
        return Reply(texts(posts.MODES[mode][2], zone=zone), alert=in_lobby)

    async def _sit(self, press: AnyPress, name: TableId) -> Reply:
        """Seats a person who has a notice of a table by `Anytime.QUEUE`, and returns the confirmation.

        Raises Refused without a notice, or for a person who has left the chat. Raises Refused if no seat is
        free or the lobby is over. Raises the errors of `TableManager.press` too.
        """
        person = press.person
        if all(it.table != name for it in self._chosen.get(person.id).chats):
            raise Refused("refused-no-seat", elsewhere="yes")
        if (live := await self._manager.tables.load(name)) is None:
            raise Refused("refused-over")
        await self._members.require_member(person.id, press.chat, live.table)
        table = live.table
        if not table.in_lobby or None not in table.seats:
            raise Refused("refused-table-full" if table.in_lobby else "refused-not-in-lobby")
        queue = Payload(table.id, table.question, Anytime.QUEUE)
        applied = await self._manager.press(person, queue, key=press.key)
        text = self._narrators.for_one(person, table).guide.confirmation(applied.done)
        return Reply(text, alert=applied.done.confirmation is Confirmation.QUEUED, seen=True)
