"""A fault of our own code: one product function raises, hangs or returns late while a process runs.

The function's body is changed in its module's syntax tree, and only its code object is replaced, so methods,
closures, generators and decorated functions can all be chosen, and all others run at full speed.
"""

from __future__ import annotations

import ast
import asyncio
import gc
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

ROOT = Path(__file__).parents[2]
PRODUCT = (str(ROOT / "musbot") + "/", str(ROOT / "adapters") + "/")
TESTS = str(ROOT / "tests") + "/"
LATE_S = 7.0
"""How long a coroutine takes that returns late: longer than the deadline of an act."""
_COROUTINE = 0x80
_HIT, _LATE = "hit_function", "return_late"


class Kind(Enum):
    """What a function does instead of its work."""

    KEY_ERROR = "KeyError"
    RUNTIME_ERROR = "RuntimeError"
    CANCELLED = "CancelledError"
    HANGS = "hangs"
    LATE = "late"
    """It does its work, and returns after `LATE_S`."""


RAISING = (Kind.KEY_ERROR, Kind.RUNTIME_ERROR, Kind.CANCELLED)
"""What any function may do; a coroutine may also hang or return late."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the product, by its file under the root, its qualified name and its first line."""

    file: str
    name: str
    line: int
    awaits: bool
    """Whether it is a coroutine."""

    def __str__(self) -> str:
        return f"{self.file}:{self.name}"


@dataclass
class Fault:
    """A function and what it does: at its call number `nth` only, or at every call from then on."""

    function: Function
    kind: Kind
    nth: int = 1
    always: bool = False
    active: Callable[[], bool] = bool
    """Whether the running code belongs to the tested process, and the fault may occur now."""
    occurred: Callable[[BaseException | None], object] = bool
    """Called at each occurrence, with the error that is raised, if one is."""
    calls: int = 0
    hits: int = 0

    def __str__(self) -> str:
        often = "always from" if self.always else "once at"
        return f"{self.function} {self.kind.value} {often} call {self.nth}"

    def happens(self, caller: FrameType | None) -> bool:
        """Counts a call; returns whether the fault occurs in it. Calls by tests do not count."""
        if caller is not None and caller.f_code.co_filename.startswith(TESTS):
            return False
        if not self.active():
            return False
        self.calls += 1
        return self.calls >= self.nth if self.always else self.calls == self.nth


_current: list[Fault] = []


def hit_function() -> None:
    """Called first in the chosen function: raises its error."""
    if _current and _current[0].kind in RAISING and _current[0].happens(sys._getframe(2)):
        error = _error(_current[0].kind)
        _current[0].hits += 1
        _current[0].occurred(error)
        raise error


async def hang() -> None:
    """Awaited first in the chosen coroutine: waits until it is cancelled."""
    if _current and _current[0].kind is Kind.HANGS and _current[0].happens(sys._getframe(2)):
        _current[0].hits += 1
        _current[0].occurred(None)
        await asyncio.get_running_loop().create_future()


async def return_late() -> None:
    """Awaited last in the chosen coroutine."""
    if _current and _current[0].kind is Kind.LATE and _current[0].happens(sys._getframe(2)):
        _current[0].hits += 1
        _current[0].occurred(None)
        await asyncio.sleep(LATE_S)


def _error(kind: Kind) -> BaseException:
    match kind:
        case Kind.KEY_ERROR:
            return KeyError("a fault of our own")
        case Kind.RUNTIME_ERROR:
            return RuntimeError("a fault of our own")
        case _:
            return asyncio.CancelledError("a fault of our own")


@contextmanager
def faulty(fault: Fault) -> Iterator[None]:
    """Puts a fault into its function within the block."""
    changed = _changed(fault.function, fault.kind)
    replaced: list[tuple[FunctionType, CodeType]] = []
    _current[:] = [fault]
    try:
        for function in _functions(fault.function):
            replaced.append((function, function.__code__))
            function.__code__ = changed
        assert replaced, f"no {fault.function}"
        yield
    finally:
        _current.clear()
        for function, code in replaced:
            function.__code__ = code


def _functions(chosen: Function) -> list[FunctionType]:
    """Returns the functions whose code is replaced: the outermost ones around a nested function."""
    outer = chosen.name.partition(".<locals>")[0]
    named = (str(ROOT / chosen.file), outer)
    found = _outermost.get(named) or _find_outermost().get(named, [])
    if outer == chosen.name:
        found = [it for it in found if it.__code__.co_firstlineno == chosen.line]
    return found


_outermost: dict[tuple[str, str], list[FunctionType]] = {}
"""The product's functions that are in no other, by file and qualified name: their modules make them once."""


def _find_outermost() -> Mapping[tuple[str, str], list[FunctionType]]:
    """Looks for them among all objects, which takes a while: once, and for modules imported since."""
    if frozen := gc.get_freeze_count():
        gc.unfreeze()
    every = [it for it in gc.get_objects() if isinstance(it, FunctionType)]
    if frozen:
        gc.freeze()
    _outermost.clear()
    for it in every:
        code = it.__code__
        if code.co_filename.startswith(PRODUCT) and "<locals>" not in code.co_qualname:
            _outermost.setdefault((code.co_filename, code.co_qualname), []).append(it)
    return _outermost


def _changed(chosen: Function, kind: Kind) -> CodeType:
    """Returns the code of a function, or of the outermost one around it, with the fault in it."""
    path = ROOT / chosen.file
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _first_line(node) == chosen.line:
            _put_fault(node, kind)
    ast.fix_missing_locations(tree)
    whole = compile(tree, str(path), "exec", dont_inherit=True)
    outer = chosen.name.partition(".<locals>")[0]
    inner = outer == chosen.name
    for code in _codes(whole):
        if code.co_qualname == outer and (not inner or code.co_firstlineno == chosen.line):
            return code
    raise LookupError(str(chosen))


def _first_line(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return node.decorator_list[0].lineno if node.decorator_list else node.lineno


def _put_fault(node: ast.FunctionDef | ast.AsyncFunctionDef, kind: Kind) -> None:
    called = {Kind.HANGS: "hang", Kind.LATE: "return_late"}.get(kind, "hit_function")
    text = f"__import__({__name__!r}, fromlist=('',)).{called}()"
    added = ast.parse(f"async def _():\n await {text}" if "hit" not in called else f"def _():\n {text}")
    statement = added.body[0].body[0]  # type: ignore[attr-defined]
    for part in ast.walk(statement):
        ast.copy_location(part, node.body[0])
    first = node.body[0]
    documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and len(node.body) > 1
    head, body = (node.body[:1], node.body[1:]) if documented else ([], node.body)
    if kind is Kind.LATE:
        tried = ast.Try(body=body, handlers=[], orelse=[], finalbody=[statement])
        node.body = [*head, ast.copy_location(tried, body[0])]
    else:
        node.body = [*head, statement, *body]


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


@cache
def function_of(code: CodeType) -> Function | None:
    """Returns the product function that a code object belongs to; None for lambdas and comprehensions."""
    if not code.co_filename.startswith(PRODUCT) or "<" in code.co_name:
        return None
    file = str(Path(code.co_filename).relative_to(ROOT))
    return Function(file, code.co_qualname, code.co_firstlineno, bool(code.co_flags & _COROUTINE))


def function_named(named: str) -> Function:
    """Returns a function by `file:qualified name`; the last one of that name in its file."""
    file, _, name = named.partition(":")
    path = ROOT / file
    code = compile(path.read_text(encoding="utf-8"), str(path), "exec", dont_inherit=True)
    found = [it for it in _codes(code) if it.co_qualname == name]
    function = function_of(found[-1]) if found else None
    assert function is not None, f"no {named}"
    return function


@dataclass
class Executed:
    """Counts the calls of product functions."""

    active: Callable[[], bool]
    calls: Counter[Function] = field(default_factory=Counter)

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Counts within the block, while `active`."""
        codes: Counter[CodeType] = Counter()

        def note(frame: FrameType, event: str, _: Any) -> None:
            if event == "call" and (code := frame.f_code).co_filename.startswith(PRODUCT):
                caller = frame.f_back
                if caller is not None and caller.f_code.co_filename.startswith(TESTS):
                    return
                if self.active():
                    codes[code] += 1

        before = sys.getprofile()
        sys.setprofile(note)
        try:
            yield
        finally:
            sys.setprofile(before)
            for code, calls in codes.items():
                if (function := function_of(code)) is not None and code.co_flags & 0x2:  # no class body
                    self.calls[function] += calls
