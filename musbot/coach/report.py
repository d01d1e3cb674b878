"""A partida looked at word by word: what each cost, how the chance went, how well everybody spoke."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby
from multiprocessing import Pool
from typing import NamedTuple

from musbot.coach.moments import Uttered, heard_in, of_mus
from musbot.coach.score import STRANGERS, by_score
from musbot.coach.value import Judged, judged, never
from musbot.coach.worlds import NoWorlds
from musbot.game.actions import Seat
from musbot.game.events import Dealt, Event, HandEnded, JuegoWon
from musbot.game.evolve import evolve
from musbot.game.lances import Fase

GOOD = 0.01
"""The chance of the juego that a word may cost and still count as right."""


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


def course(events: Sequence[Event]) -> list[Turn]:
    """Returns how the chance of the juego went, a turn for each hand that is over."""
    mesa = of_mus(evolve(None, events[0]))
    turns: list[Turn] = []
    company, before, won = STRANGERS, 0.5, None
    for event in events[1:]:
        mesa = of_mus(evolve(mesa, event))
        if isinstance(event, Dealt):
            before, won = by_score(mesa, 0, company), None
        elif isinstance(event, JuegoWon):
            won = event.bando
        elif isinstance(event, HandEnded):
            company = heard_in(company, mesa)
            left = by_score(mesa, 0, company) if won is None else float(won == 0)
            turns.append(Turn(event.hand, before, left))
    return turns


def looked_at(found: Sequence[Uttered], many: int, seed: str, processes: int) -> Iterator[list[Spoken]]:
    """Yields what the words of each hand were worth, but for those of which nothing can be told."""
    hands = [
        list(words) for _, words in groupby(enumerate(found), key=lambda numbered: numbered[1].mesa.hand)
    ]
    work = partial(_spoken, many, seed)
    if processes == 1:
        yield from map(work, hands)
        return
    with Pool(processes, initializer=_leave_interrupts) as pool:
        yield from pool.imap(work, hands)


def _spoken(many: int, seed: str, hand: Sequence[tuple[int, Uttered]]) -> list[Spoken]:
    told = [spoken(it, many, f"{seed}|{number}") for number, it in hand]
    return [word for word in told if word is not None]


def spoken(
    it: Uttered, many: int, seed: str, *, every: bool = False, stopped: Callable[[], bool] = never
) -> Spoken | None:
    """Returns what a word was worth (see `judged`), or None where nothing can be told."""
    try:
        told = judged(it, many, seed, every=every, stopped=stopped)
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
