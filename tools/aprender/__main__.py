"""Learns the table of muslari: `python -m tools.aprender`.

It can be broken off at any moment, and goes on with --resume from what it last kept. The same seed and number
of hands give the same table.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from musbot.game.modos.mus.rules import SETS, MusRules
from tools.aprender.library import CACHE
from tools.aprender.match import PLAYERS, Matched, match
from tools.aprender.scores import fitted, scores
from tools.aprender.shipping import ship
from tools.aprender.training import LEAST, Met, Price, Score, Still, Trainer

ADVERSARY = "adversary"
MEETS: Mapping[str, tuple[float, float]] = {
    ADVERSARY: (0.5, 0.7),
    "prudente": (0.35, 0.13),
    "azar": (0.04, 0.06),
    "ordago-siempre": (0.01, 0.01),
    "quiero-siempre": (0.045, 0.04),
    "envido-siempre": (0.015, 0.015),
    "nunca-envida": (0.015, 0.015),
    "ordago-cuarto": (0.01, 0.01),
    "envido-y-quiero": (0.02, 0.03),
}
"""Who is met: how much each counts, and in which part of the juegos: more of what is quickly played."""
PRICE = Price(ordago=0.01, cut=0.012)
STEEPNESS = 0.95  # of the score, until there is something to fit it to
SCORED = 50_000  # juegos of the table against itself, from which it is found what a score is worth
CHUNK = 5_000  # hands between two looks at the clock
TELL_S, KEEP_S = 60.0, 300.0

Stage = dict[str, object]
"""What was learnt against whom, at what price, until how many hands."""


class BadMeeting(argparse.ArgumentTypeError):
    """Not somebody to be met; says what was expected."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{text!r}: expected NAME=WEIGHT or NAME=WEIGHT:PART, of {', '.join(MEETS)}")


def meeting(text: str) -> tuple[str, tuple[float, float]]:
    """Returns who is met, by weight and by part of the juegos, from `NAME=WEIGHT:PART`; raises BadMeeting."""
    name, _, told = text.partition("=")
    weight, _, part = told.partition(":")
    if name not in (*PLAYERS, ADVERSARY):
        raise BadMeeting(text)
    try:
        return name, (float(weight), float(part or weight))
    except ValueError:
        raise BadMeeting(text) from None


def trainer(rules: MusRules, seed: int, meets: Mapping[str, tuple[float, float]], price: Price) -> Trainer:
    """Returns who learns, against whom it was asked; the weights and the parts are made to sum up to 1."""
    weights, parts = (sum(row[n] for row in meets.values()) for n in (0, 1))
    whole = {name: (weight / weights, part / parts) for name, (weight, part) in meets.items()}
    first = whole.pop(ADVERSARY, (0.0, 0.0))
    others = [Met(PLAYERS[name](rules), *row) for name, row in whole.items() if row[0]]
    return Trainer(rules, seed, others, first[0], Score(STEEPNESS, 0.0), often=first[1], price=price)


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
    parser.add_argument(
        "--meet",
        type=meeting,
        action="append",
        default=[],
        metavar="NAME=WEIGHT[:PART]",
        help="who is met, how much that counts, and in which part of the juegos",
    )
    parser.add_argument("--ordago", type=float, default=PRICE.ordago, help="what an órdago is charged")
    parser.add_argument("--cut", type=float, default=PRICE.cut, help="and no mus, in chances of the juego")
    parser.add_argument("--keep", type=Path, default=CACHE / "training", help="where it keeps what it has")
    parser.add_argument("--resume", action="store_true", help="go on from there")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the table, at the end")
    asked = parser.parse_args()
    rules = SETS[asked.reglas]
    meets = {**MEETS, **dict(asked.meet)}
    learning = trainer(rules, asked.seed, meets, Price(asked.ordago, asked.cut))
    stages: list[Stage] = []
    if asked.resume:
        learning.take_up(asked.keep)
        stages = json.loads(_stages(asked.keep).read_text(encoding="utf-8"))
    stages.append({"hands": 0, "ordago": asked.ordago, "cut": asked.cut, "meets": meets})
    run(asked, rules, learning, stages)
    recipe = {"reglas": asked.reglas, "seed": asked.seed, "least": LEAST, "stages": stages}
    table = learning.packed()
    score = fitted(scores(rules, Still(rules, table).seated(), SCORED))
    many = ship(asked.out, rules, table, score, recipe)
    sys.stdout.write(f"{asked.out}: {many:,} bytes\n")


def _stages(kept: Path) -> Path:
    """Where it stands how what is kept was learnt: the stages, each with the hands played at its end."""
    return kept.with_name(f"{kept.name}.json")


def _keep(path: Path, learning: Trainer, stages: list[Stage]) -> None:
    stages[-1]["hands"] = learning.hands
    path.parent.mkdir(exist_ok=True)
    learning.keep(path)
    _stages(path).write_text(json.dumps(stages), encoding="utf-8")


def run(asked: argparse.Namespace, rules: MusRules, learning: Trainer, stages: list[Stage]) -> None:
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
            _keep(asked.keep, learning, stages)
            keep += KEEP_S
    _keep(asked.keep, learning, stages)


if __name__ == "__main__":
    main()
