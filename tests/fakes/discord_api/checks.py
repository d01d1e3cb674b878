"""What Discord refuses and simcord lets pass, as far as the bot may meet it."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator

from simcord.backend import errors, serializers
from simcord.backend.models import EPHEMERAL_FLAG, Channel
from simcord.backend.permissions import flag

from . import files
from .call import Call
from .components import Json, walk
from .errors import dm_closed, thread_archived, thread_locked, token_expired
from .world import V2, Message, World

NONCE_S, TOKEN_S, ANSWER_S = 300.0, 900.0, 3.0
"""How long a nonce is remembered ("the past few minutes"), a token counts, an answer is awaited."""
LARGEST_EMOJI, MOST_EMOJIS = 256 << 10, 2000
"""docs.discord.com, Emoji Resource."""
MOST_CHARACTERS = 8000
"""Of a command: docs.discord.com, Application Commands."""
_COMMAND_NAME, _EMOJI_NAME = re.compile(r"[-_'\w]{1,32}"), re.compile(r"\w{2,32}", re.ASCII)
_IMAGE = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif);base64,(.+)", re.DOTALL)


class Checks:
    """What is seen to before simcord is asked, and after."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._nonces: dict[tuple[int, str], Message] = {}

    def before(self, call: Call) -> Json | None:
        """Refuses what simcord would not; returns the answer where it needs not be asked."""
        self._check_components(call.said.get("components") or [])
        if (changed := files.edited(self.world, call)) is not None:
            files.check(call, changed)
        channel = self.world.channels.get(call.channel or 0)
        if channel is not None and call.path.startswith("/channels/"):
            return self._before_in(channel, call)
        if found := call.at(r"/interactions/(\d+)/.*"):
            if self.world.age_s(int(found[1])) > ANSWER_S:
                raise errors.unknown_interaction()
        elif found := call.at(r"/webhooks/\d+/([^/]+)(?:/.*)?"):
            self._token_counts(found[1])
        elif call.method == "POST" and call.at(r"/applications/\d+/emojis"):
            self._may_upload(call.body)
        elif call.method == "PUT" and call.at(r"/applications/\d+(?:/guilds/\d+)?/commands"):
            check_commands(call.body)
        return None

    def after(self, call: Call) -> None:
        """Keeps what has been sent, takes a thread out of the archive, notes files that nobody sees."""
        message = self.world.touched
        if message is None or call.kind == "delete":
            return
        if call.kind == "send":
            self._nonces[message.channel.id, str(call.said.get("nonce"))] = message
            thread = message.channel.thread_metadata
            if thread is not None and thread.archived:  # [D] Threads: a message takes it out of the archive
                self.world.set_thread(message.channel, archived=False, locked=thread.locked)
        if message.kept.flags & V2:
            shown = repr(message.components)
            for file in message.kept.attachments:
                if file["url"] not in shown:
                    call.problem(f"{file['filename']} is attached and shown by no component")

    def _may_write(self, call: Call, channel: Channel) -> None:
        """Refuses what a closed talk, a locked or archived thread and rights to files forbid."""
        if set(channel.recipient_ids) & self.world.no_dms:
            raise dm_closed()  # that of an edit is unverified
        if channel.guild_id is None:
            return
        may = self.world.compute_permissions(channel.guild_id, self.world.bot_user.id, channel.id)
        thread = channel.thread_metadata
        if thread is not None and thread.locked and not may & flag("manage_threads"):
            raise thread_locked()
        if thread is not None and thread.archived and call.kind == "edit":
            raise thread_archived()
        if call.files and call.kind == "send" and not may & flag("attach_files"):
            raise errors.missing_permissions()

    def _before_in(self, channel: Channel, call: Call) -> Json | None:
        """Does the same for a request about a channel."""
        if call.kind in ("send", "edit"):
            self._may_write(call, channel)
        if call.kind == "send":
            return self._sent_before(call, channel)
        return self._archived(channel, call.said) if call.at(r"/channels/\d+") else None

    def _archived(self, channel: Channel, said: Json) -> Json | None:
        """Archives a thread for the bot that has opened it, which it may ([D] Threads, Editing)."""
        if channel.owner_id != self.world.bot_user.id or said != {"archived": True}:
            return None
        locked = bool(channel.thread_metadata and channel.thread_metadata.locked)
        self.world.set_thread(channel, archived=True, locked=locked)
        return dict(serializers.channel_payload(self.world, channel))

    def _sent_before(self, call: Call, channel: Channel) -> Json | None:
        """Returns the message that already bears this nonce, if the bot asks for one only.

        Refuses an ephemeral one, which only an answer to an interaction is, and files that did not come.
        """
        named = {int(it["id"]) for it in call.said.get("attachments") or []}
        if (call.said.get("flags") or 0) & EPHEMERAL_FLAG or named - call.files.keys():
            raise errors.invalid_form_body("only an answer is ephemeral, and only files that come are named")
        old = self._nonces.get((channel.id, str(call.said.get("nonce"))))
        if not call.said.get("enforce_nonce") or old is None or self.world.seconds() - old.at > NONCE_S:
            return None
        call.message_id = old.id
        return dict(serializers.message_payload(self.world, old.kept))

    def _token_counts(self, token: str) -> None:
        press = self.world.interactions.get(self.world.interaction_tokens.get(token, 0))
        if press is not None and self.world.age_s(press.id) > TOKEN_S:
            raise token_expired()

    def _may_upload(self, emoji: Json) -> None:
        image = _IMAGE.fullmatch(emoji.get("image") or "")
        body = base64.b64decode(image[1]) if image else b""
        if not body or len(body) > LARGEST_EMOJI:
            raise errors.invalid_form_body(f"image: {len(body)} bytes of at most {LARGEST_EMOJI}")
        if not _EMOJI_NAME.fullmatch(emoji["name"]):
            raise errors.invalid_form_body(f"name: {emoji['name']} has other signs than letters and digits")
        if any(it.name == emoji.get("name") for it in self.world.application_emojis.values()):
            raise errors.invalid_form_body(f"name: {emoji.get('name')} is already taken")  # unverified words
        if len(self.world.application_emojis) >= MOST_EMOJIS:
            raise errors.BackendError(400, 30008, "Maximum number of emojis reached (2000)")

    def _check_components(self, found: list[Json]) -> None:
        """Refuses a button on which nothing stands, and an emoji that the bot has not (unverified code)."""
        for component in walk(found):
            if component.get("type") == 2 and not (component.get("label") or component.get("emoji")):
                raise errors.invalid_form_body("a button must have a label or an emoji")
            if len(component.get("options") or "x" * 25) < (component.get("max_values") or 1):
                raise errors.invalid_form_body("more is to be picked than there is")
            for owner in (component, *(component.get("options") or [])):
                number = (owner.get("emoji") or {}).get("id")
                if number and int(number) not in self.world.application_emojis:
                    raise errors.invalid_form_body(f"no emoji {number}")


def check_commands(commands: list[Json]) -> None:
    """Refuses commands that are there twice, of which one is too long, or asks for what it need not first."""
    names = [command["name"] for command in commands]
    if len(set(names)) != len(names):
        raise errors.invalid_form_body(f"a name is there twice: {names}")
    for command in commands:
        for owner in (command, *(command.get("options") or [])):
            _check_names(owner)
        if (length := sum(map(len, _texts(command)))) > MOST_CHARACTERS:
            raise errors.invalid_form_body(f"/{command['name']}: {length} characters of at most 8000")
        asked = [bool(option.get("required")) for option in command.get("options") or []]
        if asked != sorted(asked, reverse=True):
            raise errors.invalid_form_body("required options must be placed before the others")


def _check_names(owner: Json) -> None:
    """Refuses what, in any language, a command or an option cannot be called, or cannot be said of it."""
    for name in (owner["name"], *(owner.get("name_localizations") or {}).values()):
        if not _COMMAND_NAME.fullmatch(name) or name != name.lower():
            raise errors.invalid_form_body(f"no command or option can be called {name!r}")
    for said in (owner.get("description") or "", *(owner.get("description_localizations") or {}).values()):
        if not 1 <= len(said) <= 100:
            raise errors.invalid_form_body(f"description: {said!r} has not 1 to 100 characters")


def _texts(owner: Json) -> Iterator[str]:
    """Yields what counts towards the size of a command: names, descriptions and values."""
    yield owner.get("name") or ""
    yield owner.get("description") or ""
    for choice in owner.get("choices") or []:
        yield choice["name"] + str(choice["value"])
    for option in owner.get("options") or []:
        yield from _texts(option)
