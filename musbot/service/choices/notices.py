"""A person's choices about notices of tables that need players, and their last notice from each chat."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum

from musbot.table.events import NO_MESSAGE, ChatId, MessageId


class NoticeMode(StrEnum):
    """The tables of a chat for which a person gets a notice when players are missing."""

    NEXT = "next"
    """The next table only."""
    ALWAYS = "always"
    """All tables."""
    NEVER = "never"
    """No table."""


class QuietHours(StrEnum):
    """The hours in which a person gets no notice, by the time of the chat, as `START-END`.

    START is the first quiet hour, END the first hour after them.
    """

    NIGHT = "23-9"
    EARLY = "22-10"
    LATE = "1-11"
    NONE = "0-0"

    def includes(self, hour: int) -> bool:
        """Returns whether an hour of the day, 0 to 23, is quiet: from START on and before END, also over
        midnight."""
        start, end = map(int, self.value.split("-"))
        return start <= hour < end if start <= end else hour >= start or hour < end


@dataclass(frozen=True, slots=True)
class ChatNotice:
    """A person's choice for a chat, and their last notice from it."""

    chat: ChatId
    """The chat, without its topic or thread."""
    mode: NoticeMode = NoticeMode.NEVER
    """The tables for which they get a notice."""
    asked_at: str = ""
    """The id of the table in whose lobby they asked; it gives them no notice."""
    told_at: float = 0.0
    """The time of the last notice, in seconds since 1970; 0 before the first."""
    table: str = ""
    """The id of the table of the last notice."""
    message: MessageId = NO_MESSAGE
    """The message of the last notice, while it is kept up to date."""


@dataclass(frozen=True, slots=True)
class PersonNotices:
    """A person's choices about notices."""

    language: str = ""
    """The language of their app."""
    quiet: QuietHours = QuietHours.NIGHT
    """Their quiet hours."""
    chats: tuple[ChatNotice, ...] = ()
    """Their choice for each chat."""

    def in_chat(self, chat: ChatId) -> ChatNotice:
        """Returns the choice for a chat; a new one with NEVER if there is none."""
        return next((it for it in self.chats if it.chat == chat), ChatNotice(chat))

    def with_chat(self, notice: ChatNotice) -> tuple[ChatNotice, ...]:
        """Returns the choices with the one for this chat replaced or added; it becomes the last."""
        return (*(it for it in self.chats if it.chat != notice.chat), notice)


NO_NOTICES = PersonNotices()
"""The choice of a person who never asked for notices."""


def write_notices(it: PersonNotices) -> str:
    """Returns the stored text of a person's choices: JSON."""
    chats = [(c.chat, c.mode, c.asked_at, c.told_at, c.table, c.message) for c in it.chats]
    return json.dumps([it.language, it.quiet, chats], ensure_ascii=False, separators=(",", ":"))


def read_notices(text: str) -> PersonNotices:
    """Returns a person's choices from their stored text; raises ValueError if its form is wrong."""
    try:
        language, quiet, chats = json.loads(text)
        read = [
            ChatNotice(
                ChatId(str(chat)),
                NoticeMode(mode),
                str(asked_at),
                float(at),
                str(table),
                MessageId(str(message)),
            )
            for chat, mode, asked_at, at, table, message in chats
        ]
        return PersonNotices(str(language), QuietHours(quiet), tuple(read))
    except TypeError as error:
        raise ValueError("expected what was chosen about notices") from error
