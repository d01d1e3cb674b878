"""Whether a failover of the server could lose what was answered as done."""

from __future__ import annotations

import asyncpg

from musbot.store.postgres.hosts import urls_of_hosts

_REPLICAS = """
    SELECT count(*) FILTER (WHERE state IN ('streaming', 'catchup')), count(*) FILTER (WHERE state IS NULL),
    current_setting('synchronous_standby_names') <> ''
    AND current_setting('synchronous_commit') NOT IN ('off', 'local')
    FROM pg_stat_replication
"""
"""Replicas that are seen, those of which this user may see nothing, and whether a commit waits for any."""
LOSES = (
    "no commit waits for a replica: a failover may lose what was answered as done;"
    " set synchronous_standby_names"
)
"""The risk of a pair whose commits do not wait."""
HIDDEN = "whether a replica is connected cannot be told: this user may not see it (GRANT pg_monitor)"
"""The remark if replicas are connected and nothing is shown of them."""


async def replication_risks(db: asyncpg.Connection, url: str) -> tuple[list[str], list[str]]:
    """Returns what a failover could lose, a line each, and what cannot be told of that."""
    seen, hidden, waits = await db.fetchrow(_REPLICAS)
    if waits:
        return [], []
    if seen or len(urls_of_hosts(url)) > 1:
        return [LOSES], []
    return [], [HIDDEN] if hidden else []
