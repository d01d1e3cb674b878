"""The parts of discord.py that are not public; tests/adapters/test_libraries.py checks them."""

from __future__ import annotations

from typing import Any

import discord


def set_shard_count(client: discord.AutoShardedClient, count: int) -> None:
    """Sets the number of shards; the library itself reads it only when it connects."""
    state = client._connection
    client.shard_count = state.shard_count = count
    state.shard_ids = range(count)


def parse_event(client: discord.Client, event: str, data: Any) -> None:
    """Parses an event of the gateway and calls its handlers; ignores an event of an unknown kind.

    Raises the errors of the library for unreadable data.
    """
    if (parse := client._connection.parsers.get(event)) is not None:
        parse(data)


def mark_answered(interaction: discord.Interaction[Any], kind: discord.InteractionResponseType) -> None:
    """Makes the library regard an interaction as answered, by an answer of this kind; sends nothing."""
    interaction.response._response_type = kind
