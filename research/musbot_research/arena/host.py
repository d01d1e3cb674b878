"""Hosts one player of one's own: a view a line on stdin, a word a line on stdout (`own.py` begins it)."""

from __future__ import annotations

import importlib.util
import inspect
import os
import pickle
import sys
import traceback
from base64 import b64decode
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Thread
from typing import Protocol, runtime_checkable

from musbot.game.voces import write_voz
from musbot.players import Player
from musbot_research.arena.own import GROUP, REFUSED, SEATS, BadPlayer, ViewAsked


@runtime_checkable
class _Plays(Player, Protocol):
    """A player, known by its methods."""


@cache
def load(kind: str) -> object:
    """Returns what makes the player: a class in a file (`mine.py:Mine`), or what an entry point names."""
    path, colon, name = kind.rpartition(":")
    if not colon:
        (point,) = entry_points(group=GROUP, name=kind)
        return point.load()
    file = Path(path).resolve()
    sys.path.insert(0, str(file.parent))
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path}: expected a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    spec.loader.exec_module(module)
    return getattr(module, name, None)


def make_player(kind: str, game: str) -> Player:
    """Returns the player for a game; raises BadPlayer where it cannot be made, or is none."""
    try:
        make, rng = load(kind), Random(game)
        made = (make(rng) if inspect.signature(make).parameters else make()) if callable(make) else None
    except Exception as error:  # whatever a stranger's file does
        said = " ".join(f"{type(error).__name__}: {error}".split())
        raise BadPlayer(f"{kind}: {said}: expected Python code that makes a player") from error
    if not isinstance(made, _Plays):
        methods = "choose, gesture"
        raise BadPlayer(f"{kind}: expected a class with the methods {methods}")
    return made


def main(kind: str) -> None:
    """Answers until stdin ends; what the player prints goes to stderr."""
    out, sys.stdout = sys.stdout, sys.stderr
    lines: SimpleQueue[str] = SimpleQueue()
    Thread(target=_read, args=(lines,), daemon=True).start()
    game, player = None, None
    while True:
        asked: ViewAsked = pickle.loads(b64decode(lines.get()))  # noqa: S301 - of the arena that began it
        try:
            if player is None or asked.game != game:
                game, player = asked.game, make_player(kind, asked.game)
            said = _answer(player, asked)
        except BadPlayer as error:
            said = f"{REFUSED}{error}"
        out.write(f"{said}\n")
        out.flush()


def _answer(player: Player, asked: ViewAsked) -> str:
    """The player's word as text; of one that fails nothing, and on stderr why."""
    try:
        did = player.gesture(asked.view) if asked.gestures else None
        return write_voz(did or player.choose(asked.view), SEATS)
    except Exception:  # whatever a stranger's player does
        traceback.print_exc()
        return "-"


def _read(lines: SimpleQueue[str]) -> None:
    """Reads on while the player thinks: when the arena is gone it need not end its thought."""
    for line in sys.stdin:
        lines.put(line)
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1])
