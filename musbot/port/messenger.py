"""Sending posts to the chats of a platform, and the errors of requests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, runtime_checkable

from musbot.game.errors import MusError
from musbot.narrator.post import Post
from musbot.table.events import ChatId, MessageId, PersonId


@dataclass(frozen=True, slots=True)
class Limit:
    """A rate limit of a chat, or of the whole bot."""

    burst: int
    """The most sends and edits at once."""
    every_s: float
    """Seconds until one more is allowed after a burst."""
    most: int = 0
    """The most requests within any `within_s` seconds; 0 if there is no such limit."""
    within_s: float = 0.0
    """The length of that window in seconds."""


class MessengerError(MusError):
    """A request that failed."""


class Unreachable(MessengerError):
    """The chat cannot be written to: never opened, blocked, left. Retried after `mark_writable`."""


class LacksPermissions(Unreachable):
    """The bot lacks `permissions` in this chat (message keys of their names)."""

    def __init__(self, *permissions: str) -> None:
        super().__init__("permissions are missing")
        self.permissions = permissions


class Gone(MessengerError):
    """The message no longer exists, or can no longer be edited."""


class Rejected(MessengerError):
    """The platform refuses this post; repeating it would not help."""


class Outage(MessengerError):
    """The platform does not answer, and the request was certainly not made; it is retried later."""


class Unsure(Outage):
    """The platform did not answer in time, and may have carried out the request.

    A send repeated after this may appear twice.
    """


def is_unsure(error: BaseException) -> bool:
    """Returns whether a request that raised this error may have been carried out.

    True for Unsure and for every error that is no MessengerError, so also for NoLease.
    """
    return isinstance(error, Unsure) or not isinstance(error, MessengerError)


MOST_DOUBLINGS = 30
"""The maximum number of times that a pause doubles; more would overflow."""
MOST_PAUSE_S = 86400.0
"""The longest pause that a platform is given, in seconds; then the chat is tried again."""


def backoff_s(failures: int, first_s: float, most_s: float) -> float:
    """Returns the seconds to wait after a number of failures in a row: `first_s` after one, then doubling.

    It is never more than `most_s`, and 0 without a failure.
    """
    return min(first_s * 2 ** min(failures - 1, MOST_DOUBLINGS), most_s) if failures > 0 else 0.0


def sane_pause_s(seconds: float) -> float:
    """Limits a pause to the range from 0 to MOST_PAUSE_S seconds; NaN becomes 0."""
    return min(seconds, MOST_PAUSE_S) if seconds > 0 else 0.0


class NoLease(Exception):
    """A request was not sent, because another process may have taken over. The platform may well answer.

    An adapter raises a subclass that is also an error of its library.
    """


class Purpose(Enum):
    """The purpose of requests, which decides whether they may be made while the database is away."""

    ANY = "any"
    """They need the lease."""
    TELL_UNSAVED = "tell unsaved"
    """They tell a person that their act was not saved, or may not have been."""
    FIND_PRESSES = "find presses"
    """They look for presses to answer, and take none away. Only while the database refuses connections."""


_PURPOSE: ContextVar[Purpose] = ContextVar("purpose of requests", default=Purpose.ANY)


@contextmanager
def requesting(purpose: Purpose) -> Iterator[None]:
    """Sets the purpose of the requests in the block, which `PlatformContext.is_active` then judges."""
    before = _PURPOSE.set(purpose)
    try:
        yield
    finally:
        _PURPOSE.reset(before)


def current_purpose() -> Purpose:
    """Returns the purpose of the requests of the current task."""
    return _PURPOSE.get()


class TooFast(MessengerError):
    """The platform throttles this chat for `seconds`, or the whole bot if `everywhere` is true."""

    def __init__(self, seconds: float, *, everywhere: bool = False) -> None:
        """Limits the pause to MOST_PAUSE_S."""
        self.seconds = sane_pause_s(seconds)
        self.everywhere = everywhere
        super().__init__(f"a pause of {self.seconds} s is asked for")


class MovedTo(MessengerError):
    """The chat has a new id."""

    def __init__(self, chat: ChatId) -> None:
        super().__init__("the chat has moved")
        self.chat = chat


class Result(Enum):
    """The result of a request; BROKEN is a bug, or a request that was given up."""

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
    """Sends one platform's posts. The platform defines the ids of chats and messages, opaque to musbot.

    One exception: the part after a slash names a topic of a chat, which shares the chat's limits.
    """

    def limit(self, chat: ChatId) -> Limit:
        """Returns the rate limit of a chat; its topics share it."""

    def total_limit(self) -> Limit:
        """Returns the rate limit of all chats together."""

    def has_idempotent_sends(self) -> bool:
        """Returns whether two sends with one key create one message, so that retries are safe."""

    def link(self, chat: ChatId, message: MessageId) -> str:
        """Returns a link to a message, or "" if the platform has none."""

    def private_link(self, table: str) -> str:
        """Returns a link that opens the bot's private chat from a table; "" if the platform has none."""

    async def send(self, chat: ChatId, post: Post) -> MessageId:
        """Sends a message and returns its id; raises a MessengerError.

        Raises Unsure only without `has_idempotent_sends`. A post with `replaces_message` replaces that
        message and returns its id, or deletes it if the post is empty.
        """

    async def edit(self, chat: ChatId, message: MessageId, post: Post) -> None:
        """Makes a message show a post; does nothing if it shows it already.

        Raises Gone if it no longer exists, or another MessengerError.
        """

    async def delete(self, chat: ChatId, message: MessageId) -> None:
        """Deletes a message; does nothing if it no longer exists. Raises a MessengerError."""

    async def strip(self, chat: ChatId, message: MessageId) -> None:
        """Removes the buttons of a message, or the whole message; does nothing if it no longer exists.

        Raises a MessengerError.
        """


@runtime_checkable
class KeepsOldMessages(Protocol):
    """A Messenger whose platform refuses to delete some messages, such as old ones."""

    async def delete_or_change(self, chat: ChatId, message: MessageId, instead: str) -> None:
        """Deletes a message; a refused one shows only the text `instead`, without buttons.

        Does nothing if it no longer exists. Raises a MessengerError.
        """


async def delete_or_change(messenger: Messenger, chat: ChatId, message: MessageId, instead: str) -> None:
    """Deletes a message. If its platform may keep it, it then shows only `instead`; "" keeps its text.

    Raises a MessengerError.
    """
    if instead and isinstance(messenger, KeepsOldMessages):
        await messenger.delete_or_change(chat, message, instead)
    else:
        await messenger.delete(chat, message)


@runtime_checkable
class SparesGroups(Protocol):
    """A Messenger whose platform rings for a whole group when one person is called there."""

    def calls_in_private(self) -> bool:
        """Returns whether a slow player is called in their private chat, unless they chose another way."""


def calls_in_private(messenger: Messenger) -> bool:
    """Returns whether slow players of a platform are called in private, unless they chose another way."""
    return isinstance(messenger, SparesGroups) and messenger.calls_in_private()


@runtime_checkable
class NotesLostPictures(Protocol):
    """A Messenger that notes which posts it sent without their picture, because drawing it failed."""

    unpictured: set[str]
    """The keys of those posts; their sender removes them."""


def unpictured_posts(messenger: Messenger) -> set[str]:
    """Returns the keys of the posts that a messenger sent without their picture; they may be removed.

    An empty set for a messenger that does not note them.
    """
    return messenger.unpictured if isinstance(messenger, NotesLostPictures) else set()


@runtime_checkable
class WithAdministrators(Protocol):
    """A Messenger that knows the administrators of chats."""

    reads: bool
    """Whether the bot is configured to receive all messages; a single chat may still forbid it."""

    def administered_unit(self, chat: ChatId) -> ChatId:
        """Returns the unit that is administered: a chat without its topic, the server of a channel."""

    async def administers(self, chat: ChatId, person: PersonId) -> bool:
        """Returns whether a person administers a group chat; raises a MessengerError."""


@runtime_checkable
class WithMembers(Protocol):
    """A Messenger that can find out who is in a group."""

    async def is_member(self, chat: ChatId, person: PersonId) -> bool:
        """Returns whether a person is in a group, or in the server of a channel; raises a MessengerError."""


@runtime_checkable
class WithWindows(Protocol):
    """A Messenger that can show one person messages in a chat: in their window (`musbot.port.chats`)."""

    def can_open_window(self, chat: ChatId, person: PersonId) -> bool:
        """Returns whether the bot can send a new message that only this person sees in a chat."""


@runtime_checkable
class WithThreads(Protocol):
    """A Messenger whose channels have threads. A thread is a chat."""

    def has_threads(self, chat: ChatId) -> bool:
        """Returns whether the bot can open a thread in a chat, as far as it knows. Makes no request."""

    async def open_thread(self, chat: ChatId, message: MessageId, name: str) -> ChatId:
        """Opens a thread at a message and returns its chat; returns the existing one if there is one.

        Raises LacksPermissions, or another MessengerError.
        """

    async def archive_thread(self, chat: ChatId) -> None:
        """Archives a thread that the bot has opened; raises a MessengerError.

        No effect for any other chat.
        """

    def address(self, chat: ChatId) -> str:
        """Returns a link to a chat, thread or channel."""

    def channel_of(self, chat: ChatId) -> ChatId:
        """Returns the channel of a thread; the chat itself if it is no thread.

        An unknown or archived thread counts as none.
        """
