"""`musbot acta` and `musbot verify`: actas told, and their deals verified, a file at a time."""

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
from musbot.cli.errors import translated
from musbot.cli.language import words
from musbot.cli.shared import FAILED, OK, Misused, created, failed, say, why
from musbot.game.errors import MusError
from musbot.words.texts import Texts

PAGE = ".partida.html"
"""What the file of a page ends in."""


class NotAsPromised(MusError):
    """An acta whose cards are not those that its seed gives."""


def run_acta(asked: argparse.Namespace) -> int:
    """Tells every acta, or writes its page."""
    if asked.player is not None and not asked.html:
        raise Misused(words()("cli-acta-player-what"))
    texts = Texts(asked.language)

    def done(file: Path) -> str:
        partida = read_file(file)
        if asked.html:
            return str(_page(file, partida, texts, asked.player))
        return json.dumps(summary(partida), ensure_ascii=False) if asked.json else tell(partida, texts)

    return _each(asked.files, done)


def _page(file: Path, partida: Acta, texts: Texts, player: str | None) -> Path:
    """Writes the page beside its acta and returns where; of a partida under way what a `player` may know.

    Raises NotAtTable for a name that no player has, MusError where it cannot be written.
    """
    from musbot.page.sheet import page

    seat = None if player is None else seat_of(player, partida.names)
    name = file.name.removesuffix(".toml").removesuffix(".mus")
    to = file.with_name(f"{name}{PAGE}")
    made = page(partida, texts, seat)
    with created(to) as new:
        new.write(made.encode())
    return to


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
            raise NotAsPromised(
                "; ".join(translated(words(), it) for it in (verdict.faults[0], str(verdict)))
            )
        return f"{file}: {translated(words(), str(verdict))}"

    status = _each(asked.files, done)
    return FAILED if wrong else status


def _each(files: Sequence[Path], done: Callable[[Path], str]) -> int:
    """Says what is done with every file, and in one line what is wrong with those that are wrong."""
    status = OK
    for file in files:
        try:
            say(done(file))
        except MusError as error:
            status = failed(f"{file}: {why(error)}")
    return status
