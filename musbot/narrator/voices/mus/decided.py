"""The players who decided each lance of a hand in words."""

from __future__ import annotations

from musbot.game.actions import Seats, Voz
from musbot.game.envite import Envite
from musbot.game.lances import Cerrado, Estado, Lance
from musbot.game.views import MusSeen, View
from musbot.narrator.voices.voice import Voice

_ACCEPT = (Voz.QUIERO, Voz.QUEREMOS)


def _speakers(game: View, lance: Lance) -> Seats:
    """Returns the seats that may speak in a lance, from the mano on; pares and juego need the cards (R13)."""
    has = game.pares if lance is Lance.PARES else game.juego if lance is Lance.JUEGO else None
    return tuple(seat for seat in game.circle() if has is None or has[seat])


def decision_text(voice: Voice[MusSeen], closed: Cerrado) -> str:
    """Returns the bettor of a closed lance and the players that accepted, or the reason for no bet."""
    match closed.estado:
        case Estado.PASO:
            return voice.texts("decided-paso")
        case Estado.SIN_RIVAL | Estado.VACIO:
            return voice.texts("decided-alone")
        case _:
            return _bet_text(voice, _replay(voice, closed))


def piedras_accepted(voice: Voice[MusSeen], closed: Cerrado) -> int:
    """Returns the piedras that were accepted in a lance before its last bet; 0 if that was the first."""
    return _replay(voice, closed).querido


def _replay(voice: Voice[MusSeen], closed: Cerrado) -> Envite:
    """Returns the bets of a closed lance at its last word."""
    return voice.seen.replay_lance(closed.lance, _speakers(voice.game, closed.lance), voice.game.said)


def _bet_text(voice: Voice[MusSeen], envite: Envite) -> str:
    """Returns the player of a lance's last bet, and the players that accepted it."""
    accepted = [seat for seat, action in envite.answers if action.voz in _ACCEPT]
    name = "" if envite.bettor is None else voice.table.names[envite.bettor]
    key = "decided-ordago" if envite.ordago else "decided-raise" if envite.querido else "decided-envido"
    return voice.texts(key, name=name, names=voice.join_players(accepted), count=len(accepted))
