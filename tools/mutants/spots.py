"""Where a module can be wrong by a little: its mutants, each with other words in one place.

Left alone: annotations, decorators, texts, `assert_never`, what is logged, `strict` of `zip` (an assertion).
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

Node = TypeVar("Node", bound=ast.AST)
Change = tuple[ast.expr | ast.stmt, ast.expr | ast.stmt]
"""A node, and what may stand in its place."""

COMPARED: Mapping[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
RECKONED: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
NAMED = {"any": "all", "all": "any", "min": "max", "max": "min"}
EITHER_WAY = ("min", "max", "isinstance")
"""Whose arguments are not exchanged: it comes to the same, or is an error at once."""
ALONE = ("assert_never", "TypeVar", "cast")
"""Calls in which nothing is changed: nothing can come of it."""
LOGS = ("log", "logger", "logging")
AROUND = 40
"""How many signs of what stays are shown before and after a change."""


@dataclass(frozen=True)
class Mutant:
    """A module (its path in the tree) that says `after` instead of `before` on some lines.

    `written` is what stands for the bytes from `start` to `end`. The statement around it begins on `first`.
    """

    path: str
    first: int
    lines: range
    start: int
    end: int
    before: str
    after: str
    written: str

    def __str__(self) -> str:
        same = _alike(self.before, self.after)
        last = _alike(self.before[same:][::-1], self.after[same:][::-1])
        first = max(0, same - AROUND)
        texts = (text[first : len(text) - max(0, last - AROUND)] for text in (self.before, self.after))
        return f"{self.path}:{self.lines.start}  {'  →  '.join(texts)}"

    def source(self, original: bytes) -> bytes:
        """Returns the module's source with the fault in it."""
        return original[: self.start] + self.written.encode() + original[self.end :]


def mutants(root: Path, path: str) -> list[Mutant]:
    """Returns every mutant of a module, in the order of its source."""
    source = (root / path).read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found: dict[tuple[int, int, str], Mutant] = {}
    module = ast.parse(source)
    statements = [node for node in ast.walk(module) if isinstance(node, ast.stmt)]
    for node, other in _changes(module):
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        text = ast.unparse(other)
        written = f"({text})" if isinstance(other, ast.expr) and not isinstance(other, ast.Name) else text
        first = max(each.lineno for each in statements if node.lineno in _lines(each))
        mutant = Mutant(path, first, _lines(node), start, end, ast.unparse(node), text, written)
        if _compiles(mutant.source(source)):
            found[start, end, text] = mutant
    return sorted(found.values(), key=lambda each: (each.start, each.end, each.after))


def _lines(node: ast.expr | ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or 0) + 1)


def _alike(one: str, other: str) -> int:
    """How many signs two texts have in common at their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _compiles(source: bytes) -> bool:
    try:
        compile(source, "mutant", "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True


def _changes(node: ast.AST) -> Iterator[Change]:
    """Yields every change in a node and in what it holds."""
    if _left_alone(node):
        return
    yield from _of_expression(node)
    yield from _of_condition(node)
    yield from _of_statement(node)
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        yield from _assigned_again(node)
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases"):
            continue
        for child in value if isinstance(value, list) else (value,):
            if isinstance(child, ast.AST):
                yield from _changes(child)


def _left_alone(node: ast.AST) -> bool:
    match node:
        case ast.JoinedStr():
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in ALONE
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name))):
            return name in LOGS
        case ast.keyword(arg=name):
            return name == "strict"
        case ast.If(test=ast.Name(id=name)):
            return name == "TYPE_CHECKING"
        case _:
            return False


def _of_expression(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Compare(ops=ops):
            for place, op in enumerate(ops):
                for other in COMPARED[type(op)]:
                    yield node, _with(node, ops=[*ops[:place], other(), *ops[place + 1 :]])
        case ast.BoolOp(op=op, values=values):
            yield node, _with(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
            for place in range(len(values)):
                rest = [*values[:place], *values[place + 1 :]]
                yield node, rest[0] if len(rest) == 1 else _with(node, values=rest)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield node, operand
        case ast.BinOp(op=op) if type(op) in RECKONED and not _of_types(node):
            yield node, _with(node, op=RECKONED[type(op)]())
        case ast.Constant():
            yield from ((node, ast.Constant(value=other)) for other in _of_constant(node.value))
        case ast.Call():
            yield from _of_call(node)


def _of_constant(value: object) -> Iterator[int]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1)


def _of_condition(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            yield from _denied(test)
        case ast.match_case(guard=ast.expr() as test):
            yield from _denied(test)
        case ast.comprehension(ifs=ifs):
            yield from ((test, ast.Constant(value=True)) for test in ifs)


def _of_call(node: ast.Call) -> Iterator[Change]:
    if isinstance(node.func, ast.Name) and node.func.id in NAMED:
        yield node.func, ast.Name(NAMED[node.func.id])
    for place, keyword in enumerate(node.keywords):
        if keyword.arg not in (None, "strict"):
            yield node, _with(node, keywords=[*node.keywords[:place], *node.keywords[place + 1 :]])
    if len(node.args) > 1 and ast.unparse(node.func) not in EITHER_WAY:
        yield node, _with(node, args=[node.args[1], node.args[0], *node.args[2:]])


def _of_statement(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
            yield node, ast.Return(None)
        case ast.Expr(value=ast.Call() | ast.Await() | ast.Yield() | ast.YieldFrom() as value):
            if not _left_alone(value):
                yield node, ast.Pass()
        case ast.Raise() | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield node, ast.Pass()
        case ast.AugAssign(op=op):
            yield node, ast.Pass()
            if type(op) in RECKONED:
                yield node, _with(node, op=RECKONED[type(op)]())
        case ast.Break():
            yield node, ast.Continue()
        case ast.Continue():
            yield node, ast.Break()


def _denied(test: ast.expr) -> Iterator[Change]:
    """A condition the other way round, unless it has changes of its own that come to that."""
    if not isinstance(test, ast.Compare | ast.UnaryOp):
        yield test, ast.UnaryOp(ast.Not(), test)


def _assigned_again(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Change]:
    """Left out: assignments to what has a value already, or else another one."""
    simple = [
        (node, node.targets[0].id)
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    ]
    times = Counter(name for _, name in simple) + Counter(argument.arg for argument in function.args.args)
    yield from ((node, ast.Pass()) for node, name in simple if times[name] > 1)


def _of_types(node: ast.BinOp) -> bool:
    """Whether `|` joins types, or `+` rows or texts: the change would only be an error."""
    if isinstance(node.op, ast.BitOr | ast.BitAnd):
        return any(isinstance(each, ast.Name) and each.id[0].isupper() for each in ast.walk(node))
    sides = (node.left, node.right)
    return any(isinstance(each, ast.Tuple | ast.List | ast.JoinedStr) for each in sides) or any(
        isinstance(each, ast.Constant) and isinstance(each.value, str) for each in sides
    )


def _with(node: Node, **fields: object) -> Node:
    other = copy.copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return other
