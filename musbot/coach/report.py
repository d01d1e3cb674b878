"""A partida looked at word by word: what each cost, how the chance went, how well everybody spoke."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import Pool
from typing import NamedTuple

from musbot.coach.value import Judged, judged
from musbot.coach.worlds import NoWorlds
from musbot.game.actions import Action, Seat
from musbot.game.cards import Hand
from musbot.game.engine import offers
from musbot.game.errors import MusError
from musbot.game.events import Dealt, Discarded, Event, HandEnded, JuegoWon, Reshuffled, Said
from musbot.game.evolve import evolve
from musbot.game.lances import Fase
from musbot.game.modos.mus.state import MusState
from musbot.game.state import State
from musbot.players.mus.scoreboard import Scoreboard

GOOD = 0.01
"""The chance of the juego that a word may cost and still count as right."""


class NotForCoach(MusError):
    """A partida of a game that the coach does not know."""


@dataclass(frozen=True, slots=True)
class Uttered:
    """A word as it was said: the table just before, and the cards that its seat had thrown in this hand."""

    mesa: MusState
    seat: Seat
    said: Action
    own_thrown: Hand


class Spoken(NamedTuple):
    """A word of a hand, at what it was said, and what it was worth."""

    hand: int
    seat: Seat
    fase: Fase
    judged: Judged


class Turn(NamedTuple):
    """A hand, and the chance of the juego of side 0 before and after it, by the score alone."""

    hand: int
    before: float
    after: float


class Account(NamedTuple):
    """How one has spoken: how many words, which part of them right, and what they cost in all."""

    words: int
    right: float
    cost: float
    worst: Spoken | None


def moments(events: Sequence[Event]) -> list[Uttered]:
    """Returns every word of hands that are over where there was a choice, but for discards.

    Raises NotForCoach where there are not two sides.
    """
    mesa: State = evolve(None, events[0])
    found: list[Uttered] = []
    hand: list[Uttered] = []
    thrown: dict[Seat, Hand] = {}
    for event in events[1:]:
        mesa = _known(mesa)
        if isinstance(event, Said) and len(offers(mesa, event.seat)) > 1:
            hand.append(Uttered(mesa, event.seat, event.action, thrown.get(event.seat, ())))
        elif isinstance(event, HandEnded):
            found, hand = [*found, *hand], []
        elif isinstance(event, Dealt | Reshuffled):
            thrown = {}
        elif isinstance(event, Discarded):
            thrown = {**thrown, event.seat: (*thrown.get(event.seat, ()), *event.cards)}
        mesa = evolve(mesa, event)
    _known(mesa)
    return found


def _known(mesa: State) -> MusState:
    if not isinstance(mesa, MusState) or mesa.rules.alone:
        raise NotForCoach(f"{mesa.rules.name}: expected Mus with two sides")
    return mesa


def course(events: Sequence[Event]) -> list[Turn]:
    """Returns how the chance of the juego went, a turn for each hand that is over."""
    mesa = _known(evolve(None, events[0]))
    turns: list[Turn] = []
    before, won = 0.5, None
    for event in events[1:]:
        mesa = _known(evolve(mesa, event))
        if isinstance(event, Dealt):
            before, won = _by_score(mesa), None
        elif isinstance(event, JuegoWon):
            won = event.bando
        elif isinstance(event, HandEnded):
            turns.append(Turn(event.hand, before, _by_score(mesa) if won is None else float(won == 0)))
    return turns


def _by_score(mesa: MusState) -> float:
    return Scoreboard(mesa.rules.piedras, *mesa.piedras).chance()


def looked_at(found: Sequence[Uttered], many: int, seed: str, processes: int) -> Iterator[Spoken | None]:
    """Yields what each word was worth, in their order; None for one of which nothing can be told."""
    work = partial(_spoken, many, seed)
    if processes == 1:
        yield from map(work, enumerate(found))
        return
    with Pool(processes, initializer=_leave_interrupts) as pool:
        yield from pool.imap(work, enumerate(found))


def _spoken(many: int, seed: str, numbered: tuple[int, Uttered]) -> Spoken | None:
    number, it = numbered
    try:
        told = judged(it.mesa, it.seat, it.said, many, f"{seed}|{number}", it.own_thrown)
    except NoWorlds:
        return None
    return Spoken(it.mesa.hand, it.seat, it.mesa.fase, told)


def account(words: Sequence[Spoken]) -> Account:
    """Returns how one has spoken whose words these are."""
    costs = [word.judged.cost for word in words]
    right = sum(cost <= GOOD for cost in costs) / len(costs) if costs else 0.0
    worst = max(words, key=lambda word: word.judged.cost, default=None)
    return Account(len(words), right, sum(costs), worst if worst and worst.judged.cost else None)


def turning_points(turns: Sequence[Turn], most: int = 3) -> list[Turn]:
    """Returns the hands in which the chance went farthest, in their order."""
    far = sorted(turns, key=lambda turn: -abs(turn.after - turn.before))[:most]
    return sorted(far)


def _leave_interrupts() -> None:
    """Ctrl-C is for who asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
