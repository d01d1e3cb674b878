"""The parts of a chat's id (`telegram:-100123/5`)."""

from __future__ import annotations


def platform_of(chat: str) -> str:
    """Returns the platform of an id of a chat or person, its part before the ":".

    A text without ":" is returned whole.
    """
    return chat.partition(":")[0]


def matches_every_chat(_: str) -> bool:
    """Returns True for any chat."""
    return True


def every_chat(platform: str) -> str:
    """Returns the id that means all chats of a platform together (`telegram:*`)."""
    return f"{platform}:*"


def without_topic(chat: str) -> str:
    """Returns the chat that a topic is part of: the id up to its first "/".

    A chat without a topic is returned unchanged.
    """
    return chat.partition("/")[0]
