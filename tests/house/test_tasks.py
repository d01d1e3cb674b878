"""No task ends unnoticed: each starts through Background, or is awaited by the function that starts it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.trees import children, parse, walk

ROOT = Path(__file__).parents[2]

STARTS = {"create_task", "ensure_future", "TaskGroup", "run_coroutine_threadsafe"}
"""What starts a task."""
TIMERS = {"call_soon": 0, "call_soon_threadsafe": 0, "call_later": 1, "call_at": 1, "add_done_callback": 0}
"""What calls a function later, and where that stands among its arguments."""

OWN = {
    "musbot/runtime/boundary.py:Background.start": "the one place",
    "musbot/app.py:Process.start": "wait_until_ended awaits the platforms: the end of one ends the process",
    "musbot/app.py:_run_process": "it awaits the starts of platforms, and raises their errors",
    "musbot/app.py:_open_unless_stopping": "it awaits the opening of the store",
    "musbot/service/queue/outboxes.py:Outbox.wait_for_end": "a sleep that it awaits",
    "musbot/service/tables/repository.py:LazyRepository.read_once": "it awaits the reading, as do others",
    "musbot/store/writer.py:Writer.__init__": "its end, for whatever reason, ends the process",
    "musbot/store/postgres/hosts.py:connect_primary": "it awaits the attempts; those that are late end alone",
    "musbot/store/postgres/hosts.py:require_own_sessions": "it awaits the attempts; late ones end alone",
    "adapters/telegram/bot.py:TelegramBot._take_batch": "it awaits the batch",
    "adapters/discord/gateway.py:Gateway._run_shards": "it awaits the shards, and raises what ends one",
    "adapters/console/terminal.py:Terminal.run": "it awaits the game, and raises what ends it",
    "adapters/console/window.py:PromptWindow.open": "`close` awaits the screen, and raises what ended it",
    "adapters/console/messenger.py:ConsoleMessenger.read_until": "it awaits the line and the change",
}
"""The functions that start tasks by themselves, and why."""


def named_calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """Yields every call in a module with the qualified name of the function that makes it."""

    def visit(node: ast.AST, names: tuple[str, ...]) -> Iterator[tuple[str, ast.Call]]:
        for child in children(node):
            inner = names
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                inner = (*names, child.name)
            elif isinstance(child, ast.Call):
                yield ".".join(names), child
            yield from visit(child, inner)

    return visit(tree, ())


def called(call: ast.Call) -> str:
    """Returns the last part of the name that is called."""
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def coroutines(tree: ast.AST) -> set[str]:
    """Returns the names of a module's coroutine functions."""
    return {node.name for node in walk(tree) if isinstance(node, ast.AsyncFunctionDef)}


def starts(file: str, text: str) -> Iterator[str]:
    """Yields the functions of a file that start a task, or give a coroutine to a timer."""
    tree = parse(text)
    for function, call in named_calls(tree):
        name = called(call)
        if name in STARTS:
            yield f"{file}:{function}"
        elif name in TIMERS and len(call.args) > TIMERS[name]:
            given = call.args[TIMERS[name]]
            if getattr(given, "attr", getattr(given, "id", "")) in coroutines(tree):
                yield f"{file}:{function} gives a coroutine to {name}"


def sources() -> Iterator[tuple[str, str]]:
    """Yields the files of the product and their text."""
    for folder in ("musbot", "adapters"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")


def test_every_task_starts_through_background_or_is_awaited_by_who_starts_it() -> None:
    found = {it for file, text in sources() for it in starts(file, text)}
    assert found == set(OWN)


@pytest.mark.parametrize(
    "line",
    [
        "asyncio.create_task(work())",
        "loop.create_task(work())",
        "asyncio.ensure_future(work())",
        "asyncio.TaskGroup()",
        "loop.call_later(1, work)",
        "loop.call_soon(self.work)",
        "future.add_done_callback(work)",
    ],
)
def test_whatever_starts_a_task_is_found(line: str) -> None:
    text = f"async def work(): ...\nclass A:\n    def begin(self):\n        {line}\n"
    (found,) = starts("a.py", text)
    assert found.startswith("a.py:A.begin")


def test_an_unexpected_error_is_logged_by_the_boundary_alone_once_a_cause() -> None:
    found = {
        f"{file}:{function}"
        for file, text in sources()
        for function, call in named_calls(parse(text))
        if called(call) == "exception" and ast.unparse(call.func) in ("log.exception", "_log.exception")
    }
    assert found == set()
