"""What every interaction tells: who acts, how long ago, what the server speaks, what the bot lacks there."""

from __future__ import annotations

from collections.abc import Callable
from email.utils import parsedate_to_datetime
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord

from adapters.discord.messenger import note_answer, person_id
from adapters.discord.rights import list_missing
from musbot.table.events import Person

Interaction = discord.Interaction[Any]

LATE_S = 2
"""So old an interaction may have failed for its presser before an answer comes: Discord waits 3 s."""
DEFAULT = discord.Locale.american_english


class Ages:
    """How old interactions are by Discord's clock, which every answer of its API tells (`Date`)."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._ahead: float | None = None
        """What Discord's clock says more than ours, a second too much at most."""

    def late(self, interaction: Interaction) -> bool:
        """Whether its presser may be told that it failed before an answer of now comes."""
        if self._ahead is None:
            return False
        return self._clock() + self._ahead - interaction.created_at.timestamp() >= LATE_S

    def answered(self, date: str, asked_at: float) -> None:
        """Notes what Discord's clock said, in whole seconds, in the answer to a request of that moment."""
        try:
            told = parsedate_to_datetime(date).timestamp()
        except ValueError:
            return
        least, most = told - self._clock(), told + 1 - asked_at
        known = self._ahead
        self._ahead = most if known is None or known < least else min(known, most)

    def trace(self, sure: Callable[[], bool]) -> aiohttp.TraceConfig:
        """Reads every answer; no request begins, and no connection to the gateway, unless it is sure."""

        async def begins(_: object, asked: SimpleNamespace, __: object) -> None:
            if not sure():
                raise ConnectionRefusedError("another process may have taken over")
            asked.at = self._clock()

        async def ends(_: object, asked: SimpleNamespace, told: aiohttp.TraceRequestEndParams) -> None:
            self.answered(told.response.headers.get("Date", ""), asked.at)
            note_answer(told.response.status, told.response.headers)

        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(begins)
        trace.on_request_end.append(ends)
        return trace


def actor(interaction: Interaction) -> Person:
    """Returns who acts."""
    user = interaction.user
    return Person(person_id(user.id), user.display_name, interaction.locale.value)


def chosen(interaction: Interaction) -> str:
    """Returns the language that a server has chosen, "" if none.

    Only a Community server can choose; the others are in `en-US` whatever they speak (docs.discord.com, Guild
    Resource, `preferred_locale`).
    """
    return _chosen_locale(interaction.guild, interaction.guild_locale)


def server_language(server: discord.Guild) -> str:
    """Returns the language that a server has chosen, "" if none, as `chosen` does."""
    return _chosen_locale(server, server.preferred_locale)


def _chosen_locale(server: discord.Guild | None, locale: discord.Locale | None) -> str:
    community = server is not None and "COMMUNITY" in server.features
    return locale.value if locale is not None and (community or locale is not DEFAULT) else ""


def missing(interaction: Interaction) -> list[str]:
    """Returns the permissions that a table needs here and the bot lacks, by the keys of their names."""
    if interaction.guild_id is None:
        return []
    return list_missing(interaction.channel, interaction.app_permissions)
