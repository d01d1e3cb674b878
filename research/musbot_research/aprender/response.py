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
from musbot_research.aprender.training import ALL_WORDS, Met, Score, Side, Still, Trainer

FIRST = 156_250
"""Number of hands at the first point of the curve. It doubles from point to point."""
WARM_AS = 200_000
"""Number of hands as which the initial regrets count."""


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
    parser.add_argument("--warm", type=Path, metavar="KEPT", help="what the training of the table has kept")
    asked = parser.parse_args()
    rules = MUS_SETS[asked.reglas]
    table, _ = read_shipped(asked.table)
    still = Still(rules, table).as_player()
    learning = Trainer(
        Side(rules, ALL_WORDS), asked.seed, [Met(still, 1.0)], 0.0, Score(asked.steepness, 0.0)
    )
    if asked.warm is not None:
        learning.start_from(asked.warm, WARM_AS)
    began, first = time.process_time(), learning.hands
    for point in count():
        until = min(FIRST * 2**point, asked.hands)
        learning.run(until - (learning.hands - first))
        juegos, seed = (asked.last, 51) if until == asked.hands else (asked.juegos, 50)
        spent, what = time.process_time() - began, result_line(rules, learning, still, juegos // 2, seed)
        sys.stdout.write(f"{spent:6.0f} s {until:12,} hands: {what}\n")
        sys.stdout.flush()
        if until == asked.hands:
            break


if __name__ == "__main__":
    main()
