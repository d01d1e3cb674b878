"""What the project weighs: `python -m tools.budget` prints it, beside what tests/budget.toml allows.

`--lower` writes what is weighed now wherever it is less. Only a person raises a limit; the commit says why.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from musbot.config import Settings, names
from musbot.game.rule_sets import rule_set
from musbot.narrator import Narrator
from musbot.port.installed import kinds
from musbot.service.commands.registry import COMMANDS
from musbot.table.events import Opened
from musbot.table.fold import fold
from musbot.table.view import watch
from tools.plan import arrows, branches

ROOT = Path(__file__).parents[1]
BUDGET = ROOT / "tests" / "budget.toml"
PRODUCT = ("musbot", "adapters")
GOLDEN = ("tests/evenings/said", "tests/partidas", "tests/adapters/console/screens")
"""Text that a test keeps, to be read by people."""

SOURCES = (".py", ".c", ".h")
MODULE_LINES = 400
FUNCTION_LINES = 40
METHODS = 30
SLACK = 0.01
"""How far below its limit a count may be before the limit has to follow."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def kept(*under: str, ending: str | tuple[str, ...] = "") -> list[Path]:
    """Returns the files that belong to the project below some folders."""
    command = ["git", "ls-files", "-z", "--", *under]
    listed = subprocess.check_output(command, cwd=ROOT, text=True)  # noqa: S603
    files = (ROOT / name for name in listed.split("\0") if name.endswith(ending))
    return [file for file in files if file.is_file()]


def lines(files: Iterable[Path]) -> int:
    """Returns how many lines files have together."""
    return sum(len(file.read_bytes().splitlines()) for file in files)


def _nodes(files: Iterable[Path]) -> Iterator[ast.AST]:
    for file in files:
        yield from ast.walk(ast.parse(file.read_bytes()))


def _length(made: Function) -> int:
    return (made.end_lineno or made.lineno) - made.lineno + 1


def _base_names(made: ast.ClassDef) -> list[str]:
    return [ast.unparse(base).partition("[")[0] for base in made.bases]


def _promised(made: ast.ClassDef) -> set[str]:
    """What a class leaves to those that implement it: abstract methods, or all of a protocol's."""
    methods = [node for node in made.body if isinstance(node, Function)]
    if "Protocol" in _base_names(made):
        return {it.name for it in methods}
    return {it.name for it in methods if "abstractmethod" in map(ast.unparse, it.decorator_list)}


def own_methods(made: ast.ClassDef, classes: Mapping[str, ast.ClassDef]) -> int:
    """Returns how many methods a class has that neither it nor a base merely promises."""
    line, promised = [made], set[str]()
    for kind in line:
        promised |= _promised(kind)
        bases = [classes[name] for name in _base_names(kind) if name in classes]
        line += [base for base in bases if base not in line]
    return sum(isinstance(node, Function) and node.name not in promised for node in made.body)


def dependencies() -> int:
    """Returns how many packages the program needs where nothing else is asked for."""
    return len(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"])


def settings() -> int:
    """Returns how many settings the program and its platforms read."""
    every: list[type[Any]] = [Settings, *kinds().values()]
    return sum(len(names(kind)) for kind in every)


def first_buttons() -> int:
    """Returns how many buttons the first message of a table has."""
    opened = Opened("K7-abcdef", "test:peña", "test:ane", "es", rule_set("vitoria"), "0" * 64)
    return sum(map(len, Narrator("es").lobby(watch(fold(None, opened))).keyboard()))


def weighed() -> dict[str, int]:
    """Returns every count, by its name in the budget."""
    product = kept(*PRODUCT, ending=".py")
    nodes = list(_nodes(product))
    functions = [node for node in nodes if isinstance(node, Function)]
    kinds = [node for node in nodes if isinstance(node, ast.ClassDef)]
    classes = {kind.name: kind for kind in kinds}
    golden = [file for file in kept(*GOLDEN) if file.suffix != ".py"]
    return {
        "product_lines": lines(kept(*PRODUCT, ending=SOURCES)),
        "tool_lines": lines(kept("tools", ending=SOURCES)),
        "test_lines": lines(kept("tests", ending=".py")),
        "golden_lines": lines(golden),
        "modules": len(product),
        "arrows": sum(map(len, arrows(ROOT).values())),
        "service_arrows": sum(map(len, arrows(ROOT, "musbot.service").values())),
        "service_modules": len(kept("musbot/service", ending=".py")),
        "family_places": len(branches(ROOT)),
        "long_modules": sum(lines([file]) > MODULE_LINES for file in product),
        "long_functions": sum(_length(it) > FUNCTION_LINES for it in functions),
        "large_classes": sum(own_methods(it, classes) > METHODS for it in kinds),
        "dependencies": dependencies(),
        "settings": settings(),
        "chat_commands": len(COMMANDS),
        "first_lobby_buttons": first_buttons(),
    }


def over(now: Mapping[str, int], allowed: Mapping[str, int]) -> list[str]:
    """Returns a line for each count above its limit, and for each limit that has to follow its count."""
    told = [f"{name}: expected a limit in the budget" for name in now.keys() ^ allowed.keys()]
    for name in now.keys() & allowed.keys():
        count, most = now[name], allowed[name]
        if count > most:
            told.append(f"{name}: {count}, {most} allowed: take {count - most} away, or raise it and say why")
        elif count < most * (1 - SLACK):
            told.append(f"{name}: {count}, {most} allowed: lower it (python -m tools.budget --lower)")
    return sorted(told)


def lowered(text: str, now: Mapping[str, int]) -> str:
    """Returns the text of a budget whose limits have come down to what is weighed now."""
    return re.sub(r"(?m)^(\w+) = (\d+)$", lambda it: f"{it[1]} = {min(now[it[1]], int(it[2]))}", text)


def main(out: Callable[[str], object] = sys.stdout.write) -> None:
    """Prints what is weighed, or lowers the budget to it."""
    now, text = weighed(), BUDGET.read_text("utf-8")
    if "--lower" in sys.argv[1:]:
        BUDGET.write_text(lowered(text, now), "utf-8")
        return
    for name, most in tomllib.loads(text).items():
        out(f"{name:20} {now[name]:7,} of {most:7,}\n")


if __name__ == "__main__":
    main()
