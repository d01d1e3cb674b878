"""SQL that SQLite and PostgreSQL word differently, as named fragments of the texts that they share."""

from __future__ import annotations

import re
from collections.abc import Mapping

MARK = "="
"""Begins the stored name of a person's private chat: this, then the number of the person."""

VALUE = re.compile(r"(?<!:):([a-z_]+)")
"""A value in a text. Two colons are a cast."""
Fragments = Mapping[str, str]
"""SQL by the names that texts have for it; it may name other fragments."""

_SHARED: Fragments = {
    "names_of": "(SELECT n.id FROM {person} p JOIN names n ON n.who = p.id)",
    "chat": "coalesce(p.person, s.chat)",
    "mark": MARK,
    "stored_chat": f"coalesce((SELECT '{MARK}' || p.id FROM {{chat_person}} p), :chat)",  # noqa: S608 - our own names
    "over_table": "(SELECT table_id FROM tables WHERE table_id = :table AND over_at IS NOT NULL)",
    "name_of_seat": "(SELECT n.id FROM people p JOIN names n ON n.who = p.id"
    " WHERE {is_seated} AND n.name = {seat_name} AND n.language = {seat_language})",
    "began": "EXISTS (SELECT 1 FROM events b WHERE b.table_id = t.table_id AND b.kind = 'Began')",
    "last": "(SELECT max(e.seq) FROM events e WHERE e.table_id = t.table_id)",
    "told": "coalesce((SELECT max(s.seq) FROM shown s WHERE s.table_id = t.table_id), 0)",
    "result": "r.table_id, r.chat, r.at, r.rules, r.alone, r.seats, r.winner, r.juegos, coalesce((SELECT e.at"
    " FROM events e WHERE e.table_id = r.table_id AND e.kind = 'Began' ORDER BY e.seq LIMIT 1), r.at)",
}
SQLITE: Fragments = {
    **_SHARED,
    # No index holds an id, so people and notes are found by a bucket (docs/reliability.md).
    "person": "(SELECT id FROM people WHERE bucket = bucket(:person) AND person = :person)",
    "chat_person": "(SELECT id FROM people WHERE bucket = bucket(:chat) AND person = :chat)",
    "new_person": "(bucket, person) SELECT bucket(:person), :person",
    "no_person": "bucket = NULL, person = NULL",
    "no_people": "'[]'",
    "numbers_of_people": "(SELECT json_group_array(p.id) FROM json_each(:people) j"
    " JOIN people p ON p.bucket = bucket(j.value) AND p.person = j.value)",
    "numbers_of_seats": "(SELECT json_group_array({name_of_seat}) FROM json_each(:seats) j)",
    "is_seated": "p.bucket = bucket(json_extract(j.value, '$[0]'))"
    " AND p.person = json_extract(j.value, '$[0]')",
    "seat_name": "json_extract(j.value, '$[1]')",
    "seat_language": "json_extract(j.value, '$[2]')",
    "noted": "(SELECT id FROM noted WHERE bucket = bucket(:name) AND name = :name)",
    "noted_column": "noted",
    "new_noted": "INSERT INTO noted (bucket, name) SELECT bucket(:name), :name"
    " WHERE NOT EXISTS (SELECT 1 FROM noted WHERE bucket = bucket(:name) AND name = :name)",
    "is_noted": "noted IN (SELECT id FROM noted WHERE {noted_of})",
    "noted_of": "bucket = bucket(:person)"
    " AND (name = :person OR substr(name, 1, length(:person) + 1) = :person || '/')",
    "empty_noted": "UPDATE noted SET bucket = NULL, name = NULL WHERE {noted_of}",
    "value_as_number": "CAST(value AS REAL)",
    "owner": f"LEFT JOIN people p ON p.id ="
    f" CASE WHEN s.chat GLOB '{MARK}*' THEN CAST(substr(s.chat, 2) AS INT) END",
    "numbers": "people",
    "notes": "notes JOIN noted ON noted.id = notes.noted",
    "ids": "IN (SELECT value FROM json_each(:ids))",
    "lines_by_at": "group_concat(line, char(10))",
    "order_by_at": "ORDER BY r.at",
}
"""The fragments for a database file."""
POSTGRES: Fragments = {
    **_SHARED,
    "person": "(SELECT id FROM people WHERE person = :person)",
    "chat_person": "(SELECT id FROM people WHERE person = :chat)",
    "new_person": "(person) SELECT :person",
    "no_person": "person = NULL",
    "no_people": "ARRAY[]::bigint[]",
    "numbers_of_people": "ARRAY(SELECT p.id FROM json_array_elements_text(:people::json)"
    " WITH ORDINALITY j(person, n) JOIN people p ON p.person = j.person ORDER BY j.n)",
    "numbers_of_seats": "(SELECT json_agg({name_of_seat} ORDER BY j.n)::text"
    " FROM json_array_elements(:seats::json) WITH ORDINALITY j(seat, n))",
    "is_seated": "p.person = j.seat->>0",
    "seat_name": "j.seat->>1",
    "seat_language": "j.seat->>2",
    "noted": ":name",
    "noted_column": "name",
    "new_noted": "",
    "is_noted": "{noted_of}",
    "noted_of": "name = :person OR name > :person || '/' AND name < :person || '0'",
    "empty_noted": "",
    "value_as_number": r"CASE WHEN value ~ '^[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?$'"
    " THEN value::float8 ELSE 0 END",
    "owner": f"LEFT JOIN people p ON p.id ="
    f" CASE WHEN s.chat ~ '^{MARK}[0-9]+$' THEN substr(s.chat, 2)::bigint END",
    "numbers": "array_to_json(people)::text",
    "notes": "notes",
    "ids": "= ANY(ARRAY(SELECT json_array_elements_text(:ids::json)::bigint))",
    "lines_by_at": "string_agg(line, chr(10) ORDER BY at)",
    "order_by_at": "",
}
"""The fragments for a PostgreSQL database."""


def fill_in(sql: str, fragments: Fragments) -> str:
    """Replaces each `{name}` in a text by its fragment, until no name is left.

    Raises KeyError for an unknown name.
    """
    while (filled := sql.format_map(fragments)) != sql:
        sql = filled
    return sql
