"""The value of every word of a partida, and the chance of winning after each hand."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from multiprocessing import Pool

from musbot.coach.account import Turn, ValuedWord
from musbot.coach.mus.moments import Decision, add_hand, require_mus
from musbot.coach.mus.score import STRANGERS, chance_by_score
from musbot.coach.mus.value import value_word
from musbot.game.events import Dealt, Event, HandEnded, JuegoWon
from musbot.game.evolve import evolve


def chance_by_hand(events: Sequence[Event]) -> list[Turn]:
    """Returns side 0's chance of winning the juego before and after each finished hand.

    The chance after a hand that ends the juego is 1 or 0. Raises NotForCoach unless the game is Mus with two
    sides.
    """
    mesa = require_mus(evolve(None, events[0]))
    turns: list[Turn] = []
    company, before, won = STRANGERS, 0.5, None
    for event in events[1:]:
        mesa = require_mus(evolve(mesa, event))
        if isinstance(event, Dealt):
            before, won = chance_by_score(mesa, 0, company), None
        elif isinstance(event, JuegoWon):
            won = event.bando
        elif isinstance(event, HandEnded):
            company = add_hand(company, mesa)
            left = chance_by_score(mesa, 0, company) if won is None else float(won == 0)
            turns.append(Turn(event.hand, before, left))
    return turns


def value_words(
    decisions: Sequence[Decision], many: int, seed: str, processes: int
) -> Iterator[list[ValuedWord]]:
    """Yields the valued words of each hand, without the words that could not be valued; the list may be
    empty.

    `many` is the number of simulated deals per word, and `seed` makes them repeatable. `processes` hands are
    valued in parallel; with 1, in this process.
    """
    hands = [
        list(words) for _, words in groupby(enumerate(decisions), key=lambda numbered: numbered[1].mesa.hand)
    ]
    work = partial(_value_hand, many, seed)
    if processes == 1:
        yield from map(work, hands)
        return
    # the main process handles Ctrl-C
    with Pool(processes, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap(work, hands)


def _value_hand(many: int, seed: str, hand: Sequence[tuple[int, Decision]]) -> list[ValuedWord]:
    """Returns the valued words of a hand, each with its number in its seed."""
    values = [value_word(it, many, f"{seed}|{number}") for number, it in hand]
    return [word for word in values if word is not None]
