"""Holds the coach to the truth, among four of each kind, or of one of each among three others.

How often a juego was won of which it said so much, of some words of each juego; and what the words that it
holds for mistakes cost in truth: with the cards that all held, played on to the end of the juego by those who
sat there, after that word and after the one it would have had.
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
KINDS = ("muslari", "prudente", "novato", "azar")
TRUE = 8
"""How often a juego is played on after each of two words."""


class Looked(NamedTuple):
    """What the coach said of some words of a partida, and of its mistakes."""

    said: list[Said]
    blamed: list[Blamed]


class Asked(NamedTuple):
    """Among whom; how many words of a juego are looked at, and others tried for mistakes; how many worlds."""

    kind: str
    words: int
    mistakes: int
    many: int
    seed: str
    others: str | None = None
    """Who sits around one of the kind, taken for a person, at whose words alone one looks."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Who plays."""
        return (self.kind, *(self.others or self.kind,) * 3)


def looked_at(asked: Asked, number: int) -> Looked:
    """Returns what the coach said of words of each juego of a partida, and what came of it."""
    label, alone = f"{asked.seed}|{number}", asked.others is not None
    rng = Random(label)
    played = next(iter(simulate(RULES, asked.seats, 10**6, label)))
    found = find_decisions(played.events, (None, *asked.seats[1:]) if alone else asked.seats)
    found, told = [it for it in found if not (alone and it.seat)], Looked([], [])
    for part, (hands, won) in enumerate(juegos(played.events)):
        juego, of_it = 100 * number + part, [it for it in found if it.mesa.hand in hands]
        for it in rng.sample(of_it, min(asked.words, len(of_it))):
            said = value_word(it, asked.many, label)
            if said is not None:
                won_it = won == it.mesa.bando(it.seat)
                told.said.append(Said(juego, said.after, won_it, said.before - said.after))
        of_it = [it for it in of_it if it.said not in _usual(it, label)]
        for it in rng.sample(of_it, min(asked.mistakes, len(of_it))):
            said = value_word(it, asked.many, label)
            if said is not None and not said.is_right:
                told.blamed.append(Blamed(juego, said.cost, true_cost(it, said.best, asked.seats, label)))
    return told


def _usual(it: Decision, seed: str) -> tuple[Action, ...]:
    """The word by which others are measured."""
    often = strong_words(observe(it.mesa, it.seat), seed)
    return (max(often, key=lambda word: often[word]),)


def true_cost(it: Decision, best: Action, kinds: Sequence[str], seed: str) -> float:
    """Returns by how much oftener the juego is won after the better word, all holding what they held."""
    side = it.mesa.bando(it.seat)
    won = [
        [won_after(it.mesa, it, word, kinds, f"{seed}|{n}") == side for n in range(TRUE)]
        for word in (best, it.said)
    ]
    return (sum(won[0]) - sum(won[1])) / TRUE


def won_after(mesa: State, it: Decision, word: Action, kinds: Sequence[str], seed: str) -> Bando:
    """Returns who wins the juego after a word, such players playing on."""
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
    """Yields the hands of each juego, and who won it."""
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
    """Yields what is printed of those who played."""
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
    """Plays, and prints a row for each tenth of each kind."""
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
        what = Asked(kind, asked.palabras, asked.faltas, asked.mundos, asked.seed, asked.entre)
        work = partial(looked_at, what)
        with Pool(asked.procesos) as pool:
            looked = list(pool.imap(work, range(asked.partidas)))
        told = list(chain.from_iterable(one.said for one in looked))
        blamed = list(chain.from_iterable(one.blamed for one in looked))
        sys.stdout.write("\n".join([*lines(kind, told, columns(told), figures(told), blamed), "", ""]))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
