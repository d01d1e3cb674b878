"""What a seed decides, and which of its decisions are left out when a failing one is made shorter."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Script:
    """A seed; `only` are the decisions carried out (None: all), `in_order`: no order is drawn."""

    seed: int
    only: frozenset[str] | None = None
    in_order: bool = False


class Chance:
    """The streams of a seed, and its decisions by name (`kill 2`, `act 17`), as they come up."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.came_up: list[str] = []
        """What was decided, whether or not it was carried out."""
        self.carried_out: dict[str, int] = {}
        """How often which kind of it was."""

    def stream(self, name: str) -> Random:
        """Returns a stream of its own for everything of that name."""
        return Random(f"{self.script.seed} {name}")

    def may(self, kind: str, number: int) -> bool:
        """Notes a decision; returns whether it is carried out."""
        name = f"{kind} {number}"
        self.came_up.append(name)
        if self.script.only is not None and name not in self.script.only:
            return False
        self.carried_out[kind] = self.carried_out.get(kind, 0) + 1
        return True
