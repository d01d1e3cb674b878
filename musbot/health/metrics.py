"""The metrics of a running musbot: their names, descriptions and current values.

Labels are names of platforms and words of this program. They never contain people, chats, tables or cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import product

from musbot import __version__
from musbot.health import Role
from musbot.health.watched import Health, WatchedProcess
from musbot.port.messenger import Result
from musbot.port.replies import ActKind, ActOutcome
from musbot.runtime.histogram import Histogram
from musbot.service.queue.fair_queue import Rank
from musbot.service.tables.counters import Request
from musbot.store.write_counters import WriteFate
from musbot.table.table import Table

Labels = tuple[str, ...]
"""The values of a metric's labels, or their names."""


class Kind(Enum):
    """The type of a metric."""

    COUNTER = "counter"
    GAUGE = "gauge"
    HISTOGRAM = "histogram"


@dataclass(frozen=True, slots=True)
class Measure:
    """A metric, with a value for each combination of its labels."""

    name: str
    """The name of the metric."""
    kind: Kind
    """The type of the metric."""
    about: str
    """Its description, in English."""
    labels: Labels
    """The names of its labels."""
    values: Mapping[Labels, float | Histogram]
    """Its values, by label values."""


def collect_measures(page: Health) -> Iterator[Measure]:
    """Yields the current metrics; for a standby only its version and its role."""
    info = ("version", "bot")
    yield _gauge("musbot_info", "Version of musbot.", info, {(__version__, page.bot): 1})
    roles: dict[Labels, float] = {(role.value, page.bot): role is page.role for role in Role}
    about = "Role of the process: it plays, or stands by."
    yield _gauge("musbot_role", about, ("role", "bot"), roles)
    if page.watched is not None:
        yield from _process_measures(page.watched)


def _process_measures(watched: WatchedProcess) -> Iterator[Measure]:
    """Yields the metrics of a process that plays."""
    yield from _people(watched)
    yield from _platforms(watched)
    yield _gauge("musbot_tables", "Unfinished tables, by state.", ("state",), _tables(watched))
    yield from _store(watched)
    yield Measure(
        "musbot_loop_lag_seconds",
        Kind.HISTOGRAM,
        "Delay of the event loop in seconds.",
        (),
        {(): watched.lag.seen_s},
    )


def _people(watched: WatchedProcess) -> Iterator[Measure]:
    """Yields two metrics by platform and kind: the number of acts by outcome, and their durations."""
    tally = watched.tally
    acts = product(watched.platforms, ActKind, ActOutcome)
    yield _counter(
        "musbot_acts",
        "Presses, typed words of the game and commands, by outcome.",
        ("platform", "way", "outcome"),
        {(it[0], it[1].value, it[2].value): tally.acts[it] for it in acts},
    )
    yield Measure(
        "musbot_act_seconds",
        Kind.HISTOGRAM,
        "Seconds from a press, typed word or command to its answer.",
        ("platform", "way"),
        {(it[0], it[1].value): tally.act_s[it] for it in product(watched.platforms, ActKind)},
    )


def _platforms(watched: WatchedProcess) -> Iterator[Measure]:
    """Yields the metrics of platforms: their state, their requests and their queues."""
    names, tally, silent = watched.platforms, watched.tally, watched.silent_platforms()
    up: dict[Labels, float] = {(name,): name not in silent for name in names}
    yield _gauge("musbot_platform_up", "Whether the platform answers in all its chats.", ("platform",), up)
    parked = watched.parking.list_parked()
    shut: dict[Labels, float] = {(name,): name in parked for name in names}
    yield _gauge("musbot_platform_parked", "Whether the platform has rejected the bot.", ("platform",), shut)
    yield _counter(
        "musbot_requests",
        "Requests to platforms, by result.",
        ("platform", "kind", "result"),
        {(it[0], it[1].value, it[2].value): tally.requests[it] for it in product(names, Request, Result)},
    )
    yield Measure(
        "musbot_request_seconds",
        Kind.HISTOGRAM,
        "Duration of requests to platforms in seconds.",
        ("platform", "kind"),
        {(it[0], it[1].value): tally.request_s[it] for it in product(names, Request)},
    )
    backlog = watched.courier.outboxes.backlog()
    ranks = [(name, rank, *backlog.get(name, {}).get(rank, (0, 0.0))) for name, rank in product(names, Rank)]
    yield _gauge(
        "musbot_queue_waiting",
        "Queued slots, by rank.",
        ("platform", "rank"),
        {(name, rank.name.lower()): many for name, rank, many, _ in ranks},
    )
    yield _gauge(
        "musbot_queue_oldest_seconds",
        "Age in seconds of the oldest queued slot, by rank.",
        ("platform", "rank"),
        {(name, rank.name.lower()): oldest_s for name, rank, _, oldest_s in ranks},
    )


def _tables(watched: WatchedProcess) -> dict[Labels, float]:
    """Returns the number of unfinished tables by state.

    Tables that are not loaded count as "resting", quarantined ones as "set_aside".
    """
    manager, found = watched.manager, dict.fromkeys(("lobby", "playing", "put_off"), 0.0)
    tables = manager.tables.in_memory()
    for table in tables:
        found[_state(table)] += 1
    found["resting"] = manager.tables.count() - len(tables)
    found["set_aside"] = sum(1 for _ in manager.tables.quarantine)
    return {(state,): many for state, many in found.items()}


def _state(table: Table) -> str:
    """Returns the state of a loaded table, as the metric names it: put_off, lobby or playing."""
    if table.put_off:
        return "put_off"
    return "lobby" if table.in_lobby else "playing"


def _store(watched: WatchedProcess) -> Iterator[Measure]:
    """Yields the metrics of the database: writes by result, writes in a commit, and durations and failures of
    commits.
    """
    tally = watched.manager.store.tally
    yield _counter(
        "musbot_store_writes",
        "Writes to the database, by result.",
        ("result",),
        {(fate.value,): tally.writes[fate] for fate in WriteFate},
    )
    yield Measure(
        "musbot_store_batch", Kind.HISTOGRAM, "Number of writes in a commit.", (), {(): tally.batch}
    )
    yield Measure(
        "musbot_store_commit_seconds",
        Kind.HISTOGRAM,
        "Duration of commits in seconds.",
        (),
        {(): tally.commit_s},
    )
    yield _counter(
        "musbot_store_commit_failures",
        "Failed commits; a commit blocked by another program is tried again.",
        (),
        {(): tally.failures},
    )


def _counter(name: str, about: str, labels: Labels, values: Mapping[Labels, float]) -> Measure:
    """Returns a counter with a value for each combination of labels; "_total" is added to its name."""
    return Measure(f"{name}_total", Kind.COUNTER, about, labels, values)


def _gauge(name: str, about: str, labels: Labels, values: Mapping[Labels, float]) -> Measure:
    """Returns a gauge of this name with a value for each combination of labels."""
    return Measure(name, Kind.GAUGE, about, labels, values)
