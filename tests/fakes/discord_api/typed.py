"""Commands as people type them: "/mus reyes:8 palabra:sin prisa"."""

from __future__ import annotations

import re
from typing import Any

from simcord.backend.errors import OptionError
from simcord.interactions import check_options, parse_option_input

from .components import Json
from .world import World


def typed(world: World, person: int, channel: int, text: str) -> Json:
    """Returns the data of a typed command's interaction; LookupError where the person could not type it.

    What stands before the first name belongs to the first option. Names are those of the person's language,
    or their base.
    """
    locale = world.locales.get(person, "")
    name, _, rest = text.removeprefix("/").partition(" ")
    known = world.visible_commands(user_id=person, channel_id=channel)
    command = next((c for c in known if name in _names(c, locale)), None)
    if command is None:
        raise LookupError(f"/{name} is not offered: {[c['name'] for c in known]}")
    options = {n: o for o in command["options"] for n in _names(o, locale)}
    try:
        given = {options[n]["name"]: _value(name, options[n], it) for n, it in _parts(options, rest).items()}
        check_options(name, command, given)
    except OptionError as error:
        raise LookupError(str(error)) from None
    kinds = {o["name"]: o["type"] for o in command["options"]}
    filled = [{"name": n, "type": kinds[n], "value": value} for n, value in given.items()]
    return {"id": command["id"], "name": command["name"], "type": command["type"], "options": filled}


def _names(one: Json, locale: str) -> set[str]:
    """What a command or an option is called where Discord is in a language."""
    return {one["name"], (one.get("name_localizations") or {}).get(locale) or one["name"]}


def _parts(options: Json, text: str) -> dict[str, str]:
    """Returns what is said of each option."""
    names = "|".join(map(re.escape, options))
    first, *others = re.split(rf"(?:^|\s)({names}):", text) if names else [text]
    said = dict(zip(others[::2], map(str.strip, others[1::2]), strict=True))
    if first.strip():
        if not options or next(iter(options)) in said:
            raise LookupError(f"nothing takes {first.strip()!r}")
        said = {next(iter(options)): first.strip()} | said
    return said


def _value(command: str, option: Json, text: str) -> Any:
    """Returns a value as it is sent: that of a choice, where one is called so."""
    named = {c["name"]: str(c["value"]) for c in option.get("choices") or []}
    return parse_option_input(command, option, named.get(text, text))
