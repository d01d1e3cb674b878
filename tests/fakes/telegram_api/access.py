"""Whom the bot may write to, and the refusals when it may not ([C] check_chat_access and what it calls)."""

from __future__ import annotations

from .call import Call
from .errors import bad_request, forbidden, malformed, migrated
from .world import Chat, Message, World

GENERAL_TOPIC = 1
RIGHTS = {
    "messages": "have no rights to send a message",
    "photos": "not enough rights to send photos to the chat",
    "animations": "not enough rights to send animations to the chat",
    "documents": "not enough rights to send documents to the chat",
}
"""What is said to a bot that is a member and may not send: as many projects know it, no document says it."""


class Access:
    """Finds chats and messages for a call, or refuses."""

    def __init__(self, world: World) -> None:
        self.world = world

    def writable(self, call: Call, name: str = "chat_id") -> Chat:
        """Returns the chat the call names; refuses one the bot may not write to."""
        chat = self.readable(call, name)
        if chat.migrated_to:
            raise migrated(chat.migrated_to)
        return self._not_shut(chat)

    def readable(self, call: Call, name: str = "chat_id") -> Chat:
        """Returns the chat the call names; refuses one the bot does not know, or was thrown out of."""
        if not call.text(name):
            raise malformed(f"{name} is empty")
        chat = self.world.chats.get(call.integer(name))
        if chat is None:
            raise bad_request("chat not found")
        if chat.kind == "supergroup" and chat.bot not in ("member", "administrator", "restricted"):
            self._not_shut(chat)
        return chat

    def _not_shut(self, chat: Chat) -> Chat:
        if chat.kind == "private":
            return self._not_shut_by(chat)
        if chat.bot == "kicked":
            raise forbidden(f"bot was kicked from the {chat.kind} chat")
        if chat.bot == "left":
            raise forbidden(f"bot is not a member of the {chat.kind} chat")
        return chat

    def _not_shut_by(self, chat: Chat) -> Chat:
        person = self.world.people[chat.id]
        if person.deactivated:
            raise forbidden("user is deactivated")
        if person.blocked:
            raise forbidden("bot was blocked by the user")
        if not person.started:
            raise forbidden("bot can't initiate conversation with a user")
        return chat

    def allowed(self, chat: Chat, what: str) -> None:
        """Refuses a kind of message ("messages", "photos", "documents") that the chat forbids the bot."""
        if 0 < chat.muted_until <= self.world.clock():
            chat.forbidden, chat.muted_until = set(), 0
        for kind in ("messages", what):
            if kind in chat.forbidden:
                raise bad_request(RIGHTS[kind])

    def thread(self, call: Call, chat: Chat) -> int | None:
        """Returns the topic a message goes to; refuses one that is not there, General by its number included.

        [C] TdOnCheckMessageThreadCallback; General: [I] python-telegram-bot #4739.
        """
        number = call.integer("message_thread_id")
        if not number:
            return None
        topic = chat.topics.get(number) if chat.forum or chat.kind == "private" else None
        if topic is None or topic.deleted or number == GENERAL_TOPIC:
            raise bad_request("message thread not found")
        if topic.closed and chat.bot != "administrator":
            raise bad_request("TOPIC_CLOSED")  # unverified
        return number

    def replied(self, call: Call, chat: Chat) -> Message | None:
        """Returns the message replied to; refuses one that is gone, unless the call is content without."""
        reply = call.decoded("reply_parameters")
        if not reply:
            return None
        message = self.world.messages.get((chat.id, int(reply.get("message_id") or 0)))
        if message and not message.deleted:
            return message
        if reply.get("allow_sending_without_reply"):
            return None
        raise bad_request("message to be replied not found")  # [C] check_reply_parameters

    def own(self, call: Call) -> Message:
        """Returns the bot's message that the call edits.

        The bot's own can be edited for ever ([T] can_edit_message: has_edit_time_limit), but not those in a
        group that has become a supergroup ([I] telegramdesktop/tdesktop #3002; the words are unverified).
        """
        chat = self._not_shut(self.readable(call))
        message = self.world.messages.get((chat.id, call.integer("message_id")))
        if message is None or message.deleted:
            raise bad_request("message to edit not found")
        if not self.world.from_bot(message) or message.service or chat.migrated_to:
            raise bad_request("message can't be edited")
        return message
