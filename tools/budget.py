"""Counts what limits of the project are about: `python -m tools.budget` prints each count beside its limit.

`--lower` lowers each limit in tests/budget.toml to its count. `--base REV` lists the limits that are higher
than at an earlier commit, by default the merge base with origin/main.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from musbot.config import Settings, setting_names
from musbot.game.rule_sets import rule_set
from musbot.narrator import Links, Narrator
from musbot.port.installed import installed_adapters
from musbot.service.commands.registry import COMMANDS
from musbot.table.events import ChatId, Opened, TableId, read_person_id
from musbot.table.fold import fold
from musbot.table.view import watch
from tools.plan import arrows, branches
from tools.trees import parse, walk

ROOT = Path(__file__).parents[1]
BUDGET = "tests/budget.toml"
PRODUCT = ("musbot", "adapters")
RESEARCH = ("research/musbot_research",)
GOLDEN = ("tests/evenings/said", "tests/partidas", "tests/adapters/console/screens")
"""Folders of text that a test compares with, to be read by people."""

MODULE_LINES = 400
FUNCTION_LINES = 40
METHODS = 30
SLACK = 0.01
"""A limit must be lowered once its count is this share below it."""
SLACK_COUNT = 5
"""A limit of statements need not be lowered for so few."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Budget:
    """The limits in tests/budget.toml."""

    limits: Mapping[str, int]
    """The highest count allowed, by its name."""

    statements: Mapping[str, int]
    """The highest count of statements allowed in each package, by its folder."""

    features: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """What each new feature may add to a count or to the statements of a package, by the feature's name."""

    @classmethod
    def from_text(cls, text: str) -> Budget:
        """Parses the text of a budget; one of the older kind has limits only."""
        found = tomllib.loads(text)
        if "limits" not in found:
            return cls(found, {})
        return cls(found["limits"], found["statements"], found.get("features", {}))

    def highest(self) -> dict[str, int]:
        """Returns the highest count allowed of each name: its limit and the allowances of all features."""
        allowed = Counter({**self.limits, **self.statements})
        for feature in self.features.values():
            allowed.update(feature)
        return dict(allowed)


def list_files(*under: str, ending: str = "") -> list[Path]:
    """Returns the files below some folders that git tracks or that are staged, if they still exist.

    Ends the program with a sentence outside a git checkout.
    """
    command = ["git", "ls-files", "-z", "--", *under]
    try:
        listed = subprocess.check_output(command, cwd=ROOT, text=True)  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        raise SystemExit("the budget counts the files that git tracks: expected a git checkout") from None
    files = (ROOT / name for name in listed.split("\0") if name.endswith(ending))
    return [file for file in files if file.is_file()]


def is_bare_string(node: ast.AST) -> bool:
    """Returns whether a statement is only a string: a docstring, or the text under a field."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def count_statements(nodes: Iterable[ast.AST]) -> int:
    """Counts the statements among AST nodes, without imports and bare strings."""
    return sum(
        isinstance(node, ast.stmt)
        and not isinstance(node, ast.Import | ast.ImportFrom)
        and not is_bare_string(node)
        for node in nodes
    )


def code_lines(node: ast.AST, source: Sequence[str]) -> int:
    """Counts the lines of a module or function that are not blank, a comment, or in a bare string."""
    first, last = getattr(node, "lineno", 1), getattr(node, "end_lineno", len(source))
    strings = {
        number
        for inner in walk(node)
        if is_bare_string(inner)
        for number in range(inner.lineno, (inner.end_lineno or inner.lineno) + 1)  # type: ignore[attr-defined]
    }
    lines = ((number, source[number - 1].strip()) for number in range(first, last + 1))
    return sum(number not in strings and bool(line) and not line.startswith("#") for number, line in lines)


def _base_names(made: ast.ClassDef) -> list[str]:
    """Returns the names of a class's bases, without their type parameters."""
    return [ast.unparse(base).partition("[")[0] for base in made.bases]


def _abstract_methods(made: ast.ClassDef) -> set[str]:
    """Returns the methods that a class declares without a body: abstract ones, or all of a protocol's."""
    methods = [node for node in made.body if isinstance(node, Function)]
    if "Protocol" in _base_names(made):
        return {it.name for it in methods}
    return {it.name for it in methods if "abstractmethod" in map(ast.unparse, it.decorator_list)}


def count_own_methods(made: ast.ClassDef, classes: Mapping[str, ast.ClassDef]) -> int:
    """Counts the methods of a class, except those that it or a base class only declares."""
    ancestry, declared = [made], set[str]()
    for kind in ancestry:
        declared |= _abstract_methods(kind)
        bases = [classes[name] for name in _base_names(kind) if name in classes]
        ancestry += [base for base in bases if base not in ancestry]
    return sum(isinstance(node, Function) and node.name not in declared for node in made.body)


def dependencies() -> int:
    """Counts the packages that musbot depends on, without its extras."""
    return len(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"])


def settings() -> int:
    """Counts the settings of the program and of all installed platforms."""
    every: list[type[Any]] = [Settings, *installed_adapters().values()]
    return sum(len(setting_names(kind)) for kind in every)


def first_buttons() -> int:
    """Counts the buttons of the lobby's first message."""
    opened = Opened(
        TableId("K7-abcdef"),
        ChatId("test:peña"),
        read_person_id("test:ane"),
        "es",
        rule_set("vitoria"),
        "0" * 64,
    )
    return sum(map(len, Narrator("es").lobby(watch(fold(None, opened)), Links(notices=True)).keyboard()))


def _measure(files: Sequence[Path]) -> Iterator[tuple[Path, ast.Module, list[str]]]:
    """Yields each file with its syntax tree and its lines."""
    for file in files:
        text = file.read_text("utf-8")
        yield file, parse(text), text.splitlines()


def count_by_package(files: Sequence[Path]) -> Counter[str]:
    """Counts the statements of each folder that holds Python files, by the folder's path from the root."""
    counts = Counter[str]()
    for file, tree, _ in _measure(files):
        counts[file.parent.relative_to(ROOT).as_posix()] += count_statements(walk(tree))
    return counts


def count_all() -> Budget:
    """Counts everything that the budget limits."""
    product = list_files(*PRODUCT, ending=".py")
    modules = list(_measure(product))
    nodes = [node for _, tree, _ in modules for node in walk(tree)]
    research = list_files(*RESEARCH, ending=".py")
    every = [*modules, *_measure(research)]
    kinds = [node for node in nodes if isinstance(node, ast.ClassDef)]
    classes = {kind.name: kind for kind in kinds}
    golden = [file for file in list_files(*GOLDEN) if file.suffix != ".py"]
    statements = count_by_package(product)
    limits = {
        "expression_nodes_per_100_statements": _expression_nodes(nodes) * 100 // statements.total(),
        "golden_lines": sum(len(file.read_bytes().splitlines()) for file in golden),
        "modules": len(product),
        "arrows": sum(map(len, arrows(ROOT).values())),
        "service_arrows": sum(map(len, arrows(ROOT, "musbot.service").values())),
        "service_modules": len(list_files("musbot/service", ending=".py")),
        "family_places": len(branches(ROOT)),
        "long_modules": sum(code_lines(tree, source) > MODULE_LINES for _, tree, source in every),
        "long_functions": sum(
            code_lines(node, source) > FUNCTION_LINES
            for _, tree, source in every
            for node in walk(tree)
            if isinstance(node, Function)
        ),
        "large_classes": sum(count_own_methods(it, classes) > METHODS for it in kinds),
        "dependencies": dependencies(),
        "settings": settings(),
        "chat_commands": len(COMMANDS),
        "first_lobby_buttons": first_buttons(),
    }
    statements.update(count_by_package(research))
    for folder in ("tools", "tests", "research/research_tests"):
        statements[folder] = count_by_package(list_files(folder, ending=".py")).total()
    return Budget(limits, statements)


def _expression_nodes(nodes: Iterable[ast.AST]) -> int:
    """Counts the expressions among AST nodes, without bare strings: documentation costs nothing."""
    return sum(isinstance(node, ast.expr) - is_bare_string(node) for node in nodes)


def list_faults(now: Budget, budget: Budget) -> list[str]:
    """Returns a line for each count above its limit, and for each limit that must be lowered to its count."""
    counts, allowed = now.highest(), budget.highest()
    faults = [f"{name}: expected a limit in {BUDGET}" for name in counts.keys() - allowed.keys()]
    faults += [f"{name}: nothing of that name is counted" for name in allowed.keys() - counts.keys()]
    for name in counts.keys() & allowed.keys():
        count, most = counts[name], allowed[name]
        if count > most:
            faults.append(f"{name}: {count}, {most} allowed: take {count - most} away")
        elif most - count > max(most * SLACK, SLACK_COUNT if name in now.statements else 0):
            faults.append(f"{name}: {count}, {most} allowed: lower it (python -m tools.budget --lower)")
    return sorted(faults)


def list_raised(budget: Budget, base: Budget) -> list[str]:
    """Returns a line for each limit above that of an earlier budget.

    Statements may move between packages: of those, the sum must not rise. A feature may be added, not raised.
    """
    before, after = dict(base.limits), dict(budget.limits)
    for feature in base.features.keys() & budget.features.keys():
        for name, count in budget.features[feature].items():
            before[f"{feature}: {name}"] = base.features[feature].get(name, 0)
            after[f"{feature}: {name}"] = count
    if base.statements:
        before["statements"] = sum(base.statements.values())
        after["statements"] = sum(budget.statements.values())
    known = before.keys() & after.keys()
    return sorted(
        f"{name}: raised from {before[name]} to {after[name]}" for name in known if after[name] > before[name]
    )


def lower_limits(text: str, now: Budget) -> str:
    """Returns the text of a budget in which each limit is lowered to its count; no limit rises.

    The allowances of features stay, so limits fall by the surplus of all together.
    """
    counts, allowed = now.highest(), Budget.from_text(text).highest()

    def lower(line: re.Match[str]) -> str:
        name, limit = line[1].strip('"'), int(line[2])
        surplus = allowed[name] - counts.get(name, allowed[name])
        return f"{line[1]} = {max(limit - max(surplus, 0), 0)}"

    limits, section, features = text.partition("\n[features")
    return re.sub(r'(?m)^("?[\w/]+"?) = (\d+)$', lower, limits) + section + features


def read_base(revision: str | None) -> Budget | None:
    """Returns a commit's budget; None if git has none.

    The default is the merge base with origin/main, or the commit before if that is the current one or not
    known.
    """

    def git(*words: str) -> str:
        command = ["git", *words]
        said = subprocess.check_output(command, cwd=ROOT, text=True, stderr=subprocess.DEVNULL)  # noqa: S603
        return said.strip()

    try:
        if revision is None:
            revision = git("rev-parse", "HEAD")
            with suppress(subprocess.CalledProcessError):
                revision = git("merge-base", "HEAD", "origin/main")
            if revision == git("rev-parse", "HEAD"):
                revision = "HEAD~1"
        return Budget.from_text(git("show", f"{revision}:{BUDGET}"))
    except (OSError, subprocess.CalledProcessError):
        return None


def main(words: Sequence[str] | None = None, out: Callable[[str], object] = sys.stdout.write) -> int:
    """Prints each count with its limit; with `--lower` it lowers the limits instead.

    With `--base` it prints the limits that were raised since a commit, and returns 1 if there are any;
    otherwise it returns 0.
    """
    parser = argparse.ArgumentParser(prog="python -m tools.budget", description=__doc__)
    parser.add_argument("--lower", action="store_true", help="lower each limit to its count")
    parser.add_argument(
        "--base", nargs="?", const="", metavar="REV", help="list limits that are higher than at REV"
    )
    options = parser.parse_args(words)
    file = ROOT / BUDGET
    budget = Budget.from_text(file.read_text("utf-8"))
    if options.base is not None:
        base = read_base(options.base or None)
        raised = [] if base is None else list_raised(budget, base)
        out("".join(f"{line}\n" for line in raised))
        return 1 if raised else 0
    now = count_all()
    if options.lower:
        file.write_text(lower_limits(file.read_text("utf-8"), now), "utf-8")
        return 0
    allowed = budget.highest()
    for name, count in now.highest().items():
        out(f"{name:36} {count:7,} of {allowed.get(name, 0):7,}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
