"""Times an AI player and prints a digest of its words: `python -m musbot_research.words prudente mundial`.

Equal seeds give equal words, so the digest shows whether a faster player still says its old words.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from random import Random

from musbot.game.actions import Action
from musbot.game.modos.mus.rules import MUS_SETS, MusRules
from musbot.game.shuffle import Baraja
from musbot.game.views import View
from musbot.players import PLAYERS, Player, play_out
from musbot.players import prepare as prepare_players

HANDS = 50
"""The hands of a partida, at most: partidas of the individual game may be long."""


class Timed:
    """A player that counts and times the words of an AI player, and adds them to a digest."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.words, self.seconds, self.digest = 0, 0.0, hashlib.sha256()

    def choose(self, view: View) -> Action:
        """Returns the AI player's word."""
        began = time.process_time()
        word = self.player.choose(view)
        self.seconds += time.process_time() - began
        self.words += 1
        self.digest.update(f"{view.fase} {word.voz} {word.n} {' '.join(map(str, word.cards))}\n".encode())
        return word

    def gesture(self, view: View) -> Action | None:
        """Returns the AI player's gesture."""
        return self.player.gesture(view)


def time_words(kind: str, rules: MusRules, words: int, seed: str) -> Timed:
    """Returns a player that has said at least this many words against itself, in whole partidas."""
    rng = Random(seed)
    timed = Timed(PLAYERS[kind](rng))
    while timed.words < words:
        baraja = Baraja(rng.randbytes(32), seed)
        play_out(rules, [timed] * rules.default_seats, baraja, rng, HANDS)
    return timed


def main() -> None:
    """Prints the microseconds of CPU a word and the digest for each rule set."""
    parser = argparse.ArgumentParser(prog="python -m musbot_research.words", description=__doc__)
    parser.add_argument("kind", choices=PLAYERS, metavar="KIND", help=", ".join(PLAYERS))
    parser.add_argument("rules", nargs="+", choices=MUS_SETS, metavar="RULES", help=", ".join(MUS_SETS))
    parser.add_argument("--words", type=int, default=10_000, metavar="N", help="at least so many (10000)")
    parser.add_argument("--seed", default="words", metavar="TEXT")
    asked = parser.parse_args()
    prepare_players()
    for name in asked.rules:
        said = time_words(asked.kind, MUS_SETS[name], asked.words, asked.seed)
        micros = 1e6 * said.seconds / said.words
        sys.stdout.write(f"{name:15}{said.words:8,} words {micros:7.0f} µs {said.digest.hexdigest()}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
