"""The bets of a lance between two sides (R28–R37)."""

from __future__ import annotations

from musbot.game.actions import Action, Bando, Offer, Seat, Voz
from musbot.game.envites.envite import OPEN, RAISES, Envite, opening
from musbot.game.lances import Cerrado, Estado
from musbot.game.rules import RuleSet

__all__ = ["awaited", "expire", "gracia", "offers", "opening", "say"]

_ANSWER = (Offer(Voz.QUIERO), Offer(Voz.NO_QUIERO), Offer(Voz.QUEREMOS), Offer(Voz.NO_QUEREMOS))
_ANSWER_OR_RAISE = _ANSWER + RAISES
_REJECT = (Voz.NO_QUIERO, Voz.NO_QUEREMOS)
_FINAL = (Voz.QUEREMOS, Voz.NO_QUEREMOS, Voz.ORDAGO)
_BOTH = (0, 1)


def awaited(envite: Envite, rules: RuleSet) -> tuple[Seat, ...]:
    """Returns whose word is awaited, in turn order; with `respuesta = "pareja"` every partner's (R30)."""
    if envite.bettor is None:
        return (envite.speakers[envite.passed],)
    return envite.pending if rules.respuesta == "pareja" else envite.pending[:1]


def offers(envite: Envite, seat: Seat) -> tuple[Offer, ...]:
    """Returns what each of the awaited may say; only an órdago cannot be raised (R31)."""
    if envite.bettor is None:
        return OPEN
    return _ANSWER if envite.ordago else _ANSWER_OR_RAISE


def say(envite: Envite, rules: RuleSet, seat: Seat, action: Action) -> Envite | Cerrado:
    """Returns the lance after a word that is offered to that seat: still open, or closed."""
    if envite.bettor is None:
        if action.voz is Voz.PASO:
            return envite.passes() or Cerrado(envite.lance, Estado.PASO, 0, _BOTH)
        return _bet(envite, seat, action, ())
    said = envite.answered(seat, action)
    _, best = _best(said)
    waits = best.voz in _REJECT or (rules.respuesta == "pareja" and rules.gracia > 0)
    if waits and said.pending and action.voz not in _FINAL:
        return said
    return _settle(said, rules)


def gracia(envite: Envite) -> Seat | None:
    """Returns the player whose answer stands once the time of R30 has run out, if one is being waited out."""
    if not envite.answers:
        return None
    seat, best = _best(envite)
    return None if best.voz in _REJECT else seat


def expire(envite: Envite, rules: RuleSet) -> Envite | Cerrado:
    """Returns the lance once nobody may commit to more (R30)."""
    return _settle(envite, rules)


def _bando(seat: Seat) -> Bando:
    return seat % 2


def _commitment(envite: Envite, action: Action) -> tuple[int, int]:
    """How much an answer binds to: órdago > the higher raise > quiero > no quiero (R30)."""
    match action.voz:
        case Voz.NO_QUIERO | Voz.NO_QUEREMOS:
            return (0, 0)
        case Voz.QUIERO | Voz.QUEREMOS:
            return (1, 0)
        case Voz.ORDAGO:
            return (3, 0)
        case _:
            return (2, envite.total(action))


def _best(envite: Envite) -> tuple[Seat, Action]:
    """The answer that commits to most, the earliest of equals, and who gave it."""
    return max(envite.answers, key=lambda answer: _commitment(envite, answer[1]))


def _settle(envite: Envite, rules: RuleSet) -> Envite | Cerrado:
    seat, best = _best(envite)
    if best.voz in _REJECT:
        return Cerrado(envite.lance, Estado.RECHAZADO, envite.deje(), (1 - _bando(seat),))  # R32
    if best.voz in (Voz.QUIERO, Voz.QUEREMOS):
        return envite.accepted(_BOTH)
    refused = tuple(s for s, action in envite.answers if action.voz in _REJECT) if rules.elimina else ()
    return _bet(envite, seat, best, envite.out + refused)


def _bet(envite: Envite, seat: Seat, action: Action, out: tuple[Seat, ...]) -> Envite:
    """The lance after a bet or a raise, which the other side's players answer (R29)."""
    own = _bando(seat)
    rivals = tuple(other for other in envite.others(seat) if _bando(other) != own and other not in out)
    return envite.bets(seat, action, rivals, out)
