"""Shared parts of all commands: their description, rule options, files, errors and exit statuses."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from musbot import MusError
from musbot.cli.language import words
from musbot.config import Settings, read_environment, read_settings, read_settings_file, setting_names
from musbot.runtime.logs import write_last_line
from musbot.words.guess import guess
from musbot.words.quoted import NAMES_SETTINGS, quote
from musbot.words.texts import Key, Texts

if TYPE_CHECKING:  # importing the rules is slow, and few commands need them
    from musbot.game.rules_base import RuleSet
    from musbot.port.platform import Adapter

OK, FAILED, MISUSED = 0, 1, 2
"""Exit statuses of a command: success, failure, and wrong usage."""
LASTING = 3
"""Exit status of a bot that no restart mends, as with a wrong setting: deploy/musbot.service makes none."""
INTERRUPTED = 130
"""Exit status after Ctrl-C."""
BROKEN_PIPE = 141
"""Exit status if the output's reader has ended, as shells report it (128 + SIGPIPE)."""
OTHER_SETTINGS = {NAMES_SETTINGS, "MUSBOT_ENV", "MUSBOT_BASE"}
"""Variables of deploy/musbot-admin and of the image, which the bot does not read."""
ALMOST = 0.75
"""Least likeness of a variable's name to the name of a setting, from 0 to 1."""
DEFAULT_RULES = "parejas"
"""The rule set used by default."""


class UsageError(MusError):
    """Raised for wrong usage of a command."""


@dataclass(frozen=True, slots=True)
class Subcommand:
    """A command of `musbot`. Other packages bring theirs by the entry-point group `musbot.commands`."""

    name: str
    """The name to type."""
    about: Key
    """The message that `--help` shows for the command."""
    options: Callable[[argparse.ArgumentParser], None]
    """Adds the arguments of the command to its parser."""
    run: Callable[[argparse.Namespace], int]
    """Runs the command and returns its exit status."""
    also: tuple[str, ...] = ()
    """Other names of the command, such as the Spanish one."""
    texts: Callable[[], Texts] = words
    """Returns the messages of the package that brings the command, in the language spoken here."""


def positive_number(text: str) -> int:
    """Reads a whole number from 1, of at most nine ASCII digits, without a sign.

    Raises ArgumentTypeError for any other text.
    """
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text)):
        raise argparse.ArgumentTypeError(words()("cli-count-what", given=quote(text)))
    return int(text)


def list_numbers(texts: Texts, fit: Sequence[int]) -> str:
    """Returns numbers as a list in words: "2, 3 or 4". Raises ValueError without any."""
    *most, last = map(str, fit)
    return texts("list-either", before=", ".join(most), last=last) if most else last


_RULE_SETS = "musbot.rule_sets"
"""The entry-point group in which other packages name their rule sets."""


def _rule_set_points(name: str) -> tuple[EntryPoint, ...]:
    """Returns the entry points for a rule set of some other package, without loading it.

    Empty if there is none.
    """
    return tuple(entry_points(group=_RULE_SETS, name=name))


def add_rule_options(
    parser: argparse.ArgumentParser, *, seats: bool = True, default: str | None = DEFAULT_RULES
) -> None:
    """Adds options for a rule set and changed fields; `default` is the set without that option, or None.

    With `seats`, also an option for the number of seats.
    """
    from musbot.game.rule_sets import RULE_SETS

    texts = words()
    parser.add_argument(
        "--rules", default=default, metavar="NAME", help=texts("cli-rules", names=", ".join(RULE_SETS))
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="FIELD=VALUE", help=texts("cli-option")
    )
    if seats:
        parser.add_argument("--seats", type=positive_number, metavar="N", help=texts("cli-seats"))


def read_rules(name: str, options: Sequence[str]) -> RuleSet:
    """Returns the rules of a name, changed by `options` such as "piedras=30".

    musbot's rule sets come first, then an installed package's, then rules that were saved in the terminal.
    Raises UsageError for an unknown name, for rules that cannot be played or an invalid option. Raises
    BadSetting, BadPlatform or StoreError if the saved rules cannot be read.
    """
    from musbot.game.rule_sets import RULE_SETS, read_option
    from musbot.game.rules_base import UnknownRuleSet

    known: dict[str, RuleSet] = dict(RULE_SETS)
    points = () if name in known else _rule_set_points(name)
    if name not in known and not points:
        from musbot.cli.saved_rules import load_saved_rules

        known |= load_saved_rules()
    try:
        if not points and name not in known:
            brought = sorted(entry_points(group=_RULE_SETS).names - known.keys())
            raise UnknownRuleSet("rule set", name, [*known, *brought])
        rules = _load_rules(points[0]) if points else known[name]
        return rules.with_changes(dict(read_option(option, rules) for option in options))
    except MusError as error:
        raise UsageError(error_text(error)) from error


def _load_rules(point: EntryPoint) -> RuleSet:
    """Returns the rule set that a package brings; raises UsageError if it cannot be loaded or is no rule
    set."""
    from musbot.game.rule_sets import require_known

    try:
        return require_known(point.load())
    except Exception as error:  # any error of the package
        why = str(error) if isinstance(error, MusError) else f"{type(error).__name__}: {error}"
        raise UsageError(f"{point.name}: {' '.join(why.split())}") from error


def read_all_settings() -> tuple[Settings, dict[str, Adapter]]:
    """Returns the bot's settings, and the adapters of all installed platforms by name.

    Platforms without a token are included. Raises BadSetting or BadPlatform.
    """
    environ = read_environment()
    platforms = read_adapters(environ)
    return read_settings(Settings, environ), platforms


def read_adapters(given: Mapping[str, str]) -> dict[str, Adapter]:
    """Returns every installed platform with its settings; raises BadPlatform or BadSetting."""
    from musbot.port.installed import installed_adapters

    return {name: read_settings(kind, given) for name, kind in installed_adapters().items()}


def find_unknown_settings(platforms: Mapping[str, Adapter]) -> list[tuple[str, str]]:
    """Returns variables that look like settings and are none, each with a setting that it resembles, or "".

    Those are names with the prefix of a setting in the environment and in `.env`. In `.env`, and in the
    service, also other names that are spelt almost like a setting. Raises BadSetting if `.env` is unreadable.
    """
    environ = read_environment()
    ours = environ if NAMES_SETTINGS in os.environ else read_settings_file(Path(".env"))
    of_platforms = [name for it in platforms.values() for name in setting_names(type(it))]
    known = {*setting_names(Settings), *of_platforms}
    prefixes = ("MUSBOT_", *(f"{it.partition('_')[0]}_" for it in of_platforms))
    found = []
    for name in sorted(environ.keys() - known - OTHER_SETTINGS):
        meant = guess(name, known, ALMOST) or ""
        if name.startswith(prefixes) or (meant and name in ours):
            found.append((quote(name), meant))
    return found


@contextmanager
def create_file(file: Path, mode: int = 0o666) -> Iterator[Callable[[bytes], None]]:
    """Creates a file and yields a function that writes bytes to it; deletes the file if the block fails.

    `mode` has its permissions, before the umask. Raises MusError if the file exists or cannot be written; an
    existing file stays. Other errors of the block pass through.
    """
    with report_os_errors(file):
        try:
            new = open(file, "xb", opener=partial(os.open, mode=mode))  # noqa: SIM115 - closed below
        except FileExistsError as error:
            key: Key = "store-folder-there" if file.is_dir() else "store-file-there"
            raise MusError(words()(key, file=str(file))) from error
    try:
        try:
            yield partial(_write, file, new)
        finally:
            with suppress(OSError):  # raised by `_write` already
                new.close()
    except BaseException:
        file.unlink()
        raise


def _write(file: Path, new: BinaryIO, data: bytes) -> None:
    """Writes and flushes bytes, so that closing the file cannot fail; raises MusError."""
    with report_os_errors(file):
        new.write(data)
        new.flush()


@contextmanager
def report_os_errors(file: Path) -> Iterator[None]:
    """Raises MusError about `file`, in the user's language, for an OSError in the block."""
    from musbot.cli.errors import translate

    try:
        yield
    except OSError as error:
        texts = words()
        raise MusError(
            texts("cli-cannot-write", file=str(file), why=translate(texts, error.strerror or ""))
        ) from error


def error_text(error: MusError, texts: Texts | None = None) -> str:
    """Returns an error's message in the user's language, or in the given `texts`."""
    from musbot.cli.errors import describe_error

    return describe_error(texts or words(), error)


def count_cores() -> int:
    """Returns the number of processor cores that this process may use.

    On systems that do not say, returns the number of all cores, at least 1.
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def print_line(text: str) -> None:
    """Writes a line to stdout."""
    sys.stdout.write(f"{text}\n")


def report_failure(why: str) -> int:
    """Writes one line to stderr, after pending output, and returns the exit status of a failed command, 1.

    Unprintable characters in `why`, such as line breaks, are escaped, and a long text is cut.
    """
    from musbot.acta.partida import one_line

    sys.stdout.flush()
    write_last_line(one_line(why))
    return FAILED
