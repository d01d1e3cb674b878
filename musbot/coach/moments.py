"""Every moment of a partida at which somebody had a choice, with what all had heard till then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from musbot.coach.hearing import Aloud
from musbot.coach.score import STRANGERS, Company
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

    `aloud` is all that was said in this hand before, `company` how the hands before were played.
    """

    mesa: MusState
    seat: Seat
    said: Action
    own_thrown: Hand = ()
    aloud: tuple[Aloud, ...] = ()
    company: Company = STRANGERS


def moments(events: Sequence[Event]) -> list[Uttered]:
    """Returns every word and discard of hands that are over where there was a choice.

    A discard after a card seen (R24) is left out. Raises NotForCoach where there are not two sides.
    """
    mesa: State = evolve(None, events[0])
    found: list[Uttered] = []
    hand = _Hand(STRANGERS)
    for event in events[1:]:
        mesa = of_mus(mesa)
        if isinstance(event, Dealt):
            hand = _Hand(hand.company)
        elif isinstance(event, HandEnded):
            found += hand.found
            hand = _Hand(after(hand.company, mesa))
        else:
            hand.heard(mesa, event)
        mesa = evolve(mesa, event)
    of_mus(mesa)
    return found


def after(company: Company, mesa: MusState) -> Company:
    """Returns what is known of those at a table when a hand is over."""
    return company.after(ordago=any(word.action.voz is Voz.ORDAGO for word in mesa.said))


class _Hand:
    """What has been said in a hand up to now."""

    def __init__(self, company: Company) -> None:
        self.company = company
        self.found: list[Uttered] = []
        self._thrown: dict[Seat, Hand] = {}
        self._aloud: tuple[Aloud, ...] = ()

    def heard(self, mesa: MusState, event: Event) -> None:
        """Takes a word or a discard down; nothing else is one."""
        if isinstance(event, Said):
            self._say(mesa, event.seat, event.action, event.action)
        elif isinstance(event, Discarded):
            self._say(mesa, event.seat, Action(Voz.DESCARTA, cards=event.cards), None)
            self._thrown[event.seat] = (*self._thrown.get(event.seat, ()), *event.cards)
        elif isinstance(event, Reshuffled):
            self._thrown = {}

    def _say(self, mesa: MusState, seat: Seat, said: Action, told: Action | None) -> None:
        if _has_choice(mesa, seat):
            own = self._thrown.get(seat, ())
            self.found.append(Uttered(mesa, seat, said, own, self._aloud, self.company))
            self._aloud = (*self._aloud, Aloud(observe(mesa), seat, told))


def _has_choice(mesa: MusState, seat: Seat) -> bool:
    phase = mesa.phase
    return phase.visto is None if isinstance(phase, Descarte) else len(offers(mesa, seat)) > 1


def of_mus(mesa: State) -> MusState:
    """Returns a table of Mus as such; raises NotForCoach for any other, and where there are not two sides."""
    if not isinstance(mesa, MusState) or mesa.rules.alone:
        raise NotForCoach(f"{mesa.rules.name}: expected Mus with two sides")
    return mesa
