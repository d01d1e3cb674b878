"""Measures the environments in random hands per second: `python -m musbot_research.bench`."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from random import Random
from statistics import median

SEED = 12
"""The seed of all games and words."""


def episodes(hands: int) -> int:
    """Plays random hands in musbot_research.envs, with numbered views and words; returns their number."""
    from musbot_research.envs import Episode, observed

    rng = Random(SEED)
    for _ in range(hands):
        episode = Episode()
        while not episode.over:
            if draws := episode.draws():
                episode.draw(rng.choice(draws))
            else:
                observed(episode.view())
                episode.say(rng.choice(episode.legal()))
    return hands


def pettingzoo(hands: int) -> int:
    """Plays random hands in the PettingZoo environment; returns their number."""
    from musbot_research.envs import zoo

    env, rng = zoo.env(), Random(SEED)
    for _ in range(hands):
        env.reset(seed=rng.getrandbits(32))
        for _ in env.agent_iter():
            seen, _, over, _, _ = env.last()
            env.step(None if over else rng.choice(seen["action_mask"].nonzero()[0]))
    return hands


def openspiel(hands: int) -> int:
    """Plays random hands in the OpenSpiel game, calls through C++ included; returns their number."""
    import pyspiel

    import musbot_research.envs.spiel  # noqa: F401 - registers the game

    game, rng = pyspiel.load_game("musbot_mus"), Random(SEED)
    for _ in range(hands):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
    return hands


def kernel(hands: int) -> int:
    """Plays a hundred times as many hands in C, 1024 at once, words drawn by numpy; returns their number."""
    import numpy as np

    from musbot_research.envs.batch import Batch

    batch, rng, done = Batch(1024, seed=SEED), np.random.default_rng(SEED), 0
    while done < 100 * hands:
        batch.step((rng.random(batch.masks.shape, np.float32) * batch.masks).argmax(1))
        done += int(batch.over.sum())
    return done


_NEEDS: Mapping[Callable[[int], int], str] = {
    episodes: "musbot",
    pettingzoo: "pettingzoo",
    openspiel: "pyspiel",
    kernel: "numpy",
}
FIGURES = {figure.__name__: figure for figure, package in _NEEDS.items() if find_spec(package)}
"""The figures whose libraries are installed, by name."""


def hands_per_second(figure: Callable[[int], int], hands: int) -> float:
    """Returns a figure's hands per second of CPU, after a tenth as many hands to warm up."""
    figure(max(1, hands // 10))
    started = time.process_time()
    return figure(hands) / (time.process_time() - started)


def main() -> None:
    """Prints the median of each figure over some rounds."""
    parser = argparse.ArgumentParser(prog="python -m musbot_research.bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="how often each is timed (3)")
    parser.add_argument("--hands", type=int, default=2000, metavar="N", help="hands of a round (2000)")
    asked = parser.parse_args()
    for name, figure in FIGURES.items():
        speed = median(hands_per_second(figure, asked.hands) for _ in range(asked.rounds))
        sys.stdout.write(f"{name:12}{speed:10,.0f}\n")


if __name__ == "__main__":
    main()
