"""What is said at the tables of a chat as it happens, line by line, for where no message can be changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from musbot.game.events import Event, HandEnded
from musbot.game.views import heard
from musbot.service.choices.narrators import Narrators
from musbot.table.state import AnyEvent, Table
from musbot.table.view import watch


@dataclass(frozen=True, slots=True)
class Follower:
    """Listens to the tables of a chat as one `person` does, or as all do (""); gives `hear` hand and line."""

    chat: str
    hear: Callable[[int, str], None]
    person: str
    narrators: Narrators

    def __call__(self, table: Table, events: Sequence[AnyEvent]) -> None:
        """Hears what has happened at a table."""
        if table.chat != self.chat:
            return
        seat = table.seat_of(self.person)
        view, narrator = watch(table, seat), self.narrators.for_chat(table)
        hand = table.hands_over - sum(isinstance(event, HandEnded) for event in events) + 1
        for event in events:
            if isinstance(event, Event):
                for told in heard(event, seat, table.rules):
                    if line := narrator.aloud(view, told):
                        self.hear(hand, line)
            hand += isinstance(event, HandEnded)
