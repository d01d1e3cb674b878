"""The language that the command line speaks: one at a time, for help, answers and errors."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from musbot import MusError
from musbot.config import environment
from musbot.words.texts import LANGUAGES, Key, Texts

STRANGER = "en"
"""What is spoken to somebody whose machine speaks a language of which there are no texts."""
LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")
NONE = ("", "C", "POSIX")

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
    "invalid %(type)s value: %(value)r": "cli-argparse-value",
    "ambiguous option: %(option)s could match %(matches)s": "cli-argparse-ambiguous",
}
"""What the parser of arguments says, by its own English sentence; what is none of these it says itself."""


def language() -> str:
    """Returns MUSBOT_LANGUAGE, else the language of the system's locale; the first where that has none."""
    try:
        wanted = environment().get("MUSBOT_LANGUAGE", "").strip()
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


@contextmanager
def argparse_speaks(texts: Texts) -> Iterator[None]:
    """Has the parser of arguments say its own sentences in that language meanwhile."""
    own = vars(argparse)["_"]

    def said(sentence: str) -> object:  # what is not there, None, is asked for too
        return texts(OF_ARGPARSE[sentence]) if sentence in OF_ARGPARSE else own(sentence)

    vars(argparse)["_"] = said
    try:
        yield
    finally:
        vars(argparse)["_"] = own
