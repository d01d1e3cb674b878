"""The slash commands: English names by default, Spanish ones where Discord is in Spanish.

They are sent to Discord only when they differ from what it has (discord.com/developers/docs/interactions/
application-commands: a bulk overwrite of what is already there counts against the daily limit of creations).
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from typing import Any, assert_never

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str
from discord.http import Route

from musbot.game.rule_sets import RULE_SETS
from musbot.service.command import Offered, Takes, Where

log = logging.getLogger(__name__)

Run = Callable[[discord.Interaction, Offered, Sequence[str]], Awaitable[None]]
"""Does a command that was given with these words."""
Callback = Callable[..., Coroutine[Any, Any, None]]
"""What discord.py calls; by its parameters it knows what may be given with the command."""

LOCALES = {discord.Locale.spain_spanish: "es", discord.Locale.latin_american_spanish: "es"}
MOST_ABOUT = 100


class _Spanish(app_commands.Translator):
    """Takes the Spanish text that a localised string brings along."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """See Translator."""
        return string.extras.get("es") if locale in LOCALES else None


def command_tree(
    client: discord.Client, abouts: Mapping[str, Sequence[tuple[Offered, str]]], run: Run
) -> app_commands.CommandTree[Any]:
    """Makes the tree of our commands; `abouts` are they and what each does, by language."""
    tree: app_commands.CommandTree[Any] = app_commands.CommandTree(client)
    for (row, english), (_, spanish) in zip(abouts["en"], abouts["es"], strict=True):
        command: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name=_words(row.called("en"), row.called("es")),
            description=_words(english[:MOST_ABOUT], spanish[:MOST_ABOUT]),
            callback=_callback(row, run),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=row.where in (Where.ANYWHERE, Where.PRIVATE), private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            extras={"ours": row.name},
        )
        tree.add_command(command)
    return tree


async def sync(tree: app_commands.CommandTree[Any]) -> dict[str, str]:
    """Sends the commands to Discord if it has others; returns how each is mentioned, by our name of it."""
    await tree.set_translator(_Spanish())
    translator = tree.translator
    commands = tree.get_commands(type=discord.AppCommandType.chat_input)
    wanted = [
        await command.get_translated_payload(tree, translator) if translator else command.to_dict(tree)
        for command in commands
    ]
    http, application = tree.client.http, tree.client.application_id or 0
    route = Route("GET", "/applications/{application_id}/commands", application_id=application)
    known = await http.request(route, params={"with_localizations": "true"})
    if _compared(known) != _compared(wanted):
        log.info("the commands are sent to Discord")
        known = await http.bulk_upsert_global_commands(application, payload=wanted)
    ours = {command.name: command.extras["ours"] for command in commands}
    return {ours[command["name"]]: f"</{command['name']}:{command['id']}>" for command in known}


def _words(english: str, spanish: str) -> locale_str:
    return locale_str(english, es=spanish)


def _callback(command: Offered, run: Run) -> Callback:
    """The callback of a command, for what may be given with it."""
    match command.words:
        case Takes.NONE:
            return _alone(command, run)
        case Takes.ONE:
            return _with_word(command, run)
        case Takes.RULE_SET:
            return _with_rule_set(command, run)
        case Takes.RULES:
            return _with_rules(command, run)
        case _:
            assert_never(command.words)


_SETS = [Choice(name=name, value=name) for name in RULE_SETS]


def _alone(command: Offered, run: Run) -> Callback:
    async def given(interaction: discord.Interaction[Any]) -> None:
        await run(interaction, command, ())

    return given


def _with_word(command: Offered, run: Run) -> Callback:
    @app_commands.rename(word=_words("word", "palabra"))
    @app_commands.describe(word=_words("your word", "tu palabra"))
    async def given(interaction: discord.Interaction[Any], word: str = "") -> None:
        await run(interaction, command, word.split())

    return given


def _with_rule_set(command: Offered, run: Run) -> Callback:
    @app_commands.rename(rules=_words("set", "conjunto"))
    @app_commands.describe(rules=_words("one of them explained", "uno de ellos, explicado"))
    @app_commands.choices(rules=_SETS)
    async def given(interaction: discord.Interaction[Any], rules: str = "") -> None:
        await run(interaction, command, rules.split())

    return given


def _with_rules(command: Offered, run: Run) -> Callback:
    @app_commands.rename(rules=_words("rules", "reglas"), options=_words("options", "opciones"))
    @app_commands.describe(
        rules=_words("the rule set", "el reglamento"),
        options=_words(
            "rules changed, as piedras=30 real=figura", "reglas cambiadas, como piedras=30 real=figura"
        ),
    )
    @app_commands.choices(rules=_SETS)
    async def given(interaction: discord.Interaction[Any], rules: str = "", options: str = "") -> None:
        await run(interaction, command, [*rules.split(), *options.split()])

    return given


def _compared(commands: Sequence[Any]) -> list[Any]:
    """What of the commands is ours to decide, in an order and form that can be compared."""
    return sorted((_plain(command, top=True) for command in commands), key=lambda command: command["name"])


_TOP = (
    "name",
    "description",
    "name_localizations",
    "description_localizations",
    "contexts",
    "integration_types",
)
_OPTION = ("name", "description", "type", "name_localizations", "description_localizations")


def _plain(command: Any, *, top: bool) -> dict[str, Any]:
    plain = {key: command.get(key) or None for key in (_TOP if top else _OPTION)}
    plain |= {key: sorted(command.get(key) or ()) for key in ("contexts", "integration_types") if top}
    plain["required"] = bool(command.get("required"))
    plain["choices"] = [(choice["name"], choice["value"]) for choice in command.get("choices") or ()]
    plain["options"] = [_plain(option, top=False) for option in command.get("options") or ()]
    return plain
