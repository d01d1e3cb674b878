"""Tells how often a juego was won of which the coach said so much.

`python -m tools.calibration [JUEGOS [WORDS]]`: single juegos among four of the strong player, and
of each so many words drawn at random.
"""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from collections.abc import Sequence
from multiprocessing import Pool
from random import Random

from musbot.arena.pairs import one_juego
from musbot.coach.report import moments
from musbot.coach.value import STRONG, judged
from musbot.coach.worlds import NoWorlds
from musbot.commands.simulate import simulate
from musbot.game.engine import winner
from musbot.game.rule_sets import rule_set

RULES = one_juego(rule_set("castellano-40"))
WORLDS = 40
TENTHS = 10


def looked_at(number: int, words: int) -> list[tuple[float, bool]]:
    """Returns what the coach said of some words of a juego, and whether it was won."""
    played = next(iter(simulate(RULES, (STRONG.value,) * 4, 10**6, f"calibration {number}")))
    found, rng, told = moments(played.events), Random(number), []  # noqa: S311 - no secret
    for it in rng.sample(found, min(words, len(found))):
        try:
            after = judged(it.mesa, it.seat, it.said, WORLDS, f"{number}", it.own_thrown).after
        except NoWorlds:
            continue
        told.append((after, winner(played.mesa) == it.mesa.bando(it.seat)))
    return told


def main(asked: Sequence[str]) -> None:
    """Plays, looks and prints a row for each tenth."""
    juegos, words = (int(text) for text in (*asked, *("100", "8")[len(asked) :]))
    rows: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    with Pool(os.cpu_count()) as pool:
        for told in pool.starmap(looked_at, [(number, words) for number in range(juegos)]):
            for after, won in told:
                rows[min(TENTHS - 1, int(after * TENTHS))].append((after, won))
    sys.stdout.write("said   won    words\n")
    for _, row in sorted(rows.items()):
        said, truly = (sum(column) / len(row) for column in zip(*row, strict=True))
        sys.stdout.write(f"{said:4.0%}  {truly:4.0%}  {len(row):6}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
