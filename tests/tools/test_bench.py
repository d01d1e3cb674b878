"""The benches of a process run, and print what they are asked for beside what was kept (`make bench`)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools.bench import __main__ as bench
from tools.bench import actions, memory, presses, restart, wire


@pytest.mark.long
def test_every_bench_has_a_figure_for_each_of_its_lines(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(memory, "TABLES", 10)
    monkeypatch.setattr(memory, "HANDS", 1)
    benches = {
        "actions": lambda: actions.measured(2, 0.05),
        "presses": lambda: presses.measured(2, 100, 0.1),
        "wire": lambda: wire.measured(2),
        "memory": memory.measured,
        "restart": lambda: restart.measured(3),
    }
    monkeypatch.setattr(bench, "BENCHES", benches)
    monkeypatch.setattr(bench, "LAST", tmp_path / "last.json")
    for arguments in (["presses"], ["--keep"], ["restart"]):
        monkeypatch.setattr("sys.argv", ["bench", *arguments])
        bench.main()
    kept = json.loads((tmp_path / "last.json").read_text(encoding="utf-8"))
    assert len(kept) == 16
    assert all(figure > 0 for figure in kept.values())
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4 + 17 + 4
    assert lines[1].endswith("—       —")
    assert not lines[-1].endswith("—"), "beside the last one"
