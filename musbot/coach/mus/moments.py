"""Each decision of a partida in which the player had a choice, with the words that were public by then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from musbot.coach import has_coach
from musbot.coach.mus.hearing import PublicWord
from musbot.coach.mus.score import STRANGERS, TableHistory
from musbot.game.actions import Action, Seat, Voz
from musbot.game.cards import Card, Hand
from musbot.game.engine import offers
from musbot.game.errors import MusError
from musbot.game.events import Dealt, Discarded, Event, HandEnded, Reshuffled, Said, Shown
from musbot.game.evolve import evolve
from musbot.game.modos.mus.state import MusState
from musbot.game.record import copy_with
from musbot.game.state import Descarte, State
from musbot.game.views import observe


class NotForCoach(MusError):
    """The coach does not support this game."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A word or discard of a player who had a choice."""

    mesa: MusState
    """The table just before the word."""
    seat: Seat
    """The seat of the speaker."""
    said: Action
    """The word."""
    own_thrown: Hand = ()
    """The cards that the seat had thrown earlier in the hand."""
    aloud: tuple[PublicWord, ...] = ()
    """The public words and discards of the hand before this one."""
    company: TableHistory = STRANGERS
    """A summary of the earlier hands at this table."""


def find_decisions(events: Sequence[Event], kinds: tuple[str | None, ...] = ()) -> list[Decision]:
    """Returns the words and discards of finished hands whose player had a choice, in order.

    `events` begin with the start of the partida. `kinds` names the AI player in each seat, if known. Discards
    after a visto (R24) are left out. Raises NotForCoach unless the game is Mus with two sides.
    """
    mesa: State = evolve(None, events[0])
    found: list[Decision] = []
    hand: list[Decision] = []
    listener = Listener(kinds)
    for event in events[1:]:
        decision = listener.record_event(mesa, event)
        if decision is not None:
            hand.append(decision)
        if isinstance(event, HandEnded):
            found, hand = [*found, *hand], []
        mesa = evolve(mesa, event)
    require_mus(mesa)
    return found


def keep_public_decisions(events: Sequence[Event], decisions: Sequence[Decision]) -> list[Decision]:
    """Returns the decisions of an unfinished partida whose player has since shown exactly the cards that they
    held then (R80).

    Discarded cards and señas stay secret, so these decisions are copies without them.
    """
    shown = _shown_cards(events)
    return [
        replace(it, mesa=copy_with(it.mesa, signs=()), own_thrown=())
        for it in decisions
        if frozenset(it.mesa.cards[it.seat]) == shown.get((it.mesa.hand, it.seat))
    ]


def _shown_cards(events: Sequence[Event]) -> dict[tuple[int, Seat], frozenset[Card]]:
    """Returns the cards that each seat has shown, by hand number and seat."""
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
    """Follows the events of a partida and records the decisions in which a player had a choice."""

    def __init__(self, kinds: tuple[str | None, ...] = ()) -> None:
        self._company = TableHistory(kinds=kinds)
        self._thrown: dict[Seat, Hand] = {}
        self._aloud: tuple[PublicWord, ...] = ()

    def set_kinds(self, kinds: tuple[str | None, ...]) -> None:
        """Sets the kinds of the AI players in the seats from now on; None for a person."""
        self._company = self._company._replace(kinds=kinds)

    def record_event(self, before: State, event: Event) -> Decision | None:
        """Records an event; returns the word or discard in it if its player had a choice, otherwise None.

        `before` is the state before the event. Raises NotForCoach unless it is Mus with two sides.
        """
        mesa = require_mus(before)
        if isinstance(event, Said):
            return self._record_word(mesa, event.seat, event.action, event.action)
        if isinstance(event, Discarded):
            decision = self._record_word(mesa, event.seat, Action(Voz.DESCARTA, cards=event.cards), None)
            self._thrown[event.seat] = (*self._thrown.get(event.seat, ()), *event.cards)
            return decision
        if isinstance(event, Dealt | Reshuffled):
            self._thrown = {}
        if isinstance(event, Dealt):
            self._aloud = ()
        elif isinstance(event, HandEnded):
            self._company = add_hand(self._company, mesa)
        return None

    def decision_at(self, mesa: MusState, seat: Seat, action: Action, own_thrown: Hand) -> Decision:
        """Returns the decision of `seat` to say `action` in the state `mesa`, without recording it.

        `own_thrown` are the cards that the seat has discarded in this hand. Does not check that the move is
        legal.
        """
        return Decision(mesa, seat, action, own_thrown, self._aloud, self._company)

    def _record_word(
        self, mesa: MusState, seat: Seat, action: Action, told: Action | None
    ) -> Decision | None:
        """Returns a word as a decision and adds it to the public words as `told`.

        Returns None and adds nothing if there was no choice.
        """
        if not _has_choice(mesa, seat):
            return None
        uttered = self.decision_at(mesa, seat, action, self._thrown.get(seat, ()))
        self._aloud = (*self._aloud, PublicWord(observe(mesa), seat, told, self._company.kind(seat)))
        return uttered


def add_hand(company: TableHistory, mesa: MusState) -> TableHistory:
    """Returns the summary of a table with one more finished hand."""
    return company.with_hand(ordago=any(word.action.voz is Voz.ORDAGO for word in mesa.words()))


def _has_choice(mesa: MusState, seat: Seat) -> bool:
    """Returns whether a seat's next word is a decision: more than one legal word, or a discard except after
    mus visto (R24)."""
    phase = mesa.phase
    return phase.visto is None if isinstance(phase, Descarte) else len(offers(mesa, seat)) > 1


def require_mus(mesa: State) -> MusState:
    """Returns the table as a table of Mus; raises NotForCoach unless it is Mus with two sides."""
    if not isinstance(mesa, MusState) or not has_coach(mesa.rules):
        raise NotForCoach(f"{mesa.rules.name}: expected Mus with two sides")
    return mesa
