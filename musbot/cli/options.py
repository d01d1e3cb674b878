"""The arguments of each command.

They are separate from the commands' own modules, which are slow to import.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from musbot.cli.database import add_database_option, read_database
from musbot.cli.language import words
from musbot.cli.shared import add_rule_options, count_cores, positive_number
from musbot.words.quoted import quote, typed_program
from musbot.words.texts import LANGUAGES, Texts

PICTURES = ("hand", "sorteo", "showdown", "tanteo", "end")
"""The kinds of pictures: the first two are drawn from cards, the others from an acta."""
THEMES = ("dark", "light", "plain")
"""The names of the colour themes (port.platform.Theme)."""


def add_no_options(_: argparse.ArgumentParser) -> None:
    """Adds no arguments."""


# ---- in the terminal --------------------------------------------------------------------------------------


def add_play_options(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `musbot play`."""
    from musbot.game.cards import PLACES, UNCUT
    from musbot.players.kinds import AIKind

    texts = words()
    parser.add_argument("words", nargs="*", metavar="REGLAS", help=texts("cli-play-words"))
    add_rule_options(parser, default=None)
    parser.add_argument("--piedras", type=positive_number, metavar="N", help=texts("cli-play-piedras"))
    parser.add_argument("--names", metavar="NAME[,NAME…]", help=texts("cli-play-names"))
    cut = texts("cli-play-cut", most=PLACES[-1], uncut=UNCUT)
    parser.add_argument("--cut", type=_place, metavar="N", help=cut)
    parser.add_argument("--ai", choices=[kind.value for kind in AIKind], help=texts("cli-play-ai"))
    add_learn_options(parser)
    parser.add_argument("--seed", default="", metavar="TEXT", help=texts("cli-seed"))
    parser.add_argument("--new", action="store_true", help=texts("cli-play-anew"))


def _place(text: str) -> int:
    """Returns the place where the deck is cut, one of PLACES (R92). Raises ArgumentTypeError."""
    from musbot.game.cards import PLACES

    if not (text.isascii() and text.isdigit() and int(text) in PLACES):
        raise argparse.ArgumentTypeError(words()("cli-play-cut-what", given=quote(text), most=PLACES[-1]))
    return int(text)


def add_learn_options(parser: argparse.ArgumentParser) -> None:
    """Adds `--language`, `--theme` and `--text`, also for `musbot play`.

    The terminal keeps the language of `--language`.
    """
    texts = words()
    parser.add_argument("--language", choices=LANGUAGES, help=texts("cli-play-language"))
    parser.add_argument("--theme", choices=THEMES, help=texts("cli-play-theme"))
    parser.add_argument("--text", action="store_true", help=texts("cli-play-text"))


def add_language_option(parser: argparse.ArgumentParser) -> None:
    """Adds the option `--language`, which chooses the language of the answers."""
    parser.add_argument("--language", choices=LANGUAGES, help=words()("cli-language"))


def add_glossary_options(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `musbot glossary`."""
    parser.add_argument("words", nargs="*", metavar="WORD", help=words()("option-term-is"))
    add_language_option(parser)


def add_rules_options(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `musbot rules`."""
    parser.add_argument("words", nargs="*", metavar="REGLAS", help=words()("cli-play-words"))
    add_language_option(parser)


# ---- actas, and AI players among themselves --------------------------------------------------------------


def add_acta_options(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `musbot acta`."""
    texts = words()
    parser.add_argument("files", nargs="+", metavar="FILE", type=Path, help=texts("cli-file"))
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help=texts("cli-json-lines"))
    forms.add_argument("--html", action="store_true", help=texts("cli-acta-html"))
    parser.add_argument("--player", metavar="NAME", help=texts("cli-acta-player"))
    _add_language_with_default(parser, texts)


def add_verify_options(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `musbot verify`."""
    texts = words()
    parser.add_argument("files", nargs="+", metavar="FILE", type=Path, help=texts("cli-file-baraja"))
    parser.add_argument("--json", action="store_true", help=texts("cli-json-lines"))


def add_analyze_options(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `musbot analyze`."""
    from musbot.coach.mus.value import WORLDS

    texts = words()
    parser.add_argument("file", metavar="FILE", type=Path, help=texts("cli-file"))
    parser.add_argument("--player", metavar="NAME", help=texts("cli-analizar-player"))
    parser.add_argument(
        "--worlds",
        type=positive_number,
        default=WORLDS,
        metavar="N",
        help=texts("cli-analizar-worlds", count=WORLDS),
    )
    parser.add_argument("--seed", default="coach", metavar="TEXT", help=texts("cli-analizar-seed"))
    parser.add_argument(
        "--processes", type=positive_number, default=count_cores(), metavar="N", help=texts("cli-processes")
    )
    parser.add_argument("--json", action="store_true", help=texts("cli-json"))
    _add_language_with_default(parser, texts)


def add_simulate_options(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `musbot simulate`."""
    from musbot.players import PLAYERS

    texts = words()
    add_rule_options(parser)
    parser.add_argument(
        "--hands", type=positive_number, default=1000, metavar="N", help=texts("cli-simular-hands")
    )
    kinds = texts("cli-simular-kinds", kinds=", ".join(PLAYERS))
    parser.add_argument("--players", default="prudente", metavar="KIND[,KIND…]", help=kinds)
    parser.add_argument("--seed", metavar="TEXT", help=texts("cli-seed"))
    parser.add_argument("--actas", type=Path, metavar="DIR", help=texts("cli-simular-actas"))
    parser.add_argument("--json", action="store_true", help=texts("cli-json"))


def add_draw_options(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `musbot draw`."""
    texts = words()
    add_rule_options(parser)
    parser.add_argument("kind", choices=PICTURES, metavar="KIND", help=", ".join(PICTURES))
    parser.add_argument("what", metavar="WHAT", help=texts("cli-pintar-what"))
    parser.add_argument(
        "-o", dest="file", type=Path, required=True, metavar="FILE", help=texts("cli-pintar-file")
    )
    parser.add_argument("--hand", type=positive_number, metavar="N", help=texts("cli-pintar-hand"))
    parser.add_argument(
        "--names", default="Ane,Beñat,Carmen,Dani", metavar="NAME[,NAME…]", help=texts("cli-pintar-names")
    )
    _add_language_with_default(parser, texts)


def _add_language_with_default(parser: argparse.ArgumentParser, texts: Texts) -> None:
    """Adds the language of the answers; the default is the language of `texts`."""
    parser.add_argument("--language", choices=LANGUAGES, default=texts.language, help=texts("cli-language"))


# ---- databases -------------------------------------------------------------------------------------------


def add_doctor_options(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `musbot doctor`."""
    texts = words()
    add_database_option(parser)
    parser.add_argument("--all", action="store_true", help=texts("cli-doctor-all"))
    parser.add_argument("--export", nargs=2, metavar=("TABLE", "FILE"), help=texts("cli-doctor-export"))


def add_complaints_options(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `musbot complaints`."""
    parser.add_argument("folder", type=Path, metavar="DIR", help=words()("cli-quejas-folder"))
    add_database_option(parser)


def add_tables_options(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `musbot tables`."""
    add_database_option(parser)
    parser.add_argument("--json", action="store_true", help=words()("cli-tables-json"))


def add_backup_options(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `musbot backup`."""
    texts = words()
    parser.add_argument("file", type=Path, metavar="FILE", help=texts("cli-backup-file"))
    add_database_option(parser)
    parser.add_argument("--overwrite", action="store_true", help=texts("cli-backup-overwrite"))


def add_restore_options(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `musbot restore`."""
    texts = words()
    parser.add_argument(
        "file", type=Path, metavar="FILE", help=texts("cli-restore-file", program=typed_program())
    )
    add_database_option(parser)
    parser.add_argument("--replace", action="store_true", help=texts("cli-restore-replace"))
    parser.add_argument("--damaged", action="store_true", help=texts("cli-restore-damaged"))


def add_migrate_options(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `musbot migrate`."""
    texts = words()
    parser.add_argument("file", type=read_database, metavar="FROM", help=texts("cli-migrate-from"))
    parser.add_argument("to", type=read_database, nargs="?", metavar="TO", help=texts("cli-migrate-to"))


def add_completion_options(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `musbot completion`."""
    from shtab import SUPPORTED_SHELLS

    parser.add_argument("shell", choices=SUPPORTED_SHELLS, help=words()("cli-completion-shell"))
