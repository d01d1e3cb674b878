"""Evenings on the fake platforms in which one function of an adapter, or of the door, fails.

The clock is that of the evening, so hours pass in no time. After the fault the bot must still serve.
"""

from __future__ import annotations

import asyncio
import gc
import signal
import traceback
from collections.abc import Awaitable, Iterable, Iterator
from contextlib import AbstractAsyncContextManager
from multiprocessing import get_context
from random import Random

from tests.evenings.around import CALM, Around
from tests.evenings.channel import on_discord
from tests.evenings.evening import Evening, evening
from tests.evenings.hours import passes
from tests.simulation.fault_log import Heard, listening, log_problems
from tests.simulation.fault_runs import FaultRun
from tests.simulation.may_end import UNLOGGED
from tests.simulation.raising import RAISING, Executed, Fault, Function, Kind, faulty

PLATFORMS = ("telegram", "discord")
STEP_S = 20.0
"""How long people try a step before they go on."""
RECOVERY_S = 150.0
"""How soon after the last fault everything is served: longer than a delivery that hangs is waited for."""
MOST_S = 7200.0
"""When an evening has not ended, it never does; its clock, not the machine's."""
MOST_WORK_S = 60
"""When a run has worked for so many seconds of the processor, the clock of its evening stands still."""


class Broken(AssertionError):
    """An outcome that must not be."""


async def _tried(step: Awaitable[object]) -> bool:
    """Awaits a step of people; returns whether it came off."""
    try:
        async with asyncio.timeout(STEP_S):
            await step
    except (AssertionError, TimeoutError, LookupError):
        return False
    return True


async def _play(it: Around) -> None:
    """Two people play with two AI players, ask for this and that, and talk."""
    await _tried(it.command("Ane", "/mus vitoria"))
    await _tried(it.until(it.showing, "the lobby"))
    await _tried(it.sit("Ane", "Beñat", ais=2))
    await _tried(it.press("Ane", "Empezar"))
    for number in range(6):
        await _tried(it.speak(*CALM))
        if number == 1:
            await _tried(it.command("Beñat", "/tanteo"))
            if isinstance(it, Evening):
                it.say("Beñat", "hola")
                it.say("Ane", "paso")
                it.say("Carmen", "/start", it.home("Carmen"))
        if number == 3:
            await _tried(it.command("Ane", "/cartas"))
    await it.wait(30)


async def _discard(it: Around) -> None:
    """Lets everybody who is asked which cards they throw throw one."""
    for name in it.asked() if "Descartar" in it.labels() else ():
        await _tried(it.press(name, "1"))
        await _tried(it.press(name, "Descartar"))


async def _serves(it: Around) -> None:
    """Raises Broken unless a board is shown, and a word on it counts."""
    running = it.process.running
    if dead := [task.get_name() for task in running if task.done()]:
        raise Broken(f"the process ended: {dead}")
    await _tried(it.command("Ane", "/mesa"))
    if it.table is not None and it.table.in_lobby:  # people could not sit down, or begin
        await _tried(it.command("Ane", "/terminar"))
        await it.wait(10)
    if it.table is None:
        await _tried(it.open("Ane", "Beñat", ais=2))
    if (table := it.table) is None:
        raise Broken("no table can be opened")
    if table.put_off:
        for name in ("Ane", "Beñat"):
            await _tried(it.press(name, "Seguir"))
    for _ in range(4):
        await _discard(it)
        if await _tried(it.speak(*CALM)) and it.table is not None and it.table.seq > table.seq:
            return
    raise Broken(f"no word counts any more: {it.text()[-1500:]}")


def opened(platform: str) -> AbstractAsyncContextManager[Around]:
    """Opens an evening on a platform."""
    return evening(seed="fault") if platform == "telegram" else on_discord(seed="fault", words=True)


def play_with(platform: str, fault: Fault) -> tuple[str, int]:
    """Plays an evening with a fault; returns what is broken, and how often it occurred."""
    injected: list[BaseException] = []
    fault.occurred = lambda error: injected.append(error) if error is not None else None
    heard = Heard()

    async def plays() -> list[str]:
        fault.active = lambda: False
        async with asyncio.timeout(MOST_S), opened(platform) as it:
            fault.active = lambda: True
            await _play(it)
            fault.active = lambda: False
            await it.wait(RECOVERY_S)
            await _serves(it)
            return list(log_problems(injected, heard, hangs=fault.kind not in RAISING))

    broken: list[str] = []
    try:
        with faulty(fault), listening(heard):
            broken = passes(plays)
            gc.collect()
    except Broken as error:
        broken = [str(error)]
    except BaseException as error:
        broken = [f"{error!r:.600} {traceback.format_exc(limit=-2):.600}"]
    if str(fault.function).startswith(UNLOGGED):
        broken = [it for it in broken if "logged" not in it and "traceback" not in it]
    return "\n".join(broken), fault.hits


def executed(platform: str) -> dict[Function, int]:
    """Plays without a fault; returns the functions of its adapter and of the port that are called."""
    counted = Executed(lambda: True)

    async def plays() -> None:
        async with opened(platform) as it:
            with counted.counted():
                await _play(it)

    passes(plays)
    folders = (f"adapters/{platform}", "musbot/port/")
    return {it: many for it, many in counted.calls.items() if it.file.startswith(folders)}


def fault_of(number: int, functions: dict[Function, int]) -> Fault:
    """Returns the fault of a run."""
    rng = Random(f"adapter {number}")
    order = sorted(functions, key=str)
    Random("adapters").shuffle(order)
    function = order[number % len(order)]
    kind = rng.choice([*RAISING, Kind.HANGS, Kind.LATE] if function.awaits else RAISING)
    return Fault(function, kind, 1 + rng.randrange(max(1, functions[function] // 4)), rng.random() < 0.3)


def _in_a_job(given: tuple[int, str, Fault]) -> FaultRun:
    number, platform, fault = given
    signal.signal(signal.SIGPROF, _give_up)
    signal.setitimer(signal.ITIMER_PROF, MOST_WORK_S, 5)
    broken, hits = play_with(platform, fault)
    return FaultRun(number, 0, str(fault), fault.function, hits, False, broken)


def _give_up(*_: object) -> None:
    raise Broken("the evening's clock stands still")


def run_adapter(platform: str, numbers: Iterable[int], jobs: int = 1) -> Iterator[FaultRun]:
    """Plays the runs of these numbers on a platform, each in a process of its own."""
    functions = executed(platform)
    wanted = [(number, platform, fault_of(number, functions)) for number in numbers]
    print(f"{platform}: {len(functions)} functions", flush=True)
    gc.collect()
    gc.freeze()  # the runs need not look through what they share
    with get_context("fork").Pool(jobs, maxtasksperchild=1) as pool:
        yield from pool.imap(_in_a_job, wanted, chunksize=1)
