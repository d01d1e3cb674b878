"""The endpoints of the bot itself, people, guilds, channels, threads and emojis."""

from __future__ import annotations

import base64
import re

from . import wire
from .call import Call
from .errors import (
    UNKNOWN_EMOJI,
    UNKNOWN_GUILD,
    UNKNOWN_MEMBER,
    UNKNOWN_USER,
    ApiError,
    FormError,
    missing_access,
    missing_permissions,
    unknown,
)
from .gateway import GUILDS, STARTS, Gateway
from .messages import Messages, Reply
from .routes import route
from .world import ALL_PERMISSIONS, TEXT, THREADS, Channel, Guild, Json, World

MOST_EMOJIS = 2000
LARGEST_EMOJI = 256 << 10
"""docs.discord.com, Emoji Resource."""
_EMOJI_NAME = re.compile(r"\w{2,32}", re.ASCII)
_IMAGE = re.compile(r"data:image/(png|jpeg|gif|webp|avif);base64,(.+)", re.DOTALL)


class Places:
    """What there is to look at, and threads and emojis, which the bot makes itself."""

    def __init__(self, world: World, messages: Messages, gateway: Gateway) -> None:
        self.world = world
        self.messages = messages
        self.gateway = gateway

    # the bot

    @route("GET", "/users/@me")
    def me(self, call: Call) -> Reply:
        mine = {"mfa_enabled": True, "locale": "en-US", "verified": True, "email": None}
        return 200, self.world.bot.wire() | mine

    @route("GET", "/applications/@me")
    @route("GET", "/oauth2/applications/@me")
    def application(self, call: Call) -> Reply:
        return 200, wire.application(self.world)

    @route("GET", "/users/@me/guilds")
    def guilds(self, call: Call) -> Reply:
        may = str(ALL_PERMISSIONS & ~self.world.bot_lacks)
        mine: Json = {"permissions": may, "owner": False, "icon": None, "banner": None, "features": []}
        return 200, [mine | {"id": str(it.id), "name": it.name} for it in self.world.guilds.values()]

    @route("GET", "/gateway")
    def gateway_url(self, call: Call) -> Reply:
        return 200, {"url": self.gateway.url}

    @route("GET", "/gateway/bot")
    def gateway_bot(self, call: Call) -> Reply:
        gateway = self.gateway
        limit = {"total": STARTS, "remaining": max(0, gateway.starts), "reset_after": 14400000}
        limit["max_concurrency"] = gateway.at_once
        return 200, {"url": gateway.url, "shards": gateway.shards, "session_start_limit": limit}

    # people

    @route("GET", "/users/{user}")
    def user(self, call: Call, number: int) -> Reply:
        if number not in self.world.people:
            raise unknown(UNKNOWN_USER, "User")
        return 200, self.world.people[number].wire()

    @route("POST", "/users/@me/channels")
    def talk(self, call: Call) -> Reply:
        """Opens the talk with somebody: whether he lets the bot write shows only then."""
        number = int(call.fields.get("recipient_id") or 0)
        if number not in self.world.people or number == self.world.bot.id:
            raise ApiError(400, 50033, "Invalid Recipient(s)")
        return 200, wire.channel(self.world, self.world.talk(number))

    # guilds and channels

    @route("GET", "/guilds/{guild}")
    def guild(self, call: Call, number: int) -> Reply:
        return 200, wire.guild(self.world, self._guild(number))

    @route("GET", "/guilds/{guild}/members/{user}")
    def member(self, call: Call, number: int, person: int) -> Reply:
        if person not in self._guild(number).members | {self.world.bot.id}:
            raise unknown(UNKNOWN_MEMBER, "Member")
        return 200, wire.member(self.world, person)

    @route("GET", "/channels/{channel}")
    def channel(self, call: Call, number: int) -> Reply:
        return 200, wire.channel(self.world, self.messages.entered(call, number))

    @route("PATCH", "/channels/{channel}")
    def change_channel(self, call: Call, number: int) -> Reply:
        """Changes a thread of the bot's own: its name, its archive, its lock."""
        thread = self.messages.entered(call, number)
        if thread.kind not in THREADS:
            raise missing_permissions()
        for field in call.fields.keys() - {"name", "archived", "locked", "auto_archive_duration"}:
            raise FormError(field, "UNKNOWN_FIELD", "not to be changed here")
        thread.name = call.fields.get("name") or thread.name
        thread.archived = call.fields.get("archived", thread.archived)
        thread.locked = call.fields.get("locked", thread.locked)
        told = wire.channel(self.world, thread)
        self.gateway.tell("THREAD_UPDATE", told, intent=GUILDS)
        return 200, told

    # threads

    @route("POST", "/channels/{channel}/threads")
    def thread(self, call: Call, number: int) -> Reply:
        parent = self.messages.entered(call, number)
        kind = call.fields.get("type", 12)
        if kind not in THREADS:
            raise FormError("type", "BASE_TYPE_CHOICES", "Value must be one of (10, 11, 12).")
        return self._open(call, parent, self.world.snowflake(), kind)

    @route("POST", "/channels/{channel}/messages/{message}/threads")
    def thread_of_message(self, call: Call, number: int, message_id: int) -> Reply:
        """Opens a thread at a message; it takes the message's id ([D] Start Thread from Message)."""
        message = self.messages.found(call, number, message_id)
        if message.id in self.world.channels:
            raise ApiError(400, 160004, "A thread has already been created for this message")
        return self._open(call, message.channel, message.id, 11)

    @route("PUT", "/channels/{channel}/thread-members/{user}")
    @route("PUT", "/channels/{channel}/thread-members/@me")
    @route("DELETE", "/channels/{channel}/thread-members/{user}")
    def thread_member(self, call: Call, number: int, person: int | None = None) -> Reply:
        self._thread(call, number)
        return 204, None

    def _open(self, call: Call, parent: Channel, number: int, kind: int) -> Reply:
        if parent.kind != TEXT:
            raise ApiError(400, 50024, "Cannot execute action on this channel type")
        if "threads" in parent.forbidden:
            raise missing_permissions()
        name = call.fields.get("name") or ""
        if not 1 <= len(name) <= 100:
            raise FormError("name", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
        thread = Channel(number, kind, name, parent.guild, parent=parent.id)
        self.world.channels[number] = thread
        told = wire.channel(self.world, thread)
        self.gateway.tell("THREAD_CREATE", told | {"newly_created": True}, intent=GUILDS)
        return 201, told

    def _thread(self, call: Call, number: int) -> Channel:
        thread = self.messages.entered(call, number)
        if thread.kind not in THREADS:
            raise ApiError(400, 50024, "Cannot execute action on this channel type")
        return thread

    # emojis

    @route("GET", "/applications/{application}/emojis")
    def emojis(self, call: Call, _: int) -> Reply:
        return 200, {"items": list(self.world.emojis.values())}

    @route("POST", "/applications/{application}/emojis")
    def add_emoji(self, call: Call, _: int) -> Reply:
        name = call.fields.get("name") or ""
        if not _EMOJI_NAME.fullmatch(name):
            raise FormError("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
        if any(e["name"] == name for e in self.world.emojis.values()):  # unverified words
            raise FormError("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", f"{name} is already taken")
        image = _IMAGE.fullmatch(call.fields.get("image") or "")
        if image is None or not (body := base64.b64decode(image[2])):
            raise FormError("image", "IMAGE_INVALID", "Invalid image data")
        if len(body) > LARGEST_EMOJI:
            raise FormError("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
        if len(self.world.emojis) >= MOST_EMOJIS:
            raise ApiError(400, 30008, "Maximum number of emojis reached (2000)")
        number = self.world.snowflake()
        emoji: Json = {"id": str(number), "name": name, "roles": [], "require_colons": True, "managed": False}
        emoji |= {"animated": image[1] == "gif", "available": True, "user": self.world.bot.wire()}
        self.world.emojis[number] = emoji
        return 201, emoji

    @route("DELETE", "/applications/{application}/emojis/{number}")
    def remove_emoji(self, call: Call, _: int, number: int) -> Reply:
        if self.world.emojis.pop(number, None) is None:
            raise unknown(UNKNOWN_EMOJI, "Emoji")
        return 204, None

    def _guild(self, number: int) -> Guild:
        guild = self.world.guilds.get(number)
        if guild is None:
            raise unknown(UNKNOWN_GUILD, "Guild")
        if not guild.bot:
            raise missing_access()
        return guild
