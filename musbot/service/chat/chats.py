"""The chats of a platform: greetings, tables and threads."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from musbot.game.errors import MusError
from musbot.game.events import Event, HandEnded
from musbot.game.views import news_for
from musbot.narrator.guide import Guide
from musbot.narrator.post import Post
from musbot.port.boundary import contain_errors, insist
from musbot.port.chats import matches_every_chat, without_topic
from musbot.port.messenger import LacksPermissions, MessengerError
from musbot.port.replies import Reply
from musbot.service.chat.attempts import Boundary
from musbot.service.choices.kept import YES
from musbot.service.choices.narrators import Narrators
from musbot.service.commands.context import ANSWER_LASTS_S, Services
from musbot.service.settings.page_turning import Pressed
from musbot.table.act_result import Refused
from musbot.table.acts import read_payload
from musbot.table.events import (
    NO_CHAT,
    NO_PERSON,
    AnyEvent,
    ChatId,
    MessageId,
    Person,
    PersonId,
    TableId,
)
from musbot.table.table import Table
from musbot.table.view import TableView, watch


class Chats:
    """Implements HasChats of the door; stores which groups were greeted."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._manager = services.manager
        self._courier = services.courier
        self._narrators = services.narrators
        self._greeted = services.manager.notes.greeted
        self._boundary = Boundary(services)

    # ---- greetings ---------------------------------------------------------------------------------------

    async def private_opened(self, person: Person, *, table: str = "", invite: str = "") -> None:
        """Stores that a private chat is open, and queues a greeting there that names the person's table.

        `table` is the id of the table whose link they followed; `invite` is a link that adds the bot to a
        group; both may be "". A closed chat is probed, and the board or lobby of their solo table posted
        again. A person who asks too often gets a warning instead. After an error, which is reported, an
        apology is queued.
        """
        await self._guard_greeting(person, person.id, self._greet_person(person, TableId(table), invite))

    async def _guard_greeting(self, person: Person, chat: ChatId, greeting: Awaitable[None]) -> None:
        """Awaits a greeting; after an error, reports it and queues a silent apology instead of raising it.

        A requested cancellation is raised.
        """

        def apologise(_: bool) -> None:  # noqa: FBT001
            """Queues an apology; errors are reported."""
            with contain_errors(f"{chat}: an apology"):
                sorry = self._narrators.for_one(person).texts("refused-broken")
                self._courier.posts.post(chat, Post("", sorry, silent=True), lasts_s=ANSWER_LASTS_S)

        await self._boundary.attempt("", (chat, "a greeting"), greeting, apologise)

    async def _greet_person(self, person: Person, table: TableId, invite: str) -> None:
        """Stores that a private chat is open, probes it if closed, and queues the greeting there.

        Loads the person's tables first. After the greeting it also reposts the board or lobby of a solo table
        that the greeting names. A person who asks too often gets a warning instead of both. Raises
        StoreError.
        """
        await self._manager.tables.load_all(person=person.id)
        self._courier.availability.mark_writable(person.id)
        self._services.opened.note(person.id, YES)
        if not self._services.in_private.take(person.id, person.id):
            self._services.warn(person, person.id, self._services.in_private.wait_s(person.id, person.id))
            return

        def hello() -> Post:
            """Returns the greeting; about the table of `_sits_at` if there is one now."""
            own = self._sits_at(person, table)
            guide = self._narrators.for_one(person, own).guide
            if own is None:
                return guide.hello(self._narrators.name_of(person), invite)
            view = watch(own, own.seat_of(person.id))
            name = self._narrators.name_of(person)
            return guide.hello_at(name, view, self._courier.renderer.links(own).board)

        self._courier.posts.post(person.id, hello(), fresh=hello)
        if (own := self._sits_at(person, table)) is not None and own.solo:
            self._courier.reconciler.repost(own)

    def _sits_at(self, person: Person, named: TableId) -> Table | None:
        """Returns the loaded table `named` by a link if the person sits there, or else another at which they
        sit.

        Tables in play come before lobbies. Solo lobbies count only if `named`. None if the person sits at
        none.
        """
        table = self._manager.tables.get(named)
        if table is not None and table.seat_of(person.id) is not None:
            return table
        sits = [it for it in self._manager.tables.seating(person.id) if it.playing or not it.solo]
        return next(iter(sorted(sits, key=lambda it: not it.playing)), None)

    async def greeting_requested(self, person: Person, chat: ChatId, *, reads: bool) -> None:
        """Greets a group on request; a person who asks too often reads when to ask again.

        `reads` says that the bot can read all messages of the group. A closed group is probed. After an
        error, which is reported, an apology is queued instead.
        """
        await self._guard_greeting(person, chat, self._greet_on_request(person, chat, reads=reads))

    async def _greet_on_request(self, person: Person, chat: ChatId, *, reads: bool) -> None:
        """Probes the chat if it is closed, and queues a greeting, or a warning if the person asks too often.

        `reads` says that the bot can read all messages of the group.
        """
        self._courier.availability.probe_after_act(chat)
        if self._services.answers.take(person.id, chat):
            self._courier.posts.post_greeting(chat, self._greeting(person, chat, reads=reads))
        else:
            self._services.warn(person, chat, self._services.answers.wait_s(person.id, chat))

    async def group_joined(self, person: Person, chat: ChatId, *, reads: bool) -> None:
        """Queues the greeting of a group, unless it was greeted before or has an unfinished table.

        `reads` says that the bot can read all messages of the group. The group then counts as greeted, also
        if it got no greeting because of a table. Loads its tables. After an error, which is reported, an
        apology is queued instead.
        """
        greeting = self._greet_once(chat, lambda: self._greeting(person, chat, reads=reads))
        await self._guard_greeting(person, chat, greeting)

    async def server_joined(self, chat: ChatId, language: str) -> None:
        """Queues the silent greeting of a server for its chat, unless it was greeted before or has a table.

        It is in the chat's chosen language, otherwise `language`. The chat then counts as greeted, also if it
        got no greeting because of an unfinished table. Loads its tables. After an error, which is reported,
        an apology is queued instead.
        """
        person = Person(NO_PERSON, "", language)
        greeting = self._greet_once(chat, lambda: self._guide(person, chat).server_greeting())
        await self._guard_greeting(person, chat, greeting)

    async def _greet_once(self, chat: ChatId, greeting: Callable[[], Post]) -> None:
        """Queues a greeting for a chat that was never greeted, unless it has an unfinished table.

        Loads the chat's tables first. The chat then counts as greeted in both cases. Raises StoreError.
        """
        await self._manager.tables.load_all(chat=chat)
        if self._greeted.note(chat, YES) and not self._manager.tables.in_chat(chat):
            self._courier.posts.post_greeting(chat, greeting())

    def _greeting(self, person: Person, chat: ChatId, *, reads: bool) -> Post:
        """Returns the greeting of a group, in its chosen language or the person's.

        `reads` says that the bot can read all messages of the group.
        """
        return self._guide(person, chat).greeting(reads=reads)

    def _guide(self, person: Person, chat: ChatId) -> Guide:
        """Returns the texts in the chat's chosen language, or in the person's if the chat chose none."""
        language = self._manager.ways.for_chat(chat).language
        narrators = self._narrators
        return (narrators.find_narrator(language) if language else narrators.for_one(person)).guide

    async def place_of(self, chat: ChatId, data: str) -> ChatId:
        """Returns the chat or topic of the table that a button names; "" if it is not in this chat.

        "" also if the table or the button cannot be read. Raises no MusError.
        """
        with suppress(MusError):
            table = await self._manager.tables.seating_snapshot(read_payload(data).table)
            if table is not None and without_topic(table.chat) == chat:
                return table.chat
        return NO_CHAT

    async def topics_ended(self, chat: ChatId) -> None:
        """Moves the unfinished tables of all topics of a chat to the chat itself.

        Loads them first; a table with a damaged log is skipped, and put in quarantine. Raises Refused,
        NotSaved or StoreError, and then leaves the remaining tables.
        """
        for table in self._manager.tables.register.in_topics(chat):
            if await self._manager.tables.load(table) is not None:
                await self._manager.show_in(table, chat)

    async def chat_moved(self, chat: ChatId, to: ChatId) -> None:
        """Moves the tables and results of a chat to its new id, and copies its settings if that has none.

        A greeted chat stays greeted, and the old id no longer counts as closed. Raises NotSaved or
        StoreError.
        """
        if self._greeted.get(chat):
            self._greeted.note(to, YES)
        await self._manager.ways.copy_to(chat, to)
        await self._manager.move(chat, to)
        self._courier.availability.open_moved(chat)

    def platform_down(self, platform: str, silent: Callable[[ChatId], bool] = matches_every_chat) -> None:
        """Pauses people's clocks of tables in the `silent` chats of a platform, and resumes its other clocks.

        Errors are logged, not raised.
        """
        pause = partial(self._manager.clocks.pause_platform, platform, silent)
        insist(f"{platform}: the clocks of its tables", pause)

    def platform_up(self, platform: str) -> None:
        """Resumes the clocks of a platform's tables, and sends that an outage paused; errors are logged."""
        insist(
            f"{platform}: the clocks of its tables", partial(self._manager.clocks.resume_platform, platform)
        )
        insist(f"{platform}: its outbox", partial(self._courier.outboxes.resume_after_outage, platform))

    # ---- tables of a chat --------------------------------------------------------------------------------

    def house_rules(self, chat: ChatId) -> list[str]:
        """Returns the names of a chat's house rules, also of rules that this version cannot read."""
        return [name for name, _ in self._manager.ways.for_chat(chat).sets]

    def tables(self, chat: ChatId) -> list[TableView]:
        """Returns the group's views of the loaded, unfinished tables of a chat, newest first."""
        return [watch(table) for table in self._manager.tables.in_chat(chat)]

    def follow(self, chat: ChatId, hear: Callable[[int, str], None], person: PersonId = NO_PERSON) -> None:
        """Calls `hear` with a hand's number and a line for each further game event at a chat's tables.

        Events without a text for `person` are left out; "" gets the public view. The number counts from 1 the
        hands of the table. It follows loaded tables, from now on without end.
        """
        self._manager.tables.listeners.append(Follower(chat, hear, person, self._narrators))

    def boards(self, chat: ChatId) -> list[tuple[TableId, MessageId]]:
        """Returns the id of each loaded table of a chat and of its lobby or board message, newest first.

        Paused tables, and tables without a message, are left out.
        """
        here = [table for table in self._manager.tables.in_chat(chat) if not table.put_off]
        shown = [(table, self._courier.projections.message_of(table)) for table in here]
        return [(table.id, message) for table, message in shown if message is not None]

    async def wait_until_shown(self, chat: ChatId) -> None:
        """Loads the tables of a chat, waits for the fired clocks of all tables, then for its send queue.

        The queue is then idle (`Outboxes.wait_until_idle`). Raises StoreError.
        """
        await self._manager.tables.load_all(chat=chat)
        await self._manager.wait_for_background()
        await self._courier.outboxes.wait_until_idle(chat)

    def message_deleted(self, chat: ChatId, message: MessageId) -> None:
        """Queues a loaded table's lobby or board again whose message was deleted; ignores other messages.

        It is sent at once; after another deletion of its message within the last minute, with the table's
        next change. Paused tables are ignored.
        """
        for table in [it for it, shown in self.boards(chat) if shown == message]:
            if (found := self._manager.tables.get(table)) is not None:
                self._courier.reconciler.restore_board(found, at_once=self._services.lost.take(table, chat))

    def repost(self, table: TableId) -> None:
        """Queues a table's lobby or board again for the end of its chat, and the deletion of the old message.

        No effect if the table is not loaded, or its chat is closed and not being probed.
        """
        if (found := self._manager.tables.get(table)) is not None:
            self._courier.reconciler.repost(found)


@dataclass(frozen=True, slots=True)
class Follower:
    """A listener to the tables of a chat, for one `person` or for the public (""); calls `hear`."""

    chat: ChatId
    """The id of the chat."""
    hear: Callable[[int, str], None]
    """The function to call."""
    person: PersonId
    """The person whose view counts; "" for the public view."""
    narrators: Narrators
    """The narrators."""

    def __call__(self, table: Table, events: Sequence[AnyEvent]) -> None:
        """Calls `hear` with the hand's number, from 1, and a line for each event that concerns this person.

        The text is in the language of the table's chat. Ignores tables of other chats, and events outside of
        the game.
        """
        if table.chat != self.chat:
            return
        seat = table.seat_of(self.person)
        view, narrator = watch(table, seat), self.narrators.for_chat(table)
        hand = table.hands_over - sum(isinstance(event, HandEnded) for event in events) + 1
        for event in events:
            if isinstance(event, Event):
                for news in news_for(event, seat, table.rules):
                    if line := narrator.event_text(view, news):
                        self.hear(hand, line)
            hand += isinstance(event, HandEnded)


class Threads:
    """Moves tables between a channel and a thread of it."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._manager = services.manager
        self._courier = services.courier

    async def move_to_thread(self, pressed: Pressed, table: Table) -> Reply:
        """Moves a table that is in its lobby to a thread, as one of its players or its opener asks.

        Leaves a note in the channel. Returns an empty reply, also if the table has moved already, or an alert
        if a permission is missing. Raises Refused (also if the platform fails or has no threads), NotSaved or
        StoreError.
        """
        chat = pressed.chat
        if table.left == chat:
            return Reply("", seen=True)
        if not table.over:
            _require_part(pressed, table)
        if table.over or not table.in_lobby:
            raise Refused("refused-over" if table.over else "refused-not-in-lobby")
        if table.chat != chat:
            raise Refused("refused-old-question")
        message = self._courier.projections.message_of(table) or pressed.message
        try:
            await self._courier.threads.open(table, message)
        except LacksPermissions as error:
            lacking = self._services.permissions(error.permissions, pressed.person)
            texts = self._services.narrators.for_one(pressed.person).texts
            return Reply(texts("refused-thread-permissions", permissions=lacking), alert=True)
        except MessengerError:
            raise Refused("refused-thread-failed") from None
        return Reply("", seen=True)

    async def move_to_channel(self, pressed: Pressed, table: Table) -> Reply:
        """Moves an unfinished table from its thread back to its channel, as a player or its opener asks.

        Must be pressed in that channel, in the thread, or in private. Returns an empty reply; no effect if
        the table is in no thread but in the chat of the press. Raises Refused, also in any other chat,
        NotSaved or StoreError.
        """
        if table.over:
            raise Refused("refused-over")
        if table.chat == pressed.chat and not table.left:
            return Reply("", seen=True)
        _require_part(pressed, table)
        if not table.left or pressed.chat not in (table.left, table.chat, pressed.person.id):
            raise Refused("refused-old-question")
        await self._manager.show_in(table.id, table.left)
        return Reply("", seen=True)


def _require_part(pressed: Pressed, table: Table) -> None:
    """Raises Refused unless a presser has a seat at a table or opened it."""
    if table.seat_of(pressed.person.id) is None and table.opened_by != pressed.person.id:
        raise Refused("refused-no-seat")
