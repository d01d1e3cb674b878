"""Ids have types of their own: a text under the name of a chat, person or message is found."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.plan import modules
from tools.trees import parse

ROOT = Path(__file__).parents[2]

IDS = re.compile(r"_?(chat|person|message)(s|_id|_of)?|people|opened_by|shown_in|reply_to|replaces_message")
"""The names of what holds ids of chats, people or messages, or returns one."""

NO_IDS = {
    ("musbot.cli.main", "message"),  # what argparse says about an error
    ("musbot.narrator.narrator", "chat"),  # a link to a chat
    ("musbot.store.operations", "people"),  # a list as JSON
    ("musbot.store.outline", "people"),  # a list as JSON
}
"""Modules, and names there that hold another text."""


def texts_as_ids(source: str) -> Iterator[str]:
    """Yields the names of ids whose annotation says `str`: of parameters, variables, fields and functions."""
    for node in ast.walk(parse(source)):
        match node:
            case (
                ast.arg(arg=name, annotation=ast.expr() as kind)
                | ast.AnnAssign(target=ast.Name(id=name) | ast.Attribute(attr=name), annotation=kind)
                | ast.FunctionDef(name=name, returns=ast.expr() as kind)
            ) if IDS.fullmatch(name):
                if any(isinstance(it, ast.Name) and it.id == "str" for it in ast.walk(kind)):
                    yield name


def test_every_id_of_a_chat_person_or_message_has_its_type():
    found = {
        (module, name)
        for module, file in modules(ROOT).items()
        for name in texts_as_ids(file.read_text("utf-8"))
    }
    assert found == NO_IDS


@pytest.mark.parametrize(
    "line",
    [
        "def f(chat: str): ...",
        "def f(*, person_id: str | None = None): ...",
        "class A:\n    message: str",
        "class A:\n    def __init__(self):\n        self.chats: dict[str, int] = {}",
        "def chat_of(it: int) -> str: ...",
    ],
)
def test_a_text_under_the_name_of_an_id_is_found(line: str):
    assert len(list(texts_as_ids(line))) == 1


def test_a_text_under_another_name_is_none():
    assert list(texts_as_ids("def f(chat: ChatId, text: str, message_text: str) -> str: ...")) == []
