"""Answers to presses and commands, shown to their person alone unless the reply is public."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import aiohttp
import discord

from musbot.narrator.post import Post
from musbot.port.boundary import Background
from musbot.port.door import PressedMessage
from musbot.port.messenger import MessengerError, Purpose, Rejected, Result, requesting
from musbot.port.replies import ActOutcome, Reply, WhenOutdated
from musbot.table.events import TableId

from .failures import convert_errors, tolerate_refusals
from .layout import LaidOutPost, Layouts, text_only
from .library import mark_answered
from .messenger import chat_of, person_id
from .notices import ANSWER_READ_S, LASTS_S, REPLY_READ_S, Notices, Reader
from .windows import TOKEN_S, Windows
from .wire import Ephemeral, InteractionWire, message_id

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
"""A press, a form or a slash command."""

PICTURE_S = 1
"""Seconds that an answer waits for its picture; Discord waits 3 s for the answer."""
ANSWER_S = 3
"""Seconds in which Discord accepts an answer that updates the pressed message."""
TRY_S = 10
"""Seconds after which an answer is retried, including the library's own pauses."""

_OWN_MESSAGE = frozenset(
    {
        discord.InteractionResponseType.channel_message,
        discord.InteractionResponseType.deferred_channel_message,
    }
)
"""First answers that create a message, here an ephemeral one."""


class Replies:
    """Answers interactions. An answer with a player's hand becomes one of the `windows`."""

    def __init__(self, layouts: Layouts, windows: Windows) -> None:
        self._layouts = layouts
        self._wire = InteractionWire(layouts)
        self._windows = windows
        self._notices = Notices(layouts, self._wire, LASTS_S, REPLY_READ_S)
        self._about_tables = Notices(layouts, self._wire, TOKEN_S, ANSWER_READ_S)
        self._coming = Background()

    # ---- answering ---------------------------------------------------------------------------------------

    async def defer(self, interaction: Interaction) -> bool:
        """Defers the answer, retrying once; returns True if Discord accepted that or has an answer already.

        A command shows its person that the bot is thinking. Errors of Discord and the connection are not
        raised. If it returns False, Discord reports a failure to the person.
        """
        results: list[Result] = []
        waits = interaction.type is discord.InteractionType.application_command
        with requesting(Purpose.TELL_UNSAVED):  # it contains no result
            async with tolerate_refusals(results.append):
                await _retry_once(partial(interaction.response.defer, ephemeral=waits, thinking=waits))
        if results[0] is Result.MADE and not interaction.response.is_done():  # its first answer was lost
            kind = discord.InteractionResponseType
            taken = kind.deferred_channel_message if waits else kind.deferred_message_update
            mark_answered(interaction, taken)
        return results[0] is Result.MADE

    async def answer(
        self, interaction: Interaction, reply: Reply, held: PressedMessage | None = None
    ) -> Result:
        """Answers a press or a command, retries once if there is no response, and returns the result.

        An answer that is refused because the emojis are gone is repeated without emojis. `held` is the
        pressed message, which the answer updates unless the reply needs a separate message. If the reply's
        outcome is DONE and it is no confirmation, the person's notice is removed, also after a failure.
        Errors of Discord and the connection become the result, and are not raised.
        """
        results: list[Result] = []
        purpose = Purpose.TELL_UNSAVED if reply.outcome is ActOutcome.NOT_SAVED else Purpose.ANY
        with requesting(purpose):
            await self._try_to_answer(interaction, reply, held, results.append)
        if reply.outcome is ActOutcome.DONE and not _is_confirmation(reply):
            reader, message = _reader(interaction), interaction.message
            if message is not None and (reply.own or reply.page is not None):
                self._notices.release(reader, message.id)
                self._about_tables.release(reader, message.id)
            self._notices.remove(reader)
        return results[0]

    async def _try_to_answer(
        self,
        interaction: Interaction,
        reply: Reply,
        held: PressedMessage | None,
        became: Callable[[Result], None],
    ) -> None:
        """Answers as `answer` does, and passes the result to `became` (`tolerate_refusals`)."""
        async with tolerate_refusals(became):
            answer, used = partial(self._answer, interaction, reply, held), bool(self._layouts.emojis)
            try:
                await _retry_once(answer)
            except discord.HTTPException as error:
                if not self._layouts.drop_lost_emojis(error, used=used):
                    raise
                await answer()

    def follow(self, interaction: Interaction, coming: Awaitable[Post | None]) -> None:
        """Shows in the background the post that follows an answer, once that post is ready.

        It replaces an answer that is a new message. After an update of the pressed message it is sent as a
        new ephemeral message. After None nothing changes.
        """
        where = f"Discord's channel {interaction.channel_id}: what follows an answer"
        self._coming.start(self._follow_up(interaction, coming), where)

    async def _follow_up(self, interaction: Interaction, coming: Awaitable[Post | None]) -> None:
        """Awaits a post and shows it in place of an answer that is a message, or ephemerally.

        None shows nothing. Errors of Discord and the connection are not raised.
        """
        post = await coming
        if post is None:
            return
        async with tolerate_refusals():
            laid = await self._layouts.lay_out(post, own=True)
            if interaction.response.type in _OWN_MESSAGE:
                await self._wire.edit(interaction, laid)
            else:  # the first answer was an update of a public message
                await self._wire.follow(interaction, laid, ephemeral=True)

    async def _answer(self, interaction: Interaction, reply: Reply, held: PressedMessage | None) -> None:
        """Answers an interaction by the fields of its reply: with a hand, a page, a message, or without text.

        Without text it updates the pressed message (`held`) if that is out of date. It deletes a pressed page
        that the reply closes. In private this answers a press for the person's hand: the chat shows the hand.
        A separate message for a refusal, a confirmation or a post first releases `held` to the send queue.
        Raises the library's errors.
        """
        pressed = interaction.type is discord.InteractionType.component
        if reply.own and reply.post is not None and interaction.guild_id is not None:
            await self._show_own_hand(interaction, reply.post, reply.table, held)
        elif reply.own and pressed:
            await self._answer_quietly(interaction, held)  # their private chat shows the hand already
        elif reply.page is not None:
            await self._page(interaction, reply.page)
        elif reply.closes:
            await self._close(interaction)
        elif reply.seen or not (reply.post or reply.text):
            await self._answer_quietly(interaction, held)
        else:
            if held is not None:
                held.release()  # the reply does not change it
            stays = reply.outcome in (None, ActOutcome.DONE) and not _is_confirmation(reply)
            say = self._send_answer if stays else self._send_notice
            post, lasts = reply.post or Post("", reply.text), reply.when_outdated
            await say(interaction, post, public=reply.public, when_outdated=lasts)

    async def _page(self, interaction: Interaction, page: Post) -> None:
        """Shows a page of buttons in place of the pressed ephemeral message, or in a new one.

        A pressed window ends. Raises the library's errors.
        """
        if interaction.message is None or not interaction.message.flags.ephemeral:
            await self._send_answer(interaction, page)
            return
        self._windows.report_end(person_id(interaction.user.id), message_id(interaction.message.id))
        laid = await self._layouts.lay_out(page, own=True, most_s=PICTURE_S, message=interaction.message.id)
        await self._wire.update(interaction, laid)

    async def _close(self, interaction: Interaction) -> None:
        """Answers the press of a page and deletes the page; raises the library's errors."""
        await self._answer_quietly(interaction)
        await interaction.delete_original_response()

    def stop(self) -> None:
        """Cancels the updates of answers and the deletions of notices that are running."""
        self._notices.stop()
        self._about_tables.stop()
        self._coming.cancel()

    async def _answer_quietly(self, interaction: Interaction, held: PressedMessage | None = None) -> None:
        """Answers a press without text: by an update of its message, or with an empty answer.

        Makes no request if the press is answered already and `held` needs no update.
        """
        if not await self._answer_by_update(interaction, held) and not interaction.response.is_done():
            await interaction.response.defer()

    async def _answer_by_update(self, interaction: Interaction, held: PressedMessage | None) -> bool:
        """Answers a press by an update of its message; returns whether it did.

        False without `held`, if the message is up to date or must wait, and after a MessengerError. Such
        answers do not count towards the bot's limit (docs.discord.com/developers/topics/rate-limits). Their
        route has neither a channel nor a server, by which other limits are counted.
        """
        try:
            return held is not None and await held.update(partial(self._update_pressed, interaction))
        except MessengerError:
            return False  # the send queue updates the message

    async def _update_pressed(self, interaction: Interaction, post: Post) -> None:
        """Updates the pressed message to a post; raises a MessengerError.

        In a server where the bot may not attach files, it shows the text only. Rejected if its picture takes
        longer than PICTURE_S: the send queue then updates the message with its picture.
        """
        if interaction.guild_id is not None and not interaction.app_permissions.attach_files:
            post = text_only(post)
        message = interaction.message.id if interaction.message is not None else 0
        try:
            async with asyncio.timeout(PICTURE_S):
                laid = await self._layouts.lay_out(post, own=interaction.guild_id is None, message=message)
        except TimeoutError:
            raise Rejected("its picture takes long") from None
        async with convert_errors(self._layouts, ANSWER_S):
            await self._wire.update(interaction, laid)

    async def _send_answer(
        self,
        interaction: Interaction,
        post: Post,
        *,
        public: bool = False,
        when_outdated: WhenOutdated | None = None,
    ) -> None:
        """Answers with a post in a new message, ephemeral unless `public`; a slow picture follows later.

        A private answer that can stop being true replaces the person's last one, and is deleted when
        outdated. Raises the library's errors.
        """
        laid = await self._layouts.lay_out(post, own=not public, most_s=PICTURE_S)
        shown = await self._send_new(interaction, laid, public=public)
        if when_outdated is not None and not public:
            self._about_tables.keep(_reader(interaction), shown, when_outdated)
        if self._layouts.lacks_picture(laid):
            self._coming.start(self._complete(shown, laid), f"Discord's channel {interaction.channel_id}")

    async def _complete(self, shown: Ephemeral, before: LaidOutPost) -> None:
        """Adds the picture to a message that was sent without it, once it is drawn.

        No effect if it still cannot be drawn. Errors of Discord and the connection are not raised.
        """
        laid = await self._layouts.lay_out(before.post, own=before.own)
        if not self._layouts.lacks_picture(laid):
            async with tolerate_refusals():
                await self._wire.change(shown, laid)

    async def _send_notice(
        self, interaction: Interaction, post: Post, *, public: bool, when_outdated: WhenOutdated | None
    ) -> None:
        """Shows a refusal or a confirmation in the person's notice, which is edited if they have one.

        A command, a person without a notice, and a person whose notice cannot be edited get a new notice. It
        replaces the old notice, which is deleted. The whole chat sees it if it is `public`. It is deleted
        when outdated. Raises the library's errors.
        """
        asks = interaction.type is discord.InteractionType.application_command
        if not asks and await self._notices.change(_reader(interaction), post, when_outdated):
            await self._answer_quietly(interaction)
            return
        laid = await self._layouts.lay_out(post, own=not public)
        shown = await self._send_new(interaction, laid, public=public)
        self._notices.keep(_reader(interaction), shown, when_outdated)

    async def _send_new(
        self, interaction: Interaction, laid: LaidOutPost, *, public: bool = False
    ) -> Ephemeral:
        """Answers with a message, which only the person sees unless it is `public`; returns it.

        After an earlier or deferred answer of a command, edits that answer. It sends a follow-up if the
        message is `public` or answers a press. Raises the library's errors.
        """
        if not interaction.response.is_done():
            message = await self._wire.send(interaction, laid, ephemeral=not public)
        elif interaction.type is discord.InteractionType.application_command and not public:
            message = await self._wire.edit(interaction, laid)
        else:
            message = await self._wire.follow(interaction, laid, ephemeral=not public)
            return Ephemeral(interaction, message, original=False)
        return Ephemeral(interaction, message, original=True)

    async def _show_own_hand(
        self, interaction: Interaction, post: Post, table: TableId, held: PressedMessage | None
    ) -> None:
        """Shows a person their hand in the pressed ephemeral message, or in a new one.

        The message becomes their window, unless the send queue has it as one already. Raises the library's
        errors.
        """
        pressed = interaction.message
        if pressed is None or not pressed.flags.ephemeral:
            laid = await self._layouts.lay_out(post, own=True, most_s=PICTURE_S)
            shown = await self._send_new(interaction, laid)
        elif await self._answer_by_update(interaction, held):
            return
        else:
            laid = await self._layouts.lay_out(post, own=True, most_s=PICTURE_S, message=pressed.id)
            await self._wire.update(interaction, laid)
            shown = Ephemeral(interaction, pressed.id, original=True)
        person, lacks = person_id(interaction.user.id), self._layouts.lacks_picture(laid)
        self._windows.record_token(person, chat_of(interaction), interaction)
        self._windows.record(person, table, shown, None if lacks else post)


def _is_confirmation(reply: Reply) -> bool:
    """Returns whether a reply is one sentence for its presser alone that no message of the table shows.

    A post with this sentence only adds buttons. False if it has another post or a page, or a post follows it.
    """
    shown = reply.page or reply.follows or reply.own or reply.closes or reply.seen
    is_sentence = reply.post is None or reply.post == Post("", reply.text, reply.post.rows)
    return bool(reply.text) and is_sentence and not shown and not reply.public


def _reader(interaction: Interaction) -> Reader:
    """Returns the numbers of a presser and their channel."""
    return interaction.user.id, interaction.channel_id


async def _retry_once(answer: Callable[[], Awaitable[object]]) -> None:
    """Gives an answer, and repeats it once after an error of the connection or after TRY_S.

    Raises the second error. Other errors are raised at once.
    """
    try:
        async with asyncio.timeout(TRY_S):
            await answer()
    except (aiohttp.ClientError, OSError):
        async with asyncio.timeout(TRY_S):
            await answer()
