"""How many random hands the rules play in a second of processor time: `python -m tools.bench_engine`.

`--beside DIR` times another checkout in turn with this one, each round in a process of its own: on a machine
that others use, only figures of one run can be compared.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import median

from musbot.cli.simular import simulate
from musbot.game.actions import Action, Offer, Voz
from musbot.game.engine import awaited_seats, begin, end_wait, gracia, offers, play, winner
from musbot.game.events import Event
from musbot.game.evolve import evolve
from musbot.game.rule_sets import rule_set
from musbot.game.shuffle import Baraja
from musbot.game.state import State
from musbot.game.views import news_for, observe

HERE = Path(__file__).resolve().parents[1]
RULES = rule_set("parejas")
SEED = 12
PLAIN = {voz: Action(voz) for voz in Voz}


def library(hands: int) -> int:
    """Plays at least `hands` random hands with the rules alone; returns their number."""
    return _play_hands(hands, lambda mesa, events: None)


def views(hands: int) -> int:
    """Plays `hands` random hands as `musbot simulate --players azar` does, each word from a view; returns
    their number."""
    return sum(played.mesa.hand for played in simulate(RULES, ("azar",) * 4, hands, str(SEED)))


def everybody(hands: int) -> int:
    """Plays at least `hands` random hands and makes each step's news and view for all seats and a spectator;
    returns their number."""
    return _play_hands(hands, _everybody)


FIGURES: dict[str, Callable[[int], int]] = {"library": library, "views": views, "everybody": everybody}


def _play_hands(hands: int, step: Callable[[State, Sequence[Event]], None]) -> int:
    """Plays random hands, partida after partida, until at least `hands` are played; returns their number.

    `step` gets the state after each step, and its events.
    """
    rng, done = Random(SEED), 0  # noqa: S311 - a game to be repeated, not a secret
    while done < hands:
        baraja = Baraja(rng.randbytes(32), "bench")
        mesa = evolve(None, begin(RULES, 4)[0])
        while winner(mesa) is None:
            turno = awaited_seats(mesa)
            if not turno or (gracia(mesa) is not None and rng.random() < 0.5):
                events, mesa = end_wait(mesa) if turno else baraja.draw_cards(mesa)
            else:
                seat = rng.choice(turno) if len(turno) > 1 else turno[0]
                words = offers(mesa, seat)
                word = _word(mesa, seat, words[int(rng.random() * len(words))], rng.random())
                events, mesa = play(mesa, seat, word)
            step(mesa, events)
        done += mesa.hand
    return done


def _word(mesa: State, seat: int, offer: Offer, chance: float) -> Action:
    """Returns an action for an offer: of a number without limit one of the five least, of a discard one to
    four cards."""
    if offer.voz is Voz.DESCARTA:
        return Action(offer.voz, cards=mesa.cards[seat][: 1 + int(chance * 4)])
    return PLAIN[offer.voz] if offer.most == 0 else Action(offer.voz, offer.least + int(chance * 5))


def _everybody(mesa: State, events: Sequence[Event]) -> None:
    """Makes the news and the view of a step for each seat and for a spectator."""
    for who in (0, 1, 2, 3, None):
        for event in events:
            news_for(event, who, RULES)
        observe(mesa, who)


def one_round(hands: int) -> dict[str, float]:
    """Returns the hands per second of processor time of each figure, after a tenth as many hands to warm
    up."""
    speeds = {}
    for name, figure in FIGURES.items():
        figure(hands // 10)
        started = time.process_time()
        speeds[name] = figure(hands) / (time.process_time() - started)
    return speeds


def main() -> None:
    """Prints the median and the best of all rounds, of this checkout and of the others in `--beside`.

    `--once` prints one round as JSON.
    """
    parser = argparse.ArgumentParser(prog="python -m tools.bench_engine", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="how often each is timed (5)")
    parser.add_argument("--hands", type=int, default=3000, metavar="N", help="hands of a round (3000)")
    parser.add_argument(
        "--beside", type=Path, nargs="*", default=[], metavar="DIR", help="other checkouts, timed in turn"
    )
    parser.add_argument("--once", action="store_true", help="one round, in this process, as JSON")
    asked = parser.parse_args()
    if asked.once:
        sys.stdout.write(json.dumps(one_round(asked.hands)))
        return
    beside = {f"beside {path.name}".strip(): path.resolve() for path in asked.beside}
    trees = {"here": HERE, **beside}
    rounds = [{tree: _in(path, asked.hands) for tree, path in trees.items()} for _ in range(asked.rounds)]
    sys.stdout.write(f"{'hands a second of processor time':34}{'median':>8}{'best':>8}\n")
    for name in FIGURES:
        for tree in trees:
            row = [each[tree][name] for each in rounds]
            sys.stdout.write(f"{name + ', ' + tree:34}{median(row):8.0f}{max(row):8.0f}\n")
        for tree in beside:
            ratio = median(each["here"][name] / each[tree][name] for each in rounds)
            sys.stdout.write(f"{name + ', × ' + tree + ' (median)':34}{ratio:8.2f}\n")


def _in(tree: Path, hands: int) -> dict[str, float]:
    """Returns the figures of one round in another process, with the package in the folder `tree`."""
    command = [sys.executable, str(Path(__file__).resolve()), "--once", "--hands", str(hands)]
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    ran = subprocess.run(command, cwd=tree, env=environment, capture_output=True, check=True, text=True)  # noqa: S603
    speeds: dict[str, float] = json.loads(ran.stdout)
    return speeds


if __name__ == "__main__":
    main()
