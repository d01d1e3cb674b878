"""The plan of the house: `python -m tools.plan [ROOT] [--arrows] [--within PACKAGE]` counts rooms and arrows.

A room is a package of `musbot` or `adapters`, or a module that lies beside them; an arrow is one room that
imports from. A branch is a place outside a family of games' own rooms that asks which family it is.
Within a package, such as `musbot.service`, its own packages and modules are the rooms.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from tools.trees import parse, walk

HOUSES = ("musbot", "adapters")
OF_A_FAMILY = frozenset(
    """
    MODOS Puja MusRules PiedrasRules TresMus Frances MusSeen PiedrasSeen MusState PiedrasState
    """.split()
)
"""What belongs to one family of games: who names it asks which one is played."""
ASKED_OF_RULES = frozenset(("stones", "modo"))
ASKED_OF_VIEWS = frozenset(("puja", "modo"))
"""What rules and views were, or are, asked for the family."""
FAMILY_ROOMS = (
    "/modos/",
    "/voices/",
    "/players/mus/",
    "/players/piedras/",
    "/coach/mus/",
    "/envites/",
    "/platillo.py",
    "/stones.py",
    "/stonescenes.py",  # before the families had rooms
)
"""Where a family may be named: in its own room, and its voice."""


def modules(root: Path) -> dict[str, Path]:
    """Returns the file of each module of musbot and the adapters, by the module's name."""
    files = (file for house in HOUSES for file in (root / house).rglob("*.py"))
    names = ((".".join(file.relative_to(root).with_suffix("").parts), file) for file in files)
    return {name.removesuffix(".__init__"): file for name, file in names}


@cache
def _imports(file: Path) -> Sequence[ast.Import | ast.ImportFrom]:
    """Returns all import statements of a file, wherever they are; cached."""
    tree = parse(file.read_text("utf-8"))
    return [node for node in walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]


def imported(module: str, file: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """Yields the full names of the modules that a module imports, relative imports too.

    For a name in a module that is not known it yields the module.
    """
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    for node in _imports(file):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        else:
            parts = package.split(".")
            above = ".".join(parts[: len(parts) - node.level + 1]) if node.level else ""
            base = ".".join(filter(None, (above, node.module)))
            for alias in node.names:
                yield f"{base}.{alias.name}" if f"{base}.{alias.name}" in known else base


def room(module: str, within: str = "") -> str | None:
    """Returns the room of a module, in the house or inside the package `within`; None if it is in none."""
    parts, depth = module.split("."), len(within.split(".")) + 1 if within else 2
    inside = len(parts) >= depth and f"{module}.".startswith(f"{within}." if within else "")
    return ".".join(parts[:depth]) if inside else None


def arrows(root: Path, within: str = "") -> dict[str, set[str]]:
    """Returns for each room the other rooms that it imports from, in the house or inside the package
    `within`."""
    known = modules(root)
    found: dict[str, set[str]] = {of: set() for module in known if (of := room(module, within)) is not None}
    for module, file in known.items():
        of = room(module, within)
        if of is not None:
            found[of] |= {to for name in imported(module, file, known) if (to := room(name, within)) in found}
            found[of].discard(of)
    return found


def both_ways(plan: Mapping[str, set[str]]) -> list[str]:
    """Returns the pairs of rooms that import from each other, as "one <-> other"."""
    return [
        f"{one} <-> {to}"
        for one, others in sorted(plan.items())
        for to in sorted(others)
        if one < to and one in plan[to]
    ]


def branches(root: Path) -> list[str]:
    """Returns every place outside the families' rooms that asks for the family, as `file:line`."""
    found = []
    for file in modules(root).values():
        where = file.relative_to(root).as_posix()
        if any(part in f"/{where}" for part in FAMILY_ROOMS):
            continue
        tree = parse(file.read_text("utf-8"))
        lines = {node.lineno for node in walk(tree) if isinstance(node, ast.expr) and _asks(node)}
        found += [f"{where}:{line}" for line in sorted(lines)]
    return sorted(found)


def _asks(node: ast.expr) -> bool:
    """Returns whether an expression names something of one family, or asks rules or a view for theirs."""
    match node:
        case ast.Name(name):
            return name in OF_A_FAMILY
        case ast.Attribute(ast.Name("rules" | "error") | ast.Attribute(attr="rules"), attr):
            return attr in ASKED_OF_RULES
        case ast.Attribute(ast.Name("game" | "view") | ast.Attribute(attr="game" | "_view"), attr):
            return attr in ASKED_OF_VIEWS
        case _:
            return False


def main() -> None:
    """Prints the counts, and with --arrows every arrow."""
    parser = argparse.ArgumentParser(prog="python -m tools.plan")
    parser.add_argument("root", nargs="?", type=Path, default=Path())
    parser.add_argument("--arrows", action="store_true")
    parser.add_argument("--within", default="", metavar="PACKAGE")
    options = parser.parse_args()
    root: Path = options.root
    plan, asked = arrows(root, options.within), branches(root)
    flat = [name for name in plan if (root / (name.replace(".", "/") + ".py")).exists()]
    files = {place.partition(":")[0] for place in asked}
    lines = [
        f"rooms     {len(plan)} ({len(flat)} of them a single module)",
        f"arrows    {sum(map(len, plan.values()))}, both ways {len(both_ways(plan))}",
        f"branches  {len(asked)} in {len(files)} files",
    ]
    if options.arrows:
        lines += both_ways(plan)
        lines += [
            f"{name} -> {', '.join(sorted(to)) or 'nothing of ours'}" for name, to in sorted(plan.items())
        ]
        lines += asked
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
