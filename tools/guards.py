"""Removes guards of the product one at a time: which does no test miss?

A guard is an `if` that returns, raises or continues. `python -m tools.guards` first notes which tests enter
which line, in `.cache/guards`. Then it removes each guard of a sample in a process of its own, and runs the
tests that enter the guard until one fails. The seed is the commit.
"""

from __future__ import annotations

import argparse
import ast
import gc
import json
import os
import select
import shutil
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic
from types import CodeType, FunctionType

import pytest
from coverage import CoverageData

ROOMS = ("adapters", "musbot/port", "musbot/service", "musbot/table")
TESTS = ("tests/adapters", "tests/evenings", "tests/port", "tests/service", "tests/store", "tests/table")
FOLDER = Path(".cache/guards")
COVERED, LASTED = FOLDER / "covered", FOLDER / "lasted.json"
QUICK = "not slow and not long"
ENOUGH = 0.9
HANGS_S, HANGS_TIMES = 20.0, 10
"""A test has hung after this many seconds more than so many times what it took before."""
MOST_S = 240.0
"""The time in which a guard's tests are tried."""


@dataclass(frozen=True, slots=True)
class Guard:
    """An `if` that leaves its block, in a function."""

    file: str
    line: int
    body: int
    """The first line that runs if the guard holds."""
    function: str
    """The qualified name of the outermost function around it."""
    skips: bool = False
    """Whether it only continues a loop: Python runs no line for that."""

    def __str__(self) -> str:
        """Returns `file:line (function)`."""
        return f"{self.file}:{self.line} ({self.function})"


@dataclass
class Fate:
    """The result for a guard: `killer` is the test that failed without it, "" if none did."""

    guard: Guard
    killer: str
    tried: int
    covering: int


def list_guards(file: str, text: str) -> list[Guard]:
    """Returns the guards in a module's functions."""
    return [
        Guard(file, node.lineno, node.body[0].lineno, function, isinstance(node.body[0], ast.Continue))
        for function, node in _walk(ast.parse(text), "", "")
        if isinstance(node, ast.If) and isinstance(node.body[-1], ast.Return | ast.Raise | ast.Continue)
    ]


def _walk(node: ast.AST, prefix: str, function: str) -> Iterator[tuple[str, ast.AST]]:
    """Yields each node in a function, and the name of the outermost function around it."""
    for child in ast.iter_child_nodes(node):
        inside, within = prefix, function
        if isinstance(child, ast.ClassDef):
            inside = f"{prefix}{child.name}."
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            within = function or prefix + child.name
        if function:
            yield function, child
        yield from _walk(child, inside, within)


def without_guard(path: Path, guard: Guard) -> CodeType:
    """Returns the code of the function around a guard, in which the guard never holds."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and node.lineno == guard.line:
            never = ast.copy_location(ast.Constant(False), node.test)  # noqa: FBT003 - a node's value
            node.test = ast.copy_location(ast.BoolOp(ast.And(), [node.test, never]), node.test)
    whole = compile(tree, str(path), "exec", dont_inherit=True)
    return next(it for it in _codes(whole) if _has(it, guard))


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yields a code object and all code objects inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _has(code: CodeType, guard: Guard) -> bool:
    """Returns whether a function is the outermost one around a guard; properties share their names."""
    lines = {line for inner in _codes(code) for _, _, line in inner.co_lines() if line is not None}
    return code.co_qualname == guard.function and guard.line in lines


def remove(guard: Guard) -> None:
    """Replaces the code of the function around a guard, in this process."""
    path = Path(guard.file).resolve()
    changed = without_guard(path, guard)
    gc.unfreeze()
    for it in gc.get_objects():
        if isinstance(it, FunctionType) and it.__code__.co_filename == str(path) and _has(it.__code__, guard):
            it.__code__ = changed


class Lasted:
    """A plugin that notes how long each test takes."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Adds the seconds of a phase of a test to its sum."""
        self.seconds[report.nodeid] += report.duration


def record(tests: Sequence[str], jobs: int) -> None:
    """Runs tests, and notes which lines each of them runs and how long it takes; adds to earlier notes."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    os.environ["COVERAGE_FILE"] = str(COVERED.resolve())
    lasted = Lasted()
    rooms = [f"--cov={room}" for room in ROOMS]
    how = ["-m", QUICK, "-n", str(jobs), "-p", "no:cacheprovider", "-q"]
    kept = ["--cov-append", "--cov-context=test", "--cov-report="]
    pytest.main([*how, *rooms, *kept, *tests], plugins=[lasted])
    known = json.loads(LASTED.read_text()) if LASTED.exists() else {}
    LASTED.write_text(json.dumps(known | lasted.seconds))


def tests_of(guards: Sequence[Guard]) -> dict[Guard, list[str]]:
    """Returns the recorded tests that enter each guard: first those of its own package, each group by
    duration."""
    data = CoverageData(str(COVERED))
    data.read()
    lasted: dict[str, float] = json.loads(LASTED.read_text())

    def rank(guard: Guard, test: str) -> tuple[bool, float]:
        return not test.startswith(f"tests/{Path(guard.file).parent}".replace("/musbot", "")), lasted[test]

    found: dict[Guard, list[str]] = {}
    for guard in guards:
        entered = data.contexts_by_lineno(str(Path(guard.file).resolve()))
        contexts = entered.get(guard.line if guard.skips else guard.body, [])
        names = {it.rpartition("|")[0] for it in contexts} & lasted.keys()
        found[guard] = sorted(names, key=lambda test, guard=guard: rank(guard, test))  # type: ignore[misc]
    return found


@dataclass
class Trial:
    """A plugin that, instead of running the tests, runs those of each guard without the guard."""

    wanted: dict[Guard, list[str]]
    out: int
    """The file descriptor to which results are written, for pytest captures the usual one."""
    fates: list[Fate] = field(default_factory=list)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Tries every guard and writes a line with its result to `out`; returns True, so that pytest runs no
        tests."""
        items = {item.nodeid: item for item in session.items}
        lasted: dict[str, float] = json.loads(LASTED.read_text())
        gc.collect()
        gc.freeze()
        for guard, tests in self.wanted.items():
            fate = self._try(guard, [items[it] for it in tests if it in items], lasted)
            self.fates.append(fate)
            said = f"died: {fate.killer}" if fate.killer else f"LIVED, {fate.tried} of {fate.covering} tests"
            os.write(self.out, f"{guard} {said}\n".encode())
        return True

    def _try(self, guard: Guard, items: list[pytest.Item], lasted: dict[str, float]) -> Fate:
        """Returns the result for a guard: the first test that fails without it and passes with it.

        Gives up after MOST_S seconds.
        """
        ends, left, tried = monotonic() + MOST_S, items, 0
        while left and monotonic() < ends:
            passed = _run(guard, left, lasted, ends)
            tried += passed
            if passed == len(left) or monotonic() >= ends:
                break
            failed, left = left[passed], left[passed + 1 :]
            if _run(None, [failed], lasted, ends + MOST_S):  # it passes with the guard
                return Fate(guard, failed.nodeid, tried, len(items))
        return Fate(guard, "", tried, len(items))


def _run(guard: Guard | None, items: list[pytest.Item], lasted: dict[str, float], ends: float) -> int:
    """Runs tests in another process, without a guard (None: with all); returns how many passed before one
    failed.

    A test that takes much longer than recorded, or beyond `ends` (a monotonic time in seconds), counts as
    failed.
    """
    reading, writing = os.pipe()
    if not (child := os.fork()):
        _run_here(guard, items, writing)
    os.close(writing)
    passed = 0
    while passed < len(items):
        limit = min(HANGS_S + HANGS_TIMES * lasted[items[passed].nodeid], max(ends - monotonic(), 0))
        if not select.select([reading], [], [], limit)[0] or not (told := os.read(reading, 1 << 16)):
            break
        passed += len(told)
    os.close(reading)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return passed


def _run_here(guard: Guard | None, items: list[pytest.Item], writing: int) -> None:
    """Runs tests until one fails, writes a byte for each that passes, and ends the process."""
    os.setsid()
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    items[0].config.pluginmanager.unregister(name="terminalreporter")
    if guard is not None:
        remove(guard)
    for item in items:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        if item.session.testsfailed:
            break
        os.write(writing, b".")
    os._exit(0)


def main() -> None:
    """Tries a sample of guards and exits with 1 if fewer than ENOUGH of them are noticed.

    With `--record`, or without a record, it only records the lines that each test runs.
    """
    parser = argparse.ArgumentParser(prog="python -m tools.guards", description=__doc__)
    parser.add_argument("--sample", type=int, default=150, metavar="N")
    parser.add_argument("--seed", default="", help="the commit, unless it is given")
    parser.add_argument("--part", default="", metavar="FIRST-LAST", help="some of the sample")
    parser.add_argument("--only", default=(), nargs="*", metavar="FILE:LINE", help="these guards")
    parser.add_argument("--record", default=None, nargs="*", metavar="TESTS", help="note what tests run")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    if asked.record is not None or not COVERED.exists():
        if not asked.record:
            shutil.rmtree(FOLDER, ignore_errors=True)
        record(asked.record or TESTS, asked.jobs)
        return
    commit = subprocess.check_output(["git", "rev-parse", "HEAD"], text=True).strip()  # noqa: S607
    guards = [
        guard
        for room in ROOMS
        for path in sorted(Path(room).rglob("*.py"))
        for guard in list_guards(str(path), path.read_text("utf-8"))
    ]
    sample = Random(asked.seed or commit).sample(guards, min(asked.sample, len(guards)))  # noqa: S311
    if asked.part:
        first, _, last = asked.part.partition("-")
        sample = sample[int(first) : int(last)]
    if asked.only:
        sample = [it for it in guards if f"{it.file}:{it.line}" in asked.only]
    wanted = tests_of(sample)
    files = sorted({test.partition("::")[0] for tests in wanted.values() for test in tests})
    trial = Trial(wanted, os.dup(1))
    pytest.main(["-m", QUICK, "-q", "-p", "no:cacheprovider", *files], plugins=[trial])
    lived = [it for it in trial.fates if not it.killer]
    died = len(trial.fates) - len(lived)
    sys.stdout.write("".join(f"lived: {it.guard}, {it.tried} of {it.covering} tests\n" for it in lived))
    sys.stdout.write(f"{died} of {len(trial.fates)} died, of {len(guards):,} in all\n")
    sys.exit(died < ENOUGH * len(trial.fates))


if __name__ == "__main__":
    main()
