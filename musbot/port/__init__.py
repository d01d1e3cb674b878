"""The interface between musbot and its platforms. Adapters import no other part of the service."""

from musbot.table.events import NO_CHAT, NO_MESSAGE, NO_PERSON, ChatId, MessageId, PersonId, read_person_id

__all__ = ["NO_CHAT", "NO_MESSAGE", "NO_PERSON", "ChatId", "MessageId", "PersonId", "read_person_id"]
