"""Hands in the channel: each in an ephemeral message for its player alone, kept up while its token lives.

An interaction's token is good for 15 minutes (discord.com/developers/docs/interactions/
receiving-and-responding). Who throws on the board, or asks for cards there, has them in such a window
until they have pressed nothing for so long, or presses in private: then they are in their private chat again,
which meanwhile says where they are. To who is sent none in private each new hand comes without asking.
Tokens are kept in memory only.
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

from adapters.discord.layout import Laid, Layouts
from adapters.discord.messenger import ANSWERED
from adapters.discord.wire import InteractionWire
from musbot.narrator.post import Post
from musbot.port.boundary import Background
from musbot.port.door import GivesAnswers
from musbot.port.messenger import Result
from musbot.port.replies import OwnHand
from musbot.table.view import TableView

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
Whose = tuple[str, str]
"""A person, and a table."""

TOKEN_S = 14 * 60
"""For how long an interaction's token is used; it ends after 15 minutes."""
LEFT_S = 60
"""A newer token that is good for less is not worth another window."""
SETTLE_S = 0.5
"""The pause before a hand is shown again: what changes together is shown together, the new board first."""
A_LANCE_S = 29
"""How long a hand that asks nothing gathers words, as private ones do: about a lance."""
# discord.com/developers/docs/topics/opcodes-and-status-codes
TOO_LATE = frozenset({10062, 40060, 50027, 10003, 10008, 10015})
"""Unknown or already answered interaction, token at its end, channel or message gone: nobody is there."""


@dataclass(slots=True)
class HandWindow:
    """An ephemeral message that shows somebody their hand; `original` if it is the interaction's own answer.

    `shown` is the post in it and `at` when it came there, `hand` which it is (0: not known); `later` tells
    that words wait to be shown.
    """

    interaction: Interaction
    until: float
    message: int
    original: bool
    shown: Post
    at: float
    hand: int = 0
    later: bool = False

    def waits(self, post: Post) -> bool:
        """Whether a post only says more than is shown: it asks nothing else, of the same cards."""
        return (_asks(post), _cards(post)) == (_asks(self.shown), _cards(self.shown))


def _asks(post: Post) -> list[tuple[str, str]]:
    return [(button.label, button.data) for row in post.keyboard() for button in row if not button.url]


def _cards(post: Post) -> str:
    """The cards in words; the score beside them may wait."""
    return post.short_form.shown if post.short_form is not None else post.text


class Windows:
    """Keeps each player's hand in front of them while it can, and tells where it is."""

    def __init__(self, clock: Callable[[], float], layouts: Layouts, wire: InteractionWire) -> None:
        self.answers: GivesAnswers | None = None
        """Who knows what everybody holds; there once people can do something."""
        self._clock = clock
        self._layouts = layouts
        self._wire = wire
        self._last: dict[tuple[str, str], tuple[Interaction, float]] = {}
        self._windows: dict[Whose, HandWindow] = {}
        self._waking: dict[Whose, asyncio.Task[None]] = {}
        self._background = Background()
        self._woken: dict[Whose, str] = {}
        """The digest of each hand when its window was last told to follow it."""

    def heard(self, person: str, chat: str, interaction: Interaction) -> None:
        """Remembers by which interaction a person of a chat can be reached for a while."""
        self._last.pop((person, chat), None)
        self._last[person, chat] = (interaction, self._clock() + TOKEN_S)
        while self._last[oldest := next(iter(self._last))][1] <= self._clock():
            del self._last[oldest]

    def forget(self, person: str) -> None:
        """Forgets a person's interactions and takes their windows away."""
        self.comes_home(person)
        for known in [known for known in self._last if known[0] == person]:
            del self._last[known]

    def of(self, key: Whose) -> HandWindow | None:
        """Returns where somebody's hand stands, None where in private alone."""
        window = self._windows.get(key)
        return window if window is not None and window.until > self._clock() else None

    def opened(self, key: Whose, window: HandWindow) -> None:
        """Notes where somebody's hand stands now; the private chat tells so."""
        self._windows[key] = window
        self._note_hand(key)
        ends = asyncio.get_running_loop().call_later
        ends(max(window.until - self._clock(), 0), lambda: self._begin(self._ended(key, window)))
        if self.answers is not None:
            self.answers.stands(*key, there=True)

    def made(self, interaction: Interaction, message: int, post: Post, *, original: bool) -> HandWindow:
        """Returns a window that has just been shown."""
        now = self._clock()
        return HandWindow(interaction, now + TOKEN_S, message, original, post, now)

    def drop(self, key: Whose) -> None:
        """Notes that a window shows something else now, or is gone: the hand is in private again."""
        self._woken.pop(key, None)
        if self._windows.pop(key, None) is not None and self.answers is not None:
            self.answers.stands(*key, there=False)

    def comes_home(self, person: str) -> None:
        """Brings the hands of one who presses in private back there."""
        for key in [key for key in self._windows if key[0] == person]:
            self._take_away(key)

    def stop(self) -> None:
        """Shows nothing more."""
        self._background.cancel()

    # ---- showing -----------------------------------------------------------------------------------------

    async def put(self, window: HandWindow, post: Post, *, most_s: float | None = None) -> Laid:
        """Shows a hand in a window; its picture is left out if that takes longer than `most_s` seconds."""
        window.shown, window.at = post, self._clock()
        laid = await self._layouts.of(post, own=True, most_s=most_s, message=window.message)
        await self._wire.edit(window.interaction, laid, window.message, original=window.original)
        return laid

    def complete(self, window: HandWindow, laid: Laid) -> None:
        """Shows what went without its picture, which takes long, with it once that is drawn."""
        if self._layouts.lacks(laid):
            self._begin(self._completed(window, laid))

    async def _completed(self, window: HandWindow, before: Laid) -> None:
        laid = await self._layouts.of(before.post, own=before.own)
        if window.shown == laid.post and not self._layouts.lacks(laid):
            async with nobody_to_tell():
                await self._wire.edit(window.interaction, laid, window.message, original=window.original)

    # ---- keeping hands up to date ------------------------------------------------------------------------

    def wake(self, chat: str, table: TableView) -> None:
        """Shows everybody who can be reached their hand as it is, and takes away those of who has left."""
        seated = {seat.person for seat in table.seats if seat.person is not None}
        for key in [it for it in self._windows if it[1] == table.id and (table.over or it[0] not in seated)]:
            self._take_away(key)
        for key, window in [*self._windows.items()]:
            if key[1] == table.id and self.of(key) is None:
                self._begin(self._ended(key, window))
        for person in () if table.over else seated:
            key = (person, table.id)
            if self._has_news(key, chat) and key not in self._waking:
                self._waking[key] = task = self._background.start(
                    self._settled(key, chat), f"table {table.id}: an own hand"
                )
                task.add_done_callback(lambda _, key=key: self._waking.pop(key, None))  # type: ignore[misc]

    def _has_news(self, key: Whose, chat: str) -> bool:
        """Whether a hand that is shown in the channel has changed since its window last followed it.

        A seña or a look moves no window but those of who knows of it: timing tells too.
        """
        if self.answers is None:
            return False
        if key not in self._windows:
            if self._token(key[0], chat) is None:
                return False
            if not self.answers.here(key[0]):
                return True  # it may turn out at once that they take no private messages
        before = self._woken.get(key)
        return before != self._note_hand(key)

    def _note_hand(self, key: Whose) -> str:
        """Records what somebody's hand is now, and returns its digest; "" if they hold none."""
        hand = self.answers.hand(*key) if self.answers is not None else None
        digest = self._woken[key] = hand.post.digest() if hand is not None else ""
        return digest

    def _token(self, person: str, chat: str) -> tuple[Interaction, float] | None:
        """The newest interaction of a person that can still be answered, and until when."""
        found = self._last.get((person, chat))
        if found is not None and found[1] <= self._clock():
            del self._last[person, chat]
            return None
        return found if found is not None and found[0].response.is_done() else None

    async def _settled(self, key: Whose, chat: str) -> None:
        await asyncio.sleep(SETTLE_S)
        self._waking.pop(key, None)  # what changes from here on is shown anew
        if self.answers is None or not (key in self._windows or self.answers.here(key[0])):
            return
        if (hand := self.answers.hand(*key)) is None:
            if key in self._windows:  # they hold no cards: without stones, say
                self._take_away(key)
            return
        async with nobody_to_tell(lambda became: self._became(key, became)):
            await self._show(key, chat, hand)

    async def _show(self, key: Whose, chat: str, hand: OwnHand) -> None:
        """Brings a person's window up to date, or opens another one for another hand."""
        window = self.of(key)
        if window is None or window.hand not in (0, hand.number):
            if (token := self._token(key[0], chat)) is not None and (window is not None or hand.here):
                await self._anew(key, window, hand, *token)
            return
        window.hand = hand.number
        if window.shown.digest() == hand.post.digest():
            return
        left = window.at + A_LANCE_S - self._clock()
        if window.waits(hand.post) and left > 0:
            if not window.later:
                window.later = True
                self._begin(self._shown_later(key, chat, window, left))
            return
        await self.put(window, hand.post)

    async def _shown_later(self, key: Whose, chat: str, window: HandWindow, left_s: float) -> None:
        await asyncio.sleep(left_s)
        window.later = False
        if self.of(key) is window:
            await self._settled(key, chat)

    async def _anew(
        self, key: Whose, before: HandWindow | None, hand: OwnHand, interaction: Interaction, until: float
    ) -> None:
        """Shows a hand in a new window by the newest token, beneath the board; the one before it goes."""
        laid = await self._layouts.of(hand.post, own=True)
        sent = await self._wire.follow(interaction, laid, ephemeral=True)
        window = HandWindow(interaction, until, sent, False, hand.post, self._clock(), hand.number)  # noqa: FBT003
        self.opened(key, window)
        if before is not None:
            async with nobody_to_tell():  # they may have dismissed it
                await self.close(before)

    def _became(self, key: Whose, result: Result) -> None:
        """Keeps no window up to date that is gone."""
        if result is Result.GONE:
            self.drop(key)

    # ---- the end of a window -----------------------------------------------------------------------------

    async def close(self, window: HandWindow) -> None:
        """Takes a window away, if that can still be done."""
        if window.original:
            await window.interaction.delete_original_response()
        else:
            await window.interaction.followup.delete_message(window.message)

    def _take_away(self, key: Whose) -> None:
        window = self._windows[key]
        self.drop(key)
        self._begin(self._gone(window))

    async def _gone(self, window: HandWindow) -> None:
        async with nobody_to_tell():
            if window.until + LEFT_S > self._clock():
                await self.close(window)

    async def _ended(self, key: Whose, window: HandWindow) -> None:
        """At the end of its token a window is shown anew if its player has pressed since, else it goes.

        It stays as it is where it is all that they are shown.
        """
        if self._windows.get(key) is not window or self.answers is None:
            return
        hand = self.answers.hand(*key)
        newest = max((it for it in self._last.items() if it[0][0] == key[0]), key=_until, default=None)
        if hand is not None and newest is not None and newest[1][1] > self._clock() + LEFT_S:
            async with nobody_to_tell():
                await self._anew(key, window, hand, *newest[1])
        elif self.answers.here(key[0]):
            self.drop(key)
        else:
            self._take_away(key)

    def _begin(self, doing: Coroutine[Any, Any, None]) -> None:
        self._background.start(doing, "a hand at the table")


def _until(heard: tuple[tuple[str, str], tuple[Interaction, float]]) -> float:
    return heard[1][1]


@asynccontextmanager
async def nobody_to_tell(became: Callable[[Result], None] = lambda _: None) -> AsyncIterator[None]:
    """Passes over answers that come too late or find Discord away; the table is as it should be."""
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
