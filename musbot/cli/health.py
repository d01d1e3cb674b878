"""`musbot health`: asks the running bot for its health, as served on `/readyz`."""

from __future__ import annotations

import argparse
import json
from http.client import HTTPConnection, HTTPException
from typing import NamedTuple

from musbot import MusError
from musbot.cli.language import words
from musbot.cli.shared import FAILED, OK, error_text, print_line
from musbot.config import BadSetting, Place, Settings, read_environment, read_settings
from musbot.health import Role
from musbot.words.texts import Texts

HEALTH_PATIENCE_S = 5.0
"""Longest wait for the answer, in seconds."""
WILDCARD_HOSTS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - it is asked, not listened to
"""The address to connect to if the bot listens on all addresses."""


class NoAnswer(MusError):
    """A server takes connections at the address, or holds it, but does not answer in time."""


class Condition(NamedTuple):
    """The health of a running bot."""

    ok: bool
    """Whether the bot is ready."""
    wrong: tuple[str, ...]
    """A sentence for each fault."""
    role: Role = Role.ACTIVE
    """Whether the bot plays or is a standby."""
    silent: tuple[str, ...] = ()
    """Names of platforms that do not answer."""
    parked: tuple[tuple[str, str], ...] = ()
    """Names of platforms that are parked, each with the reason."""


def run(_: argparse.Namespace) -> int:
    """Prints the faults, and the platforms that do not answer or are parked.

    Without any, prints that the bot is well or a standby. Returns 1 if the bot is not ready, otherwise 0.
    Raises BadSetting if no address is configured, and MusError if no bot answers there.
    """
    if (place := read_settings(Settings, read_environment()).health) is None:
        raise BadSetting("MUSBOT_HEALTH", "the address at which musbot run serves /readyz")
    condition, texts = fetch_condition(place), words()
    well = texts("doctor-well" if condition.role is Role.ACTIVE else "cli-health-standby")
    for line in (*condition.wrong, *describe_platforms(texts, condition)) or (well,):
        print_line(line)
    return OK if condition.ok else FAILED


def describe_platforms(texts: Texts, condition: Condition) -> tuple[str, ...]:
    """Returns a line for each parked platform, then for each silent platform that is not parked."""
    parked = (texts("cli-health-parked", platform=name, why=reason) for name, reason in condition.parked)
    silent = (name for name in condition.silent if name not in dict(condition.parked))
    return (*parked, *(texts("cli-health-platform", platform=name) for name in silent))


def fetch_condition(place: Place) -> Condition:
    """Returns the health that a bot serves at an address, with its sentences in the user's language.

    Raises NoAnswer if no server answers within HEALTH_PATIENCE_S, and another MusError if none listens there
    or it is not musbot.
    """
    where = f"{place.host}:{place.port}"
    connection = HTTPConnection(
        WILDCARD_HOSTS.get(place.host, place.host), place.port, timeout=HEALTH_PATIENCE_S
    )
    try:
        connection.request("GET", "/readyz")
        found = json.loads(connection.getresponse().read())
        wrong = tuple(error_text(MusError(str(it))) for it in found["wrong"])
        parked = tuple(
            (str(name), error_text(MusError(str(reason))))
            for name, reason in dict(found.get("parked", ())).items()
        )
        silent = tuple(map(str, found["silent"]))
        return Condition(found["ok"] is True, wrong, Role(found["role"]), silent, parked)
    except OSError as error:
        reason = error_text(MusError(error.strerror or type(error).__name__))
        kind = NoAnswer if isinstance(error, TimeoutError) else MusError
        raise kind(words()("cli-health-silent", where=where, why=reason)) from error
    except (HTTPException, ValueError, LookupError, TypeError) as error:
        raise MusError(words()("cli-health-other", where=where)) from error
    finally:
        connection.close()
