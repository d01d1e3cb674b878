"""Tables whose logs cannot be read: they are set aside, so that all others are played on."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from musbot.store.protocol import StoreError
from musbot.store.refold import Damaged, opened_language
from musbot.store.store import Store
from musbot.table.told import Refused

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A table that is set aside: it is not played on, and nothing of its log is changed.

    `language` is "" where even that could not be read.
    """

    id: str
    chat: str
    language: str

    @property
    def short(self) -> str:
        """The name people see."""
        return self.id.partition("-")[0]


class Quarantine:
    """The tables that are set aside while this process runs."""

    def __init__(self) -> None:
        self.listeners: list[Callable[[Quarantined], None]] = []
        self._tables: dict[str, Quarantined] = {}

    def __iter__(self) -> Iterator[Quarantined]:
        return iter(list(self._tables.values()))

    def of(self, table: str) -> Quarantined | None:
        """Returns a table that is set aside, None for any other."""
        return self._tables.get(table)

    async def add(self, store: Store, damage: Damaged) -> None:
        """Sets a table aside, with a line in the log that names it and the event it fails at."""
        why = "it waits for one" if damage.newer else "its log is left as it is"
        log.error("%s: the table is set aside, %s", damage, why)
        chat = language = ""
        try:
            chat = await store.chat(damage.table) or ""
            language = opened_language(await store.log(damage.table))
        except StoreError as error:
            log.warning("where table %s is played could not be read: %s", damage.table, error)
        aside = self._tables[damage.table] = Quarantined(damage.table, chat, language)
        for listener in self.listeners:
            listener(aside)

    def refuse(self, table: str) -> None:
        """Raises Refused for a table that is set aside; does nothing for any other."""
        if table in self._tables:
            raise Refused("refused-set-aside")
