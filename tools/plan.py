"""The plan of the house: `python -m tools.plan [ROOT] [--arrows]` counts rooms, arrows and branches.

A room is a package of `musbot` or `adapters`, or a module that lies beside them; an arrow is one room that
imports from another. A branch is a place outside a family of games' own rooms that asks which family it is.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

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
    "/envites/",
    "/platillo.py",
    "/stones.py",
    "/stonescenes.py",  # before the families had rooms
)
"""Where a family may be named: in its own room, and its voice."""


def modules(root: Path) -> dict[str, Path]:
    """Returns every module of the project by its name."""
    files = (file for house in HOUSES for file in (root / house).rglob("*.py"))
    names = ((".".join(file.relative_to(root).with_suffix("").parts), file) for file in files)
    return {name.removesuffix(".__init__"): file for name, file in names}


def imported(module: str, file: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """Yields what a module imports, wherever in it: modules by their full names."""
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            parts = package.split(".")
            above = ".".join(parts[: len(parts) - node.level + 1]) if node.level else ""
            base = ".".join(filter(None, (above, node.module)))
            for alias in node.names:
                yield f"{base}.{alias.name}" if f"{base}.{alias.name}" in known else base


def room(module: str) -> str:
    """Returns the room that a module of ours lies in."""
    return ".".join(module.split(".")[:2])


def arrows(root: Path) -> dict[str, set[str]]:
    """Returns, for every room, the rooms of ours it imports from."""
    known = modules(root)
    found: dict[str, set[str]] = {room(module): set() for module in known if module not in HOUSES}
    for module, file in known.items():
        if module in HOUSES:
            continue
        for name in imported(module, file, known):
            if name in HOUSES or room(name) not in found:
                continue  # another's, or just the version
            if room(name) != room(module):
                found[room(module)].add(room(name))
    return found


def branches(root: Path) -> list[str]:
    """Returns every place outside their rooms that asks which family is played, as `file:line`."""
    found = []
    for file in modules(root).values():
        where = file.relative_to(root).as_posix()
        if any(part in f"/{where}" for part in FAMILY_ROOMS):
            continue
        tree = ast.parse(file.read_text("utf-8"))
        lines = {node.lineno for node in ast.walk(tree) if isinstance(node, ast.expr) and _asks(node)}
        found += [f"{where}:{line}" for line in sorted(lines)]
    return sorted(found)


def _asks(node: ast.expr) -> bool:
    """Whether an expression names something of one family, or asks rules or a view for theirs."""
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
    words = sys.argv[1:]
    root = Path(next((word for word in words if not word.startswith("-")), "."))
    plan, asked = arrows(root), branches(root)
    flat = [name for name in plan if (root / (name.replace(".", "/") + ".py")).exists()]
    files = {place.partition(":")[0] for place in asked}
    lines = [
        f"rooms     {len(plan)} ({len(flat)} of them a single module)",
        f"arrows    {sum(map(len, plan.values()))}",
        f"branches  {len(asked)} in {len(files)} files",
    ]
    if "--arrows" in words:
        lines += [
            f"{name} -> {', '.join(sorted(to)) or 'nothing of ours'}" for name, to in sorted(plan.items())
        ]
        lines += asked
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
