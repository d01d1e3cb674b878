"""What documents promise is there, or said not to be built yet; and they read well (tools/prose)."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from musbot.cli import main as cli
from musbot.config import Settings, setting_names
from musbot.port.installed import installed_adapters
from musbot.service.commands.registry import COMMANDS
from musbot.words.texts import LANGUAGES
from musbot_research.command import ARENA
from tools.prose.documents import LONG, SHARE, read
from tools.prose.documents import documents as english

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted(
    str(file.relative_to(ROOT))
    for file in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "research").rglob("*.md"))
)
CONTRACTS = "docs/contracts.md"
"""The document that names every subcommand and every setting."""

NOT_BUILT = re.compile(r"^## Not built yet\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
"""The section of a document that says what is not there."""
OF_OTHERS = {
    "newbot",
    "deletebot",
    "usr",
    "revoke",
    "setprivacy",
    "start",
    "v",
    "opt",
    "etc",
    "var",
    "data",
    "livez",
    "readyz",
    "metrics",
}
"""BotFather's commands, what opens a chat on Telegram, how paths begin, and pages for who runs a bot."""


def there(document: str) -> str:
    """What a document says that there is."""
    return NOT_BUILT.sub("", (ROOT / document).read_text("utf-8"))


def promised(document: str) -> str:
    """What a document says that there is not."""
    return "".join(NOT_BUILT.findall((ROOT / document).read_text("utf-8")))


# ---- commands of the chats ----------------------------------------------------------------------------


def commands() -> set[str]:
    """Everything that any of them is called."""
    called = ((*row.every_name, *(row.name_in(language) for language in LANGUAGES)) for row in COMMANDS)
    return set(chain.from_iterable(called))


def commands_in(text: str) -> set[str]:
    return set(re.findall(r"(?<![\w/<.…\])])/([a-zñ]+)\b", text)) - OF_OTHERS


def test_chat_md_names_every_command_and_what_it_says_not_to_be_built_is_none() -> None:
    missing = {row.name for row in COMMANDS} - commands_in(there("docs/chat.md"))
    assert not missing, f"python -m tools.tables adds {missing} to docs/chat.md"
    heads = " ".join(re.findall(r"^- (`/.*?):", promised("docs/chat.md"), re.MULTILINE))
    assert commands_in(heads) & commands() == set()


def labels(language: str) -> dict[str, str]:
    """What buttons say in one line, by key, without the sign before it."""
    files = (ROOT / "musbot/words/locale" / language).glob("*.ftl")
    text = "\n".join(it.read_text("utf-8") for it in files)
    return dict(re.findall(r"^(button-[\w-]+) = [^\w¿]*([^{}\n]+)$", text, re.MULTILINE))


def test_chat_md_gives_the_english_labels_of_buttons() -> None:
    section = there("docs/chat.md").partition("### Buttons in English\n")[2].partition("\n### ")[0]
    pairs = re.findall(r"\*([^*]+)\* \(([^()]+)\)", section)
    assert len(pairs) > 30
    spanish, english = labels("es"), labels("en")
    assert {*pairs} - {(spanish[key], english[key]) for key in spanish.keys() & english.keys()} == set()


# ---- subcommands --------------------------------------------------------------------------------------


def subcommands() -> set[str]:
    return {row.name for row in (*cli.COMMANDS, ARENA)}


def subcommands_in(text: str) -> set[str]:
    """What follows `musbot` where it begins a piece of code, or a line of one."""
    spans = re.findall(r"`(?:python -m )?musbot ([a-z]+)", text)
    blocks = re.findall(r"```\w*\n(.*?)```", text, re.DOTALL)
    return {*spans, *re.findall(r"^(?:\$ )?musbot ([a-z]+)", "\n".join(blocks), re.MULTILINE)}


def test_the_contracts_name_every_subcommand_and_those_that_are_not_built() -> None:
    assert subcommands_in(there(CONTRACTS)) == subcommands(), f"{CONTRACTS} lists every row of cli.COMMANDS"
    assert subcommands_in(promised(CONTRACTS)) == set()


def asked_in(text: str) -> set[tuple[str, str]]:
    """The options that a document gives to subcommands: `("acta", "--json")`."""
    spans = re.findall(r"`(?:python -m )?musbot ([a-z]+)\b([^`\n]*)`", text)
    blocks = re.findall(r"```\w*\n(.*?)```", text, re.DOTALL)
    lines = re.findall(r"^(?:\$ )?musbot ([a-z]+)\b(.*)", "\n".join(blocks), re.MULTILINE)
    option = re.compile(r"--[a-z]+(?:-[a-z]+)*")
    found = [(name, given) for name, rest in (*spans, *lines) for given in option.findall(rest)]
    return set(found)


def options(subcommand: str) -> set[str]:
    """The options that a subcommand takes."""
    (row,) = (row for row in (*cli.COMMANDS, ARENA) if row.name == subcommand)
    row.options(parser := argparse.ArgumentParser())
    return {name for action in parser._actions for name in action.option_strings}


# ---- settings -----------------------------------------------------------------------------------------


def settings() -> set[str]:
    """Everything that musbot and the platforms installed beside it read from the environment."""
    every: list[type[Any]] = [Settings, *installed_adapters().values()]
    return {name for kind in every for name in setting_names(kind)}


OF_THE_SYSTEM = set("HTTPS_PROXY HTTP_PROXY ALL_PROXY NO_PROXY XDG_DATA_HOME LINES_ROOM MUSBOT_ENV".split())
"""Variables that every program or musbot-admin reads, and that of the platform in docs/extending.md."""


def settings_in(text: str) -> set[str]:
    """What stands in code, alone or before its value, in capitals of more than one word."""
    return set(re.findall(r"`([A-Z]+(?:_[A-Z]+)+)\b[^`\n]*`", text)) - OF_THE_SYSTEM


def test_the_contracts_and_the_example_name_every_setting() -> None:
    assert settings_in(there(CONTRACTS)) == settings(), f"{CONTRACTS} lists every setting"
    example = (ROOT / ".env.example").read_text("utf-8")
    listed = re.findall(r"^#?\s*([A-Z][A-Z_]+)=", example, re.MULTILINE)
    assert sorted(listed) == sorted(settings())


def modules_in(text: str) -> set[str]:
    """What `python -m` is given, but what comes with Python."""
    return set(re.findall(r"python -m ([\w.]+\w)", text)) - {"venv", "pip"}


def targets_in(text: str) -> set[str]:
    """What `make` is given where it begins a piece of code, or a line."""
    return {*re.findall(r"`make ([a-z]+)", text), *re.findall(r"^make ([a-z]+)", text, re.MULTILINE)}


def names_not_in_their_file(text: str) -> set[tuple[str, str]]:
    """What a text says is in a file of Python (`NAME` in `path`), and no file with that end of a path has."""
    named = set(re.findall(r"`(\w+)` in `([\w/]+\.py)`", text))
    return {(name, path) for name, path in named if not any(name in code for code in sources_at(path))}


def sources_at(path: str) -> list[str]:
    """Returns the text of each file of the program or its tests whose path ends so."""
    rooms = ("musbot", "adapters", "tests", "tools", "research")
    found = chain.from_iterable((ROOT / room).rglob(Path(path).name) for room in rooms)
    return [file.read_text("utf-8") for file in found if f"/{file}".endswith(f"/{path}")]


def test_a_name_that_is_not_in_its_file_is_found() -> None:
    text = "`COMMANDS` in `service/commands/registry.py`, `_TOLD` in `musbot/narrator/lessons.py`"
    assert names_not_in_their_file(text) == {("_TOLD", "musbot/narrator/lessons.py")}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_what_a_document_names_is_there_or_said_not_to_be_built(
    document: str,
) -> None:
    text, lacking = there(document), promised(document)
    strange = commands_in(text) - commands()
    assert not strange, f"{document} names {strange}: add a row to COMMANDS, or list it under Not built yet"
    assert subcommands_in(text) - subcommands() == set()
    assert subcommands_in(lacking) & subcommands() == set()
    for name, option in sorted(asked_in(text)):
        assert option in options(name), f"musbot {name} {option}"
    assert {name for name in modules_in(text) if find_spec(name) is None} == set()
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert targets_in(text) <= set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    assert names_not_in_their_file(text) == set()
    assert settings_in(text) - settings() == set()
    assert settings_in(lacking) & settings() == set()


# ---- how they read ------------------------------------------------------------------------------------

READ = english()


@pytest.mark.parametrize("file", READ, ids=lambda file: file.name)
def test_a_document_has_no_endless_sentence_no_crammed_cell_and_no_banned_turn(file: Path) -> None:
    assert read(file.read_text("utf-8")).faults == [], f"python -m tools.prose {file.relative_to(ROOT)}"


def test_hardly_a_sentence_is_long() -> None:
    readings = [read(file.read_text("utf-8")) for file in READ]
    long = [it for reading in readings for it in reading.long]
    assert len(long) <= SHARE * sum(len(reading.sentences) for reading in readings), long


def test_what_sounds_translated_is_found() -> None:
    text = f"# Head\n\nWho plays, wins. So does he.\n\n| a | {'b ' * 61}|\n\n- {'c ' * 61}\n\n```\nhis\n```\n"
    found = read(text)
    assert len(found.sentences) == 3
    assert len(found.faults) == 4
    assert len(read(f"{'d ' * (LONG + 1)}. Who plays?").long) == 1


def test_figures_that_nobody_reads_on_end_without_a_traceback() -> None:
    command = f"{sys.executable} -m tools.prose README.md | true"
    told = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, check=True)
    assert told.stderr == b""


def test_the_changelog_stays_terse() -> None:
    """A merge that keeps both sides brings old entries back: take main's file, and add your lines again."""
    assert len((ROOT / "CHANGELOG.md").read_text("utf-8").split()) < 1300, "git checkout main -- CHANGELOG.md"


# ---- how the code speaks of people --------------------------------------------------------------------

BESIDE = re.compile(r'"""(?:.|\n)*?"""|#[^\n]*|/\*(?:.|\n)*?\*/|//[^\n]*')
"""Docstrings and comments, of Python and C."""
ONE_MAN = re.compile(r"(?<!\*)\b(?:he|his|him|himself)\b", re.IGNORECASE)
"""A player, an operator or a seat as *he*; in asterisks it is the word that is meant."""


def as_he(text: str) -> list[str]:
    return [it for it in BESIDE.findall(text) if ONE_MAN.search(it)] if ONE_MAN.search(text) else []


@pytest.mark.parametrize("room", ["musbot", "adapters", "research", "tools"])
def test_comments_and_docstrings_speak_of_people_as_they(room: str) -> None:
    files = chain.from_iterable((ROOT / room).rglob(f"*.{kind}") for kind in ("py", "c", "h"))
    found = {str(file.relative_to(ROOT)): as_he(file.read_text("utf-8")) for file in files}
    assert {file: told for file, told in found.items() if told} == {}


def test_a_player_called_he_is_found() -> None:
    assert len(as_he('"""A seat\nand His hand."""\nheld = "he"  # *he* or they\nhis = 1  # of him')) == 2
    assert len(as_he("/* A seat,\n * and what he bets. */\nchar *his; // himself")) == 2


# ---- this test ----------------------------------------------------------------------------------------


def test_a_promise_that_is_not_kept_is_found() -> None:
    text = "Write `/ranking`, then `/mus vitoria`:\n```\nmusbot arena --seed x\n```\n"
    text += "or `musbot doctor`: `MUSBOT_X=1`."
    assert commands_in(text) == {"ranking", "mus"}
    assert subcommands_in(text) == {"arena", "doctor"}
    assert asked_in(text) == {("arena", "--seed")}
    assert settings_in(text) == {"MUSBOT_X"}
