"""Ids of chats, people and messages, and Telegram's own numbers. A damaged row may hold any text."""

from __future__ import annotations

from typing import TypeGuard

from telegram import MaybeInaccessibleMessage

from musbot.port import ChatId, MessageId
from musbot.port.messenger import Gone, MessengerError, Unreachable

PLATFORM = "telegram"
"""The platform's name, which begins every id."""
MOST = 1 << 62
"""A bound above all numbers of Telegram."""


def chat_id(number: int, topic: int | None = None) -> ChatId:
    """Returns the opaque id of a chat or a topic; a person's private chat has the person's id.

    Raises ValueError unless Telegram could have given these numbers. Topic 0 or None means no topic.
    """
    if not is_number(number) or not (topic is None or is_number(topic)):
        raise ValueError("an id that Telegram has not given")
    return ChatId(f"{PLATFORM}:{number}" + (f"/{topic}" if topic else ""))


def chat_number(chat: ChatId) -> int:
    """Returns Telegram's number of a chat, without its topic; raises Unreachable for an invalid id."""
    return _number(digits(chat), Unreachable)


def is_number(found: object) -> TypeGuard[int]:
    """Returns whether a value is an int, no bool, in the range of Telegram's numbers."""
    return type(found) is int and abs(found) < MOST


def is_group(chat: ChatId) -> bool:
    """Returns whether a chat is a group, a channel or a topic of one.

    It only looks at the sign: private chats have positive numbers.
    """
    return digits(chat).startswith("-")


def digits(chat: ChatId) -> str:
    """Returns the text between an id's prefix and its topic: Telegram's number with its sign.

    For an invalid id it may be any text; `chat_number` checks it.
    """
    return chat.removeprefix(f"{PLATFORM}:").partition("/")[0]


def topic_of(chat: ChatId) -> int | None:
    """Returns Telegram's number of a topic; None for a chat without a topic.

    Raises Unreachable if the part after the slash is no number.
    """
    topic = chat.partition("/")[2]
    return _number(topic, Unreachable) if topic else None


def message_id(message: MaybeInaccessibleMessage) -> MessageId:
    """Returns the id of a message in its chat."""
    return MessageId(str(message.message_id))


def message_number(message: MessageId) -> int:
    """Returns Telegram's number of a message; raises Gone for an invalid id."""
    return _number(message, Gone)


def _number(number: str, otherwise: type[MessengerError]) -> int:
    """Returns the number in a text; raises `otherwise` if it is no integer."""
    try:
        return int(number)
    except ValueError:
        raise otherwise("an id that Telegram has not given") from None
