"""Commands that other packages bring: listed, completed and run, or refused in one line."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from importlib.metadata import EntryPoint, EntryPoints

import pytest

from musbot.cli import brought, shared
from musbot.cli.main import FAILED, OK, main
from musbot.cli.shared import Subcommand, UsageError
from musbot.words.texts import LANGUAGES, NoText, Texts


def say_hello(_: argparse.Namespace) -> int:
    print("hello")
    return OK


HELLO = Subcommand("hello", "cli-acta", lambda parser: None, say_hello, ("hola",))
NO_TEXT = Subcommand("hello", "cli-nothing", lambda parser: None, say_hello)
ALIAS = Subcommand("hello", "cli-acta", lambda parser: None, say_hello, ("aprender",))
OTHER_PLAY = Subcommand("play", "cli-acta", lambda parser: None, say_hello)


def install(monkeypatch: pytest.MonkeyPatch, *names: str, value: str = "HELLO") -> None:
    """Has packages bring commands of these names; `value` names the object in this module."""
    points = [EntryPoint(name, f"{__name__}:{value}", brought.GROUP) for name in names]

    def found(*, group: str) -> Sequence[EntryPoint]:
        assert group == "musbot.commands"
        return points

    monkeypatch.setattr(brought, "entry_points", found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_its_package_arena_says_in_one_line_how_to_get_it(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch)
    monkeypatch.setenv("MUSBOT_LANGUAGE", language)
    for arguments in ([], ["azar", "prudente", "--juegos", "2"], ["--help"]):
        assert main(["arena", *arguments]) == FAILED
        said = capsys.readouterr()
        assert (said.out, said.err) == ("", f"{Texts(language)('cli-arena-missing')}\n")
        assert "pip install musbot-research" in said.err


def test_help_and_completion_list_a_command_that_is_brought_and_one_that_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, "hello")
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out
    assert "hello" in told
    assert "pip install musbot-research" in " ".join(told.split())
    assert main(["completion", "bash"]) == OK
    assert {"hello", "arena"} <= set(re.findall(r"\w+", capsys.readouterr().out))


@pytest.mark.parametrize("name", ["hello", "hola"])
def test_a_command_that_is_brought_runs_by_each_of_its_names(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, "hello")
    assert main([name]) == OK
    assert capsys.readouterr().out == "hello\n"


@pytest.mark.parametrize(
    ("name", "value"), [("play", "OTHER_PLAY"), ("hello", "OTHER_PLAY"), ("hello", "ALIAS")]
)
def test_no_package_replaces_a_command_of_musbot_and_none_is_loaded_for_one(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, name, value=value)
    commands, reasons = brought.find_installed_commands(["play", "learn", "aprender"])
    assert ([it.name for it in commands], list(reasons)) == (["arena"], ["arena"])
    monkeypatch.setattr(brought, "entry_points", lambda group: pytest.fail("looked for other packages"))
    with pytest.raises(SystemExit):
        main(["glossary", "--help"])
    assert "musbot glossary" in capsys.readouterr().out


@pytest.mark.parametrize("value", ["NOTHING", "LANGUAGES", "NO_TEXT"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_package_that_cannot_be_loaded_hinders_no_other_command_and_says_why(
    value: str, language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, "hello", value=value)
    monkeypatch.setenv("MUSBOT_LANGUAGE", language)
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == OK
    assert "hello" not in capsys.readouterr().out
    assert main(["hello"]) == FAILED
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("hello ")


def test_a_package_s_own_messages_come_before_musbot_s_and_lack_nothing_of_them() -> None:
    for language in LANGUAGES:
        texts = Texts(language, package="musbot_research")
        assert texts("cli-arena-juegos") != texts("cli-json")
    with pytest.raises(NoText):
        Texts("en")("cli-arena-juegos")


def test_an_unknown_rule_set_is_told_those_that_packages_bring(monkeypatch: pytest.MonkeyPatch):
    points = EntryPoints([EntryPoint("casa", "casa:CASA", "musbot.rule_sets")])
    monkeypatch.setattr(shared, "entry_points", lambda **wanted: points.select(**wanted))
    with pytest.raises(UsageError, match="casa"):
        shared.read_rules("Caza", [])
