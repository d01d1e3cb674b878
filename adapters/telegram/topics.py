"""The topics of forums and private chats.

For musbot, a topic of a forum is a chat, and a private chat with all its topics is one chat: posts go to the
topic in which its person last wrote or pressed.
"""

from __future__ import annotations

from collections import OrderedDict

from telegram import Chat, MaybeInaccessibleMessage, Message
from telegram.constants import ChatType

from musbot.port import ChatId, MessageId, PersonId
from musbot.port.chats import without_topic

from .ids import chat_id, message_id, topic_of

MOST_KNOWN = 1000
"""Number of messages sent to topics whose topics are remembered."""


class Topics:
    """The topics of sent messages, and the topic for posts to each private chat."""

    def __init__(self) -> None:
        self._private: dict[ChatId, int] = {}
        self._sent: OrderedDict[tuple[ChatId, MessageId], ChatId] = OrderedDict()

    def chat_of(self, chat: Chat, message: MaybeInaccessibleMessage | None) -> ChatId:
        """Returns the id of the chat of a message, with its topic; a private chat counts without topics.

        An inaccessible message names no topic (Bot API, InaccessibleMessage): it counts in the topic to which
        it was sent, or in the whole chat if that is unknown. None counts in the whole chat. Raises ValueError
        for numbers that Telegram cannot have given.
        """
        whole = chat_id(chat.id)
        if chat.type == ChatType.PRIVATE:
            return whole
        if isinstance(message, Message) and message.is_accessible:
            return chat_id(chat.id, message.message_thread_id if message.is_topic_message else None)
        return self._sent.get((whole, message_id(message)), whole) if message is not None else whole

    def is_lost(self, message: MaybeInaccessibleMessage) -> bool:
        """Returns whether a message of a forum is inaccessible, which names no topic, and its send is
        unknown."""
        named = isinstance(message, Message) and message.is_accessible
        key = chat_id(message.chat.id), message_id(message)
        return bool(message.chat.is_forum) and not named and key not in self._sent

    def note_act(self, message: MaybeInaccessibleMessage | None) -> None:
        """Records the topic of a private chat in which its person writes or presses.

        A message outside of topics clears the record. No effect for other chats, and for an inaccessible
        message.
        """
        if not isinstance(message, Message) or not message.is_accessible:
            return
        if message.chat.type != ChatType.PRIVATE:
            return
        if message.is_topic_message and message.message_thread_id is not None:
            self._private[chat_id(message.chat.id)] = message.message_thread_id
        else:
            self._private.pop(chat_id(message.chat.id), None)

    def note_send(self, chat: ChatId, message: MessageId) -> None:
        """Records a message that was sent to a topic of a forum; no effect for other chats.

        Above MOST_KNOWN, the oldest record is forgotten.
        """
        whole = without_topic(chat)
        if whole != chat:
            self._sent[whole, message] = chat
            if len(self._sent) > MOST_KNOWN:
                self._sent.popitem(last=False)

    def thread(self, chat: ChatId) -> int | None:
        """Returns Telegram's number of the topic for a post; None for a post outside of topics.

        In a private chat it is the recorded topic. Raises Unreachable for an invalid id.
        """
        return self._private.get(chat) or topic_of(chat)

    def leave(self, chat: ChatId) -> bool:
        """Forgets the topic of a private chat, in memory; returns whether it was known."""
        return self._private.pop(chat, None) is not None

    def forget(self, person: PersonId) -> None:
        """Forgets the topic of a person's private chat, in memory; posts then go to the chat itself."""
        self.leave(person)
