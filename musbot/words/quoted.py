"""Quotes text that people wrote, shortened to fit a line."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

from musbot.words.texts import Texts

MAX_CHARACTERS = 40
"""Longest quotation, in characters. Fluent refuses values above 2,500, and an alert holds 200."""


NAMES_SETTINGS = "MUSBOT_SETTINGS"
"""The variable in which the service and deploy/musbot-admin name the file of their settings."""
MAX_REASON = 150
"""Longest reason that an administrator can write, in characters."""
_COMMAND = re.compile(r"(\(|: )?(?<![\w/.:<])/([a-zñáéíóú]+)\b(?!/)")
_OWN_COMMAND = re.compile(r"(?<![\w/.\\-])musbot (?=(?:doctor|migrate|run|simular|simulate)\b)")
"""The name of this program before a command that messages name."""
_MARKS = str.maketrans(dict.fromkeys('«»“”„"', "'"))


def quote(text: str, most: int = MAX_CHARACTERS) -> str:
    """Returns a text on one line; unprintable characters become spaces, and repeated spaces one space.

    A line longer than `most` characters is cut, with an ellipsis as its last character. Only the first 4 *
    `most` characters of the text are read.
    """
    line = " ".join("".join(c if c.isprintable() else " " for c in text[: 4 * most]).split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


def quote_reason(text: str) -> str:
    """Returns a reason to be put in quotation marks, cut like a quotation to MAX_REASON characters.

    Its own quotation marks become apostrophes.
    """
    return quote(text, MAX_REASON).translate(_MARKS)


def typed_program() -> str:
    """Returns the command that started this process, in the form to type it again.

    That is the typed path, such as `.venv/bin/musbot`, unless PATH finds it; otherwise `musbot`. For a module
    it is `python3 -m musbot` (`py -m musbot` on Windows). In the systemd service and under
    deploy/musbot-admin (NAMES_SETTINGS) it is `musbot-admin`. For a further bot, the MUSBOT_ENV of its
    settings precedes it.
    """
    if settings := os.environ.get(NAMES_SETTINGS):
        return "musbot-admin" if Path(settings).stem == "musbot" else f"MUSBOT_ENV={settings} musbot-admin"
    typed = Path(sys.argv[0])
    if typed.parts[-2:] == ("musbot", "__main__.py"):
        return f"{'py' if sys.platform == 'win32' else Path(sys.executable).name} -m musbot"
    if typed.stem != "musbot" or str(typed) == shutil.which("musbot"):
        return "musbot"
    return str(typed)


def name_program(text: str) -> str:
    """Returns a text of the command line with commands that can be typed in this shell.

    `musbot doctor` becomes `.venv/bin/musbot doctor` if this process was started so; likewise before migrate,
    run, simular and simulate, not before other words.
    """
    return _OWN_COMMAND.sub(lambda _: f"{typed_program()} ", text)


def without_slashes(texts: Texts, text: str) -> str:
    """Returns a chat's text for the terminal: its commands lose their slash, and `/mus` becomes `musbot
    play`.

    The program has the form of `typed_program`. Another command that does not follow "(" or ": " is wrapped
    in a message of the terminal.
    """
    return _COMMAND.sub(lambda found: _terminal_command(texts, found[1] or "", found[2]), text)


def _terminal_command(texts: Texts, before: str, name: str) -> str:
    """Returns the terminal's form of a chat command: `musbot play` for "mus", otherwise its name.

    `before` is the text in front of it, which is kept. If it is "", a message of the terminal wraps the name
    of a command other than "mus".
    """
    if name == "mus":
        return f"{before}{typed_program()} play"
    return f"{before}{name}" if before else texts("console-command", name=name)
