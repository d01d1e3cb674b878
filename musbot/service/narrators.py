"""In which language somebody is spoken to: decided here, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from musbot.narrator import Narrator
from musbot.table.state import Occupant, Person, Table
from musbot.words.texts import spoken


class Narrators:
    """The narrators of all languages, made once each; the operator's `language` is spoken where no other is.

    A language counts where there are texts of it: what a platform says of a person may be anything. What he
    has `chosen` himself (by person) goes before that.
    """

    def __init__(self, narrator: Callable[[str], Narrator], language: str) -> None:
        self.language = language
        self.chosen: dict[str, str] = {}
        self._narrator = cache(narrator)

    def of_table(self, opener: Person, chat: str) -> str:
        """Returns what a new table speaks: what its opener has chosen, else its chat, else the operator's."""
        return spoken(self.chosen.get(opener.id, ""), chat, self.language)

    def for_chat(self, table: Table | None = None) -> Narrator:
        """Returns who speaks to a whole chat: in the language of its table, else in the operator's."""
        return self.speaking(table.language if table is not None else "")

    def for_one(self, who: Person | Occupant | None, table: Table | None = None) -> Narrator:
        """Returns who speaks to one person alone: in his language, else as to his table's chat."""
        own = (self.chosen.get(_id(who), ""), who.language) if who is not None else ()
        return self.speaking(*own, table.language if table is not None else "")

    def speaking(self, *wanted: str) -> Narrator:
        """Returns who speaks the first language of these of which there are texts, else the operator's."""
        return self._narrator(spoken(*wanted, self.language))


def _id(who: Person | Occupant) -> str:
    return who.id if isinstance(who, Person) else who.person or ""
