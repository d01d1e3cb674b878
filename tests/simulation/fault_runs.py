"""Many evenings with a fault of our own: first which functions they call, then a run for each fault."""

from __future__ import annotations

import gc
import traceback
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from random import Random

from tests.simulation.chance import Script
from tests.simulation.evening import Broken, Evening
from tests.simulation.faulty import FaultyEvening
from tests.simulation.may_end import BOUNDARY
from tests.simulation.raising import RAISING, Executed, Fault, Function, Kind
from tests.simulation.seeds import a_folder

BASES = 40
"""Seeds of which it is found out what they call."""
WARM = 2
"""A seed that is played before the others."""
NO_FUNCTION = Function("", "", 0, awaits=False)
EARLY = 4
"""A fault occurs in the first quarter of the calls of its function, so something comes after it."""


@dataclass(frozen=True, slots=True)
class FaultRun:
    """What came of one run."""

    number: int
    seed: int
    fault: str
    function: Function
    hits: int
    ended: bool
    broken: str
    lines: tuple[str, ...] = ()


Calls = dict[Function, dict[int, int]]
"""How often each function is called, by seed."""


def executed(seed: int) -> dict[Function, int]:
    """Plays a calm evening; returns the functions it calls, and how often."""
    with a_folder() as folder:
        fault = Fault(NO_FUNCTION, Kind.KEY_ERROR)
        evening = FaultyEvening(Script(seed), folder, fault)
        counted = Executed(evening._may_occur)
        evening.fault.active = lambda: False
        try:
            with counted.counted():
                Evening.run(evening)
        except Broken as error:
            print(f"seed {seed}, without a fault: {error}", flush=True)
    return dict(counted.calls)


def warm_up() -> None:
    """Plays an evening, so that the processes of the runs need not read texts and AI players again."""
    with a_folder() as folder:
        Evening.run(FaultyEvening(Script(WARM), folder, Fault(NO_FUNCTION, Kind.KEY_ERROR)))


def calls_of(seeds: Iterable[int], jobs: int) -> Calls:
    """Returns what seeds call."""
    calls: Calls = defaultdict(dict)
    seeds = list(seeds)
    warm_up()
    with get_context("fork").Pool(jobs, maxtasksperchild=1) as pool:
        for seed, found in zip(seeds, pool.imap(executed, seeds, chunksize=1), strict=True):
            for function, many in found.items():
                calls[function][seed] = many
    return dict(calls)


def fault_of(number: int, calls: Calls, functions: Sequence[Function]) -> tuple[int, Fault]:
    """Returns the seed and the fault of a run."""
    rng = Random(f"fault {number}")
    function = functions[number % len(functions)]
    seed = rng.choice(sorted(calls[function]))
    kinds = [*RAISING, Kind.HANGS, Kind.LATE] if function.awaits else RAISING
    kind, many = rng.choice(kinds), calls[function][seed]
    nth, always = 1 + rng.randrange(max(1, many // EARLY)), rng.random() < 0.4
    return seed, Fault(function, kind, nth, always and function.file != BOUNDARY)


def order(calls: Calls) -> list[Function]:
    """Returns all functions in the order in which runs choose them."""
    functions = sorted(calls, key=lambda it: (it.file, it.line, it.name))
    Random("functions").shuffle(functions)
    return functions


def run_one(number: int, seed: int, fault: Fault, *, telling: bool = False) -> FaultRun:
    """Plays one evening with a fault."""
    broken = ""
    with a_folder() as folder:
        evening = FaultyEvening(Script(seed), folder, fault, telling=telling)
        try:
            evening.run()
        except Broken as error:
            broken = str(error)
        except BaseException as error:
            broken = f"the simulation itself: {error!r} {traceback.format_exc(limit=-3)}"
    lines = tuple(evening.told.lines or ())
    return FaultRun(
        number, seed, str(fault), fault.function, fault.hits, evening.died is not None, broken, lines
    )


def _in_a_job(given: tuple[int, int, Fault]) -> FaultRun:
    return run_one(*given)


def run_all(numbers: Iterable[int], calls: Calls, jobs: int) -> Iterator[FaultRun]:
    """Plays the runs of these numbers, each in a process of its own."""
    functions = order(calls)
    warm_up()
    gc.collect()
    gc.freeze()  # the runs need not look through what they share
    wanted = [(number, *fault_of(number, calls, functions)) for number in numbers]
    with get_context("fork").Pool(jobs, maxtasksperchild=1) as pool:
        yield from pool.imap(_in_a_job, wanted, chunksize=1)
