"""What the Fluent files and the source say of the messages: which there are, and where each is used."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path

from fluent.syntax import FluentParser
from fluent.syntax.ast import Identifier, Message, SelectExpression, VariableReference
from fluent.syntax.visitor import Visitor

from tools.trees import children, parse, walk

ROOT = Path(__file__).parents[2]
WHOLE = ("es", "en", "eu")
"""The languages that say everything; another one has begun to, and the first says the rest."""
TEXTS = ("texts", "_texts")
"""What a Texts is called where it is; `self` within it."""

Bound = Mapping[str, Sequence[ast.expr]]
"""What each name of a function may be."""
Given = frozenset[str] | None
"""The facts that are given with a key; None where that cannot be seen."""


class _Facts(Visitor):
    """The facts that a message asks for, those of them that it shows, and by form those that one lacks."""

    def __init__(self) -> None:
        self.asked: set[str] = set()
        self.shown: set[str] = set()
        self.lost: list[tuple[str, set[str]]] = []

    def visit_VariableReference(self, node: VariableReference) -> None:
        self.asked.add(node.id.name)
        self.shown.add(node.id.name)

    def visit_SelectExpression(self, node: SelectExpression) -> None:
        before, self.shown = self.shown, set()
        self.visit(node.selector)  # it only chooses a form
        chooses, told = self.shown, dict[str, set[str]]()
        for variant in node.variants:
            self.shown = set()
            self.visit(variant)
            form = variant.key.name if isinstance(variant.key, Identifier) else variant.key.value
            told[form] = self.shown
        every = set[str]().union(*told.values())
        self.lost += [(form, lacks) for form, its in told.items() if (lacks := every - its - chooses)]
        self.shown = before | every


def messages(language: str, package: str = "musbot/words") -> dict[str, _Facts]:
    """Returns every message of a language with its facts; raises ValueError for one that is there twice."""
    found: dict[str, _Facts] = {}
    for file in sorted((ROOT / package / "locale" / language).glob("*.ftl")):
        for entry in FluentParser().parse(file.read_text("utf-8")).body:
            if not isinstance(entry, Message):
                continue
            if entry.id.name in found:
                raise ValueError(f"{entry.id.name} stands twice in {language}")
            found[entry.id.name] = _Facts()
            found[entry.id.name].visit(entry)
    return found


def sources(houses: Sequence[str] = ("musbot", "adapters")) -> dict[str, ast.Module]:
    """Returns every module of these folders by its path."""
    files = (file for house in houses for file in sorted((ROOT / house).rglob("*.py")))
    return {file.relative_to(ROOT).as_posix(): parse(file.read_text("utf-8")) for file in files}


def literals(tree: ast.Module) -> Iterator[str]:
    """Yields every string that is written out in a module, but for docstrings."""
    told = {id(node.value) for node in walk(tree) if isinstance(node, ast.Expr)}
    for node in walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


def put_together(tree: ast.Module) -> Iterator[str]:
    """Yields what every f-string of a module begins with."""
    for node in walk(tree):
        if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
            yield str(node.values[0].value)


@dataclass(frozen=True)
class Used:
    """A place that uses a key: the strings it may be, and what is given with it.

    `unclear` are expressions of which nobody can read what they may be.
    """

    where: str
    keys: tuple[str, ...]
    unclear: tuple[str, ...]
    facts: Given = None


def takers(trees: Mapping[str, ast.Module]) -> dict[str, int]:
    """Returns the functions that take a Key, and which of their arguments it is."""
    functions = (n for tree in trees.values() for n in walk(tree) if isinstance(n, ast.FunctionDef))
    return {
        function.name: place
        for function in functions
        for place, arg in enumerate(a for a in function.args.args if a.arg != "self")
        if arg.annotation is not None and ast.unparse(arg.annotation) == "Key"
    }


def used(where: str, tree: ast.Module, taking: Mapping[str, int]) -> Iterator[Used]:
    """Yields every key that a module uses: in calls and in tables."""
    for scope in (tree, *(node for node in walk(tree) if isinstance(node, ast.FunctionDef))):
        bound = _bound(scope)
        for node in _inside(scope):
            for key, facts in _places(node, taking):
                parts = [*_parts(key, bound)]
                yield Used(
                    f"{where}:{key.lineno}",
                    tuple(str(part.value) for part in parts if isinstance(part, ast.Constant)),
                    tuple(ast.unparse(part) for part in parts if not isinstance(part, ast.Constant)),
                    facts,
                )


def given(tree: ast.Module, call: str, place: int) -> Iterator[str]:
    """Yields every string that an argument of such calls may be, none of which may be unclear."""
    for scope in (tree, *(node for node in walk(tree) if isinstance(node, ast.FunctionDef))):
        for node in _inside(scope):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == call and len(node.args) > place:
                for part in _parts(node.args[place], _bound(scope)):
                    assert isinstance(part, ast.Constant), ast.unparse(part)
                    yield str(part.value)


@cache
def _inside(scope: ast.AST) -> Sequence[ast.AST]:
    """The nodes of a module or a function, without those of the functions in it."""
    found: list[ast.AST] = []

    def gather(outer: ast.AST) -> None:
        for node in children(outer):
            found.append(node)
            if not isinstance(node, ast.FunctionDef):
                gather(node)

    gather(scope)
    return found


def _places(node: ast.AST, taking: Mapping[str, int]) -> Iterator[tuple[ast.expr, Given]]:
    """The keys that a node uses, and what it surely gives with them."""
    match node:
        case ast.AnnAssign(annotation=annotation, value=ast.Dict(keys=keys, values=values)):
            if ", Key]" in (table := ast.unparse(annotation)):
                yield from ((value, None) for value in values)
            elif "[Key," in table:
                yield from ((key, None) for key in keys if key is not None)
        case ast.AnnAssign(annotation=annotation, value=ast.expr() as value):
            if re.search(r"\bKey\b", ast.unparse(annotation)):
                yield value, None
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[key], keywords=given) if (
            name in TEXTS or (name == "self" and not isinstance(node.func, ast.Attribute))
        ):
            names = [keyword.arg for keyword in given]
            yield key, None if None in names else frozenset(filter(None, names))
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args):
            if name in taking and taking[name] < len(args):
                yield args[taking[name]], None


def _bound(scope: ast.AST) -> Bound:
    """What each name of a scope may be; nothing is told of an argument, and of what is gone through."""
    found: dict[str, list[ast.expr]] = {}
    for node in _inside(scope):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found.setdefault(name, []).append(value)
            case ast.For(target=target) | ast.comprehension(target=target):
                found |= {each.id: [] for each in walk(target) if isinstance(each, ast.Name)}
            case ast.arg(arg=name, annotation=ast.Name(id="Key")):
                found[name] = []
    return found


def _parts(key: ast.expr, bound: Bound) -> Iterator[ast.expr]:
    """What a key may be: strings, and what is unclear; tables and fields are seen where they are made."""
    match key:
        case ast.IfExp(body=body, orelse=orelse):
            yield from chain(_parts(body, bound), _parts(orelse, bound))
        case ast.Tuple(elts=each):
            yield from chain.from_iterable(_parts(part, bound) for part in each)
        case ast.Call(func=ast.Attribute(attr="get", value=table), args=[_, default]):
            yield from chain(_parts(table, bound), _parts(default, bound))
        case ast.Dict(values=values):
            yield from values
        case ast.Name(id=name) if name in bound:
            yield from chain.from_iterable(_parts(value, bound) for value in bound[name])
        case ast.Subscript() | ast.Attribute() | ast.Constant(value=None):
            return
        case _:
            yield key
