"""The slash commands, in English and localized in every other language that has texts.

They are sent to Discord only if they differ from its current ones (discord.com/developers/docs/interactions/
application-commands: a bulk overwrite counts towards the daily limit of creations, even if nothing changes).
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Any, assert_never

import aiohttp
import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str
from discord.http import Route

from musbot.game.rule_sets import RULE_SETS
from musbot.narrator.suggested import read_changes, suggest_changes
from musbot.narrator.voices import voice_of_rules
from musbot.port.boundary import report
from musbot.port.command import DROP, KEEP, Arguments, CommandInfo, CommandPlace
from musbot.words.languages import own_names
from musbot.words.texts import LANGUAGES, Key, Texts, first_known_language

log = logging.getLogger(__name__)

Run = Callable[[discord.Interaction, CommandInfo, Sequence[str]], Awaitable[None]]
"""Carries out a command with these arguments."""
Own = Callable[[discord.Interaction], Sequence[str]]
"""Returns the names of the house rules in the chat of a command."""
Callback = Callable[..., Coroutine[Any, Any, None]]
"""A command's callback. discord.py derives the command's options from its parameters."""

BASE = "en"
"""The language for users whose language has no texts."""
MOST_ABOUT, MOST_CHOICES = 100, 25
"""The maximum characters of a description, and the maximum choices of an option."""


class _Translator(app_commands.Translator):
    """Translates a localized string by the texts that it carries."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Returns the text for a locale's language; None if there is none. Regions are ignored."""
        return string.extras.get(locale.value.partition("-")[0])


class _Command(app_commands.Command[Any, ..., Any]):
    """A command that ignores errors when suggestions come too late."""

    async def _invoke_autocomplete(
        self, interaction: discord.Interaction[Any], name: str, namespace: app_commands.Namespace
    ) -> None:
        """Sends suggestions; ignores errors of Discord and of the connection."""
        with suppress(discord.DiscordException, aiohttp.ClientError, OSError):
            await super()._invoke_autocomplete(interaction, name, namespace)


class _ContainedTree(app_commands.CommandTree[Any]):
    """A command tree that reports unexpected errors in the library's tasks."""

    async def _call(self, interaction: discord.Interaction[Any]) -> None:
        """Runs a command. Reports an unexpected Exception instead of raising it.

        Raises an AppCommandError, which the library handles.
        """
        try:
            await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as error:  # such as a KeyError for a malformed command
            report("a slash command", error)


def command_tree(
    client: discord.Client,
    offered: Mapping[str, Sequence[tuple[CommandInfo, str, str]]],
    run: Run,
    own: Own = lambda _: (),
) -> app_commands.CommandTree[Any]:
    """Returns the tree of commands.

    `offered` holds, for each language, each command with its name and description, in the same order in every
    language. Raises ValueError if their numbers differ. Descriptions are cut to MOST_ABOUT characters.
    Commands for groups are not offered in private chats. `own` returns the names of a chat's house rules, to
    suggest.
    """
    tree = _ContainedTree(client)
    for names in zip(*offered.values(), strict=True):
        row = names[0][0]
        called = {language: name for language, (_, name, _) in zip(offered, names, strict=True)}
        about = {language: about[:MOST_ABOUT] for language, (*_, about) in zip(offered, names, strict=True)}
        command = _Command(
            name=_localise(called),
            description=_localise(about),
            callback=_callback(row, run, own),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=row.where is not CommandPlace.GROUP, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            extras={"ours": row.every_name},
        )
        tree.add_command(command)
    return tree


async def sync(tree: app_commands.CommandTree[Any]) -> dict[str, str]:
    """Updates the commands at Discord if they differ; returns the mention of each command by its names.

    The keys are a command's names in all languages. Raises the library's errors.
    """
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
    if _canonical_form(known) != _canonical_form(wanted):
        log.info("the commands are sent to Discord")
        known = await http.bulk_upsert_global_commands(application, payload=wanted)
    ours = {command.name: command.extras["ours"] for command in commands}
    return {
        name: f"</{command['name']}:{command['id']}>" for command in known for name in ours[command["name"]]
    }


def _localise(said: Mapping[str, str]) -> locale_str:
    """Returns a localized string from the texts by language; the text of BASE is its default."""
    return locale_str(said[BASE], **{language: text for language, text in said.items() if language != BASE})


def _option(key: Key) -> locale_str:
    """Returns the message of a key as a localized string, with its text in every language."""
    return _localise({language: Texts(language)(key) for language in LANGUAGES})


def _callback(command: CommandInfo, run: Run, own: Own) -> Callback:
    """Returns the callback of a command, with a field for each of its arguments."""
    match command.words:
        case Arguments.NONE:
            return _without_fields(command, run)
        case Arguments.ONE:
            return _with_word(command, run, "option-word", "option-word-is")
        case Arguments.NAME:
            return _with_word(command, run, "option-name", "option-name-is")
        case Arguments.WHEN:
            return _with_word(command, run, "option-when", "option-when-is")
        case Arguments.TERM:
            return _with_word(command, run, "option-term", "option-term-is")
        case Arguments.LANGUAGE:
            return _with_language(command, run)
        case Arguments.RULE_SET:
            return _with_rule_set(command, run, own)
        case Arguments.RULES:
            return _with_rules(command, run, own)
        case _:
            assert_never(command.words)


def _sets() -> list[Choice[str]]:
    """Returns a choice for each rule set, with its name in each language."""
    texts = [Texts(language) for language in LANGUAGES]
    return [
        Choice(
            name=_localise({it.language: voice_of_rules(it, rules).display_name() for it in texts}),
            value=name,
        )
        for name, rules in RULE_SETS.items()
    ]


def _suggest_house_rules(interaction: discord.Interaction[Any], own: Own, typed: str) -> list[str]:
    """Returns the names of the chat's house rules that begin with the typed text.

    The typed text is stripped and lower-cased first.
    """
    return [name for name in own(interaction) if name.startswith(typed.strip().lower())]


def _suggest(interaction: discord.Interaction[Any], own: Own, typed: str) -> list[Choice[str]]:
    """Returns the suggestions for the `options` of /mus: changes of the chosen rules.

    If no rules are chosen, matching house rules come first. The changes fill the list up to MOST_CHOICES.
    """
    rules = str(interaction.namespace["rules"] or "") if "rules" in interaction.namespace else ""
    named = [] if rules else _suggest_house_rules(interaction, own, typed)
    found = suggest_changes(_texts_for_user(interaction), rules, typed, MOST_CHOICES - len(named))
    return [Choice(name=words, value=words) for words in (*named, *found)]


def _texts_for_user(interaction: discord.Interaction[Any]) -> Texts:
    """Returns the texts in the language of the user's app, or in BASE."""
    return Texts(first_known_language(interaction.locale.value, BASE))


def _without_fields(command: CommandInfo, run: Run) -> Callback:
    """Returns the callback of a command without arguments."""

    async def callback(interaction: discord.Interaction[Any]) -> None:
        """Runs the command without arguments."""
        await run(interaction, command, ())

    return callback


def _with_word(command: CommandInfo, run: Run, called: Key, about: Key) -> Callback:
    """Returns the callback of a command with one text; it is split into words."""

    @app_commands.rename(word=_option(called))
    @app_commands.describe(word=_option(about))
    async def callback(interaction: discord.Interaction[Any], word: str = "") -> None:
        """Runs the command with the words of the text."""
        await run(interaction, command, word.split())

    return callback


def _with_language(command: CommandInfo, run: Run) -> Callback:
    """Returns the callback of a command with a choice of languages."""

    @app_commands.rename(language=_option("option-language"))
    @app_commands.describe(language=_option("option-language-is"))
    @app_commands.choices(language=[Choice(name=name, value=code) for code, name in own_names().items()])
    async def callback(interaction: discord.Interaction[Any], language: str = "") -> None:
        """Runs the command with the code of the chosen language, or without words."""
        await run(interaction, command, language.split())

    return callback


def _with_rule_set(command: CommandInfo, run: Run, own: Own) -> Callback:
    """Returns the callback of a command that shows, keeps or drops rules.

    If several fields are filled, `keep` counts, then `drop`.
    """

    async def suggest(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
        """Returns a choice for each house rule set whose name begins with the typed text."""
        return [Choice(name=name, value=name) for name in _suggest_house_rules(interaction, own, typed)]

    @app_commands.rename(
        rules=_option("option-set"), keep=_option("option-keep"), drop=_option("option-drop")
    )
    @app_commands.describe(
        rules=_option("option-set-is"), keep=_option("option-keep-is"), drop=_option("option-drop-is")
    )
    @app_commands.choices(rules=_sets())
    @app_commands.autocomplete(drop=suggest)
    async def callback(
        interaction: discord.Interaction[Any], rules: str = "", keep: str = "", drop: str = ""
    ) -> None:
        """Runs the command with KEEP and the text of `keep`, DROP and `drop`, or the words of `rules`.

        The first filled field in this order counts; without any, the command has no words.
        """
        named = [KEEP, keep] if keep else [DROP, drop] if drop else rules.split()
        await run(interaction, command, named)

    return callback


def _with_rules(command: CommandInfo, run: Run, own: Own) -> Callback:
    """Returns the callback of a command with a rule set, changes of it, and a time."""

    async def suggest(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
        """Returns the suggestions for the field `options`."""
        return _suggest(interaction, own, typed)

    @app_commands.rename(
        rules=_option("option-rules"), options=_option("option-changes"), when=_option("option-when")
    )
    @app_commands.describe(
        rules=_option("option-rules-is"),
        options=_option("option-changes-is"),
        when=_option("option-when-is"),
    )
    @app_commands.choices(rules=_sets())
    @app_commands.autocomplete(options=suggest)
    async def callback(
        interaction: discord.Interaction[Any], rules: str = "", options: str = "", when: str = ""
    ) -> None:
        """Runs the command with the rule set, the changes in `options`, and the words of `when`."""
        changed = read_changes(_texts_for_user(interaction), rules, options)
        await run(interaction, command, [*rules.split(), *changed, *when.split()])

    return callback


def _canonical_form(commands: Sequence[Any]) -> list[Any]:
    """Returns the fields of commands that we define, sorted by name and in one form for comparison."""
    return sorted(
        (_defined_fields(command, top=True) for command in commands), key=lambda command: command["name"]
    )


_TOP = (
    "name",
    "description",
    "name_localizations",
    "description_localizations",
    "contexts",
    "integration_types",
)
_CHOICE = ("name", "value", "name_localizations")
_OPTION = ("name", "description", "type", "name_localizations", "description_localizations")


def _defined_fields(command: Any, *, top: bool) -> dict[str, Any]:
    """Returns the fields of a command (`top`) or option that we define.

    A missing or empty field is None, False or [].
    """
    plain = {key: command.get(key) or None for key in (_TOP if top else _OPTION)}
    plain |= {key: sorted(command.get(key) or ()) for key in ("contexts", "integration_types") if top}
    plain["required"] = bool(command.get("required"))
    plain["choices"] = [{key: it.get(key) or None for key in _CHOICE} for it in command.get("choices") or ()]
    plain["autocomplete"] = bool(command.get("autocomplete"))
    plain["options"] = [_defined_fields(option, top=False) for option in command.get("options") or ()]
    return plain
