"""What may be told to anybody of a partida that is not over: only of cards that were shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from musbot.coach.moments import Uttered
from musbot.game.actions import Seat
from musbot.game.cards import Card
from musbot.game.events import Dealt, Event, Shown
from musbot.game.record import changed


def for_all(events: Sequence[Event], found: Sequence[Uttered]) -> list[Uttered]:
    """Returns the words that were said with cards that all have seen since (R80).

    Who said them is taken to know neither what he had thrown nor the señas he saw: nobody has shown those.
    """
    shown = _shown(events)
    return [
        replace(it, mesa=changed(it.mesa, signs=()), own_thrown=())
        for it in found
        if frozenset(it.mesa.cards[it.seat]) == shown.get((it.mesa.hand, it.seat))
    ]


def _shown(events: Sequence[Event]) -> dict[tuple[int, Seat], frozenset[Card]]:
    """The cards that each seat has shown in each hand."""
    hand, shown = 0, {}
    for event in events:
        if isinstance(event, Dealt):
            hand = event.hand
        elif isinstance(event, Shown):
            for seat, cards in enumerate(event.cards):
                if cards:
                    shown[hand, seat] = frozenset(cards)
    return shown
