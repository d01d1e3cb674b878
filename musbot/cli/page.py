"""Writes the page of an acta."""

from __future__ import annotations

from pathlib import Path

from musbot.acta.partida import Acta
from musbot.acta.replay import seat_of
from musbot.cli.shared import writing
from musbot.page.sheet import page
from musbot.words.texts import Texts

ENDING = ".partida.html"


def write_page(file: Path, partida: Acta, texts: Texts, player: str | None = None) -> Path:
    """Writes the page beside its acta and returns where; of a partida under way what a `player` may know.

    Raises NotAtTable for a name that no player has, MusError where it cannot be written.
    """
    seat = None if player is None else seat_of(player, partida.names)
    name = file.name.removesuffix(".toml").removesuffix(".mus")
    to = file.with_name(f"{name}{ENDING}")
    made = page(partida, texts, seat)
    with writing(to):
        to.write_text(made, "utf-8")
    return to
