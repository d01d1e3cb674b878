"""How long pictures take and how large they are, on one core: `python -m tools.bench_pictures`."""

from __future__ import annotations

import sys
import time

from musbot.pictures.draw import draw
from tools.samples import SAMPLES

ROUNDS = 30


def main() -> None:
    """Prints, for every sample, processor time (the median and the worst of 30) and size."""
    started = time.process_time()
    draw(SAMPLES["hand"])
    first = time.process_time() - started
    sys.stdout.write(f"{'picture':20} {'median ms':>10} {'worst ms':>9} {'KB':>6}\n")
    for name, spec in SAMPLES.items():
        times = []
        for _ in range(ROUNDS):
            started = time.process_time()
            file = draw(spec)
            times.append((time.process_time() - started) * 1e3)
        times.sort()
        size = len(file) / 1000
        sys.stdout.write(f"{name:20} {times[ROUNDS // 2]:10.1f} {times[-1]:9.1f} {size:6.1f}\n")
    sys.stdout.write(f"the very first, with the atlas and fonts read: {first * 1e3:.0f} ms\n")


if __name__ == "__main__":
    main()
