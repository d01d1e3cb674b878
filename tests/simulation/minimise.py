"""A failing seed made shorter: kills, faults and presses are left out as long as it fails as before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from tests.simulation.chance import Script
from tests.simulation.seeds import Played


def minimise(failed: Played, play: Callable[[Script], Played]) -> Script:
    """Returns the shortest script found that fails by the same invariant."""
    kind = kind_of(failed.broken)
    script = replace(failed.script, only=frozenset(failed.came_up))

    def fails(tried: Script) -> bool:
        return bool(broken := play(tried).broken) and kind_of(broken) == kind

    if fails(replace(script, in_order=True)):
        script = replace(script, in_order=True)
    kept: Sequence[str] = list(dict.fromkeys(failed.came_up))
    size = max(1, len(kept) // 2)
    while True:
        shorter = _without_one(kept, size, lambda some: fails(replace(script, only=frozenset(some))))
        if shorter is not None:
            kept = shorter
        elif size > 1:
            size //= 2
        else:
            return replace(script, only=frozenset(kept))


def _without_one(
    kept: Sequence[str], size: int, fails: Callable[[Sequence[str]], bool]
) -> Sequence[str] | None:
    """What is left without some that stand together, the last first; None if none can go."""
    changed = False
    for start in reversed(range(0, len(kept), size)):
        left = [*kept[:start], *kept[start + size :]]
        if fails(left):
            kept, changed = left, True
    return kept if changed else None


def kind_of(broken: str) -> str:
    """Returns by which invariant something failed: what it says, but for names and numbers."""
    first, _, rest = broken.partition(": ")
    words = [word for word in first.split() if word.isalpha()]
    return " ".join(words) if words or not rest else kind_of(rest)
