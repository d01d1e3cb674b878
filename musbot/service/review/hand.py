"""The words of a finished hand and the decisions behind them, read from a table's log."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from musbot.coach import has_coach
from musbot.coach.mus.moments import Decision, Listener
from musbot.game.actions import Seat, Seats
from musbot.game.events import Began, Dealt, Event, HandEnded
from musbot.game.evolve import evolve
from musbot.game.lances import Fase
from musbot.game.state import State
from musbot.service.tables.manager import TableManager
from musbot.service.tables.repository import with_placeholder_names
from musbot.service.tables.tables import refuse_damaged
from musbot.store.refold import SLICE, read_log
from musbot.table.act_result import Refused
from musbot.table.events import AnyEvent, Missed, Occupant, PersonId, TableId
from musbot.table.fold import fold
from musbot.table.table import Table


@dataclass(frozen=True, slots=True)
class DecisionWord:
    """A word in a decision with a choice; discards are left out."""

    who: Occupant | None
    """The player who said it; None if the suplente did, after the turn clock."""
    uttered: Decision
    """The decision."""


@dataclass(frozen=True, slots=True)
class HandWords:
    """A finished hand."""

    table: Table
    """The table at the end of the hand."""
    hand: int
    """The number of the hand."""
    words: tuple[DecisionWord, ...]
    """Its words in order."""
    played: tuple[Event, ...]
    """The events of a partida of this hand alone."""

    def words_of_person(self, person: PersonId) -> tuple[Decision, ...]:
        """Returns the decisions with the words that a person said, from any seat, in order."""
        return tuple(it.uttered for it in self.words if it.who is not None and it.who.person == person)

    def words_of_ai(self, seat: Seat) -> tuple[Decision, ...]:
        """Returns the decisions with the words that AI players said from a seat, without its suplente's."""
        return tuple(
            it.uttered
            for it in self.words
            if it.who is not None and it.who.ai is not None and it.uttered.seat == seat
        )

    def kind_of(self, seat: Seat) -> str | None:
        """Returns the kind of the AI player that spoke last from a seat in this hand; None if none spoke."""
        spoke = (it.who for it in reversed(self.words) if it.uttered.seat == seat and it.who is not None)
        return next((who.ai for who in spoke if who.ai is not None), None)

    def seat_of(self, person: PersonId) -> Seat | None:
        """Returns a person's seat at the end of the hand, or the one from which they spoke last.

        None if they did not sit there at its end and said no word with a choice in it.
        """
        sat = [seat for seat, who in enumerate(self.table.sat) if who is not None and who.person == person]
        return next(iter([*sat, *(it.seat for it in reversed(self.words_of_person(person)))]), None)

    def ai_partners(self, seat: Seat) -> Seats:
        """Returns the other seats of a seat's side from which an AI player spoke in this hand, ascending."""
        sides = self.table.rules.sides(len(self.table.seats))
        return tuple(
            other
            for other in range(len(self.table.seats))
            if other != seat and other % sides == seat % sides and self.words_of_ai(other)
        )


async def hand_words(manager: TableManager, table: TableId, hand: int) -> HandWords:
    """Returns the words of a finished hand. It reads the log in slices, so that other tasks run between them.

    Raises Refused if the table or hand is unknown, or the hand is not over. Raises it also if the coach does
    not support the game, or the log is damaged, which is logged. Raises StoreError too.
    """
    reader = _Reader(hand)
    stored = await manager.store.load_log(table)
    with refuse_damaged():
        for number, event in enumerate(read_log(table, stored), start=1):
            if reader.read_event(event):
                break
            if number % SLICE == 0:
                await asyncio.sleep(0)
    return reader.finished_hand()


class _Reader:
    """Folds a log to the end of one hand and collects its words."""

    def __init__(self, hand: int) -> None:
        self._hand = hand
        self._table: Table | None = None
        self._words: list[DecisionWord] = []
        self._played: list[Event] = []
        self._listener = Listener()
        self._missed: Seat | None = None
        self._over = False

    def read_event(self, event: AnyEvent) -> bool:
        """Folds the next event into the table; returns whether it ends the hand.

        Of a game that the coach supports it also collects the hand's events and words. Raises the errors of
        `fold` for an event that cannot follow.
        """
        table = self._table
        if table is not None and (mesa := table.mesa) is not None and has_coach(mesa.rules):
            self._hear(table, mesa, event)
        self._missed = event.seat if isinstance(event, Missed) else None
        self._table = fold(table, event)
        self._over = isinstance(event, HandEnded) and event.hand == self._hand
        return self._over

    def _hear(self, table: Table, mesa: State, event: AnyEvent) -> None:
        """Adds an event of the game to the hand, from its deal on; before the deal adds a Began.

        The listener gets the events of all hands. A decision with a choice in this hand, other than a
        discard, is added to the words.
        """
        if not isinstance(event, Event):
            return
        if isinstance(event, Dealt) and event.hand == self._hand:
            now = evolve(mesa, event)  # before the deal, the score is still the last juego's
            self._played = [Began(now.rules, now.seats, now.mano, now.juegos, now.piedras)]
        if self._played:
            self._played.append(event)
        self._listener.set_kinds(tuple(who.ai if who is not None else None for who in table.seats))
        decision = self._listener.record_event(mesa, event)
        if decision is not None and mesa.hand == self._hand and mesa.fase is not Fase.DESCARTE:
            himself = self._missed != decision.seat
            self._words.append(DecisionWord(table.seats[decision.seat] if himself else None, decision))

    def finished_hand(self) -> HandWords:
        """Returns the hand; raises Refused if it is not over or the coach does not support the game."""
        table = self._table
        if table is None or not self._over:
            raise Refused("refused-no-analysis")
        if table.mesa is None or not has_coach(table.mesa.rules):
            raise Refused("refused-analysis-other-game")
        return HandWords(with_placeholder_names(table), self._hand, tuple(self._words), tuple(self._played))
