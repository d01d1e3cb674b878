"""How quick the rules are is told by a command: it runs, whatever it measures."""

from __future__ import annotations

import json
import sys

import pytest

from tools import bench_engine


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


def test_an_older_checkout_plays_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    now = bench_engine.library(10)
    monkeypatch.setattr(bench_engine, "engine", object())
    assert bench_engine.library(10) == now
