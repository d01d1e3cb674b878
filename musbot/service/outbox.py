"""What waits to be brought to a chat: slots, not texts, so that the newest state wins."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from musbot.narrator.post import Post
from musbot.service.bucket import Bucket
from musbot.service.messenger import Messenger

FIRST_BACKOFF_S = 1.0


@dataclass(frozen=True, slots=True)
class Slot:
    """Something a chat shows: of a table `lobby`, `hand.3`, `cards.3.0`, `nudge`, `end`; or a single post."""

    table: str
    name: str
    post: Post | None = None
    strip: str = ""


@dataclass(slots=True)
class Outbox:
    """What waits for one chat, oldest first; what is being sent, if anything."""

    chat: str
    messenger: Messenger
    bucket: Bucket
    slots: dict[Slot, None] = field(default_factory=dict)
    backoff: float = FIRST_BACKOFF_S
    closed: bool = False
    sending: Slot | None = None
    task: asyncio.Task[None] | None = None


def platform_of(chat: str) -> str:
    """Returns the platform that a chat belongs to."""
    return chat.partition(":")[0]


def whole(chat: str) -> str:
    """Returns the chat that a topic is part of, or the chat itself."""
    return chat.partition("/")[0]
