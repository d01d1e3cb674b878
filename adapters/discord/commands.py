"""The slash commands: English names by default, Spanish ones where Discord is in Spanish.

They are sent to Discord only when they differ from what it has (discord.com/developers/docs/interactions/
application-commands: a bulk overwrite of what is already there counts against the daily limit of creations).
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str
from discord.http import Route

from musbot.game.rule_sets import RULE_SETS

log = logging.getLogger(__name__)

Run = Callable[[discord.Interaction, str, Sequence[str]], Awaitable[None]]

ENGLISH = {
    "tanteo": "score",
    "cartas": "cards",
    "mesa": "table",
    "reglas": "rules",
    "senas": "signs",
    "suerte": "luck",
    "salir": "leave",
    "sustituir": "substitute",
    "terminar": "end",
    "historial": "history",
    "verificar": "verify",
    "idioma": "language",
    "ayuda": "help",
    "privacidad": "privacy",
    "borrar": "forget",
}
"""Names that are no word of the game, in English; the others are the same everywhere."""
SPANISH = {"senas": "señas"}
SERVER_ONLY = frozenset(("mus", "mesa", "suerte", "salir", "sustituir", "terminar", "ranking"))
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
    client: discord.Client, abouts: Mapping[str, Sequence[tuple[str, str]]], run: Run
) -> app_commands.CommandTree[Any]:
    """Makes the commands; `abouts` are their names and what each does, by language."""
    tree: app_commands.CommandTree[Any] = app_commands.CommandTree(client)
    spanish = dict(abouts["es"])
    for name, about in abouts["en"]:
        command: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name=_words(ENGLISH.get(name, name), SPANISH.get(name, name)),
            description=_words(about[:MOST_ABOUT], spanish[name][:MOST_ABOUT]),
            callback=_callback(name, run),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=name not in SERVER_ONLY, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        tree.add_command(command)
    return tree


async def sync(tree: app_commands.CommandTree[Any]) -> dict[str, str]:
    """Sends the commands to Discord if it has others; returns how each is mentioned, by our name of it."""
    await tree.set_translator(_Spanish())
    translator = tree.translator
    wanted = [
        await command.get_translated_payload(tree, translator) if translator else command.to_dict(tree)
        for command in tree.get_commands(type=discord.AppCommandType.chat_input)
    ]
    http, application = tree.client.http, tree.client.application_id or 0
    route = Route("GET", "/applications/{application_id}/commands", application_id=application)
    known = await http.request(route, params={"with_localizations": "true"})
    if _compared(known) != _compared(wanted):
        log.info("the commands are sent to Discord")
        known = await http.bulk_upsert_global_commands(application, payload=wanted)
    ours = {english: name for name, english in ENGLISH.items()}
    return {
        ours.get(command["name"], command["name"]): f"</{command['name']}:{command['id']}>"
        for command in known
    }


def _words(english: str, spanish: str) -> locale_str:
    return locale_str(english, es=spanish)


def _callback(name: str, run: Run) -> Callable[..., Any]:
    """The callback of a command, which tells discord.py by its parameters what may be given with it."""
    if name == "mus":
        return _with_rules(run)
    if name == "reglas":
        return _with_rule_set(run)
    if name in _ONE_WORD:
        return _with_word(name, run)

    async def plain(interaction: discord.Interaction[Any]) -> None:
        await run(interaction, name, ())

    return plain


_ONE_WORD = frozenset({"suerte", "idioma"})
_SETS = [Choice(name=name, value=name) for name in RULE_SETS]
_RULES_NAME = _words("rules", "reglas")


def _with_rules(run: Run) -> Callable[..., Any]:
    @app_commands.rename(rules=_RULES_NAME, options=_words("options", "opciones"))
    @app_commands.describe(
        rules=_words("the rule set", "el reglamento"),
        options=_words(
            "rules changed, as piedras=30 real=figura", "reglas cambiadas, como piedras=30 real=figura"
        ),
    )
    @app_commands.choices(rules=_SETS)
    async def mus(interaction: discord.Interaction[Any], rules: str = "", options: str = "") -> None:
        await run(interaction, "mus", [*rules.split(), *options.split()])

    return mus


def _with_rule_set(run: Run) -> Callable[..., Any]:
    @app_commands.rename(rules=_words("set", "conjunto"))
    @app_commands.describe(rules=_words("one of them explained", "uno de ellos, explicado"))
    @app_commands.choices(rules=_SETS)
    async def reglas(interaction: discord.Interaction[Any], rules: str = "") -> None:
        await run(interaction, "reglas", rules.split())

    return reglas


def _with_word(name: str, run: Run) -> Callable[..., Any]:
    @app_commands.rename(word=_words("word", "palabra"))
    @app_commands.describe(word=_words("your word", "tu palabra"))
    async def command(interaction: discord.Interaction[Any], word: str = "") -> None:
        await run(interaction, name, word.split())

    return command


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
