"""Hand windows: ephemeral messages in a channel that show players their hands.

A player who discards on the board, or asks for cards there, gets a window. It is updated while an interaction
token is valid, for 15 minutes (discord.com/developers/docs/interactions/receiving-and-responding). The window
ends when the player presses nothing for that time, or presses in private; until then their private chat only
links to it. Players without private hands get a window for each new hand. Tokens are kept in memory only.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord

from musbot.narrator.post import Post
from musbot.port.boundary import Background, guard_callback
from musbot.port.door import GivesAnswers
from musbot.port.messenger import Result
from musbot.port.replies import OwnHand
from musbot.table.view import TableView

from .layout import Laid, Layouts
from .messenger import ANSWERED
from .wire import InteractionWire

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
"""A press, a form or a slash command."""
Whose = tuple[str, str]
"""The ids of a person and a table."""

TOKEN_S = 14 * 60
"""Seconds for which an interaction's token is used; it is valid for 15 minutes."""
LEFT_S = 60
"""The minimum remaining seconds of a token for which a new window is opened."""
SETTLE_S = 0.5
"""Seconds that a change waits, so that the new board comes first and changes are combined."""
# discord.com/developers/docs/topics/opcodes-and-status-codes
TOO_LATE = frozenset({10062, 40060, 50027, 10003, 10008, 10015})
"""Codes: unknown or answered interaction, expired token, unknown channel or message."""


@dataclass(slots=True)
class HandWindow:
    """An ephemeral message that shows a player their hand."""

    interaction: Interaction
    """The interaction whose token updates it."""
    until: float
    """The time of the clock until which the token is used."""
    message: int
    """The message's id."""
    original: bool
    """Whether it is the interaction's original response."""
    shown: Post
    """The current post."""
    hand: int = 0
    """The number of the hand; 0 if unknown."""


class Windows:
    """Keeps hand windows up to date, and reports which players have one."""

    def __init__(self, clock: Callable[[], float], layouts: Layouts, wire: InteractionWire) -> None:
        self.answers: GivesAnswers | None = None
        """Returns hands; None before the platform runs."""
        self._clock = clock
        self._layouts = layouts
        self._wire = wire
        self._last: dict[tuple[str, str], tuple[Interaction, float]] = {}
        self._windows: dict[Whose, HandWindow] = {}
        self._waking: dict[Whose, asyncio.Task[None]] = {}
        self._background = Background()
        self._woken: dict[Whose, str] = {}
        """The digest of each hand at the last update of its window."""

    def store_interaction(self, person: str, chat: str, interaction: Interaction) -> None:
        """Stores an interaction by which a person can be shown a window in a chat."""
        self._last.pop((person, chat), None)
        self._last[person, chat] = (interaction, self._clock() + TOKEN_S)
        while self._last[oldest := next(iter(self._last))][1] <= self._clock():
            del self._last[oldest]

    def forget(self, person: str) -> None:
        """Forgets a person's interactions and deletes their windows."""
        self.comes_home(person)
        for known in [known for known in self._last if known[0] == person]:
            del self._last[known]

    def find(self, key: Whose) -> HandWindow | None:
        """Returns a player's window at a table; None without one, or if its token has expired."""
        window = self._windows.get(key)
        return window if window is not None and window.until > self._clock() else None

    def record_opened(self, key: Whose, window: HandWindow) -> None:
        """Records a new window; the private chat then only links to it."""
        self._windows[key] = window
        self._note_hand(key)
        end = guard_callback(_place(window), lambda: self._begin(window, self._end_expiring(key, window)))
        asyncio.get_running_loop().call_later(max(window.until - self._clock(), 0), end)
        if self.answers is not None:
            self.answers.set_hand_at_table(*key, there=True)

    def make_window(
        self, interaction: Interaction, message: int, post: Post, *, original: bool
    ) -> HandWindow:
        """Returns a window for a message that was just sent."""
        return HandWindow(interaction, self._clock() + TOKEN_S, message, original, post)

    def drop(self, key: Whose) -> None:
        """Forgets a window without deleting it, so that the hand is in private again."""
        self._woken.pop(key, None)
        if self._windows.pop(key, None) is not None and self.answers is not None:
            self.answers.set_hand_at_table(*key, there=False)

    def comes_home(self, person: str) -> None:
        """Deletes the windows of a person who acts in private."""
        for key in [key for key in self._windows if key[0] == person]:
            self._take_away(key)

    def stop(self) -> None:
        """Cancels the updates that are running or delayed. Windows and the timers of their ends stay."""
        self._background.cancel()

    # ---- showing -----------------------------------------------------------------------------------------

    async def put(self, window: HandWindow, post: Post, *, most_s: float | None = None) -> Laid:
        """Updates a window to a post; leaves its picture out if that takes longer than `most_s` seconds.

        Raises the library's errors.
        """
        window.shown = post
        laid = await self._layouts.lay_out(post, own=True, most_s=most_s, message=window.message)
        await self._wire.edit(window.interaction, laid, window.message, original=window.original)
        return laid

    def complete(self, window: HandWindow, laid: Laid) -> None:
        """Adds the picture to a window that was sent without it, once it is drawn."""
        if self._layouts.lacks(laid):
            self._begin(window, self._add_pictures(window, laid))

    async def _add_pictures(self, window: HandWindow, before: Laid) -> None:
        """Draws a picture and adds it, unless the window shows another post by now; logs Discord's errors."""
        laid = await self._layouts.lay_out(before.post, own=before.own)
        if window.shown == laid.post and not self._layouts.lacks(laid):
            async with nobody_to_tell():
                await self._wire.edit(window.interaction, laid, window.message, original=window.original)

    # ---- keeping hands up to date ------------------------------------------------------------------------

    def wake(self, chat: str, table: TableView) -> None:
        """Schedules updates of a table's windows, and deletes windows of players who have left."""
        seated = {seat.person for seat in table.seats if seat.person is not None}
        for key in [it for it in self._windows if it[1] == table.id and (table.over or it[0] not in seated)]:
            self._take_away(key)
        for key, window in [*self._windows.items()]:
            if key[1] == table.id and self.find(key) is None:
                self._begin(window, self._end_expiring(key, window))
        for person in () if table.over else seated:
            key = (person, table.id)
            if self._has_news(key, chat) and key not in self._waking:
                self._waking[key] = task = self._background.start(
                    self._update_settled(key, chat), f"table {table.id}: an own hand"
                )
                task.add_done_callback(lambda _, key=key: self._waking.pop(key, None))  # type: ignore[misc]

    def _has_news(self, key: Whose, chat: str) -> bool:
        """Returns whether a player's hand has changed since the last update of their window.

        A seña or a look updates only windows of players who know of it, because timing would reveal it.
        """
        if self.answers is None:
            return False
        if key not in self._windows:
            if self._token(key[0], chat) is None:
                return False
            if not self.answers.plays_at_table(key[0]):
                return True  # their private chat may turn out to be closed
        before = self._woken.get(key)
        return before != self._note_hand(key)

    def _note_hand(self, key: Whose) -> str:
        """Records and returns the digest of a player's current hand; "" without one."""
        hand = self.answers.hand(*key) if self.answers is not None else None
        digest = self._woken[key] = hand.post.digest() if hand is not None else ""
        return digest

    def _token(self, person: str, chat: str) -> tuple[Interaction, float] | None:
        """Returns a person's last interaction in a chat if its token is valid, and the end of the token."""
        found = self._last.get((person, chat))
        if found is not None and found[1] <= self._clock():
            del self._last[person, chat]
            return None
        return found if found is not None and found[0].response.is_done() else None

    async def _update_settled(self, key: Whose, chat: str) -> None:
        """Updates a player's window after SETTLE_S; deletes it if they have no cards.

        Discord's errors are logged.
        """
        await asyncio.sleep(SETTLE_S)
        self._waking.pop(key, None)  # later changes schedule another update
        if self.answers is None or not (key in self._windows or self.answers.plays_at_table(key[0])):
            return
        if (hand := self.answers.hand(*key)) is None:
            if key in self._windows:  # the player has no cards, for example no stones
                self._take_away(key)
            return
        async with nobody_to_tell(lambda became: self._became(key, became)):
            await self._show(key, chat, hand)

    async def _show(self, key: Whose, chat: str, hand: OwnHand) -> None:
        """Updates a player's window, or opens a new one for a new hand; raises the library's errors."""
        window = self.find(key)
        if window is None or window.hand not in (0, hand.number):
            if (token := self._token(key[0], chat)) is not None and (window is not None or hand.here):
                await self._replace_window(key, window, hand, *token)
            return
        window.hand = hand.number
        if window.shown.digest() != hand.post.digest():
            await self.put(window, hand.post)

    async def _replace_window(
        self, key: Whose, before: HandWindow | None, hand: OwnHand, interaction: Interaction, until: float
    ) -> None:
        """Shows a hand in a new window below the board, and deletes the old one.

        Raises the library's errors for the new window only.
        """
        laid = await self._layouts.lay_out(hand.post, own=True)
        sent = await self._wire.follow(interaction, laid, ephemeral=True)
        window = HandWindow(interaction, until, sent, False, hand.post, hand.number)  # noqa: FBT003
        self.record_opened(key, window)
        if before is not None:
            async with nobody_to_tell():  # they may have dismissed it
                await self.close(before)

    def _became(self, key: Whose, result: Result) -> None:
        """Forgets a window that no longer exists."""
        if result is Result.GONE:
            self.drop(key)

    # ---- the end of a window -----------------------------------------------------------------------------

    async def close(self, window: HandWindow) -> None:
        """Deletes a window; raises the library's errors."""
        if window.original:
            await window.interaction.delete_original_response()
        else:
            await window.interaction.followup.delete_message(window.message)

    def _take_away(self, key: Whose) -> None:
        """Forgets a window and deletes its message in the background."""
        window = self._windows[key]
        self.drop(key)
        self._begin(window, self._close_old(window))

    async def _close_old(self, window: HandWindow) -> None:
        """Deletes a window's message while its token is valid; logs Discord's errors."""
        async with nobody_to_tell():
            if window.until + LEFT_S > self._clock():
                await self.close(window)

    async def _end_expiring(self, key: Whose, window: HandWindow) -> None:
        """Ends a window whose token expires: opens a new one if the player has acted since, or deletes it.

        If the player has no private hands, the old window stays.
        """
        if self._windows.get(key) is not window or self.answers is None:
            return
        hand = self.answers.hand(*key)
        newest = max((it for it in self._last.items() if it[0][0] == key[0]), key=_stored_until, default=None)
        if hand is not None and newest is not None and newest[1][1] > self._clock() + LEFT_S:
            async with nobody_to_tell():
                await self._replace_window(key, window, hand, *newest[1])
        elif self.answers.plays_at_table(key[0]):
            self.drop(key)
        else:
            self._take_away(key)

    def _begin(self, window: HandWindow, doing: Coroutine[Any, Any, None]) -> None:
        """Starts a task for a window in the background."""
        self._background.start(doing, _place(window))


def _place(window: HandWindow) -> str:
    """Returns the channel of a window, as a log line names it."""
    return f"Discord's channel {window.interaction.channel_id}: a hand at the table"


def _stored_until(heard: tuple[tuple[str, str], tuple[Interaction, float]]) -> float:
    """Returns the time until which a stored interaction can be used."""
    return heard[1][1]


@asynccontextmanager
async def nobody_to_tell(became: Callable[[Result], None] = lambda _: None) -> AsyncIterator[None]:
    """Suppresses Discord's and the connection's errors, and passes the result to `became`.

    MADE without an error or for an answered interaction, GONE for an expired one, REJECTED for any other
    refusal, UNSURE without an answer. The last two are logged.
    """
    try:
        yield
        became(Result.MADE)
    except discord.HTTPException as error:
        late = Result.MADE if error.code == ANSWERED else Result.GONE
        became(late if error.code in TOO_LATE else Result.REJECTED)
        if error.code not in TOO_LATE:
            log.warning("an interaction could not be answered: %s, error %s", error.status, error.code)
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        became(Result.UNSURE)
        log.warning("an interaction was never answered: %s", type(error).__name__)
