"""The slash commands: in English, and in every other language that has texts where Discord is in it.

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
from musbot.words.texts import LANGUAGES, Key, Texts

log = logging.getLogger(__name__)

Run = Callable[[discord.Interaction, Offered, Sequence[str]], Awaitable[None]]
"""Does a command that was given with these words."""
Callback = Callable[..., Coroutine[Any, Any, None]]
"""What discord.py calls; by its parameters it knows what may be given with the command."""

BASE = "en"
"""What Discord shows where it is in a language without texts."""
MOST_ABOUT = 100


class _Translator(app_commands.Translator):
    """Takes the text that a localised string brings along for the language of a locale."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """See Translator."""
        return string.extras.get(locale.value.partition("-")[0])


def command_tree(
    client: discord.Client, abouts: Mapping[str, Sequence[tuple[Offered, str]]], run: Run
) -> app_commands.CommandTree[Any]:
    """Makes the tree of our commands; `abouts` are they and what each does, by language."""
    tree: app_commands.CommandTree[Any] = app_commands.CommandTree(client)
    for told in zip(*abouts.values(), strict=True):
        row, _ = told[0]
        about = {language: about[:MOST_ABOUT] for language, (_, about) in zip(abouts, told, strict=True)}
        command: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name=_localised({language: row.called(language) for language in abouts}),
            description=_localised(about),
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
    await tree.set_translator(_Translator())
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


def _localised(said: Mapping[str, str]) -> locale_str:
    """What is said in each language."""
    return locale_str(said[BASE], **{language: text for language, text in said.items() if language != BASE})


def _option(key: Key) -> locale_str:
    return _localised({language: Texts(language)(key) for language in LANGUAGES})


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
    @app_commands.rename(word=_option("option-word"))
    @app_commands.describe(word=_option("option-word-is"))
    async def given(interaction: discord.Interaction[Any], word: str = "") -> None:
        await run(interaction, command, word.split())

    return given


def _with_rule_set(command: Offered, run: Run) -> Callback:
    @app_commands.rename(rules=_option("option-set"))
    @app_commands.describe(rules=_option("option-set-is"))
    @app_commands.choices(rules=_SETS)
    async def given(interaction: discord.Interaction[Any], rules: str = "") -> None:
        await run(interaction, command, rules.split())

    return given


def _with_rules(command: Offered, run: Run) -> Callback:
    @app_commands.rename(rules=_option("option-rules"), options=_option("option-changes"))
    @app_commands.describe(rules=_option("option-rules-is"), options=_option("option-changes-is"))
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
