"""What is heard at the table as it happens, a line an event: for a terminal, and for who comes late."""

from __future__ import annotations

from musbot.game.actions import Action, Voz
from musbot.game.events import Declared, Paid, Reshuffled, Said
from musbot.game.views import HandBegan, Heard, Threw, Took
from musbot.narrator.speech import Speech
from musbot.table.view import TableView
from musbot.words.cards import name as card_name
from musbot.words.cards import signs


def aloud(speech: Speech, table: TableView, heard: Heard) -> str:
    """Returns what a seat hears of an event, or "" if nothing is said."""
    texts = speech.texts
    match heard:
        case Said(seat, action):
            return texts("aloud-said", name=speech.player(table, seat), words=words(action))
        case HandBegan(hand, mano, visto):
            began = texts("aloud-hand", hand=hand, mano=speech.player(table, mano))
            if visto is None:
                return began
            seen = {"name": speech.player(table, visto[0]), "card": card_name(texts, visto[1])}
            return f"{began}\n{texts('phase-visto', **seen)}"
        case Threw():
            return _threw(speech, table, heard)
        case Took(seat, _, own) if own and seat == table.seat and len(own) < 4:
            return texts("aloud-you-took", cards=signs(texts, own))
        case Reshuffled():
            return texts("aloud-reshuffled")
        case Declared(lance, has):
            yes = [seat for seat, it in enumerate(has) if it]
            who = speech.players(table, yes) if yes else texts("aloud-nobody")
            return texts("aloud-declared", lance=speech.lance(lance), who=who)
        case Paid(seat=None) if table.game is not None:  # no cards decided it, so it is paid at once
            return speech.payment(table, table.game, heard)
        case _:
            return ""


def _threw(speech: Speech, table: TableView, heard: Threw) -> str:
    if heard.cards:
        return speech.texts("aloud-you-threw", cards=signs(speech.texts, heard.cards))
    name = speech.player(table, heard.seat)
    if heard.count is None:
        return speech.texts("aloud-threw-some", name=name)
    return speech.texts("aloud-threw", name=name, count=heard.count)


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
