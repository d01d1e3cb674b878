"""What the bot answers to interactions (docs.discord.com, Receiving and Responding to Interactions)."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any

from . import components, forms, wire
from .call import Call
from .errors import (
    UNKNOWN_CHANNEL,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    FormError,
    already_answered,
    token_expired,
    unknown,
)
from .messages import Messages, Reply
from .routes import route
from .world import EPHEMERAL, LOADING, V2, Json, Message, Press, World

FIRST_ANSWER_S, TOKEN_S = 3.0, 900.0
COMMAND, COMPONENT, SUBMIT = 2, 3, 5
MESSAGE, LATER, UPDATE_LATER, UPDATE, MODAL = 4, 5, 6, 7, 9
KINDS = {MESSAGE: "message", LATER: "message", UPDATE_LATER: "later", UPDATE: "update", MODAL: "modal"}


@dataclass(frozen=True, slots=True)
class Answer:
    """What somebody got for a command, a press or a modal."""

    kind: str
    """"message", "update" (of the message the button is on), "later" (nothing yet) or "modal"."""
    text: str = ""
    labels: list[list[str]] = field(default_factory=list)
    files: list[bytes] = field(default_factory=list)
    private: bool = False
    """Whether nobody else sees it."""
    modal: Json | None = None
    message: Message | None = None


class Interactions:
    """Answers, follow-ups and their changes; a token counts for 15 minutes, the first answer for 3 s."""

    def __init__(self, world: World, messages: Messages) -> None:
        self.world = world
        self.messages = messages

    # the first answer

    @route("POST", "/interactions/{interaction}/{token}/callback")
    def answer(self, call: Call, number: int, token: str) -> Reply:
        call.kind = "answer"
        press = self.world.presses.get(number)
        if press is None or press.token != token:
            raise unknown(UNKNOWN_INTERACTION, "interaction")
        self._place(call, press)
        if press.answer_type is not None:
            raise already_answered()
        if self.world.clock() - press.at > FIRST_ANSWER_S:
            raise unknown(UNKNOWN_INTERACTION, "interaction")
        kind, data = call.fields.get("type"), call.fields.get("data") or {}
        if kind == MESSAGE:
            press.original = self._say(call, press, data, forms.ANSWER)
        elif kind == LATER:
            press.original = self._think(call, press, data)
        elif kind in (UPDATE_LATER, UPDATE):
            press.original = self._update(call, press, data if kind == UPDATE else None)
        elif kind == MODAL:
            self._open(press, data)
        else:
            raise FormError("type", "BASE_TYPE_CHOICES", f"Value must be one of {sorted(KINDS)}.")
        press.answer_type = kind
        press.answered.set()
        if call.query.get("with_response", "").lower() in ("true", "1"):
            return 200, self._told(press, kind)
        return 204, None

    def _say(self, call: Call, press: Press, body: Json, fields: set[str]) -> Message:
        """Says something new, to all or to the presser alone."""
        allowed = forms.CREATE_FLAGS | EPHEMERAL
        draft = forms.read(self.world, call, body, press.channel, fields=fields, flags=allowed)
        message = self._blank(press)
        draft.put(message)
        if message.flags & EPHEMERAL:
            message.viewer = press.person
        press.messages.append(message)
        self.messages.post(call, message)
        return message

    def _think(self, call: Call, press: Press, body: Json) -> Message:
        """Says that the bot is thinking; whether the answer is private is decided now."""
        message = self._blank(press)
        message.flags = (body.get("flags") or 0) & EPHEMERAL | LOADING
        message.viewer = press.person if message.flags & EPHEMERAL else None
        press.messages.append(message)
        self.messages.post(call, message)
        return message

    def _update(self, call: Call, press: Press, body: Json | None) -> Message:
        """Changes the message that the button is on, or promises to."""
        if press.message is None:
            raise FormError("type", "BASE_TYPE_CHOICES", "there is no message to update")
        if body is not None:
            self.messages.edit(call, press.message, body, fields=forms.ANSWER)
        return press.message

    def _open(self, press: Press, data: Json) -> None:
        """Opens a modal; refuses one for a modal, and wrong forms."""
        if press.kind == SUBMIT:
            raise FormError("type", "BASE_TYPE_CHOICES", "a modal cannot be answered with a modal")
        for unknown_field in data.keys() - {"custom_id", "title", "components"}:
            raise FormError(f"data.{unknown_field}", "UNKNOWN_FIELD", "no such field here")
        if not 1 <= len(data.get("custom_id") or "") <= 100 or not 1 <= len(data.get("title") or "") <= 45:
            raise FormError("data", "BASE_TYPE_BAD_LENGTH", "custom_id of 1 to 100, title of 1 to 45")
        if not 1 <= len(data.get("components") or []) <= 5:
            raise FormError("data.components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
        modal = copy.deepcopy(data)
        every = list(components.walk(modal["components"]))
        for number, component in enumerate(every, 1):
            components.check_fields(component, "data.components")
            if component["type"] in components.SELECTS:
                components.check_select(component, "data.components")
            component["id"] = component.get("id") or number
        components.check_unique(every)
        press.modal = modal
        title = f"(a form opens: {modal['title']})"
        self.messages.journal.tell(press.channel.id, title, press.person)

    def _told(self, press: Press, kind: int) -> Json:
        private = bool(press.original and press.original.viewer is not None)
        told: Json = {"id": str(press.id), "type": press.kind}
        told |= {"response_message_loading": kind == LATER, "response_message_ephemeral": private}
        if press.original is None:
            return {"interaction": told}
        told["response_message_id"] = str(press.original.id)
        if kind not in (MESSAGE, UPDATE):
            return {"interaction": told}
        resource = {"type": kind, "message": wire.message(self.world, press.original)}
        return {"interaction": told, "resource": resource}

    # what follows

    @route("POST", "/webhooks/{application}/{token}")
    def follow_up(self, call: Call, _: int, token: str) -> Reply:
        call.kind = "followup"
        press = self._open_press(call, token)
        if press.original and press.original.loading and press.answer_type == LATER:
            # [D] Create Followup Message: directly after a deferred answer it changes that one, whose
            # ephemeral flag stays as it was
            body = {k: v for k, v in call.fields.items() if k in forms.EDIT}
            body["flags"] = (body.get("flags") or 0) & V2
            self.messages.edit(call, press.original, body, fields=forms.FOLLOWUP)
            return 200, wire.message(self.world, press.original)
        message = self._say(call, press, call.fields, forms.FOLLOWUP)
        return 200, wire.message(self.world, message)

    @route("GET", "/webhooks/{application}/{token}/messages/@original")
    @route("GET", "/webhooks/{application}/{token}/messages/{message}")
    def fetch(self, call: Call, _: int, token: str, number: int | None = None) -> Reply:
        return 200, wire.message(self.world, self._own(call, token, number))

    @route("PATCH", "/webhooks/{application}/{token}/messages/@original")
    @route("PATCH", "/webhooks/{application}/{token}/messages/{message}")
    def change(self, call: Call, _: int, token: str, number: int | None = None) -> Reply:
        call.kind = "followup"
        message = self._own(call, token, number)
        self.messages.edit(call, message, call.fields, fields=forms.FOLLOWUP)
        return 200, wire.message(self.world, message)

    @route("DELETE", "/webhooks/{application}/{token}/messages/@original")
    @route("DELETE", "/webhooks/{application}/{token}/messages/{message}")
    def delete(self, call: Call, _: int, token: str, number: int | None = None) -> Reply:
        call.kind = "delete"
        message = self._own(call, token, number)
        call.viewer = message.viewer
        self.messages.remove(message)
        return 204, None

    # parts

    def _blank(self, press: Press) -> Message:
        message = Message(press.channel, self.world.snowflake(), self.world.clock(), self.world.bot)
        message.press = press
        return message

    def _place(self, call: Call, press: Press) -> None:
        """Notes where the press was; only its presser sees what is not shown to all."""
        call.channel, call.private = press.channel.id, press.channel.guild is None
        call.viewer = press.person

    def _open_press(self, call: Call, token: str) -> Press:
        """Returns the interaction of a token that still counts."""
        press = self.world.tokens.get(token)
        if press is None:
            raise unknown(UNKNOWN_WEBHOOK, "Webhook")
        self._place(call, press)
        if press.channel.id in self.world.gone:  # unverified that this is what is answered
            raise unknown(UNKNOWN_CHANNEL, "Channel")
        if self.world.clock() - press.at > TOKEN_S:
            raise token_expired()
        if press.answer_type is None:
            raise unknown(UNKNOWN_WEBHOOK, "Webhook")
        return press

    def _own(self, call: Call, token: str, number: int | None) -> Message:
        """Returns a message that this interaction was answered with: the original, or by its id."""
        press = self._open_press(call, token)
        found: Any = press.original
        if number is not None:
            found = next((m for m in press.messages if m.id == number), None)
        if found is None or found.deleted:
            raise unknown(UNKNOWN_MESSAGE, "Message")
        return found  # type: ignore[no-any-return]
