"""The language that somebody has chosen for himself, whatever his platform says of him."""

from __future__ import annotations

import logging

from musbot.service.choices.narrators import Narrators
from musbot.service.delivery.courier import Courier
from musbot.service.tables.manager import TableManager
from musbot.store.protocol import StoreError
from musbot.table.state import Person
from musbot.table.told import Refused
from musbot.words.languages import name, read
from musbot.words.quoted import quoted
from musbot.words.texts import LANGUAGES

log = logging.getLogger(__name__)

_KIND = "language"
_EXPLAINED = "explained"


class Languages:
    """Keeps what people choose (notes "language", by person, for good) and has it spoken to them at once."""

    def __init__(self, manager: TableManager, courier: Courier, narrators: Narrators) -> None:
        self._manager = manager
        self._courier = courier
        self._narrators = narrators

    async def start(self) -> None:
        """Reads what was chosen; raises StoreError."""
        self._narrators.chosen.update(await self._manager.store.notes(_KIND))
        self._narrators.explained.update(await self._manager.store.notes(_EXPLAINED))

    async def choose(self, person: Person, typed: str) -> str:
        """Speaks a language to somebody from now on, and returns that it does; raises Refused for no such."""
        language = read(typed)
        if language is None:
            texts = self._narrators.for_one(person).texts
            known = texts.listed([name(texts, language) for language in LANGUAGES])
            raise Refused("refused-unknown-language", name=quoted(typed), known=known)
        if language != self._narrators.chosen.get(person.id, ""):
            self._narrators.chosen[person.id] = language
            await self._note(_KIND, person.id, language)
            self._courier.renew_cards(person.id)
        texts = self._narrators.for_one(person).texts
        return texts("done-language", language=name(texts, texts.language))

    async def explain(self, person: Person) -> str:
        """Explains every button to somebody from now on, or no longer, and returns which."""
        now = person.id not in self._narrators.explained
        (self._narrators.explained.add if now else self._narrators.explained.discard)(person.id)
        await self._note(_EXPLAINED, person.id, "1" if now else "")
        self._courier.renew_cards(person.id)
        return self._narrators.for_one(person).texts("done-explain" if now else "done-explained")

    async def _note(self, kind: str, person: str, chosen: str) -> None:
        try:
            await self._manager.store.note(kind, person, chosen)
        except StoreError as error:
            log.warning("a choice was not written, it is known until the end of the process: %s", error)
