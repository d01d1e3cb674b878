"""The choice of a person's language and explanations."""

from __future__ import annotations

from collections.abc import Sequence

from musbot.game.events import Dealt
from musbot.service.choices.narrators import Narrators
from musbot.service.delivery.reconciler import Reconciler
from musbot.service.tables.manager import TableManager
from musbot.table.act_result import Refused
from musbot.table.acts import Explained
from musbot.table.events import AnyEvent, Person, SatDown
from musbot.table.table import Table
from musbot.words.languages import language_name, read_language
from musbot.words.quoted import quote
from musbot.words.texts import LANGUAGES


class Languages:
    """Stores a person's choice and shows their messages again. `choose` and `explain` raise StoreError."""

    def __init__(self, manager: TableManager, scheduler: Reconciler, narrators: Narrators) -> None:
        self._notes = manager.notes
        self._scheduler = scheduler
        self._narrators = narrators
        manager.tables.listeners.append(self._note_first_hand)

    async def choose(self, person: Person, typed: str) -> str:
        """Stores a person's language and returns the confirmation in it; raises Refused for an unknown one.

        `typed` is the name or code of a language, or AUTO, which deletes the choice. After a change, the
        person's cards are shown again. Raises StoreError, and then nothing has changed.
        """
        language = read_language(typed)
        if language is None:
            texts = self._narrators.for_one(person).texts
            known = texts.join_names([language_name(texts, language) for language in LANGUAGES])
            raise Refused("refused-unknown-language", name=quote(typed), known=known)
        if await self._notes.language.choose(person.id, language):
            self._scheduler.renew_cards(person.id)
        texts = self._narrators.for_one(person).texts
        return texts("done-language", language=language_name(texts, texts.language))

    async def explain(self, person: Person, *, now: bool | None = None) -> str:
        """Turns full explanations on, or all explanations off, for a person and returns the confirmation.

        `now` None means the opposite of full ones; a person with shorter ones gets full ones. The person's
        cards are shown again. Raises StoreError, and then nothing has changed.
        """
        if now is None:
            now = self._notes.explained.get(person.id) is not Explained.WHOLE
        await self._notes.explained.choose(person.id, Explained.WHOLE if now else Explained.NONE)
        self._scheduler.renew_cards(person.id)
        return self._narrators.for_one(person).texts("done-explain" if now else "done-explained")

    def _note_first_hand(self, table: Table, events: Sequence[AnyEvent]) -> None:
        """Stores `Explained.BESIDE` for the table's people with `Explained.NEW`; shows their cards again.

        So they no longer get the goal of the game. No effect unless the events deal a hand after the first,
        or the partida is over. Players who sit down in these events keep NEW until the next hand.
        """
        again = any(isinstance(it, Dealt) and it.hand > 1 for it in events)
        seats = table.seats if again or (table.over and table.mesa is not None) else ()
        come = {it.who.person for it in events if isinstance(it, SatDown)}
        people = [who.person for who in seats if who is not None and who.person and who.person not in come]
        for person in filter(lambda it: self._notes.explained.get(it) is Explained.NEW, people):
            self._notes.explained.note(person, Explained.BESIDE)
            self._scheduler.renew_cards(person)
