"""What came to one worker and is another's to do: it is kept in the store, so that it is done, and once.

A delivery is handed on as its platform gave it, before the platform is told that it was taken; whoever holds
its part does it, and then it is gone. Done again after a kill, its key tells that it was done.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

from musbot.service.chats import platform_of
from musbot.service.manager import TableManager
from musbot.store.many import Errand, Many
from musbot.store.protocol import Store, StoreError
from musbot.table.acts import BadPayload, read_payload
from musbot.table.state import Table

log = logging.getLogger(__name__)

EVERY_S = 1.0
"""How often errands are looked for of which nobody has told."""
SILENT = "silent"
"""Of a platform of which nothing comes to whoever takes its deliveries in: notes."""
_TABLE = "table"
"""What the key of an errand begins with that tells of a table."""


class Errands:
    """Hands on what is others' to do, and does what is ours."""

    def __init__(
        self, store: Store, many: Many, manager: TableManager, sleep: Callable[[float], Awaitable[None]]
    ) -> None:
        self.takes: dict[str, Callable[[str], Awaitable[None]]] = {}
        """What takes a delivery of a platform that was handed on, as it came."""
        self.one_hears: set[str] = set()
        """The platforms whose deliveries come to one worker alone."""
        self._store = store
        self._many = many
        self._manager = manager
        self._sleep = sleep
        self._doing: dict[str, asyncio.Task[None]] = {}
        self._told = asyncio.Event()
        self._telling: set[asyncio.Task[None]] = set()

    # ---- handing on --------------------------------------------------------------------------------------

    async def handed_on(self, person: str, chat: str, data: str, *, key: str, body: str) -> bool:
        """Hands a delivery on if what it is about is another's; raises StoreError if that is not kept."""
        parts = self._manager.parts
        if parts.alone:
            return False
        about = await self._about(person, chat, data)
        if not about or parts.holds(about):
            return False
        await self._many.hand_on(Errand(key, parts.of(about), body))
        return True

    async def grown(self, table: Table) -> None:
        """Tells whoever plays a table that its log has grown, or that it is his now."""
        key = f"{_TABLE}:{table.id}:{table.seq}"
        try:
            await self._many.hand_on(Errand(key, self._manager.parts.of(table.chat), table.id))
        except StoreError as error:
            log.warning("nobody could be told that table %s has grown: %s", table.id, error)

    async def _about(self, person: str, chat: str, data: str) -> str:
        """The chat in which somebody acts: that of the table whose button it is, or where he plays."""
        try:
            table = read_payload(data).table if data else ""
        except BadPayload:
            table = ""
        if table:
            played = self._manager.at(table)
            return played.chat if played is not None else await self._store.chat(table) or chat
        if chat != person or self._manager.seating(person):
            return chat
        chats = [await self._store.chat(name) or "" for name in sorted(await self._store.partakes(person))]
        return next((it for it in (chat, *chats) if it and (it != chat or chat in chats)), chat)

    def tell_silent(self, platform: str, what: str) -> None:
        """Tells all workers that nothing comes from a platform ("1"), or ("") that it does."""
        if platform in self.one_hears:
            task = asyncio.create_task(self._tell_silent(platform, what))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)

    async def _tell_silent(self, platform: str, what: str) -> None:
        try:
            await self._store.note(SILENT, platform, what)
        except StoreError as error:
            log.warning("nobody could be told that %s is silent or not: %s", platform, error)

    # ---- doing -------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Looks at once."""
        self._told.set()

    async def run(self) -> None:
        """Does what is ours until cancelled."""
        while True:
            self._told.clear()
            try:
                await self._begin()
            except StoreError as error:
                log.warning("what was handed on could not be read: %s", error)
            told = asyncio.ensure_future(self._told.wait())
            late = asyncio.ensure_future(self._sleep(EVERY_S))
            await asyncio.wait((told, late), return_when=asyncio.FIRST_COMPLETED)
            told.cancel()
            late.cancel()

    async def _begin(self) -> None:
        held = self._manager.parts.held
        for errand in await self._many.errands(held) if held else ():
            if errand.key not in self._doing:
                task = asyncio.create_task(self._do(errand), name=f"errand {errand.key}")
                self._doing[errand.key] = task
                task.add_done_callback(partial(self._over, errand.key))

    def _over(self, key: str, _: asyncio.Task[None]) -> None:
        self._doing.pop(key, None)

    async def _do(self, errand: Errand) -> None:
        try:
            if platform_of(errand.key) == _TABLE:
                await self._manager.caught_up(errand.body)
            elif (take := self.takes.get(platform_of(errand.key))) is not None:
                await take(errand.body)
            else:
                return  # its platform does not answer yet
            await self._many.done(errand.key)
        except StoreError as error:
            log.warning("%s was handed on, and is done again: %s", errand.key, error)
        except Exception:
            log.exception("%s was handed on, and could not be done", errand.key)

    async def settled(self) -> None:
        """Waits until all that has begun is done."""
        while self._doing:
            await asyncio.wait(self._doing.values())
