"""Finds the author of a message: the person who typed it there and then, in a server or in private.

Any other message is talk: a message of a bot, an application or a webhook, a followed channel's post, a
forward, a poll, a system message, and a message with a type or flag that is not listed here.
docs.discord.com, Message Resource.
"""

from __future__ import annotations

import discord

from musbot.table.events import Person

from .messenger import person_id

OWN_TYPES = (discord.MessageType.default, discord.MessageType.reply)
"""The types of messages that people type."""
OWN_FLAGS = discord.MessageFlags(suppress_embeds=True, has_thread=True, suppress_notifications=True).value
"""The flags that a typed text may have."""


def author_of(message: discord.Message) -> Person | None:
    """Returns the author of a message, without a language; None if the message is talk.

    In a server the author must be a member: Discord sends a `member` with messages of its members only
    (Gateway, Message Create).
    """
    author = message.author
    made = message.webhook_id or message.application_id or message.interaction_metadata or message.poll
    known = isinstance(author, discord.Member) or message.guild is None
    if not known or author.bot or author.system or made:
        return None
    if message.type not in OWN_TYPES or message.flags.value & ~OWN_FLAGS or message.message_snapshots:
        return None
    return Person(person_id(author.id), author.display_name)
