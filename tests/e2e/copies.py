"""A table that is played, copied as often as one likes into tables, chats and people of their own."""

from __future__ import annotations

import asyncpg

_COPIED = """
    CREATE TEMP TABLE one ON COMMIT DROP AS
        SELECT * FROM tables WHERE over_at IS NULL ORDER BY opened_at LIMIT 1;
    CREATE TEMP TABLE copy ON COMMIT DROP AS
        SELECT n, 'Z9-' || n AS t, 'telegram:-10099' || n AS c FROM generate_series(1, {tables}) n;
    INSERT INTO people SELECT 1000 * n + id, 'telegram:9' || 1000 * n + id FROM copy, people WHERE id < 1000;
    INSERT INTO names SELECT 1000 * n + id, 1000 * n + who, name, language
        FROM copy, names WHERE id < 1000 AND who < 1000;
    INSERT INTO tables SELECT t, c, opened_at, NULL, ARRAY(SELECT 1000 * n + p FROM unnest(people) p), soon_s
        FROM copy, one;
    INSERT INTO events SELECT t, seq, at, kind, version, replace(replace(
            regexp_replace(body, '"(by|who)":(\\d+)', '"\\1":' || 1000 * n + number),
            '"' || table_id || '"', '"' || t || '"'), '"' || chat || '"', '"' || c || '"'), 1000 * n + who
        FROM copy, (
            SELECT e.*, chat, coalesce(substring(body FROM '"(?:by|who)":(\\d+)')::int, 0) AS number
            FROM events e JOIN one USING (table_id)
        ) said;
    INSERT INTO shown
        SELECT t, CASE s.chat WHEN one.chat THEN c ELSE '=' || 1000 * n + substr(s.chat, 2)::int END,
            slot, message, digest, at, moment, seq
        FROM copy, shown s JOIN one USING (table_id) WHERE s.chat = one.chat OR s.chat LIKE '=%';
    ANALYZE
"""


async def copied(url: str, tables: int) -> None:
    """Copies the oldest table that is not over so often."""
    db = await asyncpg.connect(url)
    try:
        await db.execute(_COPIED.format(tables=tables))
    finally:
        await db.close()
