"""A terminal as a screen reader says it: whole lines of words, and no sign that means something by itself."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from typing import TextIO

from adapters.console.lines import Lines, LineStage
from adapters.console.scene import Choosable, Fan
from adapters.console.wrap import plain
from musbot.game.cards import DECK
from musbot.narrator.post import Post
from musbot.narrator.speech import SIGNS
from musbot.table.lobby import AI_SIGN
from musbot.words.cards import face
from musbot.words.quoted import without_slashes
from musbot.words.texts import Texts

_SIGNS = ("So", "Sk", "Cs", "Co")
"""What is no word, by its Unicode category."""
_SCORE = re.compile(r"(?<=\d)–(?=\d)")
_BECOMES = re.compile(r" ?→ ?")


class SpokenStage(LineStage):
    """A LineStage whose lines are sentences: cards by their names, a choice a line, no signs and no rules."""

    def __init__(self, out: TextIO, lines: Lines, texts: Texts, *, interactive: bool) -> None:
        super().__init__(out, lines, lambda: 80, texts, interactive=interactive)
        self._said = ""

    def _say(self, *lines: str) -> None:
        told = [said for line in lines for row in line.split("\n") if (said := spoken(self._texts, row))]
        pairs = zip(["", *told], told, strict=False)  # what only repeats the cards before it is not said
        self._print("".join(f"{it}\n" for was, it in pairs if not was.lower().endswith(f": {it.lower()}")))

    def _post(self, title: str, text: str) -> None:
        self._say(*filter(None, [title]), text)

    def _listed(self, choices: tuple[Choosable, ...]) -> str:
        """Choices, each on its line."""
        return "\n".join(": ".join(filter(None, choice)) for choice in choices)

    def _cards(self, held: Fan) -> str:
        """Cards by their names, those that may be thrown with their letters."""
        letters = held.letters or " " * len(held.cards)
        named = zip(letters, held.cards, strict=False)
        return ", ".join(f"{letter}: {it.said}" if held.letters else it.said for letter, it in named)

    def seat(
        self, name: str, board: Post, held: Fan | None, choices: tuple[Choosable, ...], hint: str
    ) -> None:
        """Says the title of a board only if it has changed."""
        again = board.title == self._said
        self._said = board.title
        super().seat(name, replace(board, title="") if again else board, held, choices, hint)


def spoken(texts: Texts, line: str) -> str:
    """Returns a line as it is said: its signs are words, or gone."""
    line = without_slashes(texts, line)
    for it in (face(texts, each) for each in DECK):
        line = line.replace(f"{it.short}  ", f"{it.said}, ").replace(it.short, it.said)
    line = plain(line).replace(AI_SIGN, texts("console-ai"))
    for number, sign in enumerate(map(plain, SIGNS), start=1):
        if line.startswith(sign):
            line = f"{texts('console-side', number=number)}{line.removeprefix(sign)}"
    line = _SCORE.sub(f" {texts('console-score-to')} ", line)
    line = _BECOMES.sub(f" {texts('console-becomes')} ", line).replace(" …", f" {texts('console-awaited')}")
    line = line.replace(" · ", ", ").replace("— ", "").replace(" —", "").replace("• ", "")
    line = " ".join("".join(sign for sign in line if unicodedata.category(sign) not in _SIGNS).split())
    line = line.replace(" ,", ",").strip(" ,")
    return line if not line or line[-1] in ".:;!?…»”" or line.endswith(">") else f"{line}."
