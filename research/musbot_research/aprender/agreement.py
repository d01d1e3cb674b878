"""Compares a kernel player with the real one: `python -m musbot_research.aprender.agreement`.

The real player plays itself in the engine. For every word the kernel's player gets the view and the random
draws of the real one.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count, pairwise
from random import Random
from typing import NamedTuple, TypeVar

from musbot.game.actions import Action
from musbot.game.cards import Hand
from musbot.game.modos.mus.rules import MusRules, Senas
from musbot.game.shuffle import Baraja
from musbot.game.views import MusSeen, View
from musbot.players import PLAYERS as REAL
from musbot.players import Player, play_out
from musbot.players.mus.odds import Kinds, hand_classes
from musbot_research.aprender import library
from musbot_research.aprender.differential import RULES, action
from musbot_research.aprender.match import PLAYERS, match
from musbot_research.aprender.seen import ask

T = TypeVar("T")


class Draws(Random):
    """A generator that derives every choice from one number in [0, 1) and records it."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.drawn: list[float] = []

    def random(self) -> float:
        """Returns the next draw."""
        self.drawn.append(super().random())
        return self.drawn[-1]

    def choice(self, seq: Sequence[T]) -> T:  # type: ignore[override]
        """Returns an item, chosen by a single draw."""
        return seq[int(self.random() * len(seq))]


class ComparedWord(NamedTuple):
    """A word of the real player and of the kernel's, for one view."""

    view: View
    """The view."""
    real: Action
    """The real player's word."""
    kernels: Action
    """The kernel player's word."""
    drawn: tuple[int, int]
    """Number of random draws of each."""

    @property
    def agrees(self) -> bool:
        """Whether words and numbers of draws are equal. Cards of equal value count as equal."""
        both = [(said.voz, said.n, _kinds(said.cards, self.view)) for said in (self.real, self.kernels)]
        return both[0] == both[1] and self.drawn[0] == self.drawn[1]


def _kinds(cards: Hand, view: View) -> Kinds:
    assert isinstance(view.modo, MusSeen)  # noqa: S101 - the kernel plays nothing else
    return hand_classes(view.modo.rules).kinds(cards, view.modo.rules)


@dataclass(slots=True)
class Logged:
    """A real player that asks the kernel's player for every word too."""

    real: Player
    """The real player."""
    kernels: library.Player
    """The kernel's player."""
    rng: Draws
    """The generator of the real player."""
    asked: list[ComparedWord] = field(default_factory=list)
    """The compared words."""
    seconds: float = 0.0
    """CPU seconds of the real player."""

    def choose(self, view: View) -> Action:
        """Returns the real player's word."""
        self.rng.drawn.clear()
        start = time.process_time()
        said = self.real.choose(view)
        self.seconds += time.process_time() - start
        word, took = ask(self.kernels, view, self.rng.drawn)
        self.asked.append(ComparedWord(view, said, action(word, view.mine), (len(self.rng.drawn), took)))
        return said

    def gesture(self, view: View) -> Action | None:
        """Returns None, because the kernel has no señas."""
        return None


def compare_juego(rules: MusRules, name: str, label: str) -> tuple[list[ComparedWord], float]:
    """Returns every word of a juego of a player against itself, and the CPU seconds of the real one."""
    rules, rng = replace(rules, juegos=1, vacas=1, senas=Senas.NO), Draws(label)
    kernels = PLAYERS[name](rules)
    player = Logged(REAL[name](rng), kernels.player, rng)
    play_out(rules, [player] * 4, Baraja(label.encode().ljust(32)[:32], label), Random(label), 10**6)
    return player.asked, player.seconds


def agreement(rules: MusRules, name: str, words: int, seed: str) -> tuple[list[ComparedWord], float]:
    """Returns the words of whole juegos, at least `words`, and the CPU seconds of the real players."""
    asked: list[ComparedWord] = []
    seconds = 0.0
    for juego in count(1):
        more, took = compare_juego(rules, name, f"{seed}|{rules.name}|{juego}")
        asked += more
        seconds += took
        if len(asked) >= words:
            break
    return asked, seconds


def _kernel_s(rules: MusRules, name: str, hands: float) -> float:
    """Returns the CPU seconds of `hands` hands of a player against itself in the kernel."""
    it, start = PLAYERS[name](rules), time.process_time()
    played = match(rules, it, it, 3000, 1).hands
    return (time.process_time() - start) * hands / played


def main() -> int:
    """Prints the agreement under each rule set; returns 1 if less than 99 % of all words agree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("player", nargs="?", choices=PLAYERS, default="prudente")
    parser.add_argument("--words", type=int, default=20_000, help="in all (default: 20000)")
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args()
    words, same = 0, 0
    for rules in RULES:
        both, real_s = agreement(rules, asked.player, asked.words // len(RULES), asked.seed)
        agreed = sum(one.agrees for one in both)
        hands = sum(1 for one, after in pairwise(both) if after.view.hand != one.view.hand) + 1
        kernel_s = _kernel_s(rules, asked.player, hands)
        sys.stdout.write(
            f"{rules.name}: {agreed} of {len(both)} words; a word takes {1e6 * real_s / len(both):.0f} µs, in"
            f" the kernel {1e6 * kernel_s / len(both):.2f}: {real_s / kernel_s:.0f} times as quick\n"
        )
        words, same = words + len(both), same + agreed
    sys.stdout.write(f"in all: {same} of {words} words, {same / words:.3%}\n")
    return int(same < 0.99 * words)


if __name__ == "__main__":
    sys.exit(main())
