"""The parts of a chat's id (`telegram:-100123/5`)."""

from __future__ import annotations


def platform_of(chat: str) -> str:
    """Returns the platform that a chat belongs to."""
    return chat.partition(":")[0]


def matches_every_chat(_: str) -> bool:
    """Whether a chat is one of all."""
    return True


def every_chat(platform: str) -> str:
    """Returns the name of all chats of a platform together."""
    return f"{platform}:*"


def without_topic(chat: str) -> str:
    """Returns the chat that a topic is part of, or the chat itself."""
    return chat.partition("/")[0]
