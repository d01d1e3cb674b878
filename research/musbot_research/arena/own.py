"""Custom players: each runs in a process that receives only views."""

from __future__ import annotations

import atexit
import dataclasses
import json
import os
import pickle
import shlex
import sys
from base64 import b64encode
from contextlib import suppress
from enum import StrEnum
from errno import EISDIR, ENOEXEC
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from subprocess import PIPE, Popen
from threading import Thread
from typing import NamedTuple

from musbot.acta.partida import one_line
from musbot.game.actions import GESTURES, Action, Offer, Seat, Voz
from musbot.game.cards import Card
from musbot.game.errors import MusError
from musbot.game.position import read_seat
from musbot.game.rules_base import RuleSet
from musbot.game.views import View
from musbot.game.voces import read_voz, write_voz
from musbot.players import Prudente

GROUP = "musbot.players"
"""The entry-point group of installed players. Only the named player is loaded."""
FIRST_S, LIMIT_S = 30.0, 1.0
"""Seconds that a process may take for its first word, start included, and for each later word."""
PATIENCE = 3
"""After this many late words in a game, the player is not asked again in that game."""
REFUSED = "!"
"""The start of the first line from a host that cannot make its player. The reason follows."""
HOST = "-P", "-m", "musbot_research.arena.host"
"""Python's arguments for a host. `-P` keeps the current folder out of its imports, so that a file there does
not take the place of an installed player."""
RAISED = "?"
"""The start of a line from a host whose player raised an error.

The error and its traceback follow, as JSON; the traceback is "" if the player returned no Action.
"""

SEATS = tuple(map(str, range(10)))
"""The names of the seats."""


class BadPlayer(MusError):
    """A player that cannot be started."""


class PlayerFailed(MusError):
    """A player that raised an error, or whose word was late or not lawful."""

    def __init__(self, why: str, trace: str = "") -> None:
        """`trace` is the traceback of the player's error, "" without one."""
        super().__init__(why)
        self.trace = trace


class Fault(NamedTuple):
    """The words of a player that prudente said instead."""

    kind: str
    """The kind of player."""
    words: int
    """Number of words."""
    first: PlayerFailed
    """The first failure."""


class ViewAsked(NamedTuple):
    """A question to a process."""

    game: str
    """The name of the game; a new name starts a new game."""
    gestures: bool
    """Whether the answer may be a seña or a look."""
    view: View
    """The view of the player's seat."""


def is_own(kind: str) -> bool:
    """Returns whether a name is a file and class, a program, or an installed player, without loading it."""
    return ".py:" in kind or _is_program(kind) or bool(entry_points(group=GROUP, name=kind))


def _is_program(kind: str) -> bool:
    """Returns whether a name is a program: its path, or a command such as `python3 mine.py`."""
    return ("/" in kind or " " in kind) and ".py:" not in kind


class OwnPlayer:
    """A custom player at a seat.

    If its code raises an error, or its word is late or not lawful, `choose` and `gesture` raise PlayerFailed;
    with `keeps_going` prudente chooses a word instead.
    """

    def __init__(self, kind: str, game: str, seat: Seat, rng: Random, *, keeps_going: bool = False) -> None:
        """`game` names the game to the process; `rng` is for prudente.

        The process starts with the first question.
        """
        self.replaced = 0
        self.first: PlayerFailed | None = None
        self._keeps_going = keeps_going
        self._late = 0
        self._key = kind, seat
        self._game = game
        self._prudente = Prudente(rng)
        self._answers: list[Action | None] = []

    def gesture(self, view: View) -> Action | None:
        """Returns the player's seña or look; None for any other word, which is kept for `choose`.

        An unlawful seña or look is a failure, as an unlawful word is.
        """
        action = self._ask(view, gestures=True)
        if action in lawful_gestures(view):
            return action
        if action is not None and action.voz in GESTURES:
            self._fail(write_voz(action, SEATS), view, gestures=True)
            action = None
        self._answers = [action]
        return None

    def choose(self, view: View) -> Action:
        """Returns the player's word, or prudente's if the player gave no lawful one; a word kept by `gesture`
        comes first."""
        word = self._answers.pop() if self._answers else self._ask(view, gestures=False)
        if word is not None and view.offers.allows(word) and set(word.cards) <= set(view.mine):
            return word
        if word is not None:
            self._fail(write_voz(word, SEATS), view, gestures=False)
        self.replaced += 1
        return self._prudente.choose(view)

    def faults(self) -> tuple[Fault, ...]:
        """Returns the words that prudente said for this player; empty if there are none."""
        return (Fault(self._key[0], self.replaced, self.first),) if self.first is not None else ()

    def _fail(self, said: str, view: View, *, gestures: bool, limit_s: float = LIMIT_S) -> None:
        """Records the failure of an answer, or raises it unless the player keeps going.

        An answer that did not come within `limit_s` seconds is "".

        With `gestures`, a seña or a look could have been the answer.
        """
        kind, trace = self._key[0], ""
        if said.startswith(RAISED):
            why, trace = json.loads(said[1:])
            told = f"{kind}: {why}: expected a word of the game" if trace else f"{kind}: {why}"
        elif said:
            known = lawful_gestures(view) if gestures else ()
            lawful = ", ".join([*map(_write_bounds, view.offers), *(write_voz(it, SEATS) for it in known)])
            told = f"{kind}: {one_line(said.strip())!r} may not be said now: expected one of {lawful}"
        else:
            told = f"{kind}: no word came within {limit_s:g} s: expected one for each view"
        failure = PlayerFailed(told, trace)
        if not self._keeps_going:
            raise failure
        self.first = self.first or failure

    def _ask(self, view: View, *, gestures: bool) -> Action | None:
        """Returns the player's answer to a view; None if it is late or unreadable, or the player keeps being
        late.

        Starts the process if none runs, and ends a late process. After PATIENCE late answers in a game it
        does not ask. With `gestures` the answer may be a seña or a look. Failures go to `_fail`.
        """
        if self._late >= PATIENCE:
            return None
        process = _RUNNING.get(self._key) or _RUNNING.setdefault(self._key, _Process(self._key[0]))
        answer = process.ask(ViewAsked(self._game, gestures, view))
        if answer is None:
            self._late += 1
            _RUNNING.pop(self._key).end()
            self._fail("", view, gestures=gestures, limit_s=process.limit_s)
            return None
        try:
            return read_voz(answer, partial(read_seat, view.seats))
        except MusError:
            self._fail(answer, view, gestures=gestures)
            return None


def _write_bounds(offer: Offer) -> str:
    """Returns an offered word, with the bounds of its number (`envido ≥2`) or its cards (`descarta ×1–4`)."""
    if offer.most == 0:
        return offer.voz.value
    if offer.voz is Voz.DESCARTA:
        return f"{offer.voz} ×{offer.least}–{offer.most}"
    return f"{offer.voz} ≥{offer.least}" if offer.most is None else f"{offer.voz} {offer.least}–{offer.most}"


def lawful_gestures(view: View) -> tuple[Action, ...]:
    """Returns the señas and looks that are lawful for the seat of a view."""
    senas = [Action(Voz.SENA, sena=sena) for sena in view.may_sign]
    return (*senas, *(Action(Voz.MIRO, seat=seat) for seat in range(view.seats) if seat != view.seat))


def _expect_file(path: Path) -> None:
    """Raises OSError unless a path is a file. Opens nothing: opening a pipe can block."""
    if not path.is_file():
        path.stat()
        raise (
            OSError(EISDIR, os.strerror(EISDIR)) if path.is_dir() else OSError(ENOEXEC, os.strerror(ENOEXEC))
        )


class _Process:
    """A process that gets a line for each view and answers with a line."""

    def __init__(self, kind: str) -> None:
        """Starts the process: a host for a Python player, or the program itself; raises BadPlayer."""
        self._kind = kind
        self._hosted = not _is_program(kind)
        self.limit_s = FIRST_S
        """The time for the next answer, in seconds."""
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        argv = [sys.executable, *HOST, kind] if self._hosted else shlex.split(kind)
        try:
            if ".py:" in kind:
                _expect_file(Path(kind.rpartition(":")[0]))
            self._run = Popen(argv, stdin=PIPE, stdout=PIPE, start_new_session=True)  # noqa: S603 - the user named it
        except OSError as error:
            why = error.strerror
            raise BadPlayer(
                f"{kind}: {why}: expected FILE.py:CLASS, or a program such as ./mine or 'python3 mine.py'"
            ) from error
        Thread(target=self._read, daemon=True).start()

    def ask(self, question: ViewAsked) -> str | None:
        """Returns the process's answer, or None if it is late or the process has ended.

        Raises BadPlayer if the process ends without any answer, or answers that the player cannot be made.
        """
        line = b64encode(pickle.dumps(question)) if self._hosted else view_line(question).encode()
        try:
            if self._run.stdin is not None:
                self._run.stdin.write(line + b"\n")
                self._run.stdin.flush()
            answer = self._lines.get(timeout=self.limit_s)
        except Empty:
            return None
        except OSError:
            answer = b""
        said = answer.decode(errors="replace")
        if self.limit_s == FIRST_S and not said:
            raise BadPlayer(f"{self._kind}: no word came: expected one line for each line that it is given")
        if self.limit_s == FIRST_S and said.startswith(REFUSED):
            raise BadPlayer(said.strip()[1:])
        self.limit_s = LIMIT_S
        return said or None

    def end(self) -> None:
        """Kills the process and waits for its end."""
        self._run.kill()
        self._run.wait()
        if self._run.stdin is not None:
            with suppress(OSError):
                self._run.stdin.close()

    def _read(self) -> None:
        """Queues each line that the process writes, and an empty one at its end."""
        if self._run.stdout is not None:
            with self._run.stdout as lines:
                for line in lines:
                    self._lines.put(line)
        self._lines.put(b"")


def view_line(question: ViewAsked) -> str:
    """Returns the line that a program reads for a view: a JSON object with the lawful words and the view."""
    words = [plain(word) for word in question.view.actions()]
    row = {
        "v": 1,
        "game": question.game,
        "gestures": question.gestures,
        "words": words,
        "view": plain(question.view),
    }
    return json.dumps(row, ensure_ascii=False)


def plain(value: object) -> object:
    """Returns a part of a view as JSON values. Raises TypeError for other objects."""
    match value:
        case StrEnum():
            return value.value
        case None | bool() | int() | float() | str():
            return value
        case Card():
            return str(value)
        case Action():
            return write_voz(value, SEATS)
        case RuleSet():
            return {name: plain(it) for name, it in value.as_dict().items()}
    if isinstance(value, tuple):
        names = getattr(value, "_fields", None)
        row = [plain(it) for it in value]
        return row if names is None else dict(zip(names, row, strict=True))
    if dataclasses.is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    raise TypeError(f"{type(value).__name__}: expected a part of a view")


_RUNNING: dict[tuple[str, Seat], _Process] = {}


@atexit.register
def end_all() -> None:
    """Ends the processes of all custom players."""
    while _RUNNING:
        _RUNNING.popitem()[1].end()
