"""Every moment of a partida at which somebody had a choice, with what all had heard till then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from musbot.coach.hearing import Aloud
from musbot.game.actions import Action, Seat, Voz
from musbot.game.cards import Hand
from musbot.game.engine import offers
from musbot.game.errors import MusError
from musbot.game.events import Dealt, Discarded, Event, HandEnded, Reshuffled, Said
from musbot.game.evolve import evolve
from musbot.game.modos.mus.state import MusState
from musbot.game.state import Descarte, State
from musbot.game.views import observe


class NotForCoach(MusError):
    """A partida of a game that the coach does not know."""


@dataclass(frozen=True, slots=True)
class Uttered:
    """A word, or a discard, as it was said: the table just before, the cards that its seat had thrown.

    `aloud` is all that was said in this hand before.
    """

    mesa: MusState
    seat: Seat
    said: Action
    own_thrown: Hand = ()
    aloud: tuple[Aloud, ...] = ()


def moments(events: Sequence[Event]) -> list[Uttered]:
    """Returns every word and discard of hands that are over where there was a choice.

    A discard after a card seen (R24) is left out. Raises NotForCoach where there are not two sides.
    """
    mesa: State = evolve(None, events[0])
    found: list[Uttered] = []
    hand: list[Uttered] = []
    thrown: dict[Seat, Hand] = {}
    aloud: list[Aloud] = []
    for event in events[1:]:
        mesa = of_mus(mesa)
        if isinstance(event, Said | Discarded):
            action = event.action if isinstance(event, Said) else Action(Voz.DESCARTA, cards=event.cards)
            if _has_choice(mesa, event.seat):
                hand.append(Uttered(mesa, event.seat, action, thrown.get(event.seat, ()), tuple(aloud)))
                heard = action if isinstance(event, Said) else None
                aloud.append(Aloud(observe(mesa), event.seat, heard))
        elif isinstance(event, HandEnded):
            found, hand = [*found, *hand], []
        elif isinstance(event, Dealt):
            thrown, aloud = {}, []
        elif isinstance(event, Reshuffled):
            thrown = {}
        if isinstance(event, Discarded):
            thrown = {**thrown, event.seat: (*thrown.get(event.seat, ()), *event.cards)}
        mesa = evolve(mesa, event)
    of_mus(mesa)
    return found


def _has_choice(mesa: MusState, seat: Seat) -> bool:
    phase = mesa.phase
    return phase.visto is None if isinstance(phase, Descarte) else len(offers(mesa, seat)) > 1


def of_mus(mesa: State) -> MusState:
    """Returns a table of Mus as such; raises NotForCoach for any other, and where there are not two sides."""
    if not isinstance(mesa, MusState) or mesa.rules.alone:
        raise NotForCoach(f"{mesa.rules.name}: expected Mus with two sides")
    return mesa
