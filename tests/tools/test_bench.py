"""The benches of a process and of the rules run, and print what they are asked for (`make bench`)."""

from __future__ import annotations

import json
import sys
from math import isfinite
from pathlib import Path

import pytest

from tools import bench_engine
from tools.bench import __main__ as bench
from tools.bench import actions, memory, presses, requests, restart, wire


async def test_a_hand_of_four_takes_few_requests_and_who_is_asked_sees_it_at_once() -> None:
    figures = await requests.measure(1, "parejas")
    assert figures["requests a hand, private"] <= 60
    assert figures["  private, not asked"] <= 25
    assert figures["ms from a question to its private message, half of them"] <= 100
    assert figures["  99 % of them"] <= 2000


@pytest.mark.long
def test_every_bench_has_a_figure_for_each_of_its_lines(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(memory, "TABLES", 10)
    monkeypatch.setattr(memory, "HANDS", 1)
    benches = {
        "actions": lambda: actions.measure(2, 0.05),
        "presses": lambda: presses.measure(2, 100, 0.1),
        "wire": lambda: wire.measured(2),
        "memory": memory.measure,
        "restart": lambda: restart.measured(3),
    }
    monkeypatch.setattr(bench, "BENCHES", benches)
    monkeypatch.setattr(bench, "LAST", tmp_path / "last.json")
    for arguments in (["presses"], ["--keep"], ["restart"]):
        monkeypatch.setattr("sys.argv", ["bench", *arguments])
        bench.main()
    kept = json.loads((tmp_path / "last.json").read_text(encoding="utf-8"))
    assert len(kept) == 16
    assert all(figure and isfinite(figure) for figure in kept.values())  # a memory of so few may be below 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4 + 17 + 4
    assert lines[1].endswith("—       —")
    assert not lines[-1].endswith("—"), "beside the last one"


def test_each_figure_plays_at_least_the_hands_it_is_asked_for() -> None:
    for figure in bench_engine.FIGURES.values():
        assert figure(3) >= 3


def test_one_round_is_told_as_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["bench_engine", "--once", "--hands", "10"])
    bench_engine.main()
    speeds = json.loads(capsys.readouterr().out)
    assert speeds.keys() == bench_engine.FIGURES.keys()
    assert min(speeds.values()) > 0


def test_rounds_beside_another_checkout_are_told_in_a_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = {"library": 300.0, "views": 200.0, "everybody": 100.0}
    half = {name: speed / 2 for name, speed in told.items()}
    monkeypatch.setattr(bench_engine, "_in", lambda tree, _: told if tree == bench_engine.HERE else half)
    monkeypatch.setattr(sys, "argv", ["bench_engine", "--rounds", "1", "--beside", "/"])
    bench_engine.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["library,", "here", "300", "300"]
    assert [line.split()[-1] for line in lines if "×" in line] == ["2.00"] * 3
