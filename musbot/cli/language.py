"""The language that the command line speaks: one at a time, for help, answers and errors."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from musbot import MusError
from musbot.cli.arguments import add_aliases, list_arguments
from musbot.config import read_environment
from musbot.words.texts import LANGUAGES, Key, Texts

STRANGER = "en"
"""What is spoken to somebody whose machine speaks a language of which there are no texts."""
LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")
NONE = ("", "C", "POSIX")
IN_SPANISH: Mapping[str, str] = dict(
    re.findall(
        r"(\S+):(\S+)",
        "--rules:--reglas --option:--opcion --seats:--asientos --names:--nombres --cut:--corte --ai:--ia"
        " --language:--idioma --theme:--tema --text:--texto --new:--nueva --worlds:--mundos --hand:--mano"
        " --player:--jugador --players:--jugadores --processes:--procesos --hands:--manos",
    )
)
"""What options are called in Spanish."""
OPTIONS = ("--language", IN_SPANISH["--language"])

OF_ARGPARSE: Mapping[str, Key] = {
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
"""What the parser of arguments says, by its own English sentence; what is none of these it says itself."""


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
"""What stands for a value in a help."""
_ASKED: ContextVar[str] = ContextVar("_ASKED", default="")
"""The language that was asked for with --language."""


@contextmanager
def speaking(arguments: Sequence[str]) -> Iterator[None]:
    """Has all be said meanwhile in the language that --language asks for among these, if it does."""
    pairs = [it.partition("=") for it in arguments]
    after = [*arguments[1:], ""]
    wanted = [
        found or next_ for (name, _, found), next_ in zip(pairs, after, strict=False) if name in OPTIONS
    ]
    token = _ASKED.set(next((it for it in wanted if it in LANGUAGES), ""))
    try:
        yield
    finally:
        _ASKED.reset(token)


def language() -> str:
    """Returns what --language asks for, MUSBOT_LANGUAGE, or the language of the system's locale.

    Where a locale has none it is the first.
    """
    if asked := _ASKED.get():
        return asked
    try:
        wanted = read_environment().get("MUSBOT_LANGUAGE", "").strip()
    except MusError:  # a file that cannot be read: who needs it says so
        wanted = ""
    if wanted in LANGUAGES:
        return wanted
    locale = next(filter(None, (os.environ.get(name, "") for name in LOCALES)), "")
    code = re.split("[_.@-]", locale, maxsplit=1)[0]
    if code in NONE:
        return LANGUAGES[0]
    return code if code in LANGUAGES else STRANGER


def words() -> Texts:
    """Returns the texts that the command line speaks in."""
    return Texts(language())


def in_spanish_too(parser: argparse.ArgumentParser) -> None:
    """Lets options be given by their Spanish names, which no help lists."""
    add_aliases(parser, IN_SPANISH)


def metavars_speak(parser: argparse.ArgumentParser, texts: Texts) -> None:
    """Has what stands for values be said in a language."""
    for action in list_arguments(parser):
        match action.metavar:
            case str(name) if name in METAVARS:
                action.metavar = texts(METAVARS[name])
            case tuple(names):
                action.metavar = tuple(texts(METAVARS[name]) for name in names)


@contextmanager
def argparse_speaks(texts: Texts) -> Iterator[None]:
    """Has the parser of arguments say its own sentences in that language meanwhile."""
    own = {name: vars(argparse)[name] for name in ("_", "ngettext")}

    def spoken(sentence: str) -> object:  # what is not there, None, is asked for too
        return texts(OF_ARGPARSE[sentence]) if sentence in OF_ARGPARSE else own["_"](sentence)

    def counted(one: str, more: str, count: int) -> object:
        return spoken(one if count == 1 else more)

    vars(argparse).update({"_": spoken, "ngettext": counted})
    try:
        yield
    finally:
        vars(argparse).update(own)
