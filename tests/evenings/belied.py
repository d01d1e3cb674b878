"""What holds of every notice that stands at the end of an evening, or for one alone: it is still true."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from musbot.game.engine import awaited_seats
from musbot.port import ChatId, PersonId
from musbot.table.table import Table
from musbot.words.texts import LANGUAGES, Texts
from tests.evenings.record import Record, Shown

SETTLED_S = 15.0
"""So long ago a notice was belied that must be gone: a group bears twenty changes a minute."""
GOES_S = 10.0
"""So long a note that one alone reads there may stand though belied: 5 s, and a request that waits."""
_NAME, _OTHER, _VOTES = "Qname", "Qother", 97
"""What stands in a sentence where a player, another one, or a number is named."""
_NAMED = r"(?:Mesa |Table )?(?P<name>\w+?)(?: mahaia)?"
"""A player's name, or the name of a table."""
Holds = Callable[[Table, str, str | None], bool]
"""Whether a claim holds at a table, for who is named and who alone reads it."""
Claims = Sequence[tuple[str, Mapping[str, str | int], Holds]]
"""Notices: the key, its variables, and whether it holds at a table for who is named and who reads it."""


def _is_away(table: Table, named: str, reader: str | None) -> bool:
    return named not in table.names


def _is_unseated(table: Table, named: str, reader: str | None) -> bool:
    return table.short != named or reader is None or table.seat_of(PersonId(ChatId(reader))) is None


def _has_votes(table: Table, named: str, reader: str | None) -> bool:
    return bool(table.votes)


def _asks(table: Table, named: str, reader: str | None) -> bool:
    return table.mesa is not None and named in [table.names[seat] for seat in awaited_seats(table.mesa)]


def _is_put_off(table: Table, named: str, reader: str | None) -> bool:
    return table.put_off


_CLAIMS: Claims = [
    ("leaves", {"name": _NAME, "ai": _OTHER}, _is_away),
    ("leaves-to", {"name": _NAME, "ai": _OTHER, "next": _OTHER}, _is_away),
    ("hand-left", {"table": _NAME}, _is_unseated),
    ("hand-left-held", {"table": _NAME}, _is_unseated),
    ("hand-left-to", {"table": _NAME, "next": _OTHER}, _is_unseated),
    ("done-voted", {"votes": _VOTES, "needed": _VOTES, "again": 0}, _has_votes),
    ("done-voted-resume", {"votes": _VOTES, "needed": _VOTES, "again": 0}, _has_votes),
    ("done-voted-replace", {"name": _NAME, "votes": _VOTES, "needed": _VOTES}, _has_votes),
]
"""What a notice that stands at the end of an evening claims."""


_WAITS: Mapping[str, str | int] = {"table": "here", "names": _OTHER, "needed": 0, "label": "none", "way": ""}
_ALONE: Claims = [
    ("illegal-not-your-turn", {"turn": _NAME, "turn-count": 1, "rule": ""}, _asks),
    ("illegal-already-said", {"turn": _NAME, "turn-count": 1, "rule": ""}, _asks),
    ("refused-put-off", {}, _is_put_off),
    *(("refused-put-off-bystander", {**_WAITS, "count": count}, _is_put_off) for count in (1, 2)),
    ("done-voted", {"votes": _VOTES, "needed": _VOTES, "again": 0}, _has_votes),
    ("done-voted-resume", {"votes": _VOTES, "needed": _VOTES, "again": 0}, _has_votes),
    ("done-voted-replace", {"name": _NAME, "votes": _VOTES, "needed": _VOTES}, _has_votes),
]
"""What a note claims that one alone reads on Discord, while it stands."""


def belied_alone(record: Record) -> Iterator[str]:
    """Yields what one alone could read on Discord for long though it was no longer true."""
    for it, until in record.alone:
        tables = record.at_tables_of(replace(it, at=until), GOES_S)
        if it.at > until - GOES_S or not tables:
            continue
        for holds, named in _claims(it, _ALONE):
            if not any(holds(table, named, it.to) for table in tables):
                yield f"{it.where}, {until - it.at:.0f} s: {it.text!r}"


def belied(record: Record) -> Iterator[str]:
    """Yields notices that still stand though what they say has long stopped being true."""
    for it in record.standing:
        tables = record.at_tables_of(replace(it, at=record.ended), SETTLED_S)
        if it.at > record.ended - SETTLED_S or not tables:
            continue
        for holds, named in _claims(it, _CLAIMS):
            if not any(holds(table, named, it.to) for table in tables):
                yield f"{it.where}: {it.text!r}"


def _claims(it: Shown, claims: Claims) -> Iterator[tuple[Holds, str]]:
    """Yields the claims of a notice, each with the name in it; "" without one."""
    for key, facts, holds in claims:
        for language in LANGUAGES:
            text = re.escape(Texts(language)(key, **facts)).replace(_NAME, _NAMED, 1).replace(_NAME, r"\w+")
            text = text.replace(_OTHER, r"[^.]+?").replace(str(_VOTES), r"\d+")
            if (said := re.search(text, it.text)) is not None:
                yield holds, said.groupdict().get("name", "")
