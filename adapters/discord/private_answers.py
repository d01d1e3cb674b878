"""Private answers: every press and command is answered once, in the time that Discord gives, to one alone.

An interaction's token is good for 15 minutes (discord.com/developers/docs/interactions/
receiving-and-responding). While a player has a fresh one, a hand that they asked for stands in an ephemeral
message that is kept up to date; to who is sent none in private a new one comes without their asking. Tokens
are kept in memory only.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import aiohttp
import discord

from adapters.discord.layout import Laid, Layouts, bare
from adapters.discord.messenger import ANSWERED, calling, person_id
from adapters.discord.wire import InteractionWire
from musbot.narrator.post import Post
from musbot.port.door import PressedMessage
from musbot.port.messenger import MessengerError, Rejected, Result
from musbot.port.replies import OwnHand, Reply
from musbot.table.view import TableView

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

TOKEN_S = 14 * 60
"""For how long an interaction's token is used; it ends after 15 minutes."""
PICTURE_S = 1
"""How long an answer waits for its picture: Discord waits 3 s for the answer."""
ANSWER_S = 3
"""How long an answer with the message itself may take: after that Discord takes none (as above)."""
TRY_S = 10
"""How long an answer may take before it is given once more; pauses that the library keeps included."""
SETTLE_S = 0.5
"""The pause before a hand is shown again: what changes together is shown together, the new board first."""
# discord.com/developers/docs/topics/opcodes-and-status-codes
TOO_LATE = frozenset({10062, 40060, 50027, 10003, 10008, 10015})
"""Unknown or already answered interaction, token at its end, channel or message gone: nobody is there."""

_OWN_MESSAGE = frozenset(
    {
        discord.InteractionResponseType.channel_message,
        discord.InteractionResponseType.deferred_channel_message,
    }
)
"""First answers that are a message of their own, here an ephemeral one."""


@dataclass(slots=True)
class _Window:
    """An ephemeral message that shows somebody their hand; `original` if it is the interaction's own."""

    interaction: Interaction
    until: float
    message: int
    original: bool
    hand: int
    digest: str

    async def close(self) -> None:
        if self.original:
            await self.interaction.delete_original_response()
        else:
            await self.interaction.followup.delete_message(self.message)


class Replies:
    """Answers interactions, and keeps each player's hand in front of them while it can."""

    def __init__(self, clock: Callable[[], float], layouts: Layouts) -> None:
        self._clock = clock
        self._layouts = layouts
        self._answers = InteractionWire(layouts)
        self._last: dict[tuple[str, str], tuple[Interaction, float]] = {}
        self._windows: dict[tuple[str, str], _Window] = {}
        self._waking: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._closing: set[asyncio.Task[None]] = set()

    # ---- answering ---------------------------------------------------------------------------------------

    async def defer(self, interaction: Interaction) -> bool:
        """Tells Discord that the answer takes longer than it waits for; returns whether it took that.

        If it did not, it has told, or will, that the interaction failed.
        """
        results: list[Result] = []
        waits = interaction.type is discord.InteractionType.application_command
        async with _nobody_to_tell(results.append):
            await _twice(partial(interaction.response.defer, ephemeral=waits, thinking=waits))
        if results[0] is Result.MADE and not interaction.response.is_done():  # its first answer was lost
            kind = discord.InteractionResponseType
            taken = kind.deferred_channel_message if waits else kind.deferred_message_update
            interaction.response._response_type = taken
        return results[0] is Result.MADE

    async def answer(
        self, interaction: Interaction, reply: Reply, held: PressedMessage | None = None
    ) -> Result:
        """Answers a press or a command, with a second try if the first is not heard of; what became of it.

        `held` is the pressed message, with which a press is answered where nothing is told to one alone.
        """
        results: list[Result] = []
        async with _nobody_to_tell(results.append):
            answer = partial(self._answer, interaction, reply, held)
            try:
                await _twice(answer)
            except discord.HTTPException as error:
                if not self._layouts.lost(error):
                    raise
                await answer()
        return results[0]

    def follow(self, interaction: Interaction, coming: Awaitable[Post | None]) -> None:
        """Shows what follows an answer in its place once it is there, to them alone."""
        task = asyncio.create_task(self._followed(interaction, coming), name="what follows an answer")
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _followed(self, interaction: Interaction, coming: Awaitable[Post | None]) -> None:
        post = await coming
        if post is None:
            return
        async with _nobody_to_tell():
            laid = await self._layouts.of(post, own=True)
            if interaction.response.type in _OWN_MESSAGE:
                await self._answers.edit(interaction, laid)
            else:  # the first answer changed the message that all see, or was to
                await self._answers.follow(interaction, laid, ephemeral=True)

    async def _answer(self, interaction: Interaction, reply: Reply, held: PressedMessage | None) -> None:
        pressed = interaction.type is discord.InteractionType.component
        if reply.own and reply.post is not None and interaction.guild_id is not None:
            await self._own(interaction, reply.post, reply.table, held, asked=reply.alert)
        elif reply.own and pressed:
            await self._quietly(interaction, held)  # the message of their private chat shows it already
        elif reply.page is not None:
            self._windows.pop((person_id(interaction.user.id), reply.table), None)
            await self._page(interaction, reply.page)
        elif reply.closes:
            await self._close(interaction)
        elif reply.seen or not (reply.post or reply.text):
            await self._quietly(interaction, held)
        else:
            if held is not None:
                held.let_go()  # it changes nothing there
            await self._tell(interaction, reply.post or Post("", reply.text), public=reply.public)

    def _complete(self, window: _Window, laid: Laid) -> None:
        """Shows what went without its picture, which takes long, with it once that is drawn."""
        if self._layouts.lacks(laid):
            task = asyncio.create_task(self._completed(window, laid), name="a late picture")
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    async def _completed(self, window: _Window, before: Laid) -> None:
        laid = await self._layouts.of(before.post, own=before.own)
        if window.digest == laid.post.digest() and not self._layouts.lacks(laid):
            async with _nobody_to_tell():
                await self._put(window, laid)

    async def _put(self, window: _Window, laid: Laid) -> None:
        await self._answers.edit(window.interaction, laid, window.message, original=window.original)

    async def _page(self, interaction: Interaction, page: Post) -> None:
        """Shows a page of buttons: where the button was if that is one, else in a message of its own."""
        if interaction.message is None or not interaction.message.flags.ephemeral:
            await self._tell(interaction, page)
            return
        laid = await self._layouts.of(page, own=True, most_s=PICTURE_S, message=interaction.message.id)
        await self._answers.update(interaction, laid)

    async def _close(self, interaction: Interaction) -> None:
        """Takes a page away in which something was chosen."""
        await self._quietly(interaction)
        await interaction.delete_original_response()

    def heard(self, interaction: Interaction, chat: str) -> None:
        """Remembers by which interaction a person of a chat can be reached for a while."""
        self._last[person_id(interaction.user.id), chat] = (interaction, self._clock() + TOKEN_S)

    async def _quietly(self, interaction: Interaction, held: PressedMessage | None = None) -> None:
        """Answers a press whose effect its message shows: with that message, or saying nothing."""
        if not await self._is_brought(interaction, held) and not interaction.response.is_done():
            await interaction.response.defer()

    async def _is_brought(self, interaction: Interaction, held: PressedMessage | None) -> bool:
        """Answers a press with the message it was in, as that is to look now; returns whether it did.

        Such answers are outside of the bot's limit (docs.discord.com/developers/topics/rate-limits), and
        their route has neither a channel nor a server in it, by which other limits are counted (there too).
        """
        try:
            return held is not None and await held.bring(partial(self._become, interaction))
        except MessengerError:
            return False  # what it is to show is brought there otherwise

    async def _become(self, interaction: Interaction, post: Post) -> None:
        """Makes the message that was pressed show a post; raises a MessengerError.

        A picture that takes long is left to an edit of its own: it would be missing for good.
        """
        if interaction.guild_id is not None and not interaction.app_permissions.attach_files:
            post = bare(post)
        message = interaction.message.id if interaction.message is not None else 0
        try:
            async with asyncio.timeout(PICTURE_S):
                laid = await self._layouts.of(post, own=interaction.guild_id is None, message=message)
        except TimeoutError:
            raise Rejected("its picture takes long") from None
        async with calling(self._layouts, ANSWER_S):
            await self._answers.update(interaction, laid)

    async def _tell(self, interaction: Interaction, post: Post, *, public: bool = False) -> None:
        laid = await self._layouts.of(post, own=not public, most_s=PICTURE_S)
        message, original = await self._sent(interaction, laid, public=public)
        self._complete(_Window(interaction, 0.0, message, original, 0, post.digest()), laid)

    async def _sent(self, interaction: Interaction, laid: Laid, *, public: bool = False) -> tuple[int, bool]:
        """Answers with a message; returns its id, and whether it is the interaction's own answer."""
        if not interaction.response.is_done():
            return await self._answers.send(interaction, laid, ephemeral=not public), True
        if interaction.type is discord.InteractionType.application_command and not public:
            return await self._answers.edit(interaction, laid), True
        return await self._answers.follow(interaction, laid, ephemeral=not public), False

    async def _own(
        self, interaction: Interaction, post: Post, table: str, held: PressedMessage | None, *, asked: bool
    ) -> None:
        """Shows a person their hand: where they pressed, if theirs, or where it stands; anew if asked."""
        key = (person_id(interaction.user.id), table)
        window = self._windows.get(key)
        hand = window.hand if window is not None else 0
        if interaction.message is not None and interaction.message.flags.ephemeral:
            message = interaction.message.id
            laid = await self._layouts.of(post, own=True, most_s=PICTURE_S, message=message)
            await self._answers.update(interaction, laid)
            self._opened(key, interaction, message, original=True, hand=hand, post=post)
        elif window is not None and window.until > self._clock() and not asked:
            await self._quietly(interaction, held)
            if self._windows.get(key) is not window:
                return  # a newer one shows it
            window.digest = post.digest()
            laid = await self._layouts.of(post, own=True, most_s=PICTURE_S, message=window.message)
            await self._put(window, laid)
        else:
            laid = await self._layouts.of(post, own=True, most_s=PICTURE_S)
            message, original = await self._sent(interaction, laid)
            self._opened(key, interaction, message, original=original, hand=hand, post=post)
            if window is not None and window.until > self._clock():
                await window.close()
        if (shown := self._windows.get(key)) is not None:
            self._complete(shown, laid)

    def _opened(
        self,
        key: tuple[str, str],
        interaction: Interaction,
        message: int,
        *,
        original: bool,
        hand: int,
        post: Post,
    ) -> None:
        until = self._clock() + TOKEN_S
        self._windows[key] = _Window(interaction, until, message, original, hand, post.digest())

    # ---- keeping hands up to date ------------------------------------------------------------------------

    def wake(self, chat: str, table: TableView, hand_of: Callable[[str, str], OwnHand | None]) -> None:
        """Shows everybody in reach their hand as it is now, and takes away those of who has left."""
        self._take_back(table)
        for person in (seat.person for seat in table.seats if seat.person is not None):
            key = (person, table.id)
            if table.over:
                self._windows.pop(key, None)
            elif key not in self._waking and self._reachable(person, chat, table.id):
                task = asyncio.create_task(self._settled(person, chat, table.id, hand_of), name="own hand")
                self._waking[key] = task
                task.add_done_callback(lambda _, key=key: self._waking.pop(key, None))  # type: ignore[misc]

    def _take_back(self, table: TableView) -> None:
        """Takes away the hands of those who sit at a table no more."""
        seated = {seat.person for seat in table.seats}
        for key in [it for it in self._windows if it[1] == table.id and it[0] not in seated]:
            task = asyncio.create_task(self._gone(self._windows.pop(key)), name="hand of one who has left")
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    async def _gone(self, window: _Window) -> None:
        async with _nobody_to_tell():
            if window.until > self._clock():
                await window.close()

    def _became(self, key: tuple[str, str], result: Result) -> None:
        """Keeps no window up to date that is gone."""
        if result is Result.GONE:
            self._windows.pop(key, None)

    def stop(self) -> None:
        """Shows nothing more."""
        for task in (*self._waking.values(), *self._closing):
            task.cancel()

    def _reachable(self, person: str, chat: str, table: str) -> bool:
        _, until = self._last.get((person, chat), (None, 0.0))
        if until <= self._clock():
            self._last.pop((person, chat), None)
        return until > self._clock() or (person, table) in self._windows

    async def _settled(
        self, person: str, chat: str, table: str, hand_of: Callable[[str, str], OwnHand | None]
    ) -> None:
        await asyncio.sleep(SETTLE_S)
        key = (person, table)
        self._waking.pop(key, None)  # what changes from here on is shown anew
        hand = hand_of(person, table)
        if hand is None:
            return
        try:
            async with _nobody_to_tell(lambda became: self._became(key, became)):
                await self._show(key, chat, hand)
        except Exception:
            log.exception("a hand could not be shown to its player")

    async def _show(self, key: tuple[str, str], chat: str, hand: OwnHand) -> None:
        """Brings a person's window up to date, or opens another one."""
        window = self._windows.get(key)
        if window is not None and window.until <= self._clock():
            window = self._windows.pop(key) and None
        if window is not None and window.hand in (0, hand.number):
            window.hand = hand.number
            if window.digest != hand.post.digest():
                window.digest = hand.post.digest()
                await self._put(window, await self._layouts.of(hand.post, own=True, message=window.message))
            return
        if not hand.here:
            if window is not None:  # they were shown another hand, when they asked for it
                del self._windows[key]
                await window.close()
            return
        interaction, until = self._last.get((key[0], chat), (None, 0.0))
        if interaction is None or until <= self._clock() or not interaction.response.is_done():
            return
        laid = await self._layouts.of(hand.post, own=True)
        sent = await self._answers.follow(interaction, laid, ephemeral=True)
        digest = hand.post.digest()
        self._windows[key] = _Window(
            interaction, until, sent, original=False, hand=hand.number, digest=digest
        )
        if window is not None:
            await window.close()


async def _twice(answer: Callable[[], Awaitable[object]]) -> None:
    """Gives an answer, once more if the first is not heard of."""
    try:
        async with asyncio.timeout(TRY_S):
            await answer()
    except (aiohttp.ClientError, OSError):
        async with asyncio.timeout(TRY_S):
            await answer()


@asynccontextmanager
async def _nobody_to_tell(became: Callable[[Result], None] = lambda _: None) -> AsyncIterator[None]:
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
