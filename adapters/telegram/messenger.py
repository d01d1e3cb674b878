"""Sends posts to Telegram. Chats are `telegram:<id>`, a forum's topics `telegram:<id>/<topic>`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime

from telegram import (
    Bot,
    ChatMemberRestricted,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaDocument,
    InputMediaPhoto,
    LinkPreviewOptions,
    MessageEntity,
    ReplyParameters,
    User,
)
from telegram.constants import ChatMemberStatus, MessageEntityDateTimeFormats, ReactionEmoji
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    RetryAfter,
    TelegramError,
)

from musbot.narrator.post import Instant, Post
from musbot.pictures.specs import FilmPicture, Paint
from musbot.port import NO_MESSAGE, ChatId, MessageId, PersonId
from musbot.port.chats import without_topic
from musbot.port.messenger import (
    Gone,
    Limit,
    MessengerError,
    MovedTo,
    Outage,
    Rejected,
    TooFast,
    Unreachable,
    Unsure,
)

from .ids import chat_id, chat_number, digits, is_group, message_id, message_number
from .library import pause_seconds
from .photos import FILE_NAME, FILM_NAME, MediaRemoved, Photos, as_caption, text_of
from .plain import make_plain
from .topics import Topics
from .wire import HeldBack, NotSent

GROUP = Limit(burst=5, every_s=3.4, most=20, within_s=61)
"""20 sends and edits in any minute: core.telegram.org/bots/faq, and that edits count too: tdlib/td#3034.

A second more than a minute, because requests take unequal times to arrive."""
PRIVATE = Limit(burst=2, every_s=1.1)
"""One message a second in one chat, more in a short burst: core.telegram.org/bots/faq."""
OUT = (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)
"""The statuses of people outside of a chat, and of a bot that was blocked (Bot API, ChatMember)."""
TAKEN = ReactionEmoji.THUMBS_UP
"""A reaction that every chat allows by default (Bot API, ReactionTypeEmoji)."""
WHOLE_BOT = Limit(burst=10, every_s=0.05)
"""30 messages in any second to all chats together: core.telegram.org/bots/faq."""

_STYLES: Mapping[str, dict[str, str]] = {"go": {"style": "success"}, "bold": {"style": "danger"}}
"""The parameters that colour a button, by its tone (Bot API 9.4); older clients show no colour."""
_GONE = ("message to edit not found", "message can't be edited", "message_id_invalid", "message not found")
_CLOSED = (
    "chat not found",
    "have no rights to send",
    "not enough rights",
    "chat_write_forbidden",
    "message thread not found",
    "topic_closed",  # tdlib/telegram-bot-api#854; the second is unverified
)
_SAME = "message is not modified"
_NO_PHOTOS = ("rights to send photos", "chat_send_photos_forbidden")  # the second is unverified
_NO_FILMS = "rights to send animations"  # unverified
_NO_FILES = "rights to send documents"
_NO_TEXT = "there is no text in the message to edit"


class TelegramMessenger:
    """A Messenger for Telegram. Its errors contain no text of a post.

    Pictures are drawn by `paint`; without it, or if a picture fails, the text is sent alone.
    """

    def __init__(self, bot: Bot, paint: Paint | None = None) -> None:
        self.reads = True
        self._bot = bot
        self._photos = Photos(paint)
        self.unpictured: set[str] = set()
        """The keys of posts that were sent without their picture."""
        self.topics = Topics()
        """The topics of messages."""

    def limit(self, chat: ChatId) -> Limit:
        """Returns the rate limit of a chat: GROUP for groups and channels, otherwise PRIVATE."""
        return GROUP if is_group(chat) else PRIVATE

    def total_limit(self) -> Limit:
        """Returns the rate limit of the whole bot."""
        return WHOLE_BOT

    def has_idempotent_sends(self) -> bool:
        """Returns False: the Bot API has no idempotency key for a send."""
        return False

    def administered_unit(self, chat: ChatId) -> ChatId:
        """Returns the chat's id without its topic: a topic's administrators are its group's."""
        return without_topic(chat)

    async def administers(self, chat: ChatId, person: PersonId) -> bool:
        """Returns whether a person administers a group; raises a MessengerError.

        It fetches the list of administrators. For other users, getChatMember is guaranteed to work only if
        the bot is an administrator (core.telegram.org/bots/api, getChatMember).
        """
        async with self._convert_errors():
            found = await self._bot.get_chat_administrators(chat_number(chat))
        return any(chat_id(one.user.id) == person for one in found)

    async def is_member(self, chat: ChatId, person: PersonId) -> bool:
        """Returns whether a person is in a group; raises a MessengerError.

        An error says nothing about the person: getChatMember is guaranteed only for a bot that is an
        administrator.
        """
        async with self._convert_errors():
            found = await self._bot.get_chat_member(chat_number(chat), chat_number(person))
        if isinstance(found, ChatMemberRestricted):
            return bool(found.is_member)
        return found.status not in OUT

    def link(self, chat: ChatId, message: MessageId) -> str:
        """Returns a link to a message; "" outside supergroups and channels (core.telegram.org/api/links)."""
        number, topic = digits(chat), chat.partition("/")[2]
        if not number.startswith("-100"):
            return ""
        return "/".join(["https://t.me/c", number[4:], *([topic] if topic else []), message])

    def private_link(self, table: str) -> str:
        """Returns a link that opens the bot's private chat with a table's id."""
        return f"https://t.me/{self._bot.username}?start={table}"

    def calls_in_private(self) -> bool:
        """Returns True: a call in a group rings for all its members."""
        return True

    async def send(self, chat: ChatId, post: Post) -> MessageId:
        """Sends a message and returns its id; raises a MessengerError.

        A post that replaces a message edits it, or deletes it if the post has no text; its id is returned. If
        a picture would have to become a text, the post is a new silent message. After an Unreachable in a
        known topic of a private chat, that topic is forgotten. The message then goes to the chat itself.
        Records the messages of a forum's topics.
        """
        try:
            message = await self._send_post(chat, make_plain(post))
        except Unreachable:
            if not self.topics.leave(chat):
                raise
            message = await self._send_post(chat, make_plain(post))
        self.topics.note_send(chat, message)
        return message

    async def _send_post(self, chat: ChatId, post: Post) -> MessageId:
        """Sends a post with its picture or files, or else its text; returns the message's id.

        A post that replaces a message edits it, and deletes it without a text. If a picture would have to
        become a text, the post is sent silently as a new message. The key of a post whose picture failed is
        added to `unpictured`, if the post has a text for this. Raises a MessengerError.
        """
        if post.replaces_message:
            try:
                await (
                    self.edit(chat, post.replaces_message, post)
                    if post.text
                    else self.delete(chat, post.replaces_message)
                )
            except MediaRemoved:
                return await self._send_post(chat, replace(post, replaces_message=NO_MESSAGE, silent=True))
            return post.replaces_message
        under = as_caption(post)
        photo = await self._photos.media_for(chat, under, text_of(under))
        if photo is not None:
            async with self._or_text(chat, post):
                return await self._send_photo(chat, under, photo)
        if post.documents:
            return await self._send_files(chat, post)
        if post.unsent and post.picture is not None:
            self.unpictured.add(post.key)
        return await self._send_text(chat, post.without_files() if post.unsent else post)

    async def _send_text(self, chat: ChatId, post: Post) -> MessageId:
        """Sends a post without picture and files; returns the message's id. Raises a MessengerError."""
        async with self._convert_errors():
            sent = await self._bot.send_message(
                chat_number(chat),
                text_of(post),
                entities=_entities(post),
                reply_markup=_keyboard(post),
                message_thread_id=self.topics.thread(chat),
                link_preview_options=LinkPreviewOptions(is_disabled=True),
                disable_notification=post.silent,
                reply_parameters=_reply(post),
            )
        return message_id(sent)

    async def _send_files(self, chat: ChatId, post: Post) -> MessageId:
        """Sends a file, or several as an album, with the text under the last.

        Under files, the post's buttons are left out. If files are forbidden, sends the text alone, with the
        buttons. Returns the id of the first message, which may have no text; raises a MessengerError.
        """
        *above, (name, last) = post.documents
        where, thread, silent = chat_number(chat), self.topics.thread(chat), post.silent
        words, bold, reply = text_of(post), _entities(post), _reply(post)
        try:
            async with self._convert_errors():
                if not above:
                    sent = await self._bot.send_document(
                        where,
                        last,
                        caption=words,
                        caption_entities=bold,
                        filename=name,
                        message_thread_id=thread,
                        disable_notification=silent,
                        reply_parameters=reply,
                    )
                    return message_id(sent)
                media = [InputMediaDocument(data, filename=called) for called, data in above]
                media.append(InputMediaDocument(last, words, caption_entities=bold, filename=name))
                album = await self._bot.send_media_group(
                    where,
                    media,
                    message_thread_id=thread,
                    disable_notification=silent,
                    reply_parameters=reply,
                )
                return message_id(album[0])
        except Unreachable as error:
            if _NO_FILES not in str(error).lower():
                raise
        return await self._send_text(chat, post.without_files())

    async def _send_photo(self, chat: ChatId, post: Post, photo: bytes | str) -> MessageId:
        """Sends a post under its picture or film, and records it; returns the message's id.

        Raises a MessengerError.
        """
        film = isinstance(post.picture, FilmPicture)
        send = self._bot.send_animation if film else self._bot.send_photo
        async with self._convert_errors():
            sent = await send(
                chat_number(chat),
                photo,
                caption=text_of(post),
                caption_entities=_entities(post),
                filename=FILM_NAME if film else FILE_NAME,
                reply_markup=_keyboard(post),
                message_thread_id=self.topics.thread(chat),
                disable_notification=post.silent,
                reply_parameters=_reply(post),
            )
        if post.picture is not None:
            self._photos.record_sent(chat, sent, post.picture)
        return message_id(sent)

    async def edit(self, chat: ChatId, message: MessageId, post: Post) -> None:
        """Changes a message to a post, without its documents. Raises a MessengerError.

        Drops a picture that Telegram refuses. A text can become a picture, but a picture never a text (Bot
        API, editMessageMedia). Then it deletes the message and raises MediaRemoved, so that the caller sends
        a new message.
        """
        post = make_plain(post)
        under = as_caption(post)
        if self._photos.shows(chat, message, under, text_of(under)):
            return await self._edit_caption(chat, message, under)
        photo = await self._photos.media_for(chat, under, text_of(under))
        if photo is not None:
            async with self._or_text(chat, post):
                return await self._edit_photo(chat, message, under, photo)
        try:
            await self._edit_text(chat, message, post)
        except Rejected as error:
            if _NO_TEXT not in str(error).lower():
                raise
            await self.delete(chat, message)
            raise MediaRemoved("a picture cannot become a text") from None

    async def _edit_text(self, chat: ChatId, message: MessageId, post: Post) -> None:
        """Changes the text and buttons of a message without a picture; raises a MessengerError."""
        async with self._convert_errors():
            await self._bot.edit_message_text(
                text_of(post),
                chat_number(chat),
                message_number(message),
                entities=_entities(post),
                reply_markup=_keyboard(post),
                link_preview_options=LinkPreviewOptions(is_disabled=True),
            )

    async def _edit_caption(self, chat: ChatId, message: MessageId, post: Post) -> None:
        """Changes the text and buttons under a picture that stays; raises a MessengerError."""
        async with self._convert_errors():
            await self._bot.edit_message_caption(
                chat_number(chat),
                message_number(message),
                caption=text_of(post),
                caption_entities=_entities(post),
                reply_markup=_keyboard(post),
            )

    async def _edit_photo(self, chat: ChatId, message: MessageId, post: Post, photo: bytes | str) -> None:
        """Changes a message to a post under its picture, and records the picture; raises a MessengerError."""
        media = InputMediaPhoto(
            photo, caption=text_of(post), caption_entities=_entities(post), filename=FILE_NAME
        )
        async with self._convert_errors():
            shown = await self._bot.edit_message_media(
                media, chat_number(chat), message_number(message), reply_markup=_keyboard(post)
            )
            if post.picture is not None:
                self._photos.record_sent(chat, shown, post.picture)

    @asynccontextmanager
    async def _or_text(self, chat: ChatId, post: Post) -> AsyncIterator[None]:
        """Suppresses and records the refusal of a picture; the caller then sends the text alone.

        A refusal is a Rejected, or an Unreachable because pictures are forbidden in the chat. An Outage is
        recorded and raised: the next attempt has no picture. All other MessengerErrors are raised.
        """
        try:
            yield
        except (Rejected, Unreachable) as error:
            why = str(error).lower()
            forbidden = any(text in why for text in _NO_PHOTOS)
            if isinstance(error, Unreachable) and not forbidden and _NO_FILMS not in why:
                raise
            self._photos.record_refused(chat, post.picture, for_good=forbidden)
        except Outage:
            self._photos.record_refused(chat, post.picture, for_good=False)
            raise

    async def delete(self, chat: ChatId, message: MessageId) -> None:
        """Deletes a message. Does nothing if it is missing.

        Telegram refuses to delete messages older than 48 h; a message that it refuses loses its buttons.
        Raises every other MessengerError, such as TooFast or Outage.
        """
        if not await self._try_delete(chat, message):
            await self.strip(chat, message)

    async def delete_or_change(self, chat: ChatId, message: MessageId, instead: str) -> None:
        """Deletes a message, as `delete` does; a message that Telegram keeps shows only the text `instead`.

        A picture stays above it. A message whose change is refused too loses its buttons.
        """
        if await self._try_delete(chat, message):
            return
        post = Post("", instead)
        for change in (self._edit_text, self._edit_caption):
            with suppress(Rejected):
                await change(chat, message, post)
                return
        await self.strip(chat, message)

    async def _try_delete(self, chat: ChatId, message: MessageId) -> bool:
        """Deletes a message; returns whether it is gone. False if Telegram refuses.

        Raises the other MessengerErrors.
        """
        try:
            async with self._convert_errors():
                await self._bot.delete_message(chat_number(chat), message_number(message))
        except Gone:
            return True
        except Rejected:
            return False
        return True

    async def react(self, chat: ChatId, message: MessageId) -> None:
        """Adds a reaction to a message that counted as a word; ignores any MessengerError.

        Unverified: reactions do not count towards the limit of messages.
        """
        with suppress(MessengerError):
            async with self._convert_errors():
                await self._bot.set_message_reaction(chat_number(chat), message_number(message), TAKEN)

    async def strip(self, chat: ChatId, message: MessageId) -> None:
        """Removes the buttons of a message; ignores a missing one and a refusal.

        Raises other MessengerErrors.
        """
        with suppress(Gone, Rejected):
            async with self._convert_errors():
                await self._bot.edit_message_reply_markup(chat_number(chat), message_number(message))

    @asynccontextmanager
    async def _convert_errors(self) -> AsyncIterator[None]:
        """Converts the library's errors to MessengerErrors; ignores an edit that changes nothing."""
        try:
            yield
        except TelegramError as error:
            if isinstance(error, BadRequest) and _SAME in error.message.lower():
                return
            raise _to_messenger_error(error) from None


def _to_messenger_error(error: TelegramError) -> Exception:
    """Returns the MessengerError for an error of the library; Unsure for an unknown one.

    A pause is TooFast, a new id of the chat MovedTo, and a Forbidden Unreachable. A wrong token, a conflict
    and a request that was not sent are each an Outage. Any other failure of the network is Unsure.
    `_refusal_error` decides about a BadRequest.
    """
    match error:
        case RetryAfter():
            return TooFast(pause_seconds(error), everywhere=isinstance(error, HeldBack))
        case ChatMigrated():
            return MovedTo(chat_id(error.new_chat_id))
        case Forbidden():
            return Unreachable(error.message)
        case BadRequest():
            return _refusal_error(error.message)
        case InvalidToken():
            return Outage("Telegram does not know this bot's token")
        case Conflict():
            return Outage(error.message)
        case NotSent():
            return Outage("Telegram cannot be reached")
        case _:
            return Unsure(f"Telegram does not answer ({type(error).__name__})")


def _refusal_error(why: str) -> Exception:
    """Returns Gone, Unreachable or Rejected for the reason of a refusal; Rejected for an unknown reason."""
    if any(text in why.lower() for text in _GONE):
        return Gone(why)
    return Unreachable(why) if any(text in why.lower() for text in _CLOSED) else Rejected(why)


def _reply(post: Post) -> ReplyParameters | None:
    """Returns the message to reply to; None if the post replies to none, or its id is invalid.

    Telegram ignores a deleted message (Bot API, ReplyParameters).
    """
    if not post.reply_to.isdecimal():
        return None
    return ReplyParameters(int(post.reply_to), allow_sending_without_reply=True)


def _entities(post: Post) -> list[MessageEntity]:
    """Returns the formatting of a post: bold title, folded subtext, mentions and times.

    Subtext that is not in the text is left out, and mentions of people who are not Telegram's.
    """
    text = text_of(post)
    bold = [MessageEntity(MessageEntity.BOLD, 0, _units(post.title))] if post.title else []
    before = len(text) - len(post.text)
    folded = [
        MessageEntity(MessageEntity.EXPANDABLE_BLOCKQUOTE, _units(text.partition(part)[0]), _units(part))
        for part in post.subtext
        if part in text
    ]
    mentions = [
        MessageEntity(
            MessageEntity.TEXT_MENTION,
            _units(text[: before + start]),
            _units(post.text[start:end]),
            user=User(chat_number(person), post.text[start:end], is_bot=False),
        )
        for start, end, person in post.mention_spans()
        if digits(person).isdecimal()
    ]
    times = [
        MessageEntity(
            MessageEntity.DATE_TIME,
            _units(text[: before + start]),
            _units(instant.text),
            unix_time=datetime.fromtimestamp(round(instant.at), UTC),
            date_time_format=_time_format(instant),
        )
        for start, _, instant in post.instant_spans()
    ]
    return [*bold, *folded, *mentions, *times]


def _time_format(instant: Instant) -> str:
    """Returns the form in which clients show a time in their reader's zone."""
    if instant.counts_down:
        return MessageEntityDateTimeFormats.RELATIVE
    if instant.only_hour:
        return MessageEntityDateTimeFormats.SHORT_TIME
    if instant.has_hour:
        return MessageEntityDateTimeFormats.LOCALIZED_WEEKDAY_LONG_DATE_SHORT_TIME
    return MessageEntityDateTimeFormats.SHORT_DATE


def _units(text: str) -> int:
    """Returns the length of a text in UTF-16 code units, the unit of entities (Bot API, MessageEntity)."""
    return len(text.encode("utf-16-le")) // 2


def _keyboard(post: Post) -> InlineKeyboardMarkup | None:
    """Returns the buttons of a post, with menus as buttons; None if it has none."""
    if not post.rows:
        return None
    return InlineKeyboardMarkup(
        [
            [
                InlineKeyboardButton(button.label, url=button.url)
                if button.url
                else InlineKeyboardButton(
                    button.label, callback_data=button.data, api_kwargs=_STYLES.get(button.tone)
                )
                for button in row
            ]
            for row in post.keyboard()
        ]
    )
