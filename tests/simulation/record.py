"""What the platform of a seed has shown, as the record of an evening, and what does not hold of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from musbot.port.chats import without_topic
from musbot.table.acts import InPlay, TakeSeat, read_payload
from musbot.table.fold import fold
from musbot.table.table import Table
from musbot.words.texts import LANGUAGES, Texts
from tests.evenings.counts import disordered, long_count
from tests.evenings.invariants import (
    alive,
    alive_in_private,
    broken,
    foreign,
    outdated,
    repeated,
    twice,
    uncaused,
    untrue,
    unwanted,
    waits_wrongly,
)
from tests.evenings.record import Moment, Record, Shown
from tests.simulation.platform import data_of_post, is_group

if TYPE_CHECKING:
    from tests.simulation.evening import Evening
    from tests.simulation.invariants import Log

FAULTS = {"disk", "fault", "kill", "moves", "net", "outage", "rights"}
"""What may make a process show something once more."""


def said_amiss(evening: Evening, logs: Mapping[str, Log]) -> Iterator[str]:
    """Yields what was said untrue, in another language or, where nothing failed, twice."""
    site, began = evening.site, evening.wall() - evening.hours.now
    shown = [replace(it, at=began + it.at) for it in site.shown]
    tables = {table: _moments(log) for table, log in logs.items()}
    acts = [began + at for at in site.acts]
    speak = _spoken(evening, tables)
    record = Record(shown, _standing(evening), acts, tables, speak, evening.wall(), evening.causes)
    yield from broken(
        record, (foreign, untrue, uncaused, repeated, outdated, unwanted, long_count, disordered)
    )
    if not FAULTS & evening.chance.carried_out.keys():
        yield from broken(record, (twice, alive, alive_in_private, waits_wrongly))


def _spoken(evening: Evening, tables: Mapping[str, Sequence[Moment]]) -> Mapping[str, frozenset[str]]:
    """What is spoken in each chat; of those who have asked to be forgotten nobody knows that any more."""
    site = evening.site
    speak: dict[str, frozenset[str]] = {}
    for who in (who for company in evening.companies for who in company.people):
        speak[who.id] = speak.get(who.id, frozenset()) | {who.language}
    for moments in tables.values():
        for _, table in moments:
            chat = without_topic(site.moved(table.chat))
            for here in (without_topic(table.chat), chat):
                speak[here] = speak.get(here, frozenset()) | {table.language, evening.settings.language}
    for company in evening.companies:  # before a table is open there, who asks is answered in their language
        for here in {without_topic(company.chat), without_topic(site.moved(company.chat))}:
            speak[here] = speak.get(here, frozenset()) | {who.language for who in company.people}
    forgets = [Texts(language)(key) for language in LANGUAGES for key in ("forget-text", "forget-done")]
    forgotten = {without_topic(it.chat) for it in site.shown if any(text in it.text for text in forgets)}
    return speak | dict.fromkeys(forgotten, frozenset(LANGUAGES))


def _standing(evening: Evening) -> Sequence[Shown]:
    """What is there at the end where the bot could have changed it, pages apart: these go when pressed.

    When it was changed nobody knows.
    """
    site = evening.site
    return [
        Shown(
            0.0,
            chat,
            None if is_group(chat) else without_topic(chat),
            post.text,
            data_of_post(post),
        )
        for chat, there in site.chats.items()
        if not (there.closed or site.chats[without_topic(chat)].closed or site.unknown[chat])
        for message, post in there.standing.items()
        if (chat, message) not in site.torn and not any(map(_of_page, data_of_post(post)))
    ]


def _of_page(data: str) -> bool:
    """Returns whether a button is one of a page; those of seats stand on boards."""
    payload = read_payload(data) if "/" in data else None
    return payload is not None and not (isinstance(payload.act, TakeSeat) or payload.act is InPlay.RETURN)


def _moments(log: Log) -> Sequence[Moment]:
    moments: list[Moment] = []
    now: Table | None = None
    for (_, at, _), event in zip(log.stored, log.events, strict=True):
        now = fold(now, event)
        moments.append((at, now))
    return moments
