"""Whether a failover of the server could lose acknowledged commits."""

from __future__ import annotations

import asyncpg

from musbot.store.postgres.hosts import urls_of_hosts

_REPLICAS = """
    SELECT count(*) FILTER (WHERE state IN ('streaming', 'catchup')), count(*) FILTER (WHERE state IS NULL),
    current_setting('synchronous_standby_names') <> ''
    AND current_setting('synchronous_commit') NOT IN ('off', 'local')
    FROM pg_stat_replication
"""
"""The number of visible replicas, of hidden replicas, and whether a commit waits for any."""
LOSES = (
    "no commit waits for a replica: a failover may lose what was answered as done;"
    " set synchronous_standby_names"
)
"""The risk of a pair whose commits do not wait."""
HIDDEN = "whether a replica is connected cannot be told: this user may not see it (GRANT pg_monitor)"
"""The remark if replicas are connected but hidden from this user."""


async def replication_risks(db: asyncpg.Connection, url: str) -> tuple[list[str], list[str]]:
    """Returns a line for each risk of a failover, and a line for each check that was impossible.

    Both are empty if commits wait for a replica. They are empty too if the URL names one host and no replica
    is connected. Raises asyncpg's errors.
    """
    seen, hidden, waits = await db.fetchrow(_REPLICAS)
    if waits:
        return [], []
    if seen or len(urls_of_hosts(url)) > 1:
        return [LOSES], []
    return [], [HIDDEN] if hidden else []
