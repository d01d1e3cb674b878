"""No words of a picture are cut, in any language, at any moment of a partida."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from musbot.acta.read import read_file
from musbot.cli import pintar
from musbot.game.cards import cards
from musbot.game.engine import awaited_seats
from musbot.game.events import HandEnded
from musbot.game.evolve import evolve
from musbot.game.rule_sets import rule_set
from musbot.game.state import State
from musbot.narrator import Narrator
from musbot.narrator.scenes import cards_picture
from musbot.pictures import cloth, letters
from musbot.pictures.draw import draw_still
from musbot.pictures.specs import FilmPicture, Still
from musbot.words.texts import LANGUAGES, Texts

PARTIDAS = Path(__file__).parents[1] / "partidas"
KINDS = ("vistas/con-todo", "vistas/trios", "vistas/individual", "vistas/tres-mus-8", "vistas/frances-8")
HANDS = ("12o 12c 11b 11e", "10o 10c 10e 1b", "7o 7c 7e 7b", "12o 11c 10b 1e", "4o 5c 6b 7e")


def pictures(name: str, language: str) -> Iterator[Still]:
    """Yields the picture of the score whenever somebody is to speak, and of each count."""
    acta, narrator = read_file(PARTIDAS / f"{name}.mus.toml"), Narrator(language)
    mesa: State | None = None
    for event in acta.events:
        mesa = evolve(mesa, event)
        ended = isinstance(event, HandEnded)
        if mesa.hand and (ended or awaited_seats(mesa)):
            table = pintar._table_view(acta, mesa, (), "K7")
            post = narrator.board(table) if ended else narrator.score(table)
            if post.picture is not None and not isinstance(post.picture, FilmPicture):
                yield post.picture


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_of_a_picture_are_cut(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cut = set()
    fitted = cloth.fit_line

    def noted(
        text: str, size: int, most: int, *, bold: bool = False, least: int = cloth.BODY
    ) -> tuple[str, int]:
        shown, size = fitted(text, size, most, bold=bold, least=least)
        if shown.endswith("…"):
            cut.add((text, shown))
        return shown, size

    monkeypatch.setattr(cloth, "fit_line", noted)
    cloth.wrap_text.cache_clear()
    for drawn in ("paste", "lay", "panel"):
        monkeypatch.setattr(cloth.Cloth, drawn, lambda *_, **__: None)
    monkeypatch.setattr(letters, "write", lambda *_, **__: None)
    shown = {picture for name in (*KINDS, "R53-vacas") for picture in pictures(name, language)}
    shown |= {cards_picture(Texts(language), cards(hand), rule_set("vitoria")) for hand in HANDS}
    assert len(shown) > 100
    for picture in shown:
        draw_still(picture)
    assert cut == set()
