"""How docstrings, comments and names read only gets better (tests/prose.toml, tools/prose)."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import httpx
import pytest

from tools.prose.code import (
    GOAL,
    LIMITS,
    ROOT,
    Prose,
    lowered,
    over,
    print_findings,
    read_packages,
    read_source,
)
from tools.prose.phrases import is_bare_participle
from tools.prose.sources import Classes, texts


def read_text(source: str) -> Prose:
    prose = Prose()
    read_source(prose, "here.py", source, Classes([ast.parse(source)]))
    return prose


def findings(source: str, kind: str) -> list[str]:
    return [it.text for it in read_text(source).findings if it.kind == kind]


def test_no_package_reads_worse_than_its_limits_and_limits_follow_what_got_better() -> None:
    now = {name: prose.figures() for name, prose in read_packages(ROOT).items()}
    assert over(now, tomllib.loads(LIMITS.read_text("utf-8"))) == []


def test_a_library_that_people_like_to_read_passes_the_goal_for_phrases() -> None:
    packages = read_packages(Path(httpx.__file__).parent, ["."])
    words = sum(it.words for it in packages.values())
    assert words > 5000
    assert 1000 * sum(it.count("phrases") for it in packages.values()) / words <= 2


@pytest.mark.parametrize(
    "text",
    [
        "What is noted of what is either so or not.",
        "The like of it that other tables have already.",
        "Whoever plays elsewhere.",
        "The tables for who plays.",
        "Returns what the chat was told.",
        "Notes that somebody is away.",
        "Those that it holds.",
        "Lets a table rest.",
        "How a table stood.",
        "None where nobody sits.",
    ],
)
def test_what_reads_like_a_translation_is_found(text: str) -> None:
    assert findings(f'"""{text}"""', "phrases") != []


@pytest.mark.parametrize(
    "text",
    [
        "Returns the seats of the players who are away, in turn order.",
        "Deletes calls to players who left, and closes their hand messages (R95).",
        "An SQL statement and its parameters.",
        "Whether `places` allows tables in this chat. Empty `places` allows all.",
        "What does the table show?",
        "Raises Refused if the table was set aside by another process.",
    ],
)
def test_plain_english_passes(text: str) -> None:
    assert findings(f'"""{text}"""', "phrases") == []


def test_names_that_are_one_participle_or_preposition_are_found() -> None:
    names = [
        "told",
        "_of",
        "asked",
        "again",
        "kept",
        "read",
        "put",
        "cut",
        "feed",
        "is_closed",
        "seats",
        "__next__",
    ]
    assert [it for it in names if is_bare_participle(it)] == ["told", "_of", "asked", "again", "kept"]
    source = "class A:\n    @classmethod\n    def of(cls): ...\n    def at(self): ...\n"
    assert findings(source, "names") == ["at"]


def test_texts_that_only_refer_or_repeat_their_name_are_found() -> None:
    source = 'def send_call():\n    """Sends calls."""\ndef load():\n    """See Store."""\n'
    assert findings(source, "repeat") == ["send_call: Sends calls."]
    assert findings(source, "refer") == ["See Store."]
    assert findings('def load():\n    """Loads a table; see Store."""', "refer") == []


def test_a_public_name_needs_a_text_of_its_own_or_of_its_base() -> None:
    source = '''
class Base:
    """A base."""
    def run(self):
        """Runs until it is cancelled."""
class Derived(Base):
    """Its heir."""
    size: int
    length: int
    """In seconds."""
    width: int  # in pixels
    # In pixels.
    height: int
    _own: int
    def run(self): ...
    def stop(self): ...
    def _help(self): ...
'''
    assert findings(source, "undocumented") == ["size", "stop"]


def test_retired_words_are_found_as_names_of_functions_arguments_and_fields() -> None:
    source = "class House:\n    def let_go(self, twin): self._owed = self.elsewhere = twin"
    assert sorted(findings(source, "retired")) == ["House", "_owed", "elsewhere", "let_go", "twin"]


def test_comments_on_consecutive_lines_are_one_text_and_directives_are_none() -> None:
    source = "# One sentence\n# on two lines.\nx = 1  # noqa: S1\n# ---- head ----\ny = 2  # beside it\n"
    assert [it.words for it in texts(source)] == ["One sentence on two lines.", "beside it"]


def test_a_figure_may_not_pass_its_limit_nor_leave_it_behind() -> None:
    limits = {"musbot/a": {"phrases": 10.0, "refer": 2}}
    assert over({"musbot/a": {"phrases": 9.5, "refer": 2}}, limits) == []
    assert len(over({"musbot/a": {"phrases": 10.1, "refer": 3}}, limits)) == 2
    assert "--lower" in over({"musbot/a": {"phrases": 2.0, "refer": 2}}, limits)[0]
    assert "--lower" in over({"musbot/a": {"refer": 9}}, {"musbot/a": {"refer": 20}})[0]
    assert over({"musbot/a": {"phrases": 10.0, "refer": 1}}, limits) == []
    assert "no such package" in over({}, limits)[0]
    assert over({"musbot/new": dict(GOAL)}, {}) == []
    assert len(over({"musbot/new": {"phrases": 4.1, "refer": 1}}, {})) == 2


def test_limits_are_lowered_and_never_raised() -> None:
    now = {"b": {"phrases": 9.5, "refer": 3}, "a": {"phrases": 0.0}}
    text = lowered(now, {"b": {"phrases": 10.0, "refer": 2}, "gone": {"refer": 1}}, "# why\n")
    assert text.startswith('# why\n\n"a" = ')
    assert tomllib.loads(text) == {"a": {"phrases": 0}, "b": {"phrases": 9.5, "refer": 2}}


def test_findings_name_their_line(tmp_path: Path) -> None:
    (tmp_path / "it.py").write_text('x = 1\n"""Whoever it is."""\n', "utf-8")
    told = list[str]()
    print_findings(tmp_path, "it.py", told.append)
    assert told == [
        "it.py:2: phrases: 'Whoever': Whoever it is.\n",
        "it.py:2: phrases: 'it is.': Whoever it is.\n",
    ]


def test_figures_of_other_code_are_printed(tmp_path: Path) -> None:
    (tmp_path / "it.py").write_text('"""Nobody sits here."""\n', "utf-8")
    command = [sys.executable, "-m", "tools.prose", "--at", str(tmp_path)]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True)
    assert told.stdout.splitlines()[-1].startswith("     3 words     1 texts phrases 333.4 texts 100")
