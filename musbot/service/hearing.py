"""Brings what is kept in memory of small facts up to what another worker has written."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import assert_never

from musbot.service import calls, hands_here, languages, ways
from musbot.service.courier import Courier
from musbot.service.errands import SILENT, Errands
from musbot.service.manager import TableManager
from musbot.service.narrators import Narrators
from musbot.service.noted import Noted
from musbot.store.many import FactKept, Forgotten, HandedOn, Hint, Many, Unheard
from musbot.store.protocol import Store, StoreError

log = logging.getLogger(__name__)


class Hearing:
    """Hears what other workers have kept: what was chosen, who can be written to, who is forgotten."""

    def __init__(
        self,
        store: Store,
        manager: TableManager,
        courier: Courier,
        narrators: Narrators,
        errands: Errands,
        many: Many,
        noted: tuple[Noted, ...],
    ) -> None:
        self._store = store
        self._manager = manager
        self._courier = courier
        self._narrators = narrators
        self._errands = errands
        self._many = many
        self._noted = noted
        self._kinds: dict[str, Callable[[str, str], None]] = {
            ways.KIND: manager.ways.heard,
            hands_here.KIND: lambda person, noted: courier.heard_hand(person, here=bool(noted)),
            calls.KIND: courier.heard_call,
            languages.KIND: self._language,
            languages.EXPLAINED: self._explained,
            "closed": courier.reach.heard,
            SILENT: self._silent,
            **{it.kind: it.heard for it in noted},
        }

    async def run(self) -> None:
        """Hears until cancelled."""
        async for hint in self._many.changes():
            try:
                await self.hear(hint)
            except StoreError as error:
                log.warning("what another worker has written could not be read: %s", error)

    async def hear(self, hint: Hint) -> None:
        """Brings memory up to what a hint tells of; raises StoreError."""
        match hint:
            case FactKept(kind, name):
                if kind in self._kinds:
                    self._kinds[kind](name, await self._store.noted(kind, name))
            case Forgotten(person):
                await self._forget(person)
            case HandedOn(part):
                if part in self._manager.parts.held:
                    self._errands.look()
            case Unheard():
                await self._all()
            case _:
                assert_never(hint)

    async def _all(self) -> None:
        """Reads all facts anew; those that are no more are heard of as such."""
        self._errands.look()
        for kind, hear in self._kinds.items():
            now = await self._store.notes(kind)
            for name in self._known(kind) - now.keys():
                hear(name, "")
            for name, noted in now.items():
                hear(name, noted)

    def _known(self, kind: str) -> set[str]:
        known = {
            ways.KIND: self._manager.ways.known,
            languages.KIND: lambda: set(self._narrators.chosen),
            languages.EXPLAINED: lambda: set(self._narrators.explained),
            "closed": self._manager.closed.all,
        }
        return known[kind]() if kind in known else set()

    async def _forget(self, person: str) -> None:
        await self._manager.forgotten(person)
        self._courier.forget(person)
        for noted in self._noted:
            noted.discard(person)
        self._narrators.chosen.pop(person, None)
        self._narrators.explained.discard(person)

    def _language(self, person: str, noted: str) -> None:
        if self._narrators.chosen.get(person, "") == noted:
            return
        if noted:
            self._narrators.chosen[person] = noted
        else:
            self._narrators.chosen.pop(person, None)
        self._courier.renew_cards(person)

    def _explained(self, person: str, noted: str) -> None:
        if (person in self._narrators.explained) == bool(noted):
            return
        (self._narrators.explained.add if noted else self._narrators.explained.discard)(person)
        self._courier.renew_cards(person)

    def _silent(self, platform: str, noted: str) -> None:
        if noted:
            self._manager.hold(platform)
        elif self._manager.holds(platform):
            self._manager.release(platform)
            self._courier.answers(platform)
