"""Compares the coach's chances with results, among four equal players or one among three others.

It samples words of each juego and compares the predicted chance with the share of juegos won. For words that
the coach calls mistakes it measures the true cost: the juego is played out often, with the real cards, after
the mistake and after the coach's word.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from multiprocessing import Pool
from random import Random
from typing import NamedTuple

from musbot.cli.simular import simulate
from musbot.coach.mus.moments import Decision, find_decisions
from musbot.coach.mus.value import WORLDS, play_step, strong_words, value_word
from musbot.game.actions import Action, Bando
from musbot.game.cards import DECK
from musbot.game.engine import deal_hand, play
from musbot.game.events import Dealt, Event, JuegoWon
from musbot.game.rule_sets import rule_set
from musbot.game.state import Reparto, State
from musbot.game.views import observe
from musbot.players import PLAYERS
from musbot_research.reliability import (
    Blamed,
    Column,
    Figures,
    Said,
    columns,
    figures,
    mean_excess,
    mean_loss,
)

RULES = rule_set("castellano-40")
"""The rules of the simulated partidas."""
KINDS = ("muslari", "prudente", "novato", "azar")
"""The default players."""
TRUE = 8
"""Number of times that a juego is played out after each of two words."""


class Sampled(NamedTuple):
    """The coach's figures for the words of a partida."""

    said: list[Said]
    """A prediction for each sampled word."""
    blamed: list[Blamed]
    """The sampled mistakes."""


class Measurement(NamedTuple):
    """The parameters of a measurement."""

    kind: str
    """The measured player."""
    words: int
    """Number of words sampled from each juego."""
    mistakes: int
    """Number of further words of each juego that are tried for mistakes."""
    many: int
    """Number of worlds per word."""
    seed: str
    """The seed."""
    others: str | None = None
    """The kind at the other three seats; only the words of seat 0 count then. None: all seats are equal."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The kind at each seat."""
        return (self.kind, *(self.others or self.kind,) * 3)


def sample_partida(measurement: Measurement, number: int) -> Sampled:
    """Plays a partida and returns the coach's figures for words of each juego."""
    label, alone = f"{measurement.seed}|{number}", measurement.others is not None
    rng = Random(label)
    played = next(iter(simulate(RULES, measurement.seats, 10**6, label)))
    found = find_decisions(played.events, (None, *measurement.seats[1:]) if alone else measurement.seats)
    found, told = [it for it in found if not (alone and it.seat)], Sampled([], [])
    for part, (hands, won) in enumerate(juegos(played.events)):
        juego, of_it = 100 * number + part, [it for it in found if it.mesa.hand in hands]
        for it in rng.sample(of_it, min(measurement.words, len(of_it))):
            said = value_word(it, measurement.many, label)
            if said is not None:
                won_it = won == it.mesa.bando(it.seat)
                told.said.append(Said(juego, said.after, won_it, said.before - said.after))
        of_it = [it for it in of_it if it.said not in _most_frequent_word(it, label)]
        for it in rng.sample(of_it, min(measurement.mistakes, len(of_it))):
            said = value_word(it, measurement.many, label)
            if said is not None and not said.is_right:
                told.blamed.append(
                    Blamed(juego, said.cost, true_cost(it, said.best, measurement.seats, label))
                )
    return told


def _most_frequent_word(it: Decision, seed: str) -> tuple[Action, ...]:
    """Returns the most frequent word of the coach's strong player."""
    often = strong_words(observe(it.mesa, it.seat), seed)
    return (max(often, key=lambda word: often[word]),)


def true_cost(it: Decision, best: Action, kinds: Sequence[str], seed: str) -> float:
    """Returns the share of juegos won after the best word minus the share after the said one.

    All players hold their real cards and play out the juego `TRUE` times.
    """
    side = it.mesa.bando(it.seat)
    won = [
        [won_after(it.mesa, it, word, kinds, f"{seed}|{n}") == side for n in range(TRUE)]
        for word in (best, it.said)
    ]
    return (sum(won[0]) - sum(won[1])) / TRUE


def won_after(mesa: State, it: Decision, word: Action, kinds: Sequence[str], seed: str) -> Bando:
    """Returns the winner of the juego after a word, with these kinds of players to its end.

    New hands are dealt at random from `seed`.
    """
    rng = Random(seed)
    players = [PLAYERS[kind](rng) for kind in kinds]
    events, mesa = play(mesa, it.seat, word)
    while True:
        for event in events:
            if isinstance(event, JuegoWon):
                return event.bando
        if isinstance(mesa.phase, Reparto):
            cards = rng.sample(DECK, 4 * mesa.seats)
            hands = tuple(tuple(cards[4 * seat : 4 * seat + 4]) for seat in range(mesa.seats))
            events, mesa = deal_hand(mesa, hands)
        else:
            events, mesa = play_step(mesa, players, rng)


def juegos(events: Sequence[Event]) -> Iterator[tuple[set[int], Bando]]:
    """Yields the numbers of the hands of each finished juego, and its winner."""
    hands: set[int] = set()
    for event in events:
        if isinstance(event, Dealt):
            hands.add(event.hand)
        elif isinstance(event, JuegoWon):
            yield hands, event.bando
            hands = set()


def lines(
    kind: str, told: Sequence[Said], found: Sequence[Column], it: Figures, blamed: Sequence[Blamed]
) -> Iterator[str]:
    """Yields the printed lines for one kind."""
    yield f"{kind}: {len(told):,} words of {len({one.juego for one in told})} juegos"
    yield "said   won   (95 %)         words"
    for column in found:
        interval = f"({column.low:.0%} … {column.high:.0%})"
        yield f"{column.said:4.0%}  {column.won:4.0%}   {interval:14} {column.words:5}"
    yield f"Brier score {it.brier:.3f}; off by {it.off:.1%} (a perfect coach: {it.perfect:.1%})"
    yield "slope {:.2f} ({:.2f} … {:.2f}); told more than won by {:+.1%} ({:+.1%} … {:+.1%})".format(
        *it.slope, *it.bias
    )
    yield "a word loses {:.2%} ({:.2%} … {:.2%})".format(*mean_loss(told))
    if blamed:
        yield f"{len(blamed):,} mistakes, said to cost {sum(one.told for one in blamed) / len(blamed):.1%}"
        yield "told more than true by {:+.1%} ({:+.1%} … {:+.1%})".format(*mean_excess(blamed))


def main(arguments: Sequence[str] | None = None) -> None:
    """Plays partidas and prints a table for each kind."""
    parser = argparse.ArgumentParser(
        prog="python -m musbot_research.calibration",
        formatter_class=argparse.RawTextHelpFormatter,
        description=__doc__,
    )
    parser.add_argument("--kinds", nargs="+", choices=tuple(PLAYERS), default=KINDS, metavar="KIND")
    parser.add_argument(
        "--entre", choices=tuple(PLAYERS), metavar="KIND", help="one of each among three of it"
    )
    parser.add_argument("--partidas", type=int, default=75)
    parser.add_argument("--palabras", type=int, default=6, help="words of each juego (6)")
    parser.add_argument("--faltas", type=int, default=0, help="others of each juego, tried for mistakes (0)")
    parser.add_argument("--mundos", type=int, default=WORLDS, help=f"worlds a word ({WORLDS})")
    parser.add_argument("--seed", default="calibration")
    parser.add_argument("--procesos", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(arguments)
    for kind in asked.kinds:
        what = Measurement(kind, asked.palabras, asked.faltas, asked.mundos, asked.seed, asked.entre)
        work = partial(sample_partida, what)
        with Pool(asked.procesos) as pool:
            looked = list(pool.imap(work, range(asked.partidas)))
        told = list(chain.from_iterable(one.said for one in looked))
        blamed = list(chain.from_iterable(one.blamed for one in looked))
        sys.stdout.write("\n".join([*lines(kind, told, columns(told), figures(told), blamed), "", ""]))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
