"""A copy of the tree in which tests are run, each time in a process of its own that may take only so long."""

from __future__ import annotations

import multiprocessing
import os
import resource
import shutil
import signal
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

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
    *("-x", "-q", "-m", "not slow and not long", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov"),
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
    """What pytest tells of one run: how long each test took, which was the first to fail.

    Of the tests found only those in `chosen` are run, in its order; all, where it is None.
    """

    chosen: Sequence[str] | None = None
    seconds: dict[str, float] = field(default_factory=dict)
    failed: str = ""

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.chosen is not None:
            place = {test: number for number, test in enumerate(self.chosen)}
            items[:] = sorted((item for item in items if item.nodeid in place), key=lambda i: place[i.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0) + report.duration
        if report.failed:
            self.failed = self.failed or report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid


@dataclass(frozen=True)
class Baseline:
    """The tests without a fault: how long each takes, and which have run a line of a module."""

    seconds: Seconds
    touching: Touching

    def of(self, mutant: Mutant) -> list[str]:
        """Returns the tests that a mutant may fail, the quickest first; all, if a line runs at import."""
        found = {test for line in mutant.lines for test in self.touching.get((mutant.path, line), ())}
        tests = self.seconds if AT_IMPORT in found or not found else found
        return sorted(tests, key=lambda test: (test not in found, self.seconds[test], test))


@dataclass(frozen=True)
class Fate:
    """What became of a mutant: `by` is the test that failed, or why it was ended; "" if it survived."""

    mutant: Mutant
    by: str


@dataclass(frozen=True)
class Outcome:
    """What came of one run; `seconds` and `touching` are empty where a run was ended."""

    failed: str
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
    """Returns what tests do without a fault; raises RuntimeError if they fail."""
    outcome = _run(tree, tests, None, room, wait_s)
    if outcome.failed:
        raise RuntimeError(f"without a fault: {outcome.failed}")
    return Baseline(outcome.seconds, outcome.touching)


def tried(tree: Path, mutant: Mutant, known: Baseline) -> Fate:
    """Returns what becomes of a mutant: the tests are run until one fails, and the module is put back."""
    file = tree / mutant.path
    original, old = file.read_bytes(), file.stat()
    chosen = known.of(mutant)
    try:
        file.write_bytes(mutant.source(original))
        for part in (chosen[:FIRST], chosen[FIRST:]):
            files = sorted({test.partition("::")[0] for test in part})
            outcome = _run(tree, files, part, "", 30 + 4 * sum(known.seconds[test] for test in part))
            if outcome.failed:
                return Fate(mutant, outcome.failed)
    finally:
        file.write_bytes(original)
        os.utime(file, ns=(old.st_atime_ns, old.st_mtime_ns))  # so that what is compiled is good again
    return Fate(mutant, "")


def _run(tree: Path, tests: Sequence[str], chosen: Sequence[str] | None, room: str, wait_s: float) -> Outcome:
    """Runs tests in a new process that may take so many seconds of a processor, and five times as many."""
    if not tests:
        return Outcome("")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_tests, args=(theirs, tree, tests, chosen, room, int(wait_s)))
    process.start()
    theirs.close()
    try:
        outcome = Outcome(*ours.recv()) if ours.poll(5 * wait_s) else Outcome("no end")
    except EOFError:
        outcome = Outcome("no end")
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
    sent: Connection, tree: Path, tests: Sequence[str], chosen: Sequence[str] | None, room: str, limit_s: int
) -> None:
    """Runs pytest in a process that is this one's own, and sends what came of it."""
    _settle(tree, limit_s)
    sys.dont_write_bytecode = not room  # only what has no fault is kept compiled
    watch, options = Watch(chosen), (*OPTIONS, *tests)
    if not room:
        code = pytest.main([*options], plugins=[watch])
        sent.send((watch.failed or ("" if code in (0, 5) else f"pytest says {code}"),))
        return
    sent.send(_measured(tree, room, [*options], watch))


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


def _measured(tree: Path, room: str, arguments: list[str], watch: Watch) -> tuple[str, Seconds, Touching]:
    """What a run comes to, with the tests that have run each line of a room."""
    import coverage  # no trial but this one needs it

    measure = coverage.Coverage(data_file=None, source=[str(tree / room)], config_file=False)

    class Contexts:
        def pytest_runtest_logstart(self, nodeid: str) -> None:
            measure.switch_context(nodeid)

    measure.start()
    code = pytest.main(arguments, plugins=[watch, Contexts()])
    measure.stop()
    failed = watch.failed or ("" if code == 0 else f"pytest says {code}")
    return failed, watch.seconds, dict(_touching(tree, measure.get_data()))


def _touching(tree: Path, data: CoverageData) -> Iterator[tuple[tuple[str, int], Collection[str]]]:
    for file in data.measured_files():
        path = Path(file).relative_to(tree).as_posix()
        for line, tests in data.contexts_by_lineno(file).items():
            yield (path, line), tests
