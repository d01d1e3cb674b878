"""The errors of requests to Discord, as MessengerErrors or results."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar
from http import HTTPStatus

import aiohttp
import discord

from musbot.port.messenger import (
    Gone,
    MessengerError,
    Outage,
    Rejected,
    Result,
    TooFast,
    Unreachable,
)

from . import threads
from .layout import Layouts

log = logging.getLogger(__name__)

UNREADABLE_PAUSE_S = 60.0
"""Seconds to pause after a 429 without a readable pause."""
LONGEST_S = 40
"""The time limit of a request in seconds, including the library's own pauses."""

# discord.com/developers/docs/topics/opcodes-and-status-codes
GONE = frozenset({10008, 30046, 50083})
"""Unknown message; too many edits of an old message; archived thread (a send opens it again)."""
DMS_TOO_FAST = 40003
"""Private chats are opened too fast."""
LATE = frozenset({10062, 10015, 50027})
"""The interaction no longer accepts an answer."""
ANSWERED = 40060
"""The interaction is answered already, perhaps by an earlier attempt of the same answer."""
TOO_LATE = frozenset({10062, 40060, 50027, 10003, 10008, 10015})
"""Unknown or answered interaction; expired token; unknown channel or message."""
MISSING_PERMISSIONS = 50013
"""The bot lacks a permission."""


class MayNot(Unreachable):
    """A permission is missing, to send or only to attach files; Discord does not say which."""


class SeenLimit:
    """The last 429 answer to a request."""

    def __init__(self) -> None:
        self.seconds = 0.0
        """The pause that it asks for, in seconds."""
        self.everywhere = False
        """Whether it holds the whole bot."""

    def note(self, headers: Mapping[str, str]) -> None:
        """Reads the pause in the headers of a 429, and whether it holds the whole bot.

        An unreadable pause is UNREADABLE_PAUSE_S. Without a Via header it holds the whole bot: the proxy in
        front of Discord has banned our address (docs.discord.com, Rate Limits).
        """
        try:
            self.seconds = float(headers.get("Retry-After", ""))
        except ValueError:
            self.seconds = UNREADABLE_PAUSE_S
        shared = headers.get("X-RateLimit-Scope") == "global" or headers.get("X-RateLimit-Global") == "true"
        self.everywhere = shared or "Via" not in headers


_SEEN: ContextVar[SeenLimit | None] = ContextVar("seen limit", default=None)


def note_answer(status: int, headers: Mapping[str, str]) -> None:
    """Records a 429 for the `convert_errors` that made the request; the library drops its headers.

    No effect for another status, or outside of `convert_errors`.
    """
    if status == HTTPStatus.TOO_MANY_REQUESTS and (seen := _SEEN.get()) is not None:
        seen.note(headers)


@asynccontextmanager
async def convert_errors(layouts: Layouts, most_s: float = LONGEST_S) -> AsyncIterator[None]:
    """Converts errors of the library and the connection to MessengerErrors.

    Other errors are raised unchanged. No answer within `most_s` seconds is an Outage. A refusal because the
    emojis are gone is an Outage too: they are dropped, and the retry has none.
    """
    seen, used = SeenLimit(), bool(layouts.emojis)
    before = _SEEN.set(seen)
    try:
        async with asyncio.timeout(most_s):
            yield
    except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
        if isinstance(error, discord.HTTPException) and layouts.drop_lost_emojis(error, used=used):
            raise Outage("emojis are gone") from None  # retried without emojis
        raise _to_messenger_error(error, seen) from None
    finally:
        _SEEN.reset(before)


@asynccontextmanager
async def tolerate_refusals(became: Callable[[Result], None] = lambda _: None) -> AsyncIterator[None]:
    """Suppresses errors of Discord and of the connection, and passes the result to `became`.

    MADE without an error or for an answered interaction; GONE for an expired one, or an unknown message or
    channel. REJECTED for any other HTTP error, also a failure of Discord's server; UNSURE without an answer.
    These two are logged. Another error is raised, and `became` is not called.
    """
    try:
        yield
        became(Result.MADE)
    except discord.HTTPException as error:
        late = Result.MADE if error.code == ANSWERED else Result.GONE
        became(late if error.code in TOO_LATE else Result.REJECTED)
        if error.code == ANSWERED:
            log.warning("an interaction was answered already: perhaps by another program with this token")
        if error.code not in TOO_LATE:
            log.warning("an interaction could not be answered: %s, error %s", error.status, error.code)
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        became(Result.UNSURE)
        log.warning("an interaction was never answered: %s", type(error).__name__)


def _to_messenger_error(error: Exception, seen: SeenLimit) -> MessengerError:
    """Returns the MessengerError for an error of the library or the connection.

    A 429 is a TooFast with the pause that was `seen`, unless its code is in GONE or is DMS_TOO_FAST. A
    RateLimited, raised before a request, is one with its own pause. No answer, and an answer of 500 or above,
    is an Outage. Other refusals are left to `_refusal_error`.
    """
    match error:
        case discord.RateLimited():
            return TooFast(error.retry_after, everywhere=seen.everywhere)
        case discord.HTTPException(status=429, code=code) if code not in GONE and code != DMS_TOO_FAST:
            return TooFast(seen.seconds, everywhere=seen.everywhere)
        case discord.DiscordServerError():
            return Outage(f"Discord does not answer ({error.status})")
        case discord.HTTPException():
            return _refusal_error(error)
        case _:
            return Outage(type(error).__name__)


def _refusal_error(error: discord.HTTPException) -> MessengerError:
    """Returns the MessengerError for Discord's refusal of a request.

    Codes that this module names come first: Gone, Rejected (too late), TooFast for 60 s, or Outage (answered
    already). A missing permission is MayNot; any other 403 or 404, and a locked thread, is Unreachable. A 401
    or 408 is an Outage, and any other refusal is Rejected.
    """
    match error:
        case discord.HTTPException(code=code) if code in GONE:
            return Gone(f"error {code}")
        case discord.HTTPException(code=code) if code in LATE:
            return Rejected("it came too late")
        case discord.HTTPException(code=code) if code == DMS_TOO_FAST:
            return TooFast(60)
        case discord.HTTPException(code=code) if code == ANSWERED:
            return Outage(f"error {code}")
        case discord.Forbidden(code=code) if code == MISSING_PERMISSIONS:
            return MayNot(f"error {code}")
        case discord.Forbidden() | discord.NotFound() | discord.HTTPException(code=threads.LOCKED):
            return Unreachable(f"error {error.code}")
        case discord.HTTPException(status=401 | 408):
            return Outage(f"Discord answers {error.status}")
        case _:
            return Rejected(f"error {error.code}, status {error.status}")
