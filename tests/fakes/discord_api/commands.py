"""The bot's commands: their registration (docs.discord.com, Application Commands), and what people type."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from .call import Call
from .errors import UNKNOWN_COMMAND, FormError, unknown
from .messages import Reply
from .routes import route
from .world import Channel, Json, World

CHAT_INPUT = 1
SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, FILE = range(1, 12)
MOST = 100
MOST_CHARACTERS = 8000
IN_GUILD, IN_BOT_DM = 0, 1
_NAME = re.compile(r"[-_'\w]{1,32}")
_FIELDS = {
    *("id", "type", "name", "name_localizations", "description", "description_localizations", "options"),
    *("default_member_permissions", "dm_permission", "default_permission", "nsfw", "handler"),
    *("integration_types", "contexts"),
}
_OPTION_FIELDS = {
    *("type", "name", "name_localizations", "description", "description_localizations", "required"),
    *("choices", "options", "channel_types", "min_value", "max_value", "min_length", "max_length"),
    "autocomplete",
}


class Commands:
    """Registers commands; those of a guild are beside those of all."""

    def __init__(self, world: World) -> None:
        self.world = world

    @route("GET", "/applications/{application}/commands")
    @route("GET", "/applications/{application}/guilds/{guild}/commands")
    def listed(self, call: Call, _: int, guild: int | None = None) -> Reply:
        return 200, self.world.commands.get(guild, [])

    @route("PUT", "/applications/{application}/commands")
    @route("PUT", "/applications/{application}/guilds/{guild}/commands")
    def overwrite(self, call: Call, _: int, guild: int | None = None) -> Reply:
        """Replaces all; who keeps his name and kind keeps his id."""
        commands = call.list
        if len(commands) > MOST:
            raise FormError("", "APPLICATION_COMMANDS_MAX", "at most 100 commands")
        names = Counter((c.get("name"), c.get("type") or CHAT_INPUT) for c in commands)
        for (name, _kind), number in names.items():
            if number > 1:
                raise FormError("", "APPLICATION_COMMANDS_DUPLICATE_NAME", f"{name} is there twice")
        for position, command in enumerate(commands):
            check(command, str(position))
        self.world.commands[guild] = [self._kept(c, guild) for c in commands]
        return 200, self.world.commands[guild]

    @route("POST", "/applications/{application}/commands")
    @route("POST", "/applications/{application}/guilds/{guild}/commands")
    def add(self, call: Call, _: int, guild: int | None = None) -> Reply:
        check(call.fields, "")
        command = self._kept(call.fields, guild)
        others = [c for c in self.world.commands.get(guild, []) if c["id"] != command["id"]]
        self.world.commands[guild] = [*others, command]
        return (201 if len(others) == len(self.world.commands[guild]) - 1 else 200), command

    @route("DELETE", "/applications/{application}/commands/{command}")
    def remove(self, call: Call, _: int, number: int) -> Reply:
        left = [c for c in self.world.commands[None] if c["id"] != str(number)]
        if len(left) == len(self.world.commands[None]):
            raise unknown(UNKNOWN_COMMAND, "application command")
        self.world.commands[None] = left
        return 204, None

    def _kept(self, command: Json, guild: int | None) -> Json:
        kind = command.get("type") or CHAT_INPUT
        same = (
            c for c in self.world.commands.get(guild, []) if (c["name"], c["type"]) == (command["name"], kind)
        )
        number = next((c["id"] for c in same), str(self.world.snowflake()))
        kept: Json = {"application_id": str(self.world.bot.id), "version": str(self.world.snowflake())}
        kept |= {"default_member_permissions": None, "nsfw": False, "description": "", "dm_permission": True}
        kept |= {"name_localizations": None, "description_localizations": None, "integration_types": [0]}
        kept |= {k: v for k, v in command.items() if v is not None}
        kept |= {"id": number, "type": kind, "contexts": command.get("contexts")}
        if not kept.get("options"):
            kept.pop("options", None)
        return kept | ({"guild_id": str(guild)} if guild else {})


def check(command: Json, where: str) -> None:
    """Refuses a command whose form is wrong."""
    for field in command.keys() - _FIELDS:
        raise FormError(f"{where}.{field}", "UNKNOWN_FIELD", "a command has no such field")
    if (command.get("type") or CHAT_INPUT) == CHAT_INPUT:
        _check_names(command, where)
        _check_options(command.get("options") or [], f"{where}.options")
    length = sum(len(text) for text in _texts(command))
    if length > MOST_CHARACTERS:
        raise FormError(where, "APPLICATION_COMMAND_TOO_LARGE", f"{length} characters of at most 8000")


def _check_names(owner: Json, where: str) -> None:
    names = [owner.get("name") or "", *(owner.get("name_localizations") or {}).values()]
    for name in names:
        if not _NAME.fullmatch(name) or name != name.lower():
            raise FormError(
                f"{where}.name", "APPLICATION_COMMAND_INVALID_NAME", f"Command name is invalid: {name}"
            )
    described = [owner.get("description") or "", *(owner.get("description_localizations") or {}).values()]
    if not all(1 <= len(text) <= 100 for text in described):
        raise FormError(
            f"{where}.description", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length."
        )


def _check_options(options: list[Json], where: str) -> None:
    if len(options) > 25 or len({o.get("name") for o in options}) != len(options):
        raise FormError(where, "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "at most 25, each named once")
    optional = False
    for number, option in enumerate(options):
        inner = f"{where}.{number}"
        for field in option.keys() - _OPTION_FIELDS:
            raise FormError(f"{inner}.{field}", "UNKNOWN_FIELD", "an option has no such field")
        _check_names(option, inner)
        if option.get("required") and optional:
            code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
            raise FormError(inner, code, "Required options must be placed before non-required options")
        optional = optional or not option.get("required")
        if len(option.get("choices") or []) > 25:
            raise FormError(f"{inner}.choices", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
        if option.get("type") in (SUBCOMMAND, GROUP):
            _check_options(option.get("options") or [], f"{inner}.options")


def _texts(owner: Json) -> Iterator[str]:
    """Yields what counts towards the size of a command: names, descriptions and values."""
    yield owner.get("name") or ""
    yield owner.get("description") or ""
    for choice in owner.get("choices") or []:
        yield choice["name"]
        yield str(choice["value"])
    for option in owner.get("options") or []:
        yield from _texts(option)


def typed(world: World, channel: Channel, text: str, locale: str = "") -> Json:
    """Returns the data of a typed command's interaction; LookupError where nobody could type it.

    "/mus reyes:8 palabra:sin prisa"; what stands before the first name belongs to the first option. Names are
    those of the person's language, or their base.
    """
    name, _, rest = text.removeprefix("/").partition(" ")
    guild = channel.guild.id if channel.guild else None
    known = [*world.commands.get(guild, []), *world.commands[None]]
    command = next((c for c in known if name in _names(c, locale) and c["type"] == CHAT_INPUT), None)
    if command is None:
        raise LookupError(f"/{name} is not registered: {[c['name'] for c in known]}")
    context = IN_GUILD if channel.guild else IN_BOT_DM
    if command["contexts"] is not None and context not in command["contexts"]:
        raise LookupError(f"/{name} is not offered in {channel.name}")
    resolved: Json = {}
    called = {n: o["name"] for o in command.get("options") or [] for n in _names(o, locale)}
    rest = re.sub(r"\w+(?=:)", lambda it: called.get(it[0], it[0]), rest)
    options = _filled(world, command.get("options") or [], rest.strip(), resolved)
    data: Json = {"id": command["id"], "name": command["name"], "type": CHAT_INPUT, "options": options}
    if guild and command.get("guild_id"):
        data["guild_id"] = command["guild_id"]
    return data | ({"resolved": resolved} if resolved else {})


def _names(one: Json, locale: str) -> set[str]:
    """What a command or an option is called where Discord is in a language."""
    return {one["name"], (one.get("name_localizations") or {}).get(locale) or one["name"]}


def _filled(world: World, options: list[Json], text: str, resolved: Json) -> list[Json]:
    word, _, rest = text.partition(" ")
    branches = [o for o in options if o["type"] in (SUBCOMMAND, GROUP)]
    if branches:
        chosen = next((o for o in branches if o["name"] == word), None)
        if chosen is None:
            raise LookupError(f"{word!r} is none of {[o['name'] for o in branches]}")
        inner = _filled(world, chosen.get("options") or [], rest.strip(), resolved)
        return [{"name": chosen["name"], "type": chosen["type"], "options": inner}]
    names = "|".join(re.escape(o["name"]) for o in options)
    parts = re.split(rf"(?:^|\s)({names}):", text) if names else [text]
    given = dict(zip(parts[1::2], (p.strip() for p in parts[2::2]), strict=True))
    if parts[0].strip():
        if not options or options[0]["name"] in given:
            raise LookupError(f"nothing takes {parts[0].strip()!r}")
        given[options[0]["name"]] = parts[0].strip()
    if missing := [o["name"] for o in options if o.get("required") and o["name"] not in given]:
        raise LookupError(f"{missing[0]} has to be given")
    return [
        {"name": o["name"], "type": o["type"], "value": _value(world, o, given[o["name"]], resolved)}
        for o in options
        if o["name"] in given
    ]


def _value(world: World, option: Json, text: str, resolved: Json) -> Any:
    choices = option.get("choices") or []
    if choices:
        picked = [c["value"] for c in choices if text in (c["name"], str(c["value"]))]
        if not picked:
            raise LookupError(f"{text!r} is no choice of {option['name']}")
        return picked[0]
    if option["type"] in (INTEGER, NUMBER):
        value = int(text) if option["type"] == INTEGER else float(text)
        if not option.get("min_value", value) <= value <= option.get("max_value", value):
            raise LookupError(f"{option['name']} cannot be {value}")
        return value
    if option["type"] == BOOLEAN:
        return text.lower() == "true"
    if option["type"] == USER:
        person = int(text.strip("<@!>"))
        resolved.setdefault("users", {})[str(person)] = world.people[person].wire()
        return str(person)
    if not option.get("min_length", 0) <= len(text) <= option.get("max_length", 6000):
        raise LookupError(f"{option['name']} cannot have {len(text)} characters")
    return text
