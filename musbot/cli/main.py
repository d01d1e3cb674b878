"""The commands of `musbot`: parses arguments, runs the command, and reports errors in one line."""

from __future__ import annotations

import argparse
import io
import logging
import os
import sys
from collections.abc import Callable, Mapping, Sequence, Set
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, cast

from musbot import MusError, __version__
from musbot.cli import options
from musbot.cli.arguments import list_options
from musbot.cli.brought import find_installed_commands
from musbot.cli.database import chosen_database
from musbot.cli.language import (
    add_spanish_options,
    translate_argparse,
    translate_metavars,
    use_language_option,
    words,
)
from musbot.cli.shared import (
    BROKEN_PIPE,
    FAILED,
    INTERRUPTED,
    LASTING,
    MISUSED,
    OK,
    Subcommand,
    UsageError,
    create_file,
    error_text,
    find_unknown_settings,
    print_line,
    read_all_settings,
    read_rules,
    report_failure,
)
from musbot.config import (
    BadSetting,
    Database,
    Server,
    Settings,
    export_library_settings,
    read_environment,
    read_settings_file,
    read_with_errors,
    secret_values,
)
from musbot.runtime.logs import log_to_stderr
from musbot.words.guess import guess
from musbot.words.quoted import NAMES_SETTINGS, name_program, quote, typed_program
from musbot.words.texts import Key, Texts

if TYPE_CHECKING:  # slow imports, like everything that a command imports when it runs
    from _typeshed import SupportsWrite

    from musbot.pictures.specs import Picture
    from musbot.port.doctor import Finding
    from musbot.port.platform import Adapter

__all__ = ["BROKEN_PIPE", "COMMANDS", "FAILED", "INTERRUPTED", "LASTING", "MISUSED", "OK", "main"]

log = logging.getLogger(__name__)

_ALONE = ("-h", "--help", "--version")
"""The options of `musbot` itself, which need no command."""


class _Parser(argparse.ArgumentParser):
    """A parser that reports errors in one line, and does not hide a broken pipe while printing help."""

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Writes the help to a file, by default stdout; raises BrokenPipeError, unlike argparse."""
        (file or sys.stdout).write(self.format_help())

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Raises ArgumentError for a value that is no choice; it may suggest a similar choice."""
        if action.choices is not None and value not in action.choices:
            meant = guess(str(value), map(str, action.choices))
            if meant is not None:
                message = words()("cli-choice-guess", value=quote(str(value)), guess=meant)
                raise argparse.ArgumentError(action, message)
        super()._check_value(action, value)

    def error(self, message: str) -> NoReturn:
        """Writes the error as one line on stderr and raises SystemExit(2)."""
        from musbot.acta.partida import one_line

        self.exit(MISUSED, f"{words()('cli-misused', command=self.prog, why=one_line(message))}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit status: 0, 1 if it failed, or another status of that command.

    After Ctrl-C it returns 130, and 141 if the output's reader has ended. Wrong usage raises SystemExit(2),
    `--help` and `--version` SystemExit(0). Without `arguments` it takes the process's own. If a package's
    command cannot be loaded or is missing, it fails with the reason on stderr. Output becomes UTF-8, and
    settings of libraries go from `.env` into the environment.
    """
    _speak_utf8()
    with suppress(BadSetting):  # a command that needs the file reports it
        export_library_settings()
    own = _own_names()
    given = _put_command_first(sys.argv[1:] if arguments is None else arguments, own)
    with use_language_option(given), translate_argparse(words()):
        brought, reasons = ([], {}) if own.intersection(given[:1]) else find_installed_commands(own)
        given = _put_command_first(given, {it.name for it in brought} | reasons.keys())
        chosen = next((it for it in given if not it.startswith("-")), "")
        if chosen in reasons:
            return report_failure(reasons[chosen])
        return _run_command(_parser(lambda name: name == chosen, brought), given)


def _put_command_first(arguments: Sequence[str], names: Set[str]) -> Sequence[str]:
    """Returns the arguments in the order of argparse: the command, then options given before it.

    Unchanged if no command's name is in them, or if they begin with a word, `--help`, `-h` or `--version`. A
    name right after an option without "=" is its value if another name follows.
    """
    if not arguments or not arguments[0].startswith("-") or arguments[0] in _ALONE:
        return arguments
    places = [place for place, word in enumerate(arguments) if word in names]
    apart = [
        place for place in places if not arguments[place - 1].startswith("-") or "=" in arguments[place - 1]
    ]
    if not places:
        return arguments
    first = (apart or places)[0]
    return [arguments[first], *arguments[:first], *arguments[first + 1 :]]


def _run_command(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> int:
    """Parses the arguments, runs the command and returns its exit status.

    A MusError becomes a line on stderr and status 1, Ctrl-C status 130, a broken pipe 141. Wrong usage raises
    SystemExit(2).
    """
    try:
        try:
            args, unknown = parser.parse_known_args(arguments)
            if unknown:
                args.refuse(_describe_unknown(parser, args, unknown))
            status: int = args.run(args)
        finally:
            sys.stdout.flush()
    except UsageError as error:
        args.refuse(str(error))
    except MusError as error:
        return report_failure(error_text(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(
            os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno()
        )  # Python must not flush into the broken pipe
        return BROKEN_PIPE
    return status


def _describe_unknown(
    parser: argparse.ArgumentParser, args: argparse.Namespace, unknown: Sequence[str]
) -> str:
    """Returns the error text for unknown arguments of the command in `args`.

    If a known option resembles the first unknown option (`--…`), the text suggests it and names no others.
    """
    made: argparse.ArgumentParser = getattr(args.refuse, "__self__", parser)
    given = next((it.partition("=")[0] for it in unknown if it.startswith("--")), "")
    meant = guess(given, list_options(made))
    if meant is not None:
        return words()("cli-option-guess", option=quote(given), guess=meant)
    return words()("cli-argparse-unknown") % " ".join(unknown)


def _accept_all(_: str) -> bool:
    """Returns True for any command."""
    return True


def _own_names() -> set[str]:
    """Returns all names of musbot's own commands, Spanish ones included."""
    return {name for command in COMMANDS for name in (command.name, *command.also)}


def _parser(
    has_options: Callable[[str], bool] = _accept_all,
    brought: Sequence[Subcommand] = (),
    program: str | None = None,
) -> argparse.ArgumentParser:
    """Returns the parser of all commands. Options are added only to commands that `has_options` accepts.

    `program` is the name in help and errors, by default `typed_program`.
    """
    texts = words()
    parser = _Parser(prog=program or typed_program(), description=texts("cli-about"))
    parser.add_argument(
        "--version", action="version", version=f"musbot {__version__}", help=texts("cli-argparse-version")
    )
    options.add_language_option(parser)
    parser.set_defaults(run=_run_or_play, refuse=parser.error)
    commands = parser.add_subparsers(title=texts("cli-commands"), metavar=texts("cli-command"))
    for command in (*COMMANDS, *brought):
        said = command.texts()(command.about)
        about = f"{said[0].upper()}{said[1:]}."
        made = commands.add_parser(command.name, aliases=command.also, help=said, description=about)
        made.set_defaults(run=command.run, refuse=made.error)
        if any(map(has_options, (command.name, *command.also))):
            command.options(made)
            if "--language" not in list_options(made):
                options.add_language_option(made)
            add_spanish_options(made)
            translate_metavars(made, texts)
    return parser


# ---- pintar ----------------------------------------------------------------------------------------------


def _pintar(args: argparse.Namespace) -> int:
    """Draws a picture into a new file; returns 0.

    Raises UsageError for a file name without the ending SUFFIX (in any case) or for unfit rules. Raises
    another MusError if the picture cannot be drawn or the file exists.
    """
    from musbot.cli import pintar

    if args.file.suffix.lower() != pintar.SUFFIX:
        raise UsageError(words()("cli-pintar-suffix", suffix=pintar.SUFFIX, given=quote(str(args.file))))
    drawn = pintar.draw(_picture(args))
    with create_file(args.file) as write:
        write(drawn)
    return OK


def _picture(args: argparse.Namespace) -> Picture:
    """Returns the picture that the arguments describe. Raises MusError if it cannot be drawn.

    `args.what` has cards for a hand or a sorteo, and an acta's path for other kinds.
    """
    from musbot.acta.read import read_file
    from musbot.cli import pintar
    from musbot.table.names import clean_name

    texts = Texts(args.language)
    if args.kind == "hand":
        return pintar.hand_picture(args.what, read_rules(args.rules, args.option), texts)
    if args.kind == "sorteo":
        return pintar.sorteo_picture(args.what, [clean_name(n) for n in args.names.split(",")], texts)
    file = Path(args.what)
    try:
        return pintar.scene(args.kind, read_file(file), file.name.partition(".")[0], args.language, args.hand)
    except MusError as error:
        raise pintar.CannotDraw(f"{file}: {error_text(error)}") from error


# ---- doctor ----------------------------------------------------------------------------------------------


def _doctor(args: argparse.Namespace) -> int:
    """Checks the whole installation, with `--database` only a database; with `--export` writes a table's log.

    `--all` counts only with `--database`. Returns 1 if something is wrong, otherwise 0. Raises BadSetting or
    BadPlatform; with an option also StoreError for a database that cannot be read, and MusError for an
    existing export file.
    """
    from musbot.cli import doctor

    if args.export is None and args.database is None:
        return _examine()
    where = chosen_database(args)
    if args.export is None:
        found = doctor.check(where, finished=args.all)
        for line in doctor.describe_checkup(words(), where, found):
            print_line(line.text)
        print_line(_verdict(words(), len(found.faults)))
        return FAILED if found.faults else OK
    table, file = args.export
    events = doctor.export(where, table, Path(file))
    print_line(words()("cli-doctor-exported", file=file, events=events))
    return OK


def _examine() -> int:
    """Runs all checks and prints their findings. Returns 1 if something is wrong, otherwise 0.

    Raises BadSetting for an unreadable `.env` file, and BadPlatform.
    """
    from musbot.cli.doctor_checks import examine_all, is_running
    from musbot.port.installed import installed_adapters

    texts, environ = words(), read_environment()
    settings, misread = read_with_errors(Settings, environ)
    platforms: dict[str, Adapter] = {}
    for name, kind in installed_adapters().items():
        platforms[name], bad = read_with_errors(kind, environ)
        misread += bad
    wrong = len(misread)
    for setting in misread:
        print_line(f"✗ {error_text(setting)}")
    for found in examine_all(settings, platforms, texts):
        print_line(_mark(found))
        wrong += found.wrong
    findings, faults = _check_database(settings.database, texts)
    for found in findings:
        print_line(_mark(found))
    wrong += faults
    unit = Path(environ.get(NAMES_SETTINGS, "")).stem
    start = f"systemctl start {unit}" if unit else f"{typed_program()} run"
    verdict = _verdict(texts, wrong)
    if is_running(settings) is False:
        verdict = texts("doctor-stopped", count=wrong, start=start)
    print_line(verdict)
    return FAILED if wrong else OK


def _check_database(database: Database, texts: Texts) -> tuple[list[Finding], int]:
    """Returns the findings about a database, and its number of faults; remarks do not count.

    If its file does not exist, the only finding and fault is that a good copy does.
    """
    from musbot.cli import doctor
    from musbot.cli.doctor_checks import is_there
    from musbot.port.doctor import Finding
    from musbot.store.file import recorded_count

    if isinstance(database, Path) and not is_there(database) and not recorded_count(database):
        missing = doctor.describe_missing(texts, database)
        return ([missing], 1) if missing else ([], 0)
    try:
        looked = doctor.check(database, finished=False)
    except MusError as error:
        named = f"{database}: " if isinstance(database, Server) else ""
        return [Finding(f"{named}{error_text(error)}", wrong=True)], 1
    return list(doctor.describe_checkup(texts, database, looked)), len(looked.faults)


def _mark(found: Finding) -> str:
    """Returns the line of a finding, after the mark of a fault or of a good state."""
    return f"{'✗' if found.wrong else '✓'} {found.text}"


def _verdict(texts: Texts, wrong: int) -> str:
    """Returns the last line of a report with this number of faults."""
    return texts("doctor-wrong", count=wrong) if wrong else texts("doctor-well")


# ---- run --------------------------------------------------------------------------------------------------


def _run_or_play(args: argparse.Namespace) -> int:
    """Runs the bot if a platform has a token, otherwise plays in the terminal; returns the exit status.

    The terminal plays in the language of `--language`, if given. Raises MusError, also for a variable of
    `.env` that looks like a platform's and is none: its owner wants a bot. Under deploy/musbot-admin prints
    the help instead: there systemd starts the bot.
    """
    from musbot import app

    if os.environ.get(NAMES_SETTINGS):
        _parser().print_help()
        return OK

    platforms = read_all_settings()[1]
    if app.configured_platforms(platforms):
        return _run(argparse.Namespace())
    _require_known_tokens(platforms)
    play_args = _parser().parse_args(["play", *(["--language", args.language] if args.language else [])])
    status: int = play_args.run(play_args)
    return status


def _require_known_tokens(platforms: Mapping[str, Adapter]) -> None:
    """Raises MusError for a non-empty variable of `.env` that is no setting, but has a platform's prefix."""
    given, texts = read_settings_file(Path(".env")), words()
    for name, meant in find_unknown_settings(platforms):
        if given.get(name) and not name.startswith("MUSBOT_"):
            if meant:
                raise MusError(texts("doctor-misspelt-setting", name=name, meant=meant))
            raise MusError(texts("doctor-unknown-setting", name=name))


def _run(_: argparse.Namespace) -> int:
    """Runs the bot until it is stopped, logging to stderr without secrets; returns 0.

    Returns LASTING after an error that no restart mends, with a line on stderr. Raises other MusErrors.
    """
    try:
        _serve()
    except MusError as error:
        if not error.lasts:
            raise
        report_failure(error_text(error))
        return LASTING
    return OK


def _serve() -> None:
    """Sends the log to stderr, and runs the bot with the settings until it is stopped; raises MusError.

    A StoreError of a server names its address. If its URL names several hosts, only TablesGone lasts.
    """
    import asyncio

    from musbot import app  # slow imports that other commands do not need
    from musbot.store.protocol import StoreError, TablesGone

    settings, platforms = read_all_settings()
    hidden = settings.database.secrets if isinstance(settings.database, Server) else []
    log_to_stderr(
        settings.log_level,
        [*hidden, *(secret for platform in platforms.values() for secret in secret_values(platform))],
        [name for platform in platforms.values() for name in platform.quiet],
        [name for platform in platforms.values() for name in platform.mute],
        form=settings.log_format,
        reword=name_program,
    )
    for name, meant in find_unknown_settings(platforms):
        log.warning("%s is no setting, and does nothing%s", name, meant and f": did you mean {meant}?")
    try:
        asyncio.run(app.serve(settings, platforms))
    except StoreError as error:
        if isinstance(settings.database, Server):
            error.args = (f"{settings.database}: {error}",)
            if settings.database.has_several_hosts:
                error.lasts = isinstance(error, TablesGone)  # another host may answer the next start
        raise


# ---- completion ------------------------------------------------------------------------------------------


def _completion(args: argparse.Namespace) -> int:
    """Prints the completion script of a shell, with the commands of other packages; returns 0."""
    from musbot.cli import completion

    brought, _ = find_installed_commands(_own_names())
    print_line(completion.completion_script(_parser(brought=brought, program="musbot"), args.shell))
    return OK


# ---- shared by all commands -------------------------------------------------------------------------------


def _speak_utf8() -> None:
    """Makes stdout and stderr write UTF-8 in any locale; characters that cannot be encoded are escaped."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _lazy(
    name: str,
    about: Key,
    options: Callable[[argparse.ArgumentParser], None],
    module: str,
    run: str = "run",
    also: tuple[str, ...] = (),
) -> Subcommand:
    """Returns a command whose module `musbot.cli.{module}` is imported only when it runs.

    `run` is the name of its function there, `also` the command's other names.
    """

    def do(args: argparse.Namespace) -> int:
        """Imports the command's module and runs it; returns its exit status."""
        done = getattr(import_module(f"musbot.cli.{module}"), run)
        return cast("Callable[[argparse.Namespace], int]", done)(args)

    return Subcommand(name, about, options, do, also)


COMMANDS = (
    Subcommand("run", "cli-run", options.add_no_options, _run),
    _lazy("play", "cli-play", options.add_play_options, "play"),
    _lazy("learn", "cli-aprender", options.add_learn_options, "play", "learn", ("aprender",)),
    _lazy("glossary", "cli-glosario", options.add_glossary_options, "play", "glossary", ("glosario",)),
    _lazy("rules", "cli-reglas", options.add_rules_options, "play", "rules", ("reglas",)),
    _lazy("acta", "cli-acta", options.add_acta_options, "acta", "run_acta"),
    _lazy("verify", "cli-verificar", options.add_verify_options, "acta", "run_verify", ("verificar",)),
    _lazy("analyze", "cli-analizar", options.add_analyze_options, "analizar", also=("analizar",)),
    _lazy("complaints", "cli-quejas", options.add_complaints_options, "quejas", also=("quejas",)),
    _lazy("simulate", "cli-simular", options.add_simulate_options, "simular", also=("simular",)),
    Subcommand("doctor", "cli-doctor", options.add_doctor_options, _doctor),
    Subcommand("draw", "cli-pintar", options.add_draw_options, _pintar, ("pintar",)),
    _lazy("health", "cli-health", options.add_no_options, "health"),
    _lazy("tables", "cli-tables", options.add_tables_options, "tables"),
    _lazy("backup", "cli-backup", options.add_backup_options, "copying", "run_backup"),
    _lazy("restore", "cli-restore", options.add_restore_options, "copying", "run_restore"),
    _lazy("migrate", "cli-migrate", options.add_migrate_options, "migrate"),
    Subcommand("completion", "cli-completion", options.add_completion_options, _completion),
)
"""The commands in the order of the help."""
