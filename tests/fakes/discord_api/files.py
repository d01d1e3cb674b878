"""The files of a message: which an edit keeps, which it takes away, and what is told of them.

Starting with API v10 `attachments` holds all that a message is to have after an edit, those that stay and
those that come (docs.discord.com, Message Resource, Edit Message; Webhook Resource, Edit Webhook Message).
"""

from __future__ import annotations

from typing import Any

from simcord.backend import errors

from .call import Call
from .components import Json, walk
from .world import Message, World

UPDATE = 7
"""The answer that changes the pressed message: docs.discord.com, Receiving and Responding."""


def edited(world: World, call: Call) -> Message | None:
    """Returns the message that a request is to change, None if it changes none."""
    if found := call.at(r"/channels/\d+/messages/(\d+)"):
        number: int | None = int(found[1]) if call.method == "PATCH" else None
    elif found := call.at(r"/webhooks/\d+/([^/]+)/messages/([^/]+)"):
        press = world.interactions.get(world.interaction_tokens.get(found[1], 0))
        own = press.message_id if press is not None else None
        number = (own if found[2] == "@original" else int(found[2])) if call.method == "PATCH" else None
    elif (found := call.at(r"/interactions/(\d+)/.*")) and (call.body or {}).get("type") == UPDATE:
        press = world.interactions.get(int(found[1]))
        number = press.source_message_id if press is not None else None
    else:
        return None
    return world.all_messages.get(number or 0)


def check(call: Call, message: Message) -> None:
    """Refuses an edit whose list of files cannot be; notes files that come twice, or that nobody named.

    An answer that changes the message, or an edit with files, keeps none that it does not name
    (discord-api-docs, issues 6277 and 5170).
    """
    said, had = call.said, {str(file["id"]): file for file in message.kept.attachments}
    if "attachments" not in said and (call.kind == "answer" or call.files):
        said["attachments"] = [{"id": number} for number in call.files]
    if (named := said.get("attachments")) is None:
        return
    ids = [str(it.get("id")) for it in named]
    coming = {str(number): file for number, file in call.files.items()}
    if unknown := [number for number in ids if number not in had and number not in coming]:
        raise errors.invalid_form_body(f"attachments: there is none of id {', '.join(unknown)}")
    if unnamed := set(coming) - set(ids):
        raise errors.invalid_form_body(f"files {', '.join(sorted(unnamed))} are named by no attachment")
    names = [had[it]["filename"] if it in had else coming[it].name for it in ids]
    if len(set(names)) < len(names):
        call.problem(f"of files of one name a component means either: {names}")
    before = {world_file.body for world_file in message.files}
    call.again = sum(file.body in before for file in coming.values())


def told(body: Any) -> Any:
    """Returns a message as Discord tells it: files that a component shows are not among its attachments.

    discord-api-docs, issue 8277; each is told where it is shown (`attachment_id`).
    """
    if not isinstance(body, dict):
        return body
    if "resource" in body:
        return body | {"resource": {key: told(it) for key, it in body["resource"].items()}}
    if not body.get("attachments"):
        return body
    shown = repr([_media(it) for it in walk(body.get("components") or [])])
    return body | {"attachments": [it for it in body["attachments"] if it["url"] not in shown]}


def _media(component: Json) -> list[Any]:
    return [component.get("items"), component.get("file"), component.get("media")]
