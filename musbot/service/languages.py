"""The language that somebody has chosen for himself, whatever his platform says of him."""

from __future__ import annotations

import logging

from musbot.service.courier import Courier
from musbot.service.manager import TableManager
from musbot.service.narrators import Narrators
from musbot.store.protocol import StoreError
from musbot.table.state import Person
from musbot.table.told import Refused
from musbot.words.languages import read
from musbot.words.quoted import quoted

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
            known = self._narrators.for_one(person).known()
            raise Refused("unknown-language", name=quoted(typed), known=known)
        if language != self._narrators.chosen.get(person.id, ""):
            await self._keep(person.id, language)
            self._courier.renew_cards(person.id)
        return self._narrators.for_one(person).speaks()

    async def explain(self, person: Person) -> str:
        """Explains every button to somebody from now on, or no longer, and returns which."""
        now = person.id not in self._narrators.explained
        (self._narrators.explained.add if now else self._narrators.explained.discard)(person.id)
        try:
            await self._manager.store.note(_EXPLAINED, person.id, "1" if now else "")
        except StoreError as error:
            log.warning("what is explained was not written, it is known until the end: %s", error)
        self._courier.renew_cards(person.id)
        return self._narrators.for_one(person).explains(now=now)

    async def _keep(self, person: str, language: str) -> None:
        if language:
            self._narrators.chosen[person] = language
        else:
            self._narrators.chosen.pop(person, None)
        try:
            await self._manager.store.note(_KIND, person, language)
        except StoreError as error:
            log.warning("a language was not written, it is known until the end of the process: %s", error)
