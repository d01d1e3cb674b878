"""The pictures that Telegram has stored, shows, or has refused, so that each is uploaded once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import replace
from typing import TypeVar

from telegram import Message

from musbot.narrator.post import CAPTION_UNITS, Post, count_units
from musbot.pictures.specs import HandPicture, Paint, Picture
from musbot.port import ChatId, MessageId
from musbot.port.messenger import Gone

from .ids import message_id

KEPT = 500
"""The maximum number of entries in each cache; the oldest are dropped."""
FILE_NAME, FILM_NAME = "mus.png", "mus.gif"


T = TypeVar("T")


def fits_caption(text: str) -> bool:
    """Returns whether a text is short enough for a caption (Bot API, sendPhoto)."""
    return count_units(text) <= CAPTION_UNITS


def text_of(post: Post) -> str:
    """Returns the text of a message that shows a post: its title, if any, on a line above its text."""
    return f"{post.title}\n{post.text}" if post.title else post.text


def as_caption(post: Post) -> Post:
    """Returns a post as a caption: a text that is too long loses the parts that the picture shows.

    Unchanged if it fits, or if it has no picture, no short form, or an empty text there. The result may still
    be too long.
    """
    if post.picture is None or (lean := post.short_form) is None:
        return post
    beside = lean.text.strip()
    return post if fits_caption(text_of(post)) or not beside else replace(post, text=beside)


class MediaRemoved(Gone):
    """A message could not be changed to its post, and has been deleted."""


class Photos:
    """Draws pictures with `paint`; remembers the picture of each message and the file ids of public pictures.

    It also remembers the pictures and chats that Telegram refused. It holds the last KEPT of each. Of the
    picture of a hand it stores a hash alone.
    """

    def __init__(self, paint: Paint | None) -> None:
        self._paint = paint
        self._files: OrderedDict[Hashable, str] = OrderedDict()
        self._shown: OrderedDict[Hashable, int] = OrderedDict()
        self._refused: OrderedDict[Hashable, None] = OrderedDict()

    async def media_for(self, chat: ChatId, post: Post, text: str) -> bytes | str | None:
        """Returns a post's picture, new or as the id of Telegram's file; None to send the text alone.

        None if the post has no picture, or pictures are off. None if the text is too long, the picture was
        refused, or drawing failed.
        """
        picture = post.picture
        if picture is None or self._paint is None or not fits_caption(text):
            return None
        if chat in self._refused or (chat, hash(picture)) in self._refused:
            return None
        return self._files.get(picture) or await self._paint(picture)

    def shows(self, chat: ChatId, message: MessageId, post: Post, text: str) -> bool:
        """Returns whether a message already shows a post's picture, so that only its text must change.

        False if the text is too long for a caption.
        """
        known = self._shown.get((chat, message))
        return post.picture is not None and known == hash(post.picture) and fits_caption(text)

    def record_sent(self, chat: ChatId, message: object, picture: Picture) -> None:
        """Records the picture of a message, and Telegram's file id for later sends.

        A film's file id is kept, a picture's unless it shows a hand. No effect if `message` is no Message.
        """
        if not isinstance(message, Message):
            return
        _keep(self._shown, (chat, message_id(message)), hash(picture))
        if message.animation is not None:
            _keep(self._files, picture, message.animation.file_id)
        elif message.photo and not isinstance(picture, HandPicture):
            _keep(self._files, picture, message.photo[-1].file_id)

    def record_refused(self, chat: ChatId, picture: Picture | None, *, for_good: bool) -> None:
        """Records that a picture was refused in a chat, or with `for_good` that the chat allows none.

        Forgets the picture's file id.
        """
        self._files.pop(picture, None)
        _keep(self._refused, chat if for_good else (chat, hash(picture)), None)


def _keep(kept: OrderedDict[Hashable, T], key: Hashable, value: T) -> None:
    """Stores a value as the newest; above KEPT entries the oldest is dropped."""
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > KEPT:
        kept.popitem(last=False)
