"""Every moment of a partida at which somebody had a choice, with what all had heard till then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from musbot.coach import knows
from musbot.coach.mus.hearing import Aloud
from musbot.coach.mus.score import STRANGERS, Company
from musbot.game.actions import Action, Seat, Voz
from musbot.game.cards import Card, Hand
from musbot.game.engine import offers
from musbot.game.errors import MusError
from musbot.game.events import Dealt, Discarded, Event, HandEnded, Reshuffled, Said, Shown
from musbot.game.evolve import evolve
from musbot.game.modos.mus.state import MusState
from musbot.game.record import changed
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


def moments(events: Sequence[Event], kinds: tuple[str | None, ...] = ()) -> list[Uttered]:
    """Returns every word and discard of hands that are over where there was a choice.

    `kinds` are those of the AI players by seat, where they are known. A discard after a card seen (R24) is
    left out. Raises NotForCoach where there are not two sides.
    """
    mesa: State = evolve(None, events[0])
    found: list[Uttered] = []
    hand: list[Uttered] = []
    listener = Listener(kinds)
    for event in events[1:]:
        said = listener.heard(mesa, event)
        if said is not None:
            hand.append(said)
        if isinstance(event, HandEnded):
            found, hand = [*found, *hand], []
        mesa = evolve(mesa, event)
    of_mus(mesa)
    return found


def for_all(events: Sequence[Event], found: Sequence[Uttered]) -> list[Uttered]:
    """Returns the words of a partida that is not over said with cards that all have seen since (R80).

    The speakers are taken to know neither what they threw nor the señas they saw: nobody has shown those.
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


class Listener:
    """Who hears all the events of a partida, and takes down each moment at which somebody had a choice."""

    def __init__(self, kinds: tuple[str | None, ...] = ()) -> None:
        self._company = Company(kinds=kinds)
        self._thrown: dict[Seat, Hand] = {}
        self._aloud: tuple[Aloud, ...] = ()

    def sit(self, kinds: tuple[str | None, ...]) -> None:
        """Takes down of which kinds those are who sit there now."""
        self._company = self._company._replace(kinds=kinds)

    def heard(self, before: State, event: Event) -> Uttered | None:
        """Returns the word, or discard, that an event is where there was a choice; raises NotForCoach."""
        mesa = of_mus(before)
        if isinstance(event, Said):
            return self._said(mesa, event.seat, event.action, event.action)
        if isinstance(event, Discarded):
            said = self._said(mesa, event.seat, Action(Voz.DESCARTA, cards=event.cards), None)
            self._thrown[event.seat] = (*self._thrown.get(event.seat, ()), *event.cards)
            return said
        if isinstance(event, Dealt | Reshuffled):
            self._thrown = {}
        if isinstance(event, Dealt):
            self._aloud = ()
        elif isinstance(event, HandEnded):
            self._company = heard_in(self._company, mesa)
        return None

    def at(self, mesa: MusState, seat: Seat, said: Action, own_thrown: Hand) -> Uttered:
        """Returns a word, as it may be said now by a seat that has thrown these cards."""
        return Uttered(mesa, seat, said, own_thrown, self._aloud, self._company)

    def _said(self, mesa: MusState, seat: Seat, said: Action, told: Action | None) -> Uttered | None:
        if not _has_choice(mesa, seat):
            return None
        uttered = self.at(mesa, seat, said, self._thrown.get(seat, ()))
        self._aloud = (*self._aloud, Aloud(observe(mesa), seat, told, self._company.kind(seat)))
        return uttered


def heard_in(company: Company, mesa: MusState) -> Company:
    """Returns what is known of those at a table once a hand is over."""
    return company.after(ordago=any(word.action.voz is Voz.ORDAGO for word in mesa.words()))


def _has_choice(mesa: MusState, seat: Seat) -> bool:
    phase = mesa.phase
    return phase.visto is None if isinstance(phase, Descarte) else len(offers(mesa, seat)) > 1


def of_mus(mesa: State) -> MusState:
    """Returns a table of Mus as such; raises NotForCoach for any other, and where there are not two sides."""
    if not isinstance(mesa, MusState) or not knows(mesa.rules):
        raise NotForCoach(f"{mesa.rules.name}: expected Mus with two sides")
    return mesa
