"""The parts of a chat's id (`telegram:-100123/5`)."""

from __future__ import annotations

from musbot.table.events import ChatId, PersonId, read_person_id

_WINDOW = "/@"
"""The mark of a window (`discord:7/@discord:1-2`); it shares the limits of its person's private chat."""


def platform_of(chat: ChatId) -> str:
    """Returns the platform of an id of a chat or person, its part before the ":".

    A text without ":" is returned whole.
    """
    return chat.partition(":")[0]


def matches_every_chat(_: ChatId) -> bool:
    """Returns True for any chat."""
    return True


def every_chat(platform: str) -> ChatId:
    """Returns the id that means all chats of a platform together (`telegram:*`)."""
    return ChatId(f"{platform}:*")


def window_in(chat: ChatId, person: PersonId) -> ChatId:
    """Returns the id under which only one person sees messages in a chat."""
    return ChatId(f"{person}{_WINDOW}{chat}")


def is_window(chat: ChatId) -> bool:
    """Returns whether an id is a window's: only one person sees its messages, in a chat that others read."""
    return _WINDOW in chat


def person_of(chat: ChatId) -> PersonId:
    """Returns the person of a private chat or a window; another chat is returned unchanged."""
    return read_person_id(chat.partition(_WINDOW)[0])


def without_window(chat: ChatId) -> ChatId:
    """Returns the chat in which a window is, or the chat itself."""
    return ChatId(chat.rpartition(_WINDOW)[2])


def without_topic(chat: ChatId) -> ChatId:
    """Returns the chat that a topic is part of: the id up to its first "/".

    A chat without a topic is returned unchanged. For a window it returns the person's private chat.
    """
    return ChatId(chat.partition("/")[0])
