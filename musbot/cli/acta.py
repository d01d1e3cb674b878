"""`musbot acta` and `musbot verify`: print recorded partidas, and check their deals."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path

from musbot.acta.partida import Acta
from musbot.acta.read import read_file
from musbot.acta.replay import seat_of
from musbot.acta.summary import summary
from musbot.acta.tell import tell
from musbot.acta.verify import verify
from musbot.cli.errors import translate
from musbot.cli.language import words
from musbot.cli.shared import FAILED, OK, UsageError, create_file, error_text, print_line, report_failure
from musbot.game.errors import MusError
from musbot.words.texts import Texts

PAGE = ".partida.html"
"""The ending of a page's file name."""


class NotAsPromised(MusError):
    """Raised if the cards of an acta differ from the cards that its seed gives."""


def run_acta(args: argparse.Namespace) -> int:
    """Prints each acta as text or JSON, or with `--html` writes its page next to it and prints the path.

    An acta that fails has one line on stderr. Returns 1 if any failed, otherwise 0. Raises UsageError for
    `--player` without `--html`.
    """
    if args.player is not None and not args.html:
        raise UsageError(words()("cli-acta-player-what"))
    texts = Texts(args.language)

    def describe(file: Path) -> str:
        """Returns the text to print for one acta; with `--html` writes its page. Raises MusError."""
        partida = read_file(file)
        if args.html:
            return str(_page(file, partida, texts, args.player))
        return json.dumps(summary(partida), ensure_ascii=False) if args.json else tell(partida, texts)

    return _describe_each(args.files, describe)


def _page(file: Path, partida: Acta, texts: Texts, player: str | None) -> Path:
    """Writes the page next to its acta and returns the page's path, `<acta>.partida.html`.

    Raises MusError if the page exists already or cannot be written. For an unfinished partida the page shows
    only cards that `player` may know, or only public cards without one. Raises NotAtTable for a name that no
    player has.
    """
    from musbot.acta.page.sheet import page

    seat = None if player is None else seat_of(player, partida.names)
    name = file.name.removesuffix(".toml").removesuffix(".mus")
    to = file.with_name(f"{name}{PAGE}")
    made = page(partida, texts, seat)
    with create_file(to) as write:
        write(made.encode())
    return to


def run_verify(args: argparse.Namespace) -> int:
    """Checks the deals of each acta against its seed, and prints a line for each correct acta.

    A wrong or unreadable acta has a line on stderr. With `--json`, every readable acta has an object on
    stdout. Returns 1 if any acta fails, otherwise 0.
    """
    wrong: list[str] = []

    def describe(file: Path) -> str:
        """Returns the line for one acta.

        Raises NotAsPromised for wrong cards, except with `--json`, and MusError for an unreadable acta.
        """
        verdict = verify(read_file(file))
        if args.json:
            wrong.extend(verdict.faults)
            found = {"acta": str(file), "manos": verdict.hands, "cumplidas": list(verdict.kept)}
            return json.dumps({**found, "faltas": list(verdict.faults)}, ensure_ascii=False)
        if not verdict:
            raise NotAsPromised(
                "; ".join(translate(words(), it) for it in (verdict.faults[0], verdict.summary))
            )
        return f"{file}: {translate(words(), verdict.summary)}"

    status = _describe_each(args.files, describe)
    return FAILED if wrong else status


def _describe_each(files: Sequence[Path], describe: Callable[[Path], str]) -> int:
    """Prints the result of `describe` for each file; a MusError becomes one line on stderr.

    Returns 1 after an error, otherwise 0.
    """
    status = OK
    for file in files:
        try:
            print_line(describe(file))
        except MusError as error:
            status = report_failure(f"{file}: {error_text(error)}")
    return status
