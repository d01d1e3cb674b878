"""How posts reach Discord. People are `discord:<id>`, channels and threads `discord:<guild>-<channel>`."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import discord

from adapters.discord.layout import Layouts, components, mentions, words
from musbot.narrator.post import Post
from musbot.pictures.specs import Paint
from musbot.service.messenger import Gone, Limit, MessengerError, Outage, Rejected, TooFast, Unreachable

PLATFORM = "discord"
CHANNEL = Limit(burst=2, every_s=1.6)
"""At most 5 in any 5 seconds: what the headers of a channel's messages allow (unverified; they decide)."""
WHOLE_BOT = Limit(burst=10, every_s=0.025)
"""50 requests a second for the whole bot: discord.com/developers/docs/topics/rate-limits."""
LONGEST_S = 40
"""For how long a request may take, pauses that the library keeps included."""

# discord.com/developers/docs/topics/opcodes-and-status-codes
GONE = frozenset({10008, 30046, 50083})
"""Unknown message; too many edits of one over an hour old; archived thread (a send opens it again)."""
DMS_TOO_FAST = 40003


def person_id(user: int) -> str:
    """Returns the opaque id of a person, which is that of his private chat too."""
    return f"{PLATFORM}:{user}"


def channel_id(guild: int, channel: int) -> str:
    """Returns the opaque id of a channel or thread."""
    return f"{PLATFORM}:{guild}-{channel}"


def _numbers(chat: str) -> tuple[int | None, int]:
    """The server and the channel of a chat, or None and the person."""
    guild, dash, channel = chat.removeprefix(f"{PLATFORM}:").partition("-")
    return (int(guild), int(channel)) if dash else (None, int(guild))


class DiscordMessenger:
    """A Messenger for Discord. Nothing of a post's text is in an error it raises."""

    def __init__(
        self,
        client: discord.Client,
        paint: Paint | None = None,
    ) -> None:
        self._client = client
        self.layouts = Layouts(paint)

    def limit(self, chat: str) -> Limit:
        """See Messenger."""
        return CHANNEL

    def whole(self) -> Limit:
        """See Messenger."""
        return WHOLE_BOT

    def keyed(self) -> bool:
        """See Messenger: by the nonce, for some minutes (Create Message, enforce_nonce)."""
        return True

    def link(self, chat: str, message: str) -> str:
        """See Messenger."""
        guild, channel = _numbers(chat)
        return f"https://discord.com/channels/{guild}/{channel}/{message}" if guild is not None else ""

    def private_link(self, table: str) -> str:
        """See Messenger: Discord has no address that opens a bot's private chat."""
        return ""

    async def send(self, chat: str, post: Post) -> str:
        """See Messenger: the nonce makes a second send of the same key return the message of the first."""
        view, files = await self.layouts.of(post, own=_numbers(chat)[0] is None)
        said = words(components(view))
        people = [_numbers(person)[1] for person, _ in post.mentions]
        async with self._calling():
            channel = await self._channel(chat)
            message = await channel.send(
                view=view,
                files=files,
                nonce=_nonce(f"{chat} {post.key}" if post.key else secrets.token_hex(8)),
                allowed_mentions=mentions(people),
                silent=post.silent,
            )
        if post.key and words([component.to_dict() for component in message.components]) != said:
            await self.edit(chat, str(message.id), post)  # the table has moved on since the first send
        return str(message.id)

    async def edit(self, chat: str, message: str, post: Post) -> None:
        """See Messenger."""
        view, files = await self.layouts.of(post, own=_numbers(chat)[0] is None)
        async with self._calling():
            channel = await self._channel(chat)
            await channel.get_partial_message(int(message)).edit(
                view=view, attachments=files, allowed_mentions=discord.AllowedMentions.none()
            )

    async def delete(self, chat: str, message: str) -> None:
        """See Messenger."""
        try:
            async with self._calling():
                channel = await self._channel(chat)
                await channel.get_partial_message(int(message)).delete()
        except (Gone, Rejected):
            return

    async def strip(self, chat: str, message: str) -> None:
        """See Messenger: a layout cannot lose its buttons without being read first, so it goes as a whole."""
        await self.delete(chat, message)

    async def _channel(self, chat: str) -> discord.PartialMessageable | discord.DMChannel:
        guild, number = _numbers(chat)
        if guild is None:
            return await self._client.create_dm(discord.Object(number))
        return self._client.get_partial_messageable(number, guild_id=guild)

    @asynccontextmanager
    async def _calling(self) -> AsyncIterator[None]:
        """Makes the platform's errors ours."""
        try:
            async with asyncio.timeout(LONGEST_S):
                yield
        except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
            if isinstance(error, discord.HTTPException) and self.layouts.lost(error):
                raise Outage("emojis are gone") from None  # tried again, without them
            raise _ours(error) from None


def _ours(error: Exception) -> MessengerError:
    match error:
        case discord.RateLimited():
            return TooFast(error.retry_after)
        case discord.DiscordServerError():
            return Outage(f"Discord does not answer ({error.status})")
        case discord.HTTPException(code=code) if code in GONE:
            return Gone(f"error {code}")
        case discord.HTTPException(code=code) if code == DMS_TOO_FAST:
            return TooFast(60)
        case discord.Forbidden() | discord.NotFound():
            return Unreachable(f"error {error.code}")
        case discord.HTTPException(status=400):
            return Rejected(f"error {error.code}")
        case discord.HTTPException():
            return Outage(f"Discord answers {error.status}")
        case _:
            return Outage(type(error).__name__)


def _nonce(key: str) -> str:
    """At most 25 characters: discord.com/developers/docs/resources/message, Create Message."""
    return hashlib.sha256(key.encode()).hexdigest()[:25]
