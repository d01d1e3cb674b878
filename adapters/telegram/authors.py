"""Finds the author of a message: the person who wrote it here and now, perhaps in a chat's name.

Any other message is talk: a forward, a bot's message, a linked channel's post, a scheduled message, and a
message with a field that is not in OWN (core.telegram.org/bots/api, Message).
"""

from __future__ import annotations

import logging
from enum import Enum, auto

from telegram import Message, MessageEntity
from telegram import User as TelegramUser
from telegram.constants import ChatType

from musbot.port import PersonId
from musbot.table.events import Person

from .ids import chat_id

log = logging.getLogger(__name__)

OWN = frozenset(
    {
        "message_id",
        "message_thread_id",
        "is_topic_message",
        "from_user",
        "sender_chat",
        "sender_boost_count",
        "sender_tag",
        "author_signature",
        "date",
        "chat",
        "reply_to_message",
        "external_reply",
        "quote",
        "reply_to_story",
        "reply_to_checklist_task_id",
        "reply_to_poll_option_id",
        "has_protected_content",
        "paid_star_count",
        "text",
        "entities",
        "link_preview_options",
        "effect_id",
    }
)
"""The fields, as the library calls them, of a text typed in a private chat or group."""
QUOTES = (MessageEntity.BLOCKQUOTE, MessageEntity.EXPANDABLE_BLOCKQUOTE)
"""Entities whose text another person wrote."""
CHAT_TYPES = (ChatType.PRIVATE, ChatType.GROUP, ChatType.SUPERGROUP)
"""The types of chats where people play."""


class Anonymous(Enum):
    """An author who writes in a chat's name, whose person Telegram does not reveal."""

    ADMINISTRATOR = auto()
    """An administrator of the group, in the group's name."""
    CHANNEL = auto()
    """A person in the name of their channel."""


Author = Person | Anonymous
"""The author of a message that is not talk."""
_reported: set[str] = set()
"""Unknown fields that were logged, each once."""


def author_of(message: Message) -> Author | None:
    """Returns the author of a message, or None if the message is talk.

    A message in a chat's name is an administrator's if it is this chat's name, otherwise a channel's. None
    also for a bot, and outside of private chats and groups.
    """
    user, sender, chat = message.from_user, message.sender_chat, message.chat
    if chat.type not in CHAT_TYPES or not _is_own(message):
        return None
    if sender is not None:
        return Anonymous.ADMINISTRATOR if sender.id == chat.id else Anonymous.CHANNEL
    return to_person(user) if user is not None and not user.is_bot else None


def to_person(user: TelegramUser) -> Person:
    """Returns the person of a Telegram user: id, first name ("?" if it is empty) and app language.

    Raises ValueError for an id that Telegram cannot have given.
    """
    return Person(PersonId(chat_id(user.id)), _text(user.first_name) or "?", _text(user.language_code))


def _is_own(message: Message) -> bool:
    """Returns whether a message has only the fields in OWN, and no quotes; logs each unknown field once."""
    for name in message.api_kwargs.keys() - _reported:
        _reported.add(name)
        log.warning("messages with the field %s count as talk: this version does not know it", name)
    all_fields = message.to_dict(recursive=False)
    fields = {name for name, value in all_fields.items() if value is not None and value is not False}
    return fields <= OWN and not any(entity.type in QUOTES for entity in message.entities)


def _text(found: object) -> str:
    """Returns a text with replacements for characters that cannot be stored; "" for any other value."""
    return found.encode(errors="replace").decode() if isinstance(found, str) else ""
