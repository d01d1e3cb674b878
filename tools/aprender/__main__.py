"""Learns the table of muslari: `python -m tools.aprender`.

It can be broken off at any moment, and goes on with --resume from what it last kept. The same seed and number
of hands give the same table.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from musbot.game.modos.mus.rules import SETS, MusRules
from tools.aprender.library import CACHE
from tools.aprender.match import PLAYERS, Matched, match
from tools.aprender.scores import fitted, scores
from tools.aprender.shipping import ship
from tools.aprender.training import LEAST, Met, Score, Still, Trainer

EXPLOITERS = ("ordago-siempre", "quiero-siempre", "envido-siempre", "ordago-cuarto")
WEIGHTS = ("prudente", "exploiters", "steepness", "mano")
SCORED = 50_000  # juegos of the table against itself, from which it is found what a score is worth
CHUNK = 5_000  # hands between two looks at the clock
TELL_S, KEEP_S = 60.0, 300.0


def trainer(asked: argparse.Namespace, rules: MusRules) -> Trainer:
    """Returns who learns, against whom it was asked."""
    each = asked.exploiters / len(EXPLOITERS)
    others = [Met(PLAYERS["prudente"](rules), asked.prudente)]
    others += [Met(PLAYERS[name](rules), each) for name in EXPLOITERS]
    score = Score(asked.steepness, asked.mano)
    return Trainer(rules, asked.seed, others, 1 - asked.prudente - asked.exploiters, score)


def told(rules: MusRules, learning: Trainer, pairs: int) -> Matched:
    """Returns how the table as it would be shipped fares against prudente."""
    still = Still(rules, learning.packed())
    return match(rules, still.seated(), PLAYERS["prudente"](rules), pairs, seed=90)


def main() -> None:
    """Learns, keeps what it has, tells how it goes, and ships the table at the end."""
    parser = argparse.ArgumentParser(prog="python -m tools.aprender", description=__doc__)
    parser.add_argument(
        "--reglas", choices=SETS, default="castellano-40", help="what is played (castellano-40)"
    )
    parser.add_argument("--minutes", type=float, default=38, help="processor time of one core (38)")
    parser.add_argument("--hands", type=int, help="hands to play in all, however long it takes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--prudente", type=float, default=0.42, help="how often he is met (0.42)")
    parser.add_argument("--exploiters", type=float, default=0.08, help="and four stubborn ones (0.08)")
    parser.add_argument("--steepness", type=float, default=0.95, help="how much a lead tells (0.95)")
    parser.add_argument("--mano", type=float, default=0.0, help="piedras that the next mano is worth (0)")
    parser.add_argument("--keep", type=Path, default=CACHE / "training", help="where it keeps what it has")
    parser.add_argument("--resume", action="store_true", help="go on from there")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the table, at the end")
    asked = parser.parse_args()
    rules = SETS[asked.reglas]
    learning = trainer(asked, rules)
    if asked.resume:
        learning.take_up(asked.keep)
    run(asked, rules, learning)
    recipe = {
        **{name: getattr(asked, name) for name in ("reglas", "seed", *WEIGHTS)},
        "hands": learning.hands,
        "least": LEAST,
    }
    table = learning.packed()
    score = fitted(scores(rules, Still(rules, table).seated(), SCORED))
    many = ship(asked.out, rules, table, score, recipe)
    sys.stdout.write(f"{asked.out}: {many:,} bytes\n")


def run(asked: argparse.Namespace, rules: MusRules, learning: Trainer) -> None:
    """Learns for the time or the hands asked, telling how it goes and keeping what it has."""
    spent, tell, keep = 0.0, TELL_S, KEEP_S
    while learning.hands < asked.hands if asked.hands else spent < asked.minutes * 60:
        began = time.process_time()
        learning.run(min(CHUNK, asked.hands - learning.hands) if asked.hands else CHUNK)
        spent += time.process_time() - began
        if spent >= tell:
            came = told(rules, learning, 500)
            tell += TELL_S
            sys.stdout.write(
                f"{spent / 60:5.1f} min {learning.hands:12,} hands: {came.won:.1%} ± {came.won_error:.1%}"
                f" of {came.juegos} juegos against prudente, {came.piedras:+.2f} piedras a hand\n"
            )
            sys.stdout.flush()
        if spent >= keep:
            learning.keep(asked.keep)
            keep += KEEP_S
    asked.keep.parent.mkdir(exist_ok=True)
    learning.keep(asked.keep)


if __name__ == "__main__":
    main()
