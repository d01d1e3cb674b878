"""The endpoints of messages in channels (docs.discord.com, Message Resource)."""

from __future__ import annotations

from typing import Any

from . import forms, wire
from .call import Call
from .errors import (
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    FormError,
    dm_closed,
    missing_access,
    missing_permissions,
    not_the_author,
    thread_archived,
    thread_locked,
    unknown,
)
from .flood import Flood
from .gateway import DM_MESSAGES, GUILD_MESSAGES, GUILDS, Gateway
from .journal import Journal
from .routes import route
from .world import DM, THREADS, Channel, Json, Message, World

Reply = tuple[int, Any]
NONCE_S = 300.0
"""How long a nonce is remembered: "the past few minutes", says the page."""


class Messages:
    """What the bot does in channels; interactions use its parts."""

    def __init__(self, world: World, gateway: Gateway, flood: Flood, journal: Journal) -> None:
        self.world = world
        self.gateway = gateway
        self.flood = flood
        self.journal = journal

    # endpoints

    @route("POST", "/channels/{channel}/messages")
    def create(self, call: Call, number: int) -> Reply:
        call.kind = "send"
        channel = self.entered(call, number)
        call.headers |= self.flood.in_channel("sends", channel.id)
        self._allow_send(call, channel)
        body = call.fields
        if again := self._sent_before(body, channel):
            call.message_id = again.id
            return 200, wire.message(self.world, again)
        draft = forms.read(self.world, call, body, channel, fields=forms.CREATE, flags=forms.CREATE_FLAGS)
        message = Message(channel, self.world.snowflake(), self.world.clock(), self.world.bot)
        message.nonce = body.get("nonce")
        message.reply_to = self._replied(body, channel)
        draft.put(message)
        if channel.archived:
            channel.archived = False  # [D] Threads: a message takes a thread out of the archive
            told = wire.channel(self.world, channel)
            self.gateway.tell("THREAD_UPDATE", told, intent=GUILDS)
        self.post(call, message)
        return 200, wire.message(self.world, message)

    @route("GET", "/channels/{channel}/messages")
    def history(self, call: Call, number: int) -> Reply:
        channel = self.entered(call, number)
        before = int(call.query.get("before", 1 << 63))
        after = int(call.query.get("after", 0))
        found = [m for m in self.world.live(channel.id) if after < m.id < before]
        limit = int(call.query.get("limit", 50))
        if not 1 <= limit <= 100:
            raise FormError("limit", "NUMBER_TYPE_MAX", "int value should be from 1 to 100.")
        return 200, [wire.message(self.world, m) for m in reversed(found)][:limit]

    @route("GET", "/channels/{channel}/messages/{message}")
    def fetch(self, call: Call, number: int, message: int) -> Reply:
        return 200, wire.message(self.world, self.found(call, number, message))

    @route("PATCH", "/channels/{channel}/messages/{message}")
    def change(self, call: Call, number: int, message_id: int) -> Reply:
        call.kind = "edit"
        channel = self.entered(call, number)
        call.headers |= self.flood.in_channel("edits", channel.id)
        message = self.found(call, number, message_id)
        if message.author is not self.world.bot:
            raise not_the_author()
        self.flood.old_edit(channel.id, self.world.clock() - message.at)
        self._unlocked(channel)
        if channel.archived:
            raise thread_archived()
        self.edit(call, message, call.fields, fields=forms.EDIT)
        return 200, wire.message(self.world, message)

    @route("DELETE", "/channels/{channel}/messages/{message}")
    def delete(self, call: Call, number: int, message_id: int) -> Reply:
        call.kind = "delete"
        message = self.found(call, number, message_id)
        if message.author is not self.world.bot and not self._may(message.channel, "manage"):
            raise missing_permissions()
        self.remove(message)
        return 204, None

    @route("POST", "/channels/{channel}/typing")
    def typing(self, call: Call, number: int) -> Reply:
        self._allow_send(call, self.entered(call, number))
        return 204, None

    @route("PUT", "/channels/{channel}/messages/pins/{message}")
    @route("DELETE", "/channels/{channel}/messages/pins/{message}")
    def pin(self, call: Call, number: int, message_id: int) -> Reply:
        message = self.found(call, number, message_id)
        if message.channel.kind != DM and not self._may(message.channel, "manage"):
            raise missing_permissions()
        return 204, None

    @route("PUT", "/channels/{channel}/messages/{message}/reactions/{emoji}/@me")
    def react(self, call: Call, number: int, message_id: int, _: str) -> Reply:
        self.found(call, number, message_id)
        return 204, None

    # parts

    def entered(self, call: Call, number: int) -> Channel:
        """Returns a channel the bot can look into."""
        channel = self.world.channels.get(number)
        call.channel = number
        if channel is None:
            raise unknown(UNKNOWN_CHANNEL, "Channel")
        call.private = channel.kind == DM
        if (channel.guild and not channel.guild.bot) or "view" in self.world.forbidden(channel):
            raise missing_access()
        return channel

    def found(self, call: Call, number: int, message_id: int) -> Message:
        """Returns a message of a channel; ephemeral ones are not in it."""
        channel = self.entered(call, number)
        call.message_id = message_id
        message = self.world.messages.get(message_id)
        gone = message is None or message.deleted or message.viewer is not None
        if message is None or gone or message.channel is not channel:
            raise unknown(UNKNOWN_MESSAGE, "Message")
        return message

    def post(self, call: Call, message: Message) -> None:
        """Puts a new message where it can be seen, and tells of it."""
        self.world.messages[message.id] = message
        self._note(call, message)
        _moved(message)
        if not message.loading:
            self.journal.tell_message(message)
        if message.viewer is None:
            intent = DM_MESSAGES if message.channel.kind == DM else GUILD_MESSAGES
            self.gateway.tell("MESSAGE_CREATE", wire.event(self.world, message), intent=intent)

    def edit(self, call: Call, message: Message, body: Json, *, fields: set[str]) -> None:
        """Changes a message, and tells of it."""
        was_loading = message.loading
        draft = forms.read(
            self.world, call, body, message.channel, fields=fields, flags=forms.EDIT_FLAGS, old=message
        )
        message.earlier.append(message.components)
        draft.put(message)
        message.flags &= ~(1 << 7)
        message.edited_at = message.edited_at if was_loading else self.world.clock()
        self._note(call, message)
        _moved(message)
        self.journal.tell_message(message, edited=not was_loading)
        if message.viewer is None:
            intent = DM_MESSAGES if message.channel.kind == DM else GUILD_MESSAGES
            self.gateway.tell("MESSAGE_UPDATE", wire.event(self.world, message), intent=intent)

    def remove(self, message: Message) -> None:
        """Takes a message away, and tells of it."""
        message.deleted = True
        _moved(message)
        self.journal.tell(
            message.channel.id, f"{message.author.name} {self.journal.number(message)} goes", message.viewer
        )
        if message.viewer is None:
            gone = {"id": str(message.id), "channel_id": str(message.channel.id)}
            if message.channel.guild:
                gone["guild_id"] = str(message.channel.guild.id)
            intent = DM_MESSAGES if message.channel.kind == DM else GUILD_MESSAGES
            self.gateway.tell("MESSAGE_DELETE", gone, intent=intent)

    def _note(self, call: Call, message: Message) -> None:
        call.channel, call.private = message.channel.id, message.channel.kind == DM
        call.message_id, call.viewer = message.id, message.viewer
        call.shown = [message.text, *message.alt_texts]

    def _may(self, channel: Channel, what: str) -> bool:
        return what not in self.world.forbidden(channel)

    def _allow_send(self, call: Call, channel: Channel) -> None:
        if channel.kind == DM and not self.world.people[channel.person or 0].dms:
            raise dm_closed()
        what = "talk in threads" if channel.kind in THREADS else "send"
        if not self._may(channel, what):
            raise missing_permissions()
        self._unlocked(channel)
        if call.files and not self._may(channel, "files"):
            raise missing_permissions()

    def _unlocked(self, channel: Channel) -> None:
        if channel.locked and "manage threads" not in self.world.given(channel):
            raise thread_locked()

    def _sent_before(self, body: Json, channel: Channel) -> Message | None:
        """Returns the message that already bears this nonce, if the bot asks for one only."""
        nonce = body.get("nonce")
        if nonce is not None and len(str(nonce)) > 25:
            raise FormError("nonce", "NONCE_TYPE_TOO_LONG", "at most 25 characters")
        if nonce is None or not body.get("enforce_nonce"):
            return None
        since = self.world.clock() - NONCE_S
        same = (m for m in self.world.messages.values() if m.nonce is not None and m.at >= since)
        return next((m for m in same if str(m.nonce) == str(nonce) and m.channel is channel), None)

    def _replied(self, body: Json, channel: Channel) -> int | None:
        reference = body.get("message_reference")
        if not reference:
            return None
        number = int(reference["message_id"])
        message = self.world.messages.get(number)
        if message is None or message.deleted or message.channel is not channel:
            if reference.get("fail_if_not_exists", True):
                raise FormError("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
            return None
        return number


def _moved(message: Message) -> None:
    """Wakes who waits for what comes of a press."""
    if message.press:
        message.press.moved.set()
