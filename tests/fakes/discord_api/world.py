"""Who and what there is: simcord's Discord, with what it forgets and tests look at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import discord
from simcord.backend import Backend, serializers
from simcord.backend import models as simcord
from simcord.backend.models import Channel, Guild, User
from simcord.enums import ChannelType

from . import components
from .call import Attached
from .components import Json
from .errors import thread_exists
from .journal import Journal

LOADING, V2 = 1 << 7, 1 << 15
"""Flags of a message (docs.discord.com, Message Resource)."""
PERMISSIONS = {
    "view": "view_channel",
    "send": "send_messages",
    "files": "attach_files",
    "threads": "create_public_threads",
    "talk in threads": "send_messages_in_threads",
    "manage threads": "manage_threads",
}
"""What can be forbidden or given the bot, as discord.py calls it."""
USUAL = (
    discord.Permissions(
        **dict.fromkeys(
            (*PERMISSIONS.values(), "embed_links", "read_message_history", "add_reactions"), True
        ),
        external_emojis=True,
        manage_messages=True,
        use_application_commands=True,
    ).value
    & ~discord.Permissions.manage_threads.flag
)
"""What everybody, and the bot, may do in a guild."""


class Clock:
    """simcord's clock, which goes as the fake's."""

    def __init__(self, seconds: Callable[[], float]) -> None:
        self.seconds = seconds

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.seconds(), UTC)


@dataclass(slots=True, eq=False)
class Message:
    """A message as people see it, and what has become of it."""

    world: World
    kept: simcord.Message
    channel: Channel
    at: float
    deleted: bool = False
    earlier: list[list[Json]] = field(default_factory=list)
    """Its components before its edits."""

    @property
    def id(self) -> int:
        return self.kept.id

    @property
    def author(self) -> User:
        return self.world.users[self.kept.author_id]

    @property
    def viewer(self) -> int | None:
        """The one who sees it, where it is ephemeral."""
        answered = self.kept.interaction_metadata
        return int(answered["user"]["id"]) if answered and self.kept.is_ephemeral else None

    @property
    def press(self) -> int | None:
        """The interaction that it answered."""
        answered = self.kept.interaction_metadata
        return int(answered["id"]) if answered else None

    @property
    def loading(self) -> bool:
        """Whether it still says that the bot is thinking."""
        return bool(self.kept.flags & LOADING)

    @property
    def components(self) -> list[Json]:
        return self.kept.components

    @property
    def text(self) -> str:
        """All there is to read: the content and its text displays."""
        return "\n".join(filter(None, [self.kept.content, *components.texts(self.components)]))

    @property
    def labels(self) -> list[list[str]]:
        """The buttons there are to press, by rows."""
        return components.labels(self.components)

    @property
    def files(self) -> list[Attached]:
        blob = self.world.cdn.get
        kept = self.kept.attachments
        return [Attached(it["filename"], blob(it["url"]) or b"", it["description"]) for it in kept]

    @property
    def alt_texts(self) -> list[str]:
        """What a screen reader says of its pictures."""
        described = [f["description"] for f in self.kept.attachments if f["description"]]
        return described + components.descriptions(self.components)

    @property
    def pings(self) -> set[int]:
        """Whom it calls."""
        return set(self.kept.ping_user_ids)


def with_member(world: Backend, event: str, payload: Mapping[str, Any]) -> Mapping[str, Any]:
    """Returns a new message with its author's `member`, which webhooks lack ([D] Gateway, Message Create)."""
    guild = world.guilds.get(int(payload.get("guild_id") or 0)) if event == "MESSAGE_CREATE" else None
    if guild is None or payload.get("webhook_id") or int(payload["author"]["id"]) not in guild.members:
        return payload
    member = guild.members[int(payload["author"]["id"])]
    return {**payload, "member": serializers.member_payload(world, guild, member, with_user=False)}


class World(Backend):
    """Everything the platform remembers; it survives the death of a bot and of the server."""

    def __init__(self, clock: Callable[[], float], bot: int, name: str, journal: Journal) -> None:
        super().__init__(clock=Clock(clock))  # type: ignore[arg-type]
        self.seconds = clock
        self.journal = journal
        self.application_id = bot
        self.bot_user = self.person(bot, name, bot=True)
        self.listener: Callable[[str, Mapping[str, Any]], None] = lambda *_: None
        self.all_messages: dict[int, Message] = {}
        """By their ids, those that are gone too."""
        self.gone: dict[int, Channel] = {}
        """The channels that were deleted."""
        self.readers: defaultdict[int, set[int]] = defaultdict(set)
        """Everybody who was ever in a guild: who joins later reads what was said before."""
        self.locales: dict[int, str] = {}
        self.no_dms: set[int] = set()
        """Who lets no bot write to them."""
        self.touched: Message | None = None
        """What was posted or changed last."""

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        self.listener(event, with_member(self, event, payload))

    # people and places with numbers of their own

    def person(self, uid: int, name: str, *, bot: bool = False) -> User:
        """Adds a user."""
        self.users[uid] = User(self.reserve_id(uid), name.lower(), bot=bot, global_name=name)
        return self.users[uid]

    def guild(self, gid: int, name: str, *, lacking: int = 0) -> Guild:
        """Adds a guild, in which the bot, and everybody, may do the usual but for what is `lacking`."""
        tell, self.listener = self.listener, lambda *_: None
        made = self.create_guild(name, id=gid)
        self.listener = tell
        for role in made.roles.values():
            role.permissions = USUAL & ~lacking
        self.emit("GUILD_CREATE", serializers.guild_create_payload(self, made))
        return made

    def text_channel(self, cid: int, guild: int, name: str) -> None:
        """Adds a channel."""
        self.channels[cid] = made = Channel(self.reserve_id(cid), ChannelType.TEXT, name, guild)
        self.messages[cid] = {}
        self.guilds[guild].channel_ids.append(cid)
        self.emit("CHANNEL_CREATE", serializers.channel_payload(self, made))

    def may(self, guild: int) -> int:
        """Returns what the bot may do in a guild."""
        return self.compute_permissions(guild, self.bot_user.id)

    def known(self, channel: int | None) -> Channel | None:
        """Returns a channel, also one that was deleted, or None if there never was one."""
        return self.channels.get(channel or 0) or self.gone.get(channel or 0)

    def threads(self, channel: int) -> list[Channel]:
        """Returns the threads of a channel."""
        return [it for it in self.channels.values() if it.is_thread and it.parent_id == channel]

    def readers_of(self, channel: int) -> set[int]:
        """Returns everybody who may have read a channel."""
        found = self.known(channel)
        if found is None:
            return set(self.users)
        return self.readers[found.guild_id] if found.guild_id else set(found.recipient_ids)

    def live(self, channel: int, viewer: int | None = None) -> list[Message]:
        """Returns what is there to see in a channel, oldest first, the viewer's ephemeral ones among it."""
        mine = (self.all_messages[number] for number in self.messages.get(channel, ()))
        return [m for m in mine if m.viewer in (None, viewer)]

    # what becomes of things

    def commit_message(self, message: simcord.Message, *, broadcast: bool = True) -> simcord.Message:
        channel = self.get_channel(message.channel_id)
        self.touched = shown = Message(self, message, channel, self.seconds())
        self.all_messages[message.id] = shown
        if message.author_id == self.bot_user.id and not shown.loading:
            self.journal.tell_message(shown)
        return super().commit_message(message, broadcast=broadcast)

    def edit_message(self, channel_id: int, message_id: int, fields: dict[str, Any]) -> simcord.Message:
        before = self.get_message(channel_id, message_id)
        was_loading, components = bool(before.flags & LOADING), before.components
        message = super().edit_message(channel_id, message_id, fields)
        self.touched = shown = self.all_messages[message_id]
        shown.earlier.append(components)
        self.journal.tell_message(shown, edited=not was_loading)
        return message

    def delete_message(self, channel_id: int, message_id: int) -> None:
        super().delete_message(channel_id, message_id)
        self.touched = shown = self.all_messages[message_id]
        shown.deleted = True
        self.journal.tell_gone(shown)

    def delete_channel(self, channel_id: int) -> None:
        self.gone[channel_id] = self.get_channel(channel_id)
        super().delete_channel(channel_id)

    def create_thread(
        self, parent_id: int, name: str, owner_id: int, *, message_id: int | None = None, **how: Any
    ) -> Channel:
        if message_id in self.channels:
            raise thread_exists()
        thread = super().create_thread(
            parent_id, name, owner_id, message_id=message_id, **how | {"broadcast": False}
        )
        self.announce_thread_create(thread)
        return thread

    def set_thread(self, thread: Channel, *, archived: bool, locked: bool) -> None:
        """Archives a thread, or opens it again; locks or unlocks it."""
        self.edit_channel(thread.id, {}, thread_metadata={"archived": archived, "locked": locked})

    def age_s(self, number: int) -> float:
        """Returns how long ago the thing of an id was made, which the id tells."""
        return self.seconds() - ((number >> 22) + 1420070400000) / 1000
