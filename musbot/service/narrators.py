"""In which language somebody is spoken to: decided here, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from musbot.narrator import Narrator
from musbot.table.state import Table
from musbot.words.texts import spoken


class Narrators:
    """The narrators of all languages, made once each; the operator's `language` is spoken where no other is.

    A language counts where there are texts of it: what a platform says of a person may be anything.
    """

    def __init__(self, narrator: Callable[[str], Narrator], language: str) -> None:
        self.language = language
        self._narrator = cache(narrator)

    def for_chat(self, table: Table | None = None) -> Narrator:
        """Returns who speaks to a whole chat: in the language of its table, else in the operator's."""
        return self.speaking(table.language if table is not None else "")

    def for_one(self, language: str, table: Table | None = None) -> Narrator:
        """Returns who speaks to one person alone: in his language, else as to his table's chat."""
        return self.speaking(language, table.language if table is not None else "")

    def speaking(self, *wanted: str) -> Narrator:
        """Returns who speaks the first language of these of which there are texts, else the operator's."""
        return self._narrator(spoken(*wanted, self.language))
