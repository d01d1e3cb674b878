"""The language of the command line's help, answers and errors."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from locale import windows_locale

from musbot import MusError
from musbot.cli.arguments import add_aliases, list_arguments
from musbot.config import read_environment
from musbot.words.texts import LANGUAGES, Key, Texts

FALLBACK_LANGUAGE = "en"
"""The language for users whose locale's language has no texts."""
LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that name the locale, the strongest first."""
NO_LANGUAGE = ("", "C", "POSIX")
"""Locales without a language. Programs speak English in them."""
SPANISH_READERS = ("ca", "gl", "ast", "an", "ext")
"""Languages without texts here, whose speakers read Spanish."""
SPAIN = "ES"
"""The territory whose people read Spanish in any locale."""
SPANISH_OPTIONS: Mapping[str, str] = dict(
    re.findall(
        r"(\S+):(\S+)",
        "--rules:--reglas --option:--opcion --seats:--asientos --names:--nombres --cut:--corte --ai:--ia"
        " --language:--idioma --theme:--tema --text:--texto --new:--nueva --worlds:--mundos --hand:--mano"
        " --player:--jugador --players:--jugadores --processes:--procesos --hands:--manos"
        " --keep-going:--seguir",
    )
)
"""The Spanish names of options."""
LANGUAGE_OPTIONS = ("--language", SPANISH_OPTIONS["--language"])
"""The names of the option that chooses the language."""

ARGPARSE_MESSAGES: Mapping[str, Key] = {
    "usage: ": "cli-argparse-usage",
    "options": "cli-argparse-options",
    "positional arguments": "cli-argparse-positional",
    "show this help message and exit": "cli-argparse-help",
    "argument %(argument_name)s: %(message)s": "cli-argparse-argument",
    "invalid choice: %(value)r (choose from %(choices)s)": "cli-argparse-choice",
    "the following arguments are required: %s": "cli-argparse-required",
    "unrecognized arguments: %s": "cli-argparse-unknown",
    "not allowed with argument %s": "cli-argparse-not-with",
    "expected one argument": "cli-argparse-one",
    "expected at least one argument": "cli-argparse-some",
    "expected %s argument": "cli-argparse-count",
    "expected %s arguments": "cli-argparse-count",
    "ignored explicit argument %r": "cli-argparse-none",
    "invalid %(type)s value: %(value)r": "cli-argparse-value",
    "ambiguous option: %(option)s could match %(matches)s": "cli-argparse-ambiguous",
}
"""The messages that replace argparse's own English texts. Other texts stay in English."""


METAVARS: Mapping[str, Key] = {
    "FILE": "cli-metavar-file",
    "DIR": "cli-metavar-folder",
    "NAME": "cli-metavar-name",
    "NAME[,NAME…]": "cli-metavar-names",
    "FIELD=VALUE": "cli-metavar-field",
    "KIND": "cli-metavar-kind",
    "KIND[,KIND…]": "cli-metavar-kinds",
    "TEXT": "cli-metavar-text",
    "WORD": "cli-metavar-word",
    "REGLAS": "cli-metavar-rules",
    "TABLE": "cli-metavar-table",
    "WHAT": "cli-metavar-what",
    "FROM": "cli-metavar-from",
    "TO": "cli-metavar-to",
}
"""The messages for placeholders of values in the help."""
_ASKED: ContextVar[str] = ContextVar("_ASKED", default="")
"""The language chosen with --language, "" if none."""


@contextmanager
def use_language_option(arguments: Sequence[str]) -> Iterator[None]:
    """Uses the language that `--language` names in these arguments until the end of the block.

    The first known language counts; unknown ones are ignored here.
    """
    pairs = [it.partition("=") for it in arguments]
    after = [*arguments[1:], ""]
    wanted = [
        found or next_
        for (name, _, found), next_ in zip(pairs, after, strict=False)
        if name in LANGUAGE_OPTIONS
    ]
    token = _ASKED.set(next((it for it in wanted if it in LANGUAGES), ""))
    try:
        yield
    finally:
        _ASKED.reset(token)


def language() -> str:
    """Returns the language of `--language`, or of MUSBOT_LANGUAGE, or of the system's locale.

    Unknown languages are passed over. The languages of LANGUAGE come before the locale's, as in other
    programs. Languages of Spain without texts give Spanish; others, and a locale without a language, give
    English.
    """
    if chosen := _ASKED.get():
        return chosen
    settings: Mapping[str, str] = os.environ
    with suppress(MusError):  # an unreadable settings file is reported by the command that needs it
        settings = read_environment()
    wanted = settings.get("MUSBOT_LANGUAGE", "").strip()
    if wanted in LANGUAGES:
        return wanted
    variables = (os.environ.get(name, "") for name in LOCALES)
    stated = next(filter(None, variables), "")
    locale = stated or _windows_locale()
    name = locale.partition(".")[0]
    if name in NO_LANGUAGE:
        return FALLBACK_LANGUAGE
    listed = os.environ.get("LANGUAGE", "")
    for wanted in (*listed.split(":"), locale):
        if code := _known_language(wanted):
            return code
    return FALLBACK_LANGUAGE


def _known_language(locale: str) -> str:
    """Returns the language that the readers of a locale understand: its own, or Spanish in Spain.

    Spanish also for the languages in SPANISH_READERS; "" if there are no texts for the locale.
    """
    code, *territory = re.split("[_.@-]", locale)
    if code in LANGUAGES:
        return code
    reads_spanish = code in SPANISH_READERS or SPAIN in territory
    return LANGUAGES[0] if reads_spanish else ""


def _windows_locale() -> str:
    """Returns the locale of the Windows user interface; "" on other systems, or if it is unknown.

    Windows does not set the variables in `LOCALES`.
    """
    if sys.platform != "win32":
        return ""
    import ctypes  # slow to import, and needed only here

    number = ctypes.windll.kernel32.GetUserDefaultUILanguage()
    return windows_locale.get(number, "")


def words() -> Texts:
    """Returns the texts in the language of the command line (`language`)."""
    return Texts(language())


def add_spanish_options(parser: argparse.ArgumentParser) -> None:
    """Adds the Spanish names of a parser's options, which the help does not list."""
    add_aliases(parser, SPANISH_OPTIONS)


def translate_metavars(parser: argparse.ArgumentParser, texts: Texts) -> None:
    """Translates the placeholders of values in a parser's help, in place; unknown single ones stay.

    Raises KeyError for an unknown one in a tuple.
    """
    for action in list_arguments(parser):
        match action.metavar:
            case str(name) if name in METAVARS:
                action.metavar = texts(METAVARS[name])
            case tuple(names):
                action.metavar = tuple(texts(METAVARS[name]) for name in names)


@contextmanager
def translate_argparse(texts: Texts) -> Iterator[None]:
    """Translates argparse's own texts until the end of the block, in every parser of this process."""
    own = {name: vars(argparse)[name] for name in ("_", "ngettext")}

    def translate(sentence: str) -> object:  # argparse also passes None
        """Returns the translation of one of argparse's texts, or the text."""
        return texts(ARGPARSE_MESSAGES[sentence]) if sentence in ARGPARSE_MESSAGES else own["_"](sentence)

    def translate_plural(one: str, more: str, count: int) -> object:
        """Returns the translation of `one` if `count` is 1, otherwise of `more`."""
        return translate(one if count == 1 else more)

    vars(argparse).update({"_": translate, "ngettext": translate_plural})
    try:
        yield
    finally:
        vars(argparse).update(own)
