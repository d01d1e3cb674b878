"""The last words of a hand, one after another, so that who looks up knows the story."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.game.actions import Action, Seat, Voz
from musbot.game.lances import Fase
from musbot.game.views import View, Word
from musbot.table.view import TableView
from musbot.words.texts import Key, Texts

MOST = 8
"""Words told at most: a lance knows no limit of raises (R31), a line does."""

_SAID: Mapping[Voz, Key] = {
    Voz.MUS: "story-mus",
    Voz.NO_MUS: "story-no-mus",
    Voz.CONSULTA: "story-consulta",
    Voz.PASO: "story-paso",
    Voz.ENVIDO: "story-envido-n",
    Voz.ORDAGO: "story-ordago",
    Voz.QUIERO: "story-quiero",
    Voz.NO_QUIERO: "story-no-quiero",
    Voz.QUEREMOS: "story-queremos",
    Voz.NO_QUEREMOS: "story-no-queremos",
    Voz.Y_YO: "story-y-yo",
    Voz.MAS: "story-mas",
    Voz.REENVIDO: "story-reenvido",
    Voz.ACEPTO: "story-acepto",
    Voz.CONFORME: "story-conforme",
    Voz.PERDIDO: "story-perdido",
}
"""What each has said; what is not in it is not heard by all, or stands on the board already."""


def story(texts: Texts, table: TableView, game: View) -> str:
    """Returns who has said what in the lance under way or to this mus, or thrown how many; "" before that."""
    told = _thrown(texts, table, game) if game.fase is Fase.DESCARTE else _said(texts, table, game)
    if not told:
        return ""
    awaited = [texts("story-awaited", name=table.names[seat]) for seat in game.turno]
    return " · ".join([*told[-MOST:], *awaited])


def _thrown(texts: Texts, table: TableView, game: View) -> list[str]:
    thrown = [(table.names[seat], game.thrown[seat]) for seat in game.circle() if game.plays(seat)]
    return [texts("aloud-threw", name=name, count=count) for name, count in thrown if count is not None]


def _said(texts: Texts, table: TableView, game: View) -> list[str]:
    words = (word for word in _last(game) if word.action.voz in _SAID)
    return [_told(texts, table.names[word.seat], word.action) for word in words]


def _last(game: View) -> tuple[Word, ...]:
    """The words of the lance under way; of the mus those since cards were last thrown."""
    words = tuple(word for word in game.said if word.fase == game.fase)
    if game.fase is not Fase.MUS:
        return words
    since = game.circle().index(game.turno[0]) if game.turno else 0
    return words[len(words) - since :]


def _told(texts: Texts, name: str, action: Action) -> str:
    key = "story-envido" if action == Action(Voz.ENVIDO, 2) else _SAID[action.voz]
    return texts(key, name=name, n=action.n)


def marked(texts: Texts, name: str, seat: Seat, mano: Seat, postre: Seat) -> str:
    """Returns a player's name with what they are in this hand: mano, postre, or nothing (R17)."""
    if seat == mano:
        return texts("player-mano", name=name)
    return texts("player-postre", name=name) if seat == postre else name
