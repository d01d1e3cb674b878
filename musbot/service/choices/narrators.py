"""Chooses the language of every narrator."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Protocol

from musbot.narrator import Narrator
from musbot.service.choices.chosen_ways import Ways
from musbot.service.choices.kept import Notes
from musbot.table.acts import Explained
from musbot.table.events import NO_CHAT, NO_PERSON, ChatId, Occupant, Person, PersonId
from musbot.table.names import clean_name
from musbot.table.table import Table
from musbot.words.texts import first_known_language

MOST_KNOWN = 1000
"""The maximum number of people whose languages are kept; the oldest are dropped."""


class NarratorFactory(Protocol):
    """A function that makes a narrator."""

    def __call__(self, language: str, /, *, in_words: bool, explained: Explained) -> Narrator:
        """Returns a narrator for the texts in `language`.

        `in_words` replaces symbols of suits by words, `explained` chooses the explanations of buttons.
        """


class Narrators:
    """The narrators of all languages, each made once until `forget`.

    A language counts only if there are texts in it. The language chosen for a chat in `ways` comes before the
    language in which a table was opened. A person's choice comes before the language of their platform; the
    operator's language comes last. Suits are in words if the chat or person wants them so. A person gets the
    explanations that they chose. A chat gets meanings, unless two or more people play and all of them turned
    them off.
    """

    def __init__(
        self,
        narrator: NarratorFactory,
        language: str,
        ways: Ways | None = None,
        notes: Notes | None = None,
    ) -> None:
        self.language = language
        self.chat_language = ways.language_of if ways is not None else lambda _: ""
        self.chosen: Mapping[ChatId, str] = notes.language.facts if notes is not None else {}
        self._explained: Mapping[ChatId, Explained] = notes.explained.facts if notes is not None else {}
        self._narrator = cache(narrator)
        self._in_words = ways.wants_words if ways is not None else lambda _: False
        self._languages: dict[ChatId, str] = {}
        """The language of each person's app, as of the last `for_one`; the oldest first."""

    def forget(self) -> None:
        """Clears the cache of narrators, and with it every name in their sentences, and all app languages.

        Choices of language stay.
        """
        self._narrator.cache_clear()
        self._languages.clear()

    def languages_of(self, chat: ChatId) -> tuple[str, str]:
        """Returns the language that a private chat's person chose, and their app's as of the last `for_one`.

        Each is "" if it is not known.
        """
        return self.chosen.get(chat, ""), self._languages.get(chat, "")

    def table_language(self, opener: Person, chat_language: str) -> str:
        """Returns the language of a new table: the first one with texts among four.

        They are the opener's choice, `chat_language`, the language of the opener's app, and the operator's.
        """
        return first_known_language(
            self.chosen.get(opener.id, ""), chat_language, opener.language, self.language
        )

    def for_chat(self, table: Table | None = None) -> Narrator:
        """Returns the narrator for a whole chat, in the language chosen for it, or otherwise in its table's.

        In the operator's without a table or texts. Suits are in words if the table's chat wants them so. It
        explains words unless two or more people sit at the table and each of them has turned explanations
        off.
        """
        in_words = table is not None and self._in_words(table.chat)
        people = [who.person for who in table.seats if who is not None and who.person] if table else []
        need_none = [self._explained.get(person) is Explained.NONE for person in people]
        explained = Explained.NONE if len(people) > 1 and all(need_none) else Explained.BESIDE
        wanted = self._table_languages(table)
        return self.find_narrator(*wanted, in_words=in_words, explained=explained)

    def for_one(
        self, who: Person | Occupant | None, table: Table | None = None, chat_language: str = ""
    ) -> Narrator:
        """Returns the narrator for one person with the explanations that they chose.

        The first of these languages with texts counts: the person's, their private chat's, their app's, the
        choice of the table's chat, the table's, the operator's. Without a table, `chat_language` takes the
        place of the table's. Suits are in words if the person or the chat of their table wants them so. With
        `who` None only the table counts. Keeps the language of their app for `languages_of`; beyond
        MOST_KNOWN people the oldest is dropped.
        """
        if who is not None:
            self._keep_language(_id(who), who.language)
        chats = (_id(who) if who is not None else NO_CHAT, table.chat if table is not None else NO_CHAT)
        in_words = any(self._in_words(chat) for chat in chats if chat)
        own = self._own_languages(who) if who is not None else ()
        explained = self._explained.get(_id(who), Explained.NEW) if who is not None else Explained.BESIDE
        there = self._table_languages(table) if table is not None else (chat_language,)
        wanted = (*own, *there)
        return self.find_narrator(*wanted, in_words=in_words, explained=explained)

    def _own_languages(self, who: Person | Occupant) -> tuple[str, ...]:
        """Returns a person's choice, the language chosen for their private chat, and their app's language.

        Discord's messages do not carry the app's language; then the last known language counts.
        """
        app = who.language or self._languages.get(_id(who), "")
        return self.chosen.get(_id(who), ""), self.chat_language(_id(who)), app

    def _table_languages(self, table: Table | None) -> tuple[str, ...]:
        """Returns the language chosen for a table's chat and the table's own; none without a table."""
        return (self.chat_language(table.chat), table.language) if table is not None else ()

    def _keep_language(self, person: PersonId, language: str) -> None:
        """Keeps the language of a person's app, unless it is "", and drops the oldest beyond MOST_KNOWN."""
        known = self._languages.pop(person, "")
        self._languages[person] = language or known
        if len(self._languages) > MOST_KNOWN:
            del self._languages[next(iter(self._languages))]

    def name_of(self, person: Person) -> str:
        """Returns a person's name as texts show it; the word for a player if it has no visible character.

        Keeps the language of their app, as `for_one` does.
        """
        return clean_name(person.name, self.for_one(person).texts("player-forgotten"))

    def languages_here(self, person: Person, tables: Iterable[Table]) -> frozenset[str]:
        """Returns the languages in which typed words count: the person's and those tables', each with texts.

        Keeps the language of the person's app, as `for_one` does.
        """
        here = {self.for_chat(table).texts.language for table in tables}
        return frozenset(here | {self.for_one(person).texts.language})

    def find_narrator(
        self, *wanted: str, in_words: bool = False, explained: Explained = Explained.BESIDE
    ) -> Narrator:
        """Returns the narrator of the first wanted language with texts, or of the operator's.

        `in_words` replaces symbols of suits by words; `explained` chooses its explanations. Equal arguments
        return the same object until `forget`.
        """
        return self._narrator(
            first_known_language(*wanted, self.language), in_words=in_words, explained=explained
        )


def _id(who: Person | Occupant) -> PersonId:
    """Returns the id of a person or of a seat's person; "" for an AI player."""
    return who.id if isinstance(who, Person) else who.person or NO_PERSON
