"""What the chats show of one table, part by part, and what they are to show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import inf

from musbot.game.actions import Seat
from musbot.service.slots import Part
from musbot.store.protocol import Posted
from musbot.table.state import Table

Place = tuple[str, str]
"""A chat, and the name of a part that it shows."""


_SENDING = "?"
"""What stands for the message of a send that was begun; the question that was asked then follows it."""


@dataclass(slots=True)
class Sending:
    """A send under way, or one of which nobody knows whether it was made: then nothing is sent `until`.

    `posted` is what its chat shows if it was made, but for the message; `pressed` messages may be it.
    """

    posted: Posted
    question: int
    until: float = inf
    pressed: list[str] = field(default_factory=list)

    @property
    def under_way(self) -> bool:
        return self.until == inf

    def recorded(self) -> Posted:
        """Returns what is recorded of it before it is made."""
        return replace(self.posted, message=f"{_SENDING}{self.question}")


@dataclass(slots=True)
class Display:
    """One table (None: it cannot be read), what chats show of it, and what every part was last made of.

    `awaited` are the seats whose word was awaited when it was last looked at, `at` when what is shown was
    brought there.
    """

    table: Table | None
    posted: dict[Place, Posted] = field(default_factory=dict)
    sending: dict[Place, Sending] = field(default_factory=dict)
    before: dict[Place, str] = field(default_factory=dict)
    at: dict[Place, float] = field(default_factory=dict)
    signatures: dict[Part, tuple[str, object]] = field(default_factory=dict)
    awaited: frozenset[Seat] = frozenset()

    def knows(self, recorded: Iterable[Posted]) -> None:
        """Takes up what another process has recorded, sends that it had only begun included."""
        for it in recorded:
            if it.message.startswith(_SENDING):
                question = int(it.message.removeprefix(_SENDING))
                self.sending[it.chat, it.slot] = Sending(replace(it, message=""), question, 0.0)
            else:
                self.posted[it.chat, it.slot] = it

    def changed(self, chat: str, part: Part, signature: object) -> bool:
        """Whether a part has to be shown anew; notes what it is to be made of."""
        if self.signatures.get(part) == (chat, signature):
            return False
        self.signatures[part] = (chat, signature)
        return True

    def stale(self, chat: str) -> None:
        """Lets every part that a chat shows be shown anew."""
        self.signatures = {part: it for part, it in self.signatures.items() if it[0] != chat}

    def shows(self, place: Place, posted: Posted, now: float) -> None:
        """Notes what a chat shows of a part now."""
        self.posted[place] = posted
        self.at[place] = now

    def since(self, place: Place) -> float | None:
        """Returns since when a chat shows a part as it does, 0 for before the start; None: it does not."""
        return self.at.get(place, 0.0) if place in self.posted else None

    def sent_in(self, chat: str, question: int | None) -> Place | None:
        """Returns which part a message not known of a chat may show; None for the question: any."""
        for place, sending in self.sending.items():
            if place[0] == chat and question in (None, sending.question):
                return place
        return None

    def forget(self, place: Place) -> Posted | None:
        """Forgets what a chat shows of a part; the next send is another message, not the same again."""
        if place in self.sending and not self.sending[place].under_way:
            del self.sending[place]
        known = self.posted.pop(place, None)
        if known is not None:
            self.before[place] = known.message
        return known

    def messages(self, chat: str) -> set[str]:
        """Returns the messages of a chat that show something of the table."""
        return {posted.message for (where, _), posted in self.posted.items() if where == chat}
