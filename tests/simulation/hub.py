"""What workers of a simulation share: claims that end with their holder, errands, hints that come late."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from random import Random
from typing import Any, TypeVar

from musbot.store.many import Errand, FactKept, Forgotten, HandedOn, Hint, Lapsed, Unheard
from tests.simulation.loop import Loop

T = TypeVar("T")
LATENCY_S = 0.005
NOTICED_S = 0.8
"""How long it takes at most until a dead worker's claims are free."""
LOST = 0.1
"""How many hints are lost."""


class Hub:
    """The database, as far as workers meet there."""

    def __init__(self, world: Loop, rng: Random) -> None:
        self.holders: dict[str, Joined] = {}
        self.errands: dict[str, Errand] = {}
        self.workers: list[Joined] = []
        self._world = world
        self._rng = rng

    def join(self, loop: Loop, lapsed: Lapsed) -> Joined:
        """Lets a worker join."""
        self.workers.append(joined := Joined(self, loop, lapsed))
        return joined

    def died(self, loop: Loop) -> None:
        """Notes that the worker of a loop is dead; that is noticed after a while."""
        for worker in [it for it in self.workers if it.loop is loop]:
            self.workers.remove(worker)
            self._world.call_later(self._rng.random() * NOTICED_S, self.free, worker)

    def free(self, worker: Joined) -> None:
        """Takes all that a worker holds from it."""
        self.holders = {name: it for name, it in self.holders.items() if it is not worker}

    def restarts(self) -> None:
        """The database is begun anew: nobody holds anything, hints are lost."""
        for worker in self.workers:
            held = worker.held
            self.free(worker)
            worker.lapsed(held)
            worker.hear(Unheard())

    def tell(self, hint: Hint) -> None:
        """Tells all workers, sooner or later, or not."""
        for worker in self.workers:
            if isinstance(hint, HandedOn) and self._rng.random() < LOST:
                continue
            self._world.call_later(self._rng.random() * 0.05, worker.hear, hint)

    def takes_s(self) -> float:
        """Draws how long a call takes."""
        return self._rng.random() * LATENCY_S


class Joined:
    """See musbot.store.many.Many, for one worker."""

    def __init__(self, hub: Hub, loop: Loop, lapsed: Lapsed) -> None:
        self.loop = loop
        self.lapsed = lapsed
        self._hub = hub
        self._hints: asyncio.Queue[Hint] = asyncio.Queue()
        self._hints.put_nowait(Unheard())

    @property
    def held(self) -> frozenset[str]:
        return frozenset(name for name, it in self._hub.holders.items() if it is self)

    def hear(self, hint: Hint) -> None:
        """Is told something."""
        if not self.loop.dead:
            self.loop.call_soon(self._hints.put_nowait, hint)

    async def claim(self, names: Collection[str]) -> frozenset[str]:
        return await self._call(lambda: self._claimed(names))

    def _claimed(self, names: Collection[str]) -> frozenset[str]:
        gained = frozenset(name for name in names if name not in self._hub.holders)
        self._hub.holders |= dict.fromkeys(gained, self)
        return gained

    async def release(self, names: Collection[str]) -> None:
        await self._call(lambda: [self._hub.holders.pop(name) for name in self.held & set(names)])

    async def taken(self, names: Collection[str]) -> frozenset[str]:
        return await self._call(lambda: frozenset(names) & self._hub.holders.keys())

    async def hand_on(self, errand: Errand) -> None:
        await self._call(lambda: self._hub.errands.setdefault(errand.key, errand))
        self._hub.tell(HandedOn(errand.part))

    async def errands(self, parts: Collection[str]) -> list[Errand]:
        return await self._call(lambda: [it for it in self._hub.errands.values() if it.part in parts])

    async def done(self, key: str) -> None:
        await self._call(lambda: self._hub.errands.pop(key, None))

    async def changes(self) -> AsyncIterator[Hint]:
        while True:
            yield await self._hints.get()

    async def close(self) -> None:
        await self._call(lambda: self._hub.free(self))

    async def _call(self, does: Callable[[], T]) -> T:
        """Does something in a while, in one step, and is told in another."""
        done: asyncio.Future[T] = self.loop.create_future()

        def do() -> None:
            if not done.done():
                done.set_result(does())

        self.loop.call_later(self._hub.takes_s(), do)
        return await done


class Telling:
    """A store that tells the other workers of what they keep in memory too."""

    def __init__(self, store: Any, hub: Hub) -> None:
        self._store = store
        self._hub = hub

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def note(self, kind: str, name: str, value: str) -> None:
        """See Store."""
        await self._store.note(kind, name, value)
        self._hub.tell(FactKept(kind, name))

    async def forget(self, person: str) -> None:
        """See Store."""
        await self._store.forget(person)
        self._hub.tell(Forgotten(person))
