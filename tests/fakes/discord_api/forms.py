"""The body of a message, as it is sent anew or changed: what is wrong with it and what comes of it.

Numbers are from docs.discord.com, Message Resource, and the OpenAPI file, where no other source is named.
"""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass, field
from typing import Any

from . import components
from .call import Call
from .errors import FormError, empty_message
from .world import EPHEMERAL, V2, Channel, Json, Message, Upload, World

CREATE_FLAGS = 1 << 2 | 1 << 12 | V2
"""SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS and IS_COMPONENTS_V2 may be set by who sends a message."""
EDIT_FLAGS = 1 << 2 | V2
_SAID = {"content", "embeds", "components", "flags", "attachments", "allowed_mentions"}
CREATE = _SAID | {"tts", "nonce", "enforce_nonce", "message_reference", "sticker_ids", "poll"}
EDIT = _SAID | {"tts"}
ANSWER = _SAID | {"tts", "poll"}
FOLLOWUP = ANSWER | {"username", "avatar_url", "thread_name", "applied_tags"}
_EMBED = {"title": 256, "description": 4096}
_MENTION = re.compile(r"<@!?(\d+)>")

_UNSAID: dict[int, Json] = {
    **{kind: {"min_values": 1, "max_values": 1} for kind in components.SELECTS},
    components.CONTAINER: {"accent_color": None, "spoiler": False},
    components.THUMBNAIL: {"description": None, "spoiler": False},
    components.FILE: {"spoiler": False},
    components.SEPARATOR: {"spacing": 1, "divider": True},
}
"""What the platform says of components where the bot said nothing."""


@dataclass(slots=True)
class Draft:
    """What a message will say."""

    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    files: list[Upload] = field(default_factory=list)
    flags: int = 0
    pings: set[int] = field(default_factory=set)

    def put(self, message: Message) -> None:
        """Makes a message say it."""
        message.content, message.embeds, message.components = self.content, self.embeds, self.components
        message.files, message.flags, message.pings = self.files, self.flags, self.pings


def read(
    world: World,
    call: Call,
    body: Json,
    channel: Channel,
    *,
    fields: set[str],
    flags: int,
    old: Message | None = None,
) -> Draft:
    """Returns what the body makes of a message; `flags` are those that may be set.

    Refuses unknown fields, components, embeds and attachments in a wrong form, and a message of nothing.
    """
    for unknown in body.keys() - fields:
        raise FormError(unknown, "UNKNOWN_FIELD", "no such field here")
    draft = Draft(flags=_flags(call, body, flags, old))
    draft.content = _changed(body, "content", old.content if old else "") or ""
    if len(draft.content) > 2000:
        raise FormError("content", "BASE_TYPE_MAX_LENGTH", "Must be 2000 or fewer in length.")
    draft.embeds = [{"type": "rich"} | e for e in _changed(body, "embeds", old.embeds if old else []) or []]
    before = old.components if old else []
    draft.components = copy.deepcopy(_changed(body, "components", before) or [])
    draft.files = _files(world, call, body, channel, old)
    _check_embeds(draft)
    if "components" in body:
        names = {f.name for f in draft.files}
        components.check(draft.components, v2=bool(draft.flags & V2), files=names)
        _check_emojis(world, draft.components)
    if draft.flags & V2 and (draft.content or draft.embeds):
        code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
        raise FormError("content" if draft.content else "embeds", code, "not with IS_COMPONENTS_V2")
    if not (draft.content or draft.embeds or draft.components or draft.files):
        raise empty_message()
    _note_unseen_files(call, draft, old)
    _settle(world, draft)
    draft.pings = _pings(body, draft) if old is None else old.pings
    return draft


def _changed(body: Json, key: str, before: Any) -> Any:
    """Returns the field; what is not named stays as it was."""
    return body.get(key, before)


def _flags(call: Call, body: Json, allowed: int, old: Message | None) -> int:
    asked = body.get("flags") or 0
    if asked & ~allowed & EPHEMERAL:
        raise FormError("flags", "BASE_TYPE_CHOICES", "only an answer to an interaction is ephemeral")
    if wrong := asked & ~allowed:
        call.problem(f"flags {wrong} cannot be set here")
    if old is None:
        return asked & allowed
    kept = old.flags & ~(1 << 2) if "flags" in body else old.flags
    return kept | (asked & allowed)  # IS_COMPONENTS_V2 cannot be removed once it was set


def _files(world: World, call: Call, body: Json, channel: Channel, old: Message | None) -> list[Upload]:
    """Returns the files the message will have; refuses those that are named and not there."""
    before = old.files if old else []
    named = body.get("attachments")
    if named is None:
        kept = [] if "attachments" in body else list(before)
        return kept + [
            world.keep(channel.id, file.name, file.body, None) for _, file in sorted(call.files.items())
        ]
    uploads: list[Upload] = []
    for number, entry in enumerate(named):
        file_id = int(entry["id"])
        if file_id in call.files:
            file = call.files[file_id]
            name = entry.get("filename") or file.name
            uploads.append(world.keep(channel.id, name, file.body, entry.get("description")))
        elif match := next((f for f in before if f.id == file_id), None):
            uploads.append(match)
        else:
            raise FormError(f"attachments.{number}.id", "ATTACHMENT_NOT_FOUND", f"no file {file_id}")
    for number in call.files.keys() - {int(e["id"]) for e in named}:
        raise FormError("attachments", "ATTACHMENT_NOT_FOUND", f"files[{number}] is not named")
    if len(uploads) > 10:
        raise FormError("attachments", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    return uploads


def _check_embeds(draft: Draft) -> None:
    names = {f.name for f in draft.files}
    if len(draft.embeds) > 10:
        raise FormError("embeds", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    for number, embed in enumerate(draft.embeds):
        for key, most in _EMBED.items():
            if len(embed.get(key) or "") > most:
                raise FormError(f"embeds.{number}.{key}", "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer.")
        if len(embed.get("fields") or []) > 25:
            raise FormError(f"embeds.{number}.fields", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer.")
        url = (embed.get("image") or {}).get("url", "")
        attached = url.removeprefix("attachment://")
        if attached != url and attached not in names:
            raise FormError(f"embeds.{number}.image.url", "ATTACHMENT_NOT_FOUND", attached)
    if sum(len(line) for e in draft.embeds for line in components.embed_lines(e)) > 6000:
        raise FormError("embeds", "MAX_EMBED_SIZE_EXCEEDED", "6000 characters over all embeds")


def _check_emojis(world: World, found: list[Json]) -> None:
    """Refuses an emoji of the bot's own that it has not (the code is unverified)."""
    for component in components.walk(found):
        owners = [component, *(component.get("options") or [])]
        for emoji in (owner.get("emoji") or {} for owner in owners):
            if emoji.get("id") and int(emoji["id"]) not in world.emojis:
                raise FormError("components", "COMPONENT_INVALID_EMOJI", f"no emoji {emoji['id']}")


def _note_unseen_files(call: Call, draft: Draft, old: Message | None) -> None:
    """Notes new files of a message with IS_COMPONENTS_V2 that no component shows: nobody would see them."""
    if not draft.flags & V2:
        return
    said = repr(draft.components)
    before = old.files if old else []
    for file in (f for f in draft.files if f not in before):
        if f"attachment://{file.name}" not in said and file.url not in said:
            call.problem(f"{file.name} is attached and shown by no component")


def _settle(world: World, draft: Draft) -> None:
    """Numbers the components and makes links of attachments, as the platform answers them."""
    urls = {f"attachment://{f.name}": f.url for f in draft.files}
    every = list(components.walk(draft.components))
    taken = {c["id"] for c in every if c.get("id")}
    free = (n for n in range(1, len(every) + len(taken) + 1) if n not in taken)
    for component in every:
        component["id"] = component.get("id") or next(free)
        for key, value in _UNSAID.get(component["type"], {}).items():
            component.setdefault(key, value)
        for owner in (o for o in [component, *(component.get("options") or [])] if o.get("emoji")):
            owner["emoji"] = {k: v for k, v in owner["emoji"].items() if v is not None}
        media = [(item, "media") for item in component.get("items", [])]
        media += [(component, key) for key in ("media", "file") if key in component]
        for item in component.get("items", []):
            item |= {"description": item.get("description"), "spoiler": item.get("spoiler", False)}
        if component["type"] == components.FILE:
            file = next(
                f for f in draft.files if component["file"]["url"] in (f.url, f"attachment://{f.name}")
            )
            component |= {"name": file.name, "size": len(file.body)}
        for owner, key in media:
            owner[key] = _media(world, urls.get(owner[key]["url"], owner[key]["url"]))
    for embed in draft.embeds:
        if image := embed.get("image"):
            embed["image"] = image | {"url": urls.get(image["url"], image["url"])}


def _media(world: World, url: str) -> Json:
    size = {"width": 800, "height": 600, "content_type": "image/png", "loading_state": 2, "flags": 0}
    return {"id": str(world.snowflake()), "url": url, "proxy_url": url} | size


def _pings(body: Json, draft: Draft) -> set[int]:
    """Returns whom the message mentions, as far as allowed_mentions lets it."""
    said = "\n".join([draft.content, *components.texts(draft.components)])
    mentioned = {int(found) for found in _MENTION.findall(said)}
    allowed = body.get("allowed_mentions")
    if allowed is None or "users" in (allowed.get("parse") or []):
        return mentioned
    return mentioned & {int(u) for u in allowed.get("users") or []}
