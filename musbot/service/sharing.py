"""Shares the parts of the platforms out among the workers of one database: each holds about as many.

A part is held by a claim of the store, which ends with its holder. Whoever has less than his share takes what
is free; who has more gives some back. A part in which a newer musbot has written is left to newer ones.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from math import ceil
from typing import Protocol

from musbot.service.parts import Parts
from musbot.store.codec import FORMAT
from musbot.store.many import Many
from musbot.store.protocol import Store, StoreError

log = logging.getLogger(__name__)

LOOK_S = 0.4
"""How often it is looked what is free."""
FREE_S = 1.0
"""After which a free part is taken by whoever may, though he has his share."""
NOBODY_S = 60.0
"""After which a part that only a newer musbot may take is taken by an older one: there is none."""
MOST_WORKERS = 64
KIND = "format"
"""What a part was written by, and a worker writes: notes."""


class PartHolder(Protocol):
    """Who does what is to be done in the parts that are held."""

    async def gains(self, parts: Collection[str]) -> None:
        """Takes over parts that nobody holds any more."""

    async def leaves(self, parts: Collection[str]) -> None:
        """Does nothing more in parts; they may be another's when it returns."""


class Sharing:
    """Claims parts for a holder while it runs."""

    def __init__(
        self,
        store: Store,
        many: Many,
        parts: Parts,
        holder: PartHolder,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]],
        *,
        writes: int = FORMAT,
    ) -> None:
        self.named: list[str] = []
        """What is shared out, so far: more whenever a platform answers."""
        self.kept: set[str] = set()
        """Those of them that are never given back."""
        self._store = store
        self._parts = parts
        self._holder = holder
        self._clock = clock
        self._sleep = sleep
        self._writes = writes
        self._many = many
        self._slot = ""
        self._lapsed: set[str] = set()
        self._free_since: dict[str, float] = {}
        self._silent = False

    async def run(self) -> None:
        """Shares out until cancelled."""
        while True:
            try:
                await self.look()
                self._silent = False
            except StoreError as error:
                if not self._silent:
                    log.warning("who holds which part could not be found out: %s", error)
                self._silent = True
            await self._sleep(LOOK_S)

    async def look(self) -> None:
        """Takes what is free and ours to take, or gives back what is too much; raises StoreError."""
        if self._lapsed:
            lost, self._lapsed = self._lapsed, set()
            await self._holder.leaves([name for name in self.named if name in lost])
        if not self.named:
            return  # no platform answers yet: others are to do it all
        slots = [f"worker {n}" for n in range(MOST_WORKERS)]
        taken = await self._many.taken((*slots, *self.named))
        workers = [slot for slot in slots if slot in taken]
        if self._slot not in self._many.held:
            self._slot = await self._named_self([slot for slot in slots if slot not in taken])
            workers.append(self._slot)
        behind = [part for part in self.named if part in self._many.held and part not in self._parts.held]
        if behind:  # the database failed in between
            await self._enter(behind, await self._store.notes(KIND))
        free = [part for part in self._in_own_order() if part not in taken]
        share = ceil(len(self.named) / max(1, len(workers)))
        held = [part for part in self.named if part in self._many.held]
        if free:
            await self._take(free, share - len(held))
        elif len(held) > share and len(workers) > 1:
            spare = [part for part in held if part not in self.kept]
            await self._give_back(spare[: len(held) - share], workers)
        self._free_since = {part: since for part, since in self._free_since.items() if part in free}

    def lapse(self, names: frozenset[str]) -> None:
        """Nothing more is done at once in parts whose claims are lost."""
        self._lapsed |= names
        self._parts.leave(names)

    async def _named_self(self, free: list[str]) -> str:
        for slot in free:
            if await self._many.claim((slot,)):
                await self._store.note(KIND, slot, str(self._writes))
                return slot
        raise StoreError(f"more than {MOST_WORKERS} workers")

    def _in_own_order(self) -> list[str]:
        """The parts in an order that differs from worker to worker, so that they seldom want the same."""
        number = int(self._slot.rpartition(" ")[2])
        first = number * len(self.named) // MOST_WORKERS * 7 % max(1, len(self.named))
        return [*self.named[first:], *self.named[:first]]

    async def _take(self, free: list[str], most: int) -> None:
        now = self._clock()
        written = await self._store.notes(KIND)
        for part in free:
            self._free_since.setdefault(part, now)

        def may(part: str) -> bool:
            waited = now - self._free_since[part]
            return _number(written.get(part, "")) <= self._writes or waited > NOBODY_S

        mine = [part for part in free if may(part)]
        late = [part for part in mine[max(0, most) :] if now - self._free_since[part] > FREE_S]
        wanted = [*mine[: max(0, most)], *late]
        if wanted and (gained := await self._many.claim(wanted)):
            await self._enter(sorted(gained), written)

    async def _enter(self, parts: list[str], written: Mapping[str, str]) -> None:
        """Begins to do what is to be done in parts that are claimed, and notes who will write there."""
        for part in parts:
            if _number(written.get(part, "")) != self._writes:
                await self._store.note(KIND, part, str(self._writes))
        await self._holder.gains(parts)

    async def _give_back(self, parts: list[str], workers: list[str]) -> None:
        written = await self._store.notes(KIND)
        if any(_number(written.get(slot, "")) < self._writes for slot in workers):
            return  # an older one may not take what was written here
        await self._holder.leaves(parts)
        await self._many.release(parts)


def _number(noted: str) -> int:
    return int(noted) if noted.isascii() and noted.isdecimal() else 0


async def stopped(tasks: Collection[asyncio.Task[None]]) -> None:
    """Ends tasks, and waits until they have."""
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks)
