"""`python -m tests.simulation --seeds 1-1000`: plays seeds, and tells of those that fail what can be told."""

from __future__ import annotations

import argparse
import sys
from functools import partial

from tests.simulation.bugs import BUGS
from tests.simulation.chance import Script
from tests.simulation.minimise import minimise
from tests.simulation.seeds import Played, a_folder, play, play_all

MOST_FAILED = 5
"""Failing seeds after which no more are played."""
TOLD_EVERY = 250
"""Seeds after which it is told how many have been played."""


def main() -> int:
    """Plays what is asked for; returns 1 if anything failed (0 if nothing, with a bug put back)."""
    given = _arguments()
    if given.seed is not None:
        return _tell(given.seed, given.bug)
    first, _, last = given.seeds.partition("-")
    seeds = range(int(first), int(last or first) + 1)
    failed = 0

    def heard(played: Played) -> bool:
        nonlocal failed
        failed += bool(played.broken)
        if (done := played.script.seed - seeds.start + 1) % TOLD_EVERY == 0:
            print(f"{done:,} of {len(seeds):,}, {failed} failed", file=sys.stderr, flush=True)
        if played.broken:
            print(played, flush=True)
        return failed >= (1 if given.bug else MOST_FAILED)

    summary = play_all(seeds, given.jobs, given.bug, heard)
    if given.bug:
        count = f"after {summary.figures['seeds']} seeds" if summary.failed else "not found"
        print(f"{given.bug}: {count}")
        return not summary.failed
    print(summary)
    if summary.failed:
        _shorten(summary.failed[0], given.bug)
    return bool(summary.failed)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", default="1-1000", help="from-to (1-1000)")
    parser.add_argument("--seed", type=int, help="one seed, with all that is seen of it")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once (1)")
    parser.add_argument("--bug", default="", choices=[*BUGS], help="an old bug to put back")
    return parser.parse_args()


def _tell(seed: int, bug: str) -> int:
    with a_folder() as folder:
        played = play(Script(seed), folder, telling=True, bug=bug)
        print("\n".join(played.lines))
        if played.broken:
            print(f"\nBROKEN: {played.broken}\n")
            _shorten(played, bug)
    return bool(played.broken)


def _shorten(failed: Played, bug: str) -> None:
    """Prints the shortest story that fails as this one does."""
    with a_folder() as folder:
        script = minimise(failed, partial(play, folder=folder, bug=bug))
        played = play(script, folder, telling=True, bug=bug)
    told = ", ".join(sorted(script.only or ()))
    print(f"seed {script.seed}, of {len(failed.came_up)} decisions only: {told}")
    print("\n".join(played.lines))
    print(f"\nBROKEN: {played.broken}")


if __name__ == "__main__":
    sys.exit(main())
