"""A partida looked at word by word: what each cost, and how the chance went."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from multiprocessing import Pool

from musbot.coach.account import Turn, Weighed
from musbot.coach.mus.moments import Uttered, heard_in, of_mus
from musbot.coach.mus.score import STRANGERS, by_score
from musbot.coach.mus.value import judged
from musbot.game.events import Dealt, Event, HandEnded, JuegoWon
from musbot.game.evolve import evolve


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


def looked_at(found: Sequence[Uttered], many: int, seed: str, processes: int) -> Iterator[list[Weighed]]:
    """Yields what the words of each hand were worth, but for those of which nothing can be told."""
    hands = [
        list(words) for _, words in groupby(enumerate(found), key=lambda numbered: numbered[1].mesa.hand)
    ]
    work = partial(_weighed, many, seed)
    if processes == 1:
        yield from map(work, hands)
        return
    with Pool(processes, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:  # Ctrl-C is for who asked
        yield from pool.imap(work, hands)


def _weighed(many: int, seed: str, hand: Sequence[tuple[int, Uttered]]) -> list[Weighed]:
    told = [judged(it, many, f"{seed}|{number}") for number, it in hand]
    return [word for word in told if word is not None]
