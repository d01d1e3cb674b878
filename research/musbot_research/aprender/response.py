"""Trains a best response to a table: `python -m musbot_research.aprender.response TABLE`.

The response can tell apart as much as the table, and uses bets of every size. It starts from nothing, or
with `--warm` from the regrets of the table's training. Equal seeds give equal curves.
"""

from __future__ import annotations

import argparse
import sys
import time
from itertools import count
from pathlib import Path

from musbot.game.modos.mus.rules import MUS_SETS, MusRules
from musbot_research.aprender.match import Seated, match
from musbot_research.aprender.shipping import read_shipped
from musbot_research.aprender.training import Bets, Met, Pace, Score, Side, Still, Trainer

BETS = Bets((3, 6, 10, 11, 20, 21, 30, 39), (3, 8, 11, 13, 15, 18, 20, 21, 30))
"""Its bets and raises in piedras, in addition to 2 and 5. They include sizes between the table's levels."""
FIRST = 160_000
"""Number of hands at the first point of the curve. They double with every second point."""


def _bets(text: str) -> Bets:
    """Returns the bets written as `opens/raises`, each a list of piedras; raises ValueError."""
    opens, raises = (tuple(int(size) for size in part.split(",")) for part in text.split("/"))
    return Bets(opens, raises)


def result_line(rules: MusRules, learning: Trainer, still: Seated, pairs: int, seed: int) -> str:
    """Returns the results of the response against the table: its average policy and its current one."""
    rows = []
    for name, one in (("average", learning.table.average_policy()), ("now", learning.table.current_policy())):
        came = match(rules, one, still, pairs, seed)
        rows.append(f"{name} {came.won:.1%} ± {came.won_error:.1%}, {came.piedras:+.2f} piedras a hand")
    return "; ".join(rows)


def main() -> None:
    """Trains against a shipped table and prints the results along the way and at the end."""
    parser = argparse.ArgumentParser(prog="python -m musbot_research.aprender.response", description=__doc__)
    parser.add_argument("table", type=Path, help="as it is shipped")
    parser.add_argument("--reglas", choices=MUS_SETS, default="castellano-40")
    parser.add_argument("--hands", type=int, default=10_000_000, help="learnt from (10,000,000)")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--juegos", type=int, default=1000, help="played at each point of the curve (1000)")
    parser.add_argument("--last", type=int, default=4000, help="played at its end (4000)")
    parser.add_argument("--steepness", type=float, default=0.95, help="how much a lead tells (0.95)")
    parser.add_argument("--warm", action="store_true", help="start from the table's own words")
    parser.add_argument("--bets", type=_bets, default=BETS, help="opens/raises: 3,6,10/3,8,18")
    parser.add_argument("--threads", type=int, help="at a time (all cores)")
    asked = parser.parse_args()
    rules = MUS_SETS[asked.reglas]
    table, _ = read_shipped(asked.table)
    packed = Still(rules, table)
    still = packed.as_player()
    learning = Trainer(
        Side(rules, asked.bets),
        asked.seed,
        [Met(lambda _: still, 1.0)],
        Score(asked.steepness, 0.0),
        pace=Pace(asked.threads),
    )
    if asked.warm:
        learning.start_from(packed)
    began = time.monotonic()
    for point in count():
        until = min(FIRST * (2, 3)[point % 2] * 2 ** (point // 2) // 2, asked.hands)
        learning.run(until - learning.hands)
        juegos, seed = (asked.last, 51) if until == asked.hands else (asked.juegos, 50)
        spent, what = time.monotonic() - began, result_line(rules, learning, still, juegos // 2, seed)
        sys.stdout.write(f"{spent:6.0f} s {until:12,} hands: {what}\n")
        sys.stdout.flush()
        if until == asked.hands:
            break


if __name__ == "__main__":
    main()
