"""`musbot draw`: pictures of given cards, or of a moment of an acta."""

from __future__ import annotations

from collections.abc import Sequence

from musbot.acta.partida import Acta
from musbot.game.cards import Card, cards
from musbot.game.errors import MusError
from musbot.game.events import HandEnded
from musbot.game.evolve import evolve
from musbot.game.rules_base import RuleSet
from musbot.game.state import State
from musbot.game.views import observe
from musbot.narrator import Narrator, scenes
from musbot.pictures.draw import SUFFIX, draw
from musbot.pictures.letters import make_drawable
from musbot.pictures.specs import HandPicture, Picture, SorteoPicture
from musbot.table.events import TableId
from musbot.table.view import SeatView, TableView
from musbot.words.quoted import quote
from musbot.words.texts import Texts

__all__ = ["SUFFIX", "CannotDraw", "draw", "hand_picture", "scene", "sorteo_picture"]

MAX_CARDS = 8
"""Most cards in one picture of a hand."""


class CannotDraw(MusError):
    """Raised if the picture cannot be drawn from the given input."""


def hand_picture(written: str, rules: RuleSet, texts: Texts) -> HandPicture:
    """Returns the picture of cards such as "12o 3c 11b 1e".

    Raises BadCard, and CannotDraw for repeated cards, none, or more than MAX_CARDS.
    """
    hand = cards(written)
    if not 1 <= len(hand) <= MAX_CARDS or len(set(hand)) < len(hand):
        raise CannotDraw(texts("cli-pintar-cards", given=quote(written), most=MAX_CARDS))
    return scenes.cards_picture(texts, hand, rules)


def sorteo_picture(drawn: str, names: Sequence[str], texts: Texts) -> SorteoPicture:
    """Returns the picture of a sorteo: one drawn card for each name.

    Raises BadCard, and CannotDraw for another number of cards. A name that cannot be drawn becomes a number.
    """
    found: tuple[Card, ...] = cards(drawn)
    if len(found) != len(names):
        raise CannotDraw(texts("cli-pintar-draws", given=quote(drawn), count=len(names)))
    title = texts("sorteo-sides").rstrip(":")
    shown = (make_drawable(name) or texts("picture-player", n=place) for place, name in enumerate(names, 1))
    return SorteoPicture(title, tuple(zip(shown, found, strict=True)), ())


def scene(kind: str, partida: Acta, name: str, language: str, hand: int | None = None) -> Picture:
    """Returns a picture of an acta after hand number `hand`, counted from 1, or at its end.

    A showdown is always after a finished hand, by default the last. `kind` is showdown, tanteo or end; any
    other raises KeyError. Raises CannotDraw if there is no such hand or no picture, as for an `end` without a
    winner. `name` titles a table whose acta has no name.
    """
    texts, finished = Texts(language), _states_after_hands(partida)
    if hand is not None and not 1 <= hand <= len(finished):
        raise CannotDraw(texts("cli-pintar-no-hand", hand=hand, count=len(finished)))
    over = finished[: hand or len(finished)]
    if kind == "showdown" and not over:
        raise CannotDraw(texts("cli-pintar-none-over"))
    mesa = over[-1] if kind == "showdown" or hand is not None else partida.mesa
    table = _table_view(partida, mesa, over, partida.table or name)
    narrator = Narrator(language)
    post = {"showdown": narrator.board, "tanteo": narrator.score, "end": narrator.end}[kind](table)
    if post.picture is None:
        raise CannotDraw(texts("cli-pintar-not-won"))
    return post.picture


def _states_after_hands(partida: Acta) -> list[State]:
    """Returns the state after each finished hand."""
    mesa: State | None = None
    finished = []
    for event in partida.events:
        mesa = evolve(mesa, event)
        if isinstance(event, HandEnded):
            finished.append(mesa)
    return finished


def _table_view(partida: Acta, mesa: State, finished: Sequence[State], short: str) -> TableView:
    """Returns the public view of the table at `mesa`; `finished` are the states after its finished hands."""
    return TableView(
        id=TableId(short),
        seat=None,
        rules=partida.rules,
        seats=tuple(SeatView(name, None, ai=False, missed=0) for name in partida.names),
        queue=(),
        in_lobby=False,
        over=False,
        ended=None,
        put_off=False,
        question=mesa.question,
        commitment="",
        seed=None,
        picks=(),
        ending=(),
        absent=(),
        sorteo=(),
        game=observe(mesa),
        course=tuple(mesa.course() for mesa in finished),
    )
