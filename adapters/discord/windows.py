"""Windows: ephemeral messages in a channel that show players their hand.

The send queue updates a window like any chat. Interactions bring the tokens for that, which are valid for 15
minutes (discord.com/developers/docs/interactions/receiving-and-responding) and kept in memory only.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import discord

from musbot.narrator.post import Post
from musbot.port import ChatId, MessageId, PersonId
from musbot.port.boundary import guard_callback
from musbot.port.chats import person_of, window_in
from musbot.port.door import GivesAnswers
from musbot.port.messenger import Gone, Rejected, Unreachable
from musbot.table.events import TableId

from .failures import convert_errors
from .layout import Layouts
from .wire import Ephemeral, InteractionWire, message_id

Interaction = discord.Interaction[Any]
"""A press, a form or a slash command."""

TOKEN_S = 14 * 60
"""Seconds for which an interaction's token is used."""
LEFT_S = 60
"""The minimum remaining seconds of a token for which a new window is opened."""
UPDATES = frozenset(
    {discord.InteractionResponseType.message_update, discord.InteractionResponseType.deferred_message_update}
)
"""First answers after which the pressed message is the interaction's original response."""


class Windows:
    """Sends and changes windows by the newest tokens."""

    def __init__(self, clock: Callable[[], float], layouts: Layouts) -> None:
        self.answers: GivesAnswers
        """Keeps windows up to date; set before the platform runs."""
        self._clock = clock
        self._layouts = layouts
        self._wire = InteractionWire(layouts)
        self._tokens: dict[ChatId, tuple[Interaction, float]] = {}
        """The last answered interaction in each window's channel, and the end of its token."""
        self._shown: dict[MessageId, tuple[Ephemeral, asyncio.TimerHandle]] = {}
        """The windows by their message, and the timers of their ends."""

    def record_token(self, person: PersonId, chat: ChatId, interaction: Interaction) -> None:
        """Stores the token of an answered interaction, by which a person can be sent a window in a chat.

        If the interaction updated a window, that window uses the new token from now on, and ends TOKEN_S
        later. Expired tokens are forgotten.
        """
        self._tokens.pop(window := window_in(chat, person), None)
        self._tokens[window] = (interaction, self._clock() + TOKEN_S)
        while self._tokens[oldest := next(iter(self._tokens))][1] <= self._clock():
            del self._tokens[oldest]
        if (
            (pressed := interaction.message) is not None
            and message_id(pressed.id) in self._shown
            and interaction.response.type in UPDATES
        ):
            self._keep(person, Ephemeral(interaction, pressed.id, original=True))

    def can_open(self, chat: ChatId, person: PersonId) -> bool:
        """Returns whether a window can be sent to a person in a chat.

        It needs a token of the person there that is valid for more than LEFT_S.
        """
        _, until = self._tokens.get(window_in(chat, person), (None, 0.0))
        return until > self._clock() + LEFT_S

    def record(self, person: PersonId, table: TableId, shown: Ephemeral, post: Post | None) -> None:
        """Records a window that answers a press, here and in `answers`.

        `post` is None if the window lacks its picture.
        """
        self._keep(person, shown)
        self.answers.record_window(person, table, message_id(shown.message), post)

    def forget_tokens(self, person: PersonId) -> None:
        """Forgets the tokens by which new windows can be sent to a person.

        Windows already shown keep their tokens, and stay until they end.
        """
        for window in [it for it in self._tokens if person_of(it) == person]:
            del self._tokens[window]

    # ---- as chats ----------------------------------------------------------------------------------------

    async def send(self, window: ChatId, post: Post) -> MessageId:
        """Sends a window, records it, and returns the id of its message.

        Raises Gone without a token, and if Discord refuses it. Raises other MessengerErrors, such as Outage.
        """
        interaction, _ = self._tokens.get(window) or _no_token()
        laid = await self._layouts.lay_out(post, own=True)
        async with self._convert_errors():
            sent = await self._wire.follow(interaction, laid, ephemeral=True)
        self._keep(person_of(window), Ephemeral(interaction, sent, original=False))
        return message_id(sent)

    async def edit(self, window: ChatId, message: MessageId, post: Post) -> None:
        """Changes a window. If Discord refuses, for example because it was dismissed, the window ends.

        Raises Gone then, and for an unknown window. Raises other MessengerErrors, such as Outage.
        """
        shown, _ = self._shown.get(message) or _no_token()
        laid = await self._layouts.lay_out(post, own=True, message=shown.message)
        try:
            async with self._convert_errors():
                await self._wire.change(shown, laid)
        except Gone:
            self.report_end(person_of(window), message)
            raise

    async def delete(self, message: MessageId) -> None:
        """Deletes a window and forgets it, even if the request fails; no effect for an unknown or ended
        window.

        Raises Gone if Discord refuses, or another MessengerError.
        """
        if message in self._shown:
            shown, timer = self._shown.pop(message)
            timer.cancel()
            async with self._convert_errors():
                await self._wire.delete(shown)

    @asynccontextmanager
    async def _convert_errors(self) -> AsyncIterator[None]:
        """Converts errors to MessengerErrors; a window that cannot be changed is Gone, and no chat closes."""
        try:
            async with convert_errors(self._layouts):
                yield
        except (Rejected, Unreachable) as error:
            raise Gone(str(error)) from None

    # ---- ends --------------------------------------------------------------------------------------------

    def _keep(self, person: PersonId, shown: Ephemeral) -> None:
        """Stores a window and the token that changes it, and schedules its end after TOKEN_S.

        For a known window both replace the old ones.
        """
        message = message_id(shown.message)
        if message in self._shown:
            self._shown[message][1].cancel()
        end = guard_callback("a window of Discord", partial(self.report_end, person, message, expires=True))
        self._shown[message] = shown, asyncio.get_running_loop().call_later(TOKEN_S, end)

    def report_end(self, person: PersonId, message: MessageId, *, expires: bool = False) -> None:
        """Reports that a window ends: it shows another page, was dismissed, or its token `expires`.

        A message that is no window is ignored. The window stays known until `delete`.
        """
        if message in self._shown:
            self.answers.end_window(person, message, expires=expires)


def _no_token() -> Any:
    """Raises Gone, because no token of a window is known."""
    raise Gone("no token is valid")
