"""Some seeds hold, a seed is the same every time, and old bugs put back are found."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from collections.abc import Coroutine
from functools import partial
from pathlib import Path
from random import Random

import pytest

from musbot.narrator import Narrator, ways_on
from musbot.narrator.post import Post
from musbot.narrator.ways_on import refusal_post
from musbot.table.act_result import Refused
from musbot.table.acts import Act, read_payload
from musbot.table.events import PutOff
from musbot.table.fold import fold
from musbot.table.table import Table
from musbot.table.view import watch
from tests.simulation.__main__ import main
from tests.simulation.bugs import BUGS
from tests.simulation.chance import Script
from tests.simulation.invariants import is_offered
from tests.simulation.loop import Hours, Loop
from tests.simulation.minimise import minimise
from tests.simulation.seeds import Played, play, play_all
from tests.support.at_table import begun, lobby, pressed

AT_ONCE = 10
"""Seeds of one test."""
SOON = 300
"""Seeds within which an old bug has to be found."""


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1, 21, AT_ONCE))
def test_whatever_fails_and_whoever_presses_what_nothing_is_lost_shown_or_counted_amiss(first: int):
    summary = play_all(range(first, first + AT_ONCE))
    assert [(it.script.seed, it.broken) for it in summary.failed] == []
    assert summary.figures["hands"] > 0


@pytest.mark.long
def test_a_seed_is_the_same_every_time_whatever_the_order_of_sets(tmp_path: Path):
    here = play(Script(4), tmp_path, telling=True).lines
    assert len(here) > 100
    elsewhere = subprocess.run(
        [sys.executable, "-m", "tests.simulation", "--seed", "4"],
        env={"PYTHONHASHSEED": "7", "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert elsewhere.stdout.splitlines() == list(here)


@pytest.mark.parametrize(
    ("bug", "status", "told"), [("", 0, "seeds: 1"), ("key-twice", 1, "seed 15: delivery")]
)
def test_a_seed_that_fails_is_told_and_fails_the_run(
    bug: str, status: int, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setitem(BUGS, "", BUGS[bug])
    monkeypatch.setattr("tests.simulation.__main__._shorten", lambda *_: None)
    monkeypatch.setattr(sys, "argv", ["simulation", "--seeds", "15-15"])
    assert main() == status
    out = capsys.readouterr().out
    assert f"failed: {status}" in out
    assert told in out


def test_a_kill_finds_what_was_never_awaited_except_in_a_task_that_had_not_begun():
    async def does() -> None:
        pass

    async def forgets(doing: Coroutine[None, None, None]) -> None:
        await loop.create_future()
        await doing

    hours = Hours(Random(1))
    loop = Loop(hours)  # type: ignore[abstract]
    loop.create_task(forgets(does()), name="begun")
    hours.step()
    loop.create_task(forgets(does()), name="not begun")
    loop.kill()
    assert [it.partition(":")[0] for it in loop.errors] == ["begun"]
    assert "never awaited" in loop.errors[0]


@pytest.mark.parametrize(
    "table",
    [lobby(seats=1), lobby(seats=4), begun(), pressed(begun(), 3, "leave"), fold(begun(), PutOff())],
    ids=["two free seats", "full", "in play", "a seat is kept", "put off"],
)
def test_no_refusal_is_taken_for_a_second_board_and_a_second_board_for_none(table: Table):
    es, view = Narrator("es"), watch(table)
    reasons = re.findall('"(refused-[a-z-]+)"', inspect.getsource(ways_on))
    refusals = [
        refusal_post(
            es,
            Refused(
                reason,
                free=1,
                guess="mus",
                name="Eva",
                table="K7",
                names="Ane",
                count=1,
                seats=1,
                ai="Patxi",
                way="sits",
                label="Sentarme",
                needed=0,
                permissions="escribir",
            ),
            view,
        )
        for reason in reasons
    ]
    offered = [act for post in refusals for act in acts(post)]
    assert offered
    assert [act for act in offered if not is_offered(act)] == []
    board = es.lobby(view) if table.in_lobby else es.board(view)
    assert not all(map(is_offered, acts(board)))


def acts(post: Post) -> list[Act]:
    """The acts that the buttons of a post carry for its table."""
    data = [button.data for row in post.keyboard() for button in row]
    return [read_payload(it).act for it in data if it.count(":") == 2]


@pytest.mark.long
@pytest.mark.parametrize(
    ("bug", "told", "first"),
    [
        ("vanished-board", "is not there", 1),
        ("starving-topics", "and others go", 501),  # a topic is flooded for so long in one evening of 300
        ("key-twice", "was applied", 1),
    ],
)
def test_an_old_bug_put_back_is_found_soon(bug: str, told: str, first: int):
    summary = play_all(range(first, first + SOON), bug=bug, heard=lambda it: told in it.broken)
    assert any(told in played.broken for played in summary.failed)


@pytest.mark.long
def test_a_failing_seed_is_made_shorter(tmp_path: Path):
    playing = partial(play, folder=tmp_path, bug="key-twice")
    failed = next(it for it in (playing(Script(seed)) for seed in range(1, SOON)) if it.broken)
    script = minimise(failed, playing)
    assert script.only is not None
    assert len(script.only) < len(failed.came_up), "by how much is the luck of a seed"
    shorter: Played = playing(script)
    assert "was applied 2 times" in shorter.broken
    assert any(name.startswith(("kill", "repeat")) for name in script.only), "without one nothing comes twice"
