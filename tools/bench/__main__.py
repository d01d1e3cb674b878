"""`python -m tools.bench [NAME …]`: how fast it is, beside the figures that were kept last (`--keep`)."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path

from tools.bench import actions, counts, isolation, memory, presses, requests, restart, wire

LAST = Path(__file__).with_name("last.json")

ON_A_SERVER: dict[str, Callable[[str], Coroutine[None, None, dict[str, float]]]] = {
    "one": lambda server: actions.measure(1, 5, server),
    "actions": lambda server: actions.measure(1000, 15, server),
    "counts": counts.measure_counts,
}
BENCHES: dict[str, Callable[[], Coroutine[None, None, dict[str, float]]]] = {
    "requests": lambda: requests.measure(4, "parejas"),
    "one": lambda: actions.measure(1, 5),
    "actions": lambda: actions.measure(1000, 15),
    "presses": lambda: presses.measure(1000, 300, 15),
    "wire": lambda: wire.measured(300),
    "isolation": lambda: isolation.measured(20),
    "memory": memory.measure,
    "restart": lambda: restart.measured(10_000),
    "counts": counts.measure_counts,
}


def main() -> None:
    """Prints every figure, its value when figures were last kept, and the ratio of both.

    `--keep` writes the figures into last.json. With `--server` it prints the figures of that server alone.
    """
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *BENCHES], metavar="NAME", help=", ".join(BENCHES))
    parser.add_argument("--keep", action="store_true", help="keep the figures, to be printed beside the next")
    parser.add_argument(
        "--server", metavar="URL", help="a postgresql:// one: only one, actions and counts, not kept"
    )
    wanted = parser.parse_args()
    if wanted.server:
        _print_on(wanted.server, wanted.names or list(ON_A_SERVER))
        return
    last: dict[str, float] = json.loads(LAST.read_text(encoding="utf-8")) if LAST.exists() else {}
    sys.stdout.write(f"{'':62} {'now':>10} {'last':>10} {'ratio':>7}\n")
    for name in wanted.names or BENCHES:
        figures = asyncio.run(BENCHES[name]())
        for what, figure in figures.items():
            was = last.get(f"{name}: {what}")
            beside = f"{was:10.1f} {figure / was:7.2f}" if was else f"{'—':>10} {'—':>7}"
            sys.stdout.write(f"{what:62} {figure:10.1f} {beside}\n")
            sys.stdout.flush()
        last |= {f"{name}: {what}": float(f"{figure:.4g}") for what, figure in figures.items()}
    if wanted.keep:
        LAST.write_text(json.dumps(last, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _print_on(server: str, names: list[str]) -> None:
    """Prints the figures of some benchmarks on a PostgreSQL server."""
    for name in names:
        for what, figure in asyncio.run(ON_A_SERVER[name](server)).items():
            sys.stdout.write(f"{what:62} {figure:10.1f}\n")


if __name__ == "__main__":
    main()
