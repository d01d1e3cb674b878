"""Discord: passes presses, commands and typed words to the tables, and answers presses and commands.

Discord waits 3 seconds for an answer, so a slow answer is deferred. This module contains no rules of Mus. Its
intents are `guilds`, `guild_messages` and `dm_messages`, and `message_content` if the operator lets the bot
read messages (discord.com/developers/docs/events/gateway, Message Content Intent).
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
import sys
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import aiohttp
import discord
import yarl
from discord.http import Route
from discord.utils import MISSING

from musbot.config import proxy_for
from musbot.pictures.specs import Paint
from musbot.port import NO_MESSAGE, ChatId
from musbot.port.boundary import Background, contain_errors, report, require_containable
from musbot.port.chats import window_in
from musbot.port.command import CommandInfo, GivenCommand, Manners, TypedText
from musbot.port.deadline import with_deadline
from musbot.port.door import Door, PressedMessage
from musbot.port.messenger import NoLease, Result
from musbot.port.platform import BotRejected
from musbot.port.replies import Delivery, Reply
from musbot.table.events import Person
from musbot.table.view import TableView
from musbot.words.texts import LANGUAGES

from . import threads
from .authors import author_of
from .commands import command_tree, sync
from .doctor import MESSAGE_CONTENT, invite
from .emojis import load_emojis
from .failures import tolerate_refusals
from .forms import FormModal, read_form
from .gateway import Chats, Gateway
from .interactions import (
    InteractionDeadlines,
    actor,
    interaction_language,
    missing_permissions,
    server_language,
)
from .menus import pressed_payload
from .messenger import PLATFORM, DiscordMessenger, channel_id, chat_of, person_id, server_of
from .platform import DiscordSettings
from .private_answers import Replies
from .rights import list_missing_now, muted_until, text_chats
from .shard import NO_INTENT, REPLAYED, WRONG_TOKEN, Identity, ReconnectForbidden
from .talk import MessagesBelowBoard
from .wire import message_id

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
"""A press, a form or a slash command."""
Doing = Callable[[], Awaitable[Reply]]
"""Carries out a press, form or command, and returns its reply."""

AGAIN_S = 2
"""Seconds between login attempts while Discord does not answer."""
PATIENCE_S = 1
"""Seconds that a press may take before its answer is deferred; Discord waits 3 s."""
SLOW_S = 3.5
"""Seconds after which an unanswered act gets the reply that the database is away; a write waits 3 s."""
CLOSING_S, LAST_S = 2, 1
"""Seconds for closing connections, and for answers in flight, when the bot stops."""
GARBAGE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""The errors of the library for answers that break Discord's documentation."""
PRESENCE = "🃏 /mus"
"""The bot's custom status (docs.discord.com, Gateway Events, Activity Types)."""
TAKEN = "👍"
"""The reaction to a typed word that counts."""
_VERSION = re.compile(r"/v\d+$")


class WrongToken(BotRejected):
    """Discord does not know the token."""


class NoIntent(BotRejected):
    """The application lacks an intent that a setting needs."""


class _Client(discord.AutoShardedClient):
    """discord.py's client: passes events to the bot."""

    def __init__(
        self, bot: DiscordBot, *, words: bool, trace: aiohttp.TraceConfig, proxy: str | None
    ) -> None:
        super().__init__(
            intents=discord.Intents(
                guilds=True, guild_messages=True, dm_messages=True, message_content=words
            ),
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=30,
            http_trace=trace,
            proxy=proxy,
        )
        self._bot = bot

    async def on_interaction(self, interaction: Interaction) -> None:
        """Passes every interaction to the bot, which records the permissions in it.

        The bot then answers presses and forms. `command_tree` runs commands.
        """
        await self._bot.interaction(interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Passes a message to the bot; an unexpected error is reported, not raised."""
        with contain_errors(f"Discord's channel {message.channel.id}: a message"):
            await self._bot.on_text(message)

    async def on_guild_join(self, server: discord.Guild) -> None:
        """Updates and greets a server that has added the bot (`DiscordBot.on_server_joined`).

        An unexpected error is reported, not raised.
        """
        with contain_errors("a server that was joined"):
            await self._bot.on_server_joined(server)

    async def on_guild_remove(self, server: discord.Guild) -> None:
        """Closes the chats of loaded tables in a server that was deleted or that has removed the bot."""
        self._bot.server_gone(server.id)

    async def on_guild_role_update(self, _: object, role: discord.Role) -> None:
        """Opens and closes the text chats of a server after a change of a role (`rights_changed`)."""
        self._bot.rights_changed(role.guild)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Opens and closes the text chats of a server after a role was deleted (`rights_changed`)."""
        self._bot.rights_changed(role.guild)

    async def on_member_update(self, _: object, member: discord.Member) -> None:
        """Opens and closes a server's text chats after a change of the bot's own member; ignores others."""
        if member == member.guild.me:  # told without the intent: docs.discord.com, Gateway, Caveats
            self._bot.rights_changed(member.guild)

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """Queues a board again if its message in a server was deleted, unless the bot deleted it."""
        self._bot.on_deleted(event.guild_id, event.channel_id, (event.message_id,))

    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        """Queues boards again if their messages in a server were deleted."""
        self._bot.on_deleted(event.guild_id, event.channel_id, event.message_ids)

    async def on_guild_channel_update(self, _: object, channel: discord.abc.GuildChannel) -> None:
        """Opens and closes the text chats of a server after a change of a channel (`rights_changed`)."""
        self._bot.rights_changed(channel.guild)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Closes a deleted channel and its known threads."""
        for one in (channel.id, *threads.known_threads(channel)):
            self._bot.channel_gone(channel.guild.id, one)

    async def on_raw_thread_update(self, event: discord.RawThreadUpdateEvent) -> None:
        """Closes a changed thread with tables if it is locked and the bot may not manage it.

        Otherwise a closed thread is tried again (`thread_changed`).
        """
        locked = event.data["thread_metadata"].get("locked", False)
        self._bot.thread_changed(event.guild_id, event.thread_id, event.parent_id, locked=locked)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Closes a deleted thread."""
        self._bot.channel_gone(thread.guild_id, thread.thread_id)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Reports the error of an event's handler instead of raising it."""
        if (error := sys.exception()) is not None:
            report(f"Discord's event {event_method}", error)


class DiscordBot:
    """Runs between `start` and `stop`; `run` takes presses and commands in until it is cancelled."""

    door: Door
    """The interface to the tables, available from `prepare` on."""

    def __init__(
        self,
        settings: DiscordSettings,
        clock: Callable[[], float],
        paint: Paint | None = None,
        *,
        rng: Callable[[], float] = random.random,
        is_active: Callable[[], bool] = lambda: True,
    ) -> None:
        url = settings.url
        Route.BASE = url if _VERSION.search(url) else f"{url}/v10"  # the library has no other way
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot uses no voice
        self._token = settings.token
        self._reads = settings.words
        self._gateway = yarl.URL(settings.gateway) if settings.gateway else None
        self._rng = rng
        self._ages = InteractionDeadlines(clock)
        trace = self._ages.trace(is_active)
        self.client = _Client(self, words=settings.words, trace=trace, proxy=proxy_for(settings.url))
        if settings.gateway:
            proxy_for(settings.gateway)  # refuse a bad proxy at the start
        self.messenger = DiscordMessenger(self.client, paint, clock, self._ages.written)
        self._replies = Replies(self.messenger.layouts, self.messenger.windows)
        self._background = Background()
        self._talk = MessagesBelowBoard(clock)
        self._prepared = self._tried = False

    async def start(self) -> None:
        """Logs in, every AGAIN_S until Discord answers, and logs the link that invites the bot.

        Raises WrongToken, and NoIntent if the bot must read words and may not. After another failure of
        Discord or the connection it tries again; the first that is no NoLease is logged.
        """
        is_reported = False
        self._tried = True
        while True:
            try:
                await self.client.login(self._token)
            except discord.LoginFailure:
                await self._reset_client()
                raise WrongToken("DISCORD_BOT_TOKEN: expected a token that Discord knows") from None
            except (discord.DiscordException, aiohttp.ClientError, OSError, *GARBAGE) as error:
                if not is_reported and not isinstance(error, NoLease):
                    log.warning("Discord does not answer (%s): clocks wait", type(error).__name__)
                    is_reported = True
            else:
                await self._require_intent()
                link = invite(self.client.application_id)
                log.info("Discord: %s; add it to a server: %s", self.client.user, link)
                return
            await self._reset_client()
            await asyncio.sleep(AGAIN_S)

    async def _require_intent(self) -> None:
        """Raises NoIntent if the bot must read words and its application may not, by its flags.

        The gateway rejects it too ([D] Gateway Intents), but only after tables have begun to play.
        """
        app = self.client.application
        if self._reads and app is not None and not app.flags.value & MESSAGE_CONTENT:
            await self._reset_client()
            raise _refusal(NO_INTENT)

    async def _reset_client(self) -> None:
        """Closes the library's HTTP session, so that the next login can open a new one."""
        await self.client.http.close()
        self.client.http.connector = MISSING  # the session has closed it

    async def run(self, door: Door) -> None:
        """Marks the platform as down until events arrive, then handles presses and commands until cancelled.

        Calls `prepare` unless it was called, and uploads the emojis in the background. Raises a BotRejected,
        such as WrongToken.
        """
        door.chats.platform_down(PLATFORM)  # until events arrive
        if not self._prepared:
            await self.prepare(door)
        emojis = self._background.start(
            load_emojis(self.client, self.messenger.layouts.emojis), "Discord's emojis"
        )
        try:
            who = Identity(self._token, self.client.intents.value, PRESENCE)
            await Gateway(self.client, who, self._gateway, self._pause_silent_chats, self._rng).run()
        except ReconnectForbidden as refused:
            raise _refusal(refused.code) from None
        finally:
            emojis.cancel()

    async def prepare(self, door: Door) -> None:
        """Stores the interface to the tables, and updates the commands at Discord if they differ.

        From now on `door` also learns which windows end, and makes the bot forget people. Stores the
        commands' mentions, which texts show. A failure at Discord is logged, not raised.
        """
        self.door, self._prepared = door, True
        self.messenger.windows.answers = door.answers
        door.forgets.extend((self.messenger.windows.forget_tokens, self.messenger.forget))
        offered = {language: door.commands.list_commands(language) for language in LANGUAGES}
        tree = command_tree(
            self.client, offered, self._command, lambda it: door.chats.house_rules(chat_of(it))
        )
        try:
            self.messenger.layouts.commands.update(await sync(tree))
        except (discord.DiscordException, aiohttp.ClientError, OSError, *GARBAGE) as error:
            log.warning("the list of commands could not be set: %s", type(error).__name__)

    async def stop(self) -> None:
        """Waits at most LAST_S for acts and uploads of emojis in flight, then cancels updates of answers.

        Running deletions of notices are cancelled too; acts are not. Closes the connections, for CLOSING_S at
        most, if `start` was called.
        """
        await self._background.finish(LAST_S)
        self._replies.stop()
        if self._tried:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.client.close(), CLOSING_S)

    def on_table_changed(self, chat: ChatId, look: Callable[[], TableView]) -> None:
        """Does nothing: the send queue updates all messages."""

    # ---- acts of people ----------------------------------------------------------------------------------

    async def interaction(self, interaction: Interaction) -> None:
        """Answers a press or a submitted form; an error is reported and answered by an apology.

        There is no apology if the interaction is answered or deferred already. An error that `may_contain`
        excludes, such as a requested cancellation, is raised.
        """
        try:
            await self._handle(interaction)
        except BaseException as error:
            await self._apologise(interaction, error)

    async def _apologise(self, interaction: Interaction, error: BaseException) -> None:
        """Reports an error, and apologises unless the interaction is answered or deferred already.

        Raises the error instead if `may_contain` excludes it, as a requested cancellation.
        """
        require_containable(error)
        report(f"{interaction.channel_id}: an interaction", error)
        with contain_errors("an apology"):
            if not interaction.response.is_done():
                sorry = self.door.answers.apology(actor(interaction), chat_of(interaction))
                await self._replies.answer(interaction, sorry)

    async def _handle(self, interaction: Interaction) -> None:
        """Records the permissions that an interaction contains, and answers a press or a submitted form.

        A press in private first closes the person's windows. A press may open a form instead of being carried
        out. A slash command is not answered here.
        """
        key = _key(interaction)
        who, where = actor(interaction), chat_of(interaction)
        self._record_rights(interaction, where)
        if interaction.type is discord.InteractionType.modal_submit:
            data, text = read_form(interaction)
            fill = partial(self.door.presses.fill_form, who, where, data, text, key=key)
            await self._answer_once(interaction, fill)
        elif interaction.type is discord.InteractionType.component:
            data = pressed_payload(interaction)
            if interaction.guild_id is None:
                self.door.answers.close_windows(who.id)
            if not await self._form(interaction, who, data):
                message = interaction.message
                own = message is not None and message.flags.ephemeral
                shown = NO_MESSAGE if message is None or own else message_id(message.id)
                chat = window_in(where, who.id) if own else where
                held = self.door.presses.hold_message(
                    who, chat, message_id(message.id) if message else NO_MESSAGE
                )
                press = partial(self.door.presses.press, who, where, data, key=key, message=shown, alone=True)
                await self._answer_once(interaction, press, held)

    def _record_rights(self, interaction: Interaction, where: ChatId) -> list[str]:
        """Records and returns the bot's missing permissions, as message keys; [] in private.

        If some are missing, a chat with unfinished tables is closed. If a closed chat had missing ones and
        now has none, it is tried again. In a server, also records whether the bot may attach files and the
        person may manage the server.
        """
        lacking = missing_permissions(interaction)
        self.door.availability.record_missing(where, lacking)
        if interaction.guild_id is not None:
            self.messenger.record_attaching(where, allowed=interaction.app_permissions.attach_files)
            may = interaction.permissions.manage_guild
            self.messenger.record_manager(interaction.guild_id, person_id(interaction.user.id), allowed=may)
        return lacking

    async def _form(self, interaction: Interaction, who: Person, data: str) -> bool:
        """Opens the form that a press asks for; returns whether that answers the press.

        False if the press asks for no form, or if Discord does not accept the form. Errors are not raised,
        except a requested cancellation.
        """
        with contain_errors(f"Discord's channel {interaction.channel_id}: a form"):
            async with tolerate_refusals():
                form = await self.door.presses.form(who, data)
                if form is not None:
                    await interaction.response.send_modal(FormModal(form))
        return interaction.response.is_done()

    async def _command(self, interaction: Interaction, given: CommandInfo, words: Sequence[str]) -> None:
        """Answers a command; an error is reported and answered by an apology.

        There is no apology if the command is answered or deferred already. An error that `may_contain`
        excludes, such as a requested cancellation, is raised.
        """
        try:
            await self._run_command(interaction, given, words)
        except BaseException as error:
            await self._apologise(interaction, error)

    async def _run_command(self, interaction: Interaction, given: CommandInfo, words: Sequence[str]) -> None:
        """Runs a command and answers it, and records the permissions that its interaction contains.

        In private, first closes the person's windows. If the command shows a board and permissions are
        missing, it is not run, and the answer names them.
        """
        who, where = actor(interaction), chat_of(interaction)
        lacking = self._record_rights(interaction, where)
        if interaction.guild_id is None:
            self.door.answers.close_windows(who.id)

        async def command() -> Reply:
            """Runs the command and returns its first answer; an acknowledgement if it gives none.

            If the command shows a board and the bot lacks permissions, returns a reply that names them, and
            runs nothing.
            """
            if lacking and given.board:
                return self.door.answers.missing_permissions(who, lacking, where)
            replies: list[Reply] = []
            await self.door.commands.run_command(
                GivenCommand(
                    given.name,
                    tuple(words),
                    who,
                    where,
                    private=interaction.guild_id is None,
                    key=_key(interaction),
                    answer=replies.append,
                    manners=Manners(
                        options=True, reads=self._reads, language=interaction_language(interaction)
                    ),
                )
            )
            return next(iter(replies), self.door.answers.acknowledgement(who))

        await self._answer_once(interaction, command)

    async def _answer_once(
        self, interaction: Interaction, doing: Doing, held: PressedMessage | None = None
    ) -> None:
        """Carries out an act and answers it, and releases `held` at the end, also after an error.

        If the act is late, or was replayed after a reconnect, its answer is deferred first. If Discord does
        not accept that, it has reported a failure to the person. The act is not carried out then. The act's
        Delivery is in `door.deliveries` until the end.
        """
        replayed, key = REPLAYED.get(), _key(interaction)
        delivery = Delivery(lambda: replayed or self._ages.is_late(interaction))
        self.door.deliveries[key] = delivery
        try:
            if delivery.late():
                delivery.is_answered = await self._replies.defer(interaction)
            if not delivery.has_failed:
                await self._carry_out(interaction, doing, held, delivery)
        finally:
            del self.door.deliveries[key]
            if held is not None:
                held.release()

    async def _carry_out(
        self,
        interaction: Interaction,
        doing: Doing,
        held: PressedMessage | None,
        delivery: Delivery,
    ) -> None:
        """Runs `doing`, then answers with its reply and the post that follows; defers after PATIENCE_S.

        While the database is unavailable, an answer after SLOW_S in all says so. An answer in place of a
        reply that cannot be given without the lease says it too. An error of `doing`, or its deadline,
        becomes an apology. If the act was stored, and its answer neither arrived nor was deferred, the person
        gets a notice. Records the interaction's token if it is answered or deferred, and counts the result
        and the duration.
        """
        who, where = actor(interaction), chat_of(interaction)
        task = self._background.start(with_deadline(doing), f"{where}: a press or a command")
        await asyncio.wait({task}, timeout=PATIENCE_S)
        try:
            if not task.done() and not delivery.is_answered:
                delivery.is_answered = await self._replies.defer(interaction)
            await asyncio.wait({task}, timeout=SLOW_S - PATIENCE_S)
            if not task.done():
                await self._answer_if_away(interaction, who)
            reply = await task
        except BaseException as error:
            require_containable(error)
            reply = self.door.answers.apology(who, where)
        begun, result = asyncio.get_running_loop().time(), Result.BROKEN
        with contain_errors(f"{where}: an answer to a press or a command"):
            result = await self._replies.answer(interaction, reply, held)
            if result is Result.UNSURE and await self._answer_if_away(interaction, who):
                result = Result.MADE
            if reply.follows is not None:
                self._replies.follow(interaction, reply.follows)
        if interaction.response.is_done():
            self.messenger.windows.record_token(who.id, where, interaction)
        if delivery.is_stored and not delivery.is_answered and result is not Result.MADE:
            self.door.answers.send_late_success(who, where)
        self.door.presses.count_answer("discord", result, asyncio.get_running_loop().time() - begun)

    async def _answer_if_away(self, interaction: Interaction, who: Person) -> bool:
        """Answers that an act may not be saved, if the database is unavailable.

        Returns whether Discord accepted the answer; False without an outage. Errors are reported and give
        False.
        """
        with contain_errors(f"{interaction.channel_id}: an answer while the database is away"):
            reply = self.door.answers.maybe_unsaved(who, chat_of(interaction))
            return reply is not None and await self._replies.answer(interaction, reply) is Result.MADE
        return False

    async def on_text(self, message: discord.Message) -> None:
        """Counts a message below the boards of a server, and applies a typed word if the bot may read it.

        Queues boards again that are too far up by now. The bot may read private chats, and servers if the
        setting `words` is on. Its own messages are ignored. A message without an author (`author_of`), such
        as a forward, is counted only. A word that counts gets a reaction. Raises DeadlineExpired if the word
        takes too long.
        """
        if message.author == self.client.user:
            return
        person, guild = author_of(message), message.guild
        where = channel_id(guild.id, message.channel.id) if guild else person_id(message.author.id)
        for table in self._talk.count_message(where, self.door.chats.boards(where)) if guild else ():
            self.door.chats.repost(table)
        if person is None or not (guild is None or self._reads):
            return  # even if it is readable because it mentions the bot
        key, it = f"discord:{message.id}", message_id(message.id)
        age_s = self._ages.written(message.created_at.timestamp())
        manners = Manners(options=True, reads=self._reads or guild is None)
        typed = TypedText(message.content, person, where, key=key, message=it, age_s=age_s, manners=manners)
        if await with_deadline(partial(self.door.presses.apply_text, typed)):
            with suppress(
                discord.DiscordException, aiohttp.ClientError, OSError
            ):  # it may lack the permission
                await message.add_reaction(TAKEN)

    # ---- events of the platform --------------------------------------------------------------------------

    async def on_server_joined(self, server: discord.Guild) -> None:
        """Greets a server that has added the bot, in its system channel if the bot may write there.

        Opens and closes its text chats first.
        """
        channel = server.system_channel
        has = channel.permissions_for(server.me) if channel is not None else discord.Permissions.none()
        self.rights_changed(server)
        if channel is not None and has.view_channel and has.send_messages:
            await self.door.chats.server_joined(channel_id(server.id, channel.id), server_language(server))

    def on_deleted(self, guild: int | None, channel: int, messages: Iterable[int]) -> None:
        """Queues boards again whose messages were deleted, except by the bot itself; no effect in private."""
        if guild is not None:
            for message in {*map(message_id, messages)} - self.messenger.deleting:
                self.door.chats.message_deleted(channel_id(guild, channel), message)

    def channel_gone(self, guild: int, channel: int) -> None:
        """Closes a channel or thread that was deleted."""
        self.door.availability.close_chat(channel_id(guild, channel))

    def server_gone(self, guild: int) -> None:
        """Closes the chats of loaded tables in a server that was deleted or that removed the bot."""
        self.door.availability.close_chats(lambda chat: server_of(chat) == guild)

    def rights_changed(self, server: discord.Guild) -> None:
        """Opens and closes the text chats of a server by the permissions that the bot has now.

        Text chats are its text channels and known threads. A closed chat is tried again if no permission is
        missing, or opened at once without unfinished tables. A chat without loaded tables is not closed here.
        During a time-out of the bot, chats close until its end.
        """
        until = muted_until(server)
        for channel in text_chats(server):
            where = channel_id(server.id, channel.id)
            lacking = list_missing_now(channel)
            if not lacking:
                self.door.availability.mark_writable(where)
            elif self.door.chats.tables(where):
                self.door.availability.record_missing(where, lacking, until)

    def thread_changed(self, guild: int, thread: int, parent: int, *, locked: bool) -> None:
        """Records whether the bot may write in a changed thread.

        In a locked thread it needs the permission to manage threads. If that is missing, this is recorded,
        and a thread with tables is closed. Otherwise a closed thread is tried again, or opened at once if it
        has no unfinished table.
        """
        where = channel_id(guild, thread)
        if lacks := threads.missing_channel_permissions(self.client, guild, parent, locked=locked):
            self.door.availability.record_missing(where, lacks)
        else:
            self.door.availability.mark_writable(where)

    def _pause_silent_chats(self, chats: Chats | None) -> None:
        """Pauses the clocks in the `chats` that receive no events, and resumes the clocks elsewhere.

        None resumes all clocks, and sends queued messages.
        """
        if chats is not None:
            self.door.chats.platform_down(PLATFORM, chats)
        else:
            self.door.chats.platform_up(PLATFORM)


def _key(interaction: Interaction) -> str:
    """Returns the delivery key of an interaction: "discord:" and its id."""
    return f"{PLATFORM}:{interaction.id}"


def _refusal(code: int) -> BotRejected:
    """Returns the error for a code with which Discord has closed a connection for good.

    NoIntent or WrongToken, or a plain BotRejected for another code.
    """
    if code == NO_INTENT:
        return NoIntent(
            "DISCORD_READ_WORDS: expected the Message Content intent to be on in the Developer Portal"
        )
    if code == WRONG_TOKEN:
        return WrongToken("DISCORD_BOT_TOKEN: Discord no longer knows this token")
    return BotRejected(f"Discord closed the connection with code {code}")
