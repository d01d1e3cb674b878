"""What waits to be brought to a chat: slots, not texts, so that the newest state wins."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from musbot.service.bucket import Bucket
from musbot.service.messenger import Messenger
from musbot.service.slots import Slot

FIRST_BACKOFF_S = 1.0


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
