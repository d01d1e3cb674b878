"""Private replies in a channel that replace one another, and go once they have stopped being true.

Each person has one notice in a channel, for refusals and confirmations, and one answer about a table. A
message is changed and deleted by its interaction's token, which is valid for 15 minutes
(discord.com/developers/docs/interactions/receiving-and-responding#followup-messages), so each is deleted at
the latest when that ends.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, NamedTuple

import discord

from musbot.narrator.post import Post
from musbot.port.boundary import Background, guard_callback
from musbot.port.messenger import MessengerError
from musbot.port.replies import WhenOutdated

from .failures import convert_errors, tolerate_refusals
from .layout import Layouts
from .windows import TOKEN_S
from .wire import Ephemeral, InteractionWire

Interaction = discord.Interaction[Any]
"""A press, a form or a slash command."""
Reader = tuple[int, int | None]
"""The numbers of a person and a channel."""

LASTS_S = 60
"""Seconds after which a notice is deleted."""
REPLY_READ_S = 5
"""Minimum seconds for which a notice is shown that has stopped being true."""
ANSWER_READ_S = 15
"""Minimum seconds for which an untrue answer about a table is shown, such as its score or the help."""
REPLACED_S = 1
"""Seconds for which the reply to the press that made a notice untrue may still take its place."""
EDIT_S = 1
"""Seconds that an edit of a notice may take; Discord waits 3 s for the answer to the press."""


class _Notice(NamedTuple):
    """A notice, or an answer about a table, that can be changed and deleted."""

    shown: Ephemeral
    """Its message."""
    until: float
    """When its token ends, by the clock of the event loop."""
    timer: asyncio.TimerHandle
    """The timer of its deletion; each change of its text starts a new one."""


class Notices:
    """The notices of all people, each with the timer of its deletion."""

    def __init__(self, layouts: Layouts, wire: InteractionWire, lasts_s: float, read_s: float) -> None:
        """Takes the seconds after which a notice is deleted, and the minimum for an untrue notice."""
        self._layouts = layouts
        self._wire = wire
        self._lasts_s = lasts_s
        self._read_s = read_s
        self._standing: dict[Reader, _Notice] = {}
        self._background = Background()

    async def change(self, reader: Reader, post: Post, when_outdated: WhenOutdated | None) -> bool:
        """Makes a person's notice show a post, and restarts its time; returns whether it did.

        False if they have no notice, and after a MessengerError. Discord may refuse the change, for example,
        or take longer than EDIT_S.
        """
        if (notice := self._standing.get(reader)) is None:
            return False
        notice.timer.cancel()
        laid = await self._layouts.lay_out(post, own=True)
        try:
            async with convert_errors(self._layouts, EDIT_S):
                await self._wire.change(notice.shown, laid)
        except MessengerError:
            return False
        self._standing.get(reader, notice).timer.cancel()
        self._record_notice(reader, notice.shown, notice.until, when_outdated)
        return True

    def keep(self, reader: Reader, notice: Ephemeral, when_outdated: WhenOutdated | None) -> None:
        """Records a person's new notice, and deletes the one before in the background."""
        self.remove(reader)
        until = asyncio.get_running_loop().time() + TOKEN_S
        self._record_notice(reader, notice, until, when_outdated)

    def remove(self, reader: Reader) -> None:
        """Forgets a person's notice, if they have one, and deletes its message in the background."""
        if (notice := self._standing.pop(reader, None)) is not None:
            notice.timer.cancel()
            self._background.start(self._delete(notice.shown), _place(reader))

    def release(self, reader: Reader, message: int) -> None:
        """Forgets a person's notice if it is this message, which now shows a page; the message stays."""
        notice = self._standing.get(reader)
        if notice is not None and notice.shown.message == message:
            notice.timer.cancel()
            del self._standing[reader]

    def stop(self) -> None:
        """Cancels the deletions that are running. The timers of later deletions keep running."""
        self._background.cancel()

    def _record_notice(
        self, reader: Reader, shown: Ephemeral, until: float, when_outdated: WhenOutdated | None
    ) -> None:
        """Records a notice that shows a new text, and schedules its deletion.

        That is after `lasts_s`, or at `until`: the end of the token, by the clock of the event loop. It is
        earlier once `when_outdated` reports that the text has stopped being true.
        """
        now = asyncio.get_running_loop().time()
        timer = self._remove_later(reader, min(self._lasts_s, until - now))
        self._standing[reader] = _Notice(shown, until, timer)
        if when_outdated is not None:
            when_outdated(partial(self._end, reader, timer, now + self._read_s))

    def _end(self, reader: Reader, timer: asyncio.TimerHandle, read_at: float) -> None:
        """Schedules the deletion of an untrue notice for `read_at`, by the clock of the event loop.

        It stays for REPLACED_S in any case. No effect if the notice is gone, or has another timer because it
        shows another text by now.
        """
        notice = self._standing.get(reader)
        if notice is not None and notice.timer is timer:
            timer.cancel()
            later = self._remove_later(reader, max(read_at - asyncio.get_running_loop().time(), REPLACED_S))
            self._standing[reader] = notice._replace(timer=later)

    def _remove_later(self, reader: Reader, seconds: float) -> asyncio.TimerHandle:
        """Schedules the removal of a person's notice, and returns the timer."""
        remove = guard_callback(_place(reader), partial(self.remove, reader))
        return asyncio.get_running_loop().call_later(seconds, remove)

    async def _delete(self, notice: Ephemeral) -> None:
        """Deletes the message of a notice; errors of Discord and the connection are not raised."""
        async with tolerate_refusals():  # they may have dismissed it
            await self._wire.delete(notice)


def _place(reader: Reader) -> str:
    """Returns the channel of a notice, as a log line names it."""
    return f"Discord's channel {reader[1]}: a notice"
