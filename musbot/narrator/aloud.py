"""Describes each event of a table in a line, for a terminal and for players who join late."""

from __future__ import annotations

from typing import assert_never

from musbot.game.actions import Action, Seat, Voz
from musbot.game.cards import Card
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
from musbot.narrator.speech import Speech, said_word
from musbot.table.view import TableView
from musbot.words.cards import card_name, card_signs


def event_text(speech: Speech, table: TableView, event: Heard) -> str:
    """Returns the line for an event as one seat sees it; two lines if it also names a card face up.

    A payment has a line only if no cards decided it. "" for an event without a line: among others señas,
    looks, shown cards, and ends of a hand, juego or partida, which other posts show.
    """
    texts = speech.texts
    match event:
        case Said(seat, action):
            words = said_word(texts, action_text(action))
            return texts("aloud-said", name=speech.player(table, seat), words=words)
        case HandBegan():
            return _hand_began_text(speech, table, event)
        case Took() | Threw():
            return (
                _took_text(speech, table, event)
                if isinstance(event, Took)
                else _threw_text(speech, table, event)
            )
        case Reshuffled():
            return texts("aloud-reshuffled")
        case LanceBegan() | Declared():
            return _lance_text(speech, table, event)
        case Paid(seat=None) if table.game is not None:  # paid at once, because no cards decide it
            return speech.payment(table, table.game, event)
        case Paid() | SenaMade() | Looked() | Shown() | JuegoWon() | JuegoLost():
            return ""  # the board shows these
        case Began() | GraciaOver() | HandEnded() | Closed() | Owed() | VacaWon() | PartidaWon():
            return ""
        case _:
            assert_never(event)


def _hand_began_text(speech: Speech, table: TableView, event: HandBegan) -> str:
    """Returns the line of a new hand with its mano; a second line names a card dealt face up, if any."""
    texts = speech.texts
    began = texts("aloud-hand", hand=event.hand, mano=speech.player(table, event.mano))
    if event.visto is None:
        return began
    return f"{began}\n{_visto_text(speech, table, *event.visto)}"


def _visto_text(speech: Speech, table: TableView, seat: Seat, card: Card) -> str:
    """Returns the line of a card dealt or served face up (R24, R105)."""
    texts = speech.texts
    return texts("phase-visto", name=speech.player(table, seat), card=card_name(texts, card))


def _lance_text(speech: Speech, table: TableView, event: LanceBegan | Declared) -> str:
    """Returns the heading of a lance, or the declarations of pares or juego.

    "" for the start of pares or juego, whose declarations replace the heading. The declarations name only the
    players who have it, or say that no player does.
    """
    if isinstance(event, LanceBegan):
        declared = event.lance in (Lance.PARES, Lance.JUEGO)
        return "" if declared else speech.texts("aloud-lance", lance=speech.lance(event.lance))
    yes = [seat for seat, has in enumerate(event.has) if has]
    who = speech.players(table, yes) if yes else speech.texts("aloud-nobody")
    return speech.texts("declared", lance=speech.lance(event.lance), who=who)


def _threw_text(speech: Speech, table: TableView, event: Threw) -> str:
    """Returns the line of a discard: the cards for their owner, the number of cards for other players.

    While the number is hidden (None), the line has neither.
    """
    if event.cards:
        return speech.texts("aloud-you-threw", cards=card_signs(speech.texts, event.cards))
    name = speech.player(table, event.seat)
    if event.count is None:
        return speech.texts("aloud-threw-some", name=name)
    return speech.texts("aloud-threw", name=name, count=event.count)


def _took_text(speech: Speech, table: TableView, event: Took) -> str:
    """Returns the line of the player's own new cards after a discard, and of a card served face up.

    "" if there is neither, as in the deal.
    """
    own = event.cards if event.seat == table.seat and table.game is not None and table.game.throws else None
    took = speech.texts("aloud-you-took", cards=card_signs(speech.texts, own)) if own else ""
    if event.visto is None:
        return took
    return f"{took}\n{_visto_text(speech, table, event.seat, event.visto)}".strip()


def action_text(action: Action) -> str:
    """Returns a word of the game in Spanish, with its number in its usual place; an envido of 2 has none.

    An órdago has exclamation marks. Other words come without cards, seña or seat.
    """
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
