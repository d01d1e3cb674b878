"""What all commands share: how one is described, how rules are asked for, how it ends."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from musbot import MusError
from musbot.cli.language import words
from musbot.config import Settings, read_environment, read_settings
from musbot.logs import write_last_line
from musbot.words.quoted import quoted
from musbot.words.texts import Key, Texts

if TYPE_CHECKING:  # the rules take a while to load, and few commands ask for any
    from musbot.game.rules_base import RuleSet
    from musbot.port.platform import Adapter

OK, FAILED, MISUSED = 0, 1, 2
INTERRUPTED = 130
UNREAD = 141
"""As shells tell it of a program that writes where nobody reads (128 and SIGPIPE)."""
USUAL_RULES = "parejas"


class Misused(MusError):
    """A command that was asked for in a way it does not know."""


@dataclass(frozen=True, slots=True)
class Subcommand:
    """A command of `musbot`, one of its own or one that another package brings by `musbot.commands`."""

    name: str
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


def count(text: str) -> int:
    """Returns a number of 1 or more; raises what argparse tells for anything else."""
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text)):
        raise argparse.ArgumentTypeError(words()("cli-count-what", given=quoted(text)))
    return int(text)


def numbers(texts: Texts, fit: Sequence[int]) -> str:
    """Returns them as people list them: "2, 3 or 4"."""
    *most, last = map(str, fit)
    return texts("list-either", before=", ".join(most), last=last) if most else last


class RuleNames(tuple[str, ...]):
    """The names of the rule sets; those that other packages bring are among them, and not listed."""

    __slots__ = ()

    def __contains__(self, name: object) -> bool:
        return tuple.__contains__(self, name) or bool(_rule_set_points(str(name)))


def _rule_set_points(name: str) -> tuple[EntryPoint, ...]:
    """The rule set of that name that another package brings; it is not loaded."""
    return tuple(entry_points(group="musbot.rule_sets", name=name))


def rule_options(
    parser: argparse.ArgumentParser, *, seats: bool = True, usual: str | None = USUAL_RULES
) -> None:
    """Lets a rule set be asked for, `usual` if none is, with fields changed, and the number of seats."""
    from musbot.game.rule_sets import RULE_SETS

    texts = words()
    parser.add_argument(
        "--rules",
        choices=RuleNames(RULE_SETS),
        default=usual,
        metavar="NAME",
        help=texts("cli-rules", names=", ".join(RULE_SETS)),
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="FIELD=VALUE", help=texts("cli-option")
    )
    if seats:
        parser.add_argument("--seats", type=count, metavar="N", help=texts("cli-seats"))


def rules_asked(name: str, options: Sequence[str]) -> RuleSet:
    """Returns the rule set asked for; raises Misused for one that cannot be played."""
    from musbot.game.rule_sets import RULE_SETS, known, read_option, rule_set

    try:
        own = name in RULE_SETS or not (points := _rule_set_points(name))
        rules = rule_set(name) if own else known(points[0].load())
        return rules.with_changes(dict(read_option(option, rules) for option in options))
    except (ImportError, AttributeError, TypeError) as error:
        raise Misused(f"{name}: {error}") from error
    except MusError as error:
        raise Misused(why(error)) from error


def all_set() -> tuple[Settings, dict[str, Adapter]]:
    """Returns how this musbot is set, and every platform that is installed."""
    from musbot.port.installed import installed

    given = read_environment()
    platforms = installed(given)
    return read_settings(Settings, given), platforms


@contextmanager
def created(file: Path, mode: int = 0o666) -> Iterator[BinaryIO]:
    """A new file to write into, gone again if that fails; raises MusError where one is there already."""
    with writing(file):
        try:
            new = open(file, "xb", opener=partial(os.open, mode=mode))  # noqa: SIM115 - closed below
        except FileExistsError as error:
            raise MusError(words()("store-file-there", file=str(file))) from error
        try:
            with new:
                yield new
        except BaseException:
            file.unlink()
            raise


@contextmanager
def writing(file: Path) -> Iterator[None]:
    """Raises MusError in place of an OSError, in the language of the command line."""
    from musbot.cli.errors import translated

    try:
        yield
    except OSError as error:
        texts = words()
        raise MusError(
            texts("cli-cannot-write", file=str(file), why=translated(texts, error.strerror or ""))
        ) from error


def why(error: MusError, texts: Texts | None = None) -> str:
    """Returns what went wrong as people read it; `texts` may be those of another package."""
    from musbot.cli.errors import told

    return told(texts or words(), error)


def cores() -> int:
    """Returns how many processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def say(text: str) -> None:
    """Writes a line of the answer."""
    sys.stdout.write(f"{text}\n")


def failed(why: str) -> int:
    """Says in one line what went wrong, and returns the status of it."""
    from musbot.acta.partida import one_line

    sys.stdout.flush()
    write_last_line(one_line(why))
    return FAILED
