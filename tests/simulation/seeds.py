"""Many seeds one after another, or in several processes at once; and what they come to."""

from __future__ import annotations

import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import current_process, get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from musbot.words.texts import Texts
from tests.simulation.bugs import BUGS
from tests.simulation.chance import Script
from tests.simulation.evening import Broken, Evening

MEMORY = Path("/dev/shm")


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a seed: what was broken ("": nothing), its figures, what it decided, and its lines."""

    script: Script
    broken: str
    figures: Counter[str]
    came_up: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Returns it as a line."""
        return f"seed {self.script.seed}: {self.broken or 'holds'}"


@dataclass
class Summary:
    """What many seeds come to."""

    figures: Counter[str] = field(default_factory=Counter)
    failed: list[Played] = field(default_factory=list)
    seconds: float = 0.0

    def __str__(self) -> str:
        """Returns it as lines of text."""
        told = [f"{what.replace('_', ' ')}: {number:,.0f}" for what, number in sorted(self.figures.items())]
        return "\n".join([*told, f"failed: {len(self.failed)}", f"in {self.seconds:.0f} s"])


@contextmanager
def a_folder() -> Iterator[Path]:
    """Yields a folder for database files, in memory if it can be."""
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        yield Path(folder)


def play(script: Script, folder: Path, *, telling: bool = False, bug: str = "") -> Played:
    """Plays one seed, with an old bug put back if one is named."""
    broken = ""
    with remembered(), BUGS[bug]():
        evening = Evening(script, folder, telling=telling)
        try:
            evening.run()
        except Broken as error:
            broken = str(error)
        except Exception:  # ours or the tests': it fails this seed, and the others are played
            broken = traceback.format_exc()
    figures = Counter(evening.figures())
    return Played(script, broken, figures, tuple(evening.chance.came_up), tuple(evening.told.lines or ()))


def play_all(
    seeds: Iterable[int], jobs: int = 1, bug: str = "", heard: Callable[[Played], bool] = lambda _: False
) -> Summary:
    """Plays seeds; `heard` is told of each and says whether that is enough."""
    began, summary = time.perf_counter(), Summary()
    for played in _each([(seed, bug) for seed in seeds], jobs):
        summary.figures.update({"seeds": 1})
        summary.figures.update(played.figures)
        if played.broken:
            summary.failed.append(played)
        if heard(played):
            break
    summary.seconds = time.perf_counter() - began
    return summary


def _each(wanted: list[tuple[int, str]], jobs: int) -> Iterator[Played]:
    with a_folder() as folder:
        if jobs == 1:
            for seed, bug in wanted:
                yield play(Script(seed), folder, bug=bug)
            return
        with get_context("fork").Pool(jobs, _begin, (str(folder),)) as pool:
            yield from pool.imap(_in_a_job, wanted, chunksize=10)


_OWN: list[Path] = []
"""The folder of a process that plays seeds."""


def _begin(folder: str) -> None:
    own = Path(folder) / str(current_process().pid)
    own.mkdir()
    _OWN.append(own)


def _in_a_job(wanted: tuple[int, str]) -> Played:
    seed, bug = wanted
    return play(Script(seed), _OWN[0], bug=bug)


@contextmanager
def remembered() -> Iterator[None]:
    """Makes each message of the texts once only: it is the same every time."""
    real = Texts.__call__
    Texts.__call__ = _text  # type: ignore[method-assign]
    try:
        yield
    finally:
        Texts.__call__ = real  # type: ignore[method-assign]


def _text(self: Texts, key: Any, **facts: Any) -> str:
    return _made(self.language, key, tuple(facts.items()), tuple(map(type, facts.values())))


_REAL = Texts.__call__


@cache
def _made(language: str, key: Any, facts: tuple[tuple[str, Any], ...], _: tuple[type, ...]) -> str:
    return _REAL(_texts(language), key, **dict(facts))


@cache
def _texts(language: str) -> Texts:
    return Texts(language)
