"""`python -m tests.simulation.faults --runs 0-2000`: evenings in which one function of ours fails."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from time import perf_counter

from tests.simulation.fault_adapters import PLATFORMS, run_adapter
from tests.simulation.fault_runs import (
    BASES,
    Calls,
    FaultRun,
    calls_of,
    fault_of,
    order,
    run_all,
    run_one,
    warm_up,
)
from tests.simulation.raising import Function

FIRST = 2
"""The first seed whose functions may fail."""


def main() -> int:
    """Plays the runs that are asked for; returns 1 if any is broken."""
    given = _arguments()
    first, _, last = given.runs.partition("-")
    numbers = range(int(first), int(last or int(first) + 1))
    if given.on != "site":
        return _tell(run_adapter(given.on, numbers, given.jobs), None)
    calls = calls_of(range(FIRST, FIRST + given.bases), given.jobs)
    if given.story:
        warm_up()
        seed, fault = fault_of(numbers[0], calls, order(calls))
        run = run_one(numbers[0], seed, fault, telling=True)
        print("\n".join([*run.lines, run.fault, run.broken or "holds"]))
        return bool(run.broken)
    return _tell(run_all(numbers, calls, given.jobs), calls)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation.faults", description=__doc__)
    parser.add_argument("--runs", default="0-100", help="first-last, the last not included (0-100)")
    parser.add_argument("--bases", type=int, default=BASES, help=f"seeds whose functions may fail ({BASES})")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once (1)")
    parser.add_argument("--on", default="site", choices=["site", *PLATFORMS], help="the platform (site)")
    parser.add_argument("--story", action="store_true", help="one run, with all that is seen of it")
    return parser.parse_args()


def _tell(runs: Iterable[FaultRun], calls: Calls | None) -> bool:
    """Prints the broken runs and the figures of all runs; returns whether any is broken."""
    began, played = perf_counter(), list[FaultRun]()
    for run in runs:
        played.append(run)
        if run.broken:
            print(f"run {run.number}, seed {run.seed}: {run.fault}\n    {run.broken}", flush=True)
    print("\n".join(figures(played, calls)), f"in {perf_counter() - began:.0f} s", sep="\n")
    return any(run.broken for run in played)


def figures(played: Sequence[FaultRun], calls: Calls | None) -> list[str]:
    """Returns the figures of some runs: hits by module, and the share of functions that were chosen."""
    hit = [run for run in played if run.hits]
    modules = Counter(_module(run.function) for run in hit)
    lines = [f"{module}: {many}" for module, many in sorted(modules.items())]
    if calls is not None:
        chosen = {run.function for run in hit}
        share = len(chosen) / len(calls)
        lines.append(f"functions called: {len(calls):,}, failed in a run: {len(chosen):,} ({share:.0%})")
    ended, broken = sum(run.ended for run in played), sum(bool(run.broken) for run in played)
    return [*lines, f"runs: {len(played):,}, hit: {len(hit):,}, ended: {ended}, broken: {broken}"]


def _module(function: Function) -> str:
    parts = function.file.split("/")
    return "/".join(parts[: 3 if "service" in parts else 2])


if __name__ == "__main__":
    sys.exit(main())
