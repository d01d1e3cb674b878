"""Trains the tables of muslari: `python -m musbot_research.aprender all`, or one of them: `8-no`.

Training can be interrupted and continues from its last saved state. Equal recipes and seeds give equal
bytes.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from musbot.game.modos.mus.rules import MUS_SETS, MusRules
from musbot.players.mus.muslari.table import HERE
from musbot_research.aprender.match import PLAYERS, match
from musbot_research.aprender.scores import fit_score, scores
from musbot_research.aprender.shipping import ship
from musbot_research.aprender.training import (
    BATCH,
    LEAST,
    Met,
    Pace,
    Packed,
    Part,
    Price,
    Score,
    Side,
    Still,
    Trainer,
)
from musbot_research.envs.building import cache_folder

ADVERSARY = "adversary"
"""The name of the opponent that learns too, against the table alone."""
Opponents = Mapping[str, tuple[float, float]]
"""For each opponent its weight in the regrets, and its share of the juegos.

Opponents that play fast get a larger share.
"""
FIXED: Opponents = {
    "prudente": (0.35, 0.13),
    "azar": (0.04, 0.06),
    "ordago-siempre": (0.01, 0.01),
    "quiero-siempre": (0.045, 0.04),
    "envido-siempre": (0.015, 0.015),
    "nunca-envida": (0.015, 0.015),
    "ordago-cuarto": (0.01, 0.01),
    "envido-y-quiero": (0.02, 0.03),
}
"""The opponents that do not learn."""


def weigh_opponents(fixed: Opponents, adversary: float = 0.6) -> Opponents:
    """Returns all opponents: the adversary with this weight, and the fixed ones with the rest."""
    rest = sum(weight for weight, _ in fixed.values())
    weighed = {name: (weight * (1 - adversary) / rest, share) for name, (weight, share) in fixed.items()}
    return {ADVERSARY: (adversary, 0.7), **weighed}


STEEPNESS = 0.95  # of the score, until there is something to fit it to
SCORED = 50_000  # juegos of the table against itself to which the value of a score is fitted
TELL_S = 60.0
"""Seconds between two reports."""


class Stage(NamedTuple):
    """A part of the training."""

    hands: int
    """Number of hands at which the stage ends, earlier stages included."""
    price: Price = Price(ordago=0.01, cut=0.012)
    """The charges for some words."""
    opponents: Opponents = weigh_opponents(FIXED)
    """The opponents."""

    def describe(self) -> dict[str, object]:
        """Returns the stage for the header of the table's file."""
        return {"hands": self.hands, **self.price._asdict(), "meets": self.opponents}


class Recipe(NamedTuple):
    """The training of a table."""

    rules: MusRules
    """The rules that are played."""
    stages: tuple[Stage, ...] = (Stage(10_000_000),)
    """The stages in their order."""
    batch: int = BATCH
    """Number of hands after which both sides learn."""

    def limited_to(self, hands: int) -> Recipe:
        """Returns a copy in which no stage goes beyond `hands` hands, for trials.

        They are rounded up to whole batches, because a training plays no others.
        """
        most = -(-hands // self.batch) * self.batch
        return self._replace(stages=tuple(it._replace(hands=min(it.hands, most)) for it in self.stages))


_BOLD = Stage(
    20_000_000,
    Price(ordago=0.008, cut=0.003),
    weigh_opponents(
        {**FIXED, "prudente": (0.375, 0.14), "azar": (0.03, 0.05), "quiero-siempre": (0.025, 0.025)}
    ),
)
RECIPES: Mapping[str, Recipe] = {
    "8-no": Recipe(MUS_SETS["castellano-40"], (_BOLD, Stage(90_080_000))),
    "4-figura": Recipe(MUS_SETS["mundial"], (_BOLD, Stage(40_000_000))),
}
"""The recipe for each deck, by the stem of the table's file name."""


def make_trainer(rules: MusRules, seed: int, stage: Stage, batch: int = BATCH) -> Trainer:
    """Returns a trainer for a stage. Weights and shares of the opponents are scaled to a sum of 1.

    Both sides learn after each `batch` hands (`Pace.batch`).
    """
    weights, parts = (sum(row[n] for row in stage.opponents.values()) for n in (0, 1))
    whole = {name: (weight / weights, part / parts) for name, (weight, part) in stage.opponents.items()}
    first = whole.pop(ADVERSARY, (0.0, 0.0))
    others = [Met(partial(PLAYERS[name], rules), *row) for name, row in whole.items() if row[0]]
    return Trainer(
        Side(rules),
        seed,
        others,
        Score(STEEPNESS, 0.0),
        adversary=Part(*first) if first[0] else None,
        price=stage.price,
        pace=Pace(batch=batch),
    )


def train_table(recipe: Recipe, seed: int, kept: Path) -> Packed:
    """Trains a table, continuing from the file `kept` if it exists, and returns it.

    Raises ValueError if the file has more hands than the recipe, or another version wrote it.
    """
    *before, last = recipe.stages
    for stage in before:
        _train_stage(recipe, seed, stage, kept).forget()
    learning = _train_stage(recipe, seed, last, kept)
    if learning.hands > last.hands:
        raise ValueError(
            f"{kept}: expected no more than {last.hands:,} hands, and it is of {learning.hands:,}"
        )
    table = learning.pack()
    learning.forget()
    return table


def _train_stage(recipe: Recipe, seed: int, stage: Stage, kept: Path) -> Trainer:
    """Trains until the end of a stage, saves the state, and returns the trainer."""
    learning = make_trainer(recipe.rules, seed, stage, recipe.batch)
    if kept.exists():
        learning.resume(kept)
    tell = time.monotonic() + TELL_S
    while learning.hands < stage.hands:
        learning.run(recipe.batch)
        if learning.hands == stage.hands or time.monotonic() >= tell:
            learning.keep(kept)
            _report(recipe.rules, learning)
            tell = time.monotonic() + TELL_S
    return learning


def _report(rules: MusRules, learning: Trainer) -> None:
    """Prints the result of the table against prudente."""
    still = Still(rules, learning.pack()).as_player()
    came = match(rules, still, PLAYERS["prudente"](rules), 500, seed=90)
    sys.stdout.write(
        f"{learning.hands:12,} hands: {came.won:.1%} ± {came.won_error:.1%} of {came.juegos} juegos against"
        f" prudente, {came.piedras:+.2f} piedras a hand\n"
    )
    sys.stdout.flush()


def main() -> None:
    """Trains the requested tables and writes their files."""
    parser = argparse.ArgumentParser(prog="python -m musbot_research.aprender", description=__doc__)
    names = ("all", *RECIPES)
    parser.add_argument("tables", nargs="+", choices=names, metavar="TABLE", help=", ".join(names))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--hands", type=int, metavar="N", help=f"no more than these, in whole batches of {BATCH:,}, for a try"
    )
    parser.add_argument(
        "--keep",
        type=Path,
        default=cache_folder() / "learnt",
        metavar="DIR",
        help="where it keeps what it has",
    )
    parser.add_argument("--out", type=Path, default=HERE, metavar="DIR", help="the tables, at the end")
    asked = parser.parse_args()
    asked.keep.mkdir(parents=True, exist_ok=True)
    for name in RECIPES if "all" in asked.tables else asked.tables:
        recipe = RECIPES[name].limited_to(asked.hands) if asked.hands else RECIPES[name]
        table = train_table(recipe, asked.seed, asked.keep / f"{name}-{asked.seed}.kept")
        out = asked.out / f"{name}.tabla"
        sys.stdout.write(f"{out}: {_ship(out, recipe, asked.seed, table):,} bytes\n")


def _ship(out: Path, recipe: Recipe, seed: int, table: Packed) -> int:
    """Writes a table's file with its fitted score, and returns its size in bytes."""
    score = fit_score(scores(recipe.rules, Still(recipe.rules, table).as_player(), SCORED))
    stages = [stage.describe() for stage in recipe.stages]
    told = {"reglas": recipe.rules.name, "seed": seed, "least": LEAST, "stages": stages}
    return ship(out, recipe.rules, table, score, told)


if __name__ == "__main__":
    main()
