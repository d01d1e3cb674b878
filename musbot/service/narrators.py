"""Which narrator speaks to whom: one a language, made once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from musbot.narrator import Narrator
from musbot.table.state import Table
from musbot.words.texts import LANGUAGES


class Narrators:
    """The narrators of all languages; `language` is spoken where no table or person says another."""

    def __init__(self, narrator: Callable[[str], Narrator], language: str) -> None:
        self.language = language
        self.of = cache(narrator)

    def for_chat(self, table: Table | None = None) -> Narrator:
        """Returns who speaks to a whole chat: in the language of its table, if it has one."""
        return self.of(table.language if table is not None else self.language)

    def for_one(self, language: str, table: Table | None = None) -> Narrator:
        """Returns who speaks to one person: in his language if it is one of ours, else in the chat's."""
        return self.of(language) if language in LANGUAGES else self.for_chat(table)
