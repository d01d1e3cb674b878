"""Hosts a custom player: reads a view per line from stdin, writes a word per line. `own.py` starts it."""

from __future__ import annotations

import importlib.util
import inspect
import json
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

from musbot.game.actions import GESTURES, Action, Voz, require_action
from musbot.game.errors import BadArgument
from musbot.game.voces import write_voz
from musbot.players import Player
from musbot_research.arena.own import GROUP, RAISED, REFUSED, SEATS, BadPlayer, ViewAsked


@runtime_checkable
class _Plays(Player, Protocol):
    """A player, known by its methods."""


@cache
def load(kind: str) -> object:
    """Returns the class or function that makes the player: from a file (`mine.py:Mine`) or an entry point;
    cached.

    None if the file has no such name. Errors of the file propagate.
    """
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
    """Returns the player that `kind` names, as in `load`, for a game.

    Raises BadPlayer if it cannot be made or lacks `choose` or `gesture`.

    If its maker takes an argument, that is a random generator seeded with `game`.
    """
    try:
        make, rng = load(kind), Random(game)
        made = (make(rng) if inspect.signature(make).parameters else make()) if callable(make) else None
    except Exception as error:  # any error of the user's file
        said = " ".join(f"{type(error).__name__}: {error}".split())
        raise BadPlayer(f"{kind}: {said}: expected Python code that makes a player") from error
    if not isinstance(made, _Plays):
        methods = "choose, gesture"
        raise BadPlayer(f"{kind}: expected a class with the methods {methods}")
    return made


def main(kind: str) -> None:
    """Answers each line of stdin with one line until stdin ends. Output of the player goes to stderr.

    A new game makes a new player. A player that cannot be made gives REFUSED and the reason.
    """
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
        try:
            out.write(f"{said}\n")
            out.flush()
        except BrokenPipeError:  # the arena is gone
            os._exit(0)


def _answer(player: Player, question: ViewAsked) -> str:
    """Returns the player's word as text, or the error that the player raised after RAISED."""
    try:
        did = player.gesture(question.view) if question.gestures else None
        method, word = ("choose", player.choose(question.view)) if did is None else ("gesture", did)
    except (Exception, SystemExit) as error:  # any error of the user's player, which may call sys.exit
        return RAISED + json.dumps(describe_failure(error, player))
    try:
        if (require_action(word).voz in GESTURES) == (method == "gesture"):
            bare = (
                word.voz is Voz.ENVIDO and not word.n
            )  # which a text says for 2, and an Action may not (R28)
            return f"{word.voz} 0" if bare else write_voz(word, SEATS)
    except IndexError:  # SEATS has ten
        pass
    except BadArgument as error:
        if isinstance(word, Action):  # with a field of a wrong type
            return RAISED + json.dumps((f"{method} returned {word!r}: {error}", ""))
    return RAISED + json.dumps((f"{method} returned {word!r}: expected {_EXPECTED[method]}", ""))


_EXPECTED = {
    "choose": "an Action, one of view.actions()",
    "gesture": "None, or an Action such as Action(Voz.MIRO, seat=1)",
}
"""The values that the methods of a player return."""


def describe_failure(error: BaseException, player: Player) -> tuple[str, str]:
    """Returns an error with its file and line in one line, and its traceback without this module's frame.

    The line is the last one in the player's own file, if any is.
    """
    file = getattr(sys.modules.get(type(player).__module__), "__file__", None)
    frames = traceback.extract_tb(error.__traceback__)
    frame = [*frames[:1], *(it for it in frames if it.filename == file)][-1]
    place = f"{Path(frame.filename).name}:{frame.lineno}"
    below = error.__traceback__ and error.__traceback__.tb_next
    trace = "".join(traceback.format_exception(error.with_traceback(below)))
    return " ".join(f"{type(error).__name__}: {error} ({place})".split()), trace


def _read(lines: SimpleQueue[str]) -> None:
    """Reads lines while the player thinks, and exits at once when the arena is gone."""
    for line in sys.stdin:
        lines.put(line)
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1])
