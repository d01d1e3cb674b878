"""SQL that SQLite and PostgreSQL word differently, as named fragments of the texts that they share."""

from __future__ import annotations

from collections.abc import Mapping

MARK = "="
"""Begins the stored name of a person's private chat: this, then the number of the person."""

Fragments = Mapping[str, str]
"""SQL by the names that texts have for it; it may name other fragments."""

_SHARED: Fragments = {
    "names_of": "(SELECT n.id FROM {person} p JOIN names n ON n.who = p.id)",
    "chat": "coalesce(p.person, s.chat)",
    "began": "EXISTS (SELECT 1 FROM events b WHERE b.table_id = t.table_id AND b.kind = 'Began')",
    "last": "(SELECT max(e.seq) FROM events e WHERE e.table_id = t.table_id)",
    "told": "coalesce((SELECT max(s.seq) FROM shown s WHERE s.table_id = t.table_id), 0)",
    "result": "r.table_id, r.chat, r.at, r.rules, r.alone, r.seats, r.winner, r.juegos",
}
SQLITE: Fragments = {
    **_SHARED,
    # No index holds an id, so people and notes are found by a bucket (docs/reliability.md).
    "person": "(SELECT id FROM people WHERE bucket = bucket(:person) AND person = :person)",
    "owner": f"LEFT JOIN people p ON p.id ="
    f" CASE WHEN s.chat GLOB '{MARK}*' THEN CAST(substr(s.chat, 2) AS INT) END",
    "numbers": "people",
    "notes": "notes JOIN noted ON noted.id = notes.noted",
    "ids": "IN (SELECT value FROM json_each(:ids))",
}
"""The fragments for a database file."""
POSTGRES: Fragments = {
    **_SHARED,
    "person": "(SELECT id FROM people WHERE person = :person)",
    "owner": f"LEFT JOIN people p ON p.id ="
    f" CASE WHEN s.chat ~ '^{MARK}[0-9]+$' THEN substr(s.chat, 2)::bigint END",
    "numbers": "array_to_json(people)::text",
    "notes": "notes",
    "ids": "= ANY(ARRAY(SELECT json_array_elements_text(:ids::json)::bigint))",
}
"""The fragments for a PostgreSQL database."""


def fill_in(sql: str, fragments: Fragments) -> str:
    """Replaces the names of fragments in a text by their SQL."""
    return sql.format_map(fragments).format_map(fragments)
