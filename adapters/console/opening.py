"""Which stage there is on what kind of terminal; the library of the screen is loaded for that alone."""

from __future__ import annotations

import shutil
import sys

from adapters.console.ground import Ground
from adapters.console.stage import Stage
from musbot.words.texts import Texts

MOST_COLUMNS = 100
"""Of lines that are printed: longer ones are hard to read."""


def stage_on(where: Ground, texts: Texts) -> Stage:
    """Returns a stage with a screen of its own where there is one, else line by line."""
    if where is Ground.SCREEN:
        from adapters.console.full import FullStage
        from adapters.console.window import PromptWindow

        return FullStage(PromptWindow(), texts)
    from adapters.console.lines import LineStage, typed_lines

    def columns() -> int:
        return min(shutil.get_terminal_size().columns, MOST_COLUMNS)

    return LineStage(sys.stdout, typed_lines(), columns, interactive=where is Ground.DUMB)
