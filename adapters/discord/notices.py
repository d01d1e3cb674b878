"""Refusals and confirmations: each person has one notice in a channel, deleted after LASTS_S.

A new refusal or confirmation replaces the text of the notice, or the notice.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import discord

from musbot.narrator.post import Post
from musbot.port.boundary import Background, guard_callback
from musbot.port.messenger import MessengerError

from .failures import calling, tolerate_refusals
from .layout import Layouts
from .wire import Ephemeral, InteractionWire

Interaction = discord.Interaction[Any]
"""A press, a form or a slash command."""
Reader = tuple[int, int | None]
"""The numbers of a person and a channel."""

LASTS_S = 60
"""Seconds after which a notice is deleted."""
EDIT_S = 1
"""Seconds that an edit of a notice may take; Discord waits 3 s for the answer to the press."""


class Notices:
    """The notices of all people, each with the timer of its deletion."""

    def __init__(self, layouts: Layouts, wire: InteractionWire) -> None:
        self._layouts = layouts
        self._wire = wire
        self._standing: dict[Reader, tuple[Ephemeral, asyncio.TimerHandle]] = {}
        self._background = Background()

    async def change(self, reader: Reader, post: Post) -> bool:
        """Makes a person's notice show a post, and restarts its time; returns whether it did.

        False if they have no notice, and after a MessengerError, as if Discord refuses the change or takes
        longer than EDIT_S.
        """
        if reader not in self._standing:
            return False
        notice, timer = self._standing[reader]
        laid = await self._layouts.lay_out(post, own=True)
        try:
            async with calling(self._layouts, EDIT_S):
                await self._wire.change(notice, laid)
        except MessengerError:
            return False
        timer.cancel()
        self._record_notice(reader, notice)
        return True

    def keep(self, reader: Reader, notice: Ephemeral) -> None:
        """Records a person's new notice, and deletes the one before in the background."""
        self.remove(reader)
        self._record_notice(reader, notice)

    def remove(self, reader: Reader, *, replaced: int = 0) -> None:
        """Forgets a person's notice, if they have one, and deletes its message in the background.

        The message with the id `replaced` stays, because it now shows a page.
        """
        if reader in self._standing:
            notice, timer = self._standing.pop(reader)
            timer.cancel()
            if notice.message != replaced:
                self._background.start(self._delete(notice), _place(reader))

    def stop(self) -> None:
        """Cancels the deletions that are running. The timers of later deletions keep running."""
        self._background.cancel()

    def _record_notice(self, reader: Reader, notice: Ephemeral) -> None:
        """Records a notice, and schedules its deletion after LASTS_S."""
        end = guard_callback(_place(reader), partial(self.remove, reader))
        self._standing[reader] = notice, asyncio.get_running_loop().call_later(LASTS_S, end)

    async def _delete(self, notice: Ephemeral) -> None:
        """Deletes the message of a notice; errors of Discord and the connection are not raised."""
        async with tolerate_refusals():  # they may have dismissed it
            await self._wire.delete(notice)


def _place(reader: Reader) -> str:
    """Returns the channel of a notice, as a log line names it."""
    return f"Discord's channel {reader[1]}: a notice"
