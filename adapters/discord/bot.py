"""Discord: takes presses and commands in, gives them to the tables, answers each privately within 3 seconds.

It knows the platform and nothing of Mus. Nothing but `guilds` is asked of the gateway, unless the operator
lets the bot read what people write.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from discord.utils import MISSING

from adapters.discord.commands import command_tree, sync
from adapters.discord.emojis import take_up
from adapters.discord.forms import FormModal, typed
from adapters.discord.messenger import DiscordMessenger, channel_id, person_id
from adapters.discord.replies import Replies
from adapters.discord.settings import DiscordSettings
from musbot.pictures.specs import Paint
from musbot.service.command import Offered
from musbot.service.door import Door
from musbot.service.messenger import MessengerError, Result
from musbot.service.replies import Reply
from musbot.table.state import Person
from musbot.table.view import TableView
from musbot.words.texts import LANGUAGES

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

AGAIN_S = 2
"""The pause before Discord is asked again when it did not answer at the start."""
MOST_DOUBLINGS = 6
"""After an outage a connection is tried again within 64 s; the library waits up to 17 minutes."""
PATIENCE_S = 1
"""How long a press may take before Discord is told that the answer will come later; it waits 3 s."""
CLOSING_S = 2
FAR_UP = 15
"""Messages of other talk after which the board is shown again at the bottom."""
PERMISSIONS = {
    "view_channel": "permission-view-channel",
    "send_messages": "permission-send-messages",
    "send_messages_in_threads": "permission-send-messages-in-threads",
    "attach_files": "permission-attach-files",
}
"""What a table needs, as discord.py calls it, and the message that names it."""
WRONG_TOKEN = 4004
"""discord.com/developers/docs/topics/opcodes-and-status-codes, gateway close codes."""
TAKEN = "👍"
"""The reaction to a typed word that counts."""
_VERSION = re.compile(r"/v\d+$")


class WrongToken(MessengerError):
    """Discord does not know the token."""


class NoIntent(MessengerError):
    """The application was not given what a setting needs."""


class _Client(discord.AutoShardedClient):
    """discord.py's client: hands what happens to the bot."""

    def __init__(self, bot: DiscordBot, settings: DiscordSettings) -> None:
        words = settings.words
        super().__init__(
            intents=discord.Intents(guilds=True, guild_messages=words, message_content=words),
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=30,
        )
        self._bot = bot
        self._gateway = yarl.URL(settings.gateway) if settings.gateway else None

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """See AutoShardedClient; the gateway is the operator's own if he runs one."""
        await super().launch_shard(self._gateway or gateway, shard_id, initial=initial)
        self.shards[shard_id]._parent._backoff._max = MOST_DOUBLINGS

    async def on_interaction(self, interaction: Interaction) -> None:
        await self._bot.interaction(interaction)

    async def on_message(self, message: discord.Message) -> None:
        await self._bot.said(message)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self._bot.channel_gone(channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        self._bot.channel_gone(thread.guild_id, thread.thread_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        self._bot.shard_down(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        self._bot.shard_up(shard_id)

    async def on_shard_connect(self, shard_id: int) -> None:
        self._bot.shard_up(shard_id)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        log.exception("an event could not be handled: %s", event_method)  # noqa: LOG004 - within an except


class DiscordBot:
    """Runs between `start` and `stop`; `run` takes presses and commands in until it is cancelled."""

    def __init__(
        self, settings: DiscordSettings, clock: Callable[[], float], paint: Paint | None = None
    ) -> None:
        url = settings.url
        Route.BASE = url if _VERSION.search(url) else f"{url}/v10"  # the library has no other way
        if settings.gateway:
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.gateway)
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
        self._token = settings.token
        self.client = _Client(self, settings)
        self.messenger = DiscordMessenger(self.client, paint)
        self._replies = Replies(clock, self.messenger.layouts)
        self._door: Door | None = None
        self._answering: set[asyncio.Task[Any]] = set()
        self._down: set[int] = set()
        self._talk: dict[str, tuple[str, int]] = {}
        self._tried = False

    @property
    def door(self) -> Door:
        """What commands and presses are given to; there from `run` on."""
        if self._door is None:
            raise RuntimeError("not started")
        return self._door

    async def start(self) -> None:
        """Asks Discord who this bot is, again and again until it answers; raises WrongToken."""
        told = False
        self._tried = True
        while True:
            try:
                return await self.client.login(self._token)
            except discord.LoginFailure:
                raise WrongToken("DISCORD_BOT_TOKEN: expected a token that Discord knows") from None
            except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
                if not told:
                    log.warning("Discord does not answer (%s): clocks wait", type(error).__name__)
                told = True
            await self.client.http.close()
            self.client.http.connector = MISSING  # the session has closed it
            await asyncio.sleep(AGAIN_S)

    async def run(self, door: Door) -> None:
        """Takes presses and commands in until cancelled; raises WrongToken or NoIntent."""
        await self.prepare(door)
        emojis = asyncio.create_task(take_up(self.client, self.messenger.layouts.emojis), name="emojis")
        try:
            await self.client.connect()
        except discord.PrivilegedIntentsRequired:
            raise NoIntent(
                "DISCORD_READ_WORDS: expected the Message Content intent to be on in the Developer Portal"
            ) from None
        except discord.ConnectionClosed as error:
            if error.code == WRONG_TOKEN:
                raise WrongToken("DISCORD_BOT_TOKEN: Discord no longer knows this token") from None
            raise MessengerError(f"Discord closed the connection with code {error.code}") from None
        finally:
            emojis.cancel()
        raise MessengerError("Discord closed the connection")

    async def prepare(self, door: Door) -> None:
        """Learns whom to give what happens to, and tells Discord the commands if it has others."""
        self._door = door
        abouts = {language: door.commands(language) for language in LANGUAGES}
        tree = command_tree(self.client, abouts, self._command)
        try:
            self.messenger.layouts.commands.update(await sync(tree))
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.warning("the list of commands could not be set: %s", type(error).__name__)

    async def stop(self) -> None:
        """Lets the answers under way end, and lets go of the connections."""
        if self._answering:
            await asyncio.wait(self._answering, timeout=1)
        self._replies.stop()
        if self._tried:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.client.close(), CLOSING_S)

    def changed(self, chat: str, look: Callable[[], TableView]) -> None:
        """See Platform: the hands of a table's players are kept up to date where they look at them."""
        if self._door is not None:
            self._replies.wake(chat, look(), self._door.hand)

    # ---- what people do ----------------------------------------------------------------------------------

    async def interaction(self, interaction: Interaction) -> None:
        """Answers a press, or a form that was sent in; raises nothing."""
        key = f"discord:{interaction.id}"
        person, where = _person(interaction), _where(interaction)
        if interaction.type is discord.InteractionType.modal_submit:
            data, text = typed(interaction)
            await self._answered(interaction, self.door.filled(person, where, data, text, key=key))
        elif interaction.type is discord.InteractionType.component:
            data = typed(interaction)[0]
            if not await self._form(interaction, person, data):
                message = interaction.message
                shown = "" if message is None or message.flags.ephemeral else str(message.id)
                press = self.door.press(person, where, data, key=key, message=shown, alone=True)
                await self._answered(interaction, press)

    async def _form(self, interaction: Interaction, person: Person, data: str) -> bool:
        """Opens the form that a press asks for; returns whether there is one."""
        try:
            form = await self.door.form(person, data)
            if form is not None:
                await interaction.response.send_modal(FormModal(form))
        except Exception as error:  # the press itself is handled then
            log.warning("a form could not be shown: %s", type(error).__name__)
            return interaction.response.is_done()
        return form is not None

    async def _command(self, interaction: Interaction, given: Offered, words: Sequence[str]) -> None:
        """Answers a command; raises nothing."""
        person, where = _person(interaction), _where(interaction)
        self.door.chat_opened(where)
        missing = _missing(interaction) if given.board else []

        async def command() -> Reply:
            if missing:
                return self.door.missing(person, missing)
            replies: list[Reply] = []
            await self.door.command(
                given.name,
                words,
                person,
                where,
                private=interaction.guild_id is None,
                key=f"discord:{interaction.id}",
                answer=replies.append,
            )
            return next(iter(replies), self.door.done(person))

        await self._answered(interaction, command())

    async def _answered(self, interaction: Interaction, doing: Coroutine[Any, Any, Reply]) -> None:
        """Commits first and answers then; tells Discord to wait if that takes long."""
        task = asyncio.create_task(doing)
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)
        await asyncio.wait({task}, timeout=PATIENCE_S)
        try:
            if not task.done():
                await self._replies.defer(interaction)
            reply = await task
        except Exception:
            log.exception("a press or a command could not be handled")
            reply = self.door.sorry(_person(interaction))
        self._replies.heard(interaction, _where(interaction))
        begun, result = asyncio.get_running_loop().time(), Result.BROKEN
        try:
            result = await self._replies.answer(interaction, reply)
        except Exception:
            log.exception("a press or a command could not be answered")
        self.door.answered("discord", result, asyncio.get_running_loop().time() - begun)

    async def said(self, message: discord.Message) -> None:
        """Takes a message that is a word of the game; shows a board again that other talk has pushed up."""
        if message.author.bot or message.guild is None:
            return
        where = channel_id(message.guild.id, message.channel.id)
        person = Person(person_id(message.author.id), message.author.display_name)
        for table, board in self.door.boards(where):
            before, count = self._talk.get(table, ("", 0))
            self._talk[table] = (board, count + 1 if board == before else 1)
            if self._talk[table][1] > FAR_UP:
                self.door.repost(table)
        if await self.door.say(person, where, message.content, key=f"discord:{message.id}"):
            with suppress(discord.DiscordException, aiohttp.ClientError, OSError):  # it may have no right to
                await message.add_reaction(TAKEN)

    # ---- what the platform does --------------------------------------------------------------------------

    def channel_gone(self, guild: int, channel: int) -> None:
        """Notes that a channel or thread was deleted."""
        if self._door is not None:
            self._door.chat_closed(channel_id(guild, channel))

    def shard_down(self, shard: int) -> None:
        """Notes that a connection is gone: clocks wait while any is."""
        self._down.add(shard)
        if self._door is not None:
            self._door.platform_down("discord")

    def shard_up(self, shard: int) -> None:
        """Notes that a connection is there again."""
        self._down.discard(shard)
        if self._door is not None and not self._down:
            self._door.platform_up("discord")


def _where(interaction: Interaction) -> str:
    if interaction.guild_id is None or interaction.channel_id is None:
        return person_id(interaction.user.id)
    return channel_id(interaction.guild_id, interaction.channel_id)


def _person(interaction: Interaction) -> Person:
    user = interaction.user
    return Person(person_id(user.id), user.display_name, interaction.locale.value)


def _missing(interaction: Interaction) -> list[str]:
    """The permissions that a table needs here and the bot lacks, by the keys of their names."""
    if interaction.guild_id is None:
        return []
    thread = isinstance(interaction.channel, discord.Thread)
    elsewhere = "send_messages" if thread else "send_messages_in_threads"
    has = interaction.app_permissions
    return [key for name, key in PERMISSIONS.items() if name != elsewhere and not getattr(has, name)]
