"""Rules that a package brings or a person has saved are taken by every command, or refused in one line."""

from __future__ import annotations

import asyncio
import io
import json
import re
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from musbot import app
from musbot.cli import shared
from musbot.cli.main import FAILED, MISUSED, OK, main
from musbot.game import RULE_SETS, MusRules, TresMus, rule_set
from musbot.game.rule_sets import nearest_set
from musbot.service.choices.kept import Fact
from musbot.service.settings.written_rules import read_rules
from musbot.store.sqlite import open_sqlite
from musbot.table.ways import ChatWays, write_ways

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
    told = capsys.readouterr().out
    assert main(["rules", "vitoria", "real=figura", "piedras=30"]) == OK
    assert capsys.readouterr().out == told


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


# ---- rules that somebody has saved in the terminal --------------------------------------------------------


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The words after `musbot` by which rules that were saved at a table of the terminal are played."""
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / 'mus.sqlite'}")
    monkeypatch.setattr("sys.stdin", io.StringIO("rules keep pueblo\nquit\n"))
    assert main(["play", "castellano", "piedras=30", "--text", "--names", "Ane"]) == OK
    (told,) = re.findall(r"musbot (play) (pueblo)\b", capsys.readouterr().out)
    return list(told)


@pytest.mark.parametrize(
    ("more", "changes"), [([], {}), (["gracia=7"], {"gracia": 7}), (["--piedras", "35"], {"piedras": 35})]
)
def test_the_command_that_the_terminal_names_plays_what_was_saved_there(
    saved: list[str], more: list[str], changes: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "play", play := AsyncMock())
    for arguments in (saved, ["play", "--rules", saved[1]]):
        assert main([*arguments, *more]) == OK
        sitting = play.call_args.args[2]
        assert sitting.ruled == rule_set("castellano", {"piedras": 30, **changes})
        assert read_rules(sitting.rules, ChatWays()) == sitting.ruled


def test_what_was_saved_is_explained_and_listed(saved: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "pueblo"]) == OK
    assert "30 piedras" in capsys.readouterr().out
    assert main(["rules"]) == OK
    assert f"(musbot {' '.join(saved)})" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments", [["play", "nowhere"], ["play", "--rules", "nowhere"], ["rules", "nowhere"]]
)
def test_a_name_that_nobody_has_saved_is_refused_with_the_names_there_are(
    saved: list[str], arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as raised:
        main(arguments)
    assert raised.value.code == MISUSED
    (line,) = capsys.readouterr().err.splitlines()
    assert all(name in line for name in ("nowhere", "vitoria", "frances, pueblo"))


async def note(file: Path, chat: str, settings: str) -> None:
    """Writes the settings of one more chat into a database."""
    store = await open_sqlite(file)
    await store.store_note(Fact.WAYS, chat, settings)
    await store.close()


@pytest.mark.parametrize(
    ("chat", "settings"),
    [("telegram:-100", write_ways(ChatWays(sets=(("aldea", "vitoria"),)))), ("console:mesa", "{}")],
)
def test_only_rules_of_the_terminal_that_can_be_read_are_known(
    saved: list[str], chat: str, settings: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(note(tmp_path / "mus.sqlite", chat, settings))
    assert main(["rules"]) == OK
    assert ("pueblo" in (told := capsys.readouterr().out)) == (chat != "console:mesa")
    assert "aldea" not in told
    with pytest.raises(SystemExit):
        main(["play", "aldea"])


def test_a_database_that_cannot_be_read_is_named_and_hides_no_rule_set(
    saved: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mus.sqlite").write_text("no database" * 999)
    assert main(saved) == FAILED
    assert "the database is damaged" in capsys.readouterr().err
    assert main(["rules"]) == OK
    assert main(["rules", "vitoria"]) == OK
