"""How far a long command has come is told every two seconds: in one line of a terminal, else line by line."""

from __future__ import annotations

import sys
import time

import pytest

from musbot.cli.progress import CLEAR_LINE, progress


@pytest.mark.parametrize(
    ("live", "told"),
    [
        (False, "Playing: 30 of 90, 6 seconds to go\nPlaying: 60 of 90, 3 seconds to go\n"),
        (
            True,
            f"{CLEAR_LINE}Playing: 30 of 90, 6 seconds to go"
            f"{CLEAR_LINE}Playing: 60 of 90, 3 seconds to go{CLEAR_LINE}",
        ),
    ],
)
def test_what_takes_long_is_told_and_its_end_is_not(
    live: bool, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MUSBOT_LANGUAGE", "en")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: live)
    seconds = iter([0.0, 1.0, 3.0, 4.0, 6.0, 9.0])
    monkeypatch.setattr(time, "monotonic", lambda: next(seconds))
    with progress() as bar:
        hear = bar("Playing")
        for done in (10, 30, 40, 60, 90):
            hear(done, 90)
    assert capsys.readouterr().err == told
