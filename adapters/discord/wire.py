"""Requests that send posts, as plain JSON with files.

They use discord.py's rate limits and connections, but bypass its message objects, which saves half of the
processor time. Each request mentions only the people that it names.
"""

from __future__ import annotations

import io
import json
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, cast

import discord
from discord.http import Route
from discord.webhook.async_ import async_context

from musbot.port import MessageId
from musbot.port.messenger import Gone

from .kept import attachment_id
from .layout import Json, LaidOutPost, Layouts
from .library import mark_answered

Interaction = discord.Interaction[Any]
"""A press, a form or a slash command."""
Kind = discord.InteractionResponseType
"""The kind of a first answer."""

V2, EPHEMERAL, SILENT = 1 << 15, 1 << 6, 1 << 12
"""Flags of a message: docs.discord.com, Message Resource."""
OLD_S, MOST_OLD_EDITS, OLD_EDITS_IN_S = 3600.0, 3, 20.0
"""The age of an old message in seconds; the edits of old messages in a channel, in how many seconds."""
ORIGINAL = "@original"
"""The id of an interaction's original response."""


def message_id(number: int) -> MessageId:
    """Returns the id of a message in its channel."""
    return MessageId(str(number))


class ChannelWire:
    """Sends and edits messages of channels."""

    def __init__(self, client: discord.Client, layouts: Layouts) -> None:
        self._client = client
        self._layouts = layouts

    async def send(
        self, channel: int, laid: LaidOutPost, nonce: str, people: Sequence[int] = (), *, silent: bool = False
    ) -> Json:
        """Posts a message, mentioning `people`; returns its JSON.

        If the `nonce` is repeated within some minutes, Discord posts no second message and returns the first.
        A `silent` message does not notify. Raises the library's errors.
        """
        route = Route("POST", "/channels/{channel_id}/messages", channel_id=channel)
        flags = V2 | (SILENT if silent else 0)
        once = {"nonce": nonce, "enforce_nonce": True}
        return await _request_with_picture(
            self._layouts, laid, lambda it: self._request(route, it, _body(it, flags, people) | once)
        )

    async def edit(self, channel: int, message: int, laid: LaidOutPost) -> Json:
        """Changes a message; returns its JSON. Raises the library's errors."""
        route = Route(
            "PATCH", "/channels/{channel_id}/messages/{message_id}", channel_id=channel, message_id=message
        )
        return await _request_with_picture(
            self._layouts, laid, lambda it: self._request(route, it, _body(it)), message=message
        )

    async def _request(self, route: Route, laid: LaidOutPost, body: Json) -> Json:
        """Makes a request with a body and the files of a post; returns the answer's JSON.

        Raises the library's errors.
        """
        if laid.files:
            form, files = _form(laid, body)
            answer = await self._client.http.request(route, form=form, files=files)
        else:
            answer = await self._client.http.request(route, json=body)
        return cast("Json", answer)


class OldEdits:
    """The latest edits of messages older than an hour, which Discord limits in each channel (error 30046).

    The library would wait, and then show a text that is out of date.
    """

    def __init__(self, clock: Callable[[], float], age_s: Callable[[float], float | None]) -> None:
        """Takes the clock, and the age of a time by Discord's clock, None if that is unknown."""
        self._clock = clock
        self._age_s = age_s
        self._made: dict[int, list[float]] = {}

    def take(self, channel: int, message: int) -> None:
        """Counts an edit of a message older than OLD_S; raises Gone if its channel has no room for it.

        No effect for newer messages, and while Discord's clock is unknown. The limit is unverified: 3 in 20
        seconds (circuitsacul/starboard-4, issue 118).
        """
        age_s = self._age_s(discord.utils.snowflake_time(message).timestamp())
        if age_s is None or age_s < OLD_S:
            return
        now = self._clock()
        self._made = {it: made for it, made in self._made.items() if now - made[-1] < OLD_EDITS_IN_S}
        recent = [at for at in self._made.get(channel, ()) if now - at < OLD_EDITS_IN_S]
        if len(recent) >= MOST_OLD_EDITS:
            raise Gone("too many edits of old messages")
        self._made[channel] = [*recent, now]


class Ephemeral(NamedTuple):
    """A message that answers an interaction, usually ephemeral, and changed by the interaction's token."""

    interaction: Interaction
    """The interaction."""
    message: int
    """The message's id."""
    original: bool
    """Whether the message is the interaction's original response."""


class InteractionWire:
    """Answers interactions with messages and updates."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts

    async def send(self, interaction: Interaction, laid: LaidOutPost, *, ephemeral: bool) -> int:
        """Answers an unanswered interaction with a message, which only the person sees if it is `ephemeral`.

        Returns the message's id; raises the library's errors.
        """
        flags = V2 | (EPHEMERAL if ephemeral else 0)
        return await self._answer_first(interaction, laid, Kind.channel_message, flags)

    async def update(self, interaction: Interaction, laid: LaidOutPost) -> None:
        """Updates the pressed message, also after a deferred answer; raises the library's errors."""
        message = interaction.message.id if interaction.message is not None else 0
        if interaction.response.is_done():
            await self.edit(interaction, laid, message)
        else:
            await self._answer_first(interaction, laid, Kind.message_update, V2, message)

    async def edit(
        self, interaction: Interaction, laid: LaidOutPost, message: int = 0, *, original: bool = True
    ) -> int:
        """Changes the original response, or if not `original` the follow-up `message`; returns its id.

        For an original response `message` only tells which picture it shows; 0 if unknown. Raises the
        library's errors.
        """
        path = f"/webhooks/{{webhook_id}}/{{webhook_token}}/messages/{ORIGINAL if original else message}"
        route = _route(interaction, "PATCH", path)
        ask = partial(_request, interaction, route)
        answer = await _request_with_picture(
            self._layouts, laid, lambda it: ask(it, _body(it)), message=message
        )
        return int(answer["id"])

    async def change(self, shown: Ephemeral, laid: LaidOutPost) -> None:
        """Changes a message that answers an interaction; raises the library's errors."""
        await self.edit(shown.interaction, laid, shown.message, original=shown.original)

    async def delete(self, shown: Ephemeral) -> None:
        """Deletes a message that answers an interaction; raises the library's errors."""
        if shown.original:
            await shown.interaction.delete_original_response()
        else:
            await shown.interaction.followup.delete_message(shown.message)

    async def follow(self, interaction: Interaction, laid: LaidOutPost, *, ephemeral: bool) -> int:
        """Sends another message after the answer, which only the person sees if it is `ephemeral`.

        Returns the message's id; raises the library's errors.
        """
        route = _route(interaction, "POST", "/webhooks/{webhook_id}/{webhook_token}")
        flags = V2 | (EPHEMERAL if ephemeral else 0)
        ask = partial(_request, interaction, route, wait="true")
        answer = await _request_with_picture(self._layouts, laid, lambda it: ask(it, _body(it, flags)))
        return int(answer["id"])

    async def _answer_first(
        self, interaction: Interaction, laid: LaidOutPost, kind: Kind, flags: int, message: int = 0
    ) -> int:
        """Gives the first answer, of a `kind`, and marks the interaction as answered.

        Returns the message's id: from Discord's answer, or else `message`. Raises the library's errors.
        """
        path = "/interactions/{webhook_id}/{webhook_token}/callback"
        route = Route("POST", path, webhook_id=interaction.id, webhook_token=interaction.token)

        async def ask(it: LaidOutPost) -> Json:
            """Gives the answer with a layout and returns the JSON of its message.

            {} if Discord did not return one.
            """
            how = {} if message and not it.files else {"with_response": "true"}
            body = {"type": kind.value, "data": _body(it, flags)}
            answer = await _request(interaction, route, it, body, **how)
            return cast("Json", (answer or {}).get("resource", {}).get("message", {}))

        answer = await _request_with_picture(self._layouts, laid, ask, message=message)
        mark_answered(interaction, kind)
        return int(answer.get("id", message))


async def _request_with_picture(
    layouts: Layouts,
    laid: LaidOutPost,
    request: Callable[[LaidOutPost], Awaitable[Json]],
    *,
    message: int = 0,
) -> Json:
    """Makes a request and records the picture that `message` then shows; returns the answer's JSON.

    If Discord refuses to keep the picture (status 400), the request is repeated with the picture as a file.
    Records whether Discord keeps pictures. Raises the library's errors; after an error the picture of
    `message` is forgotten.
    """
    kept = layouts.kept
    try:
        answer = await request(laid)
    except BaseException as error:
        kept.forget(message)
        if not (laid.kept and isinstance(error, discord.HTTPException) and error.status == 400):
            raise
        laid = await layouts.lay_out(laid.post, own=laid.own)
        answer = await request(laid)
        kept.record_refused()
    else:
        if laid.kept:
            kept.record_kept()
    if laid.picture or message:
        kept.record_picture(message or int(answer["id"]), laid.picture, laid.kept or attachment_id(answer))
    return answer


def _body(laid: LaidOutPost, flags: int = V2, people: Sequence[int] = ()) -> Json:
    """Returns the JSON of a message, in which only `people` (Discord's ids) may be mentioned.

    Its `attachments` are the picture to keep, or else the files to upload.
    """
    files: list[Json] = [{"id": place, "filename": name} for place, (name, _) in enumerate(laid.files)]
    return {
        "components": laid.components,
        "flags": flags,
        "attachments": [{"id": str(laid.kept)}] if laid.kept else files,
        "allowed_mentions": {"parse": [], "users": [str(person) for person in people]},
    }


def _form(laid: LaidOutPost, body: Json) -> tuple[list[Json], list[discord.File]]:
    """Returns the parts of a multipart form, JSON first, and the files that they contain.

    docs.discord.com, Reference, Uploading Files.
    """
    files = [discord.File(io.BytesIO(data), name) for name, data in laid.files]
    form: list[Json] = [{"name": "payload_json", "value": json.dumps(body, separators=(",", ":"))}]
    for place, file in enumerate(files):
        kind = "application/octet-stream"
        named = {"name": f"files[{place}]", "filename": file.filename, "content_type": kind}
        form.append(named | {"value": file.fp})
    return form, files


def _route(interaction: Interaction, method: str, path: str) -> Route:
    """Returns the route of a request about an interaction's messages."""
    return Route(method, path, webhook_id=interaction.application_id, webhook_token=interaction.token)


async def _request(interaction: Interaction, route: Route, laid: LaidOutPost, body: Json, **how: str) -> Json:
    """Makes a request about an interaction, with the files of a post; returns the answer's JSON.

    None for an empty answer. `how` are parameters of the address. Raises the library's errors.
    """
    adapter, webhook = async_context.get(), interaction.followup
    ask = partial(adapter.request, route, webhook.session, proxy=webhook.proxy, params=how)
    if laid.files:
        form, files = _form(laid, body)
        answer = await ask(multipart=form, files=files)
    else:
        answer = await ask(payload=body)
    return cast("Json", answer)
