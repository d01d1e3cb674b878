"""Who and what there is: people, guilds, channels, messages and presses, as the platform keeps them."""

from __future__ import annotations

import asyncio
import itertools
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from . import components

Json = dict[str, Any]

EPHEMERAL, LOADING, V2 = 1 << 6, 1 << 7, 1 << 15
"""Flags of a message (docs.discord.com, Message Resource)."""
TEXT, DM = 0, 1
THREADS = (10, 11, 12)
PERMISSIONS = {
    "view": 1 << 10,
    "send": 1 << 11,
    "manage": 1 << 13,
    "embeds": 1 << 14,
    "files": 1 << 15,
    "history": 1 << 16,
    "emojis": 1 << 18,
    "threads": 1 << 35,
    "talk in threads": 1 << 38,
}
"""What can be forbidden the bot (docs.discord.com, Permissions)."""
RARE = {"manage threads": 1 << 34}
"""What it has only where it was given it."""
ALL_PERMISSIONS = sum(PERMISSIONS.values()) | (1 << 6) | (1 << 31)  # and add reactions, use commands
MANAGE_GUILD = 1 << 5
EPOCH_MS = 1420070400000


@dataclass(slots=True)
class Person:
    """A user of the platform, and how he stands to the bot."""

    id: int
    name: str
    locale: str = "es-ES"
    bot: bool = False
    dms: bool = True
    """Whether he lets the bot write to him."""

    def wire(self) -> Json:
        """Returns the User of the API."""
        user: Json = {"id": str(self.id), "username": self.name.lower(), "discriminator": "0", "avatar": None}
        user |= {"global_name": None if self.bot else self.name, "public_flags": 0, "flags": 0}
        return user | {"primary_guild": None} | ({"bot": True} if self.bot else {})


@dataclass(slots=True)
class Guild:
    """A server; its members are by id."""

    id: int
    name: str
    members: set[int] = field(default_factory=set)
    readers: set[int] = field(default_factory=set)
    """Everybody who was ever in it: who joins later reads what was said before."""
    admins: set[int] = field(default_factory=set)
    """Who may manage it."""
    bot: bool = True
    """Whether the bot is in it."""


@dataclass(slots=True)
class Channel:
    """A channel of a guild, a thread or one's talk with the bot."""

    id: int
    kind: int
    name: str
    guild: Guild | None = None
    person: int | None = None
    """With whom the talk is."""
    parent: int | None = None
    forbidden: set[str] = field(default_factory=set)
    """What the bot may not do here, by names of PERMISSIONS."""
    given: set[str] = field(default_factory=set)
    """What of RARE it may do here."""
    archived: bool = False
    locked: bool = False

    @property
    def readers(self) -> set[int]:
        """Everybody who may read it."""
        return {self.person or 0} if self.guild is None else self.guild.readers


@dataclass(frozen=True, slots=True)
class Upload:
    """A file the platform keeps."""

    id: int
    name: str
    body: bytes
    url: str
    description: str | None = None

    def wire(self) -> Json:
        """Returns the Attachment of the API."""
        kind = {"png": "image/png", "txt": "text/plain", "toml": "text/plain"}
        described = {"description": self.description} if self.description else {}
        return {
            "id": str(self.id),
            "filename": self.name,
            "size": len(self.body),
            "url": self.url,
            "proxy_url": self.url,
            "content_type": kind.get(self.name.rpartition(".")[2], "application/octet-stream"),
        } | described


@dataclass(slots=True)
class Message:
    """A message in a channel; ephemeral ones have a viewer."""

    channel: Channel
    id: int
    at: float
    author: Person
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    files: list[Upload] = field(default_factory=list)
    flags: int = 0
    nonce: str | int | None = None
    pings: set[int] = field(default_factory=set)
    """Whom it mentions."""
    viewer: int | None = None
    press: Press | None = None
    """What it answered."""
    reply_to: int | None = None
    edited_at: float | None = None
    deleted: bool = False
    earlier: list[list[Json]] = field(default_factory=list)
    """Its components before its edits."""

    @property
    def loading(self) -> bool:
        """Whether it still says that the bot is thinking."""
        return bool(self.flags & LOADING)

    @property
    def text(self) -> str:
        """All there is to read: the content, its embeds and its text displays."""
        embedded = [line for e in self.embeds for line in components.embed_lines(e)]
        return "\n".join(filter(None, [self.content, *embedded, *components.texts(self.components)]))

    @property
    def labels(self) -> list[list[str]]:
        """The buttons there are to press, by rows."""
        return components.labels(self.components)

    @property
    def alt_texts(self) -> list[str]:
        """What a screen reader says of its pictures."""
        described = [f.description for f in self.files if f.description]
        return described + components.descriptions(self.components)


@dataclass(slots=True)
class Press:
    """An interaction, waiting for its answer: a command (2), a component (3) or a modal (5)."""

    id: int
    token: str
    kind: int
    at: float
    person: int
    channel: Channel
    message: Message | None = None
    """The message its component is on."""
    answer_type: int | None = None
    original: Message | None = None
    modal: Json | None = None
    messages: list[Message] = field(default_factory=list)
    """All that it was answered with; the first may be the original."""
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    moved: asyncio.Event = field(default_factory=asyncio.Event)
    """Set whenever a message it was answered with comes, changes or goes."""


class World:
    """Everything the platform remembers; it survives the death of a bot and of the server."""

    def __init__(self, clock: Callable[[], float], bot: Person) -> None:
        self.clock = clock
        self.bot = bot
        self.people: dict[int, Person] = {bot.id: bot}
        self.guilds: dict[int, Guild] = {}
        self.bot_lacks = 0
        """Which permissions the bot was not given in its guilds."""
        self.channels: dict[int, Channel] = {}
        self.gone: dict[int, Channel] = {}
        """The channels that were deleted."""
        self.messages: dict[int, Message] = {}
        self.presses: dict[int, Press] = {}
        self.tokens: dict[str, Press] = {}
        self.files: dict[int, Upload] = {}
        self.emojis: dict[int, Json] = {}
        self.commands: dict[int | None, list[Json]] = {None: []}
        """The bot's commands: of a guild, or of all (None)."""
        self.url = ""
        """Where files are."""
        self._count = itertools.count(1)

    def snowflake(self) -> int:
        """Returns a new id, which tells its time (docs.discord.com, Reference: Snowflakes)."""
        return ((int(self.clock() * 1000) - EPOCH_MS) << 22) | (next(self._count) & 0x3FFFFF)

    def now(self) -> str:
        """Returns the time as the API writes it."""
        return iso(self.clock())

    def talk(self, person: int) -> Channel:
        """Returns somebody's talk with the bot."""
        for channel in self.channels.values():
            if channel.person == person:
                return channel
        channel = Channel(self.snowflake(), DM, self.people[person].name, person=person)
        self.channels[channel.id] = channel
        return channel

    def forbidden(self, channel: Channel) -> set[str]:
        """Returns what the bot may not do; a thread takes it from its channel."""
        parent = self.channels.get(channel.parent or 0)
        return channel.forbidden | (parent.forbidden if parent else set())

    def given(self, channel: Channel) -> set[str]:
        """Returns what the bot was given; a thread takes it from its channel."""
        parent = self.channels.get(channel.parent or 0)
        return channel.given | (parent.given if parent else set())

    def known(self, channel: int) -> Channel | None:
        """Returns a channel, also one that was deleted, or None if there never was one."""
        return self.channels.get(channel) or self.gone.get(channel)

    def threads(self, channel: int) -> list[Channel]:
        """Returns the threads of a channel."""
        return [it for it in self.channels.values() if it.parent == channel]

    def keep(self, channel: int, name: str, body: bytes, description: str | None) -> Upload:
        """Keeps a file under a new id."""
        number = self.snowflake()
        url = f"{self.url}/attachments/{channel}/{number}/{name}"
        self.files[number] = Upload(number, name, body, url, description)
        return self.files[number]

    def tap(self, kind: int, person: int, channel: Channel, message: Message | None = None) -> Press:
        """Keeps an interaction under a new id and token."""
        token = secrets.token_urlsafe(24)
        press = Press(self.snowflake(), token, kind, self.clock(), person, channel, message)
        self.presses[press.id] = self.tokens[press.token] = press
        return press

    def live(self, channel: int, viewer: int | None = None) -> list[Message]:
        """Returns what is there to see in a channel, oldest first, the viewer's ephemeral ones among it."""
        return [
            m
            for m in self.messages.values()
            if m.channel.id == channel and not m.deleted and m.viewer in (None, viewer)
        ]


def iso(at: float) -> str:
    """Returns a time as the API writes it."""
    return datetime.fromtimestamp(at, UTC).isoformat()
