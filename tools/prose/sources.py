"""Takes the texts and the names out of Python sources."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from tools.trees import children, parse, walk

Function = ast.FunctionDef | ast.AsyncFunctionDef
Documented = ast.Module | ast.ClassDef | Function

_DIRECTIVE = re.compile(r"^(?:noqa|type:|pragma|mypy:|ruff:|fmt:|!|-\*-)|^[-=\W\d]*$|^-{3,}")
"""Comments that tools read, and lines that part a module."""


@dataclass(frozen=True, slots=True)
class Text:
    """A docstring, a field's docstring or a comment; comments on consecutive lines are one text."""

    line: int
    """The line of its first word."""
    words: str
    """The text on one line; an inline piece of code is the word `code`."""
    named: str = ""
    """The name of the class or function that it documents, with the name of the class around it."""


@dataclass(frozen=True, slots=True)
class Name:
    """A public or private name where it is defined."""

    line: int
    name: str
    """The identifier."""
    function: bool = False
    """Whether it is a function's or a method's, except for constructors (classmethods)."""
    public: bool = False
    """Whether readers of the package's documentation meet it: no part of its path is private."""
    documented: bool = False
    """Whether a docstring or a comment stands with it, or a base class documents it."""


def _plain(text: str) -> str:
    """Returns a text on one line without doctests; inline code becomes `code`."""
    lines = (it for it in text.splitlines() if not it.lstrip().startswith((">>>", "...")))
    return re.sub(r"`+[^`]*`+", "code", " ".join(" ".join(lines).split()))


def _docstring(node: Documented) -> ast.Constant | None:
    """Returns the docstring of a node; None without one."""
    first = node.body[0] if node.body else None
    return _string(first) if first is not None else None


def _string(node: ast.stmt) -> ast.Constant | None:
    """Returns the string that a statement consists of; None for other statements."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return node.value if isinstance(node.value.value, str) else None
    return None


@cache
def comments(source: str) -> Sequence[tuple[int, str, bool]]:
    """Returns each comment for people: its line, its text, and whether it has a line of its own."""
    found = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            text = token.string.lstrip("#:").strip()
            if not _DIRECTIVE.match(text):
                found.append((token.start[0], text, not token.line[: token.start[1]].strip()))
    return found


def _comment_texts(source: str) -> Iterator[Text]:
    """Yields the comments; those on consecutive lines of their own are joined."""
    begun, last, said = 0, -1, list[str]()
    for line, text, alone in comments(source):
        if not (alone and last == line - 1 and said):
            if said:
                yield Text(begun, _plain(" ".join(said)))
            begun, said = line, []
        said.append(text)
        last = line if alone else -1
    if said:
        yield Text(begun, _plain(" ".join(said)))


def texts(source: str) -> Iterator[Text]:
    """Yields each docstring and each comment of a module."""
    names = dict[int, str]()
    tree = parse(source)
    for outer in walk(tree):
        for node in children(outer):
            if isinstance(node, ast.ClassDef | Function) and (doc := _docstring(node)) is not None:
                around = f"{outer.name}." if isinstance(outer, ast.ClassDef) else ""
                names[id(doc)] = around + node.name
    for node in walk(tree):
        if isinstance(node, ast.Expr) and (doc := _string(node)) is not None:
            yield Text(node.lineno, _plain(str(doc.value)), names.get(id(doc), ""))
    yield from _comment_texts(source)


class Classes:
    """The classes of many modules by name, to find the base that documents a method or field."""

    def __init__(self, trees: Iterable[ast.Module]) -> None:
        self._bases = dict[str, set[str]]()
        self._documented = dict[str, set[str]]()
        for node in (it for tree in trees for it in walk(tree) if isinstance(it, ast.ClassDef)):
            bases = {ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases}
            self._bases.setdefault(node.name, set()).update(bases)
            told = self._documented.setdefault(node.name, set())
            told.update(it.name for it in node.body if isinstance(it, Function) and _docstring(it))
            for it, following in pairwise(node.body):
                told.update(_targets(it) if _string(following) is not None else ())

    def is_inherited(self, kind: ast.ClassDef, name: str) -> bool:
        """Returns whether a base class of `kind`, known here by its name, documents the method or field."""
        seen, left = set[str](), [kind.name]
        while left:
            for base in self._bases.get(left.pop(), set()) - seen:
                if name in self._documented.get(base, ()):
                    return True
                seen.add(base)
                left.append(base)
        return False


def _targets(node: ast.stmt) -> list[str]:
    """Returns the names that an assignment defines; none for other statements."""
    if isinstance(node, ast.AnnAssign):
        return [node.target.id] if isinstance(node.target, ast.Name) else []
    if isinstance(node, ast.Assign):
        return [it.id for it in node.targets if isinstance(it, ast.Name)]
    return []


@dataclass(frozen=True, slots=True)
class _Reader:
    commented: Mapping[int, bool]
    """The lines of comments, and whether each has a line for itself."""
    classes: Classes

    def read(self, node: ast.Module | ast.ClassDef, *, public: bool) -> Iterator[Name]:
        """Yields the names that a module or class defines, and the names inside them.

        `public` says that the module or class is public itself.
        """
        enum = isinstance(node, ast.ClassDef) and any("Enum" in ast.unparse(it) for it in node.bases)
        for at, following in pairwise([*node.body, ast.Pass()]):
            if isinstance(at, ast.ClassDef | Function):
                yield from self._defined(node, at, public=public)
                continue
            told = _string(following) is not None or self._has_comment(at)
            for name in _targets(at):
                shown = public and not enum and name != "log" and len(name) > 1 and name[0] != "_"
                inherited = isinstance(node, ast.ClassDef) and self.classes.is_inherited(node, name)
                yield Name(at.lineno, name, public=shown, documented=told or inherited)

    def _defined(
        self, outer: ast.Module | ast.ClassDef, at: ast.ClassDef | Function, *, public: bool
    ) -> Iterator[Name]:
        """Yields a class or function, and the names inside it; of a function also arguments and assigned
        attributes.

        `public` says that `outer` is public.
        """
        shown = public and not at.name.startswith("_")
        told = _docstring(at) is not None
        if isinstance(at, ast.ClassDef):
            yield Name(at.lineno, at.name, public=shown, documented=told)
            yield from self.read(at, public=shown)
            return
        told = told or (isinstance(outer, ast.ClassDef) and self.classes.is_inherited(outer, at.name))
        makes = "classmethod" in map(ast.unparse, at.decorator_list)
        yield Name(at.lineno, at.name, function=not makes, public=shown, documented=told)
        for inner in walk(at):
            if isinstance(inner, ast.ClassDef | Function) and inner is not at:
                yield Name(inner.lineno, inner.name, function=isinstance(inner, Function))
            elif isinstance(inner, ast.arg):
                yield Name(inner.lineno, inner.arg)
            elif isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store):
                yield Name(inner.lineno, inner.attr)

    def _has_comment(self, node: ast.stmt) -> bool:
        """Returns whether a comment is on a statement's lines, or alone on the line above it."""
        beside = range(node.lineno, (node.end_lineno or node.lineno) + 1)
        return any(line in self.commented for line in beside) or self.commented.get(node.lineno - 1, False)


def names(source: str, classes: Classes) -> Iterator[Name]:
    """Yields each name that a module defines: functions, classes, fields, constants, arguments."""
    commented = {line: alone for line, _, alone in comments(source)}
    yield from _Reader(commented, classes).read(parse(source), public=True)


def python_files(root: Path) -> list[Path]:
    """Returns the Python files in a folder and below, or the file itself."""
    return sorted(root.rglob("*.py")) if root.is_dir() else [root]
