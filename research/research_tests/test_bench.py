"""The bench of the environments runs, and prints a figure for each that can be imported here."""

from __future__ import annotations

import pytest

from musbot_research import bench
from musbot_research.envs.building import compiler


@pytest.mark.parametrize("name", bench.FIGURES)
def test_each_figure_plays_at_least_the_hands_it_is_asked_for(name: str) -> None:
    if name == "kernel" and compiler() is None:
        pytest.skip("the kernel needs a C compiler")
    assert bench.FIGURES[name](3) >= 3


def test_a_line_is_printed_for_each_figure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "FIGURES", {"episodes": bench.episodes})
    monkeypatch.setattr("sys.argv", ["bench", "--rounds", "1", "--hands", "10"])
    bench.main()
    name, speed = capsys.readouterr().out.split()
    assert (name, float(speed.replace(",", "")) > 0) == ("episodes", True)
