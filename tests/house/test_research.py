"""Research lies beside the bot: musbot never imports it, and it uses the modules that contracts.md lists."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from musbot import __version__
from tools.plan import imported, modules
from tools.trees import parse, walk

ROOT = Path(__file__).parents[2]
RESEARCH = ROOT / "research" / "musbot_research"
WHOLE = ("musbot.game", "musbot.players")
"""The packages that research may use: of the first every module, of the second what its face names."""


def listed() -> set[str]:
    """Returns the other modules of musbot that contracts.md lets research use."""
    text = (ROOT / "docs" / "contracts.md").read_text("utf-8")
    (rows,) = re.findall(r"a test holds it to the list:\n\n((?:- .*\n)+)", text)
    return set(re.findall(r"`([\w.]+)`", rows))


def used() -> Iterator[str]:
    """Yields every module of musbot that a module of research imports from."""
    known = modules(ROOT)
    for file in RESEARCH.rglob("*.py"):
        name = ".".join(file.relative_to(ROOT / "research").with_suffix("").parts)
        yield from (
            it for it in imported(name, file, known) if it.partition(".")[0] in ("musbot", "adapters")
        )


def test_research_uses_the_modules_that_are_listed_and_each_of_them() -> None:
    beside = {name for name in used() if name not in WHOLE and not name.startswith("musbot.game.")}
    assert beside == listed()


def test_nothing_of_musbot_imports_research_nor_is_there_c_in_it() -> None:
    for folder in ("musbot", "adapters"):
        assert [*(ROOT / folder).rglob("*.[ch]")] == []
        for file in (ROOT / folder).rglob("*.py"):
            assert not re.search(r"^\s*(?:from|import) musbot_research", file.read_text("utf-8"), re.M), file


@pytest.mark.parametrize("name", ["arena", "envs", "lab"])
def test_what_has_moved_cannot_be_imported_under_its_old_name(name: str) -> None:
    spec = find_spec(f"musbot.{name}")
    assert spec is None or spec.origin is None, "a folder that only holds what Python compiled is no package"


def test_both_packages_have_one_version_and_research_asks_for_it() -> None:
    project = tomllib.loads((ROOT / "research" / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["dependencies"] == [f"musbot=={__version__}"]
    assert f'__version__ = "{__version__}"' in (RESEARCH / "__init__.py").read_text("utf-8")
    licences = {(folder / "LICENSE").read_text("utf-8") for folder in (ROOT, ROOT / "research")}
    assert len(licences) == 1


def test_no_function_stands_in_both_packages() -> None:
    bodies: dict[str, str] = {}
    for file in (*(ROOT / "musbot").rglob("*.py"), *RESEARCH.rglob("*.py")):
        for node in walk(parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and len(node.body) > 2:
                body = ast.dump(ast.Module(body=node.body, type_ignores=[]))
                where = f"{file.relative_to(ROOT)}:{node.lineno}"
                other = bodies.setdefault(body, where)
                assert other.startswith("research") == where.startswith("research"), (other, where)
