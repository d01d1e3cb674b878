"""The stage for screen readers: prints whole sentences without symbols."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from typing import TextIO

from musbot.game.cards import DECK
from musbot.narrator.post import Post
from musbot.narrator.speech import SIGNS
from musbot.table.names import AI_SIGN
from musbot.words.cards import card_names
from musbot.words.texts import Texts

from .lines import LineQueue, LineStage
from .scene import Choosable, Fan
from .wrap import PIPS, printable_text, typed_text

_SILENT_CATEGORIES = ("So", "Sk", "Cs", "Co")
"""Unicode categories of characters that are removed."""
_SCORE = re.compile(r"(?<=\d)–(?=\d)")
_BECOMES = re.compile(r" ?→ ?")


class SpokenStage(LineStage):
    """A LineStage that names cards, puts each choice on its own line, and uses no symbols or rules."""

    names_cards = True
    """Signs are not read aloud."""

    def __init__(self, out: TextIO, lines: LineQueue, texts: Texts, *, interactive: bool) -> None:
        super().__init__(out, lines, lambda: 80, texts, interactive=interactive)
        self._last_title = ""

    def _say(self, *lines: str) -> None:
        """Prints lines as sentences (`spoken_line`), without wrapping them.

        Leaves out lines without words, and a line that only repeats the end of the line before, after a
        colon.
        """
        rows = [text for line in lines for row in line.split("\n") if (text := spoken_line(self.texts, row))]
        pairs = zip(["", *rows], rows, strict=False)  # skip a line that repeats the end of the line before
        self._print("".join(f"{it}\n" for was, it in pairs if not was.lower().endswith(f": {it.lower()}")))

    def _post(self, title: str, text: str) -> None:
        """Prints a title and a text, without a rule."""
        self._say(*filter(None, [title]), text)

    def _format_choices(self, choices: tuple[Choosable, ...]) -> str:
        """Returns the choices, one a line."""
        return "\n".join(": ".join(filter(None, choice)) for choice in choices)

    def _format_cards(self, fan: Fan) -> str:
        """Returns the names of the cards, with letters if they can be thrown."""
        letters = fan.letters or " " * len(fan.cards)
        named = zip(letters, fan.cards, strict=False)
        return ", ".join(f"{letter}: {it.said}" if fan.letters else it.said for letter, it in named)

    def show_question(
        self, name: str, board: Post, fan: Fan | None, choices: tuple[Choosable, ...], hint: str
    ) -> None:
        """Prints the question. The board's title is printed only if it has changed."""
        again = board.title == self._last_title
        self._last_title = board.title
        super().show_question(name, replace(board, title="") if again else board, fan, choices, hint)


def spoken_line(texts: Texts, line: str) -> str:
    """Returns a line as a sentence; symbols are replaced by words or removed.

    A full stop is added unless the line ends in one of `.:;!?…`, a closing quotation mark or ">". "" if no
    words are left.
    """
    line = typed_text(texts, line)
    for it in (card_names(texts, each) for each in DECK):
        line = line.replace(f"{it.short}  ", f"{it.said}, ").replace(it.short, it.said)
    line = printable_text(line).replace(AI_SIGN, texts("console-ai"))
    for number, symbol in enumerate(map(printable_text, SIGNS), start=1):
        if line.startswith(symbol):
            line = f"{texts('console-side', number=number)}{line.removeprefix(symbol)}"
        line = _name_side(texts, line, symbol, number)
    line = _SCORE.sub(f" {texts('console-score-to')} ", line)
    line = _BECOMES.sub(f" {texts('console-becomes')} ", line).replace(" …", f" {texts('console-awaited')}")
    line = line.replace(" · ", ", ").replace("— ", "").replace(" —", "").replace("• ", "")
    line = " ".join("".join(char for char in line if not _is_silent(char)).split())
    line = line.replace(" ,", ",").strip(" ,")
    return line if not line or line[-1] in ".:;!?…»”" or line.endswith(">") else f"{line}."


def _name_side(texts: Texts, line: str, symbol: str, number: int) -> str:
    """Returns a line in which a side's symbol within it is named, unless the players' names follow it."""
    line = re.sub(rf"{symbol} (\d+)", lambda it: texts("console-side-gets", number=number, n=it[1]), line)
    named = texts("console-side-named", number=number)
    line = re.sub(rf"{symbol} (?=[a-z])", f"{named}, ", line)
    return re.sub(rf"{symbol}(?=$|[,.)]| [(·])", named, line)


def _is_silent(char: str) -> bool:
    """Returns whether a spoken line omits a character: a suit's symbol, or one of `_SILENT_CATEGORIES`.

    Mathematical and currency symbols are kept.
    """
    return unicodedata.category(char) in _SILENT_CATEGORIES or char in PIPS.values()
