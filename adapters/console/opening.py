"""Which stage there is on what kind of terminal; the library of the screen is loaded for that alone."""

from __future__ import annotations

import shutil
import sys

from adapters.console.ground import Ground
from adapters.console.stage import Stage
from musbot.port.platform import Sitting
from musbot.words.texts import Texts

MOST_COLUMNS = 100
"""Of lines that are printed: longer ones are hard to read."""


def stage_on(where: Ground, texts: Texts, sitting: Sitting) -> Stage:
    """Returns a stage with a screen of its own where there is one, else line by line."""
    if where is Ground.SCREEN:
        from adapters.console.background import theme
        from adapters.console.full import FullStage
        from adapters.console.window import PromptWindow

        chosen, typed = theme(sitting.theme)
        return FullStage(PromptWindow(theme=chosen, typed=typed), texts)
    from adapters.console.lines import LineStage, typed_lines

    def columns() -> int:
        return min(shutil.get_terminal_size().columns, MOST_COLUMNS)

    if sitting.linear:
        from adapters.console.spoken import SpokenStage

        return SpokenStage(sys.stdout, typed_lines(), texts, interactive=sys.stdin.isatty())
    return LineStage(sys.stdout, typed_lines(), columns, texts, interactive=where is Ground.DUMB)
