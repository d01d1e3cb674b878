"""The bets of a lance among three or more sides, or two: each for himself (R39–R43)."""

from __future__ import annotations

from musbot.game.actions import Action, Offer, Seat, Voz
from musbot.game.envites.envite import OPEN, RAISES, Envite, opening
from musbot.game.lances import Cerrado, Estado
from musbot.game.rules import RuleSet

__all__ = ["awaited", "offers", "opening", "say"]

_ANSWER = (Offer(Voz.QUIERO), Offer(Voz.NO_QUIERO))
_ANSWER_OR_RAISE = _ANSWER + RAISES


def awaited(envite: Envite, rules: RuleSet) -> tuple[Seat, ...]:
    """Returns whose word is awaited: one after another (R39)."""
    if envite.bettor is None:
        return (envite.speakers[envite.passed],)
    return envite.pending[:1]


def offers(envite: Envite, seat: Seat) -> tuple[Offer, ...]:
    """Returns what the awaited may say; nobody speaks for another, only an órdago cannot be raised."""
    if envite.bettor is None:
        return OPEN
    return _ANSWER if envite.ordago else _ANSWER_OR_RAISE


def say(envite: Envite, rules: RuleSet, seat: Seat, action: Action) -> Envite | Cerrado:
    """Returns the lance after a word that is offered to that seat: still open, or closed."""
    match action.voz:
        case Voz.PASO:
            return envite.passes() or Cerrado(envite.lance, Estado.PASO, 0, _sorted(envite.speakers))
        case Voz.QUIERO:
            said = envite.answered(seat, action)
        case Voz.NO_QUIERO:
            said = envite.answered(seat, action).with_(out=(*envite.out, seat))
        case _:  # a bet, or a raise, which all the others still in must answer (R40)
            pending = tuple(other for other in envite.others(seat) if other not in envite.out)
            return envite.bets(seat, action, pending, envite.out)
    return said if said.pending else _close(said)


def _close(envite: Envite) -> Cerrado:
    """The lance once all have answered the last bet."""
    bettor = tuple(seat for seat in envite.speakers if seat == envite.bettor)
    accepted = [seat for seat, action in envite.answers if action.voz is Voz.QUIERO]
    if not accepted:
        return Cerrado(envite.lance, Estado.RECHAZADO, envite.deje(), bettor)  # R41
    return envite.accepted(_sorted((*bettor, *accepted)))  # R42, R43


def _sorted(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple(sorted(seats))
