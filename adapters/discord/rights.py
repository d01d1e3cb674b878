"""Permissions of the bot in channels and threads, from interactions and the gateway."""

from __future__ import annotations

from collections.abc import Iterator

import discord

from . import threads

PERMISSIONS = {
    "view_channel": "permission-view-channel",
    "send_messages": "permission-send-messages",
    "send_messages_in_threads": "permission-send-messages-in-threads",
}
"""The permissions that a table needs, by discord.py's names, and their message keys."""

Channel = discord.abc.GuildChannel | discord.Thread
"""A channel or thread of a server."""


def list_missing(channel: object, has: discord.Permissions) -> list[str]:
    """Returns the missing permissions that a table needs in a channel, as message keys.

    A thread needs the permission to send in threads, not the one to send messages. In a locked thread the bot
    must also be allowed to manage threads. Any `channel` that is no Thread counts as a channel.
    """
    thread = channel if isinstance(channel, discord.Thread) else None
    elsewhere = "send_messages" if thread is not None else "send_messages_in_threads"
    lacking = [key for name, key in PERMISSIONS.items() if name != elsewhere and not getattr(has, name)]
    if thread is not None and thread.locked and not has.manage_threads:
        lacking.append(threads.MANAGE)
    return lacking


def list_missing_now(channel: Channel) -> list[str]:
    """Returns the missing permissions in a channel, as message keys, from the gateway's data.

    [] for a thread whose channel is unknown.
    """
    if isinstance(channel, discord.Thread) and channel.parent is None:
        return []
    return list_missing(channel, channel.permissions_for(channel.guild.me))


def muted_until(server: discord.Guild) -> float | None:
    """Returns the end of a time-out of the bot, in seconds since 1970.

    None if it has no time-out now, or if its member is unknown.
    """
    me = server.me
    until = me.timed_out_until if me is not None and me.is_timed_out() else None
    return until.timestamp() if until is not None else None


def text_chats(server: discord.Guild) -> Iterator[Channel]:
    """Yields the text channels and known threads of a server."""
    yield from server.text_channels
    yield from server.threads
