"""How posts reach Discord. People are `discord:<id>`, channels and threads `discord:<guild>-<channel>`."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar
from functools import partial
from http import HTTPStatus
from typing import Any

import aiohttp
import discord

from adapters.discord import threads
from adapters.discord.layout import Layouts, bare, words
from adapters.discord.wire import ChannelWire
from musbot.narrator.post import Post
from musbot.pictures.specs import Paint
from musbot.port.messenger import (
    Gone,
    Lacks,
    Limit,
    MessengerError,
    Outage,
    Rejected,
    TooFast,
    Unreachable,
)

log = logging.getLogger(__name__)

PLATFORM = "discord"
CHANNEL = Limit(burst=2, every_s=1.6)
"""At most 5 in any 5 seconds: what the headers of a channel's messages allow (unverified; they decide)."""
WHOLE_BOT = Limit(burst=10, every_s=0.025)
"""50 requests a second for the whole bot: discord.com/developers/docs/topics/rate-limits."""
MOST_MANAGERS = 10_000
"""People who may manage a server and are remembered; their next interaction tells it again."""
UNREADABLE_PAUSE_S = 60.0
"""The pause after a 429 that names none, in seconds."""
LONGEST_S = 40
"""For how long a request may take, pauses that the library keeps included."""

# discord.com/developers/docs/topics/opcodes-and-status-codes
GONE = frozenset({10008, 30046, 50083})
"""Unknown message; too many edits of one over an hour old; archived thread (a send opens it again)."""
DMS_TOO_FAST = 40003
LATE = frozenset({10062, 10015, 50027})
"""An answer to an interaction that waits for none any more."""
ANSWERED = 40060
"""An interaction that is answered already, perhaps by the same answer before it was given again."""
MISSING_PERMISSIONS = 50013


class MayNot(Unreachable):
    """A permission is missing, to send or only to attach files: which one, Discord does not say."""


def person_id(user: int) -> str:
    """Returns the opaque id of a person, which is that of their private chat too."""
    return f"{PLATFORM}:{user}"


def person_number(person: str) -> str:
    """Returns Discord's number of a person, in digits."""
    return person.removeprefix(f"{PLATFORM}:")


def channel_id(guild: int, channel: int) -> str:
    """Returns the opaque id of a channel or thread."""
    return f"{PLATFORM}:{guild}-{channel}"


def chat_of(interaction: discord.Interaction[Any]) -> str:
    """Returns the chat in which something was pressed or asked."""
    if interaction.guild_id is None or interaction.channel_id is None:
        return person_id(interaction.user.id)
    return channel_id(interaction.guild_id, interaction.channel_id)


def _numbers(chat: str) -> tuple[int | None, int]:
    """Returns the server and the channel of a chat, or None and the person; raises Unreachable for others."""
    guild, dash, channel = chat.removeprefix(f"{PLATFORM}:").partition("-")
    try:
        return (int(guild), int(channel)) if dash else (None, int(guild))
    except ValueError:
        raise Unreachable("an id that Discord has not given") from None


def _numbers_or_none(chat: str) -> tuple[int | None, int]:
    """Returns the server and the channel of a chat; None and 0 for an id that Discord has not given."""
    try:
        return _numbers(chat)
    except Unreachable:
        return None, 0


def server_of(chat: str) -> int | None:
    """Returns the server that a chat is in; None for a private one."""
    return _numbers_or_none(chat)[0]


def _message(message: str) -> int:
    """Returns Discord's number of a message; raises Gone for an id of no message."""
    if not message.isdecimal():
        raise Gone("an id that Discord has not given")
    return int(message)


class DiscordMessenger:
    """A Messenger for Discord. Nothing of a post's text is in an error it raises."""

    def __init__(
        self,
        client: discord.Client,
        paint: Paint | None = None,
    ) -> None:
        self._client = client
        self.reads = client.intents.message_content
        self._bare: set[str] = set()
        """Chats where no files may be attached."""
        self._managers: OrderedDict[tuple[int, str], None] = OrderedDict()
        """Servers and people who may manage them, latest interaction last."""
        self.deleting: set[str] = set()
        """What we delete ourselves just now."""
        self.layouts = Layouts(paint)
        self._wire = ChannelWire(client, self.layouts)

    def limit(self, chat: str) -> Limit:
        """See Messenger."""
        return CHANNEL

    def whole(self) -> Limit:
        """See Messenger."""
        return WHOLE_BOT

    def keyed(self) -> bool:
        """See Messenger: by the nonce, for some minutes (Create Message, enforce_nonce)."""
        return True

    def together(self, chat: str) -> str:
        """See WithAdministrators: a server with all its channels."""
        server = server_of(chat)
        return f"{PLATFORM}:{server}-*" if server is not None else chat

    async def administers(self, chat: str, person: str) -> bool:
        """See WithAdministrators: as their last interaction, of which this answers one, has told."""
        server = server_of(chat)
        return server is not None and (server, person) in self._managers

    def manages(self, server: int, person: str, *, allowed: bool) -> None:
        """Notes whether somebody may manage a server (Manage Server), as each interaction tells.

        docs.discord.com, Guild Resource, Guild Member Object: `permissions`, all they have in the channel.
        """
        self._managers.pop((server, person), None)
        if allowed:
            self._managers[server, person] = None
            if len(self._managers) > MOST_MANAGERS:
                self._managers.popitem(last=False)

    def forget(self, person: str) -> None:
        """Forgets which servers a person may manage."""
        for known in [known for known in self._managers if known[1] == person]:
            del self._managers[known]

    def link(self, chat: str, message: str) -> str:
        """See Messenger."""
        address = self.address(chat)
        return f"{address}/{message}" if address else ""

    def has_threads(self, chat: str) -> bool:
        """See WithThreads: in text channels, where the bot has the right to."""
        return threads.offered(self._client, *_numbers_or_none(chat))

    async def open_thread(self, chat: str, message: str, name: str) -> str:
        """See WithThreads."""
        guild, channel = _numbers(chat)
        if guild is None:
            raise Rejected("a private chat has no threads")
        if lacks := threads.lacking(self._client, guild, channel):
            raise Lacks(*lacks)
        async with calling(self.layouts):
            thread = await threads.open_at(self._client, channel, _message(message), name)
        return channel_id(guild, thread)

    def address(self, chat: str) -> str:
        """See WithThreads."""
        guild, channel = _numbers_or_none(chat)
        return f"https://discord.com/channels/{guild}/{channel}" if guild is not None else ""

    def channel_of(self, chat: str) -> str:
        """See WithThreads: as far as the thread is known, which those are that are not archived."""
        guild, channel = _numbers_or_none(chat)
        parent = threads.parent(self._client, guild, channel)
        return channel_id(guild, parent) if guild is not None and parent is not None else chat

    def private_link(self, table: str) -> str:
        """See Messenger: Discord has no address that opens a bot's private chat."""
        return ""

    async def send(self, chat: str, post: Post) -> str:
        """See Messenger: the nonce makes a second send of the same key return the message of the first."""
        if post.replaces_message:
            await (
                self.edit(chat, post.replaces_message, post)
                if post.text
                else self.delete(chat, post.replaces_message)
            )
            return post.replaces_message
        return await self._or_text(chat, post, partial(self._sent, chat))

    async def _sent(self, chat: str, post: Post) -> str:
        laid = await self.layouts.of(post, own=server_of(chat) is None)
        people = [int(number) for person, _ in post.mentions if (number := person_number(person)).isdecimal()]
        nonce = _nonce(f"{chat} {post.key}" if post.key else secrets.token_hex(8))
        async with calling(self.layouts):
            channel = await self._channel(chat)
            made = await self._wire.send(channel, laid, nonce, people, silent=post.silent)
        if post.key and words(made.get("components")) != words(laid.components):
            self.layouts.kept.forget(int(made["id"]))
            await self.edit(chat, str(made["id"]), post)  # the table has moved on since the first send
        return str(made["id"])

    async def edit(self, chat: str, message: str, post: Post) -> None:
        """See Messenger."""
        await self._or_text(chat, post, partial(self._edited, chat, message))

    async def _edited(self, chat: str, message: str, post: Post) -> str:
        laid = await self.layouts.of(post, own=server_of(chat) is None, message=_message(message))
        async with calling(self.layouts):
            await self._wire.edit(await self._channel(chat), _message(message), laid)
        return message

    async def _or_text(self, chat: str, post: Post, bring: Callable[[Post], Awaitable[str]]) -> str:
        """Brings a post, or its text alone where nothing may be attached."""
        alone = bare(post)
        if alone == post or chat in self._bare:
            return await bring(alone)
        try:
            return await bring(post)
        except MayNot:
            message = await bring(alone)  # it may be that nothing at all may be sent
            self.attaches(chat, allowed=False)
            return message

    def attaches(self, chat: str, *, allowed: bool) -> None:
        """Notes whether files may be attached in a chat; where not, texts go alone, which is logged once."""
        if allowed:
            self._bare.discard(chat)
        elif chat not in self._bare:
            self._bare.add(chat)
            log.warning("%s: no files may be attached, so the text goes without its picture", chat)

    async def delete(self, chat: str, message: str) -> None:
        """See Messenger."""
        self.deleting.add(message)
        try:
            async with calling(self.layouts):
                await self._client.http.delete_message(await self._channel(chat), _message(message))
        except (Gone, Rejected):
            return
        finally:
            self.deleting.discard(message)

    async def strip(self, chat: str, message: str) -> None:
        """See Messenger: a layout cannot lose its buttons without being read first, so it goes as a whole."""
        await self.delete(chat, message)

    async def _channel(self, chat: str) -> int:
        guild, number = _numbers(chat)
        return number if guild is not None else (await self._client.create_dm(discord.Object(number))).id


class SeenLimit:
    """The last 429 that a request was answered with."""

    def __init__(self) -> None:
        self.seconds = 0.0
        """The pause that it asks for."""
        self.everywhere = False
        """Whether it holds the whole bot."""

    def note(self, headers: Mapping[str, str]) -> None:
        """Reads the headers of a 429 (docs.discord.com, Rate Limits).

        Without Via it comes from the proxy before Discord, which has banned the address for a while.
        """
        try:
            self.seconds = float(headers.get("Retry-After", ""))
        except ValueError:
            self.seconds = UNREADABLE_PAUSE_S
        shared = headers.get("X-RateLimit-Scope") == "global" or headers.get("X-RateLimit-Global") == "true"
        self.everywhere = shared or "Via" not in headers


_SEEN: ContextVar[SeenLimit | None] = ContextVar("seen limit", default=None)


def note_answer(status: int, headers: Mapping[str, str]) -> None:
    """Records a 429 for the `calling` that made the request; the library drops its headers."""
    if status == HTTPStatus.TOO_MANY_REQUESTS and (seen := _SEEN.get()) is not None:
        seen.note(headers)


@asynccontextmanager
async def calling(layouts: Layouts, most_s: float = LONGEST_S) -> AsyncIterator[None]:
    """Makes the platform's errors ours; what is not answered within `most_s` seconds is an Outage."""
    seen = SeenLimit()
    before = _SEEN.set(seen)
    try:
        async with asyncio.timeout(most_s):
            yield
    except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
        if isinstance(error, discord.HTTPException) and layouts.lost(error):
            raise Outage("emojis are gone") from None  # tried again, without them
        raise _ours(error, seen) from None
    finally:
        _SEEN.reset(before)


def _ours(error: Exception, seen: SeenLimit) -> MessengerError:
    match error:
        case discord.RateLimited():
            return TooFast(error.retry_after, everywhere=seen.everywhere)
        case discord.HTTPException(status=429, code=code) if code not in GONE and code != DMS_TOO_FAST:
            return TooFast(seen.seconds, everywhere=seen.everywhere)
        case discord.DiscordServerError():
            return Outage(f"Discord does not answer ({error.status})")
        case discord.HTTPException():
            return _refused(error)
        case _:
            return Outage(type(error).__name__)


def _refused(error: discord.HTTPException) -> MessengerError:
    match error:
        case discord.HTTPException(code=code) if code in GONE:
            return Gone(f"error {code}")
        case discord.HTTPException(code=code) if code in LATE:
            return Rejected("it came too late")
        case discord.HTTPException(code=code) if code == DMS_TOO_FAST:
            return TooFast(60)
        case discord.HTTPException(code=code) if code == ANSWERED:
            return Outage(f"error {code}")
        case discord.Forbidden(code=code) if code == MISSING_PERMISSIONS:
            return MayNot(f"error {code}")
        case discord.Forbidden() | discord.NotFound() | discord.HTTPException(code=threads.LOCKED):
            return Unreachable(f"error {error.code}")
        case discord.HTTPException(status=401 | 408):
            return Outage(f"Discord answers {error.status}")
        case _:
            return Rejected(f"error {error.code}, status {error.status}")


def _nonce(key: str) -> str:
    """At most 25 characters: discord.com/developers/docs/resources/message, Create Message."""
    return hashlib.sha256(key.encode()).hexdigest()[:25]
