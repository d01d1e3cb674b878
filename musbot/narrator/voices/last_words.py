"""The latest words of a hand in a line, for players who have not followed it."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.game.actions import Action, Seat, Voz
from musbot.game.lances import Fase
from musbot.game.views import View, Word
from musbot.table.view import TableView
from musbot.words.texts import Key, Texts

MAX_WORDS = 8
"""Most words in the line: a lance has no limit of raises (R31)."""

_WORD_KEYS: Mapping[Voz, Key] = {
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
"""The message of each word. A word without a message is not public, or the board shows it."""


def story_text(texts: Texts, table: TableView, game: View) -> str:
    """Returns the words of the current lance, of the mus or of the discard, in a line; "" before the first.

    Only the last MAX_WORDS are in it; the players to speak follow.
    """
    lines = (
        _throw_texts(texts, table, game) if game.fase is Fase.DESCARTE else _word_texts(texts, table, game)
    )
    if not lines:
        return ""
    awaited = [texts("story-awaited", name=table.names[seat]) for seat in game.turno]
    return " · ".join([*lines[-MAX_WORDS:], *awaited])


def _throw_texts(texts: Texts, table: TableView, game: View) -> list[str]:
    """Returns a text for each player who has thrown cards so far, with the number of cards.

    A player whose number is still hidden (R22) has no text.
    """
    thrown = [(table.names[seat], game.thrown[seat]) for seat in game.circle() if game.plays(seat)]
    return [texts("aloud-threw", name=name, count=count) for name, count in thrown if count is not None]


def _word_texts(texts: Texts, table: TableView, game: View) -> list[str]:
    """Returns the public words of the current lance or mus, a text for each."""
    words = (word for word in _current_words(game) if word.action.voz in _WORD_KEYS)
    return [_word_text(texts, table.names[word.seat], word.action) for word in words]


def _current_words(game: View) -> tuple[Word, ...]:
    """Returns the words of the current lance, or of the mus since the last discard."""
    words = tuple(word for word in game.said if word.fase == game.fase)
    if game.fase is not Fase.MUS:
        return words
    since = game.circle().index(game.turno[0]) if game.turno else 0
    return words[len(words) - since :]


def _word_text(texts: Texts, name: str, action: Action) -> str:
    """Returns a player's word, with its number; raises KeyError for a word that is not in _WORD_KEYS."""
    key = "story-envido" if action == Action(Voz.ENVIDO, 2) else _WORD_KEYS[action.voz]
    return texts(key, name=name, n=action.n)


def name_with_role(texts: Texts, name: str, seat: Seat, mano: Seat, postre: Seat) -> str:
    """Returns a player's name, marked as mano or postre if they are one (R17); mano goes before postre."""
    if seat == mano:
        return texts("player-mano", name=name)
    return texts("player-postre", name=name) if seat == postre else name
