"""`musbot acta` and `musbot verificar`: actas told, and their deals verified, a file at a time."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path

from musbot.acta.read import read_file
from musbot.acta.summary import summary
from musbot.acta.tell import tell
from musbot.acta.verify import verify
from musbot.cli.language import words
from musbot.cli.shared import FAILED, OK, Misused, failed, say
from musbot.game.errors import MusError
from musbot.words.texts import LANGUAGES, Texts


class NotAsPromised(MusError):
    """An acta whose cards are not those that its seed gives."""


def acta_options(parser: argparse.ArgumentParser) -> None:
    """Says what may be asked of `acta`."""
    texts = words()
    parser.add_argument("files", nargs="+", metavar="FILE", type=Path, help=texts("cli-file"))
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help=texts("cli-json-lines"))
    forms.add_argument("--html", action="store_true", help=texts("cli-acta-html"))
    parser.add_argument("--jugador", metavar="NAME", help=texts("cli-acta-player"))
    parser.add_argument("--idioma", choices=LANGUAGES, default=texts.language, help=texts("cli-language"))


def run_acta(asked: argparse.Namespace) -> int:
    """Tells every acta, or writes its page."""
    from musbot.cli.page import write_page

    if asked.jugador is not None and not asked.html:
        raise Misused("--jugador: expected --html with it")
    texts = Texts(asked.idioma)

    def done(file: Path) -> str:
        partida = read_file(file)
        if asked.html:
            return str(write_page(file, partida, texts, asked.jugador))
        return json.dumps(summary(partida), ensure_ascii=False) if asked.json else tell(partida, texts)

    return _each(asked.files, done)


def verificar_options(parser: argparse.ArgumentParser) -> None:
    """Says what may be asked of `verificar`."""
    texts = words()
    parser.add_argument("files", nargs="+", metavar="FILE", type=Path, help=texts("cli-file-baraja"))
    parser.add_argument("--json", action="store_true", help=texts("cli-json-lines"))


def run_verificar(asked: argparse.Namespace) -> int:
    """Says of every acta whether its cards are those that its seed gives."""
    wrong: list[str] = []

    def done(file: Path) -> str:
        verdict = verify(read_file(file))
        if asked.json:
            wrong.extend(verdict.faults)
            found = {"acta": str(file), "manos": verdict.hands, "cumplidas": list(verdict.kept)}
            return json.dumps({**found, "faltas": list(verdict.faults)}, ensure_ascii=False)
        if verdict.faults:
            raise NotAsPromised("; ".join((verdict.faults[0], str(verdict))))
        return f"{file}: {verdict}"

    status = _each(asked.files, done)
    return FAILED if wrong else status


def _each(files: Sequence[Path], done: Callable[[Path], str]) -> int:
    """Says what is done with every file, and in one line what is wrong with those that are wrong."""
    status = OK
    for file in files:
        try:
            say(done(file))
        except MusError as error:
            status = failed(f"{file}: {error}")
    return status
