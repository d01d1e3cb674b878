"""What is spelt is checked by mypy: names of fields, and whatever a match has forgotten."""

from __future__ import annotations

import dataclasses
import os
import pickle
import re
from copy import copy
from dataclasses import FrozenInstanceError, dataclass
from pathlib import Path

import mypy.api
import pytest

from musbot.game.record import copy_with, record
from musbot.game.shuffle import Baraja
from musbot.game.state import Between
from tests.support.playing import opened

ROOT = Path(__file__).parents[2]

MISSPELT = """
from dataclasses import dataclass

from musbot.game.record import copy_with

@dataclass(frozen=True)
class Phase:
    turn: int

@dataclass(frozen=True, slots=True)
class Sign:
    seat: int

phase: Phase = copy_with(Phase(0), turn=1)
sign: Sign = copy_with(Sign(0), seat=1)
copy_with(phase, trun=2)
copy_with(phase, turn="2")
copy_with(sign, saet=2)
"""


FORGOTTEN: list[tuple[str, str, tuple[str, ...]]] = [
    ("musbot/table/acts.py", "PlayAct = Action", ("acts.py", "decisions.py")),
    ("musbot/table/acts.py", "LobbyAct = InLobby", ("acts.py", "lobby.py")),
    ("musbot/table/pages.py", "AnyPage = Page", ("pages.py", "decisions.py", "lobby.py")),
    ("musbot/table/alarms.py", "Alarm = BeforeAlarm", ("alarms.py",)),
    ("musbot/table/events.py", "Presence = Waited", ("fold.py",)),
    ("musbot/table/events.py", "Seating = RulesChosen", ("fold.py",)),
    ("musbot/table/events.py", "Course = Picked", ("fold.py",)),
    ("musbot/table/events.py", "Replacing = StoodIn", ("fold.py",)),
    ("musbot/table/events.py", "TableEvent = Opened", ("fold.py",)),
    ("musbot/service/queue/parts.py", '    SEAL = "seal"', ("slots.py", "rendering.py")),
    ("musbot/service/queue/slots.py", "Slot = TableSlot", ("courier.py",)),
    (
        "musbot/game/rule_sets.py",
        "Rules = MusRules",
        ("modos/families.py", "voices/__init__.py", "players/families.py", "coach/__init__.py"),
    ),
    (
        "musbot/game/modos/families.py",
        "Seen = MusSeen",
        ("game/views.py", "voices/__init__.py", "players/families.py"),
    ),
]
"""A file, the union in it that another class joins, and the files that must not pass then."""

THIRD = """
from musbot.game.rules_base import RuleSet
from musbot.game.state import State
from musbot.narrator.voices.voice import RulesVoice, Voice

class ThirdRules(RuleSet): ...
class ThirdState(State): ...
class ThirdVoice(Voice[ThirdRules]): ...
class ThirdRulesVoice(RulesVoice[ThirdRules]): ...

for each in ThirdRules(), ThirdState(), ThirdVoice(), ThirdRulesVoice():
    pass
"""


def with_one_more(source: str, number: int, union: str) -> str:
    """Returns a module's text with one more class in a union, or one more member beside one of an enum."""
    if union.startswith(" "):
        assert f"\n{union}\n" in source
        return source.replace(f"\n{union}\n", f'\n    Forgotten{number} = "forgotten"\n{union}\n')
    before, line, after = source.partition(f"\n{union} |")
    assert line
    name = f"Forgotten{number}"
    forgotten = f'\n\nclass {name}:\n    """Nobody has thought of it."""\n'
    return f"{before}{forgotten}\n{line[:-1]}| {name} |{after}"


def errors_of_mypy(folder: Path) -> list[str]:
    """What mypy finds, with this project's settings, where all that is in the lists has been put in."""
    shadows: list[str | Path] = []
    for name in {name for name, _, _ in FORGOTTEN}:
        text = (ROOT / name).read_text("utf-8")
        for number, (file, union, _) in enumerate(FORGOTTEN):
            text = with_one_more(text, number, union) if file == name else text
        shadow = folder / name.replace("/", "_")
        shadow.write_text(text, "utf-8")
        shadows += ["--shadow-file", ROOT / name, shadow]
    for module, source in (("misspelt", MISSPELT), ("third", THIRD)):
        (folder / f"{module}.py").write_text(source, "utf-8")
    rooms = (f"musbot.{room}" for room in ("table", "service", "narrator", "game", "players", "coach"))
    checked = [word for package in (*rooms, "misspelt", "third") for word in ("-p", package)]
    config, cache = ("--config-file", ROOT / "pyproject.toml"), ("--cache-dir", os.devnull)
    out, errors, _ = mypy.api.run([*map(str, (*config, *cache, *shadows)), "--no-color-output", *checked])
    assert not errors
    return [line for line in out.splitlines() if ": error: " in line]


def test_what_a_match_forgets_or_a_changed_copy_misspells_or_a_family_leaves_open_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MYPYPATH", str(tmp_path))
    misspelt, third, forgotten = list[str](), list[str](), list[str]()
    for error in errors_of_mypy(tmp_path):
        ours = misspelt if "/misspelt.py:" in error else third if "/third.py:" in error else forgotten
        ours.append(error)
    assert [error for error in forgotten if "Forgotten" not in error] == []
    for number, (_, union, matching) in enumerate(FORGOTTEN):
        of_it = [error for error in forgotten if re.search(rf"\bForgotten{number}\b", error)]
        files = {error.partition(":")[0] for error in of_it}
        missing = [name for name in matching if not any(file.endswith(f"/{name}") for file in files)]
        assert missing == [], union
    assert [re.findall(r':(\d+): error: .*?"(\w+)"', line)[0] for line in misspelt] == [
        ("16", "trun"),
        ("17", "turn"),
        ("18", "saet"),
    ]
    assert [re.findall(r'"(\w+)"', error)[0] for error in third if "abstract class" in error] == [
        "ThirdRules",
        "ThirdState",
        "ThirdVoice",
        "ThirdRulesVoice",
    ]


@dataclass(frozen=True)
class Phase:
    turn: int
    words: tuple[str, ...] = ()


@record(frozen=True, slots=True)
class Slotted:
    seat: int
    word: str = ""


def test_a_changed_copy_leaves_the_first_as_it_was() -> None:
    phase, slotted = Phase(1, ("mus",)), Slotted(2, "mus")
    assert copy_with(phase, turn=3) == Phase(3, ("mus",))
    assert copy_with(slotted, seat=3) == Slotted(3, "mus")
    assert (phase, slotted) == (Phase(1, ("mus",)), Slotted(2, "mus"))
    assert copy_with(phase) == phase
    with pytest.raises(FrozenInstanceError):
        copy_with(phase, turn=3).turn = 4  # type: ignore[misc]


def test_a_record_is_a_dataclass_like_any_other() -> None:
    slotted = Slotted(2, "mus")
    assert repr(slotted) == "Slotted(seat=2, word='mus')"
    assert {slotted: 1}[copy(slotted)] == 1
    assert pickle.loads(pickle.dumps(slotted)) == slotted == dataclasses.replace(slotted)
    with pytest.raises(AttributeError):
        slotted.other = 3  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["vitoria", "tres-mus"])
def test_a_state_is_frozen_and_a_draft_of_it_changes_until_it_is_sealed(name: str) -> None:
    mesa = Baraja(bytes(32), "t").draw_cards(opened(name).mesa)[1]
    assert mesa.draft().seal() == mesa != opened(name).mesa
    draft = mesa.draft()
    draft.question += 1
    assert draft.seal() == copy_with(mesa, question=mesa.question + 1) != mesa
    for state in mesa, draft, opened(name).mesa, copy_with(mesa, hand=7), copy(mesa):
        with pytest.raises(FrozenInstanceError):
            state.question = 3


@pytest.mark.parametrize("name", ["vitoria", "tres-mus"])
def test_what_was_found_out_of_a_state_is_no_part_of_it_nor_of_a_copy(name: str) -> None:
    mesa = Baraja(bytes(32), "t").draw_cards(opened(name).mesa)[1]
    same = pickle.loads(pickle.dumps(mesa))
    assert mesa == same == copy(mesa) == pickle.loads(pickle.dumps(mesa))
    assert repr(mesa) == repr(same)
    assert copy_with(mesa, phase=Between()).turno == () != mesa.turno
    assert not copy_with(mesa, phase=Between()).offers(mesa.turno[0])
