"""What the platform of a seed has shown, as the record of an evening, and what does not hold of it.

One thing is known to be amiss, and left out until it is mended: what somebody asked for (/tanteo) and what
then waited for its turn is shown as it was when it was asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from musbot.port.chats import whole
from musbot.table.fold import fold
from musbot.table.table import Table
from tests.evenings.invariants import broken, foreign, twice, untrue
from tests.evenings.record import Moment, Record

if TYPE_CHECKING:
    from tests.simulation.evening import Evening
    from tests.simulation.invariants import Log

FAULTS = {"disk", "kill", "moves", "net", "outage", "rights"}
"""What may make a process show something once more."""


def said_amiss(evening: Evening, logs: Mapping[str, Log]) -> Iterator[str]:
    """Yields what was said untrue, in another language or, where nothing failed, twice."""
    site, began = evening.site, evening.wall() - evening.hours.now
    shown = [replace(it, at=began + it.at) for it in site.shown]
    tables = {table: _moments(log) for table, log in logs.items()}
    speak: dict[str, frozenset[str]] = {}
    for who in (who for company in evening.companies for who in company.people):
        speak[who.id] = speak.get(who.id, frozenset()) | {who.language}
    for moments in tables.values():
        for _, table in moments:
            chat = whole(site.moved(table.chat))
            for here in (whole(table.chat), chat):
                speak[here] = speak.get(here, frozenset()) | {table.language, evening.settings.language}
    record = Record(shown, (), [began + at for at in site.acts], tables, speak, evening.wall())
    yield from broken(record, (foreign,))
    yield from broken(replace(record, shown=[it for it in shown if it.data or not it.sent]), (untrue,))
    if not FAULTS & evening.chance.carried_out.keys():
        yield from broken(record, (twice,))


def _moments(log: Log) -> Sequence[Moment]:
    moments: list[Moment] = []
    now: Table | None = None
    for (_, at, _), event in zip(log.stored, log.events, strict=True):
        now = fold(now, event)
        moments.append((at, now))
    return moments
