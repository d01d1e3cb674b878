"""The questions that a store answers, each with one SQL text for both engines."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from types import UnionType
from typing import Any, Protocol

from musbot.store.refold import SEATING


@dataclass(frozen=True, slots=True)
class Query:
    """A question to the database."""

    sql: str
    """Its text, with `:name` for a value and `{name}` for a fragment (`dialect`)."""
    kinds: tuple[type | UnionType, ...] = (str,)
    """The types of the values in a row of its answer."""


class RunQuery(Protocol):
    """Runs queries on one connection."""

    def __call__(self, query: Query, **values: str | float) -> Coroutine[Any, Any, Sequence[Any]]:
        """Returns the rows that answer a query, with a value for each `:name` in its text.

        Implementations raise different errors: StoreError for a file, asyncpg's errors for a server. The
        caller of the work translates these into StoreError.
        """


_NUMBERED = (int, str, int, str)
_SEATING = ", ".join(f"'{kind.__name__}'" for kind in SEATING)
_RESULT = (str, str, float, str, int, str, int | None, str, float)

# ---- tables ----------------------------------------------------------------------------------------------

CHAT = Query("SELECT {chat} FROM tables s {owner} WHERE s.table_id = :table")
"""The chat of a table."""
BEHIND = Query("""
    SELECT table_id FROM tables t WHERE over_at IS NULL AND ({last} > {told}
    OR EXISTS (SELECT 1 FROM shown s WHERE s.table_id = t.table_id AND s.slot = 'aside'))
""")
"""The unfinished tables whose last event no chat shows, or that a message calls set aside."""
RESTING = Query("""
    SELECT table_id FROM tables t WHERE over_at IS NULL AND soon_s IS NULL
    AND (SELECT e.at FROM events e WHERE e.table_id = t.table_id ORDER BY e.seq DESC LIMIT 1) < :since
""")
"""The paused tables (without a clock) whose last event is older than a moment."""
UNTOLD = Query("""
    SELECT table_id FROM tables t WHERE over_at > :since AND CASE WHEN {began}
    THEN NOT EXISTS (SELECT 1 FROM shown s WHERE s.table_id = t.table_id AND s.slot = 'end' AND s.seq > 0)
    ELSE {last} > {told} END ORDER BY over_at
""")
"""The tables that ended after a moment, and whose end no chat shows."""
FINISHED = Query("""
    SELECT table_id FROM tables WHERE over_at < :at AND table_id > :after ORDER BY table_id LIMIT :most
""")
"""The tables that ended before a moment, in pages by their ids."""
LAST_OVER = Query("""
    SELECT table_id FROM tables t WHERE chat = {stored_chat} AND over_at > 0 AND {began}
    ORDER BY over_at DESC LIMIT 1
""")
"""The last table of a chat to end, among the tables whose partida had begun."""
LAST_OVER_OF = Query("""
    SELECT table_id FROM tables t WHERE over_at > 0 AND {began}
    AND table_id IN (SELECT table_id FROM events WHERE who IN {names_of} AND kind = 'SatDown')
    ORDER BY over_at DESC LIMIT 1
""")
"""The last table of a person to end, among the tables whose partida had begun."""
PARTAKES = Query("""
    SELECT table_id FROM tables WHERE over_at IS NULL AND table_id IN
    (SELECT table_id FROM events WHERE who IN {names_of} AND kind IN ('SatDown', 'Queued'))
""")
"""The unfinished tables at which a person has sat or queued."""
UNFINISHED = Query(
    "SELECT table_id, chat, {numbers}, soon_s FROM tables WHERE over_at IS NULL ORDER BY opened_at, table_id",
    (str, str, str, float | None),
)
"""The unfinished tables with their outlines, the oldest first."""
STANDING = Query(
    """
    SELECT s.table_id, {chat}, (SELECT max(e.at) FROM events e WHERE e.table_id = s.table_id)
    FROM tables s {owner} WHERE s.over_at IS NULL ORDER BY s.opened_at
    """,
    (str, str, float),
)
"""The unfinished tables with their chats and the time of their last event, the oldest first."""
TABLES = Query("SELECT table_id FROM tables WHERE over_at IS NULL OR :finished ORDER BY opened_at")
"""The unfinished tables, or all, the oldest first."""

# ---- events and people -----------------------------------------------------------------------------------

LOG = Query("SELECT seq, kind, version, body FROM events WHERE table_id = :table ORDER BY seq", _NUMBERED)
"""The events of a table."""
SEATED = Query(
    "SELECT seq, kind, version, body FROM events WHERE table_id = :table"  # noqa: S608 - our own names
    f" AND kind IN ({_SEATING}) ORDER BY seq",
    _NUMBERED,
)
"""The events of a table that tell its players, rules and chat."""
DATES = Query(
    "SELECT date_id, seq, kind, version, body FROM date_events ORDER BY date_id, seq",
    (str, int, str, int, str),
)
"""The events of all dates."""
EXPORTED = Query(
    """
    SELECT seq, at, kind, version, body FROM events WHERE table_id = :table AND seq > :after
    ORDER BY seq LIMIT 1
    """,
    (int, object, object, object, object),
)
"""The next event of a table after one of its events, with its time; it may be damaged."""
PEOPLE = Query("SELECT id, person FROM people WHERE id {ids}", (int, str | None))
"""The ids of people by their numbers; NULL if a person is forgotten."""
NAMES = Query(
    "SELECT n.id, n.who, p.person, n.name, n.language FROM names n JOIN people p ON p.id = n.who"
    " WHERE n.id {ids}",
    (int, int, str | None, str | None, str),
)
"""Names and their people by the numbers of the names."""
PLAYERS = Query(
    """
    SELECT n.id, n.who, n.name, p.person,
    (SELECT l.name FROM names l WHERE l.who = n.who ORDER BY l.id DESC LIMIT 1)
    FROM names n JOIN people p ON p.id = n.who WHERE n.id {ids}
    """,
    (int, int, str | None, str | None, str | None),
)
"""Names, their people, and the last name of each, by the numbers of the names."""

# ---- chats, notes, results -------------------------------------------------------------------------------

SHOWN = Query(
    """
    SELECT {chat}, s.slot, s.message, s.digest, s.at, s.moment, s.seq FROM shown s {owner}
    WHERE s.table_id = :table ORDER BY s.chat, s.slot
    """,
    (str, str, str, str, float, str, int),
)
"""The messages that chats show of a table."""
WORD_TIMES = Query(
    "SELECT at FROM events WHERE table_id = :table AND kind = 'Said' ORDER BY seq DESC LIMIT :most", (float,)
)
"""The times of the last words of a table, the newest first."""
WRITTEN = Query(
    """
    SELECT {chat}, max(s.at) FROM tables t JOIN shown s USING (table_id) {owner}
    WHERE (t.over_at IS NULL OR t.over_at > :since) AND s.at > :since GROUP BY 1
    """,
    (str, float),
)
"""The chats that got a message after a moment, and the time of the last one."""
NOTES = Query("SELECT name, value FROM {notes} WHERE kind = :kind ORDER BY name", (str, str))
"""The notes of a kind."""
KEYS = Query(
    """
    SELECT max(key), min(at) FROM (SELECT key, at FROM seen WHERE key > :after ORDER BY key LIMIT :most) slice
    HAVING count(*) > 0
    """,
    (str, float),
)
"""The last key of a slice of deliveries, and the time of the oldest; there is no index by age."""
RESULTS = Query(
    "SELECT {result} FROM results r WHERE r.chat = :chat ORDER BY r.at DESC, r.table_id DESC LIMIT :most",
    _RESULT,
)
"""The last results of a chat, the newest first."""
RESULTS_OF = Query(
    "SELECT {result} FROM {person} p JOIN played ON who = p.id JOIN results r USING (table_id)"
    " ORDER BY r.at DESC, r.table_id DESC LIMIT :most",
    _RESULT,
)
"""The last results of a person, the newest first."""
COUNTED = Query(
    """
    SELECT {lines_by_at} FROM (
        SELECT r.at, CASE WHEN r.at >= :later THEN '2' WHEN r.at >= :since THEN '1' ELSE '0' END
        || ' ' || r.winner || ' ' || r.alone || ' ' || r.rules || ' ' || r.seats AS line
        FROM results r WHERE r.chat = :chat AND r.winner IS NOT NULL {order_by_at}
    ) counted
    """,
    (str | None,),
)
"""The finished partidas of a chat in one text, the oldest first, because rows would take longer to count.

A line has the number of moments passed (`since`, `later`), the winner, `alone`, the rules and the seats.
"""
