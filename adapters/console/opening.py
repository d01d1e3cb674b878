"""Chooses the stage for a kind of terminal. prompt_toolkit is imported only for a full screen."""

from __future__ import annotations

import shutil
import sys

from musbot.port.platform import Sitting
from musbot.words.texts import Texts

from .ground import TerminalKind
from .stage import Stage

MAX_COLUMNS = 100
"""Longest printed line, in columns: longer lines are hard to read."""


def open_stage(where: TerminalKind, texts: Texts, sitting: Sitting) -> Stage:
    """Returns the stage for this kind of terminal: a full screen, spoken lines, or printed lines.

    Without a full screen, `sitting.linear` chooses spoken lines. A full screen may first ask the terminal for
    its background. The others start a thread that reads stdin, and need a running event loop.
    """
    if where is TerminalKind.SCREEN:
        from .background import detect_theme
        from .full import FullStage
        from .window import PromptWindow

        chosen, typed = detect_theme(sitting.theme)
        return FullStage(PromptWindow(theme=chosen, typed=typed), texts)
    from .lines import LineStage, read_stdin

    def columns() -> int:
        return min(shutil.get_terminal_size().columns, MAX_COLUMNS)

    if sitting.linear:
        from .spoken import SpokenStage

        return SpokenStage(sys.stdout, read_stdin(), texts, interactive=sys.stdin.isatty())
    return LineStage(sys.stdout, read_stdin(), columns, texts, interactive=where is TerminalKind.DUMB)
