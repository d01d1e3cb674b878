"""Parts are shared out among workers, and come to those who may take them."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from musbot.service.parts import PARTS, Parts
from musbot.service.sharing import FREE_S, NOBODY_S, Sharing


class Names:
    """A Many of which only the names are used: who holds which is in a dict that all share."""

    def __init__(self, holders: dict[str, object]) -> None:
        self._holders = holders

    @property
    def held(self) -> frozenset[str]:
        return frozenset(name for name, it in self._holders.items() if it is self)

    async def claim(self, names: Collection[str]) -> frozenset[str]:
        gained = frozenset(names) - self._holders.keys()
        self._holders.update(dict.fromkeys(gained, self))
        return gained

    async def release(self, names: Collection[str]) -> None:
        for name in self.held & frozenset(names):
            del self._holders[name]

    async def taken(self, names: Collection[str]) -> frozenset[str]:
        return frozenset(names) & self._holders.keys()

    def dies(self) -> None:
        """Lets go of all."""
        for name in self.held:
            del self._holders[name]


class Notes:
    """A store of notes."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}

    async def note(self, _: str, name: str, value: str) -> None:
        self.kept[name] = value

    async def notes(self, _: str) -> dict[str, str]:
        return dict(self.kept)


class World:
    """Workers that look when they are told to."""

    def __init__(self) -> None:
        self.now = 0.0
        self.notes = Notes()
        self.holders: dict[str, object] = {}

    def worker(self, writes: int = 1, kept: str = "") -> One:
        return One(self, writes, kept)


class One:
    """One of them, for whom taking and leaving parts takes no time."""

    def __init__(self, world: World, writes: int, kept: str) -> None:
        self.names = Names(world.holders)
        self.parts = Parts(("telegram",))
        store, names = world.notes, self.names
        self.sharing = Sharing(
            store,  # type: ignore[arg-type]
            names,  # type: ignore[arg-type]
            self.parts,
            self,
            lambda: world.now,
            self._sleep,
            writes=writes,
        )
        self.sharing.named += self.parts.named("telegram")

    async def _sleep(self, _: float) -> None:
        raise AssertionError

    async def gains(self, parts: Collection[str]) -> None:
        self.parts.take(parts)

    async def leaves(self, parts: Collection[str]) -> None:
        self.parts.leave(parts)

    async def look(self) -> int:
        await self.sharing.look()
        assert self.parts.held == {name for name in self.names.held if name.startswith("telegram")}
        return len(self.parts.held)


async def shared(workers: list[One]) -> list[int]:
    for _ in range(6):
        for worker in workers:
            await worker.look()
    return [await worker.look() for worker in workers]


async def test_one_has_all_and_gives_others_their_share() -> None:
    world = World()
    first = world.worker()
    assert await first.look() == PARTS
    others = [world.worker(), world.worker()]
    assert sorted(await shared([first, *others])) == [20, 22, 22]


async def test_the_parts_of_the_dead_are_taken_at_the_next_look() -> None:
    world = World()
    workers = [world.worker() for _ in range(4)]
    assert await shared(workers) == [16] * 4
    workers.pop().names.dies()
    assert sum([await worker.look() for worker in workers]) == PARTS


async def test_a_lost_session_ends_all_at_once_and_is_begun_anew() -> None:
    world = World()
    worker = world.worker()
    await worker.look()
    held = worker.names.held
    worker.names.dies()
    worker.sharing.lapse(held)
    assert worker.parts.held == frozenset(), "before anything is waited for"
    assert await worker.look() == PARTS


async def test_an_older_one_takes_nothing_that_a_newer_one_has_written_in_while_one_lives() -> None:
    world = World()
    old, new = world.worker(writes=1), world.worker(writes=2)
    assert await new.look() == PARTS
    assert await shared([old, new]) == [0, PARTS], "nor is it given any"
    new.names.dies()
    for world.now in (1, FREE_S + 2, NOBODY_S):
        assert await old.look() == 0
    world.now = NOBODY_S + 2
    assert await old.look() == PARTS, "there is no newer one any more"


async def test_a_newer_one_takes_what_older_ones_leave() -> None:
    world = World()
    old, new = [world.worker(writes=1), world.worker(writes=1)], world.worker(writes=2)
    assert await shared(old) == [32, 32]
    for worker in old:
        worker.names.dies()
        worker.sharing.lapse(worker.parts.held)
    assert await new.look() == PARTS


@pytest.mark.parametrize("chat", ["telegram:-100", "telegram:-100/7"])
def test_topics_are_in_the_part_of_their_chat(chat: str) -> None:
    parts = Parts(("telegram",))
    assert parts.of(chat) == parts.of("telegram:-100")
    assert parts.of("discord:7") == "discord"
    assert not parts.holds(chat)
    assert Parts().holds(chat), "one process holds all"
