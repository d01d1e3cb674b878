"""How docstrings, comments and names read, package by package; tests/prose.toml holds their figures."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tools.prose.phrases import PHRASE, REFERS, RETIRED, is_bare_participle
from tools.prose.sources import Classes, Text, names, python_files, texts
from tools.trees import parse

ROOT: Final = Path(__file__).parents[2]
LIMITS: Final = ROOT / "tests" / "prose.toml"
SCANNED: Final = ("musbot", "adapters", "research/musbot_research")
GOAL: Final = {"phrases": 4.0, "texts": 6.0, "names": 3.0}
"""Figures for a package that has no row in tests/prose.toml; of the other kinds it may have none."""

SLACK: Final = 0.25
SLACK_COUNT: Final = 5
"""A figure may fall by this part of its limit, and by this amount, before the limit has to follow."""

_COMMON: Final = frozenset(
    "a an and are as at be by for from get gets given has have if in into is it its of on one or return"
    " returns set sets that the their them this to whether with yield yields".split()
)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to mend: a phrase, a name, a text."""

    place: str
    kind: str
    """The figure that counts it."""
    text: str
    """The phrase and its sentence, or the name."""


@dataclass(slots=True)
class Prose:
    """The counts of one package."""

    words: int = 0
    """Words in docstrings and comments."""
    texts: int = 0
    """Docstrings and comments."""
    phrased: int = 0
    """Texts with a phrase of `PHRASE`."""
    functions: int = 0
    """Functions and methods without constructors."""
    findings: list[Finding] = field(default_factory=list)

    def count(self, kind: str) -> int:
        """Returns the number of findings of a kind."""
        return sum(it.kind == kind for it in self.findings)

    def figures(self) -> dict[str, float]:
        """Returns the figures by their names in tests/prose.toml, rates rounded up to a tenth."""
        return {
            "phrases": _rounded_up(1000 * self.count("phrases"), self.words),
            "texts": _rounded_up(100 * self.phrased, self.texts),
            "names": _rounded_up(100 * self.count("names"), self.functions),
            "refer": self.count("refer"),
            "repeat": self.count("repeat"),
            "retired": self.count("retired"),
            "undocumented": self.count("undocumented"),
        }


def _rounded_up(count: float, whole: int) -> float:
    """Returns a ratio rounded up to a tenth; 0 if `whole` is 0."""
    return math.ceil(10 * count / whole) / 10 if whole else 0.0


def _stems(text: str) -> set[str]:
    """Returns the stems of a text's words, without common words."""
    words = re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).lower())
    return {re.sub(r"(?<=\w\w)(?:es|s|ed|ing|e)$", "", it) for it in words if it not in _COMMON}


def repeats_its_name(text: Text) -> bool:
    """Returns whether a docstring has no word beyond those of the name that it documents."""
    return bool(text.named) and _stems(text.words) <= _stems(text.named.replace("_", " "))


def read_source(prose: Prose, place: str, source: str, classes: Classes) -> None:
    """Adds the counts of one module to its package's; `place` is how findings name the module."""
    for text in texts(source):
        found = [*PHRASE.finditer(text.words)]
        prose.words += len(text.words.split())
        prose.texts += 1
        prose.phrased += bool(found)
        told = [("phrases", f"{it[0]!r}: {text.words}") for it in found]
        told += [("refer", text.words)] if REFERS.match(text.words) else []
        told += [("repeat", f"{text.named}: {text.words}")] if repeats_its_name(text) else []
        prose.findings += [Finding(f"{place}:{text.line}", kind, words) for kind, words in told]
    for name in names(source, classes):
        prose.functions += name.function
        kinds = ["names"] if name.function and is_bare_participle(name.name) else []
        kinds += ["retired"] if name.name.strip("_") in RETIRED else []
        kinds += ["undocumented"] if name.public and not name.documented else []
        prose.findings += [Finding(f"{place}:{name.line}", kind, name.name) for kind in kinds]


def read_packages(root: Path, folders: Iterable[str] = SCANNED) -> dict[str, Prose]:
    """Returns the counts of each folder with Python files, by its path below `root`."""
    sources = {file: file.read_text("utf-8") for it in folders for file in python_files(root / it)}
    classes = Classes(parse(source) for source in sources.values())
    packages = dict[str, Prose]()
    for file, source in sources.items():
        below = file.relative_to(root)
        prose = packages.setdefault(below.parent.as_posix(), Prose())
        read_source(prose, below.as_posix(), source, classes)
    return packages


def over(now: Mapping[str, Mapping[str, float]], allowed: Mapping[str, Mapping[str, float]]) -> list[str]:
    """Returns a line for each figure above its limit, and for each limit that has to follow its figure.

    A package without a row has the limits of GOAL.
    """
    told = [f"{name}: no such package: python -m tools.prose --lower" for name in allowed.keys() - now.keys()]
    for name, figures in now.items():
        limits = allowed.get(name, GOAL)
        for kind, figure in figures.items():
            most = limits.get(kind, 0)
            if figure > most:
                told.append(f"{name}: {kind} {figure}, {most} allowed: python -m tools.prose {name}")
            elif name in allowed and figure < most * (1 - SLACK) - SLACK_COUNT:
                told.append(f"{name}: {kind} {figure}, {most} allowed: python -m tools.prose --lower")
    return sorted(told)


def lowered(
    now: Mapping[str, Mapping[str, float]], allowed: Mapping[str, Mapping[str, float]], head: str
) -> str:
    """Returns the text of tests/prose.toml with each limit lowered to its figure; no limit rises.

    Rows have an empty line between them, so that git merges changes to two neighbours.
    """
    rows = [head.rstrip("\n")]
    for name, figures in sorted(now.items()):
        limits = allowed.get(name, figures)
        least = {kind: min(figure, limits.get(kind, figure)) for kind, figure in figures.items()}
        row = ", ".join(f"{kind} = {figure:g}" for kind, figure in least.items())
        rows.append(f'"{name}" = {{ {row} }}')
    return "\n\n".join(rows) + "\n"


def lower_limits(below: Iterable[str] = ()) -> None:
    """Lowers limits in tests/prose.toml to figures below them, for all packages or those in some folders."""
    text = LIMITS.read_text("utf-8")
    allowed, now = tomllib.loads(text), {it: prose.figures() for it, prose in read_packages(ROOT).items()}
    kept = {it: row for it, row in allowed.items() if below and it in now and not it.startswith(tuple(below))}
    LIMITS.write_text(lowered(now | kept, allowed, text[: text.index("\n\n")]), "utf-8")


def print_figures(root: Path, folders: Iterable[str], out: Callable[[str], object]) -> None:
    """Prints a line of figures for each package, and a line for them all."""
    packages = read_packages(root, folders)
    for name, prose in sorted(packages.items()):
        out(_line(name, prose))
    every = packages.values()
    whole = Prose(findings=[found for it in every for found in it.findings])
    for kind in ("words", "texts", "phrased", "functions"):
        setattr(whole, kind, sum(getattr(it, kind) for it in every))
    out(_line("together", whole))


def print_findings(root: Path, folder: str, out: Callable[[str], object]) -> None:
    """Prints each finding in a folder or file of SCANNED, with its place; other folders are read too."""
    whole = [it for it in SCANNED if folder.startswith(it) and (root / it).is_dir()]
    for prose in read_packages(root, whole or [folder]).values():
        found = (it for it in prose.findings if it.place.startswith(folder))
        for it in sorted(found, key=lambda it: (it.place.rpartition(":")[0], it.kind)):
            out(f"{it.place}: {it.kind}: {it.text}\n")


def _line(name: str, prose: Prose) -> str:
    """Returns the line of a package with its figures."""
    figures = " ".join(f"{kind} {figure:g}" for kind, figure in prose.figures().items())
    return f"{prose.words:6} words {prose.texts:5} texts {figures}  {name}\n"
