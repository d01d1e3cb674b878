"""The Telegram bot: passes updates to the tables and answers presses.

Its own loop confirms updates only once their acts are done, unless an act only reads or waits for the
platform. So a kill loses no other act; the library's polling confirms updates before. This module knows the
platform, not the game.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from telegram import CallbackQuery, Chat, ChatMemberRestricted, ChatMemberUpdated, Message, Update
from telegram.constants import ChatType
from telegram.error import InvalidToken, TelegramError
from telegram.ext import (
    Application,
    ApplicationBuilder,
    CallbackQueryHandler,
    ChatMemberHandler,
    CommandHandler,
    ContextTypes,
    MessageHandler,
    filters,
)

from musbot.narrator.post import Post
from musbot.pictures.specs import Paint
from musbot.port import NO_CHAT, NO_MESSAGE, ChatId, MessageId, PersonId, read_person_id
from musbot.port.boundary import contain_errors, may_contain, report, require_containable
from musbot.port.command import CommandPlace, GivenCommand, Manners, TypedText
from musbot.port.deadline import with_deadline
from musbot.port.door import Door
from musbot.port.intake import Intake, PendingAct, QueuePlace
from musbot.port.messenger import MessengerError, NoLease
from musbot.port.platform import BotRejected, Memory
from musbot.port.replies import Reply
from musbot.table.events import Person
from musbot.table.view import TableView

from .authors import Anonymous, Author, author_of, to_person
from .ids import chat_id, is_number, message_id
from .lists import CommandLists, Scope
from .messenger import OUT, TelegramMessenger
from .platform import TelegramSettings
from .press_answers import PressAnswers
from .updates import AGAIN_S, UNREADABLE, Updates, WrongToken
from .wire import Wire

log = logging.getLogger(__name__)

Handler = Callable[[Update, ContextTypes.DEFAULT_TYPE], Coroutine[Any, Any, None]]
"""A handler of the library's."""

MAY_NOT_WRITE = "permission-send-messages"
"""The missing permission of a bot that is restricted and may not send (Bot API, ChatMemberRestricted)."""
GROUPS = (ChatType.GROUP, ChatType.SUPERGROUP)
"""The types of chats that the bot greets when it is added."""
INVITED = "mus"
"""The parameter of an invitation link; the group's /start carries it."""
BATCH_S = 45.0
"""Seconds in which a batch ends: its acts have 5 s, and a commit that takes 30 s ends the process."""
FAR_UP = 15
"""Messages below a board after which it is posted again."""


class TelegramBot:
    """The running Telegram platform, from `start` to `stop`."""

    door: Door
    """The interface to the tables, available from `run` on."""

    def __init__(
        self,
        settings: TelegramSettings,
        paint: Paint | None = None,
        is_active: Callable[[], bool] = lambda: True,
        memory: Memory | None = None,
    ) -> None:
        wire = Wire(settings.url, is_active)
        self._clock = wire.clock
        self._app: Application[Any, Any, Any, Any, Any, Any] = (
            ApplicationBuilder()
            .token(settings.token)
            .base_url(f"{settings.url}/bot")
            .base_file_url(f"{settings.url}/file/bot")
            .updater(None)
            .request(wire)
            .get_updates_request(wire)
            .build()
        )
        self.messenger = TelegramMessenger(self._app.bot, paint)
        self._answers = PressAnswers(
            is_active,
            self._reply_if_away,
            lambda result, seconds: self.door.presses.count_answer("telegram", result, seconds),
        )
        self._updates = Updates(
            self._app.bot, self._report_down, self._report_up, memory, self._take_found_presses
        )
        self._lists = CommandLists(self._app.bot)
        self._intake = Intake("Telegram")
        self._topics = self.messenger.topics
        self._in_topics: dict[ChatId, tuple[str, int]] = {}
        self._add_handlers()

    async def start(self) -> None:
        """Fetches the bot's profile, every AGAIN_S until Telegram answers; raises WrongToken.

        Logs the first failure (but no NoLease), and in the end the link that adds the bot to a group.
        """
        is_reported = False
        while True:
            try:
                await self._app.initialize()
            except InvalidToken:
                raise WrongToken("TELEGRAM_BOT_TOKEN: expected a token that Telegram knows") from None
            except (TelegramError, *UNREADABLE) as error:
                if not is_reported and not isinstance(error, NoLease):
                    log.warning("Telegram does not answer (%s): clocks wait", type(error).__name__)
                    is_reported = True
            else:
                link = self._invite() or "/setjoingroups at BotFather first"
                log.info("Telegram: @%s; add it to a group: %s", self._app.bot.username, link)
                return
            await asyncio.sleep(AGAIN_S)

    async def run(self, door: Door) -> None:
        """Handles updates until cancelled, and then the updates already fetched.

        Sets the default command menus in the background. Lets `door` make the bot forget people. Raises
        WrongToken if Telegram no longer knows the token. Other errors are reported, and the loop continues
        after AGAIN_S.
        """
        self.door = door
        door.forgets.append(self._topics.forget)
        self._intake.run_later(self._lists.set_default_menus(door.commands))  # presses do not wait for it
        while True:
            try:
                await self._take_batch()
            except BaseException as error:
                if isinstance(error, BotRejected) or not may_contain(error):
                    raise
                report("Telegram's updates", error)
                await asyncio.sleep(AGAIN_S)

    async def _take_batch(self) -> None:
        """Fetches and handles updates; if cancelled while it handles them, raises that once they are handled.

        Raises WrongToken, and DeadlineExpired, even then, if the updates take longer than BATCH_S.
        """
        take = partial(self._take, await self._updates.fetch())
        taking = asyncio.ensure_future(with_deadline(take, seconds=BATCH_S))
        try:
            await asyncio.shield(taking)
        except asyncio.CancelledError:
            await asyncio.wait({taking})
            taking.result()
            raise

    async def stop(self) -> None:
        """Waits up to a second for acts and answers in flight, confirms the handled updates, and disconnects.

        Requests the cancellation of tasks that still run, without waiting for it. Stores that the process has
        ended in order. A TelegramError of the confirmation is logged, not raised.
        """
        await self._intake.stop()
        self._answers.stop()
        try:
            await self._updates.confirm()
        except TelegramError as error:
            log.info("updates not confirmed, they will come again: %s", type(error).__name__)
        await self._updates.end()
        await self._app.shutdown()
        await self._app.bot.shutdown()  # also closes a bot that was never initialized

    def on_table_changed(self, chat: ChatId, look: Callable[[], TableView]) -> None:
        """Does nothing: Telegram shows tables by posts only."""

    # ---- taking in ---------------------------------------------------------------------------------------

    async def _take(self, updates: Sequence[Update]) -> None:
        """Handles updates, and marks them for confirmation once the acts for which a batch waits are done."""
        await self._intake.take(self._parse_acts(updates))
        self._updates.confirm_last_fetch()

    def _take_found_presses(self, updates: Sequence[Update]) -> None:
        """Handles presses that were found while the database refuses connections; confirms nothing."""
        self._intake.run_later(self._intake.take(self._parse_acts(updates)))

    def _parse_acts(self, updates: Sequence[Update]) -> list[PendingAct]:
        """Returns the acts of updates, and notes each press, which is then answered.

        An update from which no act can be made is reported. The person gets an apology if it is a press or a
        command.
        """
        acts: list[PendingAct] = []
        for update in updates:
            try:
                if update.callback_query is not None:
                    self._answers.expect(update.callback_query)
                acts.append(self._parse_act(update))
            except BaseException as error:
                require_containable(error)
                self._apologise(update, error)
        return acts

    def _parse_act(self, update: Update) -> PendingAct:
        """Returns the act of an update, with its queue and handler; records the topic of a private chat.

        Without a known person (`author_of`), as for a forward or an anonymous author, the chat acts. Raises
        ValueError for an id that Telegram cannot have given.
        """
        query, chat, message = update.callback_query, update.effective_chat, update.effective_message
        shown = query.message if query is not None else message
        self._topics.note_act(shown)
        where = self._topics.chat_of(chat, shown) if chat is not None else NO_CHAT
        author: Author | None = None
        if query is not None:
            author = to_person(query.from_user)
        elif message is not None:
            author = author_of(message)
        who = author.id if isinstance(author, Person) else PersonId(where)
        return PendingAct(
            who,
            partial(self._partition, update, who, where),
            partial(self._handle_update, update, who, where),
            partial(self.door.turns.ready, who, where, query.data or "" if query is not None else ""),
        )

    def _partition(self, update: Update, who: PersonId, where: ChatId) -> QueuePlace:
        """Returns the queue of an update, usually its table, and whether its batch waits for it."""
        query, given = update.callback_query, self._read_command(update)
        if query is not None:
            return self.door.turns.of_press(who, where, query.data or "")
        return self.door.turns.of_command(given) if given is not None else self.door.turns.of_word(who, where)

    def _report_down(self) -> None:
        """Pauses the clocks of Telegram's chats."""
        self.door.chats.platform_down("telegram")

    def _report_up(self) -> None:
        """Resumes the clocks and sends of Telegram's chats."""
        self.door.chats.platform_up("telegram")

    async def _handle_update(self, update: Update, who: PersonId, where: ChatId) -> None:
        """Calls the handler of an update, then starts to update the command menus in the background.

        A menu changes if its language was changed by this update. Errors are reported, not raised; a press or
        a command gets an apology. A requested cancellation is raised.
        """
        commands, menu = self.door.commands, f"{where}: its menu of commands"
        before: Mapping[Scope, str] | None = None
        with contain_errors(menu):
            before = self._lists.desired_languages(commands, where, who)
        try:
            await self._app.process_update(update)
        except BaseException as error:
            require_containable(error)
            self._apologise(update, error)
        with contain_errors(menu):
            now = self._lists.desired_languages(commands, where, who)
            self._intake.run_later(self._lists.follow(commands, before or now, now))

    # ---- handlers ----------------------------------------------------------------------------------------

    def _add_handlers(self) -> None:
        """Registers a handler for each kind of update.

        A text that begins with a slash and a letter, digit or underscore counts as a command.
        """
        add = self._app.add_handler
        add(CallbackQueryHandler(_with_part("callback_query", self._on_press)))
        add(CommandHandler("start", _with_part("message", self._on_start)))
        command = filters.COMMAND | filters.Regex(r"^/\w")  # /señas is text
        add(MessageHandler(command, _with_part("message", self._on_command)))
        add(MessageHandler(filters.StatusUpdate.MIGRATE, _with_part("message", self._on_migration)))
        add(MessageHandler(filters.TEXT, _with_part("message", self._on_text)))
        add(ChatMemberHandler(_with_part("my_chat_member", self._on_membership)))
        self._app.add_error_handler(self._on_error)

    async def _on_press(self, update: Update, query: CallbackQuery) -> None:
        """Handles a press and starts its answer; in a lost topic first finds the table's topic.

        If the table's topic is unknown, the press is not carried out, and the answer says so.
        """
        message, person, data = query.message, to_person(query.from_user), query.data or ""
        where = self._topics.chat_of(message.chat, message) if message else NO_CHAT
        if message and self._topics.is_lost(message):
            where = await self.door.chats.place_of(where, data)
            if not where:
                self._intake.run_later(self._answers.answer(query, self.door.answers.lost_place(person)))
                return
        reply = await self.door.presses.press(
            person,
            where,
            data,
            key=f"telegram:{update.update_id}",
            message=message_id(message) if message else NO_MESSAGE,
        )
        self._intake.run_later(self._answers.answer(query, reply))

    async def _on_start(self, update: Update, message: Message) -> None:
        """Handles /start: greets a private chat with its table, or a group that has added the bot or asks.

        In private, the name of a private command after /start runs that command; any other word counts as a
        table's id. Every message has the effects of `_note_message`. Talk (no author by `author_of`, as a
        forward) has no other effect.
        """
        self._note_message(message)
        if (author := author_of(message)) is None:
            return
        word, where = "".join((message.text or "").split()[1:2]), self._topics.chat_of(message.chat, message)
        person = _name_author(author, where)
        private = message.chat.type == ChatType.PRIVATE
        listed = self.door.commands.list_commands("")
        belongs = any(word in it.every_name for it, _, _ in listed if it.where is CommandPlace.PRIVATE)
        if private and isinstance(author, Person) and belongs:  # a link gives a command that belongs here
            key, it = f"telegram:{update.update_id}", message_id(message)
            given = GivenCommand(word, (), author, where, private=True, key=key, message=it)
            await self.door.commands.run_command(given)
        elif private:
            await self.door.chats.private_opened(person, table=word, invite=self._invite())
        elif word == INVITED:
            await self.door.chats.group_joined(person, where, reads=self._reads)
        else:
            await self.door.chats.greeting_requested(person, where, reads=self._reads)

    def _invite(self) -> str:
        """Returns the link that adds the bot to a group; "" if none can (bots/features, Deep linking)."""
        me = self._app.bot
        return f"https://t.me/{me.username}?startgroup={INVITED}" if me.can_join_groups else ""

    @property
    def _reads(self) -> bool:
        """Whether the bot receives all group messages (core.telegram.org/bots/features, Privacy mode)."""
        return bool(self._app.bot.can_read_all_group_messages)

    async def _on_command(self, update: Update, message: Message) -> None:
        """Runs the command of a message that begins with a slash; an unknown name is passed on too.

        First calls `_note_message`, and moves the tables of topics that were switched off to their group. No
        other effect for /start, a command to another bot, or talk (no author by `author_of`, as a forward).
        Raises MusError if the move cannot be stored.
        """
        self._note_message(message)
        await _end_topics(self.door, message.chat)
        if (given := self._read_command(update)) is not None:
            await self.door.commands.run_command(given)

    def _read_command(self, update: Update) -> GivenCommand | None:
        """Returns the command in a message, its name in lower case and without "/" and "@bot".

        None for talk (no author by `author_of`, as a forward), and for a text that does not begin with "/".
        None for /start, and for commands to another bot.
        """
        message = update.message
        if message is None or not (message.text or "").startswith("/"):
            return None
        if (author := author_of(message)) is None:
            return None
        command, *words = (message.text or "").split()
        name, at, addressee = command.removeprefix("/").partition("@")
        if name == "start" or (at and addressee.casefold() != self._app.bot.username.casefold()):
            return None
        return GivenCommand(
            name.lower(),
            tuple(words),
            author if isinstance(author, Person) else None,
            self._topics.chat_of(message.chat, message),
            private=message.chat.type == ChatType.PRIVATE,
            key=f"telegram:{update.update_id}",
            message=message_id(message),
            named=bool(at),
            manners=Manners(administers=author is Anonymous.ADMINISTRATOR),
            age_s=self._clock.least_age_s(message.date.timestamp()),
        )

    async def _on_text(self, update: Update, message: Message) -> None:
        """Handles a text typed by a person, and reacts to it in the background if it counts as a word.

        Before that, moves the tables of topics that were switched off; raises MusError if that cannot be
        stored. Every message has the effects of `_note_message`. Talk (no author by `author_of`, as a
        forward) and an anonymous message have no other effects.
        """
        self._note_message(message)
        person = author_of(message)
        if isinstance(person, Person):
            await _end_topics(self.door, message.chat)
            where = self._topics.chat_of(message.chat, message)
            key, it = f"telegram:{update.update_id}", message_id(message)
            age_s = self._clock.least_age_s(message.date.timestamp())
            to = message_id(message.reply_to_message) if message.reply_to_message is not None else NO_MESSAGE
            typed = TypedText(message.text or "", person, where, key=key, message=it, answers=to, age_s=age_s)
            if await self.door.presses.apply_text(typed):
                self._intake.run_later(self.messenger.react(where, it))

    async def _on_migration(self, _: Update, message: Message) -> None:
        """Moves a group's tables, results and settings to its new id when it becomes a supergroup.

        Raises MusError if the move cannot be stored. No effect without the new id.
        """
        if is_number(message.migrate_to_chat_id):
            await self.door.chats.chat_moved(chat_id(message.chat.id), chat_id(message.migrate_to_chat_id))

    async def _on_membership(self, _: Update, changed: ChatMemberUpdated) -> None:
        """Opens or closes a chat after a change of the bot's rights there; greets a group that adds it.

        A chat from which the bot was removed is closed. One in which it may not write is closed if it has
        tables. Any other is tried again if it was closed, or opened at once without unfinished tables. A
        group that was greeted before, or has a table, is not greeted.
        """
        where, now = chat_id(changed.chat.id), changed.new_chat_member
        if now.status in OUT:
            self.door.availability.close_chat(where)
        elif isinstance(now, ChatMemberRestricted) and not now.can_send_messages:
            until = now.until_date.timestamp() or None  # 0: for ever (Bot API, ChatMemberRestricted)
            self.door.availability.record_missing(where, (MAY_NOT_WRITE,), until)
        else:
            self.door.availability.mark_writable(where)
            if changed.old_chat_member.status in OUT and changed.chat.type in GROUPS:
                await self.door.chats.group_joined(to_person(changed.from_user), where, reads=self._reads)

    async def _on_error(self, update: object, context: ContextTypes.DEFAULT_TYPE) -> None:
        """Reports the error of a handler of an Update, and apologises for a press or a command.

        Does nothing for any other object than an Update.
        """
        if context.error is not None and isinstance(update, Update):
            self._apologise(update, context.error)

    def _apologise(self, update: Update, error: BaseException) -> None:
        """Reports an error, and sends an apology in the background for a press or a command.

        A command without an author (`author_of`), as in a forward, gets no apology. Errors of the apology are
        reported, too.
        """
        query, message, where = update.callback_query, update.message, ""
        with contain_errors(f"update {update.update_id}: its chat"):
            where = self._topics.chat_of(message.chat, message) if message is not None else NO_CHAT
        report(f"update {update.update_id}, {where or 'a press'}", error)
        with contain_errors(f"update {update.update_id}: an apology"):
            if query is not None:
                sorry = self.door.answers.apology(to_person(query.from_user))
                self._intake.run_later(self._answers.answer(query, sorry))
            elif message is not None and (message.text or "").startswith("/") and (it := author_of(message)):
                post = Post("", self.door.answers.apology(_name_author(it, where)).text, silent=True)
                self._intake.run_later(_send_quietly(self.messenger, where, post))

    def _reply_if_away(self, query: CallbackQuery) -> Reply | None:
        """Returns the reply to an unanswered press while the database is away; None at other times."""
        message = query.message
        where = self._topics.chat_of(message.chat, message) if message else NO_CHAT
        return self.door.answers.maybe_unsaved(to_person(query.from_user), where)

    def _note_message(self, message: Message) -> None:
        """Queues boards again that are more than FAR_UP messages above a message.

        In private, first records that the chat is open. A chat without boards is no longer counted.
        """
        where = self._topics.chat_of(message.chat, message)
        if message.chat.type == ChatType.PRIVATE:
            self.door.availability.mark_writable(where)
        boards = self.door.chats.boards(where)
        if not boards:
            self._in_topics.pop(where, None)
        for table, board in boards:
            if self._count_below(message, where, board) > FAR_UP:
                self.door.chats.repost(table)

    def _count_below(self, message: Message, where: ChatId, board: MessageId) -> int:
        """Returns the number of messages below a board, this one included.

        It is the difference of the ids; 0 for an invalid id. In a topic it is the number of calls about this
        board: all topics share the ids. Another board of that topic restarts its count at 1.
        """
        if not message.is_topic_message:
            return message.message_id - int(board) if board.isdecimal() else 0
        known, below = self._in_topics.get(where, (board, 0))
        self._in_topics[where] = (board, below + 1 if known == board else 1)
        return self._in_topics[where][1]


def _with_part(name: str, handle: Callable[[Update, Any], Awaitable[None]]) -> Handler:
    """Returns a handler for the library that calls `handle` with an update and its field `name`.

    Updates without that field are ignored, such as an edited message for "message".
    """

    async def pass_on(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        """Passes an update on if it has the field."""
        if (part := getattr(update, name)) is not None:
            await handle(update, part)

    return pass_on


async def _end_topics(door: Door, chat: Chat) -> None:
    """Moves the tables of a group's topics to the group if its topics are switched off.

    Raises MusError if the move cannot be stored.
    """
    if chat.type == ChatType.SUPERGROUP and not chat.is_forum:
        await door.chats.topics_ended(chat_id(chat.id))


def _name_author(author: Author, where: ChatId) -> Person:
    """Returns an author as a person.

    An anonymous author is named "?" and has a made-up id, one for each chat and topic.
    """
    return author if isinstance(author, Person) else Person(read_person_id(f"{where}#anonymous"), "?")


async def _send_quietly(messenger: TelegramMessenger, where: ChatId, post: Post) -> None:
    """Sends a post; ignores a MessengerError."""
    with suppress(MessengerError):
        await messenger.send(where, post)
