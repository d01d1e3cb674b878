"""One hand for one player: what each of his words was worth, which was the best and which the worst."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from musbot.coach.moments import moments
from musbot.coach.report import Spoken, spoken
from musbot.coach.value import never
from musbot.game.actions import Seat
from musbot.game.errors import MusError
from musbot.game.events import Event, HandEnded

WORLDS = 60
"""In how many worlds a word of one hand is tried."""


class HandNotOver(MusError):
    """A hand of which nothing is told before it has ended."""


class HandJudged(NamedTuple):
    """What one player said in a hand, in order; the best and the worst of it, where that is sure."""

    hand: int
    seat: Seat
    words: tuple[Spoken, ...]

    @property
    def cost(self) -> float:
        """What his words cost in all, in chances of the juego."""
        return sum(word.judged.cost for word in self.words)

    @property
    def best(self) -> Spoken | None:
        """The word that was most ahead of anything else he might have said; None if none surely was."""
        word = max(self.words, key=lambda word: word.judged.gain, default=None)
        return word if word is not None and word.judged.gain else None

    @property
    def worst(self) -> Spoken | None:
        """The word that cost most; None if none surely cost anything."""
        word = max(self.words, key=lambda word: word.judged.cost, default=None)
        return word if word is not None and word.judged.cost else None


def hand_told(
    events: Sequence[Event],
    hand: int,
    seat: Seat,
    *,
    seed: str = "coach",
    many: int = WORLDS,
    stopped: Callable[[], bool] = never,
) -> HandJudged:
    """Returns what a player's words of a hand were worth, from what he could know; the same for a seed.

    Raises HandNotOver, NotForCoach where there are not two sides, and Stopped once `stopped` says so (it is
    asked some thousand times a second). All is reckoned in this call: half a second or more of one core.
    """
    if not any(isinstance(event, HandEnded) and event.hand == hand for event in events):
        raise HandNotOver(f"hand {hand}: expected one that is over")
    found = [it for it in moments(events) if it.seat == seat and it.mesa.hand == hand]
    told = [
        spoken(it, many, f"{seed}|{hand}|{number}", every=True, stopped=stopped)
        for number, it in enumerate(found)
    ]
    return HandJudged(hand, seat, tuple(word for word in told if word is not None))
