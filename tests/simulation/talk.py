"""What people type, as Telegram delivers it: their own words, and forwards, posts and words of bots."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from telegram import Message

from adapters.telegram.authors import author_of

OTHERS = 0.15
"""How often what stands in a chat under a name was typed by nobody, or not there."""
_SOMEBODY = {"id": 7, "is_bot": False, "first_name": "Zaratas"}
_BOT = {"id": 8, "is_bot": True, "first_name": "Otro"}
_CHANNEL = {"id": -1009, "type": "channel", "title": "Noticias"}
_ORIGINS: tuple[dict[str, Any], ...] = (
    {"forward_origin": {"type": "user", "date": 1, "sender_user": _SOMEBODY}},
    {"forward_origin": {"type": "hidden_user", "date": 1, "sender_user_name": "Z"}},
    {"via_bot": _BOT},
    {"from": _BOT},
    {
        "sender_chat": _CHANNEL,
        "is_automatic_forward": True,
        "forward_origin": {"type": "channel", "date": 1, "chat": _CHANNEL, "message_id": 3},
    },
)


@dataclass(frozen=True, slots=True)
class Written:
    """A message, as it must be judged: when it was written, by the evening's clock."""

    at: float
    origin: int | None = None
    """Which of _ORIGINS it has; None: who sent it typed it there."""
    lasts: bool = False
    """Whether it counts however late it comes."""


def draw_origin(rng: Random) -> int | None:
    """Returns where the words of a message come from."""
    return rng.randrange(len(_ORIGINS)) if rng.random() < OTHERS else None


def takes(text: str, origin: int | None) -> bool:
    """Returns whether the adapter for Telegram takes a message with these words for its sender's own."""
    wire: dict[str, Any] = {"message_id": 5, "date": 1, "from": _SOMEBODY, "text": text}
    wire["chat"] = {"id": -1001, "type": "supergroup", "title": "Mus"}
    wire |= _ORIGINS[origin] if origin is not None else {}
    return author_of(Message.de_json(wire, None)) is not None
