"""Tells how often a juego was won of which the coach said so much.

Partidas among four of each kind, and of each juego so many words drawn at random.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from random import Random

from musbot.cli.simular import simulate
from musbot.coach.mus.moments import Uttered, moments
from musbot.coach.mus.value import WORLDS, chance
from musbot.coach.mus.worlds import worlds
from musbot.game.actions import Bando
from musbot.game.events import Dealt, Event, JuegoWon
from musbot.game.rule_sets import rule_set
from tools.reliability import Column, Figures, Said, columns, figures, plot

RULES = rule_set("castellano-40")
KINDS = ("muslari", "prudente")


def looked_at(kind: str, words: int, many: int, seed: str, number: int) -> list[Said]:
    """Returns what the coach said of some words of each juego of a partida, and whether it was won."""
    label, rng = f"{seed}|{number}", Random(f"{seed}|{number}")  # noqa: S311 - no secret
    played = next(iter(simulate(RULES, (kind,) * 4, 10**6, label)))
    found, told = moments(played.events), []
    for juego, (hands, won) in enumerate(juegos(played.events)):
        of_it = [it for it in found if it.mesa.hand in hands]
        for it in rng.sample(of_it, min(words, len(of_it))):
            said = after(it, many, label)
            if said is not None:
                told.append(Said(100 * number + juego, said, won == it.mesa.bando(it.seat)))
    return told


def juegos(events: Sequence[Event]) -> Iterator[tuple[set[int], Bando]]:
    """Yields the hands of each juego, and who won it."""
    hands: set[int] = set()
    for event in events:
        if isinstance(event, Dealt):
            hands.add(event.hand)
        elif isinstance(event, JuegoWon):
            yield hands, event.bando
            hands = set()


def after(it: Uttered, many: int, seed: str) -> float | None:
    """Returns what the coach says of the juego after a word: as `judged` does, of that word alone."""
    drawn = worlds(it, Random(seed), many)  # noqa: S311 - no secret
    row = [
        chance(world, it.seat, it.said, f"{seed}|{number}", it.company) for number, world in enumerate(drawn)
    ]
    return sum(row) / len(row) if row else None


def lines(kind: str, told: Sequence[Said], found: Sequence[Column], it: Figures) -> Iterator[str]:
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


def main(arguments: Sequence[str] | None = None) -> None:
    """Plays, looks, prints a row for each tenth, and writes the plot where it is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tools.calibration", description=__doc__)
    parser.add_argument("--partidas", type=int, default=75)
    parser.add_argument("--palabras", type=int, default=6, help="words of each juego (6)")
    parser.add_argument("--mundos", type=int, default=WORLDS, help=f"worlds a word ({WORLDS})")
    parser.add_argument("--seed", default="calibration")
    parser.add_argument("--procesos", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--svg", type=Path, help="a reliability plot goes there")
    asked = parser.parse_args(arguments)
    populations = []
    for kind in KINDS:
        work = partial(looked_at, kind, asked.palabras, asked.mundos, asked.seed)
        with Pool(asked.procesos) as pool:
            told = [one for juego in pool.imap(work, range(asked.partidas)) for one in juego]
        found = columns(told)
        populations.append((f"among {kind}s", found))
        sys.stdout.write("\n".join([*lines(kind, told, found, figures(told)), "", ""]))
        sys.stdout.flush()
    if asked.svg is not None:
        asked.svg.write_text(plot(populations), "utf-8")


if __name__ == "__main__":
    main()
