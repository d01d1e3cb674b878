"""What the chats show of one table, part by part, and what they are to show."""

from __future__ import annotations

from dataclasses import dataclass, field

from musbot.game.actions import Seat
from musbot.service.slots import Part
from musbot.store.protocol import Posted
from musbot.table.state import Table

Place = tuple[str, str]
"""A chat, and the name of a part that it shows."""


@dataclass(slots=True)
class Display:
    """One table (None: it cannot be read), what chats show of it, and what every part was last made of.

    `awaited` are the seats whose word was awaited when it was last looked at, `at` when what is shown was
    brought there.
    """

    table: Table | None
    posted: dict[Place, Posted] = field(default_factory=dict)
    before: dict[Place, str] = field(default_factory=dict)
    at: dict[Place, float] = field(default_factory=dict)
    signatures: dict[Part, tuple[str, object]] = field(default_factory=dict)
    awaited: frozenset[Seat] = frozenset()

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

    def forget(self, place: Place) -> Posted | None:
        """Forgets what a chat shows of a part; the next send is another message, not the same again."""
        known = self.posted.pop(place, None)
        if known is not None:
            self.before[place] = known.message
        return known

    def messages(self, chat: str) -> set[str]:
        """Returns the messages of a chat that show something of the table."""
        return {posted.message for (where, _), posted in self.posted.items() if where == chat}
