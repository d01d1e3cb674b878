"""A copy of the tree in which tests are run, each time in a process of its own that may take only so long."""

from __future__ import annotations

import multiprocessing
import os
import resource
import shutil
import signal
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tools.mutants.limits import Overseer
from tools.mutants.spots import Mutant

if TYPE_CHECKING:
    from coverage import CoverageData

IGNORED = shutil.ignore_patterns(".*", "__pycache__", "dist", "*.sqlite*")
KEPT = (".env.example", ".ci")
FIRST = 15
"""How many tests, the quickest, are tried before all the others."""
AT_IMPORT = ""
"""What coverage calls the time before the first test, in which modules are read."""
MEMORY = 4 << 30
OPTIONS = (
    *("-q", "-m", "not slow and not long", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # of what is loaded before pytest begins
)
PRELOADED = [
    "pytest",
    "hypothesis.stateful",
    "aiosqlite",
    "cattrs.preconf.json",
    "fluent.runtime",
    "PIL.Image",
]
"""What every trial would load anew; nothing of this project."""
Seconds = Mapping[str, float]
"""How long each test takes."""
Touching = Mapping[tuple[str, int], Collection[str]]
"""Which tests run a line of a module."""


@dataclass(eq=False)
class Watch:
    """What pytest tells of one run: how long each test took, which have failed.

    Of the tests found only those in `chosen` are run, in its order; all, where it is None.
    """

    chosen: Sequence[str] | None = None
    seconds: dict[str, float] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.chosen is not None:
            place = {test: number for number, test in enumerate(self.chosen)}
            items[:] = sorted((item for item in items if item.nodeid in place), key=lambda i: place[i.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0) + report.duration
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)

    def outcome(self, code: int) -> list[str]:
        """What has failed, by the exit status of pytest too."""
        return self.failed or ([] if code in (0, 5) else [f"pytest says {code}"])


@dataclass(frozen=True)
class Baseline:
    """The tests without a fault: how long each takes, and which have run a line of a module."""

    seconds: Seconds
    touching: Touching

    @classmethod
    def joined(cls, parts: Sequence[Baseline]) -> Baseline:
        """Returns what several runs of other tests each come to."""
        touching: dict[tuple[str, int], set[str]] = {}
        for part in parts:
            for place, tests in part.touching.items():
                touching.setdefault(place, set()).update(tests)
        return cls({test: taken for part in parts for test, taken in part.seconds.items()}, touching)

    def of(self, mutant: Mutant) -> list[str]:
        """Returns the tests that a mutant may fail, the quickest first; all, if a line runs at import.

        Of all tests those that run a line of the module are tried first. A line of constants is said to run
        by none: then those count that run its statement.
        """
        found = self._running(mutant.path, mutant.lines) or self._running(mutant.path, [mutant.first])
        if AT_IMPORT not in found:
            return sorted(found, key=lambda test: (self.seconds[test], test))
        near = self._running(mutant.path, [line for path, line in self.touching if path == mutant.path])
        return sorted(self.seconds, key=lambda test: (test not in near, self.seconds[test], test))

    def _running(self, path: str, lines: Iterable[int]) -> set[str]:
        return {test for line in lines for test in self.touching.get((path, line), ())}


@dataclass(frozen=True)
class Fate:
    """What became of a mutant: `by` is the test that failed, or why it was ended; "" if it survived."""

    mutant: Mutant
    by: str


@dataclass(frozen=True)
class Outcome:
    """What came of one run; `seconds` and `touching` are empty where a run was ended."""

    failed: Sequence[str] = ()
    seconds: Seconds = field(default_factory=dict)
    touching: Touching = field(default_factory=dict)


def copied(root: Path, place: Path) -> Path:
    """Returns a copy of the tree in which faults may be put."""
    shutil.copytree(root, place, ignore=IGNORED)
    for name in filter(lambda name: (root / name).exists(), KEPT):
        put = shutil.copytree if (root / name).is_dir() else shutil.copy
        put(root / name, place / name)
    return place


def baseline(tree: Path, room: str, tests: Sequence[str], wait_s: float) -> Baseline:
    """Returns what tests do without a fault, but for those that failed by chance.

    Raises RuntimeError if one fails once more.
    """
    outcome = _run(tree, tests, None, room, wait_s)
    chance = {*outcome.failed}
    for failed in outcome.failed:
        if failed not in outcome.seconds or _failed(tree, [failed], outcome.seconds):
            raise RuntimeError(f"without a fault: {failed}")
    seconds = {test: taken for test, taken in outcome.seconds.items() if test not in chance}
    return Baseline(seconds, {line: {*by} - chance for line, by in outcome.touching.items()})


def tried(tree: Path, mutant: Mutant, known: Baseline) -> Fate:
    """Returns what becomes of a mutant: the tests are run until one fails, and the module is put back.

    A test that passes when it is run once more has failed by chance, on a busy machine, and kills nothing.
    """
    file = tree / mutant.path
    original, old = file.read_bytes(), file.stat()
    chosen = known.of(mutant)
    try:
        file.write_bytes(mutant.source(original))
        for part in (chosen[:FIRST], chosen[FIRST:]):
            while failed := _failed(tree, part, known.seconds):
                if failed not in part or _failed(tree, [failed], known.seconds):
                    return Fate(mutant, failed)
                part.remove(failed)
    finally:
        file.write_bytes(original)
        os.utime(file, ns=(old.st_atime_ns, old.st_mtime_ns))  # so that what is compiled is good again
    return Fate(mutant, "")


def _failed(tree: Path, tests: Sequence[str], seconds: Seconds) -> str:
    """Which of the tests fails first, or has no end; "" if none."""
    usual_s = {test: seconds[test] for test in tests}
    files = sorted({test.partition("::")[0] for test in tests})
    return next(iter(_run(tree, files, usual_s, "", 60 + 4 * sum(usual_s.values())).failed), "")


def _run(tree: Path, files: Sequence[str], usual_s: Seconds | None, room: str, wait_s: float) -> Outcome:
    """Runs tests in a new process that may take so many seconds of a processor."""
    if not files:
        return Outcome()
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_tests, args=(theirs, tree, files, usual_s, room, int(wait_s)))
    process.start()
    theirs.close()
    try:
        outcome = Outcome(*ours.recv())
    except EOFError:
        outcome = Outcome(["no end"])
    if process.pid is not None and process.is_alive():
        process.join(5)
        _killed(process.pid)
    process.join()
    return outcome


def _killed(group: int) -> None:
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return


def _tests(
    sent: Connection, tree: Path, files: Sequence[str], usual_s: Seconds | None, room: str, limit_s: int
) -> None:
    """Runs pytest in a process that is this one's own, and sends what came of it."""
    _settle(tree, limit_s)
    sys.dont_write_bytecode = not room  # only what has no fault is kept compiled
    watch, options = Watch(None if usual_s is None else list(usual_s)), [*OPTIONS, *files]

    def ended(why: str) -> None:
        sent.send(([why],))
        os._exit(1)

    overseer = Overseer(usual_s or {}, ended)
    if room:
        sent.send(_measured(tree, room, options, watch, overseer))
        return
    sent.send((watch.outcome(pytest.main(["-x", *options], plugins=[watch, overseer])),))


def _settle(tree: Path, limit_s: int) -> None:
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (limit_s, limit_s))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.chdir(tree)
    os.environ["PYTHONPATH"] = str(tree)
    sys.path.insert(0, str(tree))
    for name in [name for name in sys.modules if name.partition(".")[0] in ("tools", "musbot", "tests")]:
        del sys.modules[name]
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)


def _measured(
    tree: Path, room: str, arguments: list[str], watch: Watch, overseer: Overseer
) -> tuple[list[str], Seconds, Touching]:
    """What a run comes to, with the tests that have run each line of a room."""
    import coverage  # no trial but this one needs it

    measure = coverage.Coverage(data_file=None, source=[str(tree / room)], config_file=False)

    class Contexts:
        def pytest_runtest_logstart(self, nodeid: str) -> None:
            measure.switch_context(nodeid)

    measure.start()
    code = pytest.main(arguments, plugins=[watch, overseer, Contexts()])
    measure.stop()
    return watch.outcome(code), watch.seconds, dict(_touching(tree, measure.get_data()))


def _touching(tree: Path, data: CoverageData) -> Iterator[tuple[tuple[str, int], Collection[str]]]:
    for file in data.measured_files():
        path = Path(file).relative_to(tree).as_posix()
        for line, tests in data.contexts_by_lineno(file).items():
            yield (path, line), tests
