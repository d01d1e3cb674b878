"""How the table is shown at each kind of terminal."""

from __future__ import annotations

import asyncio
import io

import pytest

from adapters.console import ground, lines, window
from adapters.console.full import FullStage
from adapters.console.lines import LineStage
from adapters.console.platform import ConsoleSettings
from adapters.console.spoken import SpokenStage
from adapters.console.stage import Stage
from adapters.console.terminal import Terminal
from musbot.port.platform import PlatformContext, Sitting
from tests.support.typist import SHORT, TypedWindow


class Stream(io.StringIO):
    """A stream that is a terminal or not."""

    def __init__(self, *, here: bool) -> None:
        super().__init__()
        self.here = here

    def isatty(self) -> bool:
        return self.here


@pytest.mark.parametrize(
    ("keys", "screen", "linear", "term", "shown"),
    [
        (True, True, False, "xterm-256color", FullStage),
        (True, True, True, "xterm-256color", SpokenStage),
        (True, True, False, "dumb", LineStage),
        (False, True, False, "xterm-256color", LineStage),
        (True, False, False, "xterm-256color", LineStage),
        (True, False, True, "xterm-256color", SpokenStage),
    ],
)
def test_what_can_be_shown_and_is_asked_for_decides_how(
    monkeypatch: pytest.MonkeyPatch, keys: bool, screen: bool, linear: bool, term: str, shown: type[Stage]
) -> None:
    monkeypatch.setattr("sys.stdin", Stream(here=keys))
    monkeypatch.setattr("sys.stdout", Stream(here=screen))
    monkeypatch.setenv("TERM", term)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setattr(ground, "has_screen", lambda term: term != "dumb")
    monkeypatch.setattr(lines, "read_stdin", asyncio.Queue)
    monkeypatch.setattr(window, "PromptWindow", lambda **_: TypedWindow([]))
    sitting = Sitting(("vitoria", *SHORT), ("Ane",), 4, linear=linear)
    terminal = ConsoleSettings().sit(sitting, PlatformContext(float, "es"))
    assert isinstance(terminal, Terminal)
    assert type(terminal._stage) is shown
