"""The bets of a lance between players who play alone (R39–R43)."""

from __future__ import annotations

from musbot.game.actions import Action, Offer, Seat, Voz, Words
from musbot.game.envite import Envite
from musbot.game.lances import Cerrado, Estado
from musbot.game.modos.mus.palabras import OPEN, RAISES
from musbot.game.modos.mus.rules import MusRules
from musbot.game.record import copy_with

_ANSWER = Words((Offer(Voz.QUIERO), Offer(Voz.NO_QUIERO)))
_ANSWER_OR_RAISE = Words(_ANSWER + RAISES)


def offers(envite: Envite) -> Words:
    """Returns the words that any awaited seat may say; an órdago cannot be raised (R31)."""
    if envite.bettor is None:
        return OPEN
    return _ANSWER if envite.ordago else _ANSWER_OR_RAISE


def with_word(envite: Envite, rules: MusRules, seat: Seat, action: Action) -> Envite:
    """Returns the lance after an offered word of a seat; the lance is ready to close once no seat is awaited.

    A player who says no quiero is out of the lance (R39). The other players who are not out must answer a bet
    or raise (R40).
    """
    match action.voz:
        case Voz.PASO:
            return envite.with_paso()
        case Voz.QUIERO:
            return envite.with_answer(seat, action)
        case Voz.NO_QUIERO:
            return copy_with(envite.with_answer(seat, action), out=(*envite.out, seat))
        case _:  # a bet or raise, which all remaining players must answer (R40)
            pending = tuple(other for other in envite.others(seat) if other not in envite.out)
            return envite.with_bet(seat, action, pending, envite.out)


def lance_result(envite: Envite) -> Cerrado:
    """Returns the result of a lance in which no seat is awaited: paso, rejected (R41), or accepted (R42,
    R43).

    After a rejected bet, the bettor alone can win it; after an accepted one, the bettor and the players who
    said quiero.
    """
    if envite.bettor is None:
        return Cerrado(envite.lance, Estado.PASO, 0, tuple(sorted(envite.speakers)))
    bettor = tuple(seat for seat in envite.speakers if seat == envite.bettor)
    accepted = [seat for seat, action in envite.answers if action.voz is Voz.QUIERO]
    if not accepted:
        return Cerrado(envite.lance, Estado.RECHAZADO, envite.deje(), bettor)  # R41
    return envite.close_accepted(tuple(sorted((*bettor, *accepted))))  # R42, R43
