"""Who and what there is: people, chats, messages and presses, as the platform keeps them."""

from __future__ import annotations

import asyncio
import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from .formats import Entities, Keyboard

ANONYMOUS = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}
"""The sender of what an anonymous administrator writes ([S] Message.sender_chat, [C] init_message)."""
SUPERGROUP_OFFSET = -1_000_000_000_000
"""A supergroup's id lies below this ([C] get_supergroup_chat_id)."""
MEMBER_STATES = ("member", "administrator", "restricted")

Json = dict[str, Any]


@dataclass(slots=True)
class Person:
    """A user of the platform, and how they stand to the bot."""

    id: int
    name: str
    username: str | None = None
    language: str = "es"
    started: bool = False
    blocked: bool = False
    deactivated: bool = False
    is_bot: bool = False

    def wire(self) -> Json:
        """Returns the User of the API."""
        user: Json = {"id": self.id, "is_bot": self.is_bot, "first_name": self.name}
        if self.username:
            user["username"] = self.username
        return user | {"language_code": self.language}


@dataclass(slots=True)
class Topic:
    """A thread of a forum."""

    name: str
    closed: bool = False
    deleted: bool = False


@dataclass(slots=True)
class Chat:
    """A private chat, a group or a supergroup; `bot` is the bot's status in it."""

    id: int
    kind: str
    title: str
    bot: str = "member"
    forum: bool = False
    members: set[int] = field(default_factory=set)
    readers: set[int] = field(default_factory=set)
    """Everybody who was ever in it: who joins later reads what was said before."""
    admins: set[int] = field(default_factory=set)
    gone: dict[int, str] = field(default_factory=dict)
    """How those who were members are no more: "left", "kicked" or "restricted" ([S] ChatMember)."""
    forbidden: set[str] = field(default_factory=set)
    """What the bot may not send here: "messages", "photos", "documents"."""
    muted_until: int = 0
    """When that is over, in seconds since 1970; 0 if never."""
    no_reactions: bool = False
    """Whether its administrators allow none."""
    topics: dict[int, Topic] = field(default_factory=dict)
    migrated_to: int | None = None

    def wire(self) -> Json:
        """Returns the Chat of the API."""
        if self.kind == "private":
            return {"id": self.id, "type": "private", "first_name": self.title}
        chat: Json = {"id": self.id, "type": self.kind, "title": self.title}
        return chat | ({"is_forum": True} if self.forum else {})

    def let_in(self, person: int) -> None:
        """Makes somebody a member."""
        self.members.add(person)
        self.readers.add(person)
        self.gone.pop(person, None)


@dataclass(slots=True)
class Upload:
    """A file the platform keeps."""

    id: str
    kind: str
    name: str
    body: bytes

    def wire(self) -> Json:
        """Returns the File of the API."""
        return {
            "file_id": self.id,
            "file_unique_id": f"u{self.id}",
            "file_size": len(self.body),
            "file_path": f"{self.kind}s/{self.id}",
        }


@dataclass(slots=True)
class Content:
    """What a message says; two are equal where nobody could tell them apart."""

    text: str | None = None
    caption: str | None = None
    entities: Entities = field(default_factory=list)
    media: Upload | None = None

    @property
    def words(self) -> str:
        """The text or the caption."""
        return self.text or self.caption or ""

    def wire(self) -> Json:
        """Returns the fields of a Message that say it."""
        fields: Json = {}
        if self.text is not None:
            fields["text"] = self.text
        if self.caption:
            fields["caption"] = self.caption
        if self.entities:
            fields["entities" if self.text is not None else "caption_entities"] = self.entities
        if self.media:
            fields[self.media.kind] = _media(self.media)
        return fields


def _media(upload: Upload) -> Any:
    file = {k: v for k, v in upload.wire().items() if k != "file_path"}
    if upload.kind == "photo":
        return [file | {"width": 800, "height": 600}]
    if upload.kind == "animation":
        return file | {"width": 480, "height": 400, "duration": 20, "file_name": upload.name}
    return file | {"file_name": upload.name}


@dataclass(slots=True)
class Message:
    """A message in a chat; `sender` is a wire User, `service` the event it tells of instead of words."""

    chat: Chat
    id: int
    date: int
    sender: Json
    content: Content = field(default_factory=Content)
    keyboard: Keyboard | None = None
    thread: int | None = None
    topic: bool = False
    album: str = ""
    reply_to: Message | None = None
    service: Json = field(default_factory=dict)
    anonymous: bool = False
    origin: Json = field(default_factory=dict)
    """Fields that say where its words come from, if nobody typed them here ([S] Message)."""
    edited_at: int | None = None
    deleted: bool = False
    reaction: str = ""
    """The bot's."""
    earlier: list[tuple[Content, Keyboard | None]] = field(default_factory=list)
    """What it said before its edits."""

    @property
    def text(self) -> str:
        """What is read: the text or the caption."""
        return self.content.words

    @property
    def labels(self) -> list[list[str]]:
        """The keyboard as a person sees it."""
        return [[b["text"] for b in row] for row in self.keyboard or []]

    def wire(self, *, with_reply: bool = True) -> Json:
        """Returns the Message of the API."""
        message: Json = {"message_id": self.id, "from": self.sender}
        message |= {"date": self.date, "chat": self.chat.wire()} | self.content.wire() | self.service
        message |= self.origin
        if self.anonymous:
            message["sender_chat"] = self.chat.wire()
        if self.thread:
            message["message_thread_id"] = self.thread
        if self.topic:
            message["is_topic_message"] = True
        if self.album:
            message["media_group_id"] = self.album
        if self.reply_to and with_reply:
            message["reply_to_message"] = self.reply_to.wire(with_reply=False)
        if self.keyboard:
            message["reply_markup"] = {"inline_keyboard": self.keyboard}
        if self.edited_at is not None:
            message["edit_date"] = self.edited_at
        return message


@dataclass(frozen=True, slots=True)
class Answer:
    """What the presser of a button was shown; nothing, if `text` and `url` are empty."""

    text: str = ""
    alert: bool = False
    url: str = ""


@dataclass(slots=True)
class Press:
    """A tap on a button, waiting for its answer."""

    id: str
    at: float
    person: int
    chat: int
    message_id: int
    data: str
    answer: Answer | None = None
    answered: asyncio.Event = field(default_factory=asyncio.Event)


class World:
    """Everything the platform remembers; it survives the death of a bot and of the server."""

    def __init__(self, clock: Callable[[], float], bot: Json) -> None:
        self.clock = clock
        self.bot = bot
        self.people: dict[int, Person] = {}
        self.chats: dict[int, Chat] = {}
        self.messages: dict[tuple[int, int], Message] = {}
        self.presses: dict[str, Press] = {}
        self.files: dict[str, Upload] = {}
        self.commands: dict[tuple[str, str], list[Json]] = {}
        self._shared_ids = itertools.count(1)
        self._own_ids: dict[int, Iterator[int]] = defaultdict(lambda: itertools.count(1))
        self._file_ids = itertools.count(1)
        self._press_ids = itertools.count(10**17 + 7)

    @property
    def bot_id(self) -> int:
        """The bot's own id."""
        return int(self.bot["id"])

    def now(self) -> int:
        """Returns the time as messages bear it."""
        return int(self.clock())

    def next_message_id(self, chat: Chat) -> int:
        """Returns the next number: each supergroup counts for itself, all other chats together ([T])."""
        return next(self._own_ids[chat.id] if chat.kind == "supergroup" else self._shared_ids)

    def post(self, message: Message) -> Message:
        """Keeps a new message."""
        self.messages[message.chat.id, message.id] = message
        return message

    def keep(self, kind: str, name: str, body: bytes) -> Upload:
        """Keeps a file under a new id."""
        upload = Upload(f"{kind}-{next(self._file_ids)}", kind, name, body)
        self.files[upload.id] = upload
        return upload

    def tap(self, person: int, chat: int, message_id: int, data: str) -> Press:
        """Keeps a press under a new id."""
        press = Press(str(next(self._press_ids)), self.clock(), person, chat, message_id, data)
        self.presses[press.id] = press
        return press

    def live(self, chat: int) -> list[Message]:
        """Returns what is there to see in a chat, oldest first."""
        here = [m for (c, _), m in self.messages.items() if c == chat and not m.deleted]
        return sorted(here, key=lambda m: m.id)

    def from_bot(self, message: Message) -> bool:
        """Returns whether the bot wrote it."""
        return bool(message.sender["id"] == self.bot_id)
