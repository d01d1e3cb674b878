"""Threads: the permissions that they need, and opening them."""

from __future__ import annotations

import discord
from discord.http import Route

from musbot.port.messenger import LacksPermissions

NEEDED = {
    "create_public_threads": "permission-create-public-threads",
    "send_messages_in_threads": "permission-send-messages-in-threads",
}
"""The permissions of a thread by discord.py's names, and their message keys (page Threads, Permissions)."""
MANAGE = "permission-manage-threads"
"""The message key of the permission to write in locked threads."""
# discord.com/developers/docs/topics/opcodes-and-status-codes
THERE_ALREADY, LOCKED, NOT_ALLOWED = 160004, 160005, 50013
"""Codes: the thread exists, the thread is locked, a permission is missing."""
ARCHIVED_AFTER_MIN = 10080
"""Minutes without a message after which a new thread is archived; the longest of Discord (Threads).

A press in an archived thread may never reach the bot (discord-api-docs issue 8474).
"""
MOST_NAME = 100
"""The maximum characters of a thread's name (page Channel, Start Thread from Message)."""


def can_open_threads(client: discord.Client, guild: int | None, channel: int) -> bool:
    """Returns whether a channel is a text channel in which the bot may open threads.

    False for an unknown channel and an announcement channel.
    """
    return _text_channel(client, guild, channel) is not None and not missing_thread_permissions(
        client, guild, channel
    )


def missing_thread_permissions(client: discord.Client, guild: int | None, channel: int) -> list[str]:
    """Returns the missing permissions to open a thread, as message keys.

    [] for an unknown channel, an announcement channel, and any other kind than a text channel.
    """
    found = _text_channel(client, guild, channel)
    has = found.permissions_for(found.guild.me) if found is not None else discord.Permissions.all()
    return [key for name, key in NEEDED.items() if not getattr(has, name)]


def missing_channel_permissions(
    client: discord.Client, guild: int, parent: int, *, locked: bool
) -> list[str]:
    """Returns [MANAGE] for a `locked` thread if the bot may not manage threads in its channel; otherwise [].

    The permission counts as missing in an unknown channel, an announcement channel, and any other kind than a
    text channel.
    """
    channel = _text_channel(client, guild, parent)
    manages = channel is not None and channel.permissions_for(channel.guild.me).manage_threads
    return [MANAGE] if locked and not manages else []


def parent(client: discord.Client, guild: int | None, thread: int) -> int | None:
    """Returns the channel of a thread; None if it is unknown or no thread."""
    server = client.get_guild(guild) if guild is not None else None
    found = server.get_thread(thread) if server is not None else None
    return found.parent_id if found is not None else None


def is_own(client: discord.Client, guild: int | None, thread: int) -> bool:
    """Returns whether the bot has opened a thread, and so may archive it (page Threads, Editing Threads).

    False for a thread that is unknown or archived.
    """
    server = client.get_guild(guild) if guild is not None else None
    found = server.get_thread(thread) if server is not None else None
    return found is not None and client.user is not None and found.owner_id == client.user.id


def known_threads(channel: discord.abc.GuildChannel) -> list[int]:
    """Returns the ids of a channel's known threads."""
    return [thread.id for thread in channel.guild.threads if thread.parent_id == channel.id]


async def open_thread(client: discord.Client, channel: int, message: int, name: str) -> int:
    """Opens a thread at a message and returns its id, which equals the message's.

    A message has one thread at most; the id of an existing thread is returned too. The name is cut to
    MOST_NAME characters. For an older message, Discord itself posts a notice of the thread in the channel
    (page Threads, New Message Types). Raises LacksPermissions, or the library's errors.
    """
    path = "/channels/{channel_id}/messages/{message_id}/threads"
    route = Route("POST", path, channel_id=channel, message_id=message)
    try:
        fields = {"name": name[:MOST_NAME], "auto_archive_duration": ARCHIVED_AFTER_MIN}
        return int((await client.http.request(route, json=fields))["id"])
    except discord.HTTPException as error:
        if error.code == THERE_ALREADY:
            return message
        if error.code == NOT_ALLOWED:
            raise LacksPermissions(NEEDED["create_public_threads"]) from None
        raise


def _text_channel(client: discord.Client, guild: int | None, channel: int) -> discord.TextChannel | None:
    """Returns a known text channel; None for an unknown one, another kind, or an announcement channel."""
    server = client.get_guild(guild) if guild is not None else None
    found = server.get_channel(channel) if server is not None else None
    return found if isinstance(found, discord.TextChannel) and not found.is_news() else None
