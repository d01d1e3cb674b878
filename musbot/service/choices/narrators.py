"""Chooses the language of every narrator."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Protocol

from musbot.narrator import Narrator
from musbot.service.choices.kept import Notes
from musbot.table.acts import Explained
from musbot.table.events import Occupant, Person
from musbot.table.table import Table
from musbot.words.texts import first_known_language


class Makes(Protocol):
    """Makes a narrator of a language."""

    def __call__(self, language: str, /, *, in_words: bool, explained: Explained) -> Narrator:
        """Returns one; `in_words` tells that cards are told without signs of suits.

        `explained` tells how much of the words of the game is.
        """


class Narrators:
    """The narrators of all languages, made once each; the operator's `language` is spoken where no other is.

    A language counts where there are texts of it: what a platform says of a person may be anything. What they
    have `chosen` (`notes`, by person) goes before that. `in_words` tells which chats, private ones
    too, want suits in words. How much is explained to somebody they have chosen too; to a chat no more than
    the meaning of words, as long as one of those who play there wants it.
    """

    def __init__(
        self,
        narrator: Makes,
        language: str,
        in_words: Callable[[str], bool] = lambda _: False,
        notes: Notes | None = None,
    ) -> None:
        self.language = language
        self.chosen: Mapping[str, str] = notes.language.facts if notes is not None else {}
        self._explained: Mapping[str, Explained] = notes.explained.facts if notes is not None else {}
        self._narrator = cache(narrator)
        self._in_words = in_words

    def forget(self) -> None:
        """Clears the cache of narrators, and with it every name in their sentences."""
        self._narrator.cache_clear()

    def of_table(self, opener: Person, chat: str) -> str:
        """Returns what a new table speaks: what its opener chose, else its chat, else the opener."""
        return first_known_language(self.chosen.get(opener.id, ""), chat, opener.language, self.language)

    def for_chat(self, table: Table | None = None) -> Narrator:
        """Returns who speaks to a whole chat: in the language of its table, else in the operator's."""
        in_words = table is not None and self._in_words(table.chat)
        people = [who.person for who in table.seats if who is not None and who.person] if table else []
        every = {self._explained.get(person, Explained.BESIDE) for person in people}
        explained = Explained.NONE if every == {Explained.NONE} else Explained.BESIDE
        language = table.language if table is not None else ""
        return self.speaking(language, in_words=in_words, explained=explained)

    def for_one(self, who: Person | Occupant | None, table: Table | None = None) -> Narrator:
        """Returns who speaks to one person alone: in their language, else as to their table's chat.

        Suits are told in words where they, or the chat of their table, want it.
        """
        chats = (_id(who) if who is not None else "", table.chat if table is not None else "")
        in_words = any(self._in_words(chat) for chat in chats if chat)
        own = (self.chosen.get(_id(who), ""), who.language) if who is not None else ()
        explained = self._explained.get(_id(who), Explained.BESIDE) if who is not None else Explained.BESIDE
        wanted = (*own, table.language if table is not None else "")
        return self.speaking(*wanted, in_words=in_words, explained=explained)

    def languages_here(self, person: Person, tables: Iterable[Table]) -> frozenset[str]:
        """Returns the languages in which typed words bind: those of the person and of the tables."""
        here = {self.speaking(table.language).texts.language for table in tables}
        return frozenset(here | {self.for_one(person).texts.language})

    def speaking(
        self, *wanted: str, in_words: bool = False, explained: Explained = Explained.BESIDE
    ) -> Narrator:
        """Returns who speaks the first language of these of which there are texts, else the operator's."""
        return self._narrator(
            first_known_language(*wanted, self.language), in_words=in_words, explained=explained
        )


def _id(who: Person | Occupant) -> str:
    return who.id if isinstance(who, Person) else who.person or ""
