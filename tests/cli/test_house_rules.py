"""A rule set that a package brings is taken by every command that names rules, or refused in one line."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.metadata import EntryPoint
from unittest.mock import AsyncMock

import pytest

from musbot import app
from musbot.cli import shared
from musbot.cli.main import MISUSED, OK, main
from musbot.game import RULE_SETS, MusRules, TresMus, rule_set
from musbot.game.rule_sets import nearest_set
from musbot.service.settings.written_rules import read_rules
from musbot.table.ways import ChatWays

CHANGES = {"piedras": 30, "real": "figura"}
CASA = replace(rule_set("vitoria", CHANGES), name="casa")
TEXT = "vitoria"
UNMADE = MusRules


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSBOT_LANGUAGE", "en")


def install(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    """Makes musbot find a rule set by the name of casa."""

    def found(group: str, name: str) -> list[EntryPoint]:
        return [EntryPoint(name, value, group)] if name == "casa" else []

    monkeypatch.setattr(shared, "entry_points", found)


def test_a_table_in_the_terminal_plays_it_as_the_nearest_set_with_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install(monkeypatch, f"{__name__}:CASA")
    monkeypatch.setattr(app, "play", play := AsyncMock())
    assert main(["play", "--rules", "casa", "--option", "gracia=5"]) == OK
    sitting = play.call_args.args[2]
    assert sitting.rules == ("vitoria", "real=figura", "piedras=30", "gracia=5")
    assert sitting.ruled == rule_set("vitoria", {**CHANGES, "gracia": 5})
    assert read_rules(sitting.rules, ChatWays()) == sitting.ruled


def test_other_commands_call_it_by_its_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, f"{__name__}:CASA")
    assert main(["simulate", "--rules", "casa", "--hands", "1", "--json"]) == OK
    assert json.loads(capsys.readouterr().out)["reglas"] == "casa"
    assert main(["rules", "casa"]) == OK
    assert "30" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (f"{__name__}:TEXT", "casa: rules = 'vitoria': expected a rule set, such as rule_set('vitoria')"),
        (
            f"{__name__}:UNMADE",
            "casa: rules = <class 'musbot.game.modos.mus.rules.MusRules'>: expected a rule set",
        ),
        (f"{__name__}:NOWHERE", "casa: AttributeError: module"),
        ("no_such_module:CASA", "casa: ModuleNotFoundError: No module named 'no_such_module'"),
        ("broken_casa:CASA", "casa: SyntaxError: "),
    ],
)
def test_one_that_cannot_be_had_is_refused_in_one_line(
    value: str,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: object,
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    with open(f"{tmp_path}/broken_casa.py", "w", encoding="utf-8") as file:
        file.write("CASA = (")
    install(monkeypatch, value)
    with pytest.raises(SystemExit) as raised:
        main(["simulate", "--rules", "casa"])
    assert raised.value.code == MISUSED
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)
def test_rules_of_any_set_are_found_again_under_its_name(rules: MusRules) -> None:
    assert nearest_set(rules) == rules
    renamed = nearest_set(replace(rules, name="casa"))
    assert replace(renamed, name=rules.name) == rules
    written = (renamed.name, *(f"{field}={value}" for field, value in renamed.changes().items()))
    assert read_rules(written, ChatWays()) == renamed


def test_a_name_of_another_game_is_not_kept() -> None:
    assert nearest_set(TresMus("vitoria", juegos=2)) == TresMus(juegos=2)
