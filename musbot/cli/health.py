"""`musbot health`: whether the musbot that runs here is well, as its page `/readyz` says."""

from __future__ import annotations

import argparse
import json
from http.client import HTTPConnection, HTTPException
from typing import NamedTuple

from musbot import MusError
from musbot.cli.language import words
from musbot.cli.shared import FAILED, OK, say, why
from musbot.config import BadSetting, Place, Settings, read_environment, read_settings
from musbot.health import Role

PATIENCE_S = 5.0
ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - it is asked, not listened to
"""Where somebody is asked who listens everywhere."""


class Condition(NamedTuple):
    """What a musbot says of itself."""

    ok: bool
    wrong: tuple[str, ...]
    role: Role = Role.ACTIVE
    silent: tuple[str, ...] = ()
    parked: tuple[tuple[str, str], ...] = ()


def run(_: argparse.Namespace) -> int:
    """Says what is wrong and which platforms do not answer, a line each; raises MusError if nobody does."""
    if (place := read_settings(Settings, read_environment()).health) is None:
        raise BadSetting("MUSBOT_HEALTH", "the address at which musbot run serves /readyz")
    said, texts = asked(place), words()
    well = texts("doctor-well" if said.role is Role.ACTIVE else "cli-health-standby")
    parked = tuple(texts("cli-health-parked", platform=name, why=told) for name, told in said.parked)
    away = [name for name in said.silent if name not in dict(said.parked)]
    silent = tuple(texts("cli-health-platform", platform=name) for name in away)
    for line in (*said.wrong, *parked, *silent) or (well,):
        say(line)
    return OK if said.ok else FAILED


def asked(place: Place) -> Condition:
    """Returns what is said at a place; raises MusError where no musbot answers."""
    where = f"{place.host}:{place.port}"
    connection = HTTPConnection(ANYWHERE.get(place.host, place.host), place.port, timeout=PATIENCE_S)
    try:
        connection.request("GET", "/readyz")
        found = json.loads(connection.getresponse().read())
        wrong = tuple(why(MusError(str(it))) for it in found["wrong"])
        parked = tuple((str(name), str(told)) for name, told in dict(found.get("parked", ())).items())
        silent = tuple(map(str, found["silent"]))
        return Condition(found["ok"] is True, wrong, Role(found["role"]), silent, parked)
    except OSError as error:
        told = why(MusError(error.strerror or type(error).__name__))
        raise MusError(words()("cli-health-silent", where=where, why=told)) from error
    except (HTTPException, ValueError, LookupError, TypeError) as error:
        raise MusError(words()("cli-health-other", where=where)) from error
    finally:
        connection.close()
