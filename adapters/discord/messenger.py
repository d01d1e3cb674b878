"""Sends posts to Discord. People are `discord:<id>`, channels and threads `discord:<guild>-<channel>`."""

from __future__ import annotations

import hashlib
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import discord

from musbot.narrator.post import Post
from musbot.pictures.specs import Paint
from musbot.port import ChatId, MessageId, PersonId, read_person_id
from musbot.port.chats import is_window
from musbot.port.messenger import (
    Gone,
    LacksPermissions,
    Limit,
    Rejected,
    Unreachable,
)

from . import threads
from .failures import MayNot, convert_errors
from .layout import Layouts, text_only, words
from .windows import Windows
from .wire import ChannelWire, OldEdits, message_id

log = logging.getLogger(__name__)

PLATFORM = "discord"
"""The platform's name, which begins every id."""
CHANNEL = Limit(burst=2, every_s=1.6)
"""At most 5 in any 5 seconds, as the headers of a channel's messages say (unverified; they decide)."""
WHOLE_BOT = Limit(burst=10, every_s=0.025)
"""50 requests a second for the whole bot: discord.com/developers/docs/topics/rate-limits."""
MOST_MANAGERS = 10_000
"""The maximum number of remembered managers; their next interaction restores them."""
NO_MEMBER = frozenset({10007, 10013})
"""Unknown member; unknown user, whose account is deleted."""


def person_id(user: int) -> PersonId:
    """Returns the opaque id of a person, which is also the id of their private chat."""
    return read_person_id(f"{PLATFORM}:{user}")


def person_number(person: PersonId) -> str:
    """Returns Discord's number of a person, in digits; another text if the id is invalid."""
    return person.removeprefix(f"{PLATFORM}:")


def channel_id(guild: int, channel: int) -> ChatId:
    """Returns the opaque id of a channel or thread."""
    return ChatId(f"{PLATFORM}:{guild}-{channel}")


def chat_of(interaction: discord.Interaction[Any]) -> ChatId:
    """Returns the chat of an interaction: its channel, or the person's private chat."""
    if interaction.guild_id is None or interaction.channel_id is None:
        return person_id(interaction.user.id)
    return channel_id(interaction.guild_id, interaction.channel_id)


def _numbers(chat: ChatId) -> tuple[int | None, int]:
    """Returns server and channel of a chat, or None and the person; raises Unreachable for an invalid id."""
    guild, dash, channel = chat.removeprefix(f"{PLATFORM}:").partition("-")
    try:
        return (int(guild), int(channel)) if dash else (None, int(guild))
    except ValueError:
        raise Unreachable("an id that Discord has not given") from None


def _numbers_or_none(chat: ChatId) -> tuple[int | None, int]:
    """Returns the server and channel of a chat; None and the person of a private chat.

    An invalid id gives None and 0.
    """
    try:
        return _numbers(chat)
    except Unreachable:
        return None, 0


def server_of(chat: ChatId) -> int | None:
    """Returns the server of a chat; None for a private chat or an invalid id."""
    return _numbers_or_none(chat)[0]


def _message(message: MessageId) -> int:
    """Returns Discord's number of a message; raises Gone for an invalid id."""
    if not message.isdecimal():
        raise Gone("an id that Discord has not given")
    return int(message)


class DiscordMessenger:
    """A Messenger for Discord. Its errors contain no text of a post."""

    def __init__(
        self,
        client: discord.Client,
        paint: Paint | None = None,
        clock: Callable[[], float] = time.monotonic,
        age_s: Callable[[float], float | None] = lambda _: None,
    ) -> None:
        """Takes the clock, and the age of a time by Discord's clock, None if that is unknown."""
        self._client = client
        self._old_edits = OldEdits(clock, age_s)
        self.reads = client.intents.message_content
        self._bare: set[ChatId] = set()
        """Chats in which the bot may not attach files."""
        self.unpictured: set[str] = set()
        """The keys of posts that were sent without their picture."""
        self._managers: OrderedDict[tuple[int, PersonId], None] = OrderedDict()
        """Servers with the people who may manage them, in order of their last interactions."""
        self.deleting: set[MessageId] = set()
        """The ids of messages that the bot is deleting."""
        self.layouts = Layouts(paint)
        self._wire = ChannelWire(client, self.layouts)
        self.windows = Windows(clock, self.layouts)

    def limit(self, chat: ChatId) -> Limit:
        """Returns the rate limit of a chat, which is CHANNEL for all chats."""
        return CHANNEL

    def total_limit(self) -> Limit:
        """Returns the rate limit of the whole bot."""
        return WHOLE_BOT

    def has_idempotent_sends(self) -> bool:
        """Returns True: the nonce is an idempotency key for some minutes (Create Message, enforce_nonce)."""
        return True

    def administered_unit(self, chat: ChatId) -> ChatId:
        """Returns an id for the server of a channel, which has the same administrators.

        A private chat and an invalid id are returned unchanged.
        """
        server = server_of(chat)
        return ChatId(f"{PLATFORM}:{server}-*") if server is not None else chat

    async def administers(self, chat: ChatId, person: PersonId) -> bool:
        """Returns whether a person may manage the server of a chat, by their last interaction there.

        False if unknown, and in a private chat. Asks nothing and raises nothing.
        """
        server = server_of(chat)
        return server is not None and (server, person) in self._managers

    async def is_member(self, chat: ChatId, person: PersonId) -> bool:
        """Returns whether a person is in the server of a channel; raises a MessengerError.

        True for a private chat or an invalid person. Raises Unreachable for an invalid chat. It asks the API,
        because the gateway reports leavers only with the privileged intent GUILD_MEMBERS. docs.discord.com:
        Guild Resource, Get Guild Member.
        """
        guild, _ = _numbers(chat)
        number = person_number(person)
        if guild is None or not number.isdecimal():
            return True
        async with convert_errors(self.layouts):
            try:
                await self._client.http.get_member(guild, int(number))
            except discord.NotFound as error:
                if error.code in NO_MEMBER:
                    return False
                raise
        return True

    def record_manager(self, server: int, person: PersonId, *, allowed: bool) -> None:
        """Records in memory whether a person is `allowed` to manage a server, as each interaction says.

        Above MOST_MANAGERS, the manager who acted longest ago is forgotten. docs.discord.com, Guild Resource,
        Guild Member Object: `permissions`, their total in the channel.
        """
        self._managers.pop((server, person), None)
        if allowed:
            self._managers[server, person] = None
            if len(self._managers) > MOST_MANAGERS:
                self._managers.popitem(last=False)

    def forget(self, person: PersonId) -> None:
        """Forgets in memory which servers a person may manage.

        `administers` then returns False until their next interaction.
        """
        for known in [known for known in self._managers if known[1] == person]:
            del self._managers[known]

    def can_open_window(self, chat: ChatId, person: PersonId) -> bool:
        """Returns whether a person's last interaction in a chat is recent enough to send them a window."""
        return self.windows.can_open(chat, person)

    def link(self, chat: ChatId, message: MessageId) -> str:
        """Returns a link to a message; "" for a private chat or an invalid id."""
        address = self.address(chat)
        return f"{address}/{message}" if address else ""

    def has_threads(self, chat: ChatId) -> bool:
        """Returns whether a chat is a text channel in which the bot may open threads.

        False for an unknown channel and an announcement channel.
        """
        return threads.can_open_threads(self._client, *_numbers_or_none(chat))

    async def open_thread(self, chat: ChatId, message: MessageId, name: str) -> ChatId:
        """Opens a thread at a message and returns its chat, or the chat of an existing thread.

        Raises LacksPermissions, Rejected for a private chat, or another MessengerError.
        """
        guild, channel = _numbers(chat)
        if guild is None:
            raise Rejected("a private chat has no threads")
        if lacks := threads.missing_thread_permissions(self._client, guild, channel):
            raise LacksPermissions(*lacks)
        async with convert_errors(self.layouts):
            thread = await threads.open_thread(self._client, channel, _message(message), name)
        return channel_id(guild, thread)

    async def archive_thread(self, chat: ChatId) -> None:
        """Archives a thread that the bot has opened; raises a MessengerError.

        No effect for any other chat, and for a thread that is unknown or archived.
        """
        guild, thread = _numbers_or_none(chat)
        if threads.is_own(self._client, guild, thread):
            async with convert_errors(self.layouts):
                await self._client.http.edit_channel(thread, archived=True)

    def address(self, chat: ChatId) -> str:
        """Returns a link to a channel; "" for a private chat or an invalid id."""
        guild, channel = _numbers_or_none(chat)
        return f"https://discord.com/channels/{guild}/{channel}" if guild is not None else ""

    def channel_of(self, chat: ChatId) -> ChatId:
        """Returns the channel of a thread; the chat itself if it is no thread.

        An unknown or archived thread counts as none.
        """
        guild, channel = _numbers_or_none(chat)
        parent = threads.parent(self._client, guild, channel)
        return channel_id(guild, parent) if guild is not None and parent is not None else chat

    def private_link(self, table: str) -> str:
        """Returns "": Discord has no link that opens a bot's private chat."""
        return ""

    async def send(self, chat: ChatId, post: Post) -> MessageId:
        """Sends a message or a window and returns its id; raises a MessengerError.

        A send repeated with an earlier key, within some minutes, returns the first message. That message is
        edited if its texts differ. A post that replaces a message edits it, or deletes it if the post has no
        text; its id is returned. If files are forbidden, the text is sent alone.
        """
        if is_window(chat):
            return await self.windows.send(chat, post)
        if post.replaces_message:
            await (
                self.edit(chat, post.replaces_message, post)
                if post.text
                else self.delete(chat, post.replaces_message)
            )
            return post.replaces_message
        return await self._or_text(chat, post, partial(self._send_laid, chat))

    async def _send_laid(self, chat: ChatId, post: Post) -> MessageId:
        """Sends a post with its picture; returns the message's id. Raises a MessengerError.

        If a first send with this key has other texts, its message is edited. If a post lacks its picture, and
        has a text for this (`unsent`), its key is added to `unpictured`.
        """
        laid = await self.layouts.lay_out(post, own=server_of(chat) is None)
        if post.unsent and self.layouts.lacks_picture(laid):
            self.unpictured.add(post.key)
        people = [int(number) for person, _ in post.mentions if (number := person_number(person)).isdecimal()]
        nonce = _nonce(f"{chat} {post.key}" if post.key else secrets.token_hex(8))
        async with convert_errors(self.layouts):
            channel = await self._channel(chat)
            made = await self._wire.send(channel, laid, nonce, people, silent=post.silent)
        if post.key and words(made.get("components")) != words(laid.components):
            self.layouts.kept.forget(int(made["id"]))
            await self.edit(chat, message_id(made["id"]), post)  # the table has moved on since the first send
        return message_id(made["id"])

    async def edit(self, chat: ChatId, message: MessageId, post: Post) -> None:
        """Changes a message to a post, or only its text if files are forbidden; raises a MessengerError."""
        if is_window(chat):
            await self.windows.edit(chat, message, post)
        else:
            await self._or_text(chat, post, partial(self._edit_laid, chat, message))

    async def _edit_laid(self, chat: ChatId, message: MessageId, post: Post) -> MessageId:
        """Changes a message to a post with its picture; returns its id, which is unchanged.

        Raises a MessengerError, such as Gone if its channel has no room for another edit of an old message.
        """
        laid = await self.layouts.lay_out(post, own=server_of(chat) is None, message=_message(message))
        async with convert_errors(self.layouts):
            channel = await self._channel(chat)
            self._old_edits.take(channel, _message(message))
            await self._wire.edit(channel, _message(message), laid)
        return message

    async def _or_text(
        self, chat: ChatId, post: Post, bring: Callable[[Post], Awaitable[MessageId]]
    ) -> MessageId:
        """Passes a post to `bring`, or only its text if files are forbidden; returns the message's id.

        Remembers that files are forbidden in the chat. Raises MayNot if the text may not be sent either, or
        another MessengerError of `bring`.
        """
        alone = text_only(post)
        if alone == post or chat in self._bare:
            return await bring(alone)
        try:
            return await bring(post)
        except MayNot:
            message = await bring(alone)  # this fails if the bot may not send at all
            self.record_attaching(chat, allowed=False)
            return message

    def record_attaching(self, chat: ChatId, *, allowed: bool) -> None:
        """Records in memory whether the bot is `allowed` to attach files in a chat.

        Logs that it no longer is.
        """
        if allowed:
            self._bare.discard(chat)
        elif chat not in self._bare:
            self._bare.add(chat)
            log.warning("%s: no files may be attached, so the text goes without its picture", chat)

    async def delete(self, chat: ChatId, message: MessageId) -> None:
        """Deletes a message; ignores a missing one and a Rejected. Raises other MessengerErrors.

        If the bot lacks a permission, that is an Unreachable, and raised. A window whose deletion Discord
        refuses raises Gone; an unknown window is ignored. The id is in `deleting` until the answer.
        """
        if is_window(chat):
            await self.windows.delete(message)
            return
        self.deleting.add(message)
        try:
            async with convert_errors(self.layouts):
                await self._client.http.delete_message(await self._channel(chat), _message(message))
        except (Gone, Rejected):
            return
        finally:
            self.deleting.discard(message)

    async def strip(self, chat: ChatId, message: MessageId) -> None:
        """Deletes the message: removing buttons from a layout would require reading it first.

        Raises the errors of `delete`.
        """
        await self.delete(chat, message)

    async def _channel(self, chat: ChatId) -> int:
        """Returns Discord's number of a chat's channel; opens a private channel.

        Raises Unreachable for an invalid id, or the library's errors.
        """
        guild, number = _numbers(chat)
        return number if guild is not None else (await self._client.create_dm(discord.Object(number))).id


def _nonce(key: str) -> str:
    """Returns a nonce; equal keys give equal nonces.

    It has 25 characters, the maximum (docs/resources/message, Create Message).
    """
    return hashlib.sha256(key.encode()).hexdigest()[:25]
