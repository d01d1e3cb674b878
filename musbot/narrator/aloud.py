"""What is heard at the table as it happens, a line an event: for a terminal, and for who comes late."""

from __future__ import annotations

from typing import assert_never

from musbot.game.actions import Action, Voz
from musbot.game.events import (
    Began,
    Closed,
    Declared,
    GraciaOver,
    HandEnded,
    JuegoLost,
    JuegoWon,
    LanceBegan,
    Looked,
    Owed,
    Paid,
    PartidaWon,
    Reshuffled,
    Said,
    Shown,
    VacaWon,
)
from musbot.game.lances import Lance
from musbot.game.views import HandBegan, Heard, SenaMade, Threw, Took
from musbot.narrator.speech import Speech
from musbot.table.view import TableView
from musbot.words.cards import card_name, card_signs


def aloud(speech: Speech, table: TableView, heard: Heard) -> str:
    """Returns what a seat hears of an event, or "" if nothing is said."""
    texts = speech.texts
    match heard:
        case Said(seat, action):
            return texts("aloud-said", name=speech.player(table, seat), words=texts.word(words(action)))
        case HandBegan():
            return _began(speech, table, heard)
        case Took() | Threw():
            return _took(speech, table, heard) if isinstance(heard, Took) else _threw(speech, table, heard)
        case Reshuffled():
            return texts("aloud-reshuffled")
        case LanceBegan() | Declared():
            return _lance(speech, table, heard)
        case Paid(seat=None) if table.game is not None:  # no cards decided it, so it is paid at once
            return speech.payment(table, table.game, heard)
        case Paid() | SenaMade() | Looked() | Shown() | JuegoWon() | JuegoLost():
            return ""  # to be seen on the board
        case Began() | GraciaOver() | HandEnded() | Closed() | Owed() | VacaWon() | PartidaWon():
            return ""
        case _:
            assert_never(heard)


def _began(speech: Speech, table: TableView, heard: HandBegan) -> str:
    texts = speech.texts
    began = texts("aloud-hand", hand=heard.hand, mano=speech.player(table, heard.mano))
    if heard.visto is None:
        return began
    seat, card = heard.visto
    seen = texts("phase-visto", name=speech.player(table, seat), card=card_name(texts, card))
    return f"{began}\n{seen}"


def _lance(speech: Speech, table: TableView, heard: LanceBegan | Declared) -> str:
    """A heading; where pares or juego are declared that is one already."""
    if isinstance(heard, LanceBegan):
        declared = heard.lance in (Lance.PARES, Lance.JUEGO)
        return "" if declared else speech.texts("aloud-lance", lance=speech.lance(heard.lance))
    yes = [seat for seat, has in enumerate(heard.has) if has]
    who = speech.players(table, yes) if yes else speech.texts("aloud-nobody")
    return speech.texts("declared", lance=speech.lance(heard.lance), who=who)


def _threw(speech: Speech, table: TableView, heard: Threw) -> str:
    if heard.cards:
        return speech.texts("aloud-you-threw", cards=card_signs(speech.texts, heard.cards))
    name = speech.player(table, heard.seat)
    if heard.count is None:
        return speech.texts("aloud-threw-some", name=name)
    return speech.texts("aloud-threw", name=name, count=heard.count)


def _took(speech: Speech, table: TableView, heard: Took) -> str:
    own = heard.cards if heard.seat == table.seat else None
    return speech.texts("aloud-you-took", cards=card_signs(speech.texts, own)) if own and len(own) < 4 else ""


def words(action: Action) -> str:
    """Returns a word as it is said at the table."""
    match action:
        case Action(Voz.ENVIDO, n) if n != 2:
            return f"{Voz.ENVIDO} {n}"
        case Action(Voz.MAS, n):
            return f"{n} {Voz.MAS}"
        case Action(Voz.ACEPTO, n):
            return f"{Voz.ACEPTO} {n}"
        case Action(Voz.ORDAGO):
            return f"¡{Voz.ORDAGO}!"
        case _:
            return action.voz.value
