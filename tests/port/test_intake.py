"""Updates in batches: those of a table in the order of delivery, whatever the store takes, after kills."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from musbot.port import deadline
from musbot.port import intake as intake_module
from musbot.port.intake import Intake, PendingAct, QueuePlace, Wait
from musbot.table.events import PersonId, read_person_id
from tests.evenings import hours as evening_hours
from tests.simulation.loop import Hours, Loop
from tests.simulation.raising import Executed, Fault, Function, Kind, faulty, function_named

TABLES, PEOPLE, MANY, KILLS = 8, 40, 10_000, 20


@dataclass
class Written:
    """A slow store, and what people have done, by its number, in the order in which it was written."""

    rng: Random
    order: list[int] = field(default_factory=list)
    confirmed: int = 0

    async def write(self, number: int) -> None:
        """Writes what was done, once."""
        slow = 0.5 if self.rng.random() < 0.01 else 0.01
        await asyncio.sleep(self.rng.random() * slow)
        if number not in self.order[-1000:]:
            self.order.append(number)


def played(rng: Random, written: Written, place: Callable[[int, bool], str]) -> list[tuple[int, PendingAct]]:
    """What everybody does, in the group of their table or in private; at each number who does it."""

    async def nothing() -> None:
        pass

    def deed(number: int) -> tuple[int, PendingAct]:
        who, private, drawn = rng.randrange(PEOPLE), rng.random() < 0.5, rng.random()
        wait = Wait.FOR_NOTHING if drawn < 0.05 else Wait.FOR_COMMIT

        async def do() -> None:
            await (nothing() if wait is Wait.FOR_NOTHING else written.write(number))

        return who, PendingAct(
            read_person_id(str(who)), lambda: QueuePlace(place(who, private), wait), do, nothing
        )

    return [deed(number) for number in range(MANY)]


@contextmanager
def running(hours: Hours, doing: Coroutine[Any, Any, None]) -> Iterator[Loop]:
    """A loop of the simulation, which is killed in the end."""
    loop = Loop(hours)  # type: ignore[abstract]
    asyncio._set_running_loop(loop)
    try:
        loop.create_task(doing)
        yield loop
    finally:
        loop.kill()
        asyncio._set_running_loop(None)


def inversions(place: Callable[[int, bool], str]) -> int:
    """How often two words of one table, or of one person, are written in another order than they came."""
    rng = Random(1)
    written = Written(rng)
    deeds, hours = played(rng, written, place), Hours(rng)

    async def batches() -> None:
        intake = Intake("Telegram")
        while written.confirmed < MANY:
            batch = deeds[written.confirmed :][: rng.randint(1, 100)]
            await intake.take(deed for _, deed in batch)
            written.confirmed += len(batch)
        assert intake._acts == [], "what has ended goes"

    for kill in range(KILLS + 1):
        with running(hours, batches()):
            while written.confirmed < MANY * (kill + 1) // (KILLS + 1) or (kill == KILLS and hours.busy()):
                assert hours.step()
    waits = [number for number, (_, deed) in enumerate(deeds) if deed.turn().wait is Wait.FOR_COMMIT]
    assert sorted(written.order) == waits, "nothing is lost, nothing is done twice"
    queues: dict[tuple[str, int], list[int]] = {}
    for number in written.order:
        who = deeds[number][0]
        for queue in (("table", who % TABLES), ("person", who)):
            queues.setdefault(queue, []).append(number)
    return sum(a > b for queue in queues.values() for a, b in pairwise(queue))


def test_words_in_private_and_in_the_group_are_written_as_they_came_to_their_table() -> None:
    assert inversions(lambda who, private: f"table {who % TABLES}") == 0


def test_queues_of_chats_instead_of_tables_would_be_found() -> None:
    assert inversions(lambda who, private: f"private {who}" if private else f"group {who % TABLES}") > 100


async def test_what_cannot_be_understood_or_done_holds_nobody_up(caplog: pytest.LogCaptureFixture) -> None:
    done: list[int] = []

    def deed(number: int) -> PendingAct:
        def turn() -> QueuePlace:
            return QueuePlace("table" if number else str(1 / number))

        async def do() -> None:
            done.append(10 // (number - 1))

        return PendingAct(read_person_id("ane"), turn, do, do)

    await Intake("Telegram").take(map(deed, range(4)))
    assert done == [-10, 10, 5]
    assert [record.getMessage() for record in caplog.records] == [
        "ane: where an act belongs: ZeroDivisionError",
        "ane: where an act belongs: ZeroDivisionError",
        "ane: an act: ZeroDivisionError",
    ]


async def batches_of_acts(doing: Counter[int]) -> None:
    """Gives two batches to an intake, as Telegram does: a batch that was not confirmed comes again."""

    async def nothing() -> None:
        pass

    def deed(number: int) -> PendingAct:
        async def do() -> None:
            await asyncio.sleep(0.01)
            doing[number] += 1

        wait = Wait.FOR_PLATFORM if number % 7 == 3 else Wait.FOR_COMMIT
        return PendingAct(
            read_person_id(f"person {number % 3}"),
            lambda: QueuePlace(f"table {number % 2}", wait),
            do,
            nothing,
        )

    intake = Intake("Telegram")
    async with asyncio.timeout(60):
        for batch in (range(8), range(8, 12)):
            for _ in range(3):
                with suppress(KeyError, asyncio.CancelledError):
                    await intake.take(map(deed, batch))
                    break
        await asyncio.sleep(30)


def functions_of_the_queue() -> list[Function]:
    """The functions that are called for acts."""
    counted = Executed(lambda: True)
    with counted.counted():
        evening_hours.passes(lambda: batches_of_acts(Counter()))
    return [it for it in counted.calls if it.file == "musbot/port/intake.py"]


@pytest.mark.parametrize("kind", [Kind.KEY_ERROR, Kind.CANCELLED])
def test_no_error_in_the_queue_of_acts_loses_an_act_or_lets_others_wait_for_ever(kind: Kind) -> None:
    for function in functions_of_the_queue():
        fault = Fault(function, kind, active=lambda: True)
        with faulty(fault):
            for fault.nth in range(1, 6):
                fault.calls = 0
                done: Counter[int] = Counter()
                evening_hours.passes(partial(batches_of_acts, done))
                assert len(done) == 12, f"{fault}: {12 - len(done)} lost"


async def test_an_error_in_the_queue_of_acts_names_its_platform(caplog: pytest.LogCaptureFixture) -> None:
    done: list[int] = []

    async def do() -> None:
        done.append(1)

    fault = Fault(
        function_named("musbot/port/intake.py:Intake._start_acts"), Kind.KEY_ERROR, active=lambda: True
    )
    with faulty(fault):
        await Intake("Telegram").take(
            [PendingAct(read_person_id("ane"), lambda: QueuePlace("table"), do, do)]
        )
    assert done == [1]
    assert caplog.messages == ["Telegram's queue of acts: KeyError"]


async def test_an_act_whose_deadline_outlives_it_is_not_ended_twice(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def do() -> None:
        pass

    monkeypatch.setattr(deadline, "DEADLINE_S", 0.01)
    monkeypatch.setattr(deadline, "LAST_S", 0.01)
    fault = Fault(function_named("musbot/port/deadline.py:TimedAct.end"), Kind.KEY_ERROR, active=lambda: True)
    with faulty(fault):
        await Intake("Telegram").take(
            [PendingAct(read_person_id("ane"), lambda: QueuePlace("table"), do, do)]
        )
        await asyncio.sleep(0.1)
    assert caplog.messages == ["ane: an act: KeyError"]


async def test_an_act_for_which_the_platform_is_asked_first_starts_after_its_answer() -> None:
    happened: list[str] = []

    async def ready() -> None:
        await asyncio.sleep(0.01)
        happened.append("answer")

    async def do() -> None:
        happened.append("act")

    intake = Intake("Telegram")
    await intake.take(
        [PendingAct(read_person_id("ane"), lambda: QueuePlace("table", Wait.FOR_PLATFORM), do, ready)]
    )
    assert happened == [], "its batch does not wait"
    await intake._tasks.finish()
    assert happened == ["answer", "act"]


async def test_an_act_that_has_not_started_when_the_bot_ends_never_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[int] = []

    def deed(number: int) -> PendingAct:
        async def do() -> None:
            begun.append(number)
            await asyncio.sleep(3600)

        return PendingAct(read_person_id("ane"), lambda: QueuePlace("table"), do, do)

    monkeypatch.setattr(intake_module, "END_S", 0.01)
    intake = Intake("Telegram")
    taking = asyncio.create_task(intake.take(map(deed, range(3))))
    await asyncio.sleep(0)
    await intake.stop()
    async with asyncio.timeout(5):
        await taking
        await intake._tasks.finish()
    assert begun == [0]


async def test_an_act_that_cannot_be_started_keeps_no_other_person_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[str] = []
    real = Intake._start

    def start(intake: Intake, act: Any) -> None:
        if act.pending.person == "ane" and "eva" not in done:
            raise KeyError
        real(intake, act)

    def act(person: PersonId) -> PendingAct:
        async def do() -> None:
            done.append(person)

        return PendingAct(person, lambda: QueuePlace(person), do, do)

    monkeypatch.setattr(Intake, "_start", start)
    monkeypatch.setattr(intake_module, "LOOK_S", 0.0)
    await Intake("Telegram").take(map(act, map(read_person_id, ("ane", "eva"))))
    assert done == ["eva", "ane"]


def test_however_many_acts_cannot_be_started_they_are_tried_twice_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    people, tries = 4, list[str]()

    def start(_: Intake, act: Any) -> None:
        tries.append(act.pending.person)
        raise KeyError

    async def gives_acts() -> None:
        async def do() -> None:
            """Never called."""

        acts = [
            PendingAct(read_person_id(f"{it}"), partial(QueuePlace, f"{it}"), do, do) for it in range(people)
        ]
        with suppress(TimeoutError):
            async with asyncio.timeout(10):
                await Intake("Telegram").take(acts)

    monkeypatch.setattr(Intake, "_start", start)
    evening_hours.passes(gives_acts)
    assert len(tries) <= people * (10 / intake_module.LOOK_S + 2)
