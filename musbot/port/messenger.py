"""How a platform brings posts to chats, and what may go wrong there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol, runtime_checkable

from musbot.game.errors import MusError
from musbot.narrator.post import Post


@dataclass(frozen=True, slots=True)
class Limit:
    """How much a chat bears: `burst` sends and edits at once, then one every `every_s` seconds."""

    burst: int
    every_s: float


class MessengerError(MusError):
    """A post that did not reach its chat."""


class Unreachable(MessengerError):
    """The chat cannot be written to: never opened, blocked, left. Tried again only once it is opened."""


class Lacks(Unreachable):
    """The bot may not do that here: it lacks `permissions`, by the keys of their names."""

    def __init__(self, *permissions: str) -> None:
        super().__init__("permissions are missing")
        self.permissions = permissions


class Gone(MessengerError):
    """The message to edit is no longer there, or can no longer be edited."""


class Rejected(MessengerError):
    """The platform refuses this very post; repeating it would not help."""


class Outage(MessengerError):
    """The platform does not answer; try again later."""


class Unsure(Outage):
    """The platform did not answer in time; what was asked of it may have been done all the same.

    Of a send that means: sent again it may stand there twice. One that certainly was not made is an Outage.
    """


class TooFast(MessengerError):
    """The platform asks for a pause of `seconds` in this chat."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"a pause of {seconds} s is asked for")
        self.seconds = seconds


class MovedTo(MessengerError):
    """The chat has another id now."""

    def __init__(self, chat: str) -> None:
        super().__init__("the chat has moved")
        self.chat = chat


class Result(Enum):
    """What became of a request; BROKEN is a fault of the program, or a request that was given up."""

    MADE = "made"
    TOO_FAST = "too_fast"
    OUTAGE = "outage"
    UNSURE = "unsure"
    REJECTED = "rejected"
    GONE = "gone"
    UNREACHABLE = "unreachable"
    MOVED = "moved"
    BROKEN = "broken"


class Messenger(Protocol):
    """One platform's way of bringing posts to chats; chats and messages are opaque ids of its own making.

    But for this: what follows a slash is a part of a chat (a topic), which shares the chat's limits.
    """

    def limit(self, chat: str) -> Limit:
        """Returns how much a chat bears."""

    def whole(self) -> Limit:
        """Returns how much all chats together bear."""

    def keyed(self) -> bool:
        """Whether two sends of one key are one message, so that a send may be repeated at once."""

    def link(self, chat: str, message: str) -> str:
        """Returns an address that leads to a message, or "" where the platform has none."""

    def private_link(self, table: str) -> str:
        """Returns an address that opens the bot's private chat, or ""."""

    async def send(self, chat: str, post: Post) -> str:
        """Posts a message and returns its id; raises a MessengerError, Unsure only if it is not `keyed`.

        A post that stands `instead` of a message changes that, or takes it away if it says nothing.
        """

    async def edit(self, chat: str, message: str, post: Post) -> None:
        """Makes a message show a post; raises a MessengerError. Showing it already is no error."""

    async def delete(self, chat: str, message: str) -> None:
        """Takes a message away; that it is not there is no error."""

    async def strip(self, chat: str, message: str) -> None:
        """Takes the buttons of a message away, or the message; that it has none is no error."""


@runtime_checkable
class WithAdministrators(Protocol):
    """A Messenger of a platform that can tell who administers a chat; elsewhere nobody is known to.

    `reads` tells that what people write can reach the bot, as it is set: one chat may not allow it.
    """

    reads: bool

    def together(self, chat: str) -> str:
        """Returns what is administered as one: a chat without its topic, a server for any of its channels."""

    async def administers(self, chat: str, person: str) -> bool:
        """Whether a person administers a chat that is not private; raises a MessengerError."""


@runtime_checkable
class WithThreads(Protocol):
    """A Messenger of a platform in whose channels threads can be opened: chats of their own."""

    def has_threads(self, chat: str) -> bool:
        """Whether the bot can open a thread in a chat, as far as is known."""

    async def open_thread(self, chat: str, message: str, name: str) -> str:
        """Opens a thread at a message and returns its chat; that it is there already is no error.

        Raises Lacks, or another MessengerError.
        """

    def address(self, chat: str) -> str:
        """Returns an address that leads to a chat."""

    def channel_of(self, chat: str) -> str:
        """Returns the channel that a thread is in; of any other chat itself."""
