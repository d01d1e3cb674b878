"""The facts in every interaction: person, age, the server's language, the bot's missing permissions."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord

from musbot.port.messenger import NoLease
from musbot.port.written import PlatformClock
from musbot.table.events import Person

from .failures import note_answer
from .messenger import person_id
from .rights import list_missing

Interaction = discord.Interaction[Any]
"""A press, a form or a slash command."""

LATE_S = 2
"""The age in seconds from which Discord may report a failure before an answer arrives; it waits 3 s."""
DEFAULT = discord.Locale.american_english
"""The locale of servers that have chosen none."""


class _NotSentWithoutLease(NoLease, ConnectionRefusedError):
    """A NoLease that the library treats as an error of the connection."""


class InteractionDeadlines:
    """The ages of interactions by Discord's clock, taken from the `Date` header of its answers."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._platform = PlatformClock(clock)
        self.written = self._platform.least_age_s
        """Returns the seconds since a time of Discord's clock; None if its clock is unknown."""

    def is_late(self, interaction: Interaction) -> bool:
        """Returns whether Discord may report a failure before an answer arrives that is sent now.

        False while Discord's clock is unknown.
        """
        age_s = self._platform.most_age_s(interaction.created_at.timestamp())
        return age_s is not None and age_s >= LATE_S

    def record_date(self, date: str, asked_at: float) -> None:
        """Updates the clock from the `Date` header of an answer, which has whole seconds.

        `asked_at` is the time when its request was sent, in seconds of the constructor's `clock`. An invalid
        date is ignored.
        """
        self._platform.note_date(date, asked_at)

    def trace(self, is_active: Callable[[], bool]) -> aiohttp.TraceConfig:
        """Returns a trace that reads the date of every answer, and the rate limit of every 429.

        While `is_active` returns False, a request ends with NoLease before it is sent.
        """

        async def record_start(_: object, request: SimpleNamespace, __: object) -> None:
            """Records the time of a request; raises NoLease while `is_active` returns False."""
            if not is_active():
                raise _NotSentWithoutLease("another process may have taken over")
            request.at = self._clock()

        async def record_end(
            _: object, request: SimpleNamespace, params: aiohttp.TraceRequestEndParams
        ) -> None:
            """Records the date of an answer, and the rate limit of a 429."""
            self.record_date(params.response.headers.get("Date", ""), request.at)
            note_answer(params.response.status, params.response.headers)

        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(record_start)
        trace.on_request_end.append(record_end)
        return trace


def actor(interaction: Interaction) -> Person:
    """Returns the person who acts, with their name in this server and the language of their app."""
    user = interaction.user
    return Person(person_id(user.id), user.display_name, interaction.locale.value)


def interaction_language(interaction: Interaction) -> str:
    """Returns the language that an interaction's server has chosen, such as `es-ES`; "" if none.

    Only Community servers can choose one; the others have `en-US` by default (docs.discord.com, Guild
    Resource, `preferred_locale`).
    """
    return _chosen_locale(interaction.guild, interaction.guild_locale)


def server_language(server: discord.Guild) -> str:
    """Returns the language that a server has chosen, such as `es-ES`; "" if it has chosen none."""
    return _chosen_locale(server, server.preferred_locale)


def _chosen_locale(server: discord.Guild | None, locale: discord.Locale | None) -> str:
    """Returns the locale of a server; "" if it may be Discord's default, or is unknown."""
    community = server is not None and "COMMUNITY" in server.features
    return locale.value if locale is not None and (community or locale is not DEFAULT) else ""


def missing_permissions(interaction: Interaction) -> list[str]:
    """Returns the missing permissions that a table needs in this channel, as message keys; [] in private."""
    if interaction.guild_id is None:
        return []
    return list_missing(interaction.channel, interaction.app_permissions)
