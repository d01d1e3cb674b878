"""An update that ends the process at each start is set aside at the fourth, and no other one ever is."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from adapters.telegram.suspects import BATCH, Suspects
from adapters.telegram.updates import Updates
from musbot.game.errors import MusError
from musbot.port.deadline import DeadlineExpired
from tests.evenings.hours import passes
from tests.support.raw_updates import press

HANDLING_S = 0.01
"""What it takes to handle an update."""


class Killed(BaseException):
    """The process ends here."""


@dataclass
class Notes:
    """A memory that outlives processes; `broken` while it takes nothing."""

    noted: dict[str, str] = field(default_factory=dict)
    written: list[str] = field(default_factory=list)
    broken: bool = False

    async def recall(self, name: str) -> str:
        return self.noted.get(name, "")

    async def keep(self, name: str, value: str) -> None:
        if self.broken:
            raise MusError("no")
        self.noted[name] = value
        self.written.append(value)


class World:
    """Updates that wait at Telegram, a memory, and processes that handle updates until they are killed."""

    def __init__(self, numbers: range) -> None:
        self.pending = {number: press(number) for number in numbers}
        self.notes = Notes()
        self.handled: list[int] = []
        self.batches: list[int] = []

    async def _post(self, endpoint: str, data: dict[str, Any], read_timeout: float) -> object:
        assert (endpoint, read_timeout > data["timeout"]) == ("getUpdates", True)
        for number in [it for it in self.pending if it < data["offset"]]:
            del self.pending[number]
        self.batches.append(data.get("limit", 100))
        found = list(self.pending.values())[: data.get("limit", 100)]
        await asyncio.sleep(0.02 if found else data["timeout"])
        return found

    async def process(self, *poison: int, polls: int = 1000) -> None:
        """Handles what waits until it is killed at a poisoned update; ends in order once nothing waits."""
        updates = Updates(self, lambda: None, lambda: None, self.notes)  # type: ignore[arg-type]
        for _ in range(polls):
            for update in await updates.fetch():
                await asyncio.sleep(HANDLING_S)
                if update.update_id in poison:
                    raise Killed
                self.handled.append(update.update_id)
            updates.confirm_last_fetch()
            if not self.pending:
                break
        await updates.confirm()
        await updates.end()

    async def killed(self, *poison: int, within_s: float = 1e9) -> bool:
        """Runs a process, at most for so long; returns whether it was killed."""
        try:
            async with asyncio.timeout(within_s):
                await self.process(*poison)
        except (Killed, TimeoutError):
            return True
        return False


def test_an_update_that_ends_every_process_is_set_aside_at_the_third_start_that_knows_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def plays() -> None:
        world = World(range(700, 720))
        assert [await world.killed(710) for _ in range(5)] == [True, True, True, True, False]
        assert sorted(set(world.handled)) == [*range(700, 710), *range(711, 720)]
        assert [it.getMessage() for it in caplog.records] == [
            "update 710 (callback_query) is set aside: 3 processes ended with it"
        ]
        assert world.notes.noted == {"telegram": ""}

    passes(plays)


def test_two_poisoned_updates_are_both_set_aside() -> None:
    async def plays() -> None:
        world = World(range(700, 720))
        assert [await world.killed(705, 706) for _ in range(9)].count(True) == 1 + 3 + 3
        assert sorted(set(world.handled)) == [*range(700, 705), *range(707, 720)]

    passes(plays)


def test_after_a_clean_end_updates_come_in_batches_and_nothing_more_is_written() -> None:
    async def plays() -> None:
        world = World(range(700, 720))
        await world.process()
        assert (world.batches[0], world.notes.written) == (100, ["running", ""])

    passes(plays)


def test_after_an_unclean_end_a_batch_is_handled_one_at_a_time() -> None:
    async def plays() -> None:
        world = World(range(700, 703))
        world.notes.noted["telegram"] = "running"
        await world.process()
        assert world.handled == [700, 701, 702]
        assert set(world.batches[:3]) == {1}
        stored = [f"running {number} 1" for number in (700, 701, 702)]
        assert world.notes.written == [it for note in stored for it in (note, "running")] + [""]

    passes(plays)


def test_caution_ends_with_the_first_batch_or_when_nothing_waits() -> None:
    async def plays() -> None:
        world = World(range(1000, 1000 + 3 * BATCH))
        world.notes.noted["telegram"] = "running"
        await world.process()
        assert world.batches.count(1) == BATCH
        assert len(world.handled) == 3 * BATCH

        world = World(range(700, 700))
        world.notes.noted["telegram"] = "running"
        began = asyncio.get_running_loop().time()
        await world.process(polls=1)
        assert asyncio.get_running_loop().time() - began < 1
        world.pending[701] = press(701)
        assert world.batches == [1]

    passes(plays)


def test_100_random_kills_set_nothing_aside(caplog: pytest.LogCaptureFixture) -> None:
    async def plays() -> None:
        rng, world, kills = Random(7), World(range(700, 800)), 0
        while kills < 100:
            kills += await world.killed(within_s=rng.random())
            last = max(world.pending, default=max(world.handled, default=799))
            world.pending |= {number: press(number) for number in range(last + 1, last + 20)}
        await world.process()
        assert sorted(set(world.handled)) == list(range(700, max(world.handled) + 1))

    passes(plays)
    assert not caplog.records


@pytest.mark.parametrize("noted", ["running", "running x", "running 700 x", "x y z w", "running 700 -3"])
def test_whatever_is_noted_the_updates_are_handled(noted: str) -> None:
    async def plays() -> None:
        world = World(range(700, 703))
        world.notes.noted["telegram"] = noted
        await world.process()
        assert world.handled == [700, 701, 702]

    passes(plays)


def test_a_memory_that_fails_holds_nothing_up() -> None:
    async def plays() -> None:
        world = World(range(700, 703))
        world.notes.noted["telegram"], world.notes.broken = "running", True
        await world.process()
        assert world.handled == [700, 701, 702]

    passes(plays)


@pytest.mark.parametrize("named", ["prepare", "admit"])
def test_work_beside_a_poll_that_hangs_is_given_up_and_made_again(
    monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    real, hanging = getattr(Suspects, named), [True]

    async def hangs_once(*given: Any) -> Any:
        if hanging:
            hanging.pop()
            await asyncio.Event().wait()
        return await real(*given)

    async def plays() -> None:
        world = World(range(700, 703))
        world.notes.noted["telegram"] = "running"
        updates = Updates(world, lambda: None, lambda: None, world.notes)  # type: ignore[arg-type]
        monkeypatch.setattr(Suspects, named, hangs_once)
        with pytest.raises(DeadlineExpired):
            await asyncio.wait_for(updates.fetch(), 60)
        assert [it.update_id for it in await updates.fetch()] == [700]

    passes(plays)
