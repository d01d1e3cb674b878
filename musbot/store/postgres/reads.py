"""What is asked of PostgreSQL, and how its rows are read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import asyncpg

from musbot.store.codec import Stored
from musbot.store.people import MARK, gone, named, numbered, put_back
from musbot.store.steps import SEATING_KINDS
from musbot.store.store import SLICE, Query

_OF_CHAT = f"""
    LEFT JOIN people p ON p.id = CASE WHEN s.chat ~ '^{MARK}[0-9]+$' THEN substr(s.chat, 2)::bigint END
"""
_THE_CHAT = "coalesce(p.person, s.chat)"
_NAMES_OF = "(SELECT n.id FROM people p JOIN names n ON n.who = p.id WHERE p.person = $1)"
_NAMED = "e.kind IN ('SatDown', 'Queued')"
_BEGAN = "EXISTS (SELECT 1 FROM events e WHERE e.table_id = t.table_id AND e.kind = 'Began')"
_LAST = "(SELECT max(seq) FROM events e WHERE e.table_id = t.table_id)"
_TOLD = "coalesce((SELECT max(seq) FROM shown s WHERE s.table_id = t.table_id), 0)"

EVENTS = "SELECT seq, kind, version, body FROM events WHERE table_id = $1 ORDER BY seq"
SEATING = f"""
    SELECT seq, kind, version, body FROM events WHERE table_id = $1
    AND kind IN ({", ".join(f"'{kind}'" for kind in sorted(SEATING_KINDS))}) ORDER BY seq
"""
_CHAT = f"SELECT {_THE_CHAT} FROM tables s {_OF_CHAT} WHERE s.table_id = $1"
STANDING = f"""
    SELECT s.table_id, {_THE_CHAT}, (SELECT max(at) FROM events e WHERE e.table_id = s.table_id)
    FROM tables s {_OF_CHAT} WHERE s.over_at IS NULL ORDER BY s.opened_at
"""
UNFINISHED = """
    SELECT table_id, chat, people, soon_s FROM tables WHERE over_at IS NULL ORDER BY opened_at, table_id
"""
_BEHIND = """
    SELECT t.table_id FROM tables t
    CROSS JOIN LATERAL (SELECT seq FROM events e WHERE e.table_id = t.table_id ORDER BY seq DESC LIMIT 1) e
    LEFT JOIN (SELECT table_id, max(seq) AS told FROM shown GROUP BY table_id) s USING (table_id)
    WHERE t.over_at IS NULL AND e.seq > coalesce(s.told, 0)
"""
_RESTING = """
    SELECT table_id FROM tables t WHERE over_at IS NULL AND soon_s IS NULL
    AND (SELECT at FROM events e WHERE e.table_id = t.table_id ORDER BY seq DESC LIMIT 1) < $1
"""
_UNTOLD = f"""
    SELECT table_id FROM tables t WHERE over_at > $1 AND CASE WHEN {_BEGAN}
        THEN NOT EXISTS (SELECT 1 FROM shown s WHERE s.table_id = t.table_id AND slot = 'end' AND seq > 0)
        ELSE {_LAST} > {_TOLD} END
    ORDER BY over_at
"""
_FINISHED = "SELECT table_id FROM tables WHERE over_at < $1 AND table_id > $2 ORDER BY table_id LIMIT $3"
_WRITTEN = f"""
    SELECT {_THE_CHAT}, max(s.at) FROM tables t JOIN shown s USING (table_id) {_OF_CHAT}
    WHERE (t.over_at IS NULL OR t.over_at > $1) AND s.at > $1 GROUP BY 1
"""
_SHOWN = f"""
    SELECT {_THE_CHAT}, s.slot, s.message, s.digest, s.at, s.moment, s.seq FROM shown s {_OF_CHAT}
    WHERE s.table_id = $1 ORDER BY s.chat, s.slot
"""
_LAST_OVER = f"""
    SELECT table_id FROM tables t WHERE chat = $1 AND over_at > 0 AND {_BEGAN} ORDER BY over_at DESC LIMIT 1
"""
_LAST_OVER_OF = f"""
    SELECT table_id FROM tables t WHERE over_at > 0 AND table_id IN
    (SELECT e.table_id FROM events e WHERE e.who IN {_NAMES_OF} AND e.kind = 'SatDown')
    AND {_BEGAN} ORDER BY over_at DESC LIMIT 1
"""
_PARTAKES = f"""
    SELECT table_id FROM tables WHERE over_at IS NULL AND table_id IN
    (SELECT e.table_id FROM events e WHERE {_NAMED} AND e.who IN {_NAMES_OF})
"""
NOTES = "SELECT name, value FROM notes WHERE kind = $1 ORDER BY name"
_OLDEST = f"""
    SELECT max(key), min(at) FROM (SELECT key, at FROM seen WHERE key > $1 ORDER BY key LIMIT {SLICE}) slice
    HAVING count(*) > 0
"""
QUERIES = {
    Query.BEHIND: _BEHIND,
    Query.CHAT: _CHAT,
    Query.RESTING: _RESTING,
    Query.OLDEST_KEYS: _OLDEST,
    Query.PARTAKES: _PARTAKES,
    Query.SHOWN: _SHOWN,
    Query.NOTES: NOTES,
    Query.LAST_OVER: _LAST_OVER,
    Query.LAST_OVER_OF: _LAST_OVER_OF,
    Query.UNTOLD: _UNTOLD,
    Query.FINISHED: _FINISHED,
    Query.WRITTEN: _WRITTEN,
}
_COLUMNS = "r.table_id, r.chat, r.at, r.rules, r.alone, r.seats, r.winner, r.juegos"
RESULTS = f"SELECT {_COLUMNS} FROM results r WHERE r.chat = $1 ORDER BY r.at DESC, r.table_id DESC LIMIT $2"
RESULTS_OF = f"""
    SELECT {_COLUMNS} FROM people p JOIN played ON who = p.id JOIN results r USING (table_id)
    WHERE p.person = $1 ORDER BY r.at DESC, r.table_id DESC LIMIT $2
"""
SAT = """
    SELECT n.id, n.who, n.name, p.person,
    (SELECT l.name FROM names l WHERE l.who = n.who ORDER BY l.id DESC LIMIT 1)
    FROM names n JOIN people p ON p.id = n.who WHERE n.id = ANY($1::bigint[])
"""
_NAMES = """
    SELECT n.id, n.who, p.person, n.name, n.language FROM names n JOIN people p ON p.id = n.who
    WHERE n.id = ANY($1::bigint[])
"""
KNOWN = """
    SELECT coalesce(array_agg(id), '{}'), coalesce(array_agg(person), '{}') FROM people
    WHERE person IS NOT NULL
"""
"""Two columns of one row: of a hundred thousand rows each would be an object."""
_PEOPLE = "SELECT id, person FROM people WHERE id = ANY($1::bigint[])"


async def events(db: asyncpg.Connection, sql: str, table: str) -> list[tuple[int, Stored]]:
    """Returns events of a table with their numbers, and with the people of whom they tell."""
    rows: Sequence[Any] = await db.fetch(sql, table)
    found = [Stored(*row[1:]) for row in map(tuple, rows)]
    wanted = numbered(found)
    if not wanted.people and not wanted.names:
        return [(row[0], event) for row, event in zip(rows, found, strict=True)]
    people = await db.fetch(_PEOPLE, sorted(wanted.people)) if wanted.people else []
    ids = {number: person or gone(number) for number, person in people}
    names = {row[0]: named(*row) for row in await db.fetch(_NAMES, sorted(wanted.names))}
    told = put_back(found, ids, names)
    return [(row[0], event) for row, event in zip(rows, told, strict=True)]
